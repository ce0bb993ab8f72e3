// Orders that are invoiced by parcel. It would catch a cent or a piece that is on two invoices or on none, an invoice
// below zero, a credit that takes more off an invoice than it has, and figures that differ from the documents.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculate, payableMinor } from '../../../src/domain/calculation/calculate.ts';
import { isGoods } from '../../../src/domain/calculation/goods.ts';
import { lineWorths } from '../../../src/domain/calculation/worth.ts';
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { LINE } from '../../../src/domain/cart/line.ts';
import { taxWithin } from '../../../src/domain/money.ts';
import type { Milli, Minor, RateE6 } from '../../../src/domain/money.ts';
import { frozen } from '../../../src/domain/orders/checkout.ts';
import { documentSums, documentsOf } from '../../../src/domain/orders/bookings.ts';
import { creditOfPieces } from '../../../src/domain/orders/credit-pieces.ts';
import { amountOf, byPartial, creditOfAmount, creditedPieces, orderTotal } from '../../../src/domain/orders/credits.ts';
import type { CreditKind, TakenLine, WantedLine } from '../../../src/domain/orders/credits.ts';
import { invoicesOf } from '../../../src/domain/orders/invoice-number.ts';
import { nextPart } from '../../../src/domain/orders/invoice-parcel.ts';
import { OrderReports } from '../../../src/domain/orders/order-reports.ts';
import { sentOf } from '../../../src/domain/orders/order-parts.ts';
import { order } from '../../../src/domain/orders/order.ts';
import type { Order, OrderCommand } from '../../../src/domain/orders/order.ts';
import type { LineAmount } from '../../../src/domain/orders/partial-invoice.ts';
import { runs } from '../../harness/effort.ts';
import { placedCart } from '../calculation/placed-carts.ts';

const STEPS = ['ship', 'ship', 'ship', 'cancel', 'return', 'money', 'next'] as const;

interface Step {
  readonly what: (typeof STEPS)[number];
  readonly at: number;
  /** Of what there is, in 1/1,000. */
  readonly share: number;
}

type Broken =
  | ''
  | 'each part is rounded by itself'
  | 'a parcel is invoiced twice'
  | 'a credit is of no invoice'
  | 'discounts stay where their goods go'
  | 'discounts have tax at 0 %';

/** One order by its own decisions, as the procedures ask for them. */
class Parcelled {
  readonly state: Order = order.state.initial();
  day = 20_000;
  numbers = 0;
  private notes = 0;
  private readonly broken: Broken;

  constructor(cart: Cart, broken: Broken) {
    this.broken = broken;
    const placed = { cart, day: this.day, currency: 'EUR', currencyDigits: 2, isInvoicedByParcel: true };
    Object.assign(this.state, placed);
  }

  private ask(command: OrderCommand): void {
    const decided = order.decide(this.state, command, { atMs: this.day, id: 1 } as never);
    if (decided.ok) for (const event of decided.value) order.apply(this.state, event as never, this.day * 86_400_000);
  }

  private shipped(lines: readonly LineAmount[]): readonly LineAmount[] {
    if (this.broken === 'discounts have tax at 0 %')
      return lines.map((line) => (line.minor < 0 ? { ...line, taxMinor: line.taxMinor + 1 } : line));
    if (this.broken !== 'each part is rounded by itself') return lines;
    const worths = new Map(lineWorths(this.state.cart).map((worth) => [worth.line.id, worth]));
    return lines.map((line) => {
      const { minor, line: of } = worths.get(line.lineId)!;
      return { ...line, minor: Math.round((minor * line.quantityMilli) / of.quantityMilli) };
    });
  }

  /** As `invoicesPart` does. */
  invoice(isLast: boolean): void {
    const lines = this.shipped(nextPart(this.state, isLast));
    if (lines.length === 0) return;
    const again = this.broken === 'a parcel is invoiced twice' && this.numbers === 1 ? [lines, lines] : [lines];
    for (const one of again) {
      const invoice = { prefix: 'R-', number: (this.numbers += 1) };
      const parcelId = isLast ? 0 : this.state.parcels.length;
      this.ask({ type: 'invoice_part', invoice, day: this.day, parcelId, lines: one });
    }
  }

  /** As `makeCredit` does. */
  private credit(kind: CreditKind, lines: readonly TakenLine[]): void {
    const isLeft = ({ quantityMilli, minor }: TakenLine): boolean =>
      this.broken === 'discounts stay where their goods go' && quantityMilli === 0 && minor < 0;
    for (const [partialId, all] of byPartial(lines)) {
      const of = all.filter((line) => !isLeft(line));
      const note = partialId === 0 ? { prefix: '', number: 0 } : { prefix: 'S-', number: (this.notes += 1) };
      const which = this.broken === 'a credit is of no invoice' ? 0 : partialId;
      this.ask({ type: 'credit', kind, day: this.day, lines: of, reason: '', note, by: 1, partialId: which });
    }
  }

