// Searches whose steps are as short as they can be. It would catch a walk over all records that is one step, however
// many they are: such a search has fewer steps than it takes walks. And it would catch a record that is lost, shown
// twice or in another's place because records changed, went or came between two of these steps.
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SearchSchema } from '../../../src/domain/listing/search-schema.ts';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import type { SearchQuery } from '../../../src/domain/search/query.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import { CANDIDATES } from '../../../src/engine/search/candidates.ts';
import { COLUMNS } from '../../../src/engine/search/column.ts';
import { distinctInSteps } from '../../../src/engine/search/distinct.ts';
import { IndexChanges } from '../../../src/engine/search/index-changes.ts';
import { BLOCKS } from '../../../src/engine/search/keyset-page.ts';
import { SearchIndex } from '../../../src/engine/search/search-index.ts';
import { searchInSteps } from '../../../src/engine/search/search.ts';
import { SORTING } from '../../../src/engine/search/sort-in-steps.ts';
import { STEPS, runToEnd } from '../../../src/engine/search/steps.ts';
import type { Steps } from '../../../src/engine/search/steps.ts';
import { many } from '../../../src/kernel/many.ts';
import { must } from '../../../src/kernel/result.ts';
import { seeded } from '../../../bench/stats.ts';
import { runs } from '../../harness/effort.ts';

const TUNED = [STEPS, SORTING, CANDIDATES, COLUMNS, BLOCKS] as const;
const asItIs = TUNED.map((limits) => ({ ...limits }));
beforeEach(() => {
  // No step ends for what it tests or compares: only walks count.
  Object.assign(STEPS, { testsMax: 1e9, docsMax: 2 });
  Object.assign(SORTING, { stepMax: 1e9, valuesMax: 1e9 });
  Object.assign(CANDIDATES, { fewDocsMax: 0 });
  Object.assign(BLOCKS, { min: 1e9, max: 1e9 });
  Object.assign(COLUMNS, { distinctMax: 8 });
});
afterEach(() => TUNED.forEach((limits, at) => void Object.assign(limits, asItIs[at])));

interface Item {
  readonly parent: number;
  readonly name: string;
  readonly code: string;
  readonly number: number;
  readonly other: number | undefined;
  readonly made: number;
}

const schema: SearchSchema<Item> = {
  classOf: () => 0,
  texts: undefined,
  computed: {},
  linked: {},
  bareNames: true,
  idFields: ['id'],
  nameFields: ['name'],
  stored: {
    id: { read: (_state, id) => id },
    name: { read: ({ name }) => name, words: true },
    code: { read: ({ code }) => code },
    number: { read: ({ number }) => number },
    other: { read: ({ other }) => other },
  },
  family: {
    parentOf: ({ parent }) => parent,
    childrenOf: () => [],
    inherited: (own) => own,
    inheritedChange: () => undefined,
  },
  madeMs: ({ made }) => made,
};

const RECORDS = 200;
const shop = { untracked: <T>(read: () => T): T => read() } as unknown as Reader;

/** A shop of one class. */
class Shop {
  readonly items = new Map<number, Item>();
  readonly index: SearchIndex;
  private nextId = 1;

  constructor(count: number) {
    const childrenOf = (parent: number): number[] =>
      [...this.items].filter(([, item]) => item.parent === parent).map(([id]) => id);
    this.index = new SearchIndex<Item>(schema, () => [], childrenOf) as unknown as SearchIndex;
    // Every second record is a variation of the one before it.
    for (let n = 1; n <= count; n += 1) this.add(n * 7919, n % 2 === 0 ? n - 1 : 0);
    this.index.warm(() => true);
  }

  private item(n: number, parent: number, made: number): Item {
    return {
      parent,
      name: `word ab${n % 1009}, und ${n % 101}`,
      code: `code ${n % 6}`,
      number: n % 1009,
      other: n % 50 === 1 ? undefined : n % 97,
      made,
    };
  }

  add(n: number, parent: number): void {
    const item = this.item(n, parent, n % 1009);
    this.items.set(this.nextId, item);
    this.index.add(this.nextId, item);
    this.nextId += 1;
  }

  private remove(id: number): void {
    for (const child of this.index.childrenOf(id)) this.remove(child);
    this.index.remove(id, this.items.get(id)!);
    this.items.delete(id);
  }

  /** Something changes, goes or comes. */
  change(draw: (most: number) => number): void {
    const all = [...this.items.keys()];
    const id = all[draw(all.length)];
    const what = draw(5);
    if (id === undefined || what === 0) return this.add(draw(1e6), 0);
    const before = this.items.get(id)!;
    if (what === 1) return this.add(draw(1e6), before.parent === 0 ? id : before.parent);
    if (what === 2) return this.remove(id);
    const item = this.item(draw(1e6), before.parent, before.made);
    this.items.set(id, item);
    this.index.change(id, before, item);
  }
}

const ids = Array.from({ length: RECORDS }, (_, at) => at + 1);
const within = { ids: many(ids), position: (id: number) => id };
const KEYSET = { id: 0, ms: 1e9, older: true, counts: true };

