// Calls that are sent together, again and again, beside shoppers who buy and a writer who changes stock: what they do
// to others, which no call by itself shows.
//
// Volleys are bred as calls are: from the calls that cost most, and from the volleys beside which shoppers waited most.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Seeded } from '../../engine/seeded.ts';
import type { Call } from './call.ts';
import { wrongReply } from './evolution.ts';
import type { Evolution } from './evolution.ts';
import { measured } from './gauge.ts';
import type { Work } from './gauge.ts';
import type { CostShop } from './shop.ts';

export type Volley = readonly Call[];

export interface VolleyCost extends Work {
  /** Milliseconds that 99 of 100 of the shoppers' calls took at most, in the quiet before and beside the volley. */
  readonly quietP99Ms: number;
  readonly p99Ms: number;
  /** One reply that no call may get, of shoppers too; '' for none. */
  readonly wrong: string;
}

/** How long it is quiet, and how often each call is sent: so often, and no more once so much time is over. */
export interface Length {
  readonly quietMs: number;
  readonly ms: number;
  readonly rounds: number;
}

const SHOPPERS = 3;
const [PAUSE_MS, WRITE_EVERY_MS] = [5, 10];
const PRODUCTS = 100;

interface Bystanders {
  stop(): Promise<void>;
  /** In ascending order, since it was asked last. */
  latencies(): number[];
  readonly wrong: string;
}

const p99Of = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? 0;

const plain = (request: string, params: Call['params'], secret = false): Call => ({
  request,
  secret,
  output: 'json',
  params,
});

const bystanders = (shop: CostShop): Bystanders => {
  const shopping = { isOver: false };
  let [taken, wrong] = [[] as number[], ''];
  const timed = async (call: Call): Promise<string> => {
    const startMs = performance.now();
    const answer = await shop.send(call);
    taken.push(performance.now() - startMs);
    const why = wrongReply(answer);
    if (why !== '') wrong = `a shopper's ${call.request}: ${why}`;
    await sleep(PAUSE_MS);
    return answer.text;
  };
  const shopper = async (): Promise<void> => {
    for (let at = 0; !shopping.isOver; at += 1) {
      const { code } = JSON.parse(await timed(plain('get_new_session', {}))) as { readonly code?: string };
      if (code === undefined) continue;
      const line = { id_shopobject: 0, element_type: 'FREE_ELEMENT', price_field: '9.95', name_field: `thing ${at}` };
      const spoken = { language: 'de_DE', country: 'DE' };
      await timed(plain('add_to_cart', { session: code, ...line, description_field: '', quantity: 1, ...spoken }));
      await timed(plain('get_product_details', { id_product: 1 + (at % PRODUCTS), ...spoken }));
      await timed(plain('checkout', { session: code }));
    }
  };
  const writer = async (): Promise<void> => {
    while (!shopping.isOver) {
      const params = { storage: 'north', element_number: 'E0', quantity: 1 };
      const why = wrongReply(await shop.send(plain('inventory_place', params, true)));
      if (why !== '') wrong = `the writer: ${why}`;
      await sleep(WRITE_EVERY_MS);
    }
  };
  const all = Promise.all([writer(), ...Array.from({ length: SHOPPERS }, shopper)]);
  return {
    stop: async () => {
      shopping.isOver = true;
      await all;
    },
    latencies: () => {
      const sorted = taken.sort((a, b) => a - b);
      taken = [];
      return sorted;
    },
    get wrong() {
      return wrong;
    },
  };
};

export const costOfVolley = async (
  shop: CostShop,
  volley: Volley,
  { quietMs, ms, rounds }: Length,
): Promise<VolleyCost> => {
  const beside = bystanders(shop);
  await sleep(quietMs);
  const quietP99Ms = p99Of(beside.latencies());
  const endMs = performance.now() + ms;
  let wrong = '';
  const caller = async (call: Call): Promise<void> => {
    for (let round = 0; round < rounds && (round === 0 || performance.now() < endMs); round += 1) {
      const why = wrongReply(await shop.send(call), call.hangsUpMs !== undefined);
      if (why !== '') wrong = `${call.request}: ${why}`;
    }
  };
  const [, work] = await measured(JSON.stringify(volley), () => Promise.all(volley.map(caller)));
  const p99Ms = p99Of(beside.latencies());
  await beside.stop();
  return { ...work, quietP99Ms, p99Ms, wrong: wrong || beside.wrong };
};

interface VolleyOracle {
  readonly holdMsMax: number;
  readonly rssMbMax: number;
  /** The longest delay of an idle process beside it, in milliseconds. */
  readonly idleMs: number;
}

/** Three times the p99 of the quiet time before, 50 ms, and what the machine owes. */
const p99MsMax = (quietP99Ms: number, idleMs: number): number => 3 * quietP99Ms + 50 + 3 * idleMs;

/** What a volley does that none may; '' for nothing. */
export const volleyViolation = (cost: VolleyCost, { holdMsMax, rssMbMax, idleMs }: VolleyOracle): string => {
  const { holdCpuMs, holdMs, rssMb, p99Ms, quietP99Ms, wrong } = cost;
  if (holdCpuMs > holdMsMax && holdMs > holdMsMax) return `holds the thread for ${holdCpuMs.toFixed(0)} ms of CPU`;
  if (p99Ms > p99MsMax(quietP99Ms, idleMs))
    return `lets shoppers wait ${p99Ms.toFixed(0)} ms, ${quietP99Ms.toFixed(0)} ms when it is quiet`;
  if (rssMb > rssMbMax) return `the process takes ${rssMb.toFixed(0)} MB`;
  return wrong;
};

export interface MeasuredVolley {
  readonly volley: Volley;
  readonly cost: VolleyCost;
}

const [CALLS_MAX, KEPT] = [8, 12];

export class Volleys {
  private readonly random: Seeded;
  private readonly calls: Evolution;
  /** Those beside which shoppers waited longest, longest first. */
  private kept: MeasuredVolley[] = [];

  /** `calls`: what breeds single ones. */
  constructor(random: Seeded, calls: Evolution) {
    this.random = random;
    this.calls = calls;
  }

  next(): Volley {
    const { random, kept } = this;
    if (kept.length === 0 || random.chance(0.3))
      return Array.from({ length: 2 + random.below(CALLS_MAX - 1) }, () => this.call());
    const { volley } = random.of(kept);
    const at = random.below(volley.length);
    if (volley.length < CALLS_MAX && random.chance(0.4))
      return [...volley, random.chance(0.5) ? volley[at]! : this.call()];
    return volley.with(at, this.call());
  }

  /** Every other one is among the dearest that are known. */
  private call(): Call {
    const dearest = this.calls.ranking();
    if (dearest.length === 0 || this.random.chance(0.5)) return this.calls.next();
    return dearest[this.random.below(Math.min(KEPT, dearest.length))]!.call;
  }

  add(measuredVolley: MeasuredVolley): void {
    this.kept = [...this.kept, measuredVolley].sort((a, b) => b.cost.p99Ms - a.cost.p99Ms).slice(0, KEPT);
  }

  ranking(): readonly MeasuredVolley[] {
    return this.kept;
  }
}
