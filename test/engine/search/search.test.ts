// Searches against a reader of every state. It would catch an index that decides instead of narrowing, one that a
// change forgets, words that stay behind or leave too early, and rows that are used again with something of their last
// holder.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addAttributes, removeAttributes } from '../../../src/domain/catalogue/define-attributes.ts';
import { updateObject } from '../../../src/domain/catalogue/update-object.ts';
import type { Constraint } from '../../../src/domain/search/constraint.ts';
import { distinctOfProducts, findObjects, listCategory } from '../../../src/domain/listing/listing.ts';
import { KIND_NAMES } from '../../../src/domain/kinds.ts';
import type { Reader, Transaction } from '../../../src/domain/transaction.ts';
import type { Keyring } from '../../../src/domain/privacy/keyring.ts';
import { matchQuery } from '../../../src/domain/search/word-match.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import type { Tables } from '../../../src/engine/actors/tables.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { recover } from '../../../src/engine/recovery/recovery.ts';
import type { Replayed } from '../../../src/engine/recovery/recovery.ts';
import { COLUMNS } from '../../../src/engine/search/column.ts';
import { FORWARD } from '../../../src/engine/search/forward-index.ts';
import { MATCHED } from '../../../src/domain/search/text-fold.ts';
import { CANDIDATES } from '../../../src/engine/search/candidates.ts';
import { runToEnd } from '../../../src/engine/search/steps.ts';
import { DataSubjects } from '../../../src/engine/privacy/data-subjects.ts';
import { UnitOfWork } from '../../../src/engine/transactions/unit-of-work.ts';
import { idsAtOnce } from '../../../src/kernel/many.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { Seeded, SetClock } from '../seeded.ts';
import { Catalogue, OPENING, creation, step } from './catalogue.ts';
import type { Step } from './catalogue.ts';
import { namesVariations, naiveDistinct, naiveFind, naiveSeen } from './model.ts';
import { asked, parsed } from './queries.ts';
import type { Asked } from './queries.ts';
import { good } from '../../domain/seeded-shop.ts';
import { CAUSE, RULES, make } from '../shop.ts';
import { copyOf } from '../store/copy.ts';
import { LIMITS, engineOn, untilWritten } from '../store/stores.ts';

const RUNS = runs(10, 150, 20_000);

const EVERYTHING = {
  constraint: parsed({ constraint: [] }),
  language: 'de_DE',
  order: [],
  descending: false,
  skip: 0,
  limit: 0,
};

const usesMatch = (constraint: Constraint): boolean =>
  constraint.type === 'leaf' ? constraint.operator === 'MATCH' : constraint.parts.some(usesMatch);

/** While words are missing, searches for words are refused, all others answer as ever. */
const answers = (shop: Reader, tables: Tables, one: Asked): void => {
  const { kind, field } = one;
  const within = kind === 'shopobject' && one.within > 0 ? shop.index('shopobject').members.of(one.within) : undefined;
  const all = Array.from({ length: tables[kind].nextId - 1 }, (_, at) => at + 1);
  const constraint = parsed(one);
  const query = { ...one.query, constraint, ...(within !== undefined && { within }) };
  const said = JSON.stringify(one);
  if (tables[kind].search!.warming && usesMatch(constraint)) {
    expect(shop.search(kind, query), said).toMatchObject({ ok: false, code: 'SEARCH_WARMING_UP' });
    expect(shop.distinct(kind, query, field), said).toMatchObject({ ok: false, code: 'SEARCH_WARMING_UP' });
    return;
  }
  if (one.front && kind === 'shopobject') return shows(shop, one, constraint, all);
  expect(shop.search(kind, query), said).toEqual({ ok: true, value: naiveFind(shop, kind, query, all) });
  if (query.order.length === 0 && !usesMatch(constraint)) {
    const whole = (descending: boolean): readonly number[] => [
      ...idsAtOnce(good(shop.search(kind, { ...query, descending, skip: 0, limit: 0 })).ids, 'a test'),
    ];
    expect(whole(true), `without columns descending is ascending turned round: ${said}`).toEqual(
      whole(false).toReversed(),
    );
  }
  expect(shop.distinct(kind, query, field), said).toEqual({
    ok: true,
    value: naiveDistinct(shop, kind, query, field, all),
  });
};

