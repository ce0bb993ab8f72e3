// Catches personal data that is written in clear in any file of a store, or is readable anywhere after an erasure.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../src/domain/cart/order-details.ts';
import { updateOrder } from '../../../src/domain/orders/update-order.ts';
import { changeStates } from '../../domain/orders/change-states.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import type { User } from '../../../src/domain/accounts/user.ts';
import { changelog } from '../../../src/engine/audit/audit-pages.ts';
import { eraseOrder, eraseUser } from '../../../src/engine/maintenance/erasure.ts';
import { restoreStore } from '../../../src/engine/store/restore.ts';
import { buy, copyKeys, orderOf, register, shopped } from './persons.ts';
import { make, startSession } from '../shop.ts';
import { open } from '../store/stores.ts';
import { newDirectory } from '../../harness/directories.ts';

const filesOf = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());

const WORDS = ['anna.muster', 'Musterfrau', 'Gartenweg', 'Klingel bei Nachbarin', 'Rechnungshof', 'hash-of-anna'];

const found = (directories: readonly string[]): string[] =>
  directories.flatMap(filesOf).flatMap((path) => {
    const bytes = readFileSync(path);
    return WORDS.flatMap((word) =>
      (['utf8', 'utf16le', 'base64'] as const)
        .filter((encoding) =>
          bytes.includes(
            encoding === 'base64'
              ? Buffer.from(Buffer.from(word).toString('base64').slice(0, -3))
              : Buffer.from(word, encoding),
          ),
        )
        .map((encoding) => `${word} (${encoding}) in ${path}`),
    );
  });

