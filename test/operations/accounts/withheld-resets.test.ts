// Resets whose token is withheld. Catches a reply, or a durable record, that shows which addresses have an account.
import { expect, test, vi } from 'vitest';
import { SubjectCipher } from '../../../src/engine/privacy/encryption.ts';
import { UnitOfWork } from '../../../src/engine/transactions/unit-of-work.ts';
import { loggedIn, verified } from './accounts.ts';
import { openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';
import type { Config } from '../../../src/config/config.ts';

const KNOWN = 'anna@example.org';
const withheld = (email: string) => ({
  object: 'reset_user_password',
  status: 'init',
  id_user: 0,
  session_id: '',
  username: '',
  email,
  default_language: 'de_DE',
});
const begin = (shop: TestShop, email: string, secret = false) =>
  shop.call('reset_user_password', { args: { email } }, { secret });
const shopWith = async (config: Partial<Config>): Promise<TestShop> => {
  const shop = openShop({ config });
  await verified(shop, 'anna');
  return shop;
};

/** Somebody is to send the messages. */
const mailTo = async (shop: TestShop): Promise<void> => {
  const webhook = { name: 'SEND_MESSAGE_TO_USER', event: 'SEND_MESSAGE_TO_USER' };
  await shop.admin('create_webhook', webhook);
  await shop.admin('update_webhook', { ...webhook, url: 'http://127.0.0.1/mail', parameter: '', rotate_secret: 0 });
};

test.each<[Config['ownership'], Config['resetTokenInReply'], boolean]>([
  ['open', 'auto', true],
  ['strict', 'auto', false],
  ['open', 'off', false],
  ['strict', 'on', true],
])('ownership %s, resetTokenInReply %s: the token in the reply: %s', async (ownership, resetTokenInReply, isThere) => {
  const shop = await shopWith({ ownership, resetTokenInReply });
  const { session_id: token } = await begin(shop, KNOWN);
  expect(token !== '').toBe(isThere);
});

test('an unknown address has the same reply and the same record', async () => {
  const shop = await shopWith({ ownership: 'strict' });
  for (const email of [KNOWN, 'ANNA@example.org', 'nobody@example.org']) {
    const { headSeq } = shop.engine;
    expect(await begin(shop, email)).toEqual(withheld(email));
    expect(shop.engine.headSeq, 'a reply without a record would not wait for the disk').toBe(headSeq + 1);
  }
  await shop.refused('reset_user_password', { args: { email: 'anna' } }, 'EMAIL_IS_INVALID', 'email');
});

test('an unknown address takes the same work and leaves nothing', async () => {
  // By counting and not by the clock. Catches a step that is left out, or one more, for an address without an account,
  // and one that is made where as many messages as may wait for the account.
  const shop = await shopWith({ ownership: 'strict', webhookMessagesPerUserMax: 2, messagesPerAddressBurst: 9 });
  await mailTo(shop);
  const work = { draws: 0, encrypted: 0, resets: 0, messages: 0, asked: 0 };
  const { cipher } = shop.journal;
  const encrypt = vi.spyOn(cipher!, 'encrypt').mockImplementation(function (this: typeof cipher, ...given) {
    work.encrypted += 1;
    return SubjectCipher.prototype.encrypt.apply(this!, given);
  });
  const { random, ask, create } = UnitOfWork.prototype;
  const spies = [
    encrypt,
    vi.spyOn(UnitOfWork.prototype, 'random').mockImplementation(function (this: UnitOfWork, bytes) {
      work.draws += 1;
      return random.call(this, bytes);
    }),
    vi.spyOn(UnitOfWork.prototype, 'ask').mockImplementation(function (this: UnitOfWork, kind, id, command) {
      if ((command as { type: string }).type === 'begin_reset') work.resets += 1;
      else work.asked += 1;
      return ask.call(this, kind, id, command as never);
    }),
    vi.spyOn(UnitOfWork.prototype, 'create').mockImplementation(function (this: UnitOfWork, kind, command, id) {
      if (kind === 'message') work.messages += 1;
      return create.call(this, kind, command as never, id);
    }),
  ];
  const doneFor = async (email: string): Promise<typeof work> => {
    const before = { ...work };
    await begin(shop, email);
    return {
      draws: work.draws - before.draws,
      encrypted: work.encrypted - before.encrypted,
      resets: work.resets - before.resets,
      messages: work.messages - before.messages,
      asked: work.asked - before.asked,
    };
  };
  try {
    const known = await doneFor(KNOWN);
    expect(known).toEqual({ draws: 2, encrypted: 2, resets: 1, messages: 1, asked: 0 });
    for (let waiting = 1; waiting < 5; waiting += 1) expect(await doneFor(KNOWN), `${waiting} wait`).toEqual(known);
    const { user, message } = shop.engine.tables;
    const left = [user.nextId, message.nextId, user.seq, message.seq];
    expect(await doneFor('nobody@example.org')).toEqual(known);
    expect([user.nextId, message.nextId, user.seq, message.seq]).toEqual(left);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});

test('the token of the message sets the password', async () => {
  const shop = await shopWith({ ownership: 'strict' });
  await mailTo(shop);
  await begin(shop, KNOWN);
  const { queues } = shop.engine.readContext().index('message');
  const [[id] = []] = [...queues.values()];
  const { secrets } = shop.engine.tables.message.peek(id!) as { secrets: { message: string } };
  const [, userId, token] = /id_user (\d+), session_id (\S+)$/.exec(secrets.message)!;
  const finish = { session_id: token, id_user: userId, new_passwd1: 'Other1', new_passwd2: 'Other1' };
  expect(await shop.call('reset_user_password', { args: finish })).toMatchObject({
    status: 'success',
    username: 'anna',
    session_id: '',
  });
  await loggedIn(shop, 'anna', '', 'Other1');
});

test('the secret key gets the token, and is told of an unknown address', async () => {
  const shop = await shopWith({ ownership: 'strict', resetTokenInReply: 'off' });
  expect(await begin(shop, KNOWN, true)).toMatchObject({
    id_user: 1,
    username: 'anna',
    session_id: expect.stringMatching(/^[\w-]{32}$/),
  });
  await shop.adminRefused('reset_user_password', { args: { email: 'nobody@example.org' } }, 'USER_NOT_FOUND', 'email');
});

test('under an idempotency key both are alike, too', async () => {
  const shop = await shopWith({ ownership: 'strict' });
  for (const email of [KNOWN, 'nobody@example.org']) {
    const once = () => shop.call('reset_user_password', { args: { email } }, { key: email });
    expect(await once()).toEqual(withheld(email));
    expect(await once()).toMatchObject({ message: 'IDEMPOTENCY_RESULT_GONE' });
  }
});

test('an unknown address changes no webhook that is full or suspended', async () => {
  // Catches a loss that no record has: the next real one would then not be the first, and replay would know of fewer.
  const shop = await shopWith({ ownership: 'strict', webhookBacklogMax: 1 });
  for (const name of ['berta', 'clara']) await verified(shop, name);
  await mailTo(shop);
  const { webhook } = shop.engine.tables;
  const untouchedBy = async (email: string): Promise<void> => {
    const { state, seq } = webhook.get(1)!;
    const before = webhook.copy(state);
    await begin(shop, email);
    expect(webhook.get(1)!.state).toBe(state);
    expect([webhook.get(1)!.state, webhook.get(1)!.seq]).toEqual([before, seq]);
  };
  await begin(shop, KNOWN);
  await untouchedBy('nobody@example.org');
  expect(webhook.get(1)!.state).toMatchObject({ health: 'healthy', lost: 0, firstLostSeq: 0 });
  await begin(shop, 'berta@example.org');
  const firstLostSeq = shop.engine.headSeq;
  await untouchedBy('no-one@example.org');
  await begin(shop, 'clara@example.org');
  expect(webhook.get(1)!.state).toMatchObject({ health: 'suspended', lost: 2, firstLostSeq });
});
