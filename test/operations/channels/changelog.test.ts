// The audit: complete whatever happened, exact to the field, and only what is on the disk.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changelog } from '../../../src/engine/audit/audit-pages.ts';
import { KINDS, KIND_NAMES } from '../../../src/domain/kinds.ts';
import type { KindName } from '../../../src/domain/kind-types.ts';
import { Goods, freeLine, openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';

interface Entry {
  readonly seq: number;
  readonly date: string;
  readonly object: string;
  readonly change: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly operation: string;
  readonly channel: string;
}
type Log = { readonly next: number; readonly records: readonly Entry[] };

const log = (shop: TestShop, params = {}): Promise<Log> =>
  shop.admin<Log>('get_changelog', params) as unknown as Promise<Log>;

/** Every change of these is told; of stock only what is done by hand (test/operations/catalogue/warehouse.test.ts). */
const AUDITED = KIND_NAMES.filter((kind) => {
  const { audit } = KINDS[kind] as { readonly audit?: { readonly events?: object } };
  return audit !== undefined && audit.events === undefined;
});

/** Leaves of a state by their paths; lists are leaves. */
const leaves = (value: unknown, path: string, into: Map<string, string>): Map<string, string> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return into.set(path, JSON.stringify(value));
  for (const [name, member] of Object.entries(value)) leaves(member, path === '' ? name : `${path}.${name}`, into);
  return into;
};

type States = Map<string, Map<string, string>>;

const statesOf = ({ engine }: TestShop): States => {
  const states: States = new Map();
  for (const kind of AUDITED) {
    for (let id = 1; id < engine.tables[kind].nextId; id += 1) {
      const state = engine.tables[kind].peek(id);
      const { view = (whole: object) => whole, ignored = [] } = (
        KINDS[kind] as { readonly audit: { view?(state: never): object; readonly ignored?: readonly string[] } }
      ).audit;
      if (state === undefined) continue;
      const shown = Object.entries(view(state as never)).filter(([name]) => !ignored.includes(name));
      states.set(`${kind}/${id}`, leaves(structuredClone(Object.fromEntries(shown)), '', new Map()));
    }
  }
  return states;
};

/** What a naive observer of all states would have written between two calls. */
const observed = (before: States, after: States): string[] => {
  const lines: string[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === undefined || is === undefined) lines.push(`${name} ${was === undefined ? 'created' : 'ended'}`);
    else
      for (const path of new Set([...was.keys(), ...is.keys()]))
        if (was.get(path) !== is.get(path)) lines.push(`${name} ${path}: ${was.get(path)} → ${is.get(path)}`);
  }
  return lines.sort();
};

/**
 * The audit since a record, in the same words. An object that became a leaf or stopped being one is told by its leaves.
 */
const told = ({ engine }: TestShop, afterSeq: number): string[] => {
  const { entries } = changelog(engine.audit, { object: undefined, sinceMs: 0, afterSeq, entriesMax: 1000 });
  const lines = entries.flatMap(({ objects }) =>
    objects.flatMap(({ kind, id, what, fields }) => {
      if (what !== 'changed') return [`${kind}/${id} ${what}`];
      return fields.flatMap(([path, from, to]) => {
        const [was, is] = [leaves(from ?? undefined, path, new Map()), leaves(to ?? undefined, path, new Map())];
        return [...new Set([...was.keys(), ...is.keys()])]
          .filter((leaf) => was.get(leaf) !== is.get(leaf))
          .map((leaf) => `${kind}/${id} ${leaf}: ${was.get(leaf)} → ${is.get(leaf)}`);
      });
    }),
  );
  return lines.sort();
};

const id = fc.integer({ min: 1, max: 3 });
const word = fc.constantFrom('Hat', 'Coat', 'Shoe');
const calls = fc.oneof(
  fc.record({ request: fc.constant('create_category'), id_parent: fc.constantFrom(0, 1), name: word }),
  fc.record({
    request: fc.constant('update_category'),
    id_category: id,
    name: word,
    labels: fc.constant({ de_DE: 'Hüte' }),
  }),
  fc.record({ request: fc.constant('delete_category'), id_category: id }),
  fc.record({
    request: fc.constant('create_product'),
    class: fc.constant('product'),
    name: fc.string({ minLength: 1, maxLength: 3 }),
    shop_active: fc.constantFrom(0, 1),
    attributes: fc.constant({ de_DE: { price: 9.9 } }),
  }),
  fc.record({
    request: fc.constant('update_product'),
    id_product: id,
    name: word,
    attributes: fc.constantFrom({ de_DE: { price: 1.5 } }, { de_DE: { price: 9.9 }, en_EN: { price: 8 } }),
  }),
  fc.record({ request: fc.constant('delete_product'), id_product: id }),
  fc.record({
    request: fc.constant('create_warehouse_entity'),
    class: fc.constant('shelf'),
    name: word,
    id_manufacturer: fc.constant(0),
    attributes: fc.constant({}),
    metadata: fc.record({ element_number: word }),
  }),
  fc.record({ request: fc.constant('buy') }),
  fc.record({
    request: fc.constant('update_order_details'),
    id_order: fc.integer({ min: 10_001, max: 10_003 }),
    order_state: fc.constantFrom('CLOSED', 'CANCELED', 'PROCESSING'),
    note: word,
  }),
  fc.record({ request: fc.constant('restart') }),
);

