/// Hands a record to the person as a file.
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/x-go-sgf' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/// The text of a record: UTF-8 where it is that, else in the encoding that it names, else Western European. What cannot be read,
/// as a folder, is empty.
export async function readFile(file) {
  const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer(0));
  const named = /CA\[([^\]]*)\]/.exec(new TextDecoder('latin1').decode(bytes))?.[1];
  // The letters of ISO-2022-JP are bytes of ASCII, which would be UTF-8 too.
  const hidden = /^iso-2022-jp$/i.test(named) && named;
  for (const encoding of [hidden, 'utf-8', named]) {
    try {
      if (encoding) return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  return new TextDecoder('latin1').decode(bytes);
}
