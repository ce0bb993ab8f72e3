// Ways to break what comes after a sale, each of which the simulation must find (canaries.ts).
import { OrderReports } from '../../src/domain/orders/order-reports.ts';
import { RefundCalls } from '../../src/engine/delivery/refund-calls.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';
import { Packing } from '../../src/outside/documents/packing.ts';
import { all, replaced } from '../harness/replaced.ts';
import type { Canary } from './canaries.ts';

/** An event of a record that is about to be made, which is broken on purpose. */
export type Breakable = { -readonly [Name in string]: never };

export const breaking = (type: string, breaks: (event: Breakable, all: readonly KindEvent[]) => void): (() => void) =>
  replaced(
    Engine.prototype,
    'record',
    (own) =>
      function (this: Engine, unit, cause) {
        for (const { event } of unit.events)
          if (event.type === type) breaks(event as unknown as Breakable, unit.events);
        return own.call(this, unit, cause);
      },
  );

interface Line {
  readonly quantityMilli: number;
  readonly minor: number;
}

export const onLines = (event: Breakable, change: (line: Line) => Line): void => {
  (event as unknown as { lines: readonly Line[] }).lines = (event as unknown as { lines: readonly Line[] }).lines.map(
    change,
  );
};

/** How often something happens is counted from when the canary is installed. */
const every = (times: number): (() => boolean) => {
  let count = 0;
  return () => (count += 1) % times === 0;
};

export const AFTER_SALE_CANARIES: { readonly [name: string]: Canary } = {
  'more pieces go than were ordered': {
    claims: ['pieces'],
    install: () =>
      breaking('order_credited', (event) =>
        onLines(event, (line) => ({
          ...line,
          quantityMilli: line.quantityMilli === 0 ? 0 : line.quantityMilli + 9000,
        })),
      ),
  },
  'a piece is credited with a cent less than was paid': {
    claims: ['credits'],
    install: () =>
      breaking('order_credited', (event) =>
        onLines(event, (line) => (line.minor > 1 ? { ...line, minor: line.minor - 1 } : line)),
      ),
  },
  'an order counts a cent that no refund gave back': {
    claims: ['refunds'],
    install: () =>
      breaking('order_refunded', (event) => {
        const refunded = event as unknown as { minor: number };
        refunded.minor += 1;
      }),
  },
  'a refund is asked for with another key each time': {
    claims: ['provider'],
    install: () => {
      let asked = 0;
      return replaced(
        RefundCalls.prototype,
        'answerOf' as never,
        ((own: (...given: unknown[]) => unknown) =>
          function (this: RefundCalls, id: number, refund: { readonly askedMs: number }) {
            return own.call(this, id, { ...refund, askedMs: refund.askedMs + (asked += 1) });
          }) as never,
      );
    },
  },
  'what comes back is stock twice': {
    claims: ['stock', 'verify'],
    install: () =>
      breaking('stock_returned', (event, all) => {
        if (!all.some(({ event: { type } }) => type === 'return_received')) return;
        const returned = event as unknown as { quantityMilli: number };
        returned.quantityMilli *= 2;
      }),
  },
  'a credit note takes the number after the next': {
    claims: ['notes'],
    install: () => {
      const isSecond = every(2);
      return breaking('order_credited', (event) => {
        const credited = event as unknown as { noteNumber: number };
        if (credited.noteNumber !== 0 && isSecond()) credited.noteNumber += 1;
      });
    },
  },
  'a document is another one each time it is read': {
    claims: ['notes'],
    install: () => {
      let reads = 0;
      const other = (bytes: Uint8Array): Uint8Array => {
        const text = Buffer.from(bytes).toString();
        return Buffer.from(text.startsWith('<') ? `${text}<!-- ${(reads += 1)} -->` : text);
      };
      return all(
        replaced(
          Packing.prototype,
          'unpackNow',
          (own) =>
            function (this: Packing, packed) {
              return other(own.call(this, packed));
            },
        ),
        replaced(
          Packing.prototype,
          'unpack',
          (own) =>
            function (this: Packing, packed) {
              return own.call(this, packed).then(other);
            },
        ),
      );
    },
  },
  'a report knows the first credit of an order alone': {
    claims: ['reports'],
    install: () =>
      replaced(
        OrderReports.prototype,
        'add',
        (own) =>
          function (this: OrderReports, id, order, seq) {
            own.call(this, id, { ...order, credits: order.credits.slice(0, 1) }, seq);
          },
      ),
  },
};
