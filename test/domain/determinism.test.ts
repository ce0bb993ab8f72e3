// The shop is a function of its journal: what every kind of actor owes to that sentence.
import type { Batch } from '../../src/engine/journal/journal.ts';
import { runs } from '../harness/effort.ts';
import { seedOf } from '../harness/seed.ts';
import { inspect, isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { IdMap } from '../../src/kernel/id-map.ts';
import type { EventShapes } from '../../src/domain/actor.ts';
import { schema } from '../../src/domain/schema.ts';
import { KINDS, KIND_NAMES } from '../../src/domain/kinds.ts';
import type { KindName } from '../../src/domain/kind-types.ts';
import { checksum, pack } from '../../src/engine/disk/codec.ts';
import { BATCH_VERSION, BatchWriter, batchDamage, readBatch } from '../../src/engine/journal/record.ts';
import { addBinding } from '../../src/domain/catalogue/bind-product.ts';
import { placeInventory } from '../../src/domain/catalogue/move-inventory.ts';
import { createCategory } from '../../src/domain/catalogue/create-category.ts';
import { deleteCategory } from '../../src/domain/catalogue/delete-category.ts';
import { updateCategory } from '../../src/domain/catalogue/update-category.ts';
import { createProduct } from '../../src/domain/catalogue/create-product.ts';
import { createVariation } from '../../src/domain/catalogue/create-variation.ts';
import { deleteObject } from '../../src/domain/catalogue/delete-object.ts';
import { updateObject } from '../../src/domain/catalogue/update-object.ts';
import { deleteClass } from '../../src/domain/catalogue/delete-class.ts';
import { UNMANAGED } from '../../src/domain/stock/sellable.ts';
import { NO_METADATA } from '../../src/domain/attributes/metadata.ts';
import { COMMANDS } from './commands.ts';
import type { AnyKind } from './memory-shop.ts';
import { copyOf, deepFreeze, kindOf, rowHex } from './memory-shop.ts';
import { seededShop } from './seeded-shop.ts';
import { describe, expect, it } from 'vitest';

type Event = { readonly type: string };
interface Timed {
  readonly event: Event;
  readonly atMs: number;
}

const CAUSE = { operation: 'test', channelId: 1, sessionId: 2, userId: 3 };

/** Through the bytes of a batch and back. */
const journaled = (kind: KindName, event: Event): Event => {
  const writer = new BatchWriter();
  writer.add(5, 7, CAUSE, [{ kind, id: 9, event }]);
  const [{ bytes }] = writer.take().batches as [Batch];
  expect(batchDamage(bytes)).toBe('');
  const [record] = readBatch(bytes);
  expect(record).toMatchObject({ seq: 5, atMs: 7, cause: CAUSE });
  expect(record!.events).toHaveLength(1);
  expect(record!.events[0]).toMatchObject({ kind, id: 9 });
  return record!.events[0]!.event;
};

/** Also prototypes, −0 and members that are undefined; names like `constructor` do not confuse it. */
const same = (a: unknown, b: unknown): void => {
  if (!isDeepStrictEqual(a, b)) expect(inspect(a, { depth: 9 })).toBe(inspect(b, { depth: 9 }));
  expect(isDeepStrictEqual(a, b)).toBe(true);
};

const applied = (kind: AnyKind, state: object, { event, atMs }: Timed): void => kind.apply(state, event as never, atMs);

/** Runs the commands with every rule of the contract checked; the events, in order. */
const live = (name: KindName, commands: readonly object[]): Timed[] => {
  const kind = kindOf(name);
  const state = kind.state.initial();
  const log: Timed[] = [];
  for (const [at, given] of commands.entries()) {
    // Plain objects, as JSON makes them; fast-check makes some without a prototype.
    const command = structuredClone(given);
    const atMs = 1000 + at * 10;
    const before = rowHex(name, state);
    const frozen = deepFreeze(copyOf(name, state));
    same(frozen, state);
    const decision = kind.decide(frozen, deepFreeze(command) as never, atMs);
    // The same question has the same answer.
    same(kind.decide(state, command as never, atMs), decision);
    expect(rowHex(name, state)).toBe(before);
    if (!decision.ok) continue;
    const copy = copyOf(name, state);
    // A pending state: what it shares with the frozen one, no event may change.
    const pending = kind.state.copy(frozen);
    same(pending, state);
    for (const event of decision.value) {
      const timed = { event: journaled(name, event), atMs };
      same(timed.event, event);
      applied(kind, state, { event: deepFreeze(event), atMs });
      applied(kind, copy, deepFreeze(timed));
      applied(kind, pending, timed);
      expect([rowHex(name, copy), rowHex(name, pending)]).toEqual([rowHex(name, state), rowHex(name, state)]);
      log.push(timed);
      if (event.type === kind.ends) return log;
    }
    same(copyOf(name, state), state);
  }
  const replayed = kind.state.initial();
  for (const one of log) applied(kind, replayed, one);
  same(replayed, state);
  expect(rowHex(name, replayed)).toBe(rowHex(name, state));
  return log;
};

describe('every kind of actor', () => {
  // Catches a decision that changes its state or depends on more than its arguments, an event that the disk gives back
  // changed (undefined, −0, a member that is not declared), an apply that throws, a field that toRow forgets, and a
  // state that shares something with its copy, so that a discarded draft leaves traces. And an event that nothing here
  // makes, so that nothing here is known of it: the rarest comes once in 60 runs, so they have forty rounds.
  it.each(KIND_NAMES)('%s: decide is pure, and apply gives the same rows live, on a copy and replayed', (name) => {
    const { first, rest } = COMMANDS[name] as { first: fc.Arbitrary<object>; rest: fc.Arbitrary<object> };
    const declared = Object.keys(KINDS[name].events).sort();
    const seen = new Set<string>();
    for (let go = 0; go < 40 && seen.size < declared.length; go += 1) {
      fc.assert(
        fc.property(first, fc.array(rest, { maxLength: 12 }), (begin, more) => {
          for (const { event } of live(name, [begin, ...more])) seen.add(event.type);
        }),
        { numRuns: runs(15, 50, 5_000), seed: seedOf(`${name} ${go}`) },
      );
    }
    expect([...seen].sort()).toEqual(declared);
  });
});

describe('the index of a kind', () => {
  const contents = (value: unknown): unknown => {
    if (value instanceof Set) return [...value];
    if (value instanceof Map || value instanceof IdMap) {
      const pairs =
        value instanceof Map ? [...value] : Array.from(value.ids('a test'), (id) => [id, value.get(id)] as const);
      const entries = pairs.map(([key, one]) => [key, contents(one)] as const);
      return entries
        .filter(([, one]) => JSON.stringify(one) !== '{"list":[],"positions":[]}')
        .sort(([a], [b]) => (a < b ? -1 : 1));
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    // A list's version tells when it changed, not what is in it.
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== 'seq')
        .map(([key, one]) => [key, contents(one)]),
    );
  };

  const step = fc.oneof(
    fc.record({ categoryOf: fc.nat({ max: 3 }), name: fc.constantFrom('c', 'd') }),
    fc.record({
      product: fc.stringMatching(/^[a-z]{1,3}$/),
      link: fc.constantFrom('', 'x', 'y', 'z'),
      categories: fc.subarray([1, 2, 3]),
      bind: fc.boolean(),
    }),
    fc.record({
      bound: fc.integer({ min: 1, max: 14 }),
      element: fc.constantFrom('A', 'B', 'C'),
      pieces: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ storage: fc.constantFrom('north', 'west', 'east'), element: fc.constantFrom('A', 'B', 'C') }),
    fc.record({
      updated: fc.integer({ min: 1, max: 14 }),
      name: fc.stringMatching(/^[a-z]{1,2}$/),
      link: fc.constantFrom('', 'x', 'y'),
      categories: fc.subarray([1, 2, 3]),
    }),
    fc.record({ varied: fc.integer({ min: 1, max: 14 }), name: fc.stringMatching(/^[a-z]{1,3}$/) }),
    fc.record({ deleted: fc.integer({ min: 1, max: 14 }) }),
    fc.record({ moved: fc.integer({ min: 1, max: 4 }), to: fc.nat({ max: 4 }), name: fc.constantFrom('c', 'd') }),
    fc.record({ deletedCategory: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ deletedClass: fc.integer({ min: 1, max: 2 }) }),
  );

  // Catches an index that keeps something of an earlier state, and one that recovery, which adds final states and no
  // events, builds differently.
  it('kept through every change is what adding the final states builds', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const shop = seededShop();
        for (const one of steps) {
          shop.transact<unknown>((tx) => {
            const seo = 'link' in one ? { de: { permalink: one.link } } : {};
            if ('categoryOf' in one)
              return createCategory(tx, { parentId: one.categoryOf, name: one.name, labels: {}, attributes: {}, seo });
            if ('bound' in one) return addBinding(tx, one.bound, one.element, one.pieces * 1000, false);
            if ('updated' in one) {
              return updateObject(tx, one.updated, 'product', {
                name: one.name,
                seo,
                categories: one.categories,
                quantityMilli: 1000,
              });
            }
            if ('varied' in one) {
              const plain = {
                attributes: {},
                seo,
                metadata: NO_METADATA,
                availability: UNMANAGED,
                quantityMilli: 1,
                categories: [],
              };
              return createVariation(tx, one.varied, { name: one.name, active: true, ...plain });
            }
            if ('deleted' in one) return deleteObject(tx, one.deleted, 'product');
            if ('moved' in one) return updateCategory(tx, one.moved, { parentId: one.to, name: one.name });
            if ('deletedCategory' in one) return deleteCategory(tx, one.deletedCategory);
            if ('deletedClass' in one) return deleteClass(tx, one.deletedClass);
            if ('storage' in one)
              return placeInventory(tx, {
                storage: one.storage,
                elementNumber: one.element,
                quantityMilli: 1000,
                note: '',
              });
            return createProduct(tx, {
              className: 'goods',
              name: one.product,
              active: true,
              attributes: {},
              seo,
              metadata: { ...NO_METADATA, element_number: 'A' },
              availability: { managed: false, override: false, warningMilli: 0 },
              quantityMilli: undefined,
              categories: one.categories,
              bind: one.bind,
            });
          });
        }
        for (const name of KIND_NAMES) {
          const kind = kindOf(name);
          if (kind.index === undefined) continue;
          const built = kind.index.create();
          for (const id of shop.ids(name)) kind.index.add(built, id, shop.find(name, id)!, id);
          expect(contents(shop.index(name))).toEqual(contents(built));
        }
      }),
      { numRuns: runs(10) },
    );
  });

  // Catches an actor that leaves something behind: what is added beside others and removed again.
  it.each(KIND_NAMES.filter((name) => KINDS[name].index !== undefined))('%s: remove undoes add', (name) => {
    const index = kindOf(name).index!;
    const shop = seededShop();
    const known = shop.ids(name).map((id) => [id, shop.find(name, id)!] as const);
    const built = index.create();
    const empty = JSON.stringify(contents(built));
    for (const [id, state] of known) index.add(built, id, state, id);
    for (const [id, state] of known.toReversed()) index.remove(built, id, state, 99);
    expect(JSON.stringify(contents(built))).toBe(empty);
  });
});

