// Whose keys encrypt what, and what an erasure reaches. Catches a value of the person that stays readable, one of
// somebody else that does not, and both after an interruption or a restore.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addApplication } from '../../../src/domain/accounts/add-application.ts';
import { issueLogin, userOfToken } from '../../../src/domain/accounts/application-login.ts';
import type { Message } from '../../../src/domain/webhooks/message.ts';
import { fieldsOf } from '../../../src/domain/cart/order-details.ts';
import { updateOrder } from '../../../src/domain/orders/update-order.ts';
import type { User } from '../../../src/domain/accounts/user.ts';
import { logIn } from '../../../src/domain/accounts/log-in.ts';
import { registerUser } from '../../../src/domain/accounts/register-user.ts';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import { noteDelivered } from '../../../src/domain/webhooks/record-delivery.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import { eraseOrder, eraseUser, ownerOf } from '../../../src/engine/maintenance/erasure.ts';
import { writeSnapshot } from '../../../src/engine/store/write-snapshot.ts';
import { restoreStore } from '../../../src/engine/store/restore.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { keyNumberOf } from '../../../src/engine/privacy/encryption.ts';
import { buy, copyKeys, DETAILS, enter, NONE, orderOf, register, restored, sessionOf, shopped } from './persons.ts';
import { SetClock } from '../seeded.ts';
import { fillShop, make, RULES, startSession } from '../shop.ts';
import { LIMITS, crashed, findingsOf, newDirectory, newPlace, open } from '../store/stores.ts';
import type { Place } from '../store/stores.ts';