  ship(lines: readonly WantedLine[]): void {
    const parcel = { provider: '', trackingNumber: '', weightE6: 0, trackingUrl: '', measuresMm: [] };
    this.ask({ type: 'add_parcel', lines, by: 1, ...parcel });
    this.invoice(false);
  }

  /** As `cancelLines` and `receiveReturn` do; '': it was made. */
  takeOff(kind: 'canceled' | 'returned', wanted: readonly WantedLine[]): string {
    const made = creditOfPieces(this.state, wanted, kind === 'canceled');
    if (made.ok) this.credit(kind, made.value);
    return made.ok ? '' : made.code;
  }

  giveBack(lines: readonly TakenLine[]): void {
    this.credit('goodwill', lines);
  }

  /** Returns whatever was sent and cancels the rest. `isNamed`: with the discounts of staff. */
  takeAll(isNamed: boolean): void {
    for (const kind of ['returned', 'canceled'] as const) {
      const [sent, gone] = [sentOf(this.state), creditedPieces(this.state, [kind])];
      const wanted = this.state.cart.lines.filter(isGoods).flatMap(({ id, quantityMilli, sumMinor }): WantedLine[] => {
        const had = sent.get(id) ?? 0;
        const leftMilli = (kind === 'returned' ? had : quantityMilli - had) - (gone.get(id) ?? 0);
        return leftMilli > 0 && (isNamed || sumMinor >= 0) ? [{ lineId: id, quantityMilli: leftMilli }] : [];
      });
      const lines = this.state.cart.lines.filter(({ id }) => wanted.some(({ lineId }) => lineId === id));
      if (lines.some(({ sumMinor }) => sumMinor >= 0)) expect(this.takeOff(kind, wanted)).toBe('');
    }
  }

  take({ what, at, share }: Step): void {
    const { state } = this;
    const goods = state.cart.lines.filter(isGoods);
    const line = goods[at % goods.length]!;
    const [sent, gone] = [sentOf(state), creditedPieces(state)];
    const canceled = creditedPieces(state, ['canceled']).get(line.id) ?? 0;
    const had = sent.get(line.id) ?? 0;
    const part = (whole: number): number => Math.ceil((whole * share) / 1000);
    if (what === 'next') this.day += 1;
    if (what === 'ship') {
      const quantityMilli = part(line.quantityMilli - canceled - had);
      if (quantityMilli <= 0) return;
      this.ship([{ lineId: line.id, quantityMilli }]);
    }
    const left = what === 'cancel' ? line.quantityMilli - canceled - had : had - ((gone.get(line.id) ?? 0) - canceled);
    if ((what === 'cancel' || what === 'return') && part(left) > 0)
      this.takeOff(what === 'cancel' ? 'canceled' : 'returned', [{ lineId: line.id, quantityMilli: part(left) }]);
    if (what !== 'money') return;
    const made = creditOfAmount(state, Math.floor((orderTotal(state) * share) / 1000));
    if (made.ok && made.value.length > 0) this.credit('goodwill', made.value);
  }
}

/** An order of such lines: products, and discounts of staff below zero. */
const orderOf = (...lines: readonly (readonly [sumMinor: number, rateE6?: number, pieces?: number])[]): Parcelled => {
  const cart = emptyCart(0);
  cart.lines = lines.map(([sum, rate = 0, pieces = 1], at) => {
    const [sumMinor, rateE6, quantityMilli] = [sum as Minor, rate as RateE6, (pieces * 1000) as Milli];
    const type = sum < 0 ? ('FREE_ELEMENT' as const) : ('PRODUCT' as const);
    const sumTaxMinor = taxWithin(sumMinor, rateE6);
    return { ...LINE.initial(), id: at + 1, type, quantityMilli, sumMinor, sumTaxMinor, rateE6 };
  });
  cart.sumMinor = lines.reduce((sum, [sumMinor]) => sum + sumMinor, 0) as Minor;
  return new Parcelled(frozen(cart, 2, []), '');
};

const amounts = (of: readonly LineAmount[]): readonly (readonly number[])[] =>
  of.map(({ lineId, minor, taxMinor }) => [lineId, minor, taxMinor]);

const piece = (lineId: number, count = 1) => ({ lineId, quantityMilli: 1000 * count });

type ByRate = ReadonlyMap<number, readonly [minor: number, taxMinor: number]>;