interface Case {
  readonly walks: number;
  readonly constraint: unknown;
  readonly query?: Partial<SearchQuery>;
  /** Whose different values are wanted. */
  readonly field?: string;
}

// Walks are: to find the records, to lay their ids out, to read keys, to number them for a full sort, to make the page.
// Where words decide, more of them are over the words and what they mark.
const CASES: { readonly [what: string]: Case } = {
  everything: { walks: 4, constraint: {} },
  'everything by number': { walks: 5, constraint: {}, query: { order: ['number'] } },
  'everything by id, then by name': { walks: 4, constraint: {}, query: { order: ['id', 'name'] } },
  'everything by name': { walks: 5, constraint: {}, query: { order: ['name'] } },
  'everything by code': { walks: 5, constraint: {}, query: { order: ['code'] } },
  'a page by number': { walks: 3, constraint: {}, query: { order: ['number'], limit: 3 } },
  'products by number': { walks: 3, constraint: {}, query: { order: ['number'], collapseToRoots: true } },
  'a list by position': { walks: 4, constraint: {}, query: { order: ['prio'], within } },
  'a range': { walks: 4, constraint: { number: ['<', 2000] } },
  'two ranges': { walks: 4, constraint: { number: ['!=', 17] } },
  'a code': { walks: 4, constraint: { code: ['!=', 'x'] } },
  'codes of some': { walks: 3, constraint: { other: ['!=', 0] } },
  'both of two': { walks: 4, constraint: { AND: [{ number: ['<', 2000] }, { code: ['!=', 'x'] }] } },
  'one of two': { walks: 5, constraint: { OR: [{ number: ['<', 2000] }, { code: ['!=', 'x'] }] } },
  ids: { walks: 4, constraint: { id: ['IN', ids] } },
  'MATCH of a word': { walks: 7, constraint: { search: ['MATCH', 'word'] } },
  'MATCH of a beginning': { walks: 9, constraint: { search: ['MATCH', 'a'] } },
  'MATCH of products': { walks: 6, constraint: { search: ['MATCH', 'word'] }, query: { collapseToRoots: true } },
  'LIKE all': { walks: 4, constraint: { name: ['LIKE', '%'] } },
  'LIKE a part': { walks: 7, constraint: { name: ['LIKE', '%b%'] } },
  'LIKE a phrase': { walks: 10, constraint: { name: ['LIKE', '%d ab%'] } },
  'LIKE words': { walks: 5, constraint: { name: ['LIKE', 'word%und%'] } },
  'different names': { walks: 1, constraint: {}, field: 'name' },
  'counted, from the newest on': { walks: 2, constraint: {}, query: { keyset: KEYSET } },
};

const stepsOf = (index: SearchIndex, asks: Case, changes?: IndexChanges): Steps<unknown> => {
  const { constraint, query = {}, field } = asks;
  const parsed = parseConstraint(constraint);
  must(parsed.ok, JSON.stringify(parsed));
  const rest = { language: 'en_EN', order: [], descending: false, skip: 0, limit: 0 };
  const asked: SearchQuery = { ...rest, ...query, constraint: parsed.value };
  return field === undefined
    ? searchInSteps(index, shop, asked, changes)
    : distinctInSteps(index, shop, asked, field, changes);
};

describe.each(Object.entries(CASES))('%s', (_what, asks) => {
  test('a step for every two records of each walk', () => {
    const steps = stepsOf(new Shop(RECORDS).index, asks);
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThanOrEqual(asks.walks * (RECORDS / 2 - 1));
  });

  test('answers as of its last step, whatever changes before', () => {
    Object.assign(SORTING, { stepMax: 2, valuesMax: 1 });
    let interruptions = 0;
    const law = fc.property(fc.integer({ min: 1 }), (seed) => {
      const random = seeded(seed);
      const draw = (most: number): number => Math.floor(random() * most);
      const its = new Shop(8 + draw(16));
      const { index } = its;
      const changes = new IndexChanges();
      const steps = stepsOf(index, asks, changes);
      const every = 1 + draw(4);
      let last = steps.next();
      for (let step = 1; last.done !== true; step += 1, last = steps.next()) {
        if (step % every > 0) continue;
        interruptions += 1;
        // As `SearchRun` does where a search is interrupted.
        index.vocabulary.scratch.detach();
        index.observers.add(changes);
        if (draw(3) === 0) its.change(draw);
        index.observers.delete(changes);
      }
      expect(last.value).toEqual(runToEnd(stepsOf(index, asks)));
    });
    fc.assert(law, { numRuns: runs(100) });
    expect(interruptions).toBeGreaterThan(runs(100));
  });
});

test.each([[['id']], [['id', 'number', 'name']]])('by %j nothing is read and nothing sorted', (order) => {
  const stepsIn = (query: Partial<SearchQuery>): number => {
    const steps = stepsOf(new Shop(RECORDS).index, { walks: 0, constraint: {}, query });
    let count = 0;
    while (steps.next().done !== true) count += 1;
    return count;
  };
  for (const page of [{}, { descending: true }, { skip: 90, limit: 20 }])
    expect(stepsIn({ order, ...page })).toBe(stepsIn({ order: [], ...page }));
});
