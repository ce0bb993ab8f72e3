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
        const test = own.apply(this, given);
        return (named) => {
          asked += 1;
          return test(named);
        };
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
  const mend = replaced(ReadContext.prototype, 'amongGoods', () => () => {
    throw new Error('goods are asked');
  });
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
