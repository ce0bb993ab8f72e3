// Erasing a user who used the session as a guest before the login or after the logout. Catches details of that time
// that stay readable, and those of the next user that go with them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../src/domain/cart/order-details.ts';
import { logIn } from '../../../src/domain/accounts/log-in.ts';
import { eraseOrder, eraseUser, ownerOf } from '../../../src/engine/maintenance/erasure.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import { restoreStore } from '../../../src/engine/store/restore.ts';
import { buy, copyKeys, DETAILS, enter, NONE, orderOf, register, sessionOf } from './persons.ts';
import { fillShop, make, startSession } from '../shop.ts';
import { findingsOf, newPlace, open } from '../store/stores.ts';
import { newDirectory } from '../../harness/directories.ts';

describe('whoever was a guest before', () => {
  /** Anna enters an address as a guest, or logs in first. */
  const shopper = async () => {
    const place = newPlace();
    const store = await open(place);
    fillShop(store.engine);
    return { place, store, user: register(store.engine), session: make(store.engine, startSession) };
  };

  const erase = async ({ place, store, user }: Awaited<ReturnType<typeof shopper>>): Promise<void> => {
    if (readdirSync(place.snapshots).length === 0)
      await writeSnapshot(store.engine, { directory: place.snapshots, owner: store.identity, keep: 3, sliceMs: 5 });
    await eraseUser(store.engine, user, { years: 10 });
    await store.close();
  };

  test('keeps the invoice of an order placed before the login, and nothing else of it', async () => {
    const shop = await shopper();
    const { store, session } = shop;
    const orderId = buy(store.engine, session);
    make(store.engine, (tx) => logIn(tx, shop.user, session));
    await erase(shop);
    const again = await open(shop.place);
    expect(fieldsOf(orderOf(again.engine, orderId).details)).toMatchObject({
      invoice_lastname: 'Rechnungshof',
      delivery_lastname: 'erased',
      email: 'erased',
    });
    await again.close();
  });

  test('has nothing of it left in an old copy, also where the session has ended long ago', async () => {
    for (const first of ['login', 'details'] as const) {
      const shop = await shopper();
      const { place, store, user, session } = shop;
      const { engine } = store;
      if (first === 'details') enter(engine, session);
      await writeSnapshot(engine, { directory: place.snapshots, owner: store.identity, keep: 3, sliceMs: 5 });
      make(engine, (tx) => logIn(tx, user, session));
      if (first === 'login') enter(engine, session);
      await writeSnapshot(engine, { directory: place.snapshots, owner: store.identity, keep: 3, sliceMs: 5 });
      make(engine, (tx) => tx.ask('session', session, { type: 'end' }));
      await erase(shop);
      for (const name of readdirSync(place.snapshots)) {
        const directory = newDirectory();
        copyKeys(place, directory);
        await restoreStore(directory, join(place.snapshots, name), { nowMs: Date.now });
        const clone = await open({ ...place, directory });
        expect(JSON.stringify(sessionOf(clone.engine, session)), `${first} first, ${name}`).not.toMatch(
          /Muster|Gartenweg|Rechnungshof/,
        );
        await clone.close();
      }
    }
  });

  test('is nobody’s who goes on in the session after a logout', async () => {
    const shop = await shopper();
    const { engine } = shop.store;
    make(engine, (tx) => logIn(tx, shop.user, shop.session));
    enter(engine, shop.session);
    make(engine, (tx) => tx.ask('session', shop.session, { type: 'log_out' }));
    const bobs = buy(engine, shop.session, {
      fields: { ...DETAILS.fields, delivery_lastname: 'Bob', invoice_lastname: 'Bobs Kontor' },
      attributes: { gift: 'Bob' },
    });
    await erase(shop);
    const again = await open(shop.place);
    expect(fieldsOf(orderOf(again.engine, bobs).details)).toMatchObject({
      delivery_lastname: 'Bob',
      invoice_lastname: 'Bobs Kontor',
    });
    await again.close();
  });

  test('is not the next user of the session', async () => {
    const shop = await shopper();
    const { engine } = shop.store;
    const bob = register(engine, 'bob@example.org');
    make(engine, (tx) => logIn(tx, shop.user, shop.session));
    enter(engine, shop.session);
    make(engine, (tx) => logIn(tx, bob, shop.session));
    const bobs = buy(engine, shop.session);
    await erase(shop);
    const again = await open(shop.place);
    expect(again.engine.tables.user.peek(bob)).toMatchObject({ username: 'bob@example.org', guestSubjects: [] });
    expect(orderOf(again.engine, bobs).username).toBe('bob@example.org');
    expect(fieldsOf(orderOf(again.engine, bobs).details)).toMatchObject({ delivery_lastname: 'Musterfrau' });
    await again.close();
  });

  test('leaves no details in the session at the logout: an order placed there afterwards is nobody’s', async () => {
    const shop = await shopper();
    const { engine } = shop.store;
    make(engine, (tx) => logIn(tx, shop.user, shop.session));
    enter(engine, shop.session);
    make(engine, (tx) => tx.ask('session', shop.session, { type: 'log_out' }));
    const { draft, subject } = sessionOf(engine, shop.session);
    expect([fieldsOf(draft), draft.attributes, subject]).toEqual([{}, {}, 0]);
    const orderId = buy(engine, shop.session, NONE);
    const ownOrderId = buy(engine, make(engine, (tx) => logIn(tx, shop.user, 0)).id);
    expect(orderOf(engine, orderId)).toMatchObject({ userId: 0, subject: 0 });
    expect([ownerOf(engine, orderId), ownerOf(engine, ownOrderId)]).toEqual([0, shop.user]);
    await expect(eraseOrder(engine, ownOrderId, { years: 10 })).rejects.toThrow();
    await erase(shop);
    const again = await open(shop.place);
    // After the user's erasure, orders that are found later can be erased by their number.
    expect([ownerOf(again.engine, orderId), ownerOf(again.engine, ownOrderId)]).toEqual([0, 0]);
    expect(await eraseOrder(again.engine, ownOrderId, { years: 10 })).toMatchObject({ orders: 1, sessions: 0 });
    await again.close();
  });

  test('leaves nothing to whoever enters something after a logout, or is logged in next', async () => {
    for (const next of ['guest', 'user'] as const) {
      const shop = await shopper();
      const { engine } = shop.store;
      const bob = register(engine, 'bob@example.org');
      make(engine, (tx) => logIn(tx, shop.user, shop.session));
      enter(engine, shop.session);
      make(engine, (tx) => tx.ask('session', shop.session, { type: 'log_out' }));
      if (next === 'guest') enter(engine, shop.session, { fields: { note: 'ring twice' }, attributes: {} });
      else make(engine, (tx) => logIn(tx, bob, shop.session));
      await erase(shop);
      expect(await findingsOf(shop.place)).toEqual([]);
      const again = await open(shop.place);
      const { draft, username } = sessionOf(again.engine, shop.session);
      expect([fieldsOf(draft), draft.attributes, username]).toEqual(
        next === 'guest' ? [{ note: 'ring twice' }, {}, ''] : [{}, {}, 'bob@example.org'],
      );
      await again.close();
    }
  });

  test('keeps what was entered before the login when only the order of that time is erased', async () => {
    const shop = await shopper();
    const { engine } = shop.store;
    const orderId = buy(engine, shop.session);
    make(engine, (tx) => logIn(tx, shop.user, shop.session));
    await eraseOrder(engine, orderId, { years: 10 });
    await shop.store.close();
    expect(await findingsOf(shop.place)).toEqual([]);
    const again = await open(shop.place);
    expect(fieldsOf(orderOf(again.engine, orderId).details)).toMatchObject({ delivery_lastname: 'erased' });
    expect(fieldsOf(sessionOf(again.engine, shop.session).draft)).toMatchObject({ delivery_lastname: 'Musterfrau' });
    await again.close();
  });
});
