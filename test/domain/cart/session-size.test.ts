// Catches a session that grows beyond its limit, a size that drifts from what the session holds, and a cart of ordinary
// texts that is refused.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { lineOf } from '../../../src/domain/cart/cart.ts';
import { linesBytes, otherBytes } from '../../../src/domain/cart/session-size.ts';
import type { PricedLine } from '../../../src/domain/cart/cart-lines.ts';
import { session } from '../../../src/domain/cart/session.ts';
import type { SessionCommand } from '../../../src/domain/cart/session-commands.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';
import { runs } from '../../harness/effort.ts';
import { openSession } from '../seeded-shop.ts';
import { MemoryShop } from '../memory-shop.ts';

const BYTES_MAX = loadConfig({}, {}, '/nonexistent').sessionBytesMax;

const lineWith = (more: Partial<PricedLine>): PricedLine => ({
  type: 'FREE_ELEMENT',
  productId: 0,
  elementNumber: '',
  priceE4: 10_000 as PriceE4,
  rateE6: 190_000 as RateE6,
  taxMinor: 0 as Minor,
  name: '',
  description: '',
  attributes: [],
  parentId: 0,
  measures: [],
  markup: 0,
  ...more,
});

const added = (line: PricedLine, bytesMax: number, grouped = false): SessionCommand => ({
  type: 'add_line',
  line,
  quantityMilli: 1000 as Milli,
  grouped,
  linesMax: 1000,
  bytesMax,
  currencyDigits: 2,
});

const details = (note: string, attributes: { [name: string]: string | null }, bytesMax: number): SessionCommand => ({
  type: 'set_details',
  subject: 1,
  reservedOrderId: 1,
  bytesMax,
  fields: { note },
  attributes,
});

describe('the size of a session', () => {
  it('lets a cart of 1,000 lines with names of 255 and descriptions of 500 characters be', () => {
    const state = session.state.initial();
    const ask = (command: SessionCommand): boolean => {
      const events = session.decide(state, command, 0);
      if (events.ok) for (const event of events.value) session.apply(state, event, 0);
      return events.ok;
    };
    const [name, description] = ['日'.repeat(255), 'ß'.repeat(500)];
    for (let index = 0; index < 1000; index += 1)
      expect(ask(added(lineWith({ name, description }), BYTES_MAX))).toBe(true);
    expect(ask(details('n'.repeat(10_000), { gift: 'yes' }, BYTES_MAX))).toBe(true);
  });

  it('is what its texts and lines come to after every change, and never beyond the limit', () => {
    const text = fc.integer({ min: 0, max: 400 }).map((length) => 'x'.repeat(length));
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), text, grouped: fc.boolean() }),
      fc.record({ kind: fc.constant('details' as const), text, value: fc.option(text) }),
      fc.record({ kind: fc.constant('remove' as const), index: fc.nat({ max: 9 }) }),
      fc.record({ kind: fc.constantFrom('clear' as const, 'positions' as const), text }),
    );
    const limit = 2000;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const shop = new MemoryShop();
        const id = openSession(shop);
        const commandOf = (given: (typeof steps)[number]): SessionCommand => {
          const { lines } = shop.state('session', id).cart;
          if (given.kind === 'add')
            return added(lineWith({ name: given.text, attributes: [['a', given.text]] }), limit, given.grouped);
          if (given.kind === 'details') return details(given.text, { gift: given.value }, limit);
          if (given.kind === 'clear') return { type: 'clear_cart' };
          if (given.kind === 'remove')
            return {
              type: 'remove_line',
              lineId: lines[given.index % Math.max(1, lines.length)]?.id ?? 0,
              currencyDigits: 2,
            };
          const position = { name: given.text, priceMinor: 1 as Minor, rateE6: 0 as RateE6 };
          return { type: 'set_delivery_costs', positions: [position] };
        };
        for (const given of steps) {
          const before = shop.state('session', id);
          const command = commandOf(given);
          const result = shop.ask('session', id, command);
          const state = shop.state('session', id);
          expect(state.linesBytes).toBe(linesBytes(state.cart.lines));
          expect(state.otherBytes).toBe(otherBytes(state));
          const bytes = state.linesBytes + state.otherBytes;
          const grew = bytes > before.linesBytes + before.otherBytes;
          if (grew && command.type !== 'set_delivery_costs') expect(bytes).toBeLessThanOrEqual(limit);
          if (!result.ok && result.code === 'SESSION_TOO_LARGE') expect(result.param).toBe('2000');
          if (command.type === 'remove_line' && lineOf(before.cart, command.lineId) !== undefined)
            expect(result.ok).toBe(true);
        }
      }),
      { numRuns: runs(50) },
    );
  });

  it('refuses what would exceed the limit, and nothing that adds no text', () => {
    const shop = new MemoryShop();
    const id = openSession(shop);
    const ask = (command: SessionCommand): string => {
      const result = shop.ask('session', id, command);
      return result.ok ? 'done' : `${result.code} ${result.param}`;
    };
    const line = lineWith({ name: 'x'.repeat(900) });
    expect(ask(added(line, 1000))).toBe('done');
    expect(ask(added(line, 1000))).toBe('SESSION_TOO_LARGE 1000');
    expect(ask(added(line, 1000, true))).toBe('done');
    expect(ask(details('x'.repeat(100), {}, 1000))).toBe('SESSION_TOO_LARGE 1000');
    expect(ask(details('', { a: 'x'.repeat(100) }, 1000))).toBe('SESSION_TOO_LARGE 1000');
    expect(ask(details('x'.repeat(20), {}, 1000))).toBe('done');
    expect(ask(details('x'.repeat(10), {}, 500))).toBe('done');
    expect(ask({ type: 'clear_cart' })).toBe('done');
    expect(ask(added(lineWith({ name: 'x' }), 1000))).toBe('done');
  });
});
