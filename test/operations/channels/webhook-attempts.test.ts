// get_webhook_attempts: catches a message that waits and is not shown, and a secret that is.
import { expect, test } from 'vitest';
import { openShop } from '../shop.ts';
import { createMissingWebhooks } from '../../../src/server/parts/webhooks.ts';
import { register } from '../accounts/accounts.ts';

test('the messages that wait, oldest first, without what is for one person alone', async () => {
  const shop = openShop();
  createMissingWebhooks(shop.engine);
  await shop.admin('update_webhook', { name: 'SEND_MESSAGE_TO_USER', url: 'https://a.example', parameter: '' });
  await shop.admin('update_webhook', { name: 'WEBHOOK_CATEGORY_UPDATE', url: 'https://b.example', parameter: '' });
  const { token } = await register(shop, 'anna');
  const text = await shop.text('get_webhook_attempts', { name: 'SEND_MESSAGE_TO_USER' }, { secret: true });
  expect(JSON.parse(text)).toMatchObject({ backlog: 1, messages: [{ parameters: {}, attempts: 0 }] });
  expect(text).not.toContain(token);
  for (const name of ['a', 'b', 'c']) await shop.make('create_category', { id_parent: 0, name });
  expect(await shop.admin('get_webhook_attempts', { name: 'WEBHOOK_CATEGORY_UPDATE', limit: 2 })).toMatchObject({
    object: 'webhook_attempts',
    name: 'WEBHOOK_CATEGORY_UPDATE',
    health: 'healthy',
    backlog: 3,
    messages: [{ parameters: { id_category: '1' } }, { parameters: { id_category: '2' } }],
  });
  await shop.adminRefused('get_webhook_attempts', { name: 'X' }, 'WEBHOOK_NOT_FOUND', 'X');
});
