// Catches a claim about extensions that blames them for an attribute which a draft has had before, and one that lets an
// attribute pass which nobody has said.
import { expect, test } from 'vitest';
import type { Order } from '../../src/domain/orders/order.ts';
import { order } from '../../src/domain/orders/order.ts';
import { session } from '../../src/domain/cart/session.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { maintenanceCause } from '../../src/engine/engine.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';
import { Seeded } from '../engine/seeded.ts';
import { noCounts } from './counts.ts';
import { ATTRIBUTE, LyingExtensions } from './lying-extensions.ts';

const orderWith = (value: string | undefined): Order => {
  const state = order.state.initial();
  return { ...state, details: { ...state.details, attributes: value === undefined ? {} : { [ATTRIBUTE]: value } } };
};

const event = (kind: KindEvent['kind'], type: string, more: object = {}): KindEvent => ({
  kind,
  id: 1,
  event: { type, ...more },
});
const given = (value: string): KindEvent =>
  event('session', 'draft_details_set', { attributes: { [ATTRIBUTE]: value } });
const PLACED = [event('order', 'order_placed'), event('session', 'session_checked_out')];

/** What is claimed in vain of a record, in a shop whose one order has the attribute. */
const wrong = (events: readonly KindEvent[], value: string | undefined): readonly string[] => {
  const peek = (state: unknown) => ({ peek: () => state });
  const tables = {
    order: peek(orderWith(value)),
    session: peek(session.state.initial()),
    order_return: peek({ orderId: 1 }),
  };
  const found: string[] = [];
  const extensions = new LyingExtensions(new Seeded(1), noCounts(), (_, holds, message) => {
    if (!holds) found.push(message());
  });
  extensions.check({ tables } as unknown as Engine, events, maintenanceCause('checkout'));
  return found;
};

test('an exchange begins with the attribute of its order, and a checkout leaves it', () => {
  const begun = event('order_return', 'return_exchange_begun');
  expect(wrong([given('south'), begun], 'south')).toEqual([]);
  expect(wrong(PLACED, 'south')).toEqual([]);
  expect(wrong(PLACED, undefined)).toEqual([]);
  expect(wrong([given('north'), begun], 'south')).toHaveLength(1);
});

test('an attribute that nobody has said is found', () => {
  expect(wrong([given('south')], 'south')).toHaveLength(1);
  expect(wrong([given('south'), ...PLACED], 'south')).toHaveLength(1);
});
