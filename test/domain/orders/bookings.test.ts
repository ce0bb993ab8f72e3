// What an order adds to the books. It would catch a cent that a document lacks, a day of a closed month that changes
// when an order is cancelled, opened again or edited, and money that is booked twice.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculate, payableMinor } from '../../../src/domain/calculation/calculate.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { documentSums, documentsOf, isCounted } from '../../../src/domain/orders/bookings.ts';
import type { OrderDocument } from '../../../src/domain/orders/bookings.ts';
import { keptMinor, orderTotal, taxesAfter, taxesOfCredits } from '../../../src/domain/orders/credits.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import { OrderReports } from '../../../src/domain/orders/order-reports.ts';
import { runs } from '../../harness/effort.ts';
import { placedCart } from '../calculation/placed-carts.ts';
import { Life, life } from './order-life.ts';

const grossOf = ({ lines }: OrderDocument): number => lines.reduce((sum, { minor }) => sum + minor, 0);

/** Everything that days which are closed say, documents line by line. */
const closedBooks = ({ state, closedTo }: Life): unknown => ({
  documents: documentsOf(state).filter(({ day }) => day <= closedTo),
  money: state.money.filter(({ day }) => day <= closedTo),
});

const figuresOf = (state: Order): ReadonlyMap<string, unknown> => {
  const reports = new OrderReports();
  reports.add(1, state, 1);
  return new Map(reports.figures());
};

const checkLife = (broken?: ConstructorParameters<typeof Life>[1]) =>
  fc.property(life, (lived) => {
    const { steps } = lived;
    const one = new Life(lived, broken);
    const { state } = one;
    for (const [step, share] of steps) {
      const before = closedBooks(one);
      const counted = isCounted(state);
      one.take(step, share);
      if (step !== 'close') {
        expect(closedBooks(one)).toEqual(before);
        if (state.day <= one.closedTo) expect(isCounted(state)).toBe(counted);
      }
      const documents = documentsOf(state);
      const sums = documentSums(state);
      expect(sums.map(({ day, minor }) => [day, minor])).toEqual(documents.map((doc) => [doc.day, grossOf(doc)]));
      const isCanceled = state.states.order === 'CANCELED';
      expect(documents.reduce((sum, doc) => sum + grossOf(doc), 0)).toBe(isCanceled ? 0 : orderTotal(state));
      expect(state.money.reduce((sum, { minor }) => sum + minor, 0)).toBe(keptMinor(state));
    }
    // By rate, as its documents for people have them.
    const taxes = new Map<number, number>();
    for (const { of, lines } of documentsOf(state)) {
      const rates = new Map(of.map(({ id, rateE6 }) => [id, rateE6]));
      for (const { lineId, taxMinor } of lines)
        taxes.set(rates.get(lineId)!, (taxes.get(rates.get(lineId)!) ?? 0) + taxMinor);
    }
    const { cart, credits } = state;
    const left = taxesAfter(calculate(cart).taxPositions, taxesOfCredits(cart, credits));
    const isOpen = state.states.order !== 'CANCELED';
    for (const [rate, tax] of taxes)
      expect(tax).toBe(isOpen ? (left.find(({ rateE6 }) => rateE6 === rate)?.taxMinor ?? 0) : 0);
    // Sales less credits are documents, but for an invoice that a document took back while its day was open.
    const figures = figuresOf(state);
    const total = (what: string): number =>
      [...figures].filter(([name]) => name.startsWith(what)).reduce((sum, [, value]) => sum + Number(value), 0);
    expect(total('sales on') - total('credits on')).toBe(total('documents on'));
  });

test('documents come to what the order does, by rate, and stay as they are once their day is closed', () => {
  fc.assert(checkLife(), { numRuns: runs(200) });
});

test('what came off a cart before an edit comes off no sales once a document has taken the order back', () => {
  const isDear = (cart: Cart): boolean => payableMinor(cart) > 1000;
  const [cart, next] = fc.sample(placedCart.filter(isDear), { numRuns: 2, seed: 7 });
  const one = new Life({ cart: cart!, edits: [next!], isInvoiced: true });
  const credits = () => [...figuresOf(one.state)].filter(([name]) => name.startsWith('credits on')).length;
  for (const step of ['credit', 'edit'] as const) one.take(step, 501);
  expect([one.state.past.length, credits()]).toEqual([1, 1]);
  one.take('cancel', 0);
  expect(credits()).toBe(0);
});

test.each(['closed days change', 'edits credit less'] as const)('canary: %s, and it is found', (broken) => {
  expect(fc.check(checkLife(broken), { numRuns: 500, endOnFailure: true }).failed).toBe(true);
});
