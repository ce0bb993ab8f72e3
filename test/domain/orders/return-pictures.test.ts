// Pictures of returns, decision by decision. It would catch a picture too many or too large, one that somebody adds who
// may not, and one that is kept for a person who was erased.
import { describe, expect, test } from 'vitest';
import { addReturnPicture } from '../../../src/domain/orders/add-return-picture.ts';
import { returnPicture } from '../../../src/domain/orders/return-picture.ts';
import type { OrderReturn } from '../../../src/domain/orders/order-return.ts';
import type { ShopRules } from '../../../src/domain/rules.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { FULL, OneOrder, refusing } from './one-order.ts';

type Added = Parameters<typeof addReturnPicture>[1];

const MIB = 1_048_576;

/** An order of the data subject 5 with so many returns of its buyer, which name no subject themselves. */
const returned = (rules: Partial<ShopRules> = {}, returns = 1, subject = 5): OneOrder => {
  const one = new OneOrder([[1000]], { subject }, rules);
  for (let made = 0; made < returns; made += 1) announce(one, one.orderId);
  return one;
};

const announce = (one: OneOrder, orderId: number): number => {
  const unsaid = { subject: 0, note: '', lines: [], wish: '', wished: [], by: 0 } as const;
  return one.run((tx) => tx.create('order_return', { type: 'announce', orderId, ...unsaid }));
};

const returnOf = ({ shop }: OneOrder, id = 1): OrderReturn => shop.state('order_return', id);

const PICTURE: Added = { returnId: 1, kind: 'jpg', content: 'YQ==', bytes: 10, by: 0 };

const add = (one: OneOrder, more: Partial<Added> = {}, within = (tx: Transaction) => tx) =>
  one.shop.transact((tx) => addReturnPicture(within(tx), { ...PICTURE, ...more }));

const limited = (returnId: number, detail: string) => {
  return { code: 'RETURN_PICTURE_LIMIT_REACHED', param: String(returnId), detail };
};

describe('a picture', () => {
  test('is kept as its return has it, under the key of the order', () => {
    const one = returned();
    expect(add(one)).toEqual({ ok: true, value: 1 });
    expect(one.shop.state('return_picture', 1)).toEqual({
      subject: 5,
      returnId: 1,
      type: 'jpg',
      content: 'YQ==',
      keptMs: one.shop.nowMs,
      by: 0,
    });
    expect(returnOf(one)).toMatchObject({ subject: 5, pictures: [{ id: 1, bytes: 10 }] });
    expect(add(one, { kind: 'png', bytes: 20, by: 7 })).toEqual({ ok: true, value: 2 });
    expect(one.shop.state('return_picture', 2)).toMatchObject({ type: 'png', by: 7 });
    expect(returnOf(one).pictures).toEqual([
      { id: 1, bytes: 10 },
      { id: 2, bytes: 20 },
    ]);
  });

  test('is about the person of its return, else of its order, else about a new one', () => {
    const one = returned({}, 2, 0);
    Object.assign(returnOf(one, 2), { subject: 9 });
    expect([add(one).ok, add(one, { returnId: 2 }).ok, add(one).ok]).toEqual([true, true, true]);
    expect([1, 2, 3].map((id) => one.shop.state('return_picture', id).subject)).toEqual([1, 9, 1]);
  });

  test('is none of a person who is erased', () => {
    const one = returned();
    const erased = (tx: Transaction) =>
      Object.assign(Object.create(tx) as Transaction, { isErased: (subject: number) => subject === 5 });
    expect(add(one, {}, erased)).toMatchObject({ code: 'ORDER_ERASED', param: String(one.orderId) });
  });

  test.each(['keep', 'add_picture'])('is none where %s is refused', (what) => {
    const one = returned();
    expect(add(one, {}, (tx) => refusing(tx, what))).toBe(FULL);
    expect([one.shop.ids('return_picture'), returnOf(one).pictures]).toEqual([[], []]);
  });

  test('that nobody has kept says nothing', () => {
    const nothing = { subject: 0, returnId: 0, type: 'png', content: '', keptMs: 0, by: 0 };
    expect(returnPicture.state.initial()).toEqual(nothing);
  });

  test('leaves memory once its row is written', () => {
    expect(returnPicture.evictable!(returnPicture.state.initial())).toBe(true);
  });
});

describe('a picture is added', () => {
  test('to a return that is there', () => {
    expect(add(returned(), { returnId: 9 })).toMatchObject({ code: 'RETURN_NOT_FOUND', param: '9' });
  });

  test.each([
    ['announced', [true, true]],
    ['received', [false, true]],
    ['withdrawn', [false, false]],
  ] as const)('to one that is %s by its buyer and by the shop: %j', (state, may) => {
    const one = returned();
    Object.assign(returnOf(one), { state });
    const made = [0, 7].map((by) => add(one, { by }));
    expect(made.map(({ ok }) => ok)).toEqual(may);
    const ended = { code: 'RETURN_ENDED', param: '1', detail: `It is ${state}.` };
    for (const one of made) if (!one.ok) expect(one).toMatchObject(ended);
  });

  test('where it is no larger than the shop takes', () => {
    const one = returned({ returnPictureBytesMax: 10 });
    expect(add(one).ok).toBe(true);
    expect(add(one, { bytes: 11 })).toMatchObject({
      code: 'PARAMETER_INVALID',
      param: 'picture',
      detail: 'picture: 11 bytes, of at most 10.',
    });
  });

  test('where the return has not as many as it may have', () => {
    const one = returned({ returnPicturesMax: 2 }, 2);
    expect([add(one).ok, add(one, { by: 7 }).ok]).toEqual([true, true]);
    const detail = 'The return has 2 pictures, of at most 2 (returnPicturesMax).';
    for (const by of [0, 7]) expect(add(one, { by })).toMatchObject(limited(1, detail));
    expect(add(one, { returnId: 2 }).ok).toBe(true);
  });

  test('by a buyer where returns of the order have not four times as many', () => {
    const one = returned({ returnPicturesMax: 2 }, 5);
    const other = one.run((tx) => tx.create('order', { ...one.order, type: 'place_order' }));
    const elsewhere = announce(one, other);
    for (const returnId of [1, 1, 2, 2, 3, 3, 4]) expect(add(one, { returnId }).ok).toBe(true);
    expect(add(one, { returnId: 4, by: 7 }).ok).toBe(true);
    const detail = 'Returns of the order have 8 pictures, of at most 8.';
    expect(add(one, { returnId: 5 })).toMatchObject(limited(5, detail));
    expect(add(one, { returnId: elsewhere }).ok).toBe(true);
    expect(add(one, { returnId: 5, by: 7 }).ok).toBe(true);
  });

  test('where pictures of all returns leave it its room', () => {
    const one = returned({ returnPicturesMb: 2, returnPictureBytesMax: 2 * MIB }, 2);
    expect([add(one, { bytes: MIB }).ok, add(one, { bytes: MIB - 10, returnId: 2 }).ok]).toEqual([true, true]);
    const detail = 'Pictures of returns have 2 MiB, and returnPicturesMb allows 2 MiB.';
    expect(add(one, { bytes: 11 })).toMatchObject(limited(1, detail));
    expect(add(one, { bytes: 10 }).ok).toBe(true);
  });
});
