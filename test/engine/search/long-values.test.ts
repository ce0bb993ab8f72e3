// Long texts of few different values, which a column holds by code: catches a condition that reads all of them in one
// step, and an order that compares all of them in one. In a shop of 2,000 products with texts of 8 kB that begin alike
// such a condition held the thread for 150 to 390 ms of CPU, and the order for 12 s.
import { expect, test } from 'vitest';
import type { SearchSchema } from '../../../src/domain/listing/search-schema.ts';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import type { SearchQuery } from '../../../src/domain/search/query.ts';
import { SEARCH_WORK } from '../../../src/domain/search/search-work.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import { searchInSteps } from '../../../src/engine/search/search.ts';
import { SearchIndex } from '../../../src/engine/search/search-index.ts';
import { STEPS } from '../../../src/engine/search/steps.ts';
import { must } from '../../../src/kernel/result.ts';

interface Item {
  readonly text: string;
}

const schema: SearchSchema<Item> = {
  classOf: () => 0,
  texts: undefined,
  computed: {},
  linked: {},
  bareNames: true,
  idFields: ['id'],
  nameFields: [],
  stored: { id: { read: (_state, id) => id }, text: { read: ({ text }) => text } },
  family: {
    parentOf: () => 0,
    childrenOf: () => [],
    inherited: (own) => own,
    inheritedChange: () => undefined,
  },
  madeMs: () => 0,
};

const shop = { untracked: <T>(read: () => T): T => read() } as unknown as Reader;
const ITEMS = 200;
/** Fewer than items, so that they are put in order, and not the items. */
const VALUES = 180;
const index = new SearchIndex<Item>(
  schema,
  () => [],
  () => [],
) as unknown as SearchIndex;
for (let id = 1; id <= ITEMS; id += 1)
  index.add(id, { text: `${'Stühle aus Holz '.repeat(90)}${String((id * 7919) % VALUES).padStart(3, '0')}` });

const QUERIES: readonly (readonly [what: string, constraint: unknown, order: string])[] = [
  ['a condition that all meet', { text: ['NOT LIKE', `%a${'_'.repeat(300)}y%`] }, 'id'],
  ['a condition that few meet', { text: ['LIKE', `%a${'_'.repeat(300)}z 1_7`] }, 'id'],
  ['an order', {}, 'text'],
];

test.each(QUERIES)('%s of long texts takes steps of about a millisecond', (_, given, order) => {
  const constraint = parseConstraint(given);
  must(constraint.ok, 'the constraint is read');
  const query = {
    constraint: constraint.value,
    order: [order],
    descending: false,
    skip: 0,
    limit: ITEMS,
    language: 'de_DE',
  } as unknown as SearchQuery;
  const each: number[] = [];
  const steps = searchInSteps(index, shop, query);
  for (let isDone = false; !isDone;) {
    const before = SEARCH_WORK.ns;
    isDone = steps.next().done === true;
    each.push(SEARCH_WORK.ns - before);
  }
  expect(each.reduce((sum, ns) => sum + ns, 0)).toBeGreaterThan(4 * STEPS.workNsMax);
  expect(Math.max(...each)).toBeLessThan(3 * STEPS.workNsMax);
});
