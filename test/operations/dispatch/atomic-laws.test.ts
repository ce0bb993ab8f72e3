// Any parts together. Catches an atomic aggregate that does another thing than its parts one by one, leaves a trace
// when a part is refused, or does not come back after a restart.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TrialIndexes } from '../../../src/engine/transactions/trial-indexes.ts';
import type { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { runs } from '../../harness/effort.ts';
import { replaced } from '../../harness/replaced.ts';
import { copyOf } from '../copied-journal.ts';
import { Goods, makePart, openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';
import { insideOf } from './shop-inside.ts';

type Call = readonly [request: string, params: Given];

let filled: Promise<MemoryJournal> | undefined;

/** A shop with a bit of everything that parts change. */
const fill = async (): Promise<MemoryJournal> => {
  const goods = await Goods.open();
  const { shop } = goods;
  await makePart(shop, 'P');
  await goods.product(10);
  await shop.make('create_variation', { id_product: 1, name: 'red', seo: { de_DE: { permalink: 'a' } } });
  await shop.admin('create_price_list', { name: 'A' });
  await shop.admin('create_group', { name: 'A' });
  await shop.admin('create_delivery_rule', { name: 'A', id_delivery_method: 1 });
  await shop.admin('inventory_place', { storage: 'north', element_number: 'P', quantity: 3 });
  await shop.engine.whenDurable(shop.engine.headSeq);
  return copyOf(shop.journal);
};

const open = async (): Promise<TestShop> => {
  filled ??= fill();
  return openShop({ journal: copyOf(await filled) });
};

/** What parts make, the member of a reply with its id, and the ids that are there before. */
const MADE = {
  product: { by: ['create_product', 'create_variation'], member: 'id', there: ['1', '2'] },
  category: { by: ['create_category'], member: 'id', there: ['1'] },
  class: { by: ['create_class'], member: 'id', there: ['1'] },
  price_list: { by: ['create_price_list'], member: 'id_price_list', there: ['1'] },
  group: { by: ['create_group'], member: 'id_group', there: ['1'] },
  rule: { by: ['create_delivery_rule'], member: 'id_delivery_rule', there: ['1'] },
} as const;

/** Stands for one of those of its kind that are there by then; rarely for one that nobody has. */
const id = (kind: keyof typeof MADE): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.nat(9).map((place) => `?${kind}${place}`) },
    { weight: 1, arbitrary: fc.constant('77') },
  );
const name = fc.constantFrom(...'abcdefghijklmnopqrst', 'goods');
const seo = fc.option(
  fc.constantFrom(...'abcdef').map((permalink) => ({ de_DE: { permalink } })),
  { nil: undefined },
);
const called = (request: string, params: { readonly [name: string]: fc.Arbitrary<unknown> } = {}): fc.Arbitrary<Call> =>
  fc.record(params).map((given) => [request, given] as const);

const PART: fc.Arbitrary<Call> = fc.oneof(
  {
    weight: 3,
    arbitrary: called('create_category', { id_parent: fc.oneof(fc.constant('0'), id('category')), name, seo }),
  },
  called('update_category', { id_category: id('category'), name, seo }),
  called('delete_category', { id_category: id('category') }),
  called('create_class', { name, type: fc.constantFrom('product', 'content') }),
  called('delete_class', { id_class: id('class') }),
  {
    weight: 3,
    arbitrary: called('create_product', {
      class: fc.constantFrom('product', 'a'),
      name,
      seo,
      categories: fc.tuple(id('category')),
    }),
  },
  called('create_variation', { id_product: id('product'), name }),
  called('update_product', {
    id_product: id('product'),
    name,
    seo,
    categories: fc.tuple(id('category')),
    availability: fc.record({ quantity: fc.nat(3), active: fc.constant(1) }),
  }),
  called('delete_product', { id_product: id('product') }),
  called('create_warehouse_entity', {
    class: fc.constant('part'),
    name,
    metadata: fc.record({ element_number: fc.constantFrom(...'PQRST') }),
  }),
  called('inventory_place', { storage: name, element_number: fc.constantFrom('P', 'Q'), quantity: fc.constant(2) }),
  called('inventory_take', {
    storage: fc.constant('north'),
    element_number: fc.constant('P'),
    quantity: fc.constant(1),
  }),
  called('add_binding', {
    id_product: id('product'),
    element_number: fc.constantFrom('P', 'Q'),
    quantity: fc.constant(1),
  }),
  called('create_price_list', { name }),
  called('end_price_list', { id_price_list: id('price_list') }),
  called('set_prices', {
    id_price_list: id('price_list'),
    prices: fc.tuple(fc.record({ id_shopobject: id('product'), price: fc.nat(9) })),
  }),
  called('create_group', { name }),
  called('delete_group', { id_group: id('group') }),
  called('create_promotion', { name, gives: fc.constant({ kind: 'percent', value: 5 }) }),
  called('create_delivery_rule', { name, id_delivery_method: fc.constant(1) }),
  called('delete_delivery_rule', { id_delivery_rule: id('rule') }),
  called('set_search_words', { language: fc.constant('de_DE'), synonyms: fc.tuple(fc.tuple(name, fc.constant('z'))) }),
  called('create_coupons', { count: fc.constant(1), name, code: name, amount: fc.constant(1) }),
);

