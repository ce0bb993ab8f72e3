// An account whose mail or whose reply was lost is not lost. It would catch a second registration that anybody could
// make for another's account, and a reset that proves a mailbox nobody looked into.
import { expect, test } from 'vitest';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { PASSWORD, loggedIn, register, registration, verdict, verified } from './accounts.ts';
import type { TestShop } from '../shop.ts';
import { openShop } from '../shop.ts';

const newest = (shop: TestShop): string => {
  const reader = shop.engine.readContext();
  const { secrets } = reader.read('message', shop.engine.tables.message.nextId - 1)!;
  return /session_id ([\w-]{32})$/.exec(String((secrets as { message: string }).message))![1]!;
};

const listening = (): TestShop => {
  const shop = openShop();
  const cause = maintenanceCause('test');
  expect(shop.engine.transact(cause, (tx) => createWebhook(tx, 'MAIL', 'SEND_MESSAGE_TO_USER')).ok).toBe(true);
  expect(
    shop.engine.transact(cause, (tx) =>
      updateWebhook(tx, 'MAIL', { url: 'https://mail.example.org/', parameter: '', rotateSecret: false }),
    ).ok,
  ).toBe(true);
  return shop;
};

const verify = (shop: TestShop, id: number, token: string) =>
  shop.call('verify_user', { id_user: id, session_id: token });

test('the same name, address and password while it waits give a new token', async () => {
  const shop = listening();
  const first = await register(shop, 'anna');
  for (const again of [registration('anna'), registration('ANNA', { email: 'Anna@Example.org' })]) {
    const reply = await shop.call('register_user', again);
    expect(reply).toMatchObject({ object: 'register_user', status: 'SUCCESS', id_user: first.id });
    expect(newest(shop)).toBe(reply['session_id']);
  }
  expect(shop.engine.tables.user.nextId).toBe(2);
  expect(await verify(shop, first.id, first.token)).toMatchObject({ status: 'SESSION_INVALID' });
  expect(await verify(shop, first.id, newest(shop))).toMatchObject({ status: 'SUCCESS' });
  await loggedIn(shop, 'anna');
  // It waits no more.
  expect(await shop.call('register_user', registration('anna'))).toEqual(
    verdict('error', 'USERNAME_IN_USE', 'username'),
  );
});

test('with another password, address or name it is refused as before, and the token stays good', async () => {
  const shop = openShop();
  const { id, token } = await register(shop, 'anna');
  await verified(shop, 'bert');
  const before = shop.engine.headSeq;
  const others = [
    [registration('anna', { passwd1: 'Other2', passwd2: 'Other2' }), 'USERNAME_IN_USE'],
    [registration('anna', { email: 'else@example.org' }), 'USERNAME_IN_USE'],
    [registration('anna', { email: 'bert@example.org' }), 'USERNAME_IN_USE'],
    [registration('carl', { email: 'anna@example.org' }), 'EMAIL_IS_IN_USE'],
    [registration('bert'), 'USERNAME_IN_USE'],
  ] as const;
  // Whosever the name is, the same work is done: time tells nothing.
  for (const [given, code] of others) {
    const { checks } = shop.passwords;
    expect(await shop.call('register_user', given)).toMatchObject({ object: 'error', status: code });
    expect(shop.passwords.checks - checks).toBe(1);
  }
  expect(shop.engine.headSeq).toBe(before);
  expect(await verify(shop, id, token)).toMatchObject({ status: 'SUCCESS' });
});

test('a finished reset verifies the address by the token of the message, and by that of the reply it does not', async () => {
  const shop = listening();
  const { id } = await register(shop, 'anna');
  const begin = () => shop.call('reset_user_password', { args: { email: 'anna@example.org' } });
  const finish = (token: unknown) =>
    shop.call('reset_user_password', {
      args: { session_id: token, id_user: id, new_passwd1: 'Other1', new_passwd2: 'Other1' },
    });
  const shown = await begin();
  expect(await finish(shown['session_id'])).toMatchObject({ status: 'success' });
  await shop.refused('login_user', { username: 'anna', password: 'Other1' }, 'USER_NOT_VERIFIED');
  await begin();
  await shop.restart();
  expect(await finish(newest(shop))).toMatchObject({ status: 'success' });
  await loggedIn(shop, 'anna', '', 'Other1');
  expect(PASSWORD).not.toBe('Other1');
});
