// Ways to break edits of orders and exchanges, each of which the simulation must find (canaries.ts).
import type { Line } from '../../src/domain/cart/line.ts';
import { taxWithin } from '../../src/domain/money.ts';
import type { RateE6 } from '../../src/domain/money.ts';
import { OrderReports } from '../../src/domain/orders/order-reports.ts';
import { ReadContext } from '../../src/engine/transactions/read-context.ts';
import { replaced } from '../harness/replaced.ts';
import { breaking, onLines } from './after-sale-canaries.ts';
import type { Canary } from './canaries.ts';

interface Begun {
  cart: { readonly lines: readonly Line[] };
}

export const EDIT_CANARIES: { readonly [name: string]: Canary } = {
  'an edit takes off a cent less than the order came to': {
    claims: ['edits', 'credits'],
    install: () =>
      breaking('order_credited', (event, all) => {
        if (all.some(({ event: { type } }) => type === 'order_edited'))
          onLines(event, (line) => (line.minor > 1 ? { ...line, minor: line.minor - 1 } : line));
      }),
  },
  'an edit is made of an order that has changed meanwhile': {
    claims: ['edits'],
    install: () =>
      replaced(
        ReadContext.prototype,
        'seqOf',
        (own) =>
          function (this: ReadContext, ...given: Parameters<ReadContext['seqOf']>) {
            return given[0] === 'order' ? 1 : own.apply(this, given);
          },
      ),
  },
  'an edit has another tax than the order': {
    claims: ['restored'],
    install: () =>
      breaking('edit_begun', (event) => {
        const begun = event as unknown as Begun;
        const lines = begun.cart.lines.map((line) => {
          const rateE6 = (line.rateE6 + 10_000) as RateE6;
          return { ...line, rateE6, sumTaxMinor: taxWithin(line.sumMinor, rateE6) };
        });
        begun.cart = { ...begun.cart, lines };
      }),
  },
  'what an edit gives back is stock twice': {
    claims: ['stock', 'verify'],
    install: () =>
      breaking('stock_returned', (event, all) => {
        if (!all.some(({ event: { type } }) => type === 'order_edited')) return;
        const returned = event as unknown as { quantityMilli: number };
        returned.quantityMilli *= 2;
      }),
  },
  'an edited order is reported as if it was placed so': {
    claims: ['reports'],
    install: () =>
      replaced(
        OrderReports.prototype,
        'count' as never,
        ((own: (...given: unknown[]) => void) =>
          function (this: OrderReports, id: number, order: object, sign: number, seq: number) {
            own.call(this, id, { ...order, past: [] }, sign, seq);
          }) as never,
      ),
  },
  'an exchange is paid with a cent more than came back': {
    claims: ['refunds'],
    install: () =>
      breaking('order_exchanged', (event) => {
        const exchanged = event as unknown as { minor: number };
        if (exchanged.minor > 0) exchanged.minor += 1;
      }),
  },
};
