// Catches a webhook that brings somebody the objects that their role does not let them read.
import { describe, expect, test } from 'vitest';
import { Staff } from '../accounts/staff.ts';
import { openShop } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';
import { TARGET, ViewWorld } from './view-world.ts';

const DENIED = { message: 'PERMISSION_DENIED' };
const AIMS = ['create_webhook', 'update_webhook', 'replay_webhook'];

/** Someone who aims webhooks and reads by `reads` alone; `update`: of the webhook of an event. */
const open = async (...reads: readonly string[]) => {
  const shop = openShop();
  const world = new ViewWorld(shop);
  await shop.admin('create_role', { role: 'Links', operations: [...AIMS, ...reads] });
  const staff = new Staff(shop);
  const cookie = await staff.enter('links', 50, 'Links');
  const update = (name: string, given: Given = {}): Promise<Reply> =>
    staff.call(cookie, 'update_webhook', { name, url: TARGET, parameter: '', ...given });
  const create = (event: string, given: Given): Promise<Reply> =>
    staff.call(cookie, 'create_webhook', { name: 'MINE', event, ...given });
  return { shop, world, update, create };
};

const OPERATIONS = {
  ORDER_CREATE: 'get_order_by_id',
  RETURN_ANNOUNCED: 'get_returns',
  REFUND_CHANGE: 'get_refunds',
  PAYMENT_UNCLAIMED: 'get_unclaimed_money',
  WEBHOOK_CONTENT_UPDATE: 'get_content_details',
  WEBHOOK_CATEGORY_UPDATE: 'get_categories',
  RECORD_CHANGED: 'get_record_details',
};

describe('who aims a webhook', () => {
  test('shows by it only what the operation with the same view shows them', async () => {
    const none = await open();
    for (const [event, operation] of Object.entries(OPERATIONS)) {
      const reply = await none.update(event, { body: 'view' });
      expect(reply, event).toMatchObject({ ...DENIED, param: 'body' });
      expect(reply['detail']).toContain(operation);
      expect(await none.create(event, { body: 'view' }), event).toMatchObject({ ...DENIED, param: 'body' });
      expect(await none.update(event), event).toMatchObject({ status: 'success' });
    }
    const all = await open(...Object.values(OPERATIONS));
    for (const event of Object.keys(OPERATIONS))
      expect(await all.update(event, { body: 'view' }), event).toMatchObject({ status: 'success' });
  });

  test('filters only what they may read', async () => {
    const filter = { email: 'anna@example.org' };
    const none = await open('get_returns');
    expect(await none.update('ORDER_CREATE', { filter })).toMatchObject({ ...DENIED, param: 'filter' });
    expect(await none.create('ORDER_CREATE', { filter })).toMatchObject({ ...DENIED, param: 'filter' });
    const reader = await open('get_order_by_id');
    expect(await reader.update('ORDER_CREATE', { filter })).toMatchObject({ status: 'success' });
  });

  test('gives no other address to a webhook that shows or filters what they may not read', async () => {
    const { world, update, shop } = await open();
    await world.aim('ORDER_CREATE', { body: 'view' });
    await world.aim('REFUND_CHANGE', { filter: { nothing_to_pay: 0 } });
    const other = { url: 'https://mine.example/' };
    expect(await update('ORDER_CREATE', other)).toMatchObject({ ...DENIED, param: 'body' });
    expect(await update('REFUND_CHANGE', other)).toMatchObject({ ...DENIED, param: 'filter' });
    const { webhooks } = await shop.admin<{ webhooks: Reply[] }>('get_webhooks');
    expect(webhooks.filter(({ url }) => url === TARGET)).toHaveLength(2);
    expect(await update('ORDER_CREATE', { ...other, body: 'form' })).toMatchObject({ status: 'success' });
  });
});