/** What shop fronts list and find of them. */
const shows = (shop: Reader, one: Asked, constraint: Constraint, all: readonly number[]): void => {
  const { query, type, inactive, field } = one;
  const said = JSON.stringify(one);
  const ids = naiveSeen(shop, type, inactive, all);
  const wanted = { ...query, inactive };
  if (one.within > 0) {
    const within = shop.index('shopobject').members.of(one.within);
    const order = query.order.length === 0 ? ['prio'] : query.order;
    const members = naiveFind(
      shop,
      'shopobject',
      { ...EVERYTHING, ...query, order, within, collapseToRoots: true },
      ids,
    );
    expect(listCategory(shop, one.within, type, wanted), said).toEqual({ ok: true, value: members });
    return;
  }
  const found = naiveFind(
    shop,
    'shopobject',
    { ...query, constraint, scope: [], collapseToRoots: !namesVariations(constraint) },
    ids,
  );
  expect(findObjects(shop, type, constraint, wanted), said).toEqual({ ok: true, value: found });
  if (type !== 'product') return;
  const values = naiveDistinct(shop, 'shopobject', { ...query, constraint, scope: [] }, field, ids);
  expect(distinctOfProducts(shop, constraint, field, wanted), said).toEqual({ ok: true, value: values });
};

interface Round {
  readonly steps: readonly Step[];
  readonly queries: readonly Asked[];
  readonly end: 'go on' | 'write rows' | 'restart' | 'crash';
}

const round = (steps: fc.Arbitrary<readonly Step[]>): fc.Arbitrary<Round> =>
  fc.record({
    steps,
    queries: fc.array(asked, { minLength: 2, maxLength: 5, size: 'max' }),
    end: fc.constantFrom('go on', 'go on', 'write rows', 'restart', 'crash'),
  });

const changes = fc.array(step, { minLength: 1, maxLength: 20, size: 'max' });
const rounds = fc.tuple(
  round(fc.array(creation, { minLength: 5, maxLength: 40, size: 'max' })),
  round(changes),
  round(changes),
);

/** Rows are written a few at a time, so that a crash leaves rows of different ages; most of them leave memory. */
const limits = { ...LIMITS, checkpointRowsMax: 3, residentActorsMax: 4 };

const writeRows = async (engine: Engine): Promise<void> => {
  await untilWritten(engine);
  engine.tick();
  engine.tick();
  await untilWritten(engine);
};

/** What the engine does with a decision, on tables that nobody has warmed up. */
const transact = (
  { tables, headSeq, lastMs }: Replayed,
  seq: number,
  decide: (tx: Transaction) => Result<unknown>,
): void => {
  const unit = new UnitOfWork(tables, RULES, lastMs + seq, new Seeded(1), 0, {
    subjects: new DataSubjects(1, undefined, tables.keyring.index as Keyring),
    slotsMax: 10,
  });
  if (!decide(unit).ok) return;
  for (const { actor, created } of unit.pending) if (created) actor.table.keep(actor);
  for (const { actor, events } of unit.pending)
    for (const { event } of events) actor.table.apply(actor, event, headSeq + seq, lastMs + seq);
};

/**
 * Every query on tables without words; then with changes while words come in, a few objects at a time; then with all.
 */
const answersWarming = (journal: MemoryJournal, steps: readonly Step[], queries: readonly Asked[]): void => {
  const recovered = recover(journal);
  const { tables } = recovered;
  const check = (): void => {
    for (const one of queries) answers(new ReadContext(tables, RULES, 0), tables, one);
  };
  const searchable = KIND_NAMES.flatMap((kind) => tables[kind].search ?? []);
  expect(searchable.every(({ warming }) => warming)).toBe(true);
  check();
  for (const [at, one] of steps.entries()) {
    transact(recovered, at + 1, (tx) => new Catalogue(tx).take(one));
    for (const search of searchable) search.warm(() => false);
  }
  check();
  for (const search of searchable) search.warm(() => true);
  expect(searchable.some(({ warming }) => warming)).toBe(false);
  check();
};

const lives = async ({ journal, given }: { journal: MemoryJournal; given: readonly Round[] }): Promise<void> => {
  const clock = new SetClock(Date.UTC(2026, 0, 2, 3, 4, 5));
  let engine = engineOn(journal, { clock, limits });
  for (const opens of OPENING) make(engine, opens);
  for (const { steps, queries, end } of given) {
    for (const one of steps) {
      clock.ms += 60_001;
      engine.transact(CAUSE, (tx) => new Catalogue(tx).take(one));
    }
    const check = (): void => {
      for (const one of queries) answers(engine.readContext(), engine.tables, one);
    };
    check();
    if (end === 'go on') continue;
    await writeRows(engine);
    if (end === 'write rows') continue;
    if (end === 'restart') await engine.close();
    const left = await copyOf(engine.journal);
    answersWarming(left, steps.slice(0, 5), queries);
    engine = engineOn(left, { clock, limits });
    expect(engine.isSearchWarming, 'a small shop is ready at once').toBe(false);
    check();
  }
};

/**
 * What a big shop's index does where a small one's looks at every value: few different values, few rows, many gaps,
 * long texts.
 */
