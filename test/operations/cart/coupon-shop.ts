// A shop with coupons and a cart.
import type { Given } from '../shop.ts';
import type { Cart } from '../cart-reply.ts';
import { Goods, freeLine } from '../shop.ts';

export const ADDED = { object: 'add_coupons', status: 'SUCCESS' };

interface Position {
  readonly name: string;
  readonly code: string;
  readonly amount: number;
  readonly used_amount: number;
  readonly tax: number;
}

/** A shop with a cart of one line: 119.90 × 2 at 19 %. */
export const open = async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const session = await shop.session();
  const product = await goods.stocked(20, {});
  await shop.call('add_to_cart', freeLine(session, '119.9', { quantity: 2 }));
  const coupon = async (given: Given): Promise<string> => {
    const made = await shop.admin<{ coupons: { code: string }[] }>('create_coupons', {
      count: 1,
      name: 'Gutschein',
      amount: 5,
      attributes: { combineable: 1 },
      ...given,
    });
    return made.coupons[0]!.code;
  };
  const add = (...coupons: unknown[]) => shop.call('add_coupons', { session, coupons });
  const get = () => shop.call<Cart>('get_cart', { session });
  const refused = (coupons: unknown, code: string, param: string) =>
    shop.refused('add_coupons', { session, coupons }, code, param);
  const positions = async () => (await get()).coupons.positions as unknown as Position[];
  return { goods, shop, session, product, coupon, add, get, refused, positions };
};
