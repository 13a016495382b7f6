// Files in the fragment of a URL, and as a zip to download; the browser compresses both.
const MOST = 200_000; // the longest accepted fragment, in characters
const LARGEST = 1_000_000; // the largest accepted uncompressed size, in bytes

const packed = async (bytes, way) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());

export async function toAddress(files) {
  const bytes = await packed(new TextEncoder().encode(JSON.stringify(files)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return "#f=" + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The files in a fragment, or null. The input is untrusted: names with paths are rejected, and decompression stops
// at a limit.
export async function fromAddress(hash) {
  if (!hash.startsWith("#f=") || hash.length > MOST) return null;
  try {
    const text = atob(hash.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    for (let size = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      if ((size += value.length) > LARGEST) return null;
      parts.push(value);
    }
    const files = JSON.parse(await new Blob(parts).text());
    const named = Object.entries(files).filter(([name, said]) => isName(name) && typeof said === "string");
    return named.length > 0 && named.length <= 20 ? Object.fromEntries(named) : null;
  } catch {
    return null;
  }
}

export const isName = (name) => /^[\w-][\w.-]{0,60}\.(rules|yaml)$/.test(name);

// An uncompressed zip archive.
export function zip(folder, files) {
  const table = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n;
  });
  const crc = (bytes) => ~bytes.reduce((sum, byte) => table[(sum ^ byte) & 255] ^ (sum >>> 8), -1) >>> 0;
  const parts = [], central = [];
  let offset = 0;
  const numbers = (...pairs) => {
    const made = new DataView(new ArrayBuffer(pairs.reduce((sum, [size]) => sum + size, 0)));
    let at = 0;
    for (const [size, value] of pairs) {
      if (size === 2) made.setUint16(at, value, true);
      else made.setUint32(at, value, true);
      at += size;
    }
    return new Uint8Array(made.buffer);
  };
  for (const [name, text] of Object.entries(files)) {
    const path = new TextEncoder().encode(`${folder}/${name}`), body = new TextEncoder().encode(text);
    const shared = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 33], [4, crc(body)], [4, body.length], [4, body.length], [2, path.length], [2, 0]];
    central.push(numbers([4, 0x02014b50], [2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), path);
    const local = [numbers([4, 0x04034b50], ...shared), path, body];
    parts.push(...local);
    offset += local.reduce((sum, each) => sum + each.length, 0);
  }
  const size = central.reduce((sum, each) => sum + each.length, 0), count = Object.keys(files).length;
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);
  return new Blob([...parts, ...central, end], { type: "application/zip" });
}
