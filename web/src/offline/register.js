// Without a service worker (some browsers' private windows, a page that does not come by https) the page works while there is a
// network.
navigator.serviceWorker?.register('./offline.js').catch(() => {});
