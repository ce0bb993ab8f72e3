// Pieces and money of each product, day by day: what best sellers of any days are found from.
//
// A shop of a million orders has some million pairs of day and product. A day that is not changed any more is packed:
// three numbers for each product, in one array (D465).
import { dayText } from '../date-time.ts';
import { sumOf } from '../money.ts';
import type { Whole } from '../money.ts';
import type { Steps } from '../../kernel/steps.ts';
import { ByScope, inDigits, isWanted, scopeText } from './day-sums.ts';
import type { Scope, Wanted } from './day-sums.ts';

/** What was sold of a product. */
export interface Sold {
  /** Thousandths of a piece. */
  readonly milli: Whole;
  /** What its lines come to, before coupons and without delivery. */
  readonly minor: Whole;
}

/** `Sold` of a day that goes on. */
type Counted = { -readonly [K in keyof Sold]: Sold[K] };

export const NOTHING_SOLD: Sold = { milli: 0, minor: 0 };

/** Days that are not packed, at most. */
const LOOSE_MAX = 64;
/** Products that one step reads. */
const STEP = 4096;
/** Numbers of a product in a packed day. */
const WIDTH = 3;

const isSmall = (value: Whole): value is number => typeof value === 'number';

const isSome = ({ milli, minor }: Sold): boolean => milli !== 0 || minor !== 0;

class ProductDay {
  /**
   * A product of which nothing is left stays in it: one that went and came back would stand behind the others, and a
   * reader in the middle of the day would count it twice.
   */
  private loose: Map<number, Counted> | undefined = new Map();
  private packed = new Float64Array(0);
  /** Products of which something was sold. */
  private count = 0;

  change(productId: number, milli: number, minor: number): void {
    const products = (this.loose ??= new Map(this.entries()));
    let sold = products.get(productId);
    if (sold === undefined) products.set(productId, (sold = { milli: 0, minor: 0 }));
    const before = Number(isSome(sold));
    sold.milli = sumOf(sold.milli, milli);
    sold.minor = sumOf(sold.minor, minor);
    this.count += Number(isSome(sold)) - before;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** Sums that no double holds exactly stay as they are. */
  pack(): void {
    const { loose } = this;
    if (loose === undefined || ![...loose.values()].every(({ milli, minor }) => isSmall(milli) && isSmall(minor)))
      return;
    const packed = new Float64Array(this.count * WIDTH);
    let at = 0;
    for (const [productId, { milli, minor }] of this.entries()) {
      packed.set([productId, Number(milli), Number(minor)], at);
      at += WIDTH;
    }
    this.packed = packed;
    this.loose = undefined;
  }

  /** Each product once, as it is when it is read; other work may have its turn in between. */
  *entries(): Generator<readonly [productId: number, sold: Counted]> {
    const { loose, packed } = this;
    if (loose !== undefined) {
      for (const entry of loose) if (isSome(entry[1])) yield entry;
      return;
    }
    for (let at = 0; at < packed.length; at += WIDTH)
      yield [packed[at]!, { milli: packed[at + 1]!, minor: packed[at + 2]! }];
  }
}

interface Kept {
  readonly scope: Scope;
  readonly days: Map<number, ProductDay>;
}

export class ProductSales {
  private readonly scopes = new ByScope((scope): Kept => ({ scope, days: new Map() }));
  /** In the order in which they became so. An empty one stays until it would be packed: a reader may stand in it. */
  private readonly loose = new Map<ProductDay, () => void>();

  change(scope: Scope, day: number, productId: number, milli: number, minor: number): void {
    const { days } = this.scopes.of(scope);
    let products = days.get(day);
    if (products === undefined) days.set(day, (products = new ProductDay()));
    if (!this.loose.has(products)) this.loose.set(products, () => void days.delete(day));
    products.change(productId, milli, minor);
    if (this.loose.size <= LOOSE_MAX) return;
    for (const [oldest, drop] of this.loose) {
      if (oldest.isEmpty) drop();
      else oldest.pack();
      this.loose.delete(oldest);
      return;
    }
  }

  /**
   * What was sold of each product on these days, money in units of 10^−digits. A product of a day is as it is when it
   * is read.
   */
  *sold(wanted: Wanted, [fromDay, toDay]: readonly [number, number], digits: number): Steps<Map<number, Sold>> {
    const sums = new Map<number, Sold>();
    let looked = 0;
    for (const { scope, days } of this.scopes.values()) {
      if (!isWanted(scope, wanted) || scope.digits > digits) continue;
      // A day that ends and begins again meanwhile would stand behind the others, and be read again.
      const known = [...days.keys()];
      for (const day of known) {
        const products = day < fromDay || day > toDay ? undefined : days.get(day);
        if (products === undefined) continue;
        for (const [productId, { milli, minor }] of products.entries()) {
          const before = sums.get(productId) ?? NOTHING_SOLD;
          sums.set(productId, {
            milli: sumOf(before.milli, milli),
            minor: sumOf(before.minor, inDigits(minor, scope.digits, digits)),
          });
          if ((looked += 1) % STEP === 0) yield '';
        }
      }
    }
    return sums;
  }

  /**
   * What verify compares of each day: pieces and money, and both again times the product's id, which differ where one
   * product was taken for another.
   */
  *figures(): Generator<readonly [name: string, value: Whole]> {
    for (const { scope, days } of this.scopes.values()) {
      for (const [day, products] of days) {
        if (products.isEmpty) continue;
        const sums = new DaySold();
        for (const [productId, { milli, minor }] of products.entries()) sums.add(productId, milli, minor);
        yield* sums.figures(day, scope);
      }
    }
  }
}

/** What products of one day come to, as verify compares it. */
export class DaySold {
  private milli: Whole = 0;
  private minor: Whole = 0;
  private milliById: Whole = 0;
  private minorById: Whole = 0;

  add(productId: number, milli: Whole, minor: Whole): void {
    this.milli = sumOf(this.milli, milli);
    this.minor = sumOf(this.minor, minor);
    this.milliById = sumOf(this.milliById, BigInt(milli) * BigInt(productId));
    this.minorById = sumOf(this.minorById, BigInt(minor) * BigInt(productId));
  }

  *figures(day: number, scope: Scope): Generator<readonly [name: string, value: Whole]> {
    const where = `${dayText(day)}${scopeText(scope)}`;
    yield [`pieces sold on ${where}`, this.milli];
    yield [`money of products sold on ${where}`, this.minor];
    yield [`pieces by product sold on ${where}`, this.milliById];
    yield [`money by product sold on ${where}`, this.minorById];
  }
}
