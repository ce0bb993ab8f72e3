// What a change of a product costs that many carts hold: by counting and not by the clock. Catches a change that reads
// carts for nothing, makes cold ones resident, or fills the record with an event per cart.
import { expect, test, vi } from 'vitest';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { StockItem } from '../../../src/domain/stock/stock-item.ts';
import type { Milli } from '../../../src/domain/money.ts';
import { DONE, must, ok } from '../../../src/kernel/result.ts';
import { PIECE } from '../../domain/cart/plain-elements.ts';
import { make, startSession } from '../../engine/shop.ts';
import type { Given } from '../shop.ts';
import { Goods } from '../shop.ts';

const HOLD_MS = 600_000;
const HOLDERS = 800;
/** Every other cart has an odd number of pieces. */
const HELD = (HOLDERS / 2) * 3;

/** A product that many carts hold one or two pieces of, each a row on the disk and nowhere else. */
const open = async () => {
  // Carts begin to hold when all are there: each hold by itself would copy the whole item for its decision.
  const goods = await Goods.open();
  const { shop } = goods;
  const id = await goods.stocked(2 * HELD);
  const variation = await shop.make('create_variation', { id_product: id, name: 'variation', shop_active: 1 });
  const holders = make(shop.engine, (tx) =>
    ok(
      Array.from({ length: HOLDERS }, (_, cart): readonly [sessionId: number, quantityMilli: Milli] => {
        const session = startSession(tx);
        must(session.ok, 'there is a slot');
        const quantityMilli = (1000 * (1 + (cart % 2))) as Milli;
        const piece = { ...PIECE, sessionId: session.value, productId: id, quantityMilli, grouped: true };
        must(addToCart(tx, piece).ok, 'there are pieces');
        must(tx.ask('session', session.value, { type: 'record_stock_holds', stockIds: [1] }).ok, 'it is a cart');
        return [session.value, quantityMilli];
      }),
    ),
  );
  make(shop.engine, (tx) => {
    for (const [sessionId, quantityMilli] of holders) {
      const holder = { sessionId, generation: 0 };
      must(tx.ask('stock', 1, { type: 'hold', holder, quantityMilli, lifeMs: HOLD_MS }).ok, 'there are pieces');
    }
    return DONE;
  });
  await shop.restart({ rules: { cartHoldMs: HOLD_MS } });
  const { stock, session } = shop.engine.tables;
  const heldMilli = (): number => (stock.peek(1) as StockItem).holds?.heldMilli ?? 0;
  expect(heldMilli()).toBe(HELD * 1000);
  /** The events of one change for stock items, and the rows of sessions that it reads. */
  const costOf = async (request: string, params: Given) => {
    const resident = session.resident.size;
    const rows = vi.spyOn(shop.engine.journal, 'row');
    const events: string[] = [];
    shop.engine.observe({
      recorded: (_seq, all) => events.push(...all.flatMap(({ kind, event }) => (kind === 'stock' ? event.type : []))),
      durable: () => {},
    });
    expect(await shop.admin(request, params)).toMatchObject({ status: 'success' });
    const read = rows.mock.calls.filter(([kind]) => kind === 'session').length;
    rows.mockRestore();
    return { events, read, resident: session.resident.size - resident };
  };
  return { shop, id, variation, costOf, heldMilli };
};

const NOTHING = { events: [], read: 0, resident: 0 };

test('what takes no piece from anybody reads no cart', async () => {
  const { id, variation, costOf, heldMilli } = await open();
  const changes: Given[] = [
    { metadata: { weight: 3 } },
    { availability: { warning: 3 } },
    { availability: { override: 1 } },
    { attributes: { de_DE: { price: 3 } } },
  ];
  for (const change of changes) expect(await costOf('update_product', { id_product: id, ...change })).toEqual(NOTHING);
  for (const shop_active of [0, 1])
    expect(await costOf('update_product', { id_product: variation, shop_active })).toEqual(NOTHING);
  expect(heldMilli()).toBe(HELD * 1000);
});

test('a product that is not sold any more is one event, and reads no cart', async () => {
  const { shop, id, costOf, heldMilli } = await open();
  expect(await costOf('update_product', { id_product: id, shop_active: 0 })).toEqual({
    ...NOTHING,
    events: ['stock_holds_lowered'],
  });
  expect(heldMilli()).toBe(0);
  expect(await costOf('update_product', { id_product: id, shop_active: 1 })).toEqual(NOTHING);
  await shop.restart();
  expect(heldMilli()).toBe(0);
});

test('another step is one event, and reads every cart once, where it is', async () => {
  const { shop, id, costOf, heldMilli } = await open();
  expect(await costOf('update_product', { id_product: id, metadata: { quantity_step: '2' } })).toEqual({
    events: ['stock_holds_lowered'],
    read: HOLDERS,
    resident: 0,
  });
  expect(heldMilli()).toBe(HOLDERS * 1000);
  await shop.restart();
  expect(heldMilli()).toBe(HOLDERS * 1000);
});
