// A shop with delivery rules, and one shopper in it.
import { expect } from 'vitest';
import type { Cart, Checkout } from '../cart-reply.ts';
import type { FakeExtensions } from '../fake-extensions.ts';
import type { Given } from '../shop.ts';
import { CREDENTIALS, Goods, line } from '../shop.ts';
import { taxClassesFrom } from '../../../src/domain/shop/tax-classes.ts';

export type Delivered = Cart & {
  readonly delivery_not_available?: { readonly why: string; readonly message: string };
};

export interface Offered {
  readonly id: number;
  readonly available: 0 | 1;
  readonly price?: number;
  readonly tax?: number;
  readonly why?: string;
  readonly message?: string;
  readonly storage?: string;
  readonly days?: { readonly from: string; readonly to: string; readonly min: number; readonly max: number };
}

const TAX_CLASSES = taxClassesFrom([
  { name: 'full', calculation: 'included', rates: { DE: 0.19, AT: 0.2 } },
  { name: 'books', calculation: 'included', rates: { DE: 0.07, AT: 0.1 } },
]);
const METHODS = [
  { id: 1, name: 'Standard' },
  { id: 2, name: { de_DE: 'Abholung', en_GB: 'Pickup' } },
  { id: 3, name: 'Express' },
];

export const openDelivery = async (rules: Given = {}, extensions?: FakeExtensions) => {
  const given = { timeZone: 'Europe/Berlin', taxClasses: TAX_CLASSES, deliveryMethods: METHODS, ...rules };
  const goods = await Goods.open({ rules: given, ...(extensions && { extensions }) });
  const { shop } = goods;
  let session = await shop.session();
  return {
    goods,
    shop,
    session: () => session,
    fresh: async (): Promise<void> => void (session = await shop.session()),
    rule: async (more: Given = {}): Promise<number> =>
      (
        await shop.admin<{ readonly id_delivery_rule: number }>('create_delivery_rule', {
          name: 'Parcel',
          id_delivery_method: 1,
          ...more,
        })
      ).id_delivery_rule,
    change: (id: number, more: Given) => shop.admin('update_delivery_rule', { id_delivery_rule: id, ...more }),
    add: (product: number, quantity: number | string = 1) =>
      shop.call<Delivered>('add_to_cart', line(session, product, { quantity })),
    choose: (more: Given = { id_delivery_method: 1 }) => shop.call('set_order_details', { session, ...more }),
    /** As a JSON body, in which null is null. */
    chooseNone: () => shop.send({ ...CREDENTIALS, request: 'set_order_details', session, id_delivery_method: null }),
    cart: () => shop.call<Delivered>('get_cart', { session }),
    order: (more: Given = {}) => shop.call<Checkout>('checkout', { session, ...more }),
    refusedOrder: async (message: string, param: string): Promise<void> => {
      const reply = JSON.parse(await shop.text('checkout', { session })) as Given;
      expect(reply).toMatchObject({ status: 'error', message, param });
    },
    orderCart: async (id: number) =>
      (await shop.admin<{ readonly cart: Delivered }>('get_order_by_id', { id_order: id })).cart,
    offered: async (more: Given = { session }) =>
      (await shop.call<{ readonly methods: readonly Offered[] }>('get_delivery_methods', more)).methods,
  };
};
