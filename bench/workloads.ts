// The canonical workloads and the floors that they are held against. Seeded: the same requests on every machine.
import { request, type Caller, type Encoding, type Fields } from './caller.ts';
import type { RequestSet } from './load.ts';
import { addFields, addOrderDetails, cartProduct, LANGUAGE, makeCarts, PAGE, type Shop } from './shop.ts';

/** One line of the result: `ratio` must not be below its floor, `ms` and `times` not above. */
export interface Target {
  readonly name: string;
  readonly unit: 'ratio' | 'ms' | 'times';
  readonly floor: number;
  readonly aim: number;
}

/**
 * The one table of floors and aims. Ratios are to the echo of the same bytes, in the open loop one that burns the same
 * CPU; multipart's to the same operation urlencoded.
 */
export const TARGETS = {
  product: { name: 'get_product_details, all products', unit: 'ratio', floor: 0.45, aim: 0.55 },
  product_hot: { name: 'get_product_details, 1,000 hot', unit: 'ratio', floor: 0.5, aim: 0.75 },
  category: { name: 'get_products_in_category, 24 products', unit: 'ratio', floor: 0.4, aim: 0.5 },
  cart: { name: 'get_cart, 3 lines', unit: 'ratio', floor: 0.4, aim: 0.5 },
  add_to_cart: { name: 'add_to_cart, fsync', unit: 'ratio', floor: 0.2, aim: 0.27 },
  checkout: { name: 'checkout, 3 lines, fsync, 256 connections', unit: 'ratio', floor: 0.06, aim: 0.12 },
  product_multipart: { name: 'get_product_details, multipart / urlencoded', unit: 'ratio', floor: 0.6, aim: 0.85 },
  add_to_cart_multipart: { name: 'add_to_cart, multipart / urlencoded', unit: 'ratio', floor: 0.6, aim: 0.85 },
  mix_reads_p99: { name: 'open loop, reads p99 / echo', unit: 'times', floor: 2.5, aim: 2 },
  mix_reads_p999: { name: 'open loop, reads p99.9 / echo', unit: 'times', floor: 4, aim: 3 },
  mix_writes_p99: { name: 'open loop, durable writes p99 / echo', unit: 'times', floor: 2.5, aim: 2 },
  mix_writes_p999: { name: 'open loop, durable writes p99.9 / echo', unit: 'times', floor: 4, aim: 3 },
  mix_stall: { name: 'open loop, longest stall', unit: 'ms', floor: 25, aim: 10 },
} as const satisfies Record<string, Target>;

/** What a workload is made from. */
export interface Ground {
  readonly caller: Caller;
  readonly shop: Shop;
  /** Sessions with three lines that nobody changes, and others that add_to_cart changes. */
  readonly readCarts: readonly string[];
  readonly addCarts: readonly string[];
  readonly checkoutsPerRound: number;
}

export interface Prepared {
  readonly set: RequestSet;
  /** A request of the same kind, not in a `once` set, whose reply the echo answers. */
  readonly sample: Buffer;
}

/** A closed-loop workload. */
export interface Workload {
  readonly name: keyof typeof TARGETS;
  readonly connections: number;
  /**
   * `cpu`: when the server idles, the generator was too slow, and the figure is corrected. `disk`: it may be waiting
   * for the disk.
   */
  readonly bound: 'cpu' | 'disk';
  /** What it is compared with: the echo, or another workload on the same server. */
  readonly ruler: 'echo' | Workload;
  /** Made anew for each round, because its requests cannot be repeated. */
  readonly perRound: boolean;
  /** The requests of round 0, 1, …; always the same ones unless perRound. */
  readonly prepare: (ground: Ground, round: number) => Promise<Prepared>;
}

const CONNECTIONS = 64;
const HOT_PRODUCTS = 1000;
/** The carts of checkouts are numbered from here on in the endless row of carts. */
const CHECKOUT_CARTS_FROM = 10_000;
/** How many sessions the cart workloads go round. */
export const CARTS = 1000;

const plain = { connections: CONNECTIONS, ruler: 'echo', perRound: false } as const;

const product: Workload = {
  ...plain,
  name: 'product',
  bound: 'cpu',
  prepare: (ground) => products(ground, ground.shop.productIds.length),
};
const addToCart: Workload = { ...plain, name: 'add_to_cart', bound: 'disk', prepare: (ground) => additions(ground) };

