/// Hands a record to the person as a file.
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/x-go-sgf' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/// The text of a record, in the encoding that it names.
export async function readFile(file) {
  const bytes = await file.arrayBuffer();
  const text = new TextDecoder().decode(bytes);
  const named = /CA\[([^\]]*)\]/.exec(text)?.[1];
  try {
    return named ? new TextDecoder(named).decode(bytes) : text;
  } catch {
    return text;
  }
}