const byRate = ({ lines }: Cart, parts: readonly (readonly [of: readonly LineAmount[], sign: 1 | -1])[]): ByRate => {
  const rates = new Map<number, readonly [number, number]>();
  for (const [of, sign] of parts)
    for (const { lineId, minor, taxMinor } of of) {
      const { rateE6 } = lines.find(({ id }) => id === lineId)!;
      const [amount, tax] = rates.get(rateE6) ?? [0, 0];
      rates.set(rateE6, [amount + sign * minor, tax + sign * taxMinor]);
    }
  return rates;
};

/** What the documents of the order come to, by rate, is what it comes to itself. */
const checkWhole = ({ cart, credits, partials }: Order): void => {
  const documents = byRate(cart, [
    ...partials.map(({ lines }) => [lines, 1] as const),
    ...credits.filter(({ partialId = 0 }) => partialId > 0).map(({ lines }) => [lines, -1] as const),
  ]);
  const off = byRate(
    cart,
    credits.map(({ lines }) => [lines, 1] as const),
  );
  for (const { rateE6, grossMinor, taxMinor } of calculate(cart).taxPositions) {
    const [minor, tax] = off.get(rateE6) ?? [0, 0];
    expect(documents.get(rateE6) ?? [0, 0]).toEqual([grossMinor - minor, taxMinor - tax]);
  }
};

const checkParts = (state: Order): void => {
  const { cart, partials, credits } = state;
  const invoiced = new Map<number, number>();
  for (const [at, partial] of partials.entries()) {
    const off = credits.filter(({ partialId }) => partialId === at + 1);
    expect(amountOf(partial)).toBeGreaterThanOrEqual(0);
    expect(off.reduce((sum, credit) => sum + amountOf(credit), 0)).toBeLessThanOrEqual(amountOf(partial));
    for (const credit of off) expect(amountOf(credit)).toBeGreaterThanOrEqual(0);
    for (const { lineId, quantityMilli } of partial.lines)
      invoiced.set(lineId, (invoiced.get(lineId) ?? 0) + quantityMilli);
  }
  for (const { id, quantityMilli } of cart.lines) expect(invoiced.get(id) ?? 0).toBeLessThanOrEqual(quantityMilli);
};

const figure = (reports: OrderReports, what: string): number =>
  [...reports.figures()].filter(([name]) => name.startsWith(what)).reduce((sum, [, value]) => sum + Number(value), 0);

/** No document of the order has tax at 0 %. */
const checkTaxFree = ({ cart, partials, credits }: Order): void => {
  const free = new Set(cart.lines.filter(({ rateE6 }) => rateE6 === 0).map(({ id }) => id));
  for (const { lines } of [...partials, ...credits])
    for (const { lineId, taxMinor } of lines) if (free.has(lineId)) expect(taxMinor).toBe(0);
};

/** The parcels of a random order, and at the end all that is left. `types`: which lines are products. */
const checkParcels = (broken: Broken = '') =>
  fc.property(
    placedCart,
    fc.array(fc.constantFrom('PRODUCT', 'PRODUCT', 'TEXT'), { minLength: 8, maxLength: 8 }),
    fc.array(
      fc.record({ what: fc.constantFrom(...STEPS), at: fc.nat({ max: 7 }), share: fc.integer({ min: 1, max: 1000 }) }),
      { maxLength: 14 },
    ),
    fc.constantFrom('stays' as const, 'comes back' as const, 'comes back, discounts named' as const),
    (given, types, steps, end) => {
      fc.pre(payableMinor(given) >= 0);
      const typed = given.lines.map((line, at) => (isGoods(line) ? { ...line, type: types[at % 8]! } : line));
      const life = new Parcelled({ ...given, lines: typed } as Cart, broken);
      const { state } = life;
      for (const step of steps) {
        life.take(step);
        checkParts(state);
      }
      if (end !== 'stays' && state.partials.length > 0) life.takeAll(end !== 'comes back');
      life.invoice(true);
      checkParts(state);
      checkTaxFree(state);
      checkWhole(state);
      const booked = documentsOf(state).flatMap(({ lines }) => lines);
      const documents = booked.reduce((sum, { minor }) => sum + minor, 0);
      expect(documents).toBe(orderTotal(state));
      expect(documentSums(state).reduce((sum, { minor }) => sum + minor, 0)).toBe(documents);
      expect(invoicesOf(state).map(({ number }) => number)).toEqual(state.partials.map((_, at) => at + 1));
      const reports = new OrderReports();
      reports.add(1, state, 1);
      expect(figure(reports, 'sales on') - figure(reports, 'credits on')).toBe(documents);
      expect(figure(reports, 'documents on')).toBe(documents);
    },
  );