export const WORKLOADS: readonly Workload[] = [
  product,
  { ...plain, name: 'product_hot', bound: 'cpu', prepare: (ground) => products(ground, HOT_PRODUCTS) },
  { ...plain, name: 'category', bound: 'cpu', prepare: pages },
  { ...plain, name: 'cart', bound: 'cpu', prepare: carts },
  addToCart,
  { ...plain, name: 'checkout', bound: 'disk', connections: 256, perRound: true, prepare: checkouts },
  {
    ...plain,
    name: 'product_multipart',
    bound: 'cpu',
    ruler: product,
    prepare: (ground) => products(ground, ground.shop.productIds.length, 'multipart'),
  },
  {
    ...plain,
    name: 'add_to_cart_multipart',
    bound: 'disk',
    ruler: addToCart,
    prepare: (ground) => additions(ground, 'multipart'),
  },
];

/** The open-loop mix: what it consists of, in per cent, and under which name its latencies are counted. */
export const MIX = [
  {
    key: 'mix-product',
    weight: 65,
    label: 'reads',
    prepare: (ground: Ground) => products(ground, ground.shop.productIds.length),
  },
  { key: 'mix-cart', weight: 15, label: 'reads', prepare: carts },
  { key: 'mix-add', weight: 20, label: 'add_to_cart', prepare: (ground: Ground) => additions(ground) },
] as const;

async function products({ caller, shop }: Ground, count: number, encoding: Encoding = 'urlencoded'): Promise<Prepared> {
  const few = Math.min(count, shop.productIds.length);
  const step = shop.productIds.length / few;
  // The hot ones are spread over the whole catalogue, as bestsellers are.
  const chosen = Array.from({ length: few }, (_, i) => Math.floor(i * step));
  const requests = chosen.map((i) =>
    request(
      { request: 'get_product_details', ...caller.credentials, id_product: shop.productIds[i] as number, ...LANGUAGE },
      encoding,
    ),
  );
  const marks = chosen.map((i) => `"name":${JSON.stringify(shop.productName(i))}`);
  return prepared(requests, { order: 'random', object: 'product', marks });
}

async function pages({ caller, shop }: Ground): Promise<Prepared> {
  const requests = shop.pages.map(({ categoryId, page }) =>
    request({
      request: 'get_products_in_category',
      ...caller.credentials,
      id_category: categoryId,
      ...LANGUAGE,
      order_columns: '["price"]',
      order: 'ASC',
      left_limit: page * PAGE,
      right_limit: PAGE,
      needed_attributes: '[]',
    }),
  );
  const marks = shop.pages.map(({ categoryName }) => JSON.stringify(categoryName));
  return prepared(requests, { order: 'random', object: 'products_in_category', marks });
}

async function carts({ caller, readCarts }: Ground): Promise<Prepared> {
  const requests = readCarts.map((session) =>
    request({ request: 'get_cart', ...caller.credentials, session, ...LANGUAGE }),
  );
  return prepared(requests, { order: 'random', object: 'cart', marks: ['"coupons"'] });
}

/**
 * Every cart in turn gets one more of its first line, then of its second, then of its third: carts keep three lines.
 */
async function additions({ caller, shop, addCarts }: Ground, encoding: Encoding = 'urlencoded'): Promise<Prepared> {
  const requests: Buffer[] = [];
  for (let line = 0; line < 3; line += 1) {
    for (const [i, session] of addCarts.entries()) {
      const fields: Fields = addFields(shop, session, cartProduct(shop, CARTS + i, line));
      requests.push(request({ request: 'add_to_cart', ...caller.credentials, ...fields }, encoding));
    }
  }
  return prepared(requests, { order: 'cycle', object: 'cart', marks: ['"last_inserted_element_id":'] });
}

/** Sessions with three lines and an address; the last one is the sample. */
async function checkouts({ caller, shop, checkoutsPerRound }: Ground, round: number): Promise<Prepared> {
  const count = checkoutsPerRound + 1;
  const sessions = await makeCarts(caller, shop, count, CHECKOUT_CARTS_FROM + round * count);
  await addOrderDetails(caller, sessions);
  const requests = sessions.map((session) => request({ request: 'checkout', ...caller.credentials, session }));
  const sample = requests.pop() as Buffer;
  return { ...prepared(requests, { order: 'once', object: 'checkout', marks: ['"id_order":'] }), sample };
}

/** A set of requests with what their replies must show; the first one is the sample. */
export function prepared(
  requests: readonly Buffer[],
  checks: Pick<RequestSet, 'order' | 'object' | 'marks'>,
): Prepared {
  const offsets = new Uint32Array(requests.length + 1);
  for (const [i, bytes] of requests.entries()) offsets[i + 1] = (offsets[i] as number) + bytes.length;
  return { set: { bytes: Buffer.concat(requests), offsets, ...checks }, sample: requests[0] as Buffer };
}
