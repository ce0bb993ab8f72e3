// What is done with each of many products, and how it is put back. Each is as of the record that was read just before.
import type { Product } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { priceAfter } from '../price-change.ts';
import { priceFieldIn, priceFields } from '../price.ts';
import { turn } from './publish.ts';

/** Puts back what was done. Throws Refused. */
export type Back = () => Promise<void>;

/** Undefined: there was nothing to do. Throws Refused. */
export type Act = (product: Product) => Promise<Back | undefined>;

const readOwn = (id: number) => call('get_shopobject_languages', { id_shopobject: id });

/** The record of a change, as the reply of one that named the record before it says. */
const seenOf = ({ seq }: { readonly seq?: number }) => (seq === undefined ? {} : { if_seq: seq });

export const visibility =
  (isVisible: boolean): Act =>
  async ({ id }) => {
    const { seq, shop_active: before } = await readOwn(id);
    if ((before === 1) === isVisible) return undefined;
    const turned = await turn({ id, type: 'product', seq }, isVisible);
    return async () => {
      await turn(turned, !isVisible);
    };
  };

/** Puts it into a category, or takes it out of it. */
export const category =
  (chosen: number, isIn: boolean): Act =>
  async ({ id }) => {
    const { categories, seq } = await readOwn(id);
    const before = categories.map(({ id_category: one }) => one);
    if (before.includes(chosen) === isIn) return undefined;
    const after = isIn ? [...before, chosen] : before.filter((one) => one !== chosen);
    const made = await call('update_product', { id_product: id, categories: after, if_seq: seq });
    return async () => {
      await call('update_product', { id_product: id, categories: before, ...seenOf(made) });
    };
  };

type Prices = { readonly [language: string]: { readonly [field: string]: number } };

/** The prices that it has itself, by language. */
const ownPrices = (values: { readonly [language: string]: object }, field: string): Prices =>
  Object.fromEntries(
    Object.entries(values).flatMap(([language, own]) => {
      const price = (own as { readonly [field: string]: unknown })[field];
      return typeof price === 'number' ? [[language, { [field]: price }]] : [];
    }),
  );

/** Changes one product or variation; undefined: it has no price of its own, or the same. */
const reprice = async (id: number, field: string, percent: number, digits: number): Promise<Back | undefined> => {
  const { values, seq } = await readOwn(id);
  const before = ownPrices(values, field);
  const after: Prices = Object.fromEntries(
    Object.entries(before).map(([language, own]) => [language, { [field]: priceAfter(own[field]!, percent, digits) }]),
  );
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  const made = await call('update_product', { id_product: id, attributes: after, if_seq: seq });
  return async () => {
    await call('update_product', { id_product: id, attributes: before, ...seenOf(made) });
  };
};

/** Changes the prices of the product and of those of its variations that have one of their own. */
export const prices =
  (percent: number, digits: number): Act =>
  async ({ id, attributes, variations }) => {
    const field = priceFieldIn(attributes, priceFields.value);
    const backs: Back[] = [];
    const undo: Back = async () => {
      for (const back of backs.toReversed()) await back();
    };
    try {
      for (const one of [id, ...variations.map((variation) => variation.id)]) {
        const back = await reprice(one, field, percent, digits);
        if (back !== undefined) backs.push(back);
      }
    } catch (error) {
      // All of a product or nothing: it would be changed twice by another try.
      await undo();
      throw error;
    }
    return backs.length === 0 ? undefined : undo;
  };
