// Sort keys of texts: three numbers per document that order as the texts do, as far as they tell them apart.
//
// They hold the first 18 characters of the folded text. Texts in order are mostly alike at their beginnings, and
// numbers side by side are compared in a hundredth of the time of two texts. Equal keys say nothing: the texts must be
// compared.
import { fold } from '../../domain/search/text-fold.ts';

const KEYS_PER_TEXT = 3;
const UNITS_PER_KEY = 6;
const CAPACITY_MIN = 8;
/** A UTF-16 unit of this value or more ends the keys: they say nothing of what follows it. */
const UNIT_MAX = 255;

/** Whether the part that goes into the keys is ASCII, which needs no fold: each character folds for itself. */
const startsAscii = (text: string): boolean => {
  const end = Math.min(text.length, KEYS_PER_TEXT * UNITS_PER_KEY);
  for (let position = 0; position < end; position += 1) if (text.charCodeAt(position) >= 128) return false;
  return true;
};

const lowerAscii = (unit: number): number => (unit >= 65 && unit <= 90 ? unit + 32 : unit);

export class TextSortKeys {
  /** Three per document; the first is NaN where they are not known. */
  private keys: Float64Array = new Float64Array(0);

  /** The document's text has changed: its keys are not known any more. */
  invalidate(docId: number): void {
    const offset = docId * KEYS_PER_TEXT;
    if (offset < this.keys.length) this.keys[offset] = NaN;
  }

  /** First key of a document, NaN where it is not known; where it is, its text need not be read. */
  firstKey(docId: number): number {
    const offset = docId * KEYS_PER_TEXT;
    return offset < this.keys.length ? this.keys[offset]! : NaN;
  }

  /** Computes the keys of a document and returns the first one; Infinity where it has no text. */
  update(docId: number, text: string | undefined): number {
    const offset = docId * KEYS_PER_TEXT;
    if (offset >= this.keys.length) this.grow(docId);
    if (text === undefined) this.keys.fill(Infinity, offset, offset + KEYS_PER_TEXT);
    else this.encode(startsAscii(text) ? text : fold(text), offset);
    return this.keys[offset]!;
  }

  /** Order of two documents whose keys are known and whose first keys are equal. */
  compare(a: number, b: number): number {
    const { keys } = this;
    const [left, right] = [a * KEYS_PER_TEXT, b * KEYS_PER_TEXT];
    if (keys[left + 1] !== keys[right + 1]) return keys[left + 1]! - keys[right + 1]!;
    return keys[left + 2] === keys[right + 2] ? 0 : keys[left + 2]! - keys[right + 2]!;
  }

  private encode(folded: string, offset: number): void {
    let ended = false;
    for (let index = 0; index < KEYS_PER_TEXT; index += 1) {
      let key = 0;
      for (let unit = index * UNITS_PER_KEY; unit < (index + 1) * UNITS_PER_KEY; unit += 1) {
        const value: number = ended || unit >= folded.length ? 0 : lowerAscii(folded.charCodeAt(unit));
        key = key * (UNIT_MAX + 1) + Math.min(value, UNIT_MAX);
        ended ||= value >= UNIT_MAX;
      }
      this.keys[offset + index] = key;
    }
  }

  private grow(docId: number): void {
    const wider = new Float64Array((docId + (docId >>> 2) + CAPACITY_MIN) * KEYS_PER_TEXT).fill(NaN, this.keys.length);
    wider.set(this.keys);
    this.keys = wider;
  }
}
