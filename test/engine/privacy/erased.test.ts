// Whose keys encrypt what, and what an erasure reaches. Catches a value of the person that stays readable, one of
// somebody else that does not, and both after an interruption or a restore.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addApplication } from '../../../src/domain/accounts/add-application.ts';
import { issueLogin, userOfToken } from '../../../src/domain/accounts/application-login.ts';
import { fieldsOf } from '../../../src/domain/cart/order-details.ts';
import { changeStates } from '../../domain/orders/change-states.ts';
import type { User } from '../../../src/domain/accounts/user.ts';
import { logIn } from '../../../src/domain/accounts/log-in.ts';
import { registerUser } from '../../../src/domain/accounts/register-user.ts';
import { eraseOrder, eraseUser } from '../../../src/engine/maintenance/erasure.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import { buy, enter, orderOf, register, restored, shopped } from './persons.ts';
import { SetClock } from '../seeded.ts';
import { fillShop, make, RULES, startSession } from '../shop.ts';
import { crashed, findingsOf, newPlace, open } from '../store/stores.ts';
import type { Place } from '../store/stores.ts';

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
  const { invoicesUntilMs } = await eraseUser(engine, user, { years: 10 });
  const earlyMs = Date.UTC(2037, 0, 1);
  expect(invoicesUntilMs).toEqual(Date.UTC(2039, 0, 1));
  expect([earlyMs - 1, earlyMs].map((ms) => keys.dueInvoiceKeys(ms).length)).toEqual([0, 1]);
  keys.destroyDue(earlyMs);
  await store.close();
  const again = await open(place, { clock });
  expect([early, late].map((id) => fieldsOf(orderOf(again.engine, id).details)['invoice_lastname'])).toEqual([
    'erased',
    'Rechnungshof',
  ]);
  await again.close();
});

test('an erasure that is interrupted anywhere can be begun again, and ends without it as well', async () => {
  // Catches: a number that is forgotten with the session that knew it, a person who is erased while their sessions go
  // on.
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
  const destroy = keys.destroyRecorded.bind(keys);
  keys.destroyRecorded = (keyring) => {
    left.push(crashed(place));
    destroy(keyring);
    left.push(crashed(place));
  };
  await eraseUser(engine, user, { years: 10 });
  await store.close();
  expect(left).toHaveLength(4);
  const clock = new SetClock();
  const begun = crashed(left[1]!);
  for (const [at, one] of left.entries()) {
    const again = await open(one, { clock });
    // Once its record is on the disk, the start does what is left to be done.
    if (at >= 2) expect((again.engine.tables.user.peek(user) as User).username).toBe('erased');
    else {
      expect((again.engine.tables.user.peek(user) as User).username).toBe('anna.muster@example.org');
      await eraseUser(again.engine, user, { years: 10 });
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
  await eraseOrder(engine, late, { years: 10 });
  await store.close();
  expect(await findingsOf(place)).toEqual([]);
  const again = await open(place);
  make(again.engine, (tx) => changeStates(tx, guestOrder, { order: 'CLOSED' }));
  await eraseUser(again.engine, user, { years: 10 });
  await again.close();
  expect(await findingsOf(place)).toEqual([]);
  const once = await open(place);
  make(once.engine, (tx) => changeStates(tx, late, { order: 'CLOSED' }));
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
  await eraseUser(engine, user, { years: 10 });
  await store.close();
  const again = await open(place);
  expect(userOfToken(again.engine.readContext(), 'login', 'own')).toMatchObject({ code: 'LOGIN_TOKEN_INVALID' });
  await again.close();
});

test('nobody is given the keys of somebody who was erased after the snapshot file that a store was made from', async () => {
  // Catches an account that can never be logged in to: it reads as erased from the next start on.
  const place = newPlace();
  const store = await open(place);
  const { engine } = store;
  fillShop(engine);
  await writeSnapshot(engine, { directory: place.snapshots, owner: store.identity, keep: 3, sliceMs: 5 });
  await eraseUser(engine, register(engine), { years: 10 });
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
  await eraseOrder(store.engine, guestOrder, { years: 10 });
  await store.close();
  const erased = await open(place);
  make(erased.engine, (tx) => changeStates(tx, guestOrder, { order: 'CLOSED' }));
  await erased.close();
  writeFileSync(join(place.directory, 'subject-keys.json'), old);
  const again = await open(place);
  expect(fieldsOf(orderOf(again.engine, guestOrder).details)['delivery_lastname']).toBe('erased');
  expect(fieldsOf(orderOf(again.engine, other).details)['delivery_lastname']).toBe('Musterfrau');
  await again.close();
  expect(SubjectKeys.read(place.directory).cipher.isDestroyed(keyNumberOf(1, 'contact'))).toBe(false);
});
