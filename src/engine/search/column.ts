// A column: the values of one field by doc id, in the smallest of three layouts that fits them.
//
// Reading a value on the heap costs 100 to 200 ns, one of adjacent values 1 ns. So up to `distinctMax` different values
// are kept once each with a 16-bit code per document, numbers in a Float64Array, and other values as they are. A column
// changes its layout by itself and never goes back.
import { composedValue } from '../../domain/search/conditions.ts';
import type { FieldValue } from '../../domain/search/constraint.ts';
import type { WholeKind } from '../../domain/search/word-match.ts';
import { TextSortKeys } from './text-sort-keys.ts';
import { WholeTexts } from './whole-texts.ts';
import type { InvertedIndex } from './inverted-index.ts';

/** Different values up to which a column uses codes; tests lower it. */
export const COLUMNS = { distinctMax: 2048 };

const CAPACITY_MIN = 8;
const capacityFor = (docId: number): number => docId + (docId >>> 2) + CAPACITY_MIN;

/** Layout for few different values: each is kept once, a document holds its code. */
export class CodedValues {
  /** Code by doc id; 0: no value. */
  codes: Uint16Array = new Uint16Array(0);
  /** Value by code; code 0 is no value. */
  readonly values: FieldValue[] = [undefined];
  /** Documents that hold a code, by code. */
  readonly useCounts: number[] = [0];
  private readonly codeOf = new Map<FieldValue, number>();
  private readonly free: number[] = [];

  valueAt(docId: number): FieldValue {
    return docId < this.codes.length ? this.values[this.codes[docId]!] : undefined;
  }

  /**
   * Sets a value. Returns false where it cannot have a code: there are too many, it is a list, or it is -0, which a map
   * takes for 0.
   */
  put(docId: number, value: FieldValue): boolean {
    const code = value === undefined ? 0 : this.code(value);
    if (code === undefined) return false;
    if (docId >= this.codes.length) {
      const wider = new Uint16Array(capacityFor(docId));
      wider.set(this.codes);
      this.codes = wider;
    }
    const before = this.codes[docId]!;
    this.codes[docId] = code;
    this.useCounts[code]! += 1;
    if (before === 0 || (this.useCounts[before]! -= 1) > 0) return true;
    this.codeOf.delete(this.values[before]);
    this.values[before] = undefined;
    this.free.push(before);
    return true;
  }

  private code(value: FieldValue): number | undefined {
    const known = this.codeOf.get(value);
    if (Object.is(value, -0)) return undefined;
    if (known !== undefined) return known;
    if (typeof value === 'object' || this.codeOf.size >= COLUMNS.distinctMax) return undefined;
    const code = this.free.pop() ?? this.values.length;
    this.values[code] = value;
    this.useCounts[code] = 0;
    this.codeOf.set(value, code);
    return code;
  }
}

export class Column {
  coded: CodedValues | undefined = new CodedValues();
  /** Layout for numbers, by doc id; NaN: no value. */
  numbers: Float64Array | undefined;
  private others: FieldValue[] = [];
  words: InvertedIndex | undefined;
  /** Whole texts, where a query may be one of them. */
  readonly wholes: WholeTexts | undefined;
  /** Sort keys of texts: kept from the start where `keepsSortKeys`, else since the first search that sorted by them. */
  sortKeys: TextSortKeys | undefined;
  private readonly keepsSortKeys: boolean;
  /** Documents that have a value here. */
  valueCount = 0;
  /** Documents below this id have their words in the index. */
  indexedUpTo = 0;

  /** `keepsSortKeys`: searches usually sort by this field. */
  constructor(words: InvertedIndex | undefined, ordered = false, whole?: WholeKind) {
    this.words = words;
    this.wholes = whole && new WholeTexts(whole);
    this.keepsSortKeys = ordered;
  }

  valueAt(docId: number): FieldValue {
    if (this.coded !== undefined) return this.coded.valueAt(docId);
    if (this.numbers === undefined) return this.others[docId];
    const number = docId < this.numbers.length ? this.numbers[docId]! : NaN;
    return Number.isNaN(number) ? undefined : number;
  }

  has(docId: number): boolean {
    return this.valueAt(docId) !== undefined;
  }

