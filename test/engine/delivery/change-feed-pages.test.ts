// Catches a change of the catalogue after which the rule of docs/build/change-feed.md leaves a page that is no longer
// right.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChangeFeed } from '../../../src/engine/delivery/change-feed.ts';
import { runs } from '../../harness/effort.ts';
import { Goods } from '../../operations/shop.ts';
import type { Given, Json, TestShop } from '../../operations/shop.ts';
import { FeedReader, parseEvents, untilPublished } from './feed-reader.ts';
import type { FeedMessage } from './feed-reader.ts';

/** What the rule lets a cache look at in a page. */
interface Page {
  readonly text: string;
  readonly isSearch: boolean;
  /** Categories whose list it is, 0 among them; empty: it is no list. */
  readonly listOf: ReadonlySet<number>;
  readonly objects: ReadonlySet<number>;
  readonly categories: ReadonlySet<number>;
  readonly classes: ReadonlySet<string>;
  readonly hasProducts: boolean;
  readonly leavesOut: boolean;
}

type Shown = { readonly [member: string]: Json };

/** Every record and attribute in a reply. */
function* recordsIn(value: Json): Generator<Shown> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Shown;
  for (const member of Object.values(value)) yield* recordsIn(member as Json);
}

const pageOf = (request: string, params: Given, text: string): Page => {
  const [objects, categories, classes] = [new Set<number>(), new Set<number>(), new Set<string>()];
  let [hasProducts, leavesOut] = [false, false];
  for (const record of recordsIn(JSON.parse(text) as Json)) {
    const { object, id, id_parent: parent } = record;
    if (object === 'product' || object === 'content') {
      objects.add(Number(id));
      if (parent !== undefined) objects.add(Number(parent));
      classes.add(String(record['class']));
    } else if ('prio' in record) categories.add(Number(id));
    if (record['type'] === 'PRODUCTS') hasProducts = true;
    if ('left_out' in record) leavesOut = true;
  }
  const asked = (params['id_category'] ?? params['id_parent']) as number | undefined;
  if (asked !== undefined) categories.add(asked);
  // A dump lists every category in it.
  const listOf = request === 'dump_category' ? categories : new Set(asked === undefined ? [] : [asked]);
  const isSearch = request.startsWith('search_');
  return { text, isSearch, listOf, objects, categories, classes, hasProducts, leavesOut };
};

type Data = {
  readonly id: number;
  readonly name?: string;
  readonly id_product?: number;
  readonly active?: 0 | 1;
  readonly fills?: 1;
  readonly categories?: readonly number[];
  readonly variations?: readonly number[];
};

/** Each item of the list in docs/build/change-feed.md by a name. */
const RULE: { readonly [line: string]: (page: Page, event: string, data: Data) => boolean } = {
  id: (page, event, { id }) => (event === 'category' ? page.categories : page.objects).has(id) && event !== 'class',
  id_product: ({ objects }, _event, { id_product: id }) => id !== undefined && objects.has(id),
  variations: ({ objects }, _event, { variations = [] }) => variations.some((id) => objects.has(id)),
  unnamed: ({ objects }, event, { categories, variations }) =>
    event === 'product' && categories === undefined && variations === undefined && objects.size > 0,
  categories: ({ listOf }, _event, { categories = [] }) => categories.some((id) => listOf.has(id)),
  left: ({ listOf }, event, { categories }) =>
    (event === 'product' || event === 'content') && categories === undefined && listOf.size > 0,
  active: ({ hasProducts }, event, { active }) => event === 'product' && active === 1 && hasProducts,
  leftOut: ({ leavesOut }, event) => (event === 'product' || event === 'deleted') && leavesOut,
  lists: ({ listOf }, event) => ['deleted', 'category', 'class'].includes(event) && listOf.size > 0,
  fills: ({ objects }, event, { fills }) => event === 'category' && fills === 1 && objects.size > 0,
  class: ({ classes }, event, { name }) => event === 'class' && name !== undefined && classes.has(name),
  searches: ({ isSearch }, event) => ['product', 'content', 'deleted', 'category', 'class'].includes(event) && isSearch,
};

const mustDrop = (page: Page, { event, data }: FeedMessage, without: string): boolean =>
  Object.entries(RULE).some(([line, drops]) => line !== without && drops(page, event, data as Data));

/** Products 1 to 4, the content 5, and the variations 6 to 8. */
const OBJECTS = [1, 2, 3, 4, 5, 6, 7, 8];
const CATEGORIES = [1, 2, 3];

/** What a catalogue is before it changes; its ids are the same in each. */
interface Catalogue {
  /** Of the categories 2 and 3. */
  readonly parents: readonly [number, number];
  /** Of the products 1 to 4. */
  readonly categories: readonly (readonly number[])[];
  readonly contentCategories: readonly number[];
  /** What the variations 6 to 8 are of. */
  readonly variationsOf: readonly [number, number, number];
  readonly related: readonly (readonly [id: number, to: readonly number[]])[];
  /** Switched off. */
  readonly hidden: readonly number[];
}