describe('events on disk', () => {
  const declared = KIND_NAMES.flatMap((kind) =>
    Object.entries(KINDS[kind].events as EventShapes).map(([type, declared]) => ({
      kind,
      type,
      fields: schema(declared).initial(),
    })),
  );

  it.each(declared)('$type comes back as it was written', ({ kind, type, fields }) => {
    expect(journaled(kind, { type, ...fields })).toStrictEqual({ type, ...fields });
  });

  // Catches a field that an older journal lacks and that then is undefined instead of its declared value.
  it.each(declared)(
    '$type, written before its fields were declared, has their declared values',
    ({ kind, type, fields }) => {
      const record = pack([1, 2, ['op', 0, 0, 0], [[type, 3, []]]]);
      const bytes = Buffer.alloc(13 + record.length);
      bytes[0] = BATCH_VERSION;
      bytes.writeUInt32LE(1, 5);
      bytes.writeUInt32LE(record.length, 9);
      record.copy(bytes, 13);
      bytes.writeUInt32LE(checksum(bytes.subarray(5)), 1);
      expect(readBatch(bytes)[0]!.events).toEqual([{ kind, id: 3, event: { type, ...fields } }]);
      expect(() => kindOf(kind).apply(kindOf(kind).state.initial(), { type, ...fields } as never, 1)).not.toThrow(
        /is not iterable/,
      );
    },
  );
});
