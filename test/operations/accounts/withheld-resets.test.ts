// Resets whose token is withheld. Catches a reply, or a durable record, that shows which addresses have an account.
import { expect, test } from 'vitest';
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

test('the token of the message sets the password', async () => {
  const shop = await shopWith({ ownership: 'strict' });
  const webhook = { name: 'SEND_MESSAGE_TO_USER', event: 'SEND_MESSAGE_TO_USER' };
  await shop.admin('create_webhook', webhook);
  await shop.admin('update_webhook', { ...webhook, url: 'http://127.0.0.1/mail', parameter: '', rotate_secret: 0 });
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
