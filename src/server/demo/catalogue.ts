// Fills an empty shop with the catalogue of demo/: classes, categories, products, variations, stock, pages. The reading
// lamp is product 2 and in category 1, as the README buys it.
import { bringCatalogue, bringTable } from '../../admin/bring-files.ts';
import type { TableProduct } from '../../admin/bring-files.ts';
import type { ShopRules } from '../../domain/rules.ts';
import { bringing, demoImageSize, demoJson } from './demo-files.ts';
import { slug } from './demo-shop.ts';
import type { DemoShop } from './demo-shop.ts';

/** The content of demo/stock.json; products are named by their element numbers. */
interface Stock {
  /** Storage → its share of what is placed. */
  readonly storages: { readonly [name: string]: number };
  /** Counted in storages, and not with the product. */
  readonly inStorages: readonly string[];
  /** What consists of parts: suffix of the part's number → pieces in one piece of the product. */
  readonly parts: { readonly [product: string]: { readonly [part: string]: number } };
  /** Sold beyond their stock. */
  readonly madeToOrder: readonly string[];
  /** Kilograms. */
  readonly weights: { readonly [product: string]: number };
}

/** What somebody can put into a cart: a product without variations, or a variation. */
export interface Article {
  readonly id: number;
  /** Element number of its product. */
  readonly product: string;
  readonly price: number;
  /** Pieces that the shop begins with. */
  readonly pieces: number;
  /** Listed at the top of a part of the shop. */
  readonly isFavourite: boolean;
  readonly hasSize: boolean;
  /** Number of its warehouse entity; '': its stock is its own. */
  readonly elementNumber: string;
  readonly isMadeOfParts: boolean;
}

export interface Catalogue {
  readonly articles: readonly Article[];
  /** Element number of a product or variation → its id. */
  readonly products: ReadonlyMap<string, number>;
  /** Puts pieces into the storages. */
  readonly place: (elementNumber: string, pieces: number, note: string) => Promise<void>;
}

type EmptyShop = Pick<DemoShop, 'call' | 'engine'>;

const numberOf = ({ metadata }: TableProduct): string => metadata?.element_number ?? '';
const piecesOf = ({ availability }: TableProduct): number => (availability?.quantityMilli ?? 0) / 1000;

/** A cell in the first language that has the column; '': empty, or no such column. */
const cellOf = ({ attributes = {} }: TableProduct, name: string): string => {
  const cells = Object.values(attributes).find((values) => values[name] !== undefined);
  return String(cells?.[name] ?? '');
};

const IMAGES_PATH = '/images/';

/** The rows of the table, each with what no column holds: permalinks, sizes of pictures, weight, rules of the stock. */
class Products {
  private readonly rules: ShopRules;
  private readonly stock: Stock;
  /** Cells that name a picture: each is in several rows and languages. */
  private readonly pictures = new Map<string, object>();
  /** By name, in the order of the table. */
  private readonly rows = new Map<string, TableProduct>();

  constructor(rules: ShopRules, stock: Stock) {
    this.rules = rules;
    this.stock = stock;
  }

  /** The row of the product; its own, unless it is a variation. */
  private productOf(row: TableProduct): TableProduct {
    return this.rows.get(row.variation_of) ?? row;
  }

  /** A picture of demo/images with its size; any other cell as it is. Throws Error where there is no such picture. */
  private sized(cell: unknown): unknown {
    if (typeof cell !== 'string' || !cell.startsWith(IMAGES_PATH)) return cell;
    let picture = this.pictures.get(cell);
    if (picture === undefined) {
      picture = { value: cell, ...demoImageSize(cell.slice(IMAGES_PATH.length)) };
      this.pictures.set(cell, picture);
    }
    return picture;
  }

  private seoOf(row: TableProduct): TableProduct['seo'] {
    const { attributes: shared = {} } = this.productOf(row);
    const seo = Object.entries(row.attributes ?? {}).flatMap(([language, { name = '' }]) => {
      const title = String(name);
      const description = String(shared[language]?.['short_description'] ?? '');
      return title === '' ? [] : [[language, { permalink: slug(title), title, description }] as const];
    });
    return Object.fromEntries(seo);
  }

