// Catches an export and its increments that are not what a whole export is: rows that changed, were deleted or whose
// person was erased, and are missing in an increment.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/setting.ts';
import { tablesNamed } from '../../src/data-export/tables.ts';
import { deleteObject } from '../../src/domain/catalogue/delete-object.ts';
import { eraseOrder, eraseUser } from '../../src/engine/maintenance/erasure.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { writeSnapshot } from '../../src/engine/snapshots/write-snapshot.ts';
import type { Store } from '../../src/engine/store/store.ts';
import { buy, register, shopped } from '../engine/privacy/persons.ts';
import { Seeded } from '../engine/seeded.ts';
import { CAUSE, make, startSession } from '../engine/shop.ts';
import { open } from '../engine/store/stores.ts';
import { randomStep } from '../engine/traffic.ts';
import { runs } from '../harness/effort.ts';
import { cancelPiece, edit, issue } from './edits.ts';
import { exported, merged, sorted, tablesIn } from './exported.ts';
import type { Row } from './exported.ts';

const some = (engine: Engine, chance: Seeded): number => 1 + chance.below(Math.max(1, engine.tables.order.nextId - 1));

/** With the account that placed it, if one did. */
const erase = async (engine: Engine, orderId: number): Promise<void> => {
  const order = engine.tables.order.peek(orderId) as { readonly userId: number } | undefined;
  if (order === undefined) return;
  if (order.userId === 0) await eraseOrder(engine, orderId, { years: 10 });
  else await eraseUser(engine, order.userId, { years: 10 });
};

const step = async ({ engine, identity }: Store, snapshots: string, chance: Seeded): Promise<void> => {
  switch (chance.below(15)) {
    case 0:
      await erase(engine, some(engine, chance));
      return;
    case 1:
      engine.transact(CAUSE, (tx) => deleteObject(tx, 1 + chance.below(3), 'product'));
      return;
    case 2:
      buy(engine, make(engine, startSession));
      return;
    case 3:
      // Snapshot files let the journal be truncated, and with it what an increment knows of ends and erasures.
      await writeSnapshot(engine, { directory: snapshots, owner: identity, keep: 1, sliceMs: 5 });
      return;
    case 4:
      issue(engine, some(engine, chance));
      return;
    case 5:
      edit(engine, some(engine, chance), 1 + chance.below(3));
      return;
    case 6:
      cancelPiece(engine, some(engine, chance));
      return;
    default:
      randomStep(engine, chance);
  }
};