const asItIs = {
  columns: { ...COLUMNS },
  narrowing: { ...CANDIDATES },
  forward: { ...FORWARD },
  matched: { ...MATCHED },
};
const sizes = fc.constantFrom(
  asItIs,
  {
    columns: { distinctMax: 3 },
    narrowing: { fewDocsMax: 1 },
    forward: { ...FORWARD, separatorsMax: 1, narrowMax: 0 },
    matched: { wordsMax: 1 },
  },
  {
    columns: { distinctMax: 0 },
    narrowing: { fewDocsMax: 0 },
    forward: { separatorsMax: 2, narrowMax: 260 },
    matched: { wordsMax: 2 },
  },
  { ...asItIs, columns: { distinctMax: 0 }, narrowing: { fewDocsMax: 0 } },
);

const use = ({ columns, narrowing, forward, matched }: typeof asItIs): void => {
  Object.assign(MATCHED, matched);
  Object.assign(COLUMNS, columns);
  Object.assign(CANDIDATES, narrowing);
  Object.assign(FORWARD, forward);
};

const law = async (): Promise<void> => {
  const holds = fc.asyncProperty(rounds, sizes, async (given, of) => {
    use(of);
    await lives({ journal: new MemoryJournal(), given });
  });
  await fc.assert(holds, { numRuns: RUNS }).finally(() => use(asItIs));
};
test('a search answers what reading every state would, after any change, restart and crash', law, 60_000 + RUNS * 240);

test('words are found after a crash that left an object’s row newer than its class’s', async () => {
  const engine = engineOn(new MemoryJournal(), { limits: { ...LIMITS, checkpointRowsMax: 1 } });
  make(engine, OPENING[0]!);
  make(engine, (tx) => new Catalogue(tx).take({ kind: 'object', at: 0, to: 0, n: 0, values: [] }));
  for (let written = 0; written < 5; written += 1) await writeRows(engine);
  make(engine, (tx) => updateObject(tx, 1, 'product', { name: 'changed first' }));
  make(engine, (tx) => addAttributes(tx, 1, [{ name: 'text', type: 'TXT', labels: {}, defaults: {} }]));
  make(engine, (tx) => updateObject(tx, 1, 'product', { attributes: { de_DE: { text: 'Regenjacke' } } }));
  await writeRows(engine);
  const recovered = engineOn(await copyOf(engine.journal));
  const constraint = parsed({ constraint: { text: ['MATCH', 'regen'] } });
  expect(recovered.readContext().search('shopobject', { ...EVERYTHING, constraint })).toEqual({
    ok: true,
    value: { ids: [1], count: 1 },
  });
});

test('words beyond those that MATCH reads of a text are found by LIKE and = alone', () => {
  use({ ...asItIs, columns: { distinctMax: 0 }, narrowing: { fewDocsMax: 0 }, matched: { wordsMax: 2 } });
  try {
    const engine = engineOn(new MemoryJournal());
    for (const opens of OPENING) make(engine, opens);
    for (let n = 0; n < 3; n += 1)
      make(engine, (tx) => new Catalogue(tx).take({ kind: 'object', at: 0, to: 0, n: 0, values: [] }));
    const found = (text: unknown): unknown => {
      const result = engine
        .readContext()
        .search('shopobject', { ...EVERYTHING, constraint: parsed({ constraint: { text } }) });
      return result.ok ? result.value.ids : result.code;
    };
    const write = (text: string): unknown =>
      make(engine, (tx) => updateObject(tx, 1, 'product', { attributes: { de_DE: { text } } }));
    write('red lamp shade');
    expect(
      [
        ['MATCH', 'lamp'],
        ['MATCH', 'shade'],
        ['LIKE', 'shade'],
        ['LIKE', 'lamp shade'],
      ].map(found),
    ).toEqual([[1], [], [1], [1]]);
    expect([['LIKE', '%lamp%shade'], ['=', 'red lamp shade'], 'red lamp'].map(found)).toEqual([[1], [1], []]);
    write('lamp shade');
    expect([['MATCH', 'red'], ['MATCH', 'shade'], ['LIKE', 'red'], 'lamp shade'].map(found)).toEqual([
      [],
      [1],
      [],
      [1],
    ]);
  } finally {
    use(asItIs);
  }
});

test('the words of a removed attribute are forgotten', () => {
  const engine = engineOn(new MemoryJournal());
  for (const opens of OPENING) make(engine, opens);
  make(engine, (tx) => new Catalogue(tx).take({ kind: 'object', at: 0, to: 0, n: 0, values: [] }));
  make(engine, (tx) => updateObject(tx, 1, 'product', { attributes: { de_DE: { text: 'Regenjacke' } } }));
  const known = (): number =>
    runToEnd(engine.tables.shopobject.search!.vocabulary.matching(matchQuery('Regenjacke')[0]!)).ids.length;
  expect(known()).toBe(1);
  make(engine, (tx) => removeAttributes(tx, 1, ['text']));
  expect(
    engine
      .readContext()
      .search('shopobject', { ...EVERYTHING, constraint: parsed({ constraint: { text: ['MATCH', 'regen'] } }) }),
  ).toMatchObject({ value: { count: 0 } });
  expect(known()).toBe(0);
});
