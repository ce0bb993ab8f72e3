// Makes the delivery rules of demo/history.json at its beginning: orders of the ninety days cost what they say.
import type { Method } from '../../domain/rules.ts';
import type { DemoShop } from './demo-shop.ts';
import type { Seeded } from './seeded.ts';
import { story } from './story.ts';

/** What a shop with settings of its own lacks, a method, a currency or a storage, is done without. */
export const makeDeliveryRules = async ({ call, engine }: Pick<DemoShop, 'call' | 'engine'>): Promise<void> => {
  const { deliveryMethods, currencies } = engine.rules;
  const storages = engine.readContext().index('storage');
  for (const { method, currency, storage, ...terms } of story().delivery) {
    const id = deliveryMethods[method]?.id;
    const isSold = currency === undefined || currencies.some(({ code }) => code === currency);
    const isThere = storage === undefined || storages.get(storage) !== undefined;
    if (id === undefined || !isSold || !isThere) continue;
    const asked = { ...(currency !== undefined && { currency }), ...(storage !== undefined && { storage }) };
    await call('create_delivery_rule', { ...terms, ...asked, id_delivery_method: id });
  }
};

interface Offered {
  readonly id: number;
  readonly available: 0 | 1;
  readonly storage?: string;
}

/** How a shopper wants to have the goods: most have them sent, some in haste, a few fetch them. */
export type Wish = 'parcel' | 'express' | 'pickup';
export const wishOf = (chance: Seeded): Wish =>
  chance.happens(0.15) ? 'express' : chance.happens(0.12) ? 'pickup' : 'parcel';

/** The method that the shopper chooses of those that the shop offers to the address of the session; 0: it has none. */
export const chosenMethod = async (
  { call, engine }: DemoShop,
  session: unknown,
  wish: Wish,
): Promise<{ readonly id: number; readonly wish: Wish } | undefined> => {
  const { methods } = (await call('get_delivery_methods', { session })) as { readonly methods: readonly Offered[] };
  const offered = ({ id }: Method): boolean => methods.some((one) => one.id === id && one.available === 1);
  const [parcel, express, pickup] = engine.rules.deliveryMethods;
  if (parcel === undefined) return { id: 0, wish: 'parcel' };
  const wanted = { parcel, express, pickup }[wish];
  if (wanted !== undefined && offered(wanted)) return { id: wanted.id, wish };
  return offered(parcel) ? { id: parcel.id, wish: 'parcel' } : undefined;
};
