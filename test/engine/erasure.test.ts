// What is about a person stands nowhere in clear, and after an erasure nowhere at all.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkout } from '../../src/domain/checkout.ts';
import type { Milli } from '../../src/domain/money.ts';
import { updateOrder } from '../../src/domain/order.ts';
import type { Order } from '../../src/domain/order.ts';
import { addToCart } from '../../src/domain/pricing.ts';
import type { Session } from '../../src/domain/session.ts';
import type { User } from '../../src/domain/user.ts';
import { changelog } from '../../src/engine/changelog.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { eraseOrder, eraseUser } from '../../src/engine/erasure.ts';
import { writeSnapshot } from '../../src/engine/snapshot.ts';
import { restoreStore } from '../../src/engine/store.ts';
import { registerUser, logIn } from '../../src/domain/users.ts';
import { fillShop, make, startSession } from './shop.ts';
import { newDirectory, newPlace, open } from './stores.ts';

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
        .filter((encoding) => bytes.includes(encoding === 'base64' ? Buffer.from(Buffer.from(word).toString('base64').slice(0, -3)) : Buffer.from(word, encoding)))
        .map((encoding) => `${word} (${encoding}) in ${path}`),
    );
  });

const DETAILS = {
  fields: { email: 'anna.muster@example.org', delivery_lastname: 'Musterfrau', delivery_street: 'Gartenweg', note: 'Klingel bei Nachbarin', invoice_lastname: 'Rechnungshof' },
  attributes: { gift: 'Musterfrau' },
};

const buy = (engine: Engine, sessionId: number): number => {
  make(engine, (tx) =>
    addToCart(tx, {
      sessionId,
      productId: 0,
      free: true,
      grouped: false,
      quantity: 1000 as Milli,
      priceField: '10',
      nameField: 'thing',
      descriptionField: '',
      language: 'de_DE',
      country: 'DE',
      parentId: 0,
      attributes: [],
      negativeAllowed: false,
    }),
  );
  make(engine, (tx) => tx.ask('session', sessionId, { type: 'set_details', subject: tx.newSubject(), ...DETAILS }));
  return make(engine, (tx) => checkout(tx, sessionId)).orderId;
};

const register = (engine: Engine): number =>
  make(engine, (tx) =>
    registerUser(tx, { username: 'anna.muster@example.org', email: 'anna.muster@example.org', passwordHash: 'hash-of-anna', language: 'de_DE', level: 0, verifyDigest: '', className: '' }),
  );

/** A store in which Anna, as a user and as a guest, has shopped; the ids. */
const shopped = async () => {
  const place = newPlace();
  const store = await open(place);
  const { engine } = store;
  fillShop(engine);
  const user = register(engine);
  const userOrder = buy(engine, make(engine, (tx) => logIn(tx, user, make(engine, startSession))).id);
  make(engine, (tx) => updateOrder(tx, { orderId: userOrder, details: { fields: { delivery_lastname: 'Musterfrau-Neu' }, attributes: {} }, states: {} }));
  const guestOrder = buy(engine, make(engine, startSession));
  const other = buy(engine, make(engine, startSession));
  await writeSnapshot(engine, { directory: place.snapshots, storeId: store.identity.id, keep: 3, sliceMs: 5 });
  // Behind the snapshot, in the journal alone.
  const draft = make(engine, startSession);
  make(engine, (tx) => tx.ask('session', draft, { type: 'set_details', subject: tx.newSubject(), ...DETAILS }));
  return { place, store, user, userOrder, guestOrder, other, draft };
};

