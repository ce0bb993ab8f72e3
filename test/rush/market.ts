// What is rushed for: 100 pieces of one thing in two storages, sold through two products and a variation that take two,
// three and seven of them, a few coupons that everybody has heard of, a promotion for the first orders, and delivery by
// rules.
import type { Client } from '../kill/client.ts';
import { must } from '../kill/client.ts';
import { productFields } from '../kill/office.ts';
import { makeDelivery } from '../kill/delivered.ts';
import { makePromotion } from '../kill/promoted.ts';

export const PIECES = 100;
/** Orders that have the promotion. */
export const PROMOTED = 8;
/** The first of a new shop. */
export const PROMOTION = 1;
export const CODES = ['rush-aaaa-0001', 'rush-aaaa-0002', 'rush-aaaa-0003'] as const;
const ENTITY = 'hot';
const ATTRIBUTES = [
  { name: 'name', type: 'CHAR', de_DE: { label: 'Name', value: '' } },
  { name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 } },
];

export interface Ware {
  readonly id: number;
  /** Pieces that one of it takes. */
  readonly perPiece: number;
}

export const openMarket = async (office: Client): Promise<readonly Ware[]> => {
  const { body } = await must(office.office('create_class', { name: 'article', type: 'product' }));
  await must(
    office.office('create_class_attributes', { id_class: String(body['id']), attributes: JSON.stringify(ATTRIBUTES) }),
  );
  await must(office.office('create_class', { name: 'thing', type: 'warehouse_entity' }));
  await must(
    office.office('create_warehouse_entity', {
      class: 'thing',
      name: ENTITY,
      metadata: JSON.stringify({ element_number: ENTITY }),
    }),
  );
  for (const [storage, quantity] of [
    ['north', 60],
    ['south', PIECES - 60],
  ] as const) {
    await must(
      office.office('inventory_place', { storage, element_number: ENTITY, quantity, note: 'before the rush' }),
    );
  }
  const made = async (
    operation: string,
    fields: Readonly<Record<string, string | number>>,
    perPiece: number,
  ): Promise<Ware> => {
    const id = Number((await must(office.office(operation, fields))).body['id']);
    await must(office.office('add_binding', { id_product: id, element_number: ENTITY, quantity: perPiece }));
    return { id, perPiece };
  };
  const pair = await made('create_product', productFields('pair', 1000, {}), 2);
  const three = await made('create_product', productFields('three', 1400, {}), 3);
  const seven = await made('create_variation', { ...productFields('seven', 3000, {}), id_product: three.id }, 7);
  for (const code of CODES) {
    await must(
      office.office('create_coupons', { count: 1, name: 'Rush', amount: 10, type: 'UNIQUE_PERCENTAGE', code }),
    );
  }
  await makePromotion(office, PROMOTED);
  await makeDelivery(office);
  return [pair, three, seven];
};

/** Pieces that are left, in all storages. */
export const piecesLeft = async (office: Client): Promise<number> => {
  const constraint = JSON.stringify({ 'metadata.element_number': ENTITY });
  const { body } = await must(office.office('search_warehouse_entities', { constraint }));
  const [entity] = body['result'] as [{ availability: { quantity: number } }];
  return entity.availability.quantity;
};
