// The shop that is measured: made through the API of a real server, the same on every machine.
import type { Caller, Fields, Reply } from './caller.ts';
import { seeded } from './stats.ts';

/** What the workloads need to know of the shop. */
export interface Shop {
  readonly productIds: readonly number[];
  /** By place in `productIds`. */
  productName(i: number): string;
  /** Full pages of categories. */
  readonly pages: readonly Page[];
}

export interface Page {
  readonly categoryId: number;
  readonly categoryName: string;
  /** From 0. */
  readonly page: number;
}

/** Products on a page. */
export const PAGE = 24;

export const LANGUAGE = { language: 'de_DE', country: 'DE' } as const;
export const PRODUCTS_PER_CATEGORY = 500;
const PAGES_PER_CATEGORY = 5;
const STOCK = 1_000_000;
const SEED = 20260101;

/** A reply of get_product_details is about 1.5 KB with these. */
const ATTRIBUTES: readonly (readonly [name: string, type: string, label: string])[] = [
  ['name', 'CHAR', 'Bezeichnung'],
  ['price', 'FLOAT', 'Preis'],
  ['brand', 'CHAR', 'Marke'],
  ['colour', 'CHAR', 'Farbe'],
  ['size', 'CHAR', 'Größe'],
  ['image', 'CHAR', 'Bild'],
  ['short_description', 'TXT', 'Kurzbeschreibung'],
  ['care', 'TXT', 'Pflegehinweis'],
];
const BRANDS = ['Nordkap', 'Hafenmeister', 'Alpenglut', 'Kiesel & Sohn', 'Lindenhof'];
const COLOURS = ['schwarz', 'weiß', 'dunkelblau', 'olivgrün', 'weinrot', 'sandfarben'];
const NOUNS = ['Laufschuh', 'Regenjacke', 'Wollmütze', 'Rucksack', 'Trinkflasche', 'Wanderhose', 'Handschuh', 'Zelt'];
const SENTENCES = [
  'Leicht, robust und für jedes Wetter gemacht.',
  'Das Material trocknet schnell und hält über Jahre.',
  'In Europa gefertigt, mit zwei Jahren Garantie.',
  'Sitzt bequem, auch nach vielen Stunden unterwegs.',
  'Mit reflektierenden Streifen für die dunkle Jahreszeit.',
];

/** The name of the i-th product, which its replies must hold. */
export function productName(i: number): string {
  return `bench-${String(i).padStart(6, '0')}`;
}

/** Makes one class, the categories and all products. */
export async function fillShop(caller: Caller, products: number): Promise<Shop> {
  const made = await caller.office('create_class', { name: 'bench_article', type: 'product' });
  const definitions = ATTRIBUTES.map(([name, type, label]) => ({
    name,
    type,
    de_DE: { label, value: type === 'FLOAT' ? 0 : '' },
  }));
  await caller.office('create_class_attributes', {
    id_class: Number(made['id']),
    attributes: JSON.stringify(definitions),
  });

  const categoryIds: number[] = [];
  for (let i = 0; i < Math.ceil(products / PRODUCTS_PER_CATEGORY); i += 1) {
    const seo = { de_DE: { permalink: `regal-${i}`, title: `Regal ${i}` } };
    const fields = {
      id_parent: 0,
      name: `shelf-${i}`,
      labels: JSON.stringify({ de_DE: `Regal ${i}` }),
      seo: JSON.stringify(seo),
    };
    const { id } = await caller.office('create_category', fields);
    categoryIds.push(Number(id));
  }

  const productIds = Array.from({ length: products }, () => 0);
  const random = seeded(SEED);
  await caller.many(
    'create_product',
    products,
    (i) => ({ ...caller.secretKey, ...product(i, categoryIds, random) }),
    (i, { id }) => {
      productIds[i] = Number(id);
    },
  );
  const pages = categoryIds.flatMap((categoryId, i) =>
    Array.from({ length: PAGES_PER_CATEGORY }, (_, page) => ({ categoryId, categoryName: `shelf-${i}`, page })),
  );
  return { productIds, productName, pages };
}

