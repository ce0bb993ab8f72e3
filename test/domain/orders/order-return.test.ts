// A return itself: what is decided and kept of it, and where it is found. It would catch a return that ends twice, one
// that lists miss or show out of order, and a draft that is taken for the exchange of another return.
import { describe, expect, test } from 'vitest';
import { ReturnIndex, orderReturn, returnsOf } from '../../../src/domain/orders/order-return.ts';
import type { OrderReturn, ReturnCommand } from '../../../src/domain/orders/order-return.ts';
import { ok } from '../../../src/kernel/result.ts';
import { MemoryShop } from '../memory-shop.ts';
import { good } from '../seeded-shop.ts';

const LINE = { lineId: 1, quantityMilli: 2000, reason: 'late' };

const ANNOUNCED = {
  type: 'announce',
  orderId: 3,
  subject: 5,
  note: 'broken',
  lines: [LINE],
  wish: 'exchange',
  wished: [8],
  by: 7,
} as const;

/** Return 1 of the order 3. */
const announced = (): MemoryShop => {
  const shop = new MemoryShop();
  good(shop.transact((tx) => tx.create('order_return', ANNOUNCED)));
  return shop;
};

const ask = (shop: MemoryShop, command: ReturnCommand) => shop.ask('order_return', 1, command);

const RECEIVED = { ...LINE, isKept: true, storageId: 4 };

const END = {
  received: { type: 'receive', lines: [RECEIVED], creditId: 2, by: 8 },
  withdrawn: { type: 'withdraw', by: 9 },
} as const;

const initial = orderReturn.state.initial();

describe('a return', () => {
  test('that nobody announced yet is none', () => {
    expect(initial).toMatchObject({ orderId: 0, subject: 0, note: '', lines: [], state: 'announced', wish: '' });
    expect(initial).toMatchObject({ received: [], creditId: 0, exchangeOrderId: 0, wished: [], pictures: [] });
  });

  test('has what its buyer said of it', () => {
    const shop = announced();
    const { type: _type, by: announcedBy, ...said } = ANNOUNCED;
    expect(shop.state('order_return', 1)).toEqual({ ...initial, ...said, announcedMs: shop.nowMs, announcedBy });
  });

  test('is received, or withdrawn', () => {
    const [one, other] = [announced(), announced()];
    const [before, atMs] = [one.state('order_return', 1), other.nowMs + 7];
    const said = { ...before };
    good(ask(one, END.received));
    const received = { received: [RECEIVED], creditId: 2, endedMs: atMs, endedBy: 8 };
    expect(one.state('order_return', 1)).toEqual({ ...said, state: 'received', ...received });
    good(ask(other, END.withdrawn));
    expect(other.state('order_return', 1)).toEqual({ ...said, state: 'withdrawn', endedMs: atMs, endedBy: 9 });
  });

  test.each(['received', 'withdrawn'] as const)('that is %s ends no more', (state) => {
    const shop = announced();
    good(ask(shop, END[state]));
    for (const command of Object.values(END))
      expect(ask(shop, command)).toMatchObject({
        code: 'RETURN_ENDED',
        param: 'id_return',
        detail: `It is ${state}.`,
      });
  });

  test('is what its exchange is placed for, by way of a draft', () => {
    const shop = announced();
    good(ask(shop, { type: 'begin_exchange', draftId: 6, draftGeneration: 2, by: 7 }));
    expect(shop.state('order_return', 1)).toMatchObject({ draftId: 6, draftGeneration: 2, exchangeOrderId: 0 });
    good(ask(shop, { type: 'place_exchange', orderId: 11, by: 7 }));
    expect(shop.state('order_return', 1)).toMatchObject({ orderId: 3, draftId: 6, exchangeOrderId: 11 });
  });

  test('has pictures, oldest first, under a key', () => {
    const shop = announced();
    for (const pictureId of [4, 2])
      good(ask(shop, { type: 'add_picture', subject: 6, pictureId, bytes: pictureId * 10, by: 0 }));
    expect(shop.state('order_return', 1)).toMatchObject({
      subject: 6,
      pictures: [
        { id: 4, bytes: 40 },
        { id: 2, bytes: 20 },
      ],
    });
  });

  test('stays in memory until it has ended', () => {
    const states = ['announced', 'received', 'withdrawn'] as const;
    expect(states.map((state) => orderReturn.evictable!({ ...initial, state }))).toEqual([false, true, true]);
  });

  test('shows its changes, but for the note, also once its person is erased', () => {
    const readable = Object.keys(initial).filter((name) => name !== 'note' && name !== 'subject');
    expect(orderReturn.audit!.unencrypted!.toSorted()).toEqual(readable.toSorted());
    expect(orderReturn.audit!.hidden).toEqual([]);
  });
});

describe('returns are found', () => {
  const of = (more: Partial<OrderReturn>): OrderReturn => ({ ...initial, orderId: 3, ...more });

  test('by their order, oldest first and each once', () => {
    const index = new ReturnIndex();
    for (const id of [10, 9, 11, 9]) index.add(id, of({ orderId: 3 }), id);
    index.add(12, of({ orderId: 4 }), 12);
    expect([...index.byOrder]).toEqual([
      [3, [9, 10, 11]],
      [4, [12]],
    ]);
  });

  test('by their order, with what they say', () => {
    const shop = announced();
    good(shop.transact((tx) => tx.create('order_return', { ...ANNOUNCED, orderId: 4 })));
    good(shop.transact((tx) => tx.create('order_return', { ...ANNOUNCED, by: 0 })));
    const found = (orderId: number) => good(shop.transact((tx) => ok(returnsOf(tx, orderId))));
    expect(found(3).map(([id, { announcedBy }]) => [id, announcedBy])).toEqual([
      [1, 7],
      [3, 0],
    ]);
    expect(found(5)).toEqual([]);
    good(ask(shop, END.withdrawn));
    expect(shop.index('order_return').byState.announced.behind(0, 9)).toEqual([2, 3]);
  });

  test('by their state', () => {
    const index = new ReturnIndex();
    const shown = () =>
      (['announced', 'received', 'withdrawn'] as const).map((state) => index.byState[state].behind(0, 9));
    for (const id of [1, 2, 3]) index.add(id, of({}), id);
    expect(shown()).toEqual([[1, 2, 3], [], []]);
    index.remove(1, of({}), 4);
    index.add(1, of({ state: 'received' }), 4);
    index.remove(3, of({}), 5);
    index.add(3, of({ state: 'withdrawn' }), 5);
    expect(shown()).toEqual([[2], [1], [3]]);
  });

  test('by their drafts, until their exchange is placed', () => {
    const index = new ReturnIndex();
    index.add(1, of({}), 1);
    const begun = of({ draftId: 6, draftGeneration: 2 });
    index.add(2, begun, 2);
    expect([...index.byDraft]).toEqual([['6.2', 2]]);
    index.remove(2, begun, 3);
    index.add(2, { ...begun, exchangeOrderId: 11 }, 3);
    expect([...index.byDraft]).toEqual([]);
  });

  test('and the bytes of their pictures are counted', () => {
    const index = new ReturnIndex();
    const pictures = [10, 20].map((bytes, id) => ({ id, bytes }));
    index.add(1, of({ pictures }), 1);
    index.add(2, of({ pictures: pictures.slice(1) }), 2);
    expect(index.pictureBytes).toBe(50);
    index.remove(1, of({ pictures }), 3);
    expect(index.pictureBytes).toBe(20);
  });
});
