// Finds lines of a large cart without scanning it. Built when it is first needed, and maintained while the lines
// change.
import type { Line } from './line.ts';
import type { Milli } from '../money.ts';

/** What makes two lines equal (D84). */
export type LineKey = Pick<Line, 'productId' | 'type' | 'priceE4' | 'rateE6' | 'parentId' | 'name' | 'attributes'> & {
  readonly basis?: Line['basis'];
};

const sameAttributes = (a: Line['attributes'], b: Line['attributes']): boolean =>
  a.length === b.length && a.every(([name, value], index) => b[index]![0] === name && b[index]![1] === value);

/** Lines of two tax classes may bear the same rate in one country and not in another. */
const sameBasis = ({ basis: a = null }: LineKey, { basis: b = null }: LineKey): boolean =>
  a === null || b === null || (a[0] === b[0] && a[1] === b[1]);

export const isEqualLine = (line: LineKey, wanted: LineKey): boolean =>
  line.productId === wanted.productId &&
  line.type === wanted.type &&
  line.priceE4 === wanted.priceE4 &&
  line.rateE6 === wanted.rateE6 &&
  line.parentId === wanted.parentId &&
  line.name === wanted.name &&
  sameBasis(line, wanted) &&
  sameAttributes(line.attributes, wanted.attributes);

/** Equal lines have equal keys; few others do. */
const keyOf = ({ productId, priceE4, parentId, name, attributes }: LineKey): string =>
  JSON.stringify([productId, priceE4, parentId, name, attributes]);

export class LineIndex {
  /** Lines in the order of the cart. */
  private readonly byKey = new Map<string, Line[]>();
  private readonly milliByProduct = new Map<number, number>();

  constructor(lines: readonly Line[]) {
    for (const line of lines) this.add(line);
  }

  add(line: Line): void {
    const key = keyOf(line);
    const known = this.byKey.get(key);
    if (known === undefined) this.byKey.set(key, [line]);
    else known.push(line);
    this.raise(line.productId, line.quantityMilli);
  }

  remove(line: Line): void {
    const key = keyOf(line);
    const rest = this.byKey.get(key)!.filter((other) => other !== line);
    if (rest.length === 0) this.byKey.delete(key);
    else this.byKey.set(key, rest);
    this.raise(line.productId, -line.quantityMilli);
  }

  raise(productId: number, milli: number): void {
    this.milliByProduct.set(productId, this.quantityMilliOf(productId) + milli);
  }

  equal(wanted: LineKey): Line | undefined {
    return this.byKey.get(keyOf(wanted))?.find((line) => isEqualLine(line, wanted));
  }

  quantityMilliOf(productId: number): Milli {
    return (this.milliByProduct.get(productId) ?? 0) as Milli;
  }
}
