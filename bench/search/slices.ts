// Measures how long the steps of a search hold the thread, and what the whole search costs, over an index in memory.
// Figures: bench/notes/search-slices.md.
// Run: node --expose-gc --max-old-space-size=8192 --import tsx bench/search/slices.ts [records] [pattern of cases]
import { performance } from 'node:perf_hooks';
import type { SearchSchema } from '../../src/domain/listing/search-schema.ts';
import { parseConstraint } from '../../src/domain/search/parse-constraint.ts';
import type { SearchQuery } from '../../src/domain/search/query.ts';
import type { Reader } from '../../src/domain/transaction.ts';
import { IndexChanges } from '../../src/engine/search/index-changes.ts';
import { SearchIndex } from '../../src/engine/search/search-index.ts';
import { distinctInSteps } from '../../src/engine/search/distinct.ts';
import { searchInSteps } from '../../src/engine/search/search.ts';
import type { Steps } from '../../src/engine/search/steps.ts';
import { must } from '../../src/kernel/result.ts';
import { Generator } from './generator.ts';

interface Product {
  readonly parent: number;
  readonly name: string;
  readonly number: string;
  readonly brand: string;
  readonly price: number;
  readonly text: string;
  readonly title: string;
}

const schema: SearchSchema<Product> = {
  classOf: () => 0,
  texts: undefined,
  computed: {},
  linked: {},
  bareNames: true,
  idFields: ['id'],
  nameFields: ['name', 'number'],
  stored: {
    id: { read: (_state, id) => id },
    name: { read: ({ name }) => name, words: true },
    number: { read: ({ number }) => number, words: true },
    brand: { read: ({ brand }) => brand },
    price: { read: ({ price }) => price },
    text: { read: ({ text }) => text, words: true },
    title: { read: ({ title }) => title },
  },
  family: {
    parentOf: ({ parent }) => parent,
    childrenOf: () => [],
    inherited: (own) => own,
    inheritedChange: () => undefined,
  },
};

const records = Number(process.argv[2] ?? 1_000_000);
const only = new RegExp(process.argv[3] ?? '');

const filled = (): SearchIndex<Product> => {
  const generator = new Generator();
  const index = new SearchIndex<Product>(schema, () => []);
  for (let id = 1; id <= records; id += 1) {
    const name = `${generator.some(2, 1)} ${generator.below(records)}`;
    index.add(id, {
      // Every fourth one is a product, the three behind it are its variations.
      parent: id % 4 === 1 ? 0 : id - ((id - 1) % 4),
      name,
      number: `KN-${String(id).padStart(7, '0')}`,
      brand: `vendor ${generator.below(1000)}`,
      price: generator.below(20_000_000) / 100,
      text: generator.some(10, 1),
      title: `The same beginning of each title, ${name}`,
    });
  }
  while (!index.warm(() => true));
  return index;
};

/** What each case asks for, in one place of a constraint, and the field whose values are wanted. */
const CASES: Record<string, readonly [constraint: unknown, query?: Partial<SearchQuery>, distinct?: string]> = {
  'everything, by id': [{}, { limit: 20 }],
  'page of 20 by name': [{}, { order: ['name'], limit: 20 }],
  'page of 20 by price': [{}, { order: ['price'], limit: 20 }],
  'page of 20 far down, by price': [{}, { order: ['price'], skip: 500_000, limit: 20 }],
  'all, by name': [{}, { order: ['name'] }],
  'all, by vendor and name': [{}, { order: ['brand', 'name'] }],
  'all, by titles that begin alike': [{}, { order: ['title'] }],
  'MATCH of a frequent word, by rank': [{ search: ['MATCH', 'kalo'] }, { limit: 20 }],
  'MATCH of a prefix of numbers': [{ search: ['MATCH', '0'] }, { limit: 20 }],
  'MATCH of a prefix of words, by price': [{ text: ['MATCH', 'k'] }, { order: ['price'], limit: 20 }],
  'MATCH with a typo': [{ search: ['MATCH', 'qualitrt kalo'] }, { limit: 20 }],
  'LIKE a part': [{ text: ['LIKE', '%ka%'] }, { limit: 20 }],
  'LIKE a phrase': [{ text: ['LIKE', '%ka lo%'] }, { limit: 20 }],
  'price in a range or vendor': [[{ price: ['<', 50_000] }, { brand: 'vendor 7' }], { limit: 20 }],
  'products of variations, by price': [{}, { order: ['price'], limit: 20, collapseToRoots: true }],
  'products of a MATCH, by rank': [{ search: ['MATCH', 'k'] }, { limit: 20, collapseToRoots: true }],
  'different vendors': [{}, {}, 'brand'],
  'different names': [{}, {}, 'name'],
  'different prices': [{}, {}, 'price'],
};