test('invoices of parcels and of the rest, less their notes, come to what the order does, by rate', () => {
  fc.assert(checkParcels(), { numRuns: runs(400) });
});

test('a discount that is split has no tax at 0 %, and goes back with the goods of its invoice as far as these need it', () => {
  const life = orderOf([1000], [10_000], [-1500]);
  const { state } = life;
  life.ship([piece(1)]);
  expect(state.partials.map(({ lines }) => amounts(lines))).toEqual([
    [
      [1, 1000, 0],
      [3, -1000, 0],
    ],
  ]);
  expect(life.takeOff('canceled', [piece(3)])).toBe('CREDIT_AMOUNT_EXCEEDED');
  expect(life.takeOff('canceled', [piece(2), piece(3)])).toBe('');
  expect(state.credits.map(({ partialId = 0, lines }) => [partialId, amounts(lines)])).toEqual([
    [
      0,
      [
        [2, 10_000, 0],
        [3, -500, 0],
      ],
    ],
  ]);
  expect(life.takeOff('returned', [piece(1)])).toBe('');
  expect(orderTotal(state)).toBe(0);
});

test('a discount of goods at one rate makes no tax of another below zero, unless nothing else bears it', () => {
  const life = orderOf([1000, 190_000], [10_000, 70_000], [-1500, 70_000]);
  life.ship([piece(1)]);
  life.ship([piece(2)]);
  const { partials } = life.state;
  expect(partials.map(({ lines }) => lines.map(({ lineId, minor }) => [lineId, minor]))).toEqual([
    [[1, 1000]],
    [
      [2, 10_000],
      [3, -1500],
    ],
  ]);
  const other = orderOf([1000, 190_000], [1000, 70_000], [-1500, 70_000]);
  other.ship([piece(1)]);
  expect(amountOf(other.state.partials[0]!)).toBe(500);
});

test('pieces come off an invoice that has money left for them, and cancelled ones off the newest', () => {
  const life = orderOf([3000, 0, 3]);
  const { state } = life;
  life.ship([piece(1)]);
  life.invoice(true);
  const ofPieces = (isUnsent = false) => {
    const made = creditOfPieces(state, [piece(1)], isUnsent);
    return made.ok && made.value.map(({ partialId, minor }) => [partialId, minor]);
  };
  expect(ofPieces(true)).toEqual([[2, 1000]]);
  expect(ofPieces()).toEqual([[1, 1000]]);
  life.giveBack([{ partialId: 1, lineId: 1, quantityMilli: 0, minor: 1000, taxMinor: 0 }]);
  expect(ofPieces()).toEqual([[2, 1000]]);
});

test('money off that is more than what was sent comes off what has no invoice, and off later invoices to the cent', () => {
  const life = orderOf([1000, 190_000], [10_000, 70_000, 3], [-1500, 70_000]);
  const { state } = life;
  const off = (minor: number): string => {
    const made = creditOfAmount(state, minor);
    if (made.ok) life.giveBack(made.value);
    return made.ok ? '' : made.code;
  };
  life.ship([piece(1)]);
  expect(off(9501)).toBe('CREDIT_AMOUNT_EXCEEDED');
  expect(off(5000)).toBe('');
  expect(state.credits.map(({ partialId = 0, ...credit }) => [partialId, amountOf(credit)])).toEqual([[0, 5000]]);
  life.ship([piece(2)]);
  expect(off(4000)).toBe('');
  life.ship([piece(2, 2)]);
  life.invoice(true);
  checkParts(state);
  checkWhole(state);
  expect(orderTotal(state)).toBe(500);
  expect(off(500)).toBe('');
  expect([orderTotal(state), off(1)]).toEqual([0, 'CREDIT_AMOUNT_EXCEEDED']);
  checkWhole(state);
});

test('an amount comes off as few invoices as can be', () => {
  const life = orderOf([1000], [3000], [2000]);
  for (const id of [1, 2, 3]) life.ship([piece(id)]);
  const off = (minor: number) => {
    const made = creditOfAmount(life.state, minor);
    return made.ok && made.value.map((line) => [line.partialId, line.minor]);
  };
  expect(off(2500)).toEqual([[2, 2500]]);
  expect(off(3500)).toEqual([
    [2, 3000],
    [3, 500],
  ]);
});

test.each([
  'each part is rounded by itself',
  'a parcel is invoiced twice',
  'a credit is of no invoice',
  'discounts stay where their goods go',
  'discounts have tax at 0 %',
] as const)('canary: %s, and it is found', (broken) => {
  expect(fc.check(checkParcels(broken), { numRuns: 500, endOnFailure: true }).failed).toBe(true);
});