const orderOf = (engine: Engine, id: number): Order => engine.tables.order.peek(id) as Order;

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
    const { orders, sessions, invoicesUntilMs } = await eraseUser(store.engine, store.keys, user, 10);
    expect([orders, sessions]).toEqual([1, 2]);
    await store.close();

    const again = await open(place);
    const { engine } = again;
    const order = orderOf(engine, userOrder);
    expect(order.username).toBe('erased');
    expect(new Set(Object.entries(order.details.fields).filter(([name]) => !name.startsWith('invoice_')).map(([, value]) => value))).toEqual(new Set(['erased']));
    expect(order.details.attributes).toEqual({});
    // The invoice is the law's until its time has come.
    expect(order.details.fields['invoice_lastname']).toBe('Rechnungshof');
    expect(order.cart.sum).toBe(1000);
    expect(engine.tables.user.peek(user) as User).toMatchObject({ username: 'erased', email: 'erased', passwordHash: '' });
    expect(orderOf(engine, other).details).toEqual(before);
    expect(orderOf(engine, guestOrder).details.fields['delivery_lastname']).toBe('Musterfrau');
    const audit = changelog(engine.journal, { object: ['order', userOrder], sinceMs: 0, afterSeq: 0, entriesMax: 100 });
    expect(JSON.stringify(audit)).not.toContain('Muster');
    expect(audit.entries.length).toBeGreaterThan(1);
    // Her name is free again, and nothing can be added to what was erased.
    expect(register(engine)).toBeGreaterThan(user);
    const late = engine.transact({ operation: 'test', channelId: 0, sessionId: 0, userId: 0 }, (tx) =>
      updateOrder(tx, { orderId: userOrder, details: { fields: { note: 'Anna' }, attributes: {} }, states: {} }),
    );
    expect(late).toMatchObject({ code: 'ORDER_ERASED', param: String(userOrder) });
    make(engine, (tx) => updateOrder(tx, { orderId: userOrder, details: { fields: {}, attributes: {} }, states: { order: 'CLOSED' } }));

    again.keys.destroy([], invoicesUntilMs);
    await again.close();
    const last = await open(place);
    expect(orderOf(last.engine, userOrder).details.fields['invoice_lastname']).toBe('erased');
    expect(orderOf(last.engine, userOrder).states.order).toBe('CLOSED');
    await last.close();
  });

  test('of an erased guest is gone from a store that is made from an older snapshot file, too', async () => {
    const { place, store, guestOrder, other } = await shopped();
    await eraseOrder(store.engine, store.keys, guestOrder, 0);
    await store.close();
    const [snapshot] = readdirSync(place.snapshots).sort();
    const directory = newDirectory();
    for (const name of ['store.json', 'subject-keys.json']) {
      const { writeFileSync } = await import('node:fs');
      writeFileSync(join(directory, name), readFileSync(join(place.directory, name)));
    }
    await restoreStore(directory, join(place.snapshots, snapshot!));
    const clone = await open({ ...place, directory });
    expect(orderOf(clone.engine, guestOrder).details.fields['delivery_lastname']).toBe('erased');
    expect(orderOf(clone.engine, other).details.fields['delivery_lastname']).toBe('Musterfrau');
    await clone.close();
  });

  test('without the file of keys reads as erased in a clone, and new persons have keys of their own', async () => {
    const { place, store, userOrder } = await shopped();
    await store.close();
    const [snapshot] = readdirSync(place.snapshots).sort();
    const directory = newDirectory();
    await restoreStore(directory, join(place.snapshots, snapshot!));
    const clone = await open({ ...place, directory });
    expect(orderOf(clone.engine, userOrder).details.fields['delivery_lastname']).toBe('erased');
    const order = buy(clone.engine, make(clone.engine, startSession));
    await clone.close();
    const again = await open({ ...place, directory });
    expect(orderOf(again.engine, order).details.fields['delivery_lastname']).toBe('Musterfrau');
    await again.close();
  });

  test('a session that was ended with its user is nobody’s any more', async () => {
    const { store, user } = await shopped();
    const ids: number[] = [];
    for (let id = 1; id < store.engine.tables.session.nextId; id += 1) {
      if ((store.engine.tables.session.peek(id) as Session | undefined)?.userId === user) ids.push(id);
    }
    expect(ids).toHaveLength(2);
    await eraseUser(store.engine, store.keys, user, 10);
    for (const id of ids) expect(store.engine.tables.session.peek(id)).toBeUndefined();
    await store.close();
  });
});
