// Records within records, as tests make and read them.
import { expect } from 'vitest';
import type { Given } from '../shop.ts';
import { Goods } from '../shop.ts';

export interface Shown {
  readonly id: number;
  readonly attributes: { readonly related: { readonly value: readonly Shown[]; readonly left_out?: number } };
  readonly variations: readonly Shown[];
}

export const open = async (recordsMax?: number): Promise<Goods> => {
  const goods = await Goods.open(recordsMax === undefined ? {} : { rules: { recordsMax } });
  await goods.shop.admin('create_class_attributes', {
    id_class: 1,
    attributes: [{ name: 'related', type: 'PRODUCTS', de_DE: { label: '', value: null } }],
  });
  return goods;
};

export const refer = (goods: Goods, id: number, related: readonly number[]): Promise<unknown> =>
  goods.shop.admin('update_product', { id_product: id, attributes: { de_DE: { related } } });

/** So many products, each of which names all others. */
export const friends = async (goods: Goods, count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await goods.product());
  for (const id of ids)
    await refer(
      goods,
      id,
      ids.filter((other) => other !== id),
    );
  return ids;
};

export const details = (goods: Goods, id: number): Promise<Shown> =>
  goods.shop.call<Shown>('get_product_details', { id_product: id });
export const listed = async (goods: Goods, more: Given = {}): Promise<Shown[]> =>
  Object.values(
    (
      await goods.shop.call<{ products: { [name: string]: Shown } }>('get_products_in_category', {
        id_category: goods.categoryId,
        ...more,
      })
    ).products,
  );

export const related = ({ attributes }: Shown): readonly Shown[] => attributes.related.value;

/** How deep PRODUCTS values go; throws where one has fewer products than it names and does not say so. */
export const depthOf = (product: Shown, named: number): number => {
  const { value, left_out: leftOut = 0 } = product.attributes.related;
  expect(value.length + leftOut).toBe(named);
  return Math.max(
    ...product.variations.map((one) => depthOf(one, named)),
    0,
    ...value.map((one) => 1 + depthOf(one, named)),
  );
};

export const vary = async (goods: Goods, id: number, count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1)
    ids.push(await goods.shop.make('create_variation', { id_product: id, name: `${id}-${at}`, shop_active: 1 }));
  return ids;
};
