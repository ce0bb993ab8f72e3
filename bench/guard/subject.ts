// One of the two builds that the guard measures in turns: its server, the same shop on each, and its CPU accounts.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller, request } from '../caller.ts';
import { schedule, startKontor } from '../processes.ts';
import type { Credentials, Load, Server } from '../processes.ts';
import { LANGUAGE, PAGE, fillShop, makeCarts, orderDetails } from '../shop.ts';
import { CARTS, WORKLOADS, prepared } from '../workloads.ts';
import type { Ground, Prepared, Workload } from '../workloads.ts';

/** Microseconds of CPU time for an operation. */
export interface Cost {
  readonly deciding: number;
  readonly process: number;
}

/** The parts of a `Workload` that the guard needs. */
type Guarded = Pick<Workload, 'perRound' | 'prepare'> & { readonly name: string };

/** The deciding thread does HTTP itself, as the baseline does, and refuses no call that a busy machine makes late. */
const ENV = { KONTOR_IO_THREADS: '0', KONTOR_CALL_WAIT_MS_MAX: '30000' };
const PRODUCTS = 10_000;
const CONNECTIONS = 64;
const CHECKOUTS_PER_ROUND = 400;
const MEASURE_MS = 250;
const WARM_MS = 80;
/** How long a workload runs before its first round: V8 compiles what it finds to be frequent. */
const COMPILE_MS = 1000;
/** More searches than a run asks, so that none is answered from the cache. */
const SEARCHES = 30_000;

/** A thread that wants less than REST_US of REST_MS rests, but for slices of the background, which come for minutes. */
const REST_MS = 250;
const REST_US = 50_000;

/** Waits until what filling a shop, or a start, leaves to do is done. Returns what the threads have used by then. */
const atRest = async ({ pid }: Server): Promise<ReturnType<typeof schedule>> => {
  let [before, now] = [schedule(pid), schedule(pid)];
  do {
    await sleep(REST_MS);
    [before, now] = [now, schedule(pid)];
  } while (now.ranUs + now.waitedUs - before.ranUs - before.waitedUs > REST_US);
  return now;
};

/** Each asks for another range of prices, on one shelf. */
const searches = ({ caller, shop }: Ground): Promise<Prepared> => {
  const requests = Array.from({ length: SEARCHES }, (_, i) =>
    request({
      request: 'search_products',
      ...caller.credentials,
      ...LANGUAGE,
      constraint: JSON.stringify({
        'category.id_shopcategory': shop.pages[i % shop.pages.length]!.categoryId,
        price: ['BETWEEN', 5 + (i % 10_000) / 100, 200 + Math.floor(i / 10_000)],
      }),
      left_limit: 0,
      right_limit: PAGE,
      order_columns: '["price"]',
    }),
  );
  return Promise.resolve(prepared(requests, { order: 'cycle', object: 'search_products_result', marks: ['"result"'] }));
};

/** Each changes the note, so that each is an event. */
const details = ({ caller, addCarts }: Ground): Promise<Prepared> => {
  const requests = ['first', 'second', 'third'].flatMap((note) =>
    addCarts.map((session) =>
      request({ request: 'set_order_details', ...caller.credentials, session, ...orderDetails(), note }),
    ),
  );
  return Promise.resolve(prepared(requests, { order: 'cycle', object: 'order_details', marks: ['"object"'] }));
};

const known = (name: Workload['name']): Workload => WORKLOADS.find((one) => one.name === name)!;

export const GUARDED: readonly Guarded[] = [
  known('product_hot'),
  known('category'),
  { name: 'search', perRound: false, prepare: searches },
  known('cart'),
  known('add_to_cart'),
  { name: 'order_details', perRound: false, prepare: details },
  known('checkout'),
];

export class Subject {
  readonly #name: string;
  readonly #engine: string;
  readonly #dataDir: string;
  readonly #credentials: Credentials;
  readonly #kept = new Set<string>();
  #server: Server | undefined;
  #ground: Ground | undefined;

  constructor(name: string, engine: string, directory: string) {
    const word = (): string => randomBytes(18).toString('base64url');
    this.#name = name;
    this.#engine = engine;
    this.#dataDir = join(directory, name);
    this.#credentials = { username: word(), password: word(), secretKey: word() };
  }

  async open(): Promise<void> {
    this.#server = await startKontor(this.#engine, this.#dataDir, this.#credentials, { env: ENV });
    const caller = new Caller(this.#server.port, this.#credentials);
    const shop = await fillShop(caller, PRODUCTS);
    const readCarts = await makeCarts(caller, shop, CARTS, 0);
    const addCarts = await makeCarts(caller, shop, CARTS, CARTS);
    await atRest(this.#server);
    this.#ground = { caller, shop, readCarts, addCarts, checkoutsPerRound: CHECKOUTS_PER_ROUND };
  }

  async measure(load: Load, { name, perRound, prepare }: Guarded, round: number): Promise<Cost> {
    const key = `${name} ${this.#name}`;
    if (perRound || !this.#kept.has(name)) load.keep(key, (await prepare(this.#ground!, round)).set);
    this.#kept.add(name);
    const got = await load.run(this.#server!, {
      connections: CONNECTIONS,
      warmMs: perRound ? 0 : round === 0 ? COMPILE_MS : WARM_MS,
      measureMs: perRound ? 60_000 : MEASURE_MS,
      rate: 0,
      seed: round + 1,
      parts: [{ key, weight: 1, label: name }],
      echo: false,
    });
    if (got.failures > 0) throw new Error(`${key}: ${got.failures} × ${got.firstFailure}`);
    return { deciding: got.serverUsPerReply, process: got.processUsPerReply };
  }

  async close(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  /** Starts over what the rounds have left, until its thread rests: one that indexes words goes on after `ready`. */
  async start(): Promise<Cost> {
    this.#server = await startKontor(this.#engine, this.#dataDir, this.#credentials, { env: ENV });
    const account = await atRest(this.#server);
    await this.close();
    return { deciding: account.ranUs, process: account.processUs };
  }
}