describe('increments', () => {
  test('an export and all its increments are what a whole export is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(fc.nat(25), { minLength: 1, maxLength: 2 }), async (seed, parts) => {
        const { store, place } = await shopped();
        const chance = new Seeded(seed);
        let last = await exported(store);
        let tables = new Map(tablesIn(last.directory)) as ReturnType<typeof merged>;
        for (const steps of parts) {
          for (let done = 0; done < steps; done += 1) await step(store, place.snapshots, chance);
          last = await exported(store, { since: last.directory });
          tables = merged(tables, tablesIn(last.directory));
        }
        const whole = await exported(store);
        expect(sorted(tables)).toEqual(sorted(tablesIn(whole.directory)));
        expect(whole.manifest.position).toBe(last.manifest.position);
        await store.close();
      }),
      { numRuns: runs(10) },
    );
  });

  test('have every step of an order that is edited, before its invoice and after it, and erased', async () => {
    const { store, guestOrder: orderId } = await shopped();
    const { engine } = store;
    const wanted = tablesNamed('orders,order_lines,order_taxes,credit_notes,credit_note_lines,invoices');
    let last = await exported(store, { tables: wanted });
    let tables = new Map(tablesIn(last.directory)) as ReturnType<typeof merged>;
    const steps = [
      () => edit(engine, orderId, 3),
      () => cancelPiece(engine, orderId),
      () => issue(engine, orderId),
      () => edit(engine, orderId, 4),
      () => edit(engine, orderId, 2),
      () => issue(engine, orderId),
      () => cancelPiece(engine, orderId),
      () => eraseOrder(engine, orderId, { years: 10 }),
    ];
    for (const done of steps) {
      await done();
      last = await exported(store, { since: last.directory, tables: wanted });
      tables = merged(tables, tablesIn(last.directory));
      expect(sorted(tables)).toEqual(sorted(tablesIn((await exported(store, { tables: wanted })).directory)));
    }
    expect(tables.get('invoices')).toHaveLength(2);
    await store.close();
  });

  test('without what it is for the law fails: the erased, the deleted, the changed', async () => {
    const { store, user, guestOrder } = await shopped();
    const before = await exported(store);
    await eraseUser(store.engine, user, { years: 10 });
    await eraseOrder(store.engine, guestOrder, { years: 10 });
    make(store.engine, (tx) => deleteObject(tx, 1, 'product'));
    buy(store.engine, make(store.engine, startSession));
    const increment = tablesIn((await exported(store, { since: before.directory })).directory);
    const whole = sorted(tablesIn((await exported(store)).directory));
    const of = (isTaken?: (change: Row) => boolean) => sorted(merged(tablesIn(before.directory), increment, isTaken));
    expect(of()).toEqual(whole);
    expect(of((change) => change['is_deleted'] === false)).not.toEqual(whole);
    expect(of((change) => Number(change['position']) > before.manifest.position)).not.toEqual(whole);
    expect(of((change) => change['kind'] !== 'order')).not.toEqual(whole);
    await store.close();
  });

  test('an increment of nothing is empty', async () => {
    const { store } = await shopped();
    const first = await exported(store);
    const second = await exported(store, { since: String(first.manifest.position) });
    expect(second.manifest).toMatchObject({ since: first.manifest.position, position: first.manifest.position });
    expect([...tablesIn(second.directory).values()].flat()).toEqual([]);
    await store.close();
  });

  test('is refused where it would not fit', async () => {
    const { store, place } = await shopped();
    const { directory, manifest } = await exported(store);
    await expect(exported(store, { since: '999' })).rejects.toThrow('the newest record is');
    await expect(exported(store, { since: directory, withPersons: false })).rejects.toThrow('without persons');
    await expect(exported(store, { since: directory, history: '00000000' })).rejects.toThrow(
      'was restored or repaired',
    );
    await expect(exported(store, { since: place.directory })).rejects.toThrow('no position and no export');
    expect(manifest.since).toBeNull();
    await store.close();
    const again = await open(place);
    expect((await exported(again, { since: directory })).manifest.since).toBe(manifest.position);
    await again.close();
  });

  test('is refused of tables that the export before lacks, also where one before that had them', async () => {
    const { store } = await shopped();
    const first = await exported(store);
    const tables = tablesNamed('orders,stock');
    const second = await exported(store, { since: first.directory, tables });
    expect(second.manifest.files.map(({ table }) => table)).toEqual(['orders', 'stock', 'changes']);
    const lacked = 'it lacks the rows before it of order_lines, invoices;';
    const more = { since: second.directory, tables: tablesNamed('orders,invoices,order_lines') };
    await expect(exported(store, more)).rejects.toThrow(lacked);
    await expect(exported(store, more)).rejects.toThrow(ConfigError);
    const third = await exported(store, { since: second.directory, tables: tablesNamed('stock') });
    expect(third.manifest.since).toBe(second.manifest.position);
    await store.close();
  });

  test('knows an account that came since', async () => {
    const { store } = await shopped();
    const first = await exported(store);
    const id = register(store.engine, 'berta@example.org');
    const increment = tablesIn((await exported(store, { since: first.directory })).directory);
    expect(increment.get('customers')).toMatchObject([{ id, username: 'berta@example.org', is_erased: false }]);
    await store.close();
  });
});