  complete(row: TableProduct): TableProduct {
    this.rows.set(row.name, row);
    const { stock, rules } = this;
    const { availability, metadata = {}, attributes = {} } = row;
    const number = numberOf(row);
    const pictured = Object.entries(attributes).map(
      ([language, { image, ...cells }]) =>
        [language, { ...cells, ...(image !== undefined && { image: this.sized(image) }) }] as const,
    );
    const weight = stock.weights[number];
    const isTaxed = rules.taxClasses.some(({ name }) => name === metadata.taxclass);
    return {
      ...row,
      attributes: Object.fromEntries(pictured),
      seo: this.seoOf(row),
      metadata: { ...metadata, taxclass: isTaxed ? metadata.taxclass! : '', ...(weight !== undefined && { weight }) },
      availability: availability && {
        ...availability,
        availability: {
          ...availability.availability,
          override: stock.madeToOrder.includes(number),
          warningMilli: Math.ceil(piecesOf(row) / 5) * 1000,
        },
      },
    };
  }

  /** The articles of imported products. */
  articles(idOf: (name: string) => number): readonly Article[] {
    const { stock } = this;
    const rows = [...this.rows.values()];
    const articleOf = (row: TableProduct): Article => {
      const product = this.productOf(row);
      const number = numberOf(product);
      return {
        id: idOf(row.name),
        product: number,
        price: Number(cellOf(row, 'price') || cellOf(product, 'price')),
        pieces: piecesOf(row),
        isFavourite: (product.categories ?? []).some(({ path }) => path.length === 1),
        hasSize: cellOf(row, 'size') !== '',
        elementNumber: stock.inStorages.includes(number) ? numberOf(row) : '',
        isMadeOfParts: stock.parts[number] !== undefined,
      };
    };
    return rows
      .filter((row) => row.variation_of === '')
      .flatMap((product) => {
        const variations = rows.filter((row) => row.variation_of === product.name);
        return (variations.length === 0 ? [product] : variations).map(articleOf);
      });
  }

  ids(idOf: (name: string) => number): ReadonlyMap<string, number> {
    return new Map([...this.rows.values()].map((row) => [numberOf(row), idOf(row.name)]));
  }
}

/** Binds an article to a warehouse entity of its own, or to its parts. */
const store = async (call: DemoShop['call'], stock: Stock, article: Article, place: Catalogue['place']) => {
  const { id, product, pieces, elementNumber } = article;
  const parts = Object.entries(stock.parts[product] ?? { '': 1 });
  for (const [part, quantity] of parts) {
    const number = part === '' ? elementNumber : `${elementNumber}-${part}`;
    await call('create_warehouse_entity', {
      class: 'part',
      name: number.replaceAll('-', ' '),
      metadata: { element_number: number, weight: stock.weights[product] ?? 0 },
    });
    await call('add_binding', { id_product: id, element_number: number, quantity });
    await place(number, pieces * quantity, 'opening stock');
  }
};

/** Throws Error with the file, and the lines that are refused. */
export const fillCatalogue = async ({ call, engine }: EmptyShop): Promise<Catalogue> => {
  const stock = demoJson<Stock>('stock.json');
  const products = new Products(engine.rules, stock);
  await bringing('catalogue.jsonl', (chunks) => bringCatalogue(engine, chunks));
  await bringing('products.csv', (chunks) => bringTable(engine, chunks, (row) => products.complete(row)));
  const place = async (elementNumber: string, pieces: number, note: string): Promise<void> => {
    for (const [storage, share] of Object.entries(stock.storages)) {
      const quantity = Math.round(pieces * share);
      if (quantity > 0) await call('inventory_place', { storage, element_number: elementNumber, quantity, note });
    }
  };
  const { byName } = engine.readContext().index('shopobject');
  const idOf = (name: string): number => byName.get(name)!;
  const articles = products.articles(idOf);
  for (const article of articles) if (article.elementNumber !== '') await store(call, stock, article, place);
  await bringing('pages.jsonl', (chunks) => bringCatalogue(engine, chunks));
  return { articles, products: products.ids(idOf), place };
};
