// Writes the goods of the demo shop into an empty one: classes, categories, products, variations, pages, stock. The
// reading lamp is product 2 and in category 1, as the README buys it.
import { SHELVES, pathTo } from './categories.ts';
import type { Shelf } from './categories.ts';
import { idOf, slug } from './demo-shop.ts';
import type { DemoShop, Members } from './demo-shop.ts';
import { DESK } from './goods-desk.ts';
import { HOME } from './goods-home.ts';
import { OUTDOOR } from './goods-outdoor.ts';
import type { Goods } from './goods.ts';
import { PAGES } from './pages.ts';
import type { Page } from './pages.ts';
import { PALETTE } from './palette.ts';
import type { ColourName } from './palette.ts';
import { PICTURE_PIXELS, pictureName } from './pictures.ts';

export const GOODS: readonly Goods[] = [...DESK, ...HOME, ...OUTDOOR];

/** Where stock lies, and its share of what is placed. */
const STORAGES = [
  ['Hamburg', 0.6],
  ['Leipzig', 0.4],
] as const;

/** What somebody can put into a cart: a product without variations, or a variation. */
export interface Article {
  readonly id: number;
  readonly goods: Goods;
  readonly price: number;
  /** Of its warehouse entity; '': its stock is its own. */
  readonly elementNumber: string;
}

export interface Catalogue {
  readonly articles: readonly Article[];
  /** Key of a product → its id. */
  readonly products: ReadonlyMap<string, number>;
  readonly categories: ReadonlyMap<string, number>;
}

type Call = DemoShop['call'];
type EmptyShop = Pick<DemoShop, 'call' | 'rules'>;

const label = (en: string, de: string): Members => ({ en_GB: en, de_DE: de });

const PRODUCT_ATTRIBUTES = [
  { name: 'name', type: 'CHAR', labels: label('Name', 'Name') },
  { name: 'short_description', type: 'TXT', labels: label('Summary', 'Kurzbeschreibung') },
  { name: 'price', type: 'FLOAT', labels: label('Price', 'Preis') },
  { name: 'description', type: 'HTML', labels: label('Description', 'Beschreibung') },
  { name: 'material', type: 'CHAR', labels: label('Material', 'Material') },
  { name: 'colour', type: 'CHAR', labels: label('Colour', 'Farbe') },
  { name: 'size', type: 'CHAR', labels: label('Size', 'Größe') },
  { name: 'image', type: 'IMG', labels: label('Picture', 'Bild') },
] as const;

const PAGE_ATTRIBUTES = [
  { name: 'title', type: 'CHAR', labels: label('Title', 'Titel') },
  { name: 'teaser', type: 'TXT', labels: label('Teaser', 'Anreißer') },
  { name: 'body', type: 'HTML', labels: label('Text', 'Text') },
] as const;

const makeClasses = async (call: Call): Promise<void> => {
  const make = async (name: string, type: string, attributes: readonly Members[]): Promise<void> => {
    const id = idOf(await call('create_class', { name, type }));
    if (attributes.length > 0) await call('create_class_attributes', { id_class: id, attributes });
  };
  await make('product', 'product', PRODUCT_ATTRIBUTES);
  await make('page', 'content', PAGE_ATTRIBUTES);
  await make('article', 'content', [
    ...PAGE_ATTRIBUTES,
    { name: 'published', type: 'DATE', labels: label('Published', 'Erschienen') },
  ]);
  await make('part', 'warehouse_entity', []);
};

const makeShelves = async (call: Call, shelves: readonly Shelf[], parent: number, ids: Map<string, number>) => {
  for (const { key, en, de, about, below = [] } of shelves) {
    const seoOf = (title: string, description: string | undefined): Members => ({
      permalink: slug(title),
      title,
      description: description ?? '',
    });
    const id = idOf(
      await call('create_category', {
        id_parent: parent,
        name: key,
        labels: label(en, de),
        seo: { en_GB: seoOf(en, about?.en), de_DE: seoOf(de, about?.de) },
      }),
    );
    ids.set(key, id);
    await makeShelves(call, below, id, ids);
  }
};

const imageOf = (name: string): Members => ({
  value: `/images/${name}`,
  width: PICTURE_PIXELS,
  height: PICTURE_PIXELS,
});

const wordsOf = (goods: Goods, language: 'en' | 'de'): Members => {
  const { name, summary, text, material } = goods[language];
  return {
    name,
    short_description: summary,
    price: goods.price,
    description: `<p>${text.join(' ')}</p>`,
    material,
    image: imageOf(pictureName(goods, goods.colours?.[0] ?? goods.colour)),
  };
};

const seoOf = (name: string, summary: string): Members => ({
  permalink: slug(name),
  title: name,
  description: summary,
});

