// An erasure that ends anywhere: before and after each write of the key file, after each commit. Whether it is begun
// again or time passes, no key on the disk opens anything of the person, and what waits for others comes to them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MESSAGE_KEY_MS, messageSubject } from '../../../src/domain/webhooks/message.ts';
import type { UserIndex } from '../../../src/domain/accounts/user.ts';
import { logIn } from '../../../src/domain/accounts/log-in.ts';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import { noteDelivered } from '../../../src/domain/webhooks/record-delivery.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { eraseUser } from '../../../src/engine/maintenance/erasure.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import { later, open as outboxOn, tickUntilIdle } from '../delivery/outbox-world.ts';
import { buy, register } from '../privacy/persons.ts';
import { SetClock } from '../seeded.ts';
import { fillShop, make, RULES, startSession } from '../shop.ts';
import { crashed, findingsOf, newPlace, open } from './stores.ts';
import type { Place } from './stores.ts';
import { sample } from '../../harness/effort.ts';

const ANNA = 'anna.muster@example.org';
const BOB = 'bob@example.org';

const write = (engine: Engine, to: number, email: string, message = `Dear ${email}`): void =>
  make(engine, (tx) => fire(tx, 'SEND_MESSAGE_TO_USER', { email, message }, to));

/** Values about Anna that are encrypted from here on, those of invoices not included. */
const watched = ({ keys: { cipher } }: Store): Buffer[] => {
  const about: Buffer[] = [];
  const encrypt = cipher.encrypt.bind(cipher);
  cipher.encrypt = (subject, purpose, value) => {
    const bytes = encrypt(subject, purpose, value);
    if (/anna\.muster|Dear Anna|Muster|Gartenweg/.test(JSON.stringify(value))) about.push(bytes);
    return bytes;
  };
  return about;
};

/** What a kill leaves at each step, in order. */
const steps = (
  { engine: { journal }, keys }: Store,
  place: Place,
): { readonly left: Place[]; readonly noted: () => number } => {
  const left: Place[] = [];
  let noted = 0;
  const destroy = keys.destroyRecorded.bind(keys);
  keys.destroyRecorded = (keyring) => {
    left.push(crashed(place));
    destroy(keyring);
    left.push(crashed(place));
    noted ||= left.length - 1;
  };
  const commit = journal.commit.bind(journal);
  journal.commit = async (given) => {
    const done = await commit(given);
    left.push(crashed(place));
    return done;
  };
  return { left, noted: () => noted };
};

/** Messages to Anna alone in one hour and with Bob's in the next, some delivered; Anna's session and order. */
const shop = async () => {
  const [place, clock] = [newPlace(), new SetClock()];
  const store = await open(place, { clock });
  const about = watched(store);
  const { engine } = store;
  fillShop(engine);
  const [anna, bob] = [register(engine), register(engine, BOB)];
  const webhook = make(engine, (tx) => createWebhook(tx, 'MAIL', 'SEND_MESSAGE_TO_USER'));
  make(engine, (tx) => updateWebhook(tx, 'MAIL', { url: 'http://127.0.0.1:1/', parameter: '', rotateSecret: false }));
  write(engine, bob, BOB, 'first');
  clock.ms += MESSAGE_KEY_MS;
  write(engine, anna, ANNA);
  make(engine, (tx) => noteDelivered(tx, webhook, 2, 'WEBHOOK_EXECUTED'));
  write(engine, anna, ANNA, 'Dear Anna, alone');
  clock.ms += MESSAGE_KEY_MS;
  write(engine, anna, ANNA, 'Dear Anna, beside Bob');
  write(engine, bob, BOB, 'second');
  clock.ms += MESSAGE_KEY_MS;
  write(engine, anna, ANNA, 'Dear Anna, just now');
  buy(engine, make(engine, (tx) => logIn(tx, anna, make(engine, startSession))).id);
  make(engine, (tx) => logIn(tx, anna, 0));
  await engine.whenDurable(engine.headSeq);
  return { place, clock, store, about, anna };
};

