// Texts that become bytes by a plain copy: each character is one byte of the text's UTF-8.
//
// Guaranteed by the compiler: where octets are wanted, no text stands that nobody has encoded. Not promised: that what
// `ascii` is given is ASCII.

declare const ONE_CHARACTER_PER_BYTE: unique symbol;

/** A text in UTF-8, one character per byte; a plain string, where the program runs. */
export type Octets = string & { readonly [ONE_CHARACTER_PER_BYTE]: true };

const ASCII = /^[\0-\x7f]*$/;

/** Encodes a text. */
export const octets = (text: string): Octets =>
  (ASCII.test(text) ? text : Buffer.from(text).toString('latin1')) as Octets;

/** Digits, dates, marks of JSON and names of members: ASCII is its own UTF-8. */
export const ascii = (text: string): Octets => text as Octets;

export const joined = (before: Octets, after: Octets): Octets => (before + after) as Octets;

/** `before` and `after`: ASCII. */
export const enclosed = (before: string, text: Octets, after: string): Octets => `${before}${text}${after}` as Octets;

/** What stands from one byte to before another, both at the beginning of a character. */
export const part = (text: Octets, from: number, to?: number): Octets => text.slice(from, to) as Octets;

const SCRATCH_LENGTH = 4096;
/** Made when it is first used: a browser, which reads catalogue files with `ascii`, has no Buffer. */
let scratch: Buffer | undefined;

/**
 * Copies a concatenated string into one flat string: V8 keeps the pieces otherwise, and walking them for every reply
 * costs more than one copy.
 */
export const flat = (text: Octets): Octets => {
  const bytes =
    text.length <= SCRATCH_LENGTH
      ? (scratch ??= Buffer.allocUnsafeSlow(SCRATCH_LENGTH))
      : Buffer.allocUnsafe(text.length);
  return bytes.toString('latin1', 0, bytes.write(text, 'latin1')) as Octets;
};

/** The bytes of a text, at a place of a buffer. */
export const writeOctets = (text: Octets, buffer: Buffer): Buffer => {
  buffer.write(text, 0, 'latin1');
  return buffer;
};

/** What is kept as text is a tree of strings, which the collector would copy as long as it waits for the disk. */
export const bytesOf = (text: Octets): Buffer => Buffer.from(text, 'latin1');
