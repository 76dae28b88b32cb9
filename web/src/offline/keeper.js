// The service worker of the built page: keeps its files. Those of a new version are used when no page of the old one is open.
// Caches belong to the whole origin, which may have other copies of the page in other folders.
const FOLDER = ` ${self.registration.scope}`;
const CACHE = 'VERSION' + FOLDER;
const FILES = [/* FILES */];

const keep = async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
};

const begin = async () => {
  // Earlier versions named theirs without a folder.
  const isOurs = (name) => /^tengen-[0-9a-f]{16}$/.test(name.replace(FOLDER, ''));
  const old = (await caches.keys()).filter((name) => name !== CACHE && isOurs(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
};

const find = async (request) => {
  const cache = await caches.open(CACHE);
  // A page is asked for with other headers than its file was; with a host that sends `Vary` it would not be found.
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
};

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(begin()));
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && new URL(url).origin === self.location.origin) event.respondWith(find(event.request));
});
