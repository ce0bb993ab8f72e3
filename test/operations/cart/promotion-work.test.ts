// What promotions make carts cost. Catches as many parts of a cart as there are promotions, goods that are judged again
// with each change of a cart, or for an explanation of what is for others, and goods that are known for what they were
// in another language.
import { expect, test } from 'vitest';
import { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import { limitRefusals } from '../../../src/kernel/limits.ts';
import { replaced } from '../../harness/replaced.ts';
import type { Cart } from '../cart-reply.ts';
import type { Given } from '../shop.ts';
import { Goods, line } from '../shop.ts';

const open = async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const session = await shop.session();
  return {
    goods,
    shop,
    session,
    promotion: async (more: Given): Promise<number> =>
      (
        await shop.admin<{ readonly id_promotion: number }>('create_promotion', {
          name: 'Sale',
          gives: { kind: 'percent', value: 20 },
          ...more,
        })
      ).id_promotion,
    add: (product: number) => shop.call<Cart>('add_to_cart', line(session, product)),
  };
};

test('promotions that have not ended have ten stacks at most', async () => {
  const { shop, promotion } = await open();
  const first = await promotion({ stack: 's0' });
  for (let stack = 1; stack < 10; stack += 1) await promotion({ stack: `s${stack}` });
  const before = limitRefusals().get('promotion_stacks')!;
  const one = { name: 'One more', gives: { kind: 'percent', value: 1 } };
  expect(await shop.adminRefused('create_promotion', one, 'PROMOTION_LIMIT_REACHED')).toMatchObject({
    detail: 'Promotions that have not ended have 10 stacks, of at most 10; name one of them.',
  });
  expect(limitRefusals().get('promotion_stacks')).toBe(before + 1);
  await promotion({ stack: 's9' });
  await shop.admin('end_promotion', { id_promotion: first });
  await promotion({});
});

test('promotions that have not ended name 200 different goods at most that no value finds', async () => {
  const { shop, promotion } = await open();
  const gives = (name: string) => ({ kind: 'percent', value: 1, goods: { 'main.name': ['LIKE', name] } });
  const first = await promotion({ gives: gives('0%') });
  for (let at = 1; at < 200; at += 1)
    await promotion({ gives: gives(`${at}%`), by: at % 2 === 0 ? 'code' : 'automatic' });
  await promotion({ gives: gives('0%') });
  await promotion({ gives: { ...gives('x'), goods: { 'main.id': ['IN', [1, 2]] } } });
  const before = limitRefusals().get('promotion_goods')!;
  const one = { name: 'One more', gives: gives('x') };
  expect(await shop.adminRefused('create_promotion', one, 'PROMOTION_LIMIT_REACHED')).toMatchObject({
    detail:
      'Promotions that have not ended would name 201 different goods without = or IN of at most 200 values, of at ' +
      'most 200.',
  });
  expect(limitRefusals().get('promotion_goods')).toBe(before + 1);
  await shop.admin('end_promotion', { id_promotion: first });
  await shop.adminRefused('create_promotion', one, 'PROMOTION_LIMIT_REACHED');
  await shop.admin('end_promotion', { id_promotion: 201 });
  await promotion(one);
});

test('a cart asks a product of the promotions whose goods it may be, among many', async () => {
  const { goods, promotion, add } = await open();
  const [lamp, chair] = [await goods.product(10, { metadata: { element_number: 'L-1' } }), await goods.product(10)];
  const gives = (named: object) => ({ kind: 'percent', value: 20, goods: named });
  for (let at = 0; at < 40; at += 1)
    await promotion({ gives: gives({ 'metadata.element_number': ['IN', [`L-${at}`, `M-${at}`]] }) });
  const less = { kind: 'amount', value: 1, per: 'order' };
  await promotion({ stack: 'order', when: { min_sum: 1, goods: { 'main.id': lamp } }, gives: less });
  await promotion({ gives: gives({ 'main.id': chair }), by: 'code' });
  let asked = 0;
  const mend = replaced(
    ReadContext.prototype,
    'amongGoods',
    (own) =>
      function (this: ReadContext, ...given) {
        const product = own.apply(this, given);
        const isAmong: typeof product.isAmong = (named) => {
          asked += 1;
          return product.isAmong(named);
        };
        return { ...product, isAmong };
      },
  );
  try {
    expect((await add(lamp)).total).toBe(7);
    expect((await add(chair)).total).toBe(17);
    expect(asked).toBe(2);
    await promotion({ gives: gives({ 'main.id': chair }) });
    expect((await add(chair)).total).toBe(23);
    expect(asked).toBe(5);
  } finally {
    mend();
  }
});

test('goods are asked once of a list of promotions, and anew after a change of language', async () => {
  const { goods, shop, promotion, add } = await open();
  const attributes = { de_DE: { name: 'Lampe', price: 10 }, en_GB: { name: 'Lamp', price: 10 } };
  const lamp = await goods.product(10, { attributes });
  const id = await promotion({ gives: { kind: 'percent', value: 20, goods: { name: ['=', 'Lampe'] } } });
  let asked = 0;
  const mend = replaced(
    ReadContext.prototype,
    'amongGoods',
    (own) =>
      function (this: ReadContext, ...given) {
        const product = own.apply(this, given);
        const isAmong: typeof product.isAmong = (named) => {
          asked += 1;
          return product.isAmong(named);
        };
        return { ...product, isAmong };
      },
  );
  try {
    expect((await add(lamp)).total).toBe(8);
    await shop.admin('update_promotion', { id_promotion: id, name: 'Lamps' });
    await promotion({ stack: 'order', gives: { kind: 'amount', value: 1, per: 'order' } });
    expect((await add(lamp)).total).toBe(15);
    expect(asked).toBe(2);
    expect((await add(lamp)).total).toBe(23);
    expect(asked).toBe(2);
  } finally {
    mend();
  }
  await shop.admin('update_shop_settings', { language: 'en_GB' });
  expect((await add(lamp)).total).toBe(39);
});

test('an explanation asks no goods of promotions that are for others', async () => {
  const { goods, shop, promotion, session, add } = await open();
  const lamp = await goods.product(10);
  await add(lamp);
  const gives = { kind: 'percent', value: 20, goods: { 'main.id': ['=', lamp] } };
  for (let code = 0; code < 5; code += 1) await promotion({ name: `code ${code}`, by: 'code', gives });
  const asks = (): never => {
    throw new Error('goods are asked');
  };
  const mend = replaced(ReadContext.prototype, 'amongGoods', () => () => ({ isAmong: asks, mayMeet: asks }));
  try {
    const { explain } = await shop.call<{ readonly explain: { readonly promotions: readonly string[] } }>('get_cart', {
      session,
      explain: 1,
    });
    expect(explain.promotions).toHaveLength(5);
  } finally {
    mend();
  }
});
