// Two who change the same: what each operation of the catalogue that takes `if_seq` tells the second one.
import type { Given, Json, Reply, TestShop } from './shop.ts';
import { Goods } from './shop.ts';

export type Changed = readonly { readonly [member: string]: Json }[];
export type Call = readonly [operation: string, args: Given];

export interface Row {
  readonly operation: string;
  readonly args: Given;
  /** The `seq` that its caller is shown. */
  readonly seqOf: () => Promise<unknown>;
  /** What somebody else does meanwhile. */
  readonly other: Call;
  readonly changed: Changed;
}

export const both = (name: string, seen: Json, current: Json, yours: Json) => ({ name, seen, current, yours });

/** Seq of one record of a list. */
export const inList =
  (shop: TestShop, operation: string, list: string, is: (one: Reply) => boolean = () => true, params: Given = {}) =>
  async (): Promise<unknown> =>
    (await shop.admin<{ [name: string]: readonly Reply[] }>(operation, params))[list]!.filter(is).at(-1)?.['seq'];

export const shownBy =
  (shop: TestShop, operation: string, params: Given = {}) =>
  async (): Promise<unknown> =>
    (await shop.admin(operation, params))['seq'];

export const catalogueRows = async (): Promise<readonly [TestShop, readonly Row[]]> => {
  const goods = await Goods.open();
  const { shop } = goods;
  const product = await goods.product(10);
  await shop.make('create_class', { name: 'page', type: 'content' });
  const content = await shop.make('create_content', { class: 'page', name: 'imprint' });
  const brand = await shop.make('create_class', { name: 'brand', type: 'record' });
  const texts = [{ name: 'country', type: 'CHAR', labels: { de_DE: 'Land' } }];
  await shop.admin('create_class_attributes', { id_class: brand, attributes: texts });
  const spare = await shop.make('create_class', { name: 'spare', type: 'record' });
  const record = await shop.make('create_record', { class: 'brand', name: 'Acme' });
  await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
  const part = await shop.make('create_warehouse_entity', {
    class: 'part',
    name: 'p',
    metadata: { element_number: 'A' },
  });
  await shop.admin('add_binding', { id_product: product, element_number: 'A', quantity: 1 });
  const shelves: number[] = [];
  for (const name of ['a', 'b']) shelves.push(await shop.make('create_category', { id_parent: 0, name }));
  const [category, second] = shelves as [number, number];
  const ofProduct = shownBy(shop, 'get_shopobject_languages', { id_shopobject: product });
  const ofContent = shownBy(shop, 'get_shopobject_languages', { id_shopobject: content });
  const ofCategory = shownBy(shop, 'get_category_languages', { id_category: category });
  const ofClass = shownBy(shop, 'get_class_languages', { id_class: brand });
  const ofRecord = shownBy(shop, 'get_record_languages', { id_record: record });
  const ofPart = inList(shop, 'search_warehouse_entities', 'result', () => true, { constraint: {} });
  const classChange = (label: string) => ({
    id_class: brand,
    attributes: [{ name: 'country', labels: { de_DE: label } }],
  });
  const column = (label: string) => [{ name: 'country', type: 'CHAR', labels: { de_DE: label }, defaults: {} }];
  return [
    shop,
    [
      {
        operation: 'update_product',
        args: { id_product: product, name: 'mine', attributes: { de_DE: { price: 7 } }, metadata: { notes: 'mine' } },
        seqOf: ofProduct,
        other: [
          'update_product',
          { id_product: product, attributes: { de_DE: { price: 8, name: 'X' } }, metadata: { notes: 'theirs' } },
        ],
        changed: [both('values.de_DE.price', 10, 8, 7), both('metadata.notes', '', 'theirs', 'mine')],
      },
      {
        operation: 'delete_binding',
        args: { id_product: product, element_number: 'A' },
        seqOf: ofProduct,
        other: ['update_product', { id_product: product, name: 'theirs' }],
        changed: [],
      },
      {
        operation: 'delete_product',
        args: { id_product: product },
        seqOf: ofProduct,
        other: ['update_product', { id_product: product, name: 'again' }],
        changed: [{ name: 'name', seen: 'theirs', current: 'again' }],
      },
      {
        operation: 'update_content',
        args: { id_content: content, name: 'mine', shop_active: 1 },
        seqOf: ofContent,
        other: ['update_content', { id_content: content, name: 'theirs' }],
        changed: [both('name', 'imprint', 'theirs', 'mine')],
      },
      {
        operation: 'delete_content',
        args: { id_content: content },
        seqOf: ofContent,
        other: ['update_content', { id_content: content, shop_active: 1 }],
        changed: [{ name: 'shop_active', seen: 0, current: 1 }],
      },
      {
        operation: 'update_record',
        args: { id_record: record, attributes: { de_DE: { country: 'FR' } } },
        seqOf: ofRecord,
        other: ['update_record', { id_record: record, attributes: { de_DE: { country: 'DE' } } }],
        changed: [{ name: 'values.de_DE.country', current: 'DE', yours: 'FR' }],
      },
      {
        operation: 'delete_record',
        args: { id_record: record },
        seqOf: ofRecord,
        other: ['update_record', { id_record: record, name: 'Acme 2' }],
        changed: [{ name: 'name', seen: 'Acme', current: 'Acme 2' }],
      },
      {
        operation: 'update_warehouse_entity',
        args: { id_warehouse_entity: part, name: 'mine', metadata: { notes: 'mine' } },
        seqOf: ofPart,
        other: ['update_warehouse_entity', { id_warehouse_entity: part, name: 'theirs' }],
        changed: [both('name', 'p', 'theirs', 'mine')],
      },
      {
        operation: 'delete_warehouse_entity',
        args: { id_warehouse_entity: await shop.make('create_warehouse_entity', { class: 'part', name: 'free' }) },
        seqOf: ofPart,
        other: ['update_warehouse_entity', { id_warehouse_entity: part + 1, name: 'theirs' }],
        changed: [{ name: 'name', seen: 'free', current: 'theirs' }],
      },
      {
        operation: 'update_category',
        args: { id_category: category, labels: { de_DE: 'mine', en_GB: 'mine' } },
        seqOf: ofCategory,
        other: ['update_category', { id_category: category, labels: { de_DE: 'theirs' }, name: 'theirs' }],
        changed: [{ name: 'labels.de_DE', current: 'theirs', yours: 'mine' }],
      },
      {
        operation: 'set_positions',
        args: { id_category: 0, categories: [category, second] },
        seqOf: shownBy(shop, 'get_categories', { id_parent: 0 }),
        other: ['set_positions', { id_category: 0, categories: [second, category] }],
        changed: [{ name: 'categories', current: [second, category], yours: [category, second] }],
      },
      {
        operation: 'delete_category',
        args: { id_category: category },
        seqOf: ofCategory,
        other: ['update_category', { id_category: category, name: 'again' }],
        changed: [{ name: 'name', seen: 'theirs', current: 'again' }],
      },
      {
        operation: 'update_class_attributes',
        args: classChange('mine'),
        seqOf: ofClass,
        other: ['update_class_attributes', classChange('theirs')],
        changed: [both('attributes', column('Land'), column('theirs'), column('mine'))],
      },
      {
        operation: 'create_class_attributes',
        args: { id_class: brand, attributes: [{ name: 'url', type: 'CHAR', labels: {} }] },
        seqOf: ofClass,
        other: ['update_class_attributes', { id_class: brand, attributes: [], public: 1 }],
        changed: [],
      },
      {
        operation: 'delete_class_attributes',
        args: { id_class: brand, attributes: ['country'] },
        seqOf: ofClass,
        other: ['update_class_attributes', classChange('again')],
        changed: [both('attributes', column('theirs'), column('again'), [])],
      },
      {
        operation: 'delete_class',
        args: { id_class: spare },
        seqOf: shownBy(shop, 'get_class_languages', { id_class: spare }),
        other: ['update_class_attributes', { id_class: spare, attributes: [], public: 1 }],
        changed: [{ name: 'public', current: 1 }],
      },
    ],
  ];
};