/** The first of its shelf lists a favourite again at the top of its part of the shop. */
const makeProduct = async (
  { call, rules }: EmptyShop,
  goods: Goods,
  categories: ReadonlyMap<string, number>,
): Promise<number> => {
  const { key, leaf, weight, pieces, taxClass, favourite, madeToOrder, en, de } = goods;
  const isTaxed = rules.taxClasses.some(({ name }) => name === taxClass);
  const path = pathTo(leaf).map((name) => categories.get(name)!);
  return idOf(
    await call('create_product', {
      class: 'product',
      name: en.name,
      shop_active: 1,
      attributes: { en_GB: wordsOf(goods, 'en'), de_DE: wordsOf(goods, 'de') },
      seo: { en_GB: seoOf(en.name, en.summary), de_DE: seoOf(de.name, de.summary) },
      metadata: { element_number: key, weight, ...(isTaxed && { taxclass: taxClass }) },
      availability: {
        quantity: pieces,
        active: 1,
        allow_override: madeToOrder === true,
        quantity_warning: Math.ceil(pieces / 5),
      },
      categories: favourite === true ? [path.at(-1), ...path.slice(0, -1)] : path.slice(0, -1),
    }),
  );
};

interface Choice {
  readonly colour: ColourName | undefined;
  readonly size: string;
  readonly more: number;
}

const choicesOf = ({ colours, sizes }: Goods): readonly Choice[] =>
  (colours ?? [undefined]).flatMap((colour) =>
    (sizes ?? [['']]).map(([size, more = 0]) => ({ colour, size: size ?? '', more: Number(more) })),
  );

const makeVariation = async (call: Call, productId: number, goods: Goods, choice: Choice): Promise<Article> => {
  const { key, pieces, price } = goods;
  const { colour, size, more } = choice;
  const elementNumber = [key, ...(colour === undefined ? [] : [colour]), ...(size === '' ? [] : [slug(size)])].join(
    '-',
  );
  const named = (language: 'en' | 'de'): string =>
    [goods[language].name, ...(colour === undefined ? [] : [PALETTE[colour][language]]), size]
      .filter((part) => part !== '')
      .join(', ');
  const texts = (language: 'en' | 'de'): Members => ({
    name: named(language),
    ...(colour !== undefined && {
      colour: PALETTE[colour][language],
      image: imageOf(pictureName(goods, colour)),
    }),
    ...(size !== '' && { size }),
    ...(more > 0 && { price: price + more }),
  });
  const id = idOf(
    await call('create_variation', {
      id_product: productId,
      name: named('en'),
      shop_active: 1,
      attributes: { en_GB: texts('en'), de_DE: texts('de') },
      seo: {
        en_GB: seoOf(named('en'), goods.en.summary),
        de_DE: seoOf(named('de'), goods.de.summary),
      },
      metadata: { element_number: elementNumber },
      availability: { quantity: pieces, active: 1, allow_override: 0, quantity_warning: Math.ceil(pieces / 5) },
    }),
  );
  return { id, goods, price: price + more, elementNumber: goods.stored === true ? elementNumber : '' };
};

/** Puts pieces into both storages. */
export const place = async (call: Call, elementNumber: string, pieces: number, note: string): Promise<void> => {
  for (const [storage, share] of STORAGES) {
    const quantity = Math.round(pieces * share);
    if (quantity > 0) await call('inventory_place', { storage, element_number: elementNumber, quantity, note });
  }
};

/** Binds what is sold to a warehouse entity of its own; the standing desk consists of a top and two legs. */
const store = async (call: Call, { id, goods, elementNumber }: Article): Promise<void> => {
  const parts =
    goods.key === 'standing-desk'
      ? ([
          [`${elementNumber}-top`, 1],
          [`${elementNumber}-leg`, 2],
        ] as const)
      : ([[elementNumber, 1]] as const);
  for (const [part, quantity] of parts) {
    await call('create_warehouse_entity', {
      class: 'part',
      name: part.replaceAll('-', ' '),
      metadata: {
        element_number: part,
        weight: goods.weight,
      },
    });
    await call('add_binding', { id_product: id, element_number: part, quantity });
    await place(call, part, goods.pieces * quantity, 'opening stock');
  }
};

/** A page of help, or an article with the day on which it comes out. */
export const publish = async (call: Call, page: Page, categoryId: number, published: string): Promise<void> => {
  const texts = (language: 'en' | 'de'): Members => {
    const { title, teaser, body } = page[language];
    return { title, teaser, body: body.join(''), ...(published !== '' && { published }) };
  };
  await call('create_content', {
    class: published === '' ? 'page' : 'article',
    name: page.key,
    shop_active: 1,
    attributes: { en_GB: texts('en'), de_DE: texts('de') },
    seo: { en_GB: seoOf(page.en.title, page.en.teaser), de_DE: seoOf(page.de.title, page.de.teaser) },
    categories: [categoryId],
  });
};

export const fillCatalogue = async (shop: EmptyShop): Promise<Catalogue> => {
  const { call } = shop;
  await makeClasses(call);
  const categories = new Map<string, number>();
  await makeShelves(call, SHELVES, 0, categories);
  const products = new Map<string, number>();
  for (const goods of GOODS) products.set(goods.key, await makeProduct(shop, goods, categories));
  const articles: Article[] = [];
  for (const goods of GOODS) {
    const { key, colours, sizes, price, stored } = goods;
    const id = products.get(key)!;
    if (colours === undefined && sizes === undefined)
      articles.push({ id, goods, price, elementNumber: stored === true ? key : '' });
    else for (const choice of choicesOf(goods)) articles.push(await makeVariation(call, id, goods, choice));
  }
  for (const article of articles) if (article.elementNumber !== '') await store(call, article);
  for (const page of PAGES) if (page.daysAgo === undefined) await publish(call, page, categories.get(page.shelf)!, '');
  return { articles, products, categories };
};
