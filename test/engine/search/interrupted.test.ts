// Searches that are interrupted after every value they test, while the shop changes. It would catch a record that is
// shown as it was before its change, one that is missed because it came meanwhile, and a place in the order that a
// change has taken from a record.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCategory } from '../../../src/domain/catalogue/create-category.ts';
import { updateObject } from '../../../src/domain/catalogue/update-object.ts';
import type { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import { CallPace } from '../../../src/engine/search/call-pace.ts';
import { STEPS } from '../../../src/engine/search/steps.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { CallMeter } from '../../../src/kernel/call-meter.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';
import { CAUSE, make } from '../shop.ts';
import { engineOn } from '../store/stores.ts';
import { Catalogue, OPENING, creation, step } from './catalogue.ts';
import { EVERYTHING, asItIs, askPaced, interruptEverywhere, pace, queryOf, shopOf } from './paced.ts';
import { asked, parsed } from './queries.ts';
import type { Asked } from './queries.ts';

interruptEverywhere();

const ALL = { constraint: parsed({ constraint: {} }) };

describe('a search that is interrupted after every value', () => {
  let total = 0;

  test('answers what an uninterrupted one answers in the moment in which it ends', () => {
    const law = fc.property(
      fc.array(creation, { minLength: 5, maxLength: 30, size: 'max' }),
      fc.array(asked, { minLength: 3, maxLength: 6, size: 'max' }),
      fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
      fc.constantFrom(1, 2, 3, 7),
      (creations, queries, steps, every) => {
        const engine = engineOn(new MemoryJournal());
        for (const opens of OPENING) make(engine, opens);
        for (const one of creations) engine.transact(CAUSE, (tx) => new Catalogue(tx).take(one));
        let next = 0;
        const change = (): void => {
          const one = steps[next];
          next += 1;
          if (one !== undefined) engine.transact(CAUSE, (tx) => new Catalogue(tx).take(one));
        };
        for (const one of queries) {
          const find = (shop: ReadContext): unknown => shop.search(one.kind, { ...queryOf(shop, one), explains: true });
          const list = (shop: ReadContext): unknown => shop.distinct(one.kind, queryOf(shop, one), one.field);
          for (const ask of [find, list]) {
            const { result, interruptions } = askPaced(
              () => engine.readContext(),
              pace(),
              (shop) => ask(shop) as Result<unknown>,
              change,
              every,
            );
            total += interruptions;
            expect(result, JSON.stringify(one)).toEqual(ask(engine.readContext()));
          }
        }
      },
    );
    fc.assert(law, { numRuns: runs(30, 60, 10_000) });
    expect(total, 'searches were interrupted').toBeGreaterThan(runs(30, 60, 10_000));
  });

  test('leaves out a record that a change has taken out meanwhile', () => {
    const engine = shopOf(6);
    const query = {
      ...EVERYTHING,
      order: ['main.name'],
      constraint: parsed({ constraint: { 'main.name': ['NOT LIKE', 'zz%'] } }),
    };
    let changes = 0;
    const { result } = askPaced(
      () => engine.readContext(),
      pace(),
      (shop) => shop.search('shopobject', query),
      () => {
        changes += 1;
        make(engine, (tx) =>
          updateObject(tx, changes % 2 === 0 ? 1 : 6, 'product', { name: `zz${changes % 3 === 0 ? '' : changes}` }),
        );
      },
    );
    expect(changes).toBeGreaterThan(2);
    expect(result).toEqual(engine.readContext().search('shopobject', query));
  });

  test('is refused when it has tested more values than its limit, and says of which field', () => {
    const engine = shopOf(20);
    const many = Array.from({ length: 40 }, (_, at) => ({ 'main.name': ['NOT LIKE', `%x${at}_`] }));
    const query = { ...EVERYTHING, constraint: parsed({ constraint: { AND: many } }) };
    const ask = (scansMax: number): unknown =>
      askPaced(
        () => engine.readContext(),
        pace(scansMax),
        (shop) => shop.search('shopobject', query),
        () => {},
      ).result;
    expect(ask(1)).toMatchObject({ ok: true });
    expect(ask(0.01)).toMatchObject({
      ok: false,
      code: 'TOO_EXPENSIVE',
      detail: expect.stringMatching(
        /most of them of main\.name \(5\d+ so far\) in 40 conditions: main\.name NOT LIKE %x10_; .*; and 37 more\.$/,
      ) as string,
    });
  });

  const asksFor = (engine: ReturnType<typeof engineOn>, constraint: unknown, scansMax?: number) =>
    askPaced(
      () => engine.readContext(),
      pace(scansMax),
      (shop) => shop.search('shopobject', { ...EVERYTHING, constraint: parsed({ constraint }) }),
      () => {},
    );
  const notLike = (count: number): unknown[] =>
    Array.from({ length: count }, (_, at) => ({ 'main.name': ['NOT LIKE', `%x${at}_`] }));

  test('is refused at its first interruption where a sample says that it is far too much', () => {
    const engine = shopOf(200);
    // 10,000 tests where 500 are allowed.
    const { result, interruptions } = asksFor(engine, { AND: notLike(50) }, 0.01);
    expect(result).toMatchObject({
      ok: false,
      code: 'TOO_EXPENSIVE',
      detail: expect.stringContaining(
        'more than 500 values, most of them of main.name (about 10000) in 50 conditions: main.name NOT LIKE %x10_; ',
      ) as string,
    });
    expect(interruptions).toBeLessThan(50);
  });

  test('is not refused for what a condition leaves to few records', () => {
    const engine = shopOf(200);
    const few = [...notLike(50), { 'main.name': ['LIKE', 'nothing like this'] }];
    expect(asksFor(engine, { AND: few }, 0.01).result).toMatchObject({ ok: true, value: { count: 0 } });
    expect(asksFor(engine, { AND: [{ OR: few }, { 'main.id': ['IN', [1, 2]] }] }, 0.01).result).toMatchObject({
      ok: true,
      value: { count: 2 },
    });
  });

  test('is interrupted while it sorts, and at each word that MATCH looks up', () => {
    const engine = shopOf(20);
    const query = {
      ...EVERYTHING,
      order: ['availability.quantity', 'main.name'],
      constraint: parsed({ constraint: {} }),
    };
    let changes = 0;
    const sorted = (change: () => void) =>
      askPaced(
        () => engine.readContext(),
        pace(),
        (shop) => shop.search('shopobject', query),
        change,
      );
    const once = sorted(() => {}).interruptions;
    expect(once).toBeGreaterThan(20);
    const { result, interruptions } = sorted(() => {
      changes += 1;
      make(engine, (tx) => updateObject(tx, 1 + (changes % 20), 'product', { name: `changed ${changes}` }));
    });
    expect(result).toEqual(engine.readContext().search('shopobject', query));
    expect(interruptions, 'nothing is sorted again').toBeLessThanOrEqual(once + 2);
    expect(asksFor(engine, { search: ['MATCH', 'a b c d e f g h'] }).interruptions).toBeGreaterThan(8);
  });

  test('begins nothing again where a record or its stock changes at every step', () => {
    const engine = shopOf(40);
    const kinds: readonly Partial<Asked['query']>[] = [
      { order: ['availability.quantity', 'main.name'] },
      { order: ['availability.quantity'], limit: 5, descending: true },
      { order: ['main.name'], skip: 3, limit: 7 },
    ];
    const constraints: readonly unknown[] = [
      {},
      { search: ['MATCH', 'o'] },
      { 'availability.quantity': ['<', 20] },
      [{ search: ['MATCH', 'name'] }, { 'availability.low': 0 }],
    ];
    let changes = 0;
    const change = (): void => {
      changes += 1;
      const fields = changes % 2 === 0 ? { name: `name ${changes}` } : { quantityMilli: 1000 * (changes % 40) };
      make(engine, (tx) => updateObject(tx, 1 + ((changes * 7) % 40), 'product', fields));
    };
    for (const constraint of constraints) {
      const query = { ...EVERYTHING, constraint: parsed({ constraint }) };
      const asks = [
        ...kinds.map((kind) => (shop: ReadContext) => shop.search('shopobject', { ...query, ...kind })),
        (shop: ReadContext) => shop.distinct('shopobject', query, 'main.name'),
        (shop: ReadContext) => shop.distinct('shopobject', query, 'availability.quantity'),
      ];
      for (const ask of asks) {
        const asked = (between: () => void) =>
          askPaced<unknown>(() => engine.readContext(), pace(), ask as (shop: ReadContext) => Result<unknown>, between);
        const once = asked(() => {}).interruptions;
        const { result, interruptions } = asked(change);
        expect(result).toEqual(ask(engine.readContext()));
        expect(interruptions).toBeLessThanOrEqual(2 * once + 10);
      }
    }
    expect(changes).toBeGreaterThan(500);
  });

  test('ends with its call’s time, whatever it does', () => {
    STEPS.docsMax = asItIs.steps.docsMax;
    const engine = shopOf(50);
    const meter = new CallMeter(10);
    const asked = askPaced(
      () => engine.readContext(),
      new CallPace({ budgetMs: 0, scansMax: 1e6, nowMs: () => 0 }, meter, () => true),
      (shop) => shop.search('shopobject', { ...EVERYTHING, constraint: parsed({ constraint: { AND: notLike(5) } }) }),
      () => meter.use(1),
    );
    expect(asked.interruptions).toBe(10);
    expect(asked.result).toMatchObject({
      code: 'TOO_EXPENSIVE',
      detail: expect.stringMatching(
        /Most of its tests were of main\.name \(\d+\) in 5 conditions: main\.name NOT LIKE %x0_; .*; and 2 more\.$/,
      ) as string,
    });
  });

  test('counts the texts that it reads within a slice, whatever the clock says', () => {
    const engine = shopOf(30);
    const constraint = parsed({ constraint: { AND: notLike(40) } });
    const asking = (msMax: number) =>
      askPaced(
        () => engine.readContext(),
        new CallPace({ budgetMs: 0, scansMax: 1e6, nowMs: () => 0 }, new CallMeter(msMax), () => true),
        (shop) => shop.search('shopobject', { ...EVERYTHING, constraint }),
        () => {},
        1e9,
      );
    expect(asking(1000)).toMatchObject({ interruptions: 1, result: { ok: true } });
    expect(asking(0.001)).toMatchObject({ interruptions: 1, result: { code: 'TOO_EXPENSIVE' } });
  });

  test.each([
    ['words × records', { search: ['MATCH', 'hemd blau regenjacke o'] }, []],
    ['typos, compared with each word', { search: ['MATCH', 'rgenjackk hmedd'] }, []],
    ['records, for each condition', { OR: [{ 'main.id': ['<', 25] }, { 'main.id': ['>', 5] }] }, []],
    ['comparisons of values', {}, ['availability.quantity', 'main.id']],
  ])('counts %s within a slice, whatever the clock says', (_what, constraint, order) => {
    const engine = shopOf(30);
    const query = { ...EVERYTHING, order, constraint: parsed({ constraint }) };
    const asking = (msMax: number) => {
      const meter = new CallMeter(msMax);
      const { result } = askPaced(
        () => engine.readContext(),
        new CallPace({ budgetMs: 0, scansMax: 1e6, nowMs: () => 0 }, meter, () => true),
        (shop) => shop.search('shopobject', query),
        () => {},
        1e9,
      );
      return { result, ms: meter.spentMs };
    };
    const { result, ms } = asking(1000);
    expect(result).toMatchObject({ ok: true });
    expect(ms).toBeGreaterThan(0);
    expect(asking(ms / 2).result).toMatchObject({ code: 'TOO_EXPENSIVE' });
  });

  test('counts what it holds, whether it is interrupted or not, and gives it back', () => {
    const engine = shopOf(100);
    const query = { ...EVERYTHING, order: ['main.id'], constraint: parsed({ constraint: { AND: notLike(5) } }) };
    const asking = (bytesMax: number, every: number) => {
      const meter = new CallMeter(Infinity, bytesMax);
      let most = 0;
      const { result } = askPaced(
        () => engine.readContext(),
        new CallPace({ budgetMs: 0, scansMax: 1e6, nowMs: () => 0 }, meter, () => true),
        (shop) => shop.search('shopobject', query),
        () => (most = Math.max(most, meter.heldBytes)),
        every,
      );
      expect(meter.heldBytes).toBe(0);
      return { result, most };
    };
    const { result, most } = asking(Infinity, 1);
    expect(result).toMatchObject({ ok: true });
    expect(most).toBeGreaterThan(100 * Uint32Array.BYTES_PER_ELEMENT);
    const refused = { code: 'TOO_EXPENSIVE', param: 'constraint', detail: expect.stringContaining('MiB of memory') };
    for (const every of [1, 1e9]) expect(asking(300, every).result).toMatchObject(refused);
  });

  test('says which condition took its time, or what it asks for where no condition did', () => {
    const engine = shopOf(20);
    const refusedAfter = (constraint: unknown, order: readonly string[]): unknown => {
      const meter = new CallMeter(3);
      const query = { ...EVERYTHING, order, constraint: parsed({ constraint }) };
      const { result } = askPaced(
        () => engine.readContext(),
        new CallPace({ budgetMs: 0, scansMax: 1e6, nowMs: () => 0 }, meter, () => true),
        (shop) => shop.search('shopobject', query),
        () => meter.use(1),
      );
      return result.ok ? 'found' : result.detail;
    };
    const used = 'It has used 3 ms of the thread, and may use 3.';
    expect(refusedAfter({ search: ['MATCH', 'a b c d e f g h'], 'main.id': ['>', 0] }, [])).toBe(
      `${used} Most of its tests were of search (2) in 1 condition: search MATCH a b c d e f g h.`,
    );
    expect(refusedAfter({}, ['main.name', 'main.id'])).toBe(
      `${used} It asks for records, in the order of main.name, main.id.`,
    );
  });

  test('tests a condition that is named twice once, and dear ones where cheap ones leave records', () => {
    STEPS.docsMax = asItIs.steps.docsMax;
    const engine = shopOf(50);
    const steps = (constraint: unknown): number => asksFor(engine, constraint).interruptions;
    const name = { 'main.name': ['NOT LIKE', '%x_'] };
    const once = steps({ AND: [name] });
    expect(once).toBeGreaterThan(50);
    expect(steps({ AND: [name, name, { OR: [name, name] }] })).toBe(once);
    const [none, all] = [{ 'metadata.notes': ['NOT LIKE', '%'] }, { 'availability.quantity': ['>=', -1000] }];
    expect(steps({ AND: [all, none] })).toBe(steps({ AND: [none, all] }));
    expect(steps({ AND: [all, name] }), 'computed for each that has the name').toBeGreaterThan(90);
    const most = { 'main.id': ['<=', 45] };
    expect(steps({ OR: [name, most] }), 'of the five others').toBeLessThan(20);
    expect(asksFor(engine, { OR: [name, most] }).result).toMatchObject({ value: { count: 50 } });
  });

  test.each([
    ['order', (shop: ReadContext) => shop.search('shopobject', { ...EVERYTHING, ...ALL, order: ['category.name'] })],
    ['distinct values', (shop: ReadContext) => shop.distinct('shopobject', { ...EVERYTHING, ...ALL }, 'category.name')],
  ])('ends a step earlier where the %s ask what many categories fill themselves with', (_what, ask) => {
    Object.assign(STEPS, asItIs.steps, { workNsMax: 20_000 });
    const engine = shopOf(40);
    const steps = (): number =>
      askPaced<unknown>(
        () => engine.readContext(),
        pace(),
        ask as (shop: ReadContext) => Result<unknown>,
        () => {},
      ).interruptions;
    const none = steps();
    const constraint = '[{"main.id":[">",99]},{"main.name":["!=","x"]}]';
    for (let n = 0; n < 90; n += 1)
      make(engine, (tx) =>
        createCategory(tx, { parentId: 0, name: `c${n}`, labels: {}, attributes: {}, seo: {}, constraint }),
      );
    // 40 values of 270 conditions, of which a step reads two or fewer.
    expect(steps()).toBeGreaterThanOrEqual(none + 15);
  });
});
