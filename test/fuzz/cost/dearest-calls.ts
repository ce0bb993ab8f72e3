// Replays calls of the corpus on a small shop, and others that are bred from them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Seeded } from '../../engine/seeded.ts';
import { newDirectory } from '../../harness/directories.ts';
import { seedOf } from '../../harness/seed.ts';
import type { Call } from './call.ts';
import { Evolution, wrongReply } from './evolution.ts';
import { costOf } from './gauge.ts';
import { openCostShop } from './shop.ts';
import type { CostShop } from './shop.ts';

const CORPUS = join(import.meta.dirname, '../corpus/dearest.jsonl');
const STREAM_MS_MAX = 500;

export const DEAREST: readonly string[] = readFileSync(CORPUS, 'utf8').split('\n').filter(Boolean);

export const openSmallShop = (products: number, orders: number): Promise<CostShop> =>
  openCostShop(newDirectory(), products, orders, STREAM_MS_MAX);

/** Every call must get a reply that a call may get. `bred`: calls that are bred from those of the corpus. */
export const replay = async (shop: CostShop, corpus: readonly string[], bred: number): Promise<void> => {
  const evolution = new Evolution(new Seeded(seedOf('dearest calls')));
  const judge = async (call: Call): Promise<void> => {
    const cost = await costOf(shop, call);
    expect(wrongReply(cost), JSON.stringify(call).slice(0, 2000)).toBe('');
    evolution.add({ call, cost });
  };
  for (const text of corpus) await judge(JSON.parse(text) as Call);
  expect(evolution.ranking().length).toBeGreaterThan(Math.min(10, corpus.length - 1));
  for (let count = bred; count > 0; count -= 1) await judge(evolution.next());
  expect(shop.faults).toEqual([]);
};
