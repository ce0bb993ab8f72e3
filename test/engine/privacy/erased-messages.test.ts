// Catches a message to an erased user that stays readable, whatever its address or state of delivery, and one to
// somebody else that goes with it.
import { expect, test } from 'vitest';
import type { Message } from '../../../src/domain/webhooks/message.ts';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import { noteDelivered } from '../../../src/domain/webhooks/record-delivery.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import { eraseUser } from '../../../src/engine/maintenance/erasure.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import { register } from './persons.ts';
import { fillShop, make } from '../shop.ts';
import { LIMITS, newPlace, open } from '../store/stores.ts';

test('messages that wait go with their reader, those to a former address as well', async () => {
  const place = newPlace();
  const store = await open(place);
  const { engine } = store;
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
  expect((await eraseUser(engine, user, { years: 10 })).messages).toBe(2);
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
  await eraseUser(engine, user, { years: 10 });
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

test('a message goes with the user it is to, whatever its address and however long ago it was delivered', async () => {
  // Catches a former address that is looked for in the audit, which has let go of it, and an address that two users
  // had.
  const place = newPlace();
  const store = await open(place, { limits: { ...LIMITS, auditEntriesMax: 3 } });
  const { engine } = store;
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
  expect((await eraseUser(engine, user, { years: 10 })).messages).toBe(1);
  await store.close();
  const again = await open(place);
  expect(again.engine.tables.message.peek(1)).toBeUndefined();
  expect(again.engine.tables.message.peek(2)).toMatchObject({ userId: bob, secrets: { message: 'Dear Bob' } });
  await again.close();
});