const shop = { untracked: <T>(read: () => T): T => read(), rules: { language: 'en_EN' } } as unknown as Reader;

const cpuUs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const stepsOf = (
  index: SearchIndex,
  [constraint, query = {}, field]: (typeof CASES)[string],
  changes: IndexChanges | undefined,
): Steps<unknown> => {
  const parsed = parseConstraint(constraint);
  must(parsed.ok, 'a constraint that can be read');
  const rest = { language: 'en_EN', order: [], descending: false, skip: 0, limit: 0 };
  const asked: SearchQuery = { ...rest, ...query, constraint: parsed.value };
  return field === undefined
    ? searchInSteps(index, shop, asked, changes)
    : distinctInSteps(index, shop, asked, field, changes);
};

const SLICE_US = 5000;

/** Slices as dispatch makes them, by the CPU of the process; and the longest step. */
const slicesOf = (steps: Steps<unknown>): { readonly slices: number[]; readonly stepMax: number; steps: number } => {
  const slices: number[] = [];
  let [stepMax, count] = [0, 0];
  for (let done = false; !done;) {
    const began = cpuUs();
    let now = began;
    while (!done && now - began < SLICE_US) {
      const before = now;
      done = steps.next().done === true;
      now = cpuUs();
      count += 1;
      stepMax = Math.max(stepMax, now - before);
    }
    slices.push(now - began);
  }
  return { slices, stepMax, steps: count };
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!;

const began = performance.now();
const index = filled() as unknown as SearchIndex;
console.log(`${records} records, filled in ${Math.round((performance.now() - began) / 1000)} s`);
const all: number[] = [];
const ms = (us: number): string => (us / 1000).toFixed(1).padStart(8);
console.log(`${'case'.padEnd(40)}   steps longest    slice  (cold)     CPU  (ms)`);
for (const [name, asked] of Object.entries(CASES)) {
  if (!only.test(name)) continue;
  const cold = slicesOf(stepsOf(index, asked, new IndexChanges()));
  globalThis.gc?.();
  let [stepMax, sliceMax, count] = [Infinity, Infinity, 0];
  for (let round = 0; round < 3; round += 1) {
    const { slices, stepMax: longest, steps } = slicesOf(stepsOf(index, asked, new IndexChanges()));
    all.push(...slices);
    // What others do to this machine is not the search's.
    stepMax = Math.min(stepMax, longest);
    sliceMax = Math.min(sliceMax, Math.max(...slices));
    count = steps;
  }
  let least = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const before = cpuUs();
    const steps = stepsOf(index, asked, undefined);
    while (steps.next().done !== true);
    least = Math.min(least, cpuUs() - before);
  }
  const coldMax = Math.max(...cold.slices);
  console.log(`${name.padEnd(40)}${String(count).padStart(8)}${ms(stepMax)}${ms(sliceMax)}${ms(coldMax)}${ms(least)}`);
}
all.sort((a, b) => a - b);
const shares = [0.5, 0.99, 0.999, 1].map((share) => `${share * 100} %: ${(quantile(all, share) / 1000).toFixed(1)}`);
console.log(`${all.length} slices, ms of CPU: ${shares.join(', ')}`);
