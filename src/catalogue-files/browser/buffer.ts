// What the readers of catalogue files, and the packages that they use, need of Node's Buffer, in a browser.
//
// Guaranteed: the same bytes and texts as Node's, for what is here (test/catalogue-files/page-reading.test.ts).
// Not promised: anything else of Buffer; it is missing, and does not differ.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
const encoder = new TextEncoder();
/** Characters that one call of String.fromCharCode takes. */
const PIECE = 8192;

const codesText = (codes: ArrayLike<number>): string => {
  let text = '';
  for (let at = 0; at < codes.length; at += PIECE)
    text += String.fromCharCode(...Array.prototype.slice.call(codes, at, at + PIECE));
  return text;
};

const wideText = (bytes: Uint8Array): string => {
  const codes = new Uint16Array(bytes.length >> 1);
  for (let at = 0; at < codes.length; at += 1) codes[at] = bytes[2 * at]! | (bytes[2 * at + 1]! << 8);
  return codesText(codes);
};

const hexText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

class PageBuffer extends Uint8Array<ArrayBuffer> {
  static override from(given: string | ArrayLike<number> | Iterable<number>): PageBuffer {
    if (typeof given === 'string') return PageBuffer.over(encoder.encode(given));
    const list = given instanceof Uint8Array ? given : Uint8Array.from(given as ArrayLike<number>);
    const bytes = PageBuffer.alloc(list.length);
    bytes.set(list);
    return bytes;
  }

  static override of(...items: number[]): PageBuffer {
    return PageBuffer.from(items);
  }

  /** The same memory. */
  static over({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): PageBuffer {
    return new PageBuffer(buffer, byteOffset, length);
  }

  static alloc(length: number): PageBuffer {
    return new PageBuffer(new ArrayBuffer(length));
  }

  static allocUnsafe(length: number): PageBuffer {
    return new PageBuffer(new ArrayBuffer(length));
  }

  static isBuffer(value: unknown): boolean {
    return value instanceof PageBuffer;
  }

  static byteLength(text: string): number {
    return encoder.encode(text).length;
  }

  static compare(one: Uint8Array, other: Uint8Array): number {
    const length = Math.min(one.length, other.length);
    for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return one[at]! < other[at]! ? -1 : 1;
    return Math.sign(one.length - other.length);
  }

  static concat(list: readonly Uint8Array[], length = list.reduce((sum, part) => sum + part.length, 0)): PageBuffer {
    const bytes = PageBuffer.alloc(length);
    let at = 0;
    for (const part of list) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  override toString(encoding = 'utf8', from = 0, to = this.length): string {
    const bytes = from === 0 && to === this.length ? this : this.subarray(from, to);
    if (encoding === 'latin1') return codesText(bytes);
    if (encoding === 'utf16le') return wideText(bytes);
    return encoding === 'hex' ? hexText(bytes) : decoder.decode(bytes);
  }

  /** Shares the memory, as Node's does. */
  override slice(from?: number, to?: number): PageBuffer {
    return this.subarray(from, to) as PageBuffer;
  }

  copy(target: Uint8Array, at = 0, from = 0, to = this.length): number {
    const part = this.subarray(from, Math.min(to, from + target.length - at));
    target.set(part, at);
    return part.length;
  }

  compare(other: Uint8Array, from = 0, to = other.length): number {
    return PageBuffer.compare(this, other.subarray(from, to));
  }

  swap16(): this {
    for (let at = 0; at + 1 < this.length; at += 2) [this[at], this[at + 1]] = [this[at + 1]!, this[at]!];
    return this;
  }
}

export { PageBuffer as Buffer };

export const isUtf8 = (bytes: Uint8Array<ArrayBuffer>): boolean => {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
};
