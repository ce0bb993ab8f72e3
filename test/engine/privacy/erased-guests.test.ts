// Erasing a guest's order and the session that its checkout handed out. Catches details that outlive the erasure there,
// and those of somebody else that go with it.
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../src/domain/cart/order-details.ts';
import { logIn } from '../../../src/domain/accounts/log-in.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { eraseOrder } from '../../../src/engine/maintenance/erasure.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import { buy, enter, orderOf, register, sessionOf } from './persons.ts';
import { fillShop, make, startSession } from '../shop.ts';
import { crashed, findingsOf, newPlace, open } from '../store/stores.ts';
import type { Place } from '../store/stores.ts';

/** A guest has ordered, and goes on in the next session. */
const guest = async () => {
  const place = newPlace();
  const store = await open(place);
  const { engine } = store;
  fillShop(engine);
  const orderId = buy(engine, make(engine, startSession));
  return { place, store, engine, orderId, next: nextOf(engine, orderId) };
};

const nextOf = (engine: Engine, orderId: number): number => orderOf(engine, orderId).sessions[2]!;

const isGone = ({ directory }: Place, subject: number): boolean[] =>
  (['contact', 'invoice'] as const).map((purpose) =>
    SubjectKeys.read(directory).cipher.isDestroyed(keyNumberOf(subject, purpose)),
  );

describe('the session after a guest’s order', () => {
  test('goes with it, and what the guest entered there', async () => {
    const { place, store, engine, orderId, next } = await guest();
    enter(engine, next);
    const { subject } = sessionOf(engine, next);
    expect(subject).not.toBe(orderOf(engine, orderId).subject);
    expect(await eraseOrder(engine, orderId, { years: 10 })).toMatchObject({ orders: 1, sessions: 2 });
    expect(sessionOf(engine, next)).toBeUndefined();
    await store.close();
    expect(isGone(place, subject)).toEqual([true, true]);
    expect(await findingsOf(place)).toEqual([]);
  });

  test('also where the erasure was interrupted and is begun again', async () => {
    // Catches a session that ends before its keys: nothing would tell of them any more.
    const { place, store, engine, orderId, next } = await guest();
    enter(engine, next);
    const [{ subject }, { subject: ordering }] = [sessionOf(engine, next), orderOf(engine, orderId)];
    await engine.whenDurable(engine.headSeq);
    const left: Place[] = [];
    const commit = engine.journal.commit.bind(engine.journal);
    engine.journal.commit = async (given) => {
      const done = await commit(given);
      left.push(crashed(place));
      return done;
    };
    const destroy = store.keys.destroyRecorded.bind(store.keys);
    store.keys.destroyRecorded = (keyring) => {
      left.push(crashed(place));
      destroy(keyring);
      left.push(crashed(place));
    };
    await eraseOrder(engine, orderId, { years: 10 });
    await store.close();
    expect(left.length).toBeGreaterThanOrEqual(6);
    for (const [at, one] of left.entries()) {
      const again = await open(one);
      await eraseOrder(again.engine, orderId, { years: 10 });
      expect(sessionOf(again.engine, next), `step ${at}`).toBeUndefined();
      await again.close();
      expect(isGone(one, subject), `step ${at}`).toEqual([true, true]);
      expect(isGone(one, ordering), `step ${at}`).toEqual([true, false]);
    }
  });

  test.each(['logged in', 'logged out again'] as const)('is left alone where it is a user’s: %s', async (what) => {
    const { place, store, engine, orderId, next } = await guest();
    const bob = register(engine, 'bob@example.org');
    make(engine, (tx) => logIn(tx, bob, next));
    enter(engine, next);
    if (what === 'logged out again') make(engine, (tx) => tx.ask('session', next, { type: 'log_out' }));
    const before = fieldsOf(sessionOf(engine, next).draft);
    expect(before['delivery_lastname']).toBe(what === 'logged in' ? 'Musterfrau' : undefined);
    expect(await eraseOrder(engine, orderId, { years: 10 })).toMatchObject({ orders: 1, sessions: 1 });
    await store.close();
    const again = await open(place);
    expect(fieldsOf(sessionOf(again.engine, next).draft)).toEqual(before);
    await again.close();
  });

  test('is left alone where somebody has ordered there, until that order is erased', async () => {
    const { place, store, engine, orderId, next } = await guest();
    const second = buy(engine, next);
    await eraseOrder(engine, orderId, { years: 10 });
    expect(fieldsOf(sessionOf(engine, next).draft)).toMatchObject({ delivery_lastname: 'Musterfrau' });
    await store.close();
    const again = await open(place);
    expect(fieldsOf(orderOf(again.engine, second).details)).toMatchObject({
      delivery_lastname: 'Musterfrau',
      invoice_lastname: 'Rechnungshof',
    });
    await eraseOrder(again.engine, second, { years: 10 });
    expect(sessionOf(again.engine, next)).toBeUndefined();
    await again.close();
  });

  test('is left alone once its slot is another’s', async () => {
    const { store, engine, orderId, next } = await guest();
    enter(engine, next);
    sessionOf(engine, next).generation += 1;
    expect(await eraseOrder(engine, orderId, { years: 10 })).toMatchObject({ orders: 1, sessions: 1 });
    expect(sessionOf(engine, next)).toBeDefined();
    sessionOf(engine, next).generation -= 1;
    await store.close();
  });
});