  /** `docCount`: documents of the partition, which decides between lists and bits of postings. */
  set(docId: number, given: FieldValue, docCount: number): void {
    // A list of one value is stored as the value, which takes less memory and may have a code.
    const value = composedValue(typeof given === 'object' && given.length === 1 ? given[0] : given);
    const before = this.valueAt(docId);
    if (value === before) return;
    this.valueCount += (value === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    this.put(docId, value);
    if (this.keepsSortKeys) this.updateSortKey(docId, value);
    else this.sortKeys?.invalidate(docId);
    if (docId >= this.indexedUpTo || this.words === undefined) return;
    const [was, is] = [typeof before === 'string' ? before : '', typeof value === 'string' ? value : ''];
    this.words.replace(docId, was, is, docCount);
    this.wholes?.replace(docId, was, is);
  }

  /**
   * Indexes the words of documents up to `end`, or of as many as have `unitsMax` UTF-16 units of text.
   */
  indexUpTo(end: number, docCount: number, unitsMax = Infinity): void {
    const { words } = this;
    if (words === undefined) {
      this.indexedUpTo = end;
      return;
    }
    let units = 0;
    for (; this.indexedUpTo < end && units < unitsMax; this.indexedUpTo += 1) {
      const value = this.valueAt(this.indexedUpTo);
      if (typeof value !== 'string') continue;
      words.add(this.indexedUpTo, value, docCount);
      this.wholes?.add(this.indexedUpTo, value);
      units += value.length;
    }
    words.growAhead();
  }

  private put(docId: number, value: FieldValue): void {
    if (this.coded !== undefined) {
      if (this.coded.put(docId, value)) return;
      this.decode(this.coded);
    }
    if (this.numbers !== undefined && (value === undefined || (typeof value === 'number' && !Number.isNaN(value))))
      return this.putNumber(docId, value);
    if (this.numbers !== undefined) {
      this.others = Array.from(this.numbers, (number) => (Number.isNaN(number) ? undefined : number));
      this.numbers = undefined;
    }
    while (this.others.length < docId) this.others.push(undefined);
    this.others[docId] = value;
  }

  /** Updates sort keys with each write, so that the first sorted search need not make all of them. */
  private updateSortKey(docId: number, value: FieldValue): void {
    if (this.coded !== undefined || this.numbers !== undefined) return;
    if (this.sortKeys === undefined) {
      this.sortKeys = new TextSortKeys();
      for (let other = 0; other < this.others.length; other += 1) this.updateSortKey(other, this.others[other]);
    } else if (value === undefined || typeof value === 'string') this.sortKeys.update(docId, value);
    else this.sortKeys.invalidate(docId);
  }

  private putNumber(docId: number, value: number | undefined): void {
    if (docId >= this.numbers!.length) {
      const wider = new Float64Array(capacityFor(docId)).fill(NaN, this.numbers!.length);
      wider.set(this.numbers!);
      this.numbers = wider;
    }
    this.numbers![docId] = value ?? NaN;
  }

  /** Changes from codes to numbers or plain values, because there are too many different ones. */
  private decode({ codes, values }: CodedValues): void {
    this.coded = undefined;
    if (values.every((value) => value === undefined || (typeof value === 'number' && !Number.isNaN(value)))) {
      this.numbers = Float64Array.from(codes, (code) => (values[code] as number | undefined) ?? NaN);
    } else {
      for (const code of codes) this.others.push(values[code]);
    }
  }
}

/** Source of a document's value: the first column that has one, else the class's default. */
export interface FallbackChain {
  readonly columns: readonly Column[];
  /** Value of a document without one in any column. */
  readonly defaultValue: FieldValue;
  /** The words of `defaultValue`, where it is a text. */
  readonly defaultWords: readonly string[];
}

export const chainValue = ({ columns, defaultValue }: FallbackChain, docId: number): FieldValue => {
  for (const column of columns) {
    const value = column.valueAt(docId);
    if (value !== undefined) return value;
  }
  return defaultValue;
};

/** Whether a document has a value in none of the first `count` columns. */
export const lacksValue = (columns: readonly Column[], count: number, docId: number): boolean => {
  for (let index = 0; index < count; index += 1) if (columns[index]!.has(docId)) return false;
  return true;
};
