// An order whose pieces come back: a product with stock of its own, and one that lies in two storages.
import { Goods, line, makePart } from '../shop.ts';
import type { Given, Reply, ShopOptions } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';

export type Pieces = readonly (readonly [line: number, quantity: number])[];

export interface Placed {
  readonly goods: Goods;
  /** Its own stock, 5 pieces; line 1, 3 pieces at 10. */
  readonly own: number;
  /** Of pieces in `north` (2) and `south` (4); line 2, 3 pieces at 20. */
  readonly bound: number;
  readonly orderId: number;
  /** Of the buyer, after the order. */
  readonly session: string;
}

/** Lines 1 and 2 as above, and delivery for 5. */
export const placed = async (options: ShopOptions = {}, more: Given = {}): Promise<Placed> => {
  const goods = await Goods.open(options);
  const { shop } = goods;
  const own = await goods.stocked(5, more);
  await makePart(shop, 'P-1');
  for (const [storage, quantity] of [
    ['north', 2],
    ['south', 4],
  ] as const)
    await shop.admin('inventory_place', { storage, element_number: 'P-1', quantity });
  const bound = await goods.product(20);
  await shop.admin('add_binding', { id_product: bound, element_number: 'P-1', quantity: 1 });
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, own, { quantity: 3 }));
  await shop.call('add_to_cart', line(session, bound, { quantity: 3 }));
  await shop.call('add_delivery_costs', { session, delivery_costs: [['Paket', 5, 0.19]] });
  const { id_order: orderId, session: next } = await shop.call<Checkout & { readonly session: string }>('checkout', {
    session,
  });
  return { goods, own, bound, orderId, session: next };
};

export const pieces = (lines: Pieces, more: Given = {}) =>
  lines.map(([id_element, quantity]) => ({ id_element, quantity, ...more }));

type Of = Pick<Placed, 'goods' | 'orderId'>;

export const ship = ({ goods, orderId }: Of, lines: Pieces): Promise<Reply> =>
  goods.shop.admin('add_parcel', { id_order: orderId, lines: pieces(lines) });

/** As the shop. */
export const announce = ({ goods, orderId }: Placed, lines: Pieces, more: Given = {}): Promise<Reply> =>
  goods.shop.admin('announce_return', { id_order: orderId, lines: pieces(lines), ...more });

/** Nobody announced it, unless `more` has an `id_return`. */
export const receive = ({ goods, orderId }: Of, lines: Pieces, where: Given = {}, more: Given = {}): Promise<Reply> =>
  goods.shop.admin('receive_return', {
    ...('id_return' in more ? {} : { id_order: orderId }),
    lines: pieces(lines, where),
    ...more,
  });

export const set = ({ goods, orderId }: Placed, states: Given): Promise<Reply> =>
  goods.shop.admin('update_order_details', { id_order: orderId, ...states });

/** The quantity step of the product of line 1 from now on. */
export const setStep = ({ goods, own }: Placed, step: number): Promise<Reply> =>
  goods.shop.admin('update_product', { id_product: own, metadata: { quantity_step: step } });

/** `placed`, its line 1 of what is sold by such a step. */
export const placedBy = async (step: number): Promise<Placed> => {
  const order = await placed();
  await setStep(order, step);
  return order;
};

/** Pieces in `north` and `south`. */
export const stored = async ({ goods }: Placed): Promise<readonly number[]> => {
  const { storages } = await goods.shop.admin<{
    readonly storages: readonly { readonly storage: string; readonly quantity: number }[];
  }>('get_stock', { element_number: 'P-1' });
  return ['north', 'south'].map((name) => storages.find(({ storage }) => storage === name)?.quantity ?? 0);
};
