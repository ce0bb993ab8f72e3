// Which kind of picture is this? Kinds by the ending that names of files have, told by their bytes alone.
//
// Guaranteed: bytes begin as those of their kind do, and have what ends them. Not promised: that a program can show
// them.

const starts = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

/** Whether bytes begin as those of a type do, by the ending that names have. */
export const PICTURE_SIGNATURES: { readonly [ending: string]: (bytes: Buffer) => boolean } = {
  png: (bytes) => starts(bytes, '\u0089PNG\r\n\u001a\n'),
  jpg: (bytes) => starts(bytes, '\u00ff\u00d8\u00ff'),
  gif: (bytes) => starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a'),
  webp: (bytes) => starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8),
  avif: (bytes) => starts(bytes, 'ftypavif', 4) || starts(bytes, 'ftypavis', 4),
  svg: (bytes) => /^\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)?<svg[\s>]/.test(bytes.subarray(0, 4096).toString()),
};

const has = (bytes: Buffer, text: string): boolean => bytes.includes(text, 0, 'latin1');

/** Whether bytes that begin so are more than a head, by the same ending. Programs add bytes behind the end of some. */
export const PICTURE_ENDS: { readonly [ending: string]: (bytes: Buffer) => boolean } = {
  png: (bytes) => has(bytes, 'IEND\u00aeB`\u0082'),
  // A thumbnail within the head has an end of its own.
  jpg: (bytes) =>
    bytes.lastIndexOf('\u00ff\u00d9', undefined, 'latin1') > bytes.lastIndexOf('\u00ff\u00da', undefined, 'latin1'),
  gif: (bytes) => bytes.lastIndexOf(0x3b) > GIF_HEAD,
  webp: (bytes) => bytes.length > RIFF_HEAD && bytes.readUInt32LE(4) <= bytes.length - RIFF_SIZED,
  avif: (bytes) =>
    bytes.readUInt32BE(0) < bytes.length && has(bytes, 'meta') && /mdat|idat/.test(bytes.toString('latin1')),
  svg: (bytes) => /<\/svg\s*>|<svg[^>]*\/>\s*$/.test(bytes.subarray(-4096).toString()),
};
const GIF_HEAD = 13;
/** With the first chunk's head; and the bytes that its length leaves out. */
const [RIFF_HEAD, RIFF_SIZED] = [20, 8];