function product(i: number, categoryIds: readonly number[], random: () => number): Fields {
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] as string;
  const brand = pick(BRANDS);
  const title = `${pick(NOUNS)} ${brand} ${i}`;
  return {
    class: 'bench_article',
    name: productName(i),
    shop_active: 1,
    attributes: JSON.stringify({
      de_DE: {
        name: title,
        price: (499 + Math.floor(random() * 19_500)) / 100,
        brand,
        colour: pick(COLOURS),
        size: String(36 + Math.floor(random() * 12)),
        image: `https://cdn.example.org/bench/${i}/front.jpg`,
        short_description: `${pick(SENTENCES)} ${pick(SENTENCES)} ${pick(SENTENCES)}`,
        care: pick(SENTENCES),
      },
    }),
    seo: JSON.stringify({ de_DE: { permalink: `artikel-${i}`, title, description: pick(SENTENCES), keywords: brand } }),
    metadata: JSON.stringify({ element_number: `B${100_000 + i}`, ean: '4006381333931', weight: 0.75 }),
    availability: JSON.stringify({ quantity: STOCK, quantity_warning: 10, allow_override: 0, active: 1 }),
    categories: JSON.stringify([categoryIds[Math.floor(i / PRODUCTS_PER_CATEGORY)]]),
  };
}

/** A first read of a product renders it: a shop that has been open for a while has none left. */
export const readAll = (caller: Caller, { productIds }: Shop): Promise<void> =>
  caller.many('get_product_details', productIds.length, (i) => ({ id_product: productIds[i]!, ...LANGUAGE }));

/** Pieces in all carts. */
export const piecesIn = async (caller: Caller, carts: readonly string[]): Promise<number> => {
  let pieces = 0;
  const count = (_: number, { contents }: Reply): void => {
    for (const { quantity } of contents as { quantity: number }[]) pieces += quantity;
  };
  await caller.many('get_cart', carts.length, (i) => ({ session: carts[i]! }), count);
  return pieces;
};

/** Which product lies in line 0 to 2 of cart i: three different ones. */
export function cartProduct(shop: Shop, i: number, line: number): number {
  return (i * 3 + line) % shop.productIds.length;
}

export function addFields(shop: Shop, session: string, product: number): Fields {
  return {
    session,
    id_shopobject: shop.productIds[product] as number,
    element_type: 'PRODUCT_GR',
    quantity: 1,
    price_field: 'price',
    name_field: 'name',
    description_field: 'short_description',
    ...LANGUAGE,
    id_parent_element: 0,
    attributes: '[]',
  };
}

/** New sessions with three lines each; `first` tells which carts of the endless row they are. */
export async function makeCarts(caller: Caller, shop: Shop, count: number, first: number): Promise<string[]> {
  const sessions = Array.from({ length: count }, () => '');
  await caller.many(
    'get_new_session',
    count,
    () => ({}),
    (i, reply) => {
      sessions[i] = String(reply['code']);
    },
  );
  for (let line = 0; line < 3; line += 1) {
    await caller.many('add_to_cart', count, (i) =>
      addFields(shop, sessions[i] as string, cartProduct(shop, first + i, line)),
    );
  }
  return sessions;
}

/** Everything that a checkout needs besides lines. */
export function orderDetails(): Fields {
  const address = {
    salutation: 'Frau',
    firstname: 'Änne',
    lastname: 'Müller',
    street: 'Hafenstraße',
    number: '12a',
    zip: '20457',
    city: 'Hamburg',
    country: 'DE',
  };
  const details: Record<string, string | number> = {
    id_payment_method: 2,
    id_delivery_method: 1,
    email: 'aenne@example.org',
    note: '',
  };
  for (const [name, value] of Object.entries(address)) {
    details[`delivery_${name}`] = value;
    details[`invoice_${name}`] = value;
  }
  return details;
}

export async function addOrderDetails(caller: Caller, sessions: readonly string[]): Promise<void> {
  const details = orderDetails();
  await caller.many('set_order_details', sessions.length, (i) => ({ session: sessions[i] as string, ...details }));
}
