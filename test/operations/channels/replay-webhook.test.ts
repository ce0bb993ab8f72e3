// replay_webhook: catches a replay that queues nothing, more than its range, or for which nobody answers.
import { expect, test } from 'vitest';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { DONE } from '../../../src/kernel/result.ts';
import { openShop } from '../shop.ts';
import type { Reply } from '../shop.ts';

const HOOK = { name: 'HOOK' };

test('queues again what the records of a range had to tell, and refuses what is none', async () => {
  const shop = openShop();
  await shop.admin('create_webhook', { ...HOOK, event: 'WEBHOOK_CATEGORY_UPDATE' });
  await shop.admin('update_webhook', { ...HOOK, url: 'https://hook.example', parameter: '' });
  const made: number[] = [];
  for (const name of ['a', 'b', 'c']) {
    await shop.make('create_category', { id_parent: 0, name });
    made.push(shop.engine.headSeq);
  }
  const { engine } = shop;
  // As if they had been delivered.
  engine.transact(maintenanceCause('test'), (tx) => {
    for (const id of [...engine.readContext().index('message').queues.values()].flat())
      tx.ask('message', id, { type: 'end_message' });
    return DONE;
  });
  const waiting = async (): Promise<unknown> => (await shop.admin('get_webhook_attempts', HOOK))['backlog'];
  expect(await waiting()).toBe(0);
  const [, second, third] = made as [number, number, number];
  expect(await shop.admin('replay_webhook', { ...HOOK, from: second, to: second })).toEqual({
    object: 'replay_webhook',
    status: 'success',
    queued: 1,
    next: 0,
  });
  expect(await shop.admin('replay_webhook', { ...HOOK, from: third })).toMatchObject({ queued: 1 });
  expect(await waiting()).toBe(2);
  const { records } = await shop.admin<{ records: Reply[] }>('get_changelog', { before: 0, kind: 'message' });
  for (const { operation, channel } of records) expect([operation, channel]).toEqual(['replay_webhook', 'test']);
  await shop.adminRefused('replay_webhook', { ...HOOK, from: third, to: second }, 'PARAMETER_INVALID', 'to');
  await shop.adminRefused('replay_webhook', { name: 'X', from: 1 }, 'WEBHOOK_NOT_FOUND', 'X');
  await shop.adminRefused('replay_webhook', { ...HOOK, from: 0 }, 'PARAMETER_INVALID', 'from');
});