const PLAIN: Catalogue = {
  parents: [0, 1],
  categories: [[1], [1], [1], []],
  contentCategories: [2],
  variationsOf: [1, 6, 2],
  related: [],
  hidden: [],
};

const PRODUCTS = [1, 2, 3, 4];
const inCategories = fc.subarray(CATEGORIES);
const catalogue: fc.Arbitrary<Catalogue> = fc.record({
  parents: fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1, 2)),
  categories: fc.array(inCategories, { minLength: 4, maxLength: 4 }),
  contentCategories: inCategories,
  variationsOf: fc.tuple(
    fc.constantFrom(...PRODUCTS),
    fc.constantFrom(...PRODUCTS, 6),
    fc.constantFrom(...PRODUCTS, 6, 7),
  ),
  related: fc.array(fc.tuple(fc.constantFrom(...PRODUCTS), fc.subarray([...PRODUCTS, 6, 7, 8])), { maxLength: 3 }),
  hidden: fc.subarray(OBJECTS, { maxLength: 3 }),
});

const open = async (drawn: Catalogue): Promise<Goods> => {
  const goods = await Goods.open();
  const { shop } = goods;
  for (const [index, name] of ['two', 'three'].entries())
    await shop.make('create_category', { id_parent: drawn.parents[index], name });
  const attributes = [{ name: 'related', type: 'PRODUCTS', de_DE: { label: 'Dazu', value: [] } }];
  await shop.admin('create_class_attributes', { id_class: 1, attributes });
  await shop.make('create_class', { name: 'page', type: 'content' });
  for (const [index, categories] of drawn.categories.entries())
    await goods.product(index + 1, { categories, availability: { quantity: 3, active: 1 } });
  const page = { class: 'page', name: 'content', shop_active: 1, categories: drawn.contentCategories };
  await shop.make('create_content', page);
  for (const [index, id_product] of drawn.variationsOf.entries())
    await shop.make('create_variation', { id_product, name: `variation ${index}`, shop_active: 1 });
  const changes = [
    ...drawn.related.map(([id, related]) => object(id, { attributes: { de_DE: { related } } })),
    ...drawn.hidden.map((id) => object(id, { shop_active: 0 })),
  ];
  for (const [request, params] of changes)
    expect(await shop.admin(request, params), JSON.stringify(params)).toMatchObject({ status: 'success' });
  return goods;
};

const REQUESTS: readonly (readonly [request: string, params: Given])[] = [
  ...[1, 3, 4, 6, 7].map((id_product) => ['get_product_details', { id_product }] as const),
  ['get_content_details', { id_content: 5 }],
  ...[0, 1, 2].map((id_parent) => ['get_categories', { id_parent }] as const),
  ...CATEGORIES.flatMap((id_category) =>
    [0, 1].map(
      (left_limit) =>
        ['get_shopobjects_in_category', { id_category, left_limit, right_limit: 1, order_columns: ['price'] }] as const,
    ),
  ),
  ['dump_category', { id_category: 0 }],
  ['search_products', { constraint: {}, order_columns: ['price'], right_limit: 2 }],
  ['search_contents', { constraint: {} }],
];

/** Pages by request, as they are now. */
const freshPages = async (shop: TestShop): Promise<ReadonlyMap<string, Page>> => {
  const pages = new Map<string, Page>();
  for (const [request, params] of REQUESTS) {
    const text = await shop.text(request, { ...params, language: 'de_DE' });
    // No refusal is kept.
    if (!text.includes('"status":"error"'))
      pages.set(`${request} ${JSON.stringify(params)}`, pageOf(request, params, text));
  }
  return pages;
};

/** Storefronts that keep every page until the change feed says otherwise, each without one line of the rule. */
class PageCaches {
  /** Pages that the whole rule has kept although something had changed. */
  kept = 0;
  private readonly shop: TestShop;
  private readonly caches: readonly (readonly [without: string, pages: Map<string, Page>])[];
  private readonly sink = new FeedReader();
  private read = 0;

  constructor(shop: TestShop, without: readonly string[]) {
    this.shop = shop;
    this.caches = ['', ...without].map((line) => [line, new Map<string, Page>()]);
    new ChangeFeed(shop.engine, { readersMax: 1, stalledMsMax: 1e9 }).subscribe(this.sink, -1);
  }

  /** Drops what each rule says, then gets what is missing. Returns the requests whose pages are no longer right. */
  async refresh(): Promise<string[][]> {
    await untilPublished(this.shop);
    const { messages } = parseEvents(this.sink.text);
    const fresh = await freshPages(this.shop);
    const told = messages.slice(this.read);
    this.read = messages.length;
    return this.caches.map(([without, pages]) => {
      for (const [key, page] of pages) if (told.some((message) => mustDrop(page, message, without))) pages.delete(key);
      if (without === '' && told.length > 0) this.kept += pages.size;
      const stale = [...pages].filter(([key, { text }]) => text !== fresh.get(key)?.text).map(([key]) => key);
      for (const [key, page] of fresh) if (!pages.has(key)) pages.set(key, page);
      return stale;
    });
  }
}

type Change = readonly [request: string, params: Given];

const object = (id: number, change: Given): Change =>
  id === 5 ? ['update_content', { id_content: id, ...change }] : ['update_product', { id_product: id, ...change }];

