// Searches whose steps are as short as they can be. It would catch a walk over all records that is one step, however
// many they are: such a search has fewer steps than it takes walks.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SearchSchema } from '../../../src/domain/listing/search-schema.ts';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import type { SearchQuery } from '../../../src/domain/search/query.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import { CANDIDATES } from '../../../src/engine/search/candidates.ts';
import { COLUMNS } from '../../../src/engine/search/column.ts';
import { distinctInSteps } from '../../../src/engine/search/distinct.ts';
import { BLOCKS } from '../../../src/engine/search/keyset-page.ts';
import { SearchIndex } from '../../../src/engine/search/search-index.ts';
import { searchInSteps } from '../../../src/engine/search/search.ts';
import { SORTING } from '../../../src/engine/search/sort-in-steps.ts';
import { STEPS } from '../../../src/engine/search/steps.ts';
import { must } from '../../../src/kernel/result.ts';

const TUNED = [STEPS, SORTING, CANDIDATES, COLUMNS, BLOCKS] as const;
const asItIs = TUNED.map((limits) => ({ ...limits }));
beforeEach(() => {
  // No step ends for what it tests or compares: only walks count.
  Object.assign(STEPS, { testsMax: 1e9, docsMax: 2 });
  Object.assign(SORTING, { stepMax: 1e9, valuesMax: 1e9 });
  Object.assign(CANDIDATES, { fewDocsMax: 0 });
  Object.assign(BLOCKS, { min: 1e9, max: 1e9 });
});
afterEach(() => TUNED.forEach((limits, at) => void Object.assign(limits, asItIs[at])));

interface Item {
  readonly parent: number;
  readonly name: string;
  readonly code: string;
  readonly number: number;
  readonly other: number | undefined;
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
  madeMs: ({ number }) => number,
};

const RECORDS = 200;
const shop = { untracked: <T>(read: () => T): T => read() } as unknown as Reader;

/** Every second record is a variation of the one before it. */
const filled = (): SearchIndex => {
  Object.assign(COLUMNS, { distinctMax: 8 });
  const index = new SearchIndex<Item>(schema, () => []);
  for (let id = 1; id <= RECORDS; id += 1)
    index.add(id, {
      parent: id % 2 === 0 ? id - 1 : 0,
      name: `word ab${(id * 7919) % 1009}, und ${(id * 37) % 101}`,
      code: `code ${id % 4}`,
      number: (id * 7919) % 1009,
      other: id === 1 ? undefined : id,
    });
  index.warm(() => true);
  return index as unknown as SearchIndex;
};

const ids = Array.from({ length: RECORDS }, (_, at) => at + 1);
const within = { ids, position: (id: number) => id };
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
  'everything by name': { walks: 5, constraint: {}, query: { order: ['name'] } },
  'everything by code': { walks: 5, constraint: {}, query: { order: ['code'] } },
  'a page by number': { walks: 3, constraint: {}, query: { order: ['number'], limit: 3 } },
  'products by number': { walks: 3, constraint: {}, query: { order: ['number'], collapseToRoots: true } },
  'a list by position': { walks: 4, constraint: {}, query: { order: ['prio'], within } },
  'a range': { walks: 4, constraint: { number: ['<', 2000] } },
  'two ranges': { walks: 4, constraint: { number: ['!=', 17] } },
  'a code': { walks: 4, constraint: { code: ['!=', 'x'] } },
  'codes of some': { walks: 4, constraint: { other: ['!=', 0] } },
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

test.each(Object.entries(CASES))('%s: a step for every two records of each walk', (_what, asks) => {
  const { walks, constraint, query = {}, field } = asks;
  const index = filled();
  const parsed = parseConstraint(constraint);
  must(parsed.ok, JSON.stringify(parsed));
  const rest = { language: 'en_EN', order: [], descending: false, skip: 0, limit: 0 };
  const asked: SearchQuery = { ...rest, ...query, constraint: parsed.value };
  const steps = field === undefined ? searchInSteps(index, shop, asked) : distinctInSteps(index, shop, asked, field);
  let count = 0;
  while (steps.next().done !== true) count += 1;
  expect(count).toBeGreaterThanOrEqual(walks * (RECORDS / 2 - 1));
});