/** Names one of a kind by a reference, where an earlier part makes it. */
const placed = (parts: readonly Call[]): readonly Call[] =>
  parts.map(([request, params], at): Call => {
    const text = JSON.stringify(params).replace(/\?(\w+?)(\d)/g, (_all, kind: keyof typeof MADE, place: string) => {
      const { by, member, there } = MADE[kind];
      const earlier = parts
        .slice(0, at)
        .flatMap(([made], part) => ((by as readonly string[]).includes(made) ? [`$${part + 1}.${member}`] : []));
      const all = [...there, ...earlier, ...earlier, ...earlier];
      return all[Number(place) % all.length]!;
    });
    return [request, JSON.parse(text) as Given];
  });

const PARTS = fc.array(PART, { minLength: 2, maxLength: 9 }).map(placed);

/** The same call with what a reference stands for; undefined: it leads nowhere. */
const resolved = ([request, params]: Call, replies: readonly Reply[]): Call | undefined => {
  let leadsNowhere = false;
  const text = JSON.stringify(params).replace(/"\$(\d)\.(\w+)"/g, (_all, part: string, member: string) => {
    const value = replies[Number(part) - 1]?.[member];
    leadsNowhere ||= value === undefined;
    return JSON.stringify(value ?? '');
  });
  return leadsNowhere ? undefined : [request, JSON.parse(text) as Given];
};

const together = (shop: TestShop, parts: readonly Call[], more: Given = {}): Promise<Reply> =>
  shop.admin('aggregate', {
    pipe: Object.fromEntries(parts.map(([request, args], at) => [`p${at}`, { request, args }])),
    atomic: 1,
    ...more,
  });

/** Parts one by one: replies up to the first that is refused. */
const oneByOne = async (shop: TestShop, parts: readonly Call[]): Promise<readonly Reply[]> => {
  const replies: Reply[] = [];
  for (const part of parts) {
    const call = resolved(part, replies);
    const reply = call && (await shop.admin(...call));
    if (reply === undefined || reply.object === 'error') break;
    replies.push(reply);
  }
  return replies;
};

/**
 * Runs parts in one shop one by one, until one is refused. In another, all of them together are refused for it and
 * change nothing; those before it do together what they did there.
 */
const lawOf = async (parts: readonly Call[]): Promise<void> => {
  const [whole, single] = [await open(), await open()];
  const replies = await oneByOne(single, parts);
  const done = parts.slice(0, replies.length);
  const [before, seq] = [insideOf(whole, true), whole.engine.headSeq];
  if (done.length < parts.length)
    expect(await together(whole, parts)).toMatchObject({ object: 'error', param: `p${done.length}` });
  else expect((await together(whole, parts, { dry_run: 1 })).object).toBe('aggregate');
  expect([insideOf(whole, true), whole.engine.headSeq]).toEqual([before, seq]);
  if (done.length === 0) return;
  const reply = await together(whole, done);
  expect(Object.values(reply).slice(1)).toEqual(replies);
  expect(whole.engine.headSeq).toBeLessThanOrEqual(seq + 1);
  expect(insideOf(whole)).toEqual(insideOf(single));
  await whole.restart();
  expect(insideOf(whole)).toEqual(insideOf(single));
};

test('parts together do what they do one by one, in one record, or nothing', () =>
  fc.assert(fc.asyncProperty(PARTS, lawOf), { numRuns: runs(20, 200, 4_000) }));

/** A name is free again, a product is gone. */
const MADE_AND_REFUSED: readonly Call[] = [
  ['create_category', { id_parent: '0', name: 'a' }],
  ['update_category', { id_category: '1', name: 'b' }],
  ['create_category', { id_parent: '$1.id', name: 'goods' }],
  ['delete_product', { id_product: '2' }],
  ['update_product', { id_product: '2', name: 'c' }],
  ['create_category', { id_parent: '77', name: 'd' }],
];

test.each([
  ['an index keeps what is taken back', () => replaced(TrialIndexes.prototype, 'takeBack', () => () => {})],
  ['what a part has ended is still there', () => replaced(TrialIndexes.prototype, 'hasEnded', () => () => false)],
  [
    'only what is new is found',
    () =>
      replaced(
        TrialIndexes.prototype,
        'hold',
        (own) =>
          function (this: TrialIndexes, pending, state) {
            return pending.created ? own.call(this, pending, state) : undefined;
          },
      ),
  ],
])('the law finds that %s', async (_what, breakIt) => {
  await lawOf(MADE_AND_REFUSED);
  const mend = breakIt();
  try {
    await expect(lawOf(MADE_AND_REFUSED)).rejects.toThrow();
  } finally {
    mend();
  }
});
