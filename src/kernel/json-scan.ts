// One pass over JSON text that builds no values: how much it would build, and texts of its outermost object. It costs a
// few nanoseconds per character, whatever the text is, where reading one value may cost a microsecond.

const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

export interface JsonShape {
  /** Members and entries of the text, or more. */
  readonly values: number;
  readonly depth: number;
}

/** Position behind the string that begins with the quote at `from`; the end of the text where it is unclosed. */
export const behindText = (text: string, from: number): number => {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  return text.length;
};

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

export const behindBlanks = (text: string, from: number): number => {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
};

/**
 * `member` gets the name and the value of each member of the outermost object whose value is a text, both as written,
 * between quotes. Text that is not JSON has a shape, too.
 */
export const scanJson = (text: string, member?: (name: string, value: string) => void): JsonShape => {
  let [values, depth, deepest] = [1, 0, 0];
  for (let at = 0; at < text.length;) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = behindText(text, at);
        const colon = depth === 1 && member !== undefined ? behindBlanks(text, end) : 0;
        if (colon > 0 && text[colon] === ':') {
          const from = behindBlanks(text, colon + 1);
          const to = text.charCodeAt(from) === QUOTE ? behindText(text, from) : from;
          if (to > from) member!(text.slice(at, end), text.slice(from, to));
          at = to;
        } else at = end;
        continue;
      }
      case OBJECT:
      case LIST:
        depth += 1;
        values += 1;
        if (depth > deepest) deepest = depth;
        break;
      case OBJECT_END:
      case LIST_END:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      default:
    }
    at += 1;
  }
  return { values, depth: deepest };
};
