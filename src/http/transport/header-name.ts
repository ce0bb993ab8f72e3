/**
 * The name of a header in lower case: as text, and as the bytes that uWebSockets.js would otherwise make of the text
 * for every request.
 */
export interface HeaderName {
  readonly text: string;
  readonly bytes: ArrayBuffer;
}

export const bytesOf = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text)).buffer;

export const headerName = (text: string): HeaderName => ({ text, bytes: bytesOf(text) });
