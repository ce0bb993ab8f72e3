// Counts the values of one field over families of records: in how many families some record has a value.
//
// What a record has is a code: of nothing, of a value, of several. The code is kept by the caller, so that a family can
// be taken back as it was counted, whatever its records are by now.
//
// Not here: which records count (facet-rows.ts), and what is shown of the counts (facet-values.ts).
import type { FieldValue, Scalar } from '../../domain/search/constraint.ts';
import { compareText } from '../../domain/search/text-order.ts';
import type { DocIds } from './scratch.ts';
import { TAKEN } from './scratch.ts';

/** Memory of a value and its counts, roughly. */
const VALUE_BYTES = 128;
const PLACE_BYTES = 8;
const NONE: readonly number[] = [];

/** What a record has that has no value. */
export const NO_CODE = 0;

/** The range of a number between bounds in order: 0 is that before the first one. */
const rangeOf = (bounds: readonly number[], number: number): number => {
  let range = 0;
  while (range < bounds.length && number >= bounds[range]!) range += 1;
  return range;
};

/** The ranges whose bounds a text lies between; as texts, bounds may be in another order. */
const rangesOfText = (bounds: readonly number[], text: string): readonly number[] =>
  Array.from({ length: bounds.length + 1 }, (_, range) => range).filter(
    (range) =>
      (range === 0 || compareText(text, String(bounds[range - 1])) >= 0) &&
      (range === bounds.length || compareText(text, String(bounds[range])) < 0),
  );

export class FacetTally {
  /** Each value once; of ranges none. */
  readonly values: Scalar[] = [];
  readonly bounds: readonly number[] | undefined;
  private readonly codeOfValue = new Map<Scalar, number>();
  private readonly codeOfList = new Map<string, number>();
  /** Places of the values, or ranges, by code. */
  private readonly placesOf: (readonly number[])[] = [NONE];
  /** Families of one record, by code. */
  private alone = new Int32Array(64);
  /** Other families, by place. */
  private readonly others: number[] = [];
  /** The last family that was counted, by place. */
  private readonly counted: number[] = [];
  private families = 0;

  /** `bounds`: numbers are counted in the ranges between them, which are one more. */
  constructor(bounds: readonly number[] | undefined) {
    this.bounds = bounds;
    if (bounds !== undefined) for (let range = 0; range <= bounds.length; range += 1) this.newCode([this.newPlace()]);
  }

  /** The code of what a record has. */
  codeOf(value: FieldValue): number {
    if (value === undefined) return NO_CODE;
    if (typeof value === 'object') return this.codeOfSeveral(value);
    const { bounds } = this;
    if (bounds !== undefined) return this.codeOfRange(bounds, value);
    if (value === '') return NO_CODE;
    const known = this.codeOfValue.get(value);
    if (known !== undefined) return known;
    this.values.push(value);
    const code = this.newCode([this.newPlace()]);
    this.codeOfValue.set(value, code);
    return code;
  }

  private codeOfRange(bounds: readonly number[], value: Scalar): number {
    if (typeof value === 'number') return 1 + rangeOf(bounds, value);
    return this.codeOfPlaces(rangesOfText(bounds, value));
  }

  private codeOfSeveral(values: readonly Scalar[]): number {
    const places = new Set<number>();
    for (const value of values) for (const place of this.placesOf[this.codeOf(value)]!) places.add(place);
    return this.codeOfPlaces([...places]);
  }

  private codeOfPlaces(places: readonly number[]): number {
    if (places.length === 0) return NO_CODE;
    const key = places.join();
    let code = this.codeOfList.get(key);
    if (code !== undefined) return code;
    TAKEN.bytes += key.length + PLACE_BYTES * places.length;
    this.codeOfList.set(key, (code = this.newCode(places)));
    return code;
  }

  private newPlace(): number {
    this.counted.push(0);
    return this.others.push(0) - 1;
  }

  private newCode(places: readonly number[]): number {
    TAKEN.bytes += VALUE_BYTES;
    const code = this.placesOf.push(places) - 1;
    if (code >= this.alone.length) {
      const wider = new Int32Array(code * 2);
      wider.set(this.alone);
      this.alone = wider;
    }
    return code;
  }

  /** Counts families of one record each. */
  addAlone(codes: DocIds, from: number, to: number): void {
    const { alone } = this;
    for (let position = from; position < to; position += 1) alone[codes[position]!]! += 1;
  }

  /** Counts families of one record each, that have the same code. */
  addRecords(code: number, count: number): void {
    this.alone[code]! += count;
  }

  /** Counts one family, whose records have these codes; -1 takes it back. */
  addFamily(codes: DocIds, from: number, to: number, by: 1 | -1): void {
    if (to - from === 1) {
      this.alone[codes[from]!]! += by;
      return;
    }
    this.families += 1;
    const { families, placesOf, counted, others } = this;
    for (let position = from; position < to; position += 1)
      for (const place of placesOf[codes[position]!]!) {
        if (counted[place] === families) continue;
        counted[place] = families;
        others[place]! += by;
      }
  }

  /** Families by place of a value or range. */
  counts(): number[] {
    const counts = this.others.slice();
    for (const [code, places] of this.placesOf.entries())
      for (const place of places) counts[place]! += this.alone[code]!;
    return counts;
  }
}