/** Serves the store for hours; the texts that were sent. */
const served = async (place: Place, clock: SetClock): Promise<string[]> => {
  const store = await open(place, { clock });
  const world = outboxOn(store.engine, clock, { privateAllowed: true });
  const waiting = (): number => [...store.engine.readContext().index('message').queues.values()].flat().length;
  for (let tries = 0; tries < 50 && (tries === 0 || waiting() > 0); tries += 1) {
    await tickUntilIdle(world);
    await store.engine.whenDurable(store.engine.headSeq);
  }
  await later(world, MESSAGE_KEY_MS);
  await later(world, MESSAGE_KEY_MS);
  await store.close();
  expect(await findingsOf(place)).toEqual([]);
  return world.calls.map(({ body }) => new URLSearchParams(body).get('message')!);
};

const opened = ({ directory }: Place, about: readonly Buffer[]): unknown[] => {
  const { cipher } = SubjectKeys.read(directory);
  return about.map((bytes) => cipher.decrypt(bytes)?.value).filter((value) => value !== undefined);
};

describe('an erasure that was interrupted', () => {
  test('leaves nothing of the person when it is begun again, and others their messages', async () => {
    // Catches an hour that no message is left of: nobody would know its key.
    const { place, clock, store, about, anna } = await shop();
    const { left } = steps(store, place);
    await eraseUser(store.engine, anna, { years: 10 });
    await store.close();
    expect(opened(left[0]!, about).length).toBeGreaterThan(5);
    const startMs = clock.ms;
    for (const [at, one] of sample([...left.entries()])) {
      clock.ms = startMs;
      const again = await open(one, { clock });
      const isThere = (again.engine.tables.user.index as UserIndex).byName.get(ANNA) !== undefined;
      if (isThere) await eraseUser(again.engine, anna, { years: 10 });
      await again.close();
      // At once but for what lies in one hour with a message that somebody waits for.
      expect(opened(one, about), `step ${at}`).toEqual([{ email: ANNA, message: 'Dear Anna, beside Bob' }]);
      expect(await served(one, clock), `step ${at}`).toEqual(['first', 'second']);
      expect(opened(one, about), `step ${at}`).toEqual([]);
    }
    expect(left.length).toBeGreaterThanOrEqual(7);
  }, 60_000);

  test('leaves nothing of the person when nobody begins again and time passes', async () => {
    // Catches a message that waits for somebody erased, and an hour that is over without a message.
    const { place, clock, store, about, anna } = await shop();
    const { left, noted } = steps(store, place);
    await eraseUser(store.engine, anna, { years: 10 });
    await store.close();
    // Behind the commit of the record.
    expect(noted()).toBe(2);
    const startMs = clock.ms;
    for (const [at, one] of sample([...left.entries()].slice(noted()))) {
      clock.ms = startMs + RULES.sessionTtlMs;
      expect(await served(one, clock), `step ${at}`).toEqual(['first', 'second']);
      expect(opened(one, about), `step ${at}`).toEqual([]);
    }
  }, 60_000);
});

test('the key of a past hour that no message is left of goes, also beside one that waits for ever', async () => {
  // As an interrupted erasure left it before messages outlived their key.
  const { place, clock, store, about } = await shop();
  const { engine } = store;
  const gone = messageSubject(clock.ms - 2 * MESSAGE_KEY_MS);
  make(engine, (tx) => tx.ask('message', 2, { type: 'end_message' }));
  make(engine, (tx) => tx.ask('message', 3, { type: 'end_message' }));
  await store.close();
  const again = await open(place, { clock });
  expect(again.engine.readContext().index('message').bySubject.has(gone)).toBe(false);
  const world = outboxOn(again.engine, clock, { privateAllowed: true });
  world.reply = () => ({ ok: true, status: 500, bytes: Buffer.from('') });
  await tickUntilIdle(world);
  await again.engine.destruction.whenDone(again.engine.headSeq);
  expect(
    [gone - 1, gone, gone + 1, gone + 2].map((hour) =>
      SubjectKeys.read(place.directory).cipher.isDestroyed(keyNumberOf(hour, 'contact')),
    ),
  ).toEqual([false, true, false, false]);
  expect(JSON.stringify(opened(place, about))).not.toContain('alone');
  // Nothing is written where nothing is over.
  const before = readFileSync(join(place.directory, 'subject-keys.json'), 'utf8');
  await later(world, 60_000);
  expect(readFileSync(join(place.directory, 'subject-keys.json'), 'utf8')).toBe(before);
  await again.close();
});
