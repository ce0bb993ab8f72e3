// Catches a cached reply that differs from the one that a shop without any cache makes anew, whatever was written in
// between. response-cache.test.ts beside it compares fragments more closely.
import { runs, size } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rotateFirstChannel } from '../../../src/admin/credentials.ts';
import { ResponseCache } from '../../../src/engine/cache/response-cache.ts';
import {
  PublishedRepliesReader,
  PublishedRepliesWriter,
  newPublishedReplies,
} from '../../../src/http/threads/published-replies.ts';
import { MemoryAccount, NO_LIMITS } from '../../../src/kernel/memory-account.ts';
import type { ReplyPublisher } from '../../../src/operations/dispatch/reply-publisher.ts';
import type { MemoryShare } from '../../../src/kernel/memory-account.ts';
import { CREDENTIALS, Goods, SECRET, line, makePart } from '../shop.ts';
import type { Given, TestShop } from '../shop.ts';

const cacheOf = (bytesMax: number): MemoryShare => new MemoryAccount({ ...NO_LIMITS, cache: bytesMax }).cache;

const RUNS = runs(5, 10, 1_000);

type Call = readonly [request: string, params: Given];

interface World {
  readonly shop: TestShop;
  session: string;
  orderId: number;
}

const ATTRIBUTES = [
  { name: 'related', type: 'PRODUCTS', de_DE: { label: '', value: null } },
  { name: 'color', type: 'CHAR', en_EN: { label: 'Colour', value: 'red' } },
];

const open = async (): Promise<World> => {
  const { shop, ...goods } = await Goods.open();
  await shop.admin('create_class_attributes', { id_class: 1, attributes: ATTRIBUTES });
  await shop.make('create_class', { name: 'page', type: 'content' });
  await makePart(shop, 'P');
  await shop.admin('inventory_place', { storage: 'north', element_number: 'P', quantity: 9 });
  await shop.make('create_category', {
    id_parent: goods.categoryId,
    name: 'below',
    labels: { de_DE: 'Unten' },
    seo: { de_DE: { permalink: 'a' } },
  });
  const given = {
    class: 'product',
    shop_active: 1,
    categories: [1],
    attributes: { de_DE: { name: 'Ware', price: 5 } },
  };
  await shop.make('create_product', {
    ...given,
    name: 'one',
    seo: { de_DE: { permalink: 'a' } },
    availability: { quantity: 9, active: 1 },
  });
  await shop.make('create_variation', {
    id_product: 1,
    name: 'two',
    shop_active: 1,
    categories: [2],
    availability: { quantity: 9, active: 1 },
  });
  await shop.make('create_product', {
    ...given,
    name: 'three',
    categories: [2],
    attributes: { en_EN: { name: 'Good' } },
  });
  await shop.admin('add_binding', { id_product: 3, element_number: 'P', quantity: 2 });
  await shop.make('create_content', {
    class: 'page',
    name: 'four',
    shop_active: 1,
    categories: [1],
    seo: { en_EN: { permalink: 'b' } },
  });
  await shop.admin('update_product', { id_product: 1, attributes: { de_DE: { related: [2, 3] } } });
  return { shop, session: await shop.session(), orderId: 10_001 };
};