const buy = async (shop: TestShop): Promise<void> => {
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, '2.50'));
  await shop.call('set_order_details', { session, email: 'anna@example.org', delivery_lastname: 'Anna' });
  await shop.call('checkout', { session });
};

describe('the audit', () => {
  test('holds every change of every audited object, and nothing else', async () => {
    // Catches: a change around the commit, an entry of a refused call, a field that is told by half, an entry lost at a
    // restart.
    const written = { lines: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(calls, { minLength: 10, maxLength: 25 }), async (steps) => {
        const { shop } = await Goods.open();
        await shop.make('create_class', { name: 'shelf', type: 'warehouse_entity' });
        for (const { request, ...params } of steps) {
          const [before, seq] = [statesOf(shop), shop.engine.headSeq];
          if (request === 'restart') await shop.restart();
          else if (request === 'buy') await buy(shop);
          else await shop.admin(request, params);
          await shop.engine.whenDurable(shop.engine.headSeq);
          const lines = observed(before, statesOf(shop));
          // Several records may change one field back and forth: what is left of it is what an observer sees.
          if (request === 'buy') expect(told(shop, seq)).toEqual(expect.arrayContaining(lines));
          else expect(told(shop, seq)).toEqual(lines);
          written.lines += lines.length;
        }
      }),
      { numRuns: runs(5, 10, 1_000) },
    );
    expect(written.lines).toBeGreaterThan(runs(20, 40, 4_000));
  });

  test('says who, when, what, from what, to what, by the names that people know', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const product = await goods.product(9.9);
    await shop.admin('update_product', { id_product: product, name: 'Sunhat', attributes: { de_DE: { price: 8 } } });
    const { records, next } = await log(shop, { object: `product/${product}` });
    expect(next).toBe(0);
    expect(records.map(({ change, field, before, after }) => [change, field, before, after])).toEqual([
      ['created', '', null, null],
      ['changed', 'name', 'product 1', 'Sunhat'],
      ['changed', 'attributes.de_DE.price', 9.9, 8],
    ]);
    expect(records[1]).toMatchObject({
      object: `product/${product}`,
      operation: 'update_product',
      channel: 'test',
      date: '2026-01-02 03:04:05',
    });
    expect((await log(shop, { object: `content/${product}` })).records).toEqual(records);
  });

  test('says of what was deleted what it was', async () => {
    const goods = await Goods.open();
    const product = await goods.product(9.9);
    const { shop } = goods;
    const category = await shop.make('create_category', { id_parent: 0, name: 'Hats' });
    await shop.admin('delete_product', { id_product: product });
    await shop.admin('delete_category', { id_category: category });
    const { records } = await log(shop);
    const ended = records
      .filter(({ change }) => change === 'ended')
      .map(({ object, field, before, after }) => [object, field, before, after]);
    expect(ended).toContainEqual([`shopobject/${product}`, 'name', 'product 1', null]);
    expect(ended).toContainEqual([`category/${category}`, 'name', 'Hats', null]);
    expect(JSON.stringify(ended)).toContain('9.9');
  });

  test('pages, times and limits', async () => {
    const shop = openShop();
    const made: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      made.push(await shop.make('create_category', { id_parent: 0, name }));
      shop.nowMs += 86_400_000;
    }
    const all = (await log(shop)).records;
    const pages: Entry[] = [];
    for (let after = 0, more = true; more;) {
      const page = await log(shop, { after, limit: 2 });
      pages.push(...page.records);
      [after, more] = [page.next, page.next !== 0];
    }
    expect(pages).toEqual(all);
    const since = await log(shop, { since: '2026-01-04' });
    expect(since.records.map(({ object }) => object)).toEqual(made.slice(2).map((one) => `category/${one}`));
    expect((await log(shop, { since: '2026-01-04 03:04:06' })).records).toHaveLength(2);
    expect((await log(shop, { since: '2030-01-01' })).records).toEqual([]);
    expect((await log(shop, { object: `category/${made[3]}`, since: '2026-01-04' })).records).toHaveLength(1);
    expect((await log(shop, { object: 'category/77' })).records).toEqual([]);
  });

  test('a page ends before it is too large, with at least one change, and nothing is lost between pages', async () => {
    const shop = openShop();
    const category = await shop.make('create_category', { id_parent: 0, name: 'a' });
    for (let size = 1; size <= 12; size += 1)
      await shop.admin('update_category', { id_category: category, labels: { de_DE: 'x'.repeat(20 * size) } });
    await shop.engine.whenDurable(shop.engine.headSeq);
    const { journal, audit } = shop.engine;
    const query = { object: ['category', category] as const, sinceMs: 0, entriesMax: 1000 };
    const all = changelog(audit, { ...query, afterSeq: 0 });
    expect([all.entries.length, all.next]).toEqual([13, 0]);
    const sizes = new Map(journal.audit(0));
    for (const bytesMax of [1, 300, 1000, 5000]) {
      const entries = [];
      for (let afterSeq = 0, more = true; more;) {
        const page = changelog(audit, { ...query, afterSeq, bytesMax });
        const held = page.entries.reduce((sum, { seq }) => sum + sizes.get(seq)!.length, 0);
        expect(page.entries.length === 1 || held <= bytesMax).toBe(true);
        entries.push(...page.entries);
        [afterSeq, more] = [page.next, page.next !== 0];
      }
      expect(entries).toEqual(all.entries);
    }
  });

  test('large changes come in pages of so many bytes', async () => {
    // Pages that can be sent, of as many bytes as they may have: changelog.long.test.ts.
    const goods = await Goods.open();
    const { shop } = goods;
    const product = await goods.product(1);
    for (let at = 0; at < 12; at += 1)
      await shop.admin('update_product', {
        id_product: product,
        attributes: { de_DE: { short_description: `${at}`.padEnd(1000, 'x') } },
      });
    const found: number[] = [];
    for (let afterSeq = 0, more = true; more;) {
      const { entries, next } = changelog(shop.engine.audit, {
        object: ['shopobject', product],
        sinceMs: 0,
        afterSeq,
        entriesMax: 1000,
        bytesMax: 5000,
      });
      found.push(entries.length);
      [afterSeq, more] = [next, next !== 0];
    }
    // Each holds what was before and what came after.
    expect(Math.max(...found)).toBeLessThan(5);
    expect(found.reduce((sum, count) => sum + count, 0)).toBe(13);
  });

  test('of attributes of a class and bindings of a product it tells those that came, changed or went', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const shelf = await shop.make('create_class', { name: 'shelf', type: 'warehouse_entity' });
    for (const name of ['width', 'constructor'])
      await shop.admin('create_class_attributes', {
        id_class: shelf,
        attributes: [{ name, type: 'INT', de_DE: { label: name, value: 1 } }],
      });
    await shop.admin('delete_class_attributes', { id_class: shelf, attributes: ['width'] });
    const ofClass = (await log(shop, { object: `class/${shelf}` })).records.filter(({ field }) =>
      field.startsWith('attributes.'),
    );
    expect(ofClass.map(({ field, before, after }) => [field, before !== null, after !== null])).toEqual([
      ['attributes.width', false, true],
      ['attributes.constructor', false, true],
      ['attributes.width', true, false],
    ]);
    const product = await goods.product(1);
    for (const element_number of ['A', 'B'])
      await shop.admin('create_warehouse_entity', {
        class: 'shelf',
        name: element_number,
        id_manufacturer: 0,
        attributes: {},
        metadata: { element_number },
      });
    for (const [element_number, quantity] of [
      ['A', 1],
      ['B', 2],
      ['A', 3],
    ])
      await shop.admin('add_binding', { id_product: product, element_number, quantity });
    await shop.admin('delete_binding', { id_product: product, element_number: 'B' });
    const ofProduct = (await log(shop, { object: `product/${product}` })).records.filter(({ field }) =>
      field.startsWith('bindings'),
    );
    expect(ofProduct.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['bindings.1', null, { entityId: 1, perPieceMilli: 1000 }],
      ['bindings.2', null, { entityId: 2, perPieceMilli: 2000 }],
      ['bindings.1.perPieceMilli', 1000, 3000],
      ['bindings.2', { entityId: 2, perPieceMilli: 2000 }, null],
    ]);
  });

  test('never shows digests, and needs the secret key', async () => {
    const shop = openShop();
    shop.openChannel({ licence_username: 'other', licence_password: 'other-1' }, 'other-secret');
    expect(JSON.stringify(await log(shop))).not.toMatch(/[0-9a-f]{64}/);
    await shop.refused('get_changelog', {}, 'PERMISSION_DENIED', 'licence_secret_key');
  });

  test.each([
    ['object', 'product'],
    ['object', 'product/0'],
    ['object', 'nothing/3'],
    ['object', 'product/3; drop'],
    ['since', 'yesterday'],
    ['since', '2026-02-30'],
    ['since', '2026-01-01 24:00:00'],
    ['limit', '0'],
    ['limit', '1001'],
    ['after', '-1'],
  ])('refuses %s = %s', async (param, value) => {
    await openShop().adminRefused('get_changelog', { [param]: value }, 'PARAMETER_INVALID', param);
  });
});

test('the oldest entries make room for new ones', async () => {
  const shop = openShop({ config: { auditEntriesMax: 3 } });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await shop.make('create_category', { id_parent: 0, name });
    await shop.engine.whenDurable(shop.engine.headSeq);
  }
  await shop.restart();
  await shop.make('create_category', { id_parent: 0, name: 'g' });
  expect((await log(shop)).records.map(({ object }) => object)).toEqual(['category/5', 'category/6', 'category/7']);
  for (const kind of ['category' as KindName]) expect([...shop.engine.journal.audit(0, [kind, 1])]).toEqual([]);
});