const objectId = fc.constantFrom(...OBJECTS);
const categoryId = fc.constantFrom(...CATEGORIES);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(objectId, fc.nat(1)).map(([id, on]) => object(id, { shop_active: on })) },
  {
    weight: 3,
    arbitrary: fc.tuple(objectId, fc.subarray(CATEGORIES)).map(([id, categories]) => object(id, { categories })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(1, 2, 3, 4, 6, 7), fc.integer({ min: 1, max: 6 }))
      .map(([id, price]) => object(id, { attributes: { de_DE: { price } } })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(1, 2, 3, 4), fc.subarray([2, 3, 4, 6, 7]))
      .map(([id, related]) => object(id, { attributes: { de_DE: { related } } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(1, 2, 3, 4), fc.nat(9))
      .map(([id, quantity]) => object(id, { availability: { quantity } })),
  },
  { weight: 1, arbitrary: fc.constantFrom(1, 4, 7, 8).map((id): Change => ['delete_product', { id_product: id }]) },
  {
    weight: 1,
    arbitrary: fc.subarray(CATEGORIES).map((categories): Change => {
      made += 1;
      const attributes = { de_DE: { price: 1 } };
      return ['create_product', { class: 'product', name: `new ${made}`, shop_active: 1, categories, attributes }];
    }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(1, 3, 6), fc.subarray(CATEGORIES)).map(([id_product, categories]): Change => {
      made += 1;
      return ['create_variation', { id_product, name: `new ${made}`, shop_active: 1, categories }];
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(categoryId, fc.constantFrom(0, ...CATEGORIES))
      .map(([id_category, id_parent]): Change => ['update_category', { id_category, id_parent }]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(categoryId, fc.constantFrom('x', 'y'))
      .map(([id_category, name]): Change => ['update_category', { id_category, name }]),
  },
  { weight: 1, arbitrary: fc.constant<Change>(['delete_category', { id_category: 3 }]) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(categoryId, fc.constantFrom({ price: ['<', 4] }, { 'category.path.nodes.id': 2 }, { 'main.active': 0 }))
      .map(([id_category, constraint]): Change => ['update_category', { id_category, constraint }]),
  },
  {
    weight: 1,
    arbitrary: fc.nat(9).map((price): Change => {
      const attributes = [{ name: 'price', defaults: { de_DE: price } }];
      return ['update_class_attributes', { id_class: 1, attributes }];
    }),
  },
);
let made = 0;

/** For each line of the rule, changes after which a cache that leaves it out is wrong. */
const CANARIES: readonly (readonly [line: string, changes: readonly Change[]])[] = [
  ['id', [object(4, { name: 'renamed' })]],
  [
    'id_product',
    [
      ['delete_class_attributes', { id_class: 1, attributes: ['related'] }],
      ['create_variation', { id_product: 4, name: 'first', shop_active: 1 }],
    ],
  ],
  [
    'variations',
    [object(4, { attributes: { de_DE: { related: [7] } } }), object(1, { attributes: { de_DE: { price: 5 } } })],
  ],
  ['categories', [object(3, { shop_active: 0 }), object(3, { shop_active: 1 })]],
  ['left', [object(4, { categories: [2] })]],
  [
    'active',
    [
      object(4, { shop_active: 0, attributes: {} }),
      object(3, { attributes: { de_DE: { related: [4] } } }),
      object(4, { shop_active: 1 }),
    ],
  ],
  ['lists', [['update_category', { id_category: 3, id_parent: 2 }]]],
  ['fills', [['update_category', { id_category: 3, constraint: { 'main.id': 4 } }]]],
  ['class', [['update_class_attributes', { id_class: 1, attributes: [{ name: 'price', labels: { de_DE: 'Neu' } }] }]]],
  ['searches', [['create_content', { class: 'page', name: 'other', shop_active: 1 }]]],
];

test.each(CANARIES)(
  'canary: a cache that passes over the line %s keeps a page that is wrong',
  async (line, changes) => {
    const { shop } = await open(PLAIN);
    const cache = new PageCaches(shop, [line]);
    await cache.refresh();
    const stale: string[] = [];
    for (const [request, params] of changes) {
      expect(JSON.stringify(await shop.admin(request, params))).not.toContain('"error"');
      const [whole, without] = await cache.refresh();
      expect(whole).toEqual([]);
      stale.push(...without!);
    }
    expect(stale).not.toEqual([]);
  },
);

test('a page that is dropped by the feed alone says what a fresh one says', { timeout: 120_000 }, async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(catalogue, fc.array(change, { minLength: 4, maxLength: 5 }), async (drawn, changes) => {
      const { shop } = await open(drawn);
      const cache = new PageCaches(shop, []);
      await cache.refresh();
      for (const [request, params] of changes) {
        await shop.admin(request, params);
        expect(await cache.refresh(), `${request} ${JSON.stringify(params)}`).toEqual([[]]);
      }
      ({ kept } = cache);
    }),
    { numRuns: runs(5, 20) },
  );
  // A rule that drops everything proves nothing.
  expect(kept).toBeGreaterThan(0);
});