const id = fc.integer({ min: 1, max: 5 });
const category = fc.integer({ min: 0, max: 3 });
const language = fc.constantFrom('de_DE', 'en_EN', '');
const word = fc.constantFrom('ä €', 'plain', 'Ware', 'red');
const permalink = fc.constantFrom('a', 'b', 'c');
const page = {
  order_columns: fc.constantFrom([], ['price'], ['availability.quantity'], ['category.name']),
  order: fc.constantFrom('ASC', 'DESC'),
  right_limit: fc.nat(2),
};
const constraint = fc.constantFrom<Given>(
  { 'main.id': ['>', 0] },
  { search: ['MATCH', 'ware'] },
  { 'availability.quantity': ['>', 5] },
  { 'category.path': ['LIKE', 'below'] },
  { 'main.id_variation': ['>=', 0], color: 'red' },
  { 'main.id': ['IN', [2, 5, 6]] },
  { color: 'ä', 'main.active': 1 },
);
const called = (request: string, params: { readonly [name: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<Call> =>
  fc.record(params).map((given) => [request, given]);

/** Few different ones, so that each is asked for again and again. */
const reads: readonly fc.Arbitrary<Call>[] = [
  called('get_product_details', { id_product: id, language, country: fc.constantFrom('DE', 'AT') }),
  called('get_content_details', { id_content: id, language }),
  called('seo_get_product_details', { permalink, language }),
  called('seo_get_shopobjects_in_category', { permalink, language }),
  called('get_products_in_category', { id_category: category, language, ...page }),
  called('get_categories', { id_parent: category, language }),
  called('dump_category', { id_category: category, language }),
  called('get_class_details', { id_class: fc.integer({ min: 1, max: 2 }), language }),
  called('search_products', { constraint, language, needed_attributes: fc.constantFrom([], ['color']), ...page }),
  called('search_distinct_products', {
    constraint,
    field: fc.constantFrom('color', 'availability.quantity', 'category.name'),
  }),
  called('search_warehouse_entities', { constraint: fc.constant({ 'main.id': ['>', 0] }) }),
];

const writes = fc.oneof(
  called('update_product', {
    id_product: id,
    attributes: fc.constantFrom<Given>(
      {},
      { de_DE: { color: 'ä' } },
      { de_DE: { price: 7 } },
      { en_EN: { name: 'red' } },
      { de_DE: { related: [1] } },
    ),
    seo: fc.constantFrom<Given>(
      {},
      { de_DE: { permalink: 'c' } },
      { de_DE: { permalink: '' } },
      { en_EN: { permalink: 'a' } },
    ),
    shop_active: fc.constantFrom(1, 1, 0),
  }),
  called('update_product', {
    id_product: id,
    categories: fc.constantFrom([], [1], [2, 1]),
    availability: fc.constantFrom<Given>({ quantity: 3 }, { active: 0 }, { active: 1 }),
  }),
  called('update_category', {
    id_category: category,
    id_parent: category,
    labels: language.map((code) => ({ [code || 'fr_FR']: 'x' })),
    seo: fc.constantFrom<Given>({}, { de_DE: { permalink: 'b' } }),
  }),
  called('update_category', { id_category: category, name: word }),
  called('create_category', { id_parent: category, name: word }),
  called('delete_category', { id_category: fc.constantFrom(2, 3) }),
  called('create_variation', {
    id_product: id,
    name: word,
    shop_active: fc.constant(1),
    categories: fc.constantFrom([], [1], [2]),
  }),
  called('delete_product', { id_product: fc.constantFrom(2, 5, 6) }),
  called('update_content', { id_content: id, name: word }),
  called('delete_class_attributes', { id_class: fc.constant(1), attributes: fc.constantFrom(['color'], ['related']) }),
  called('create_class_attributes', {
    id_class: fc.integer({ min: 1, max: 2 }),
    attributes: fc.constantFrom(...ATTRIBUTES.map((one) => [one])),
  }),
  called('inventory_place', {
    storage: fc.constantFrom('north', 'south'),
    element_number: fc.constant('P'),
    quantity: fc.constant(4),
  }),
  called('add_binding', { id_product: id, element_number: fc.constant('P'), quantity: fc.constant(1) }),
  called('delete_binding', { id_product: id, element_number: fc.constant('P') }),
  called('create_price_list', { name: word }),
  called('set_prices', {
    id_price_list: fc.constant(1),
    prices: fc.constantFrom([{ id_shopobject: 1, price: 3 }], [{ id_shopobject: 3, price: 4 }]),
  }),
  called('update_warehouse_entity', { id_warehouse_entity: fc.constant(1), name: word }),
);
const buyer = fc.oneof(
  id.map((productId) => ({ type: 'add' as const, productId })),
  fc.constant({ type: 'checkout' as const }),
  fc.constant({ type: 'cancel' as const }),
  fc.constant({ type: 'costs' as const }),
);

const shopped = async (world: World, step: { readonly type: string; readonly productId?: number }): Promise<void> => {
  const { shop, session } = world;
  if (step.type === 'add') await shop.call('add_to_cart', line(session, step.productId!));
  else if (step.type === 'costs')
    await shop.call('add_delivery_costs', { session, delivery_costs: [['Post', 4.9, 0.19]] });
  else if (step.type === 'cancel')
    await shop.admin('update_order_details', { id_order: world.orderId, order_state: 'CANCELED' });
  else {
    const { id_order: orderId, session: next } = await shop.call<{ id_order: number; session: string }>('checkout', {
      session,
    });
    if (orderId !== 0) Object.assign(world, { orderId, session: next });
  }
};

/** Every state a new object, as if it came from its row: whatever was derived from the one before is gone. */
const forget = ({ engine: { tables } }: TestShop): void => {
  for (const table of Object.values(tables)) {
    for (let one = 1; one < table.nextId; one += 1) {
      const actor = table.resident.get(one);
      if (actor === undefined || actor.ended) continue;
      actor.state = table.copy(actor.state);
      actor.derivedCache = undefined;
    }
  }
};

const bodyOf = ([request, params]: Call, credentials: Given = CREDENTIALS): string => {
  const form = new URLSearchParams({ request, ...(credentials as { [name: string]: string }) });
  for (const [name, value] of Object.entries(params))
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return form.toString();
};

/** As the HTTP layer asks: replies that are shared with I/O threads first, then by its bytes. */
const asked = (
  shop: TestShop,
  call: Call,
  credentials: Given = CREDENTIALS,
  shared?: PublishedRepliesReader,
): Promise<string> => {
  const bytes = bodyOf(call, credentials);
  let text: string | undefined;
  if (shared?.answer(Buffer.from(bytes, 'latin1'), (reply) => (text = reply.toString())) === true)
    return Promise.resolve(text!);
  return new Promise((resolve) => {
    const send = (_status: number, body: string | Uint8Array): void =>
      resolve(typeof body === 'string' ? body : Buffer.from(body).toString());
    if (!shop.dispatch.sendCached(bytes, send))
      shop.dispatch.call(Object.fromEntries(new URLSearchParams(bytes)), '', send, bytes);
  });
};

// Catches a look that is not noted, a list or a permalink that changes without its node, a cache that outlives its
// event, a part put where another stands, and an entry that is made anew under names, sizes or parts of the one before.
test.each([512 * 1024 * 1024, 60_000])('with %i bytes, a kept reply says what one made anew says', async (bytesMax) => {
  let publishedReplies = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...reads.map((one) => fc.tuple(one, one))).map((pairs) => pairs.flat()),
      fc.array(fc.oneof({ weight: 3, arbitrary: writes }, { weight: 2, arbitrary: buyer }), {
        minLength: size(3, 5),
        maxLength: size(5, 12),
      }),
      async (asks, steps) => {
        const world = await open();
        const { shop } = world;
        const { reads } = shop.dispatch as unknown as { reads: { cache: ResponseCache; publisher: ReplyPublisher } };
        const memory = newPublishedReplies(1, 1_048_576);
        const shared = new PublishedRepliesReader(memory, 0, 0);
        reads.publisher = new PublishedRepliesWriter(memory);
        const kept = new ResponseCache(cacheOf(bytesMax), () => shop.engine.readContext());
        const none = new ResponseCache(cacheOf(0), () => shop.engine.readContext());
        for (const step of steps) {
          if ('type' in step) await shopped(world, step);
          else await shop.admin(...step);
          const all: readonly Call[] = [
            ...asks,
            ['get_cart', { session: world.session }],
            ['get_order_by_id', { id_order: world.orderId }],
          ];
          reads.cache = kept;
          const known: string[] = [];
          // Kept replies are shared from the second time on that they are asked for.
          for (let times = 0; times < 3; times += 1) for (const one of all) await asked(shop, one, CREDENTIALS, shared);
          for (const one of all) known.push(await asked(shop, one, CREDENTIALS, shared));
          reads.publisher.takeCounts((_operation, _meter, calls) => (publishedReplies += calls));
          reads.cache = none;
          forget(shop);
          for (const [at, one] of all.entries()) expect(known[at], JSON.stringify(one)).toBe(await asked(shop, one));
        }
      },
    ),
    { numRuns: RUNS },
  );
  expect(publishedReplies).toBeGreaterThan(RUNS * 100);
});

// Catches an entry that is made anew under the names that it was given with the credentials before.
test('what was answered under credentials that were rotated is not answered again', async () => {
  const { shop } = await open();
  const call: Call = ['get_categories', { id_parent: 0 }];
  const old = { ...CREDENTIALS, licence_secret_key: SECRET };
  expect(await asked(shop, call, old)).toContain('shopcategories');
  rotateFirstChannel(shop.engine, { username: 'shop_1', password: 'password-2', secretKey: 'secret-2' });
  expect(await asked(shop, call, old)).toContain('PERMISSION_DENIED');
  expect(
    await asked(shop, call, {
      licence_username: 'shop_1',
      licence_password: 'password-2',
      licence_secret_key: 'secret-2',
    }),
  ).toContain('shopcategories');
  expect(await asked(shop, call, old)).toContain('PERMISSION_DENIED');
});