describe('whoever was a guest before', () => {
  /** Anna enters her details as a guest, or logs in first. */
  const shopper = async () => {
    const place = newPlace();
    const store = await open(place);
    fillShop(store.engine);
    return { place, store, user: register(store.engine), session: make(store.engine, startSession) };
  };

  const erase = async ({ place, store, user }: Awaited<ReturnType<typeof shopper>>): Promise<void> => {
    if (readdirSync(place.snapshots).length === 0)
      await writeSnapshot(store.engine, { directory: place.snapshots, owner: store.identity, keep: 3, sliceMs: 5 });
    await eraseUser(store.engine, store.keys, user, 10);
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

  test('is whose details were left over from a login: the order goes with its user, the invoice when its time is over', async () => {
    const shop = await shopper();
    const { engine } = shop.store;
    make(engine, (tx) => logIn(tx, shop.user, shop.session));
    enter(engine, shop.session);
    make(engine, (tx) => tx.ask('session', shop.session, { type: 'log_out' }));
    const orderId = buy(engine, shop.session, NONE);
    await erase(shop);
    const again = await open(shop.place);
    expect(fieldsOf(orderOf(again.engine, orderId).details)).toMatchObject({
      invoice_lastname: 'Rechnungshof',
      delivery_lastname: 'erased',
    });
    await again.close();
  });

  test('and has left an order behind is erased with all that is his, and not by that order', async () => {
    const shop = await shopper();
    const { engine, keys } = shop.store;
    make(engine, (tx) => logIn(tx, shop.user, shop.session));
    enter(engine, shop.session);
    make(engine, (tx) => tx.ask('session', shop.session, { type: 'log_out' }));
    const orderId = buy(engine, shop.session, NONE);
    const his = buy(engine, make(engine, (tx) => logIn(tx, shop.user, 0)).id);
    expect(orderOf(engine, orderId).userId).toBe(0);
    expect([ownerOf(engine, orderId), ownerOf(engine, his)]).toEqual([shop.user, shop.user]);
    expect(() => eraseOrder(engine, keys, orderId, 10)).toThrow();
    await erase(shop);
    const again = await open(shop.place);
    // Once he is erased, what is still found of him can be erased as well.
    expect([ownerOf(again.engine, orderId), ownerOf(again.engine, his)]).toEqual([0, 0]);
    expect(await eraseOrder(again.engine, again.keys, his, 10)).toMatchObject({ orders: 1, sessions: 0 });
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
    const { engine, keys } = shop.store;
    const orderId = buy(engine, shop.session);
    make(engine, (tx) => logIn(tx, shop.user, shop.session));
    await eraseOrder(engine, keys, orderId, 10);
    await shop.store.close();
    expect(await findingsOf(shop.place)).toEqual([]);
    const again = await open(shop.place);
    expect(fieldsOf(orderOf(again.engine, orderId).details)).toMatchObject({ delivery_lastname: 'erased' });
    expect(fieldsOf(sessionOf(again.engine, shop.session).draft)).toMatchObject({ delivery_lastname: 'Musterfrau' });
    await again.close();
  });
});

test('each invoice of a user is let go when its own time is over', async () => {
  const place = newPlace();
  const clock = new SetClock();
  const store = await open(place, { clock });
  const { engine, keys } = store;
  fillShop(engine);
  const user = register(engine);
  const buys = (): number => buy(engine, make(engine, (tx) => logIn(tx, user, 0)).id);
  clock.ms = Date.UTC(2026, 5, 1);
  const early = buys();
  clock.ms = Date.UTC(2028, 5, 1);
  const late = buys();
  const { invoicesUntilMs } = await eraseUser(engine, keys, user, 10);
  expect([invoicesUntilMs, keys.nextInvoiceDueMs]).toEqual([Date.UTC(2039, 0, 1), Date.UTC(2037, 0, 1)]);
  keys.destroyDue(keys.nextInvoiceDueMs);
  await store.close();
  const again = await open(place);
  expect([early, late].map((id) => fieldsOf(orderOf(again.engine, id).details)['invoice_lastname'])).toEqual([
    'erased',
    'Rechnungshof',
  ]);
  await again.close();
});

test('an erasure that is interrupted anywhere can be begun again, and ends without it as well', async () => {
  // Catches: a number that is forgotten with the session that knew it, a person who is gone while his sessions go on.
  const place = newPlace();
  const store = await open(place);
  const { engine, keys } = store;
  fillShop(engine);
  const user = register(engine);
  const session = make(engine, startSession);
  enter(engine, session);
  make(engine, (tx) => logIn(tx, user, session));
  const orderId = buy(engine, make(engine, (tx) => logIn(tx, user, 0)).id);
  const account = engine.tables.user.peek(user) as User;
  const subjects = [account.subject, ...account.guestSubjects, orderOf(engine, orderId).subject];
  expect(new Set(subjects).size).toBe(3);
  await engine.whenDurable(engine.headSeq);

  const left: Place[] = [];
  const destroy = keys.destroy.bind(keys);
  keys.destroy = (scheduled, nowMs) => {
    left.push(crashed(place));
    destroy(scheduled, nowMs);
    left.push(crashed(place));
  };
  await eraseUser(engine, keys, user, 10);
  await store.close();
  expect(left).toHaveLength(4);
  const clock = new SetClock();
  const begun = crashed(left[1]!);
  for (const [at, one] of left.entries()) {
    const again = await open(one, { clock });
    // The last one was not interrupted.
    if (at < left.length - 1) {
      expect((again.engine.tables.user.peek(user) as User).username).toBe('anna.muster@example.org');
      await eraseUser(again.engine, again.keys, user, 10);
    }
    for (const subject of subjects)
      expect(again.keys.cipher.isDestroyed(keyNumberOf(subject, 'contact')), `${at}: ${subject}`).toBe(true);
    expect(again.engine.tables.session.peek(session)).toBeUndefined();
    await again.close();
  }
  clock.ms += RULES.sessionTtlMs;
  const later = await open(begun, { clock });
  for (const subject of subjects) expect(later.keys.cipher.isDestroyed(keyNumberOf(subject, 'contact'))).toBe(true);
  expect(later.keys.cipher.isDestroyed(keyNumberOf(subjects.at(-1)!, 'invoice'))).toBe(false);
  await later.close();
});

test('a store with erased persons is sound, whichever of the two ways still holds their ciphertext', async () => {
  // Catches rows and replay that are compared as bytes: one was encrypted before the key was destroyed, the other
  // after.
  const { place, store, user, guestOrder } = await shopped();
  const { engine } = store;
  const late = buy(engine, make(engine, startSession));
  await eraseOrder(engine, store.keys, late, 10);
  await store.close();
  expect(await findingsOf(place)).toEqual([]);
  const again = await open(place);
  make(again.engine, (tx) =>
    updateOrder(tx, {
      by: 0,
      invoiceText: () => '',
      orderId: guestOrder,
      details: { fields: {}, attributes: {} },
      states: { order: 'CLOSED' },
    }),
  );
  await eraseUser(again.engine, again.keys, user, 10);
  await again.close();
  expect(await findingsOf(place)).toEqual([]);
  const once = await open(place);
  make(once.engine, (tx) =>
    updateOrder(tx, {
      by: 0,
      invoiceText: () => '',
      orderId: late,
      details: { fields: {}, attributes: {} },
      states: { order: 'CLOSED' },
    }),
  );
  await once.close();
  expect(await findingsOf(place)).toEqual([]);
});

test('an application’s login token ends with the user that it stands for', async () => {
  const place = newPlace();
  const store = await open(place);
  const { engine } = store;
  const manager = {
    username: 'anna.muster@example.org',
    email: 'anna.muster@example.org',
    passwordHash: 'hash-of-anna',
    language: '',
    level: 50,
    verifyDigest: '',
    className: '',
  };
  const user = make(engine, (tx) => registerUser(tx, manager));
  make(engine, (tx) =>
    addApplication(tx, { name: 'office', url: 'http://127.0.0.1/', nonce: 'n', tokenDigest: 'own' }),
  );
  make(engine, (tx) => issueLogin(tx, 'office', 'anna.muster@example.org', 'login'));
  expect(userOfToken(engine.readContext(), 'login', 'own')).toEqual({ ok: true, value: user });
  await engine.whenDurable(engine.headSeq);
  await eraseUser(engine, store.keys, user, 10);
  await store.close();
  const again = await open(place);
  expect(userOfToken(again.engine.readContext(), 'login', 'own')).toMatchObject({ code: 'LOGIN_TOKEN_INVALID' });
  await again.close();
});

test('messages that wait go with their reader, those to a former address as well', async () => {
  const place = newPlace();
  const store = await open(place);
  const { engine, keys } = store;
  fillShop(engine);
  const user = register(engine);
  make(engine, (tx) => createWebhook(tx, 'MAIL', 'SEND_MESSAGE_TO_USER'));
  make(engine, (tx) => updateWebhook(tx, 'MAIL', { url: 'http://127.0.0.1:1/', parameter: '', rotateSecret: false }));
  const bob = register(engine, 'bob@example.org');
  const write = (email: string, to = user): void =>
    make(engine, (tx) => fire(tx, 'SEND_MESSAGE_TO_USER', { email, message: `Dear ${email}` }, to));
  write('anna.muster@example.org');
  make(engine, (tx) =>
    tx.ask('user', user, { type: 'change', email: 'anna@new.example', profile: {}, attributes: {}, classId: 0 }),
  );
  write('anna@new.example');
  write('bob@example.org', bob);
  await engine.whenDurable(engine.headSeq);
  expect((await eraseUser(engine, keys, user, 10)).messages).toBe(2);
  await store.close();
  const again = await open(place);
  const texts = Array.from(
    { length: again.engine.tables.message.nextId - 1 },
    (_, at) => (again.engine.tables.message.peek(at + 1) as Message | undefined)?.secrets,
  );
  expect(texts).toEqual([undefined, undefined, { email: 'bob@example.org', message: 'Dear bob@example.org' }]);
  await again.close();
});

test('what was delivered to a person goes at once, although its key is that of an hour', async () => {
  // Catches a key that waits for its hour to be over, or for a message that nobody takes.
  const place = newPlace();
  const store = await open(place);
  const { engine, keys } = store;
  fillShop(engine);
  const user = register(engine);
  const webhook = make(engine, (tx) => createWebhook(tx, 'MAIL', 'SEND_MESSAGE_TO_USER'));
  make(engine, (tx) => updateWebhook(tx, 'MAIL', { url: 'http://127.0.0.1:1/', parameter: '', rotateSecret: false }));
  make(engine, (tx) =>
    fire(tx, 'SEND_MESSAGE_TO_USER', { email: 'anna.muster@example.org', message: 'Dear Anna' }, user),
  );
  const { subject } = engine.tables.message.peek(1) as Message;
  make(engine, (tx) => noteDelivered(tx, webhook, 1, 'WEBHOOK_EXECUTED'));
  await engine.whenDurable(engine.headSeq);
  await eraseUser(engine, keys, user, 10);
  expect(keys.cipher.isDestroyed(keyNumberOf(subject, 'contact'))).toBe(true);
  // The next message of that hour has another.
  make(engine, (tx) => fire(tx, 'SEND_MESSAGE_TO_USER', { email: 'bob@example.org', message: 'Dear Bob' }));
  await store.close();
  const again = await open(place);
  expect((again.engine.tables.message.peek(2) as Message).secrets).toEqual({
    email: 'bob@example.org',
    message: 'Dear Bob',
  });
  await again.close();
});

test('nobody is given the keys of somebody who was erased after the snapshot file that a store was made from', async () => {
  // Catches an account that can never be logged in to: it reads as erased from the next start on.
  const place = newPlace();
  const store = await open(place);
  const { engine, keys } = store;
  fillShop(engine);
  await writeSnapshot(engine, { directory: place.snapshots, owner: store.identity, keep: 3, sliceMs: 5 });
  await eraseUser(engine, keys, register(engine), 10);
  await store.close();
  const copy = await restored(place);
  const clone = await open(copy);
  expect(clone.identity.feedEpoch).not.toBe(store.identity.feedEpoch);
  const bob = register(clone.engine, 'bob@example.org');
  await clone.close();
  const again = await open(copy);
  expect(again.engine.tables.user.peek(bob)).toMatchObject({
    username: 'bob@example.org',
    passwordHash: 'hash-of-anna',
  });
  await again.close();
});

test('what was written down after an erasure stays erased when an older copy of the keys is put back', async () => {
  const { place, store, guestOrder, other } = await shopped();
  const old = readFileSync(join(place.directory, 'subject-keys.json'));
  await eraseOrder(store.engine, store.keys, guestOrder, 10);
  await store.close();
  const erased = await open(place);
  make(erased.engine, (tx) =>
    updateOrder(tx, {
      by: 0,
      invoiceText: () => '',
      orderId: guestOrder,
      details: { fields: {}, attributes: {} },
      states: { order: 'CLOSED' },
    }),
  );
  await erased.close();
  writeFileSync(join(place.directory, 'subject-keys.json'), old);
  const again = await open(place);
  expect(fieldsOf(orderOf(again.engine, guestOrder).details)['delivery_lastname']).toBe('erased');
  expect(fieldsOf(orderOf(again.engine, other).details)['delivery_lastname']).toBe('Musterfrau');
  await again.close();
  expect(SubjectKeys.read(place.directory).cipher.isDestroyed(keyNumberOf(1, 'contact'))).toBe(false);
});

test('a message goes with the user it is to, whatever its address and however long ago he had it', async () => {
  // Catches a former address that is looked for in the audit, which has let go of it, and an address that two users
  // had.
  const place = newPlace();
  const store = await open(place, { limits: { ...LIMITS, auditEntriesMax: 3 } });
  const { engine, keys } = store;
  fillShop(engine);
  const [user, bob] = [register(engine), register(engine, 'bob@example.org')];
  make(engine, (tx) => createWebhook(tx, 'MAIL', 'SEND_MESSAGE_TO_USER'));
  make(engine, (tx) => updateWebhook(tx, 'MAIL', { url: 'http://127.0.0.1:1/', parameter: '', rotateSecret: false }));
  const change = async (
    id: number,
    what: { readonly email?: string; readonly profile?: { readonly city: string } },
  ): Promise<void> => {
    make(engine, (tx) => tx.ask('user', id, { type: 'change', profile: {}, attributes: {}, classId: 0, ...what }));
    await engine.whenDurable(engine.headSeq);
  };
  make(engine, (tx) =>
    fire(tx, 'SEND_MESSAGE_TO_USER', { email: 'anna.muster@example.org', message: 'Dear Anna' }, user),
  );
  await change(user, { email: 'anna@new.example' });
  await change(bob, { email: 'anna.muster@example.org' });
  make(engine, (tx) =>
    fire(tx, 'SEND_MESSAGE_TO_USER', { email: 'anna.muster@example.org', message: 'Dear Bob' }, bob),
  );
  for (let at = 0; at < 10; at += 1) await change(user, { profile: { city: `city ${at}` } });
  expect((await eraseUser(engine, keys, user, 10)).messages).toBe(1);
  await store.close();
  const again = await open(place);
  expect(again.engine.tables.message.peek(1)).toBeUndefined();
  expect(again.engine.tables.message.peek(2)).toMatchObject({ userId: bob, secrets: { message: 'Dear Bob' } });
  await again.close();
});