describe('personal data', () => {
  test('stands in no file in clear, whatever the encoding', async () => {
    const { place, store } = await shopped();
    expect(found([place.directory, place.snapshots])).toEqual([]);
    await store.close();
    expect(found([place.directory, place.snapshots])).toEqual([]);
    // The test can fail: what is about nobody is there in clear.
    expect(filesOf(place.directory).some((path) => readFileSync(path).includes('thing'))).toBe(true);
  });

  test('of an erased user is gone from state, audit and snapshots; everybody else’s is as it was', async () => {
    const { place, store, user, userOrder, guestOrder, other } = await shopped();
    const before = structuredClone(orderOf(store.engine, other).details);
    const { orders, sessions, invoicesUntilMs } = await eraseUser(store.engine, user, { years: 10 });
    expect([orders, sessions]).toEqual([1, 2]);
    await store.close();

    const again = await open(place);
    const { engine } = again;
    const order = orderOf(engine, userOrder);
    expect(order.username).toBe('erased');
    expect(
      new Set(
        Object.entries(fieldsOf(order.details))
          .filter(([name]) => !name.startsWith('invoice_'))
          .map(([, value]) => value),
      ),
    ).toEqual(new Set(['erased']));
    expect(order.details.attributes).toEqual({});
    // The invoice is the law's until its time has come.
    expect(fieldsOf(order.details)['invoice_lastname']).toBe('Rechnungshof');
    expect(order.cart.sumMinor).toBe(1000);
    expect(engine.tables.user.peek(user) as User).toMatchObject({
      username: 'erased',
      email: 'erased',
      passwordHash: '',
    });
    expect(orderOf(engine, other).details).toEqual(before);
    expect(fieldsOf(orderOf(engine, guestOrder).details)['delivery_lastname']).toBe('Musterfrau');
    const audit = changelog(engine.audit, { object: ['order', userOrder], sinceMs: 0, afterSeq: 0, entriesMax: 100 });
    expect(JSON.stringify(audit)).not.toContain('Muster');
    expect(audit.entries.length).toBeGreaterThan(1);
    // The user's name is free again, and nothing can be added to what was erased.
    expect(register(engine)).toBeGreaterThan(user);
    const late = engine.transact({ operation: 'test', channelId: 0, sessionId: 0, userId: 0 }, (tx) =>
      updateOrder(tx, {
        by: 0,
        invoiceText: () => '',
        orderId: userOrder,
        details: { fields: { note: 'Anna' }, attributes: {} },
        states: {},
      }),
    );
    expect(late).toMatchObject({ code: 'ORDER_ERASED', param: String(userOrder) });
    make(engine, (tx) => changeStates(tx, userOrder, { order: 'CLOSED' }));
    await engine.whenDurable(engine.headSeq);
    // What was done with the order is nobody's secret, and stays.
    const { entries } = changelog(engine.audit, {
      object: ['order', userOrder],
      sinceMs: 0,
      afterSeq: 0,
      entriesMax: 100,
    });
    const changes = entries
      .flatMap(({ objects }) => objects.flatMap(({ fields }) => fields))
      .filter(([path]) => path !== 'modifiedMs');
    expect(changes).toEqual([
      ['states.payment', 'PAYMENT_NOT_RECEIVED', 'PAYMENT_RECEIVED'],
      ['receivedMinor', -1, 1000],
      ['money', [], [{ day: 19_675, minor: 1000, kind: 'received', methodId: 0 }]],
      ['erased', null, null],
      ['erased', false, true],
      ['states.order', 'OPEN', 'CLOSED'],
    ]);

    again.keys.destroyDue(invoicesUntilMs);
    await again.close();
    const last = await open(place);
    expect(fieldsOf(orderOf(last.engine, userOrder).details)['invoice_lastname']).toBe('erased');
    expect(orderOf(last.engine, userOrder).states.order).toBe('CLOSED');
    await last.close();
  });

  test.each([0, 1, 2, 4, 8, 12, 16])(
    'of a user whose sessions end while the erasure is at its step %i are gone all the same',
    async (step) => {
      const { store, user, userOrder } = await shopped();
      const { engine } = store;
      const { session } = engine.tables;
      let steps = 0;
      const endAll = (): undefined => {
        for (let id = 1; id < session.nextId; id += 1)
          if (session.peek(id) !== undefined) make(engine, (tx) => tx.ask('session', id, { type: 'end' }));
      };
      const pause = (): undefined => (steps++ === step ? endAll() : undefined);
      expect((await eraseUser(engine, user, { years: 10, pause })).orders).toBe(1);
      expect(steps).toBeGreaterThan(step);
      expect(fieldsOf(orderOf(engine, userOrder).details)['delivery_lastname']).toBe('erased');
      await store.close();
    },
  );

  test('of an erased guest is gone from a store that is made from an older snapshot file, too', async () => {
    const { place, store, guestOrder, other } = await shopped();
    await eraseOrder(store.engine, guestOrder, { years: 0 });
    await store.close();
    const [snapshot] = readdirSync(place.snapshots).sort();
    const directory = newDirectory();
    copyKeys(place, directory);
    await restoreStore(directory, join(place.snapshots, snapshot!), { nowMs: Date.now });
    const clone = await open({ ...place, directory });
    expect(fieldsOf(orderOf(clone.engine, guestOrder).details)['delivery_lastname']).toBe('erased');
    expect(fieldsOf(orderOf(clone.engine, other).details)['delivery_lastname']).toBe('Musterfrau');
    await clone.close();
  });

  test('without the file of keys reads as erased in a clone, and new persons have keys of their own', async () => {
    const { place, store, userOrder } = await shopped();
    await store.close();
    const [snapshot] = readdirSync(place.snapshots).sort();
    const directory = newDirectory();
    await restoreStore(directory, join(place.snapshots, snapshot!), { nowMs: Date.now });
    const clone = await open({ ...place, directory });
    expect(fieldsOf(orderOf(clone.engine, userOrder).details)['delivery_lastname']).toBe('erased');
    const order = buy(clone.engine, make(clone.engine, startSession));
    await clone.close();
    const again = await open({ ...place, directory });
    expect(fieldsOf(orderOf(again.engine, order).details)['delivery_lastname']).toBe('Musterfrau');
    await again.close();
  });

  test('a session that was ended with its user is nobody’s any more', async () => {
    const { store, user } = await shopped();
    const ids: number[] = [];
    for (let id = 1; id < store.engine.tables.session.nextId; id += 1) {
      if ((store.engine.tables.session.peek(id) as Session | undefined)?.userId === user) ids.push(id);
    }
    expect(ids).toHaveLength(2);
    await eraseUser(store.engine, user, { years: 10 });
    for (const id of ids) expect(store.engine.tables.session.peek(id)).toBeUndefined();
    await store.close();
  });
});
