// Catches a call with the body `view` that shows an object otherwise than the API does, whose signature does not
// verify, that says other bytes of the same state, or that tells of nothing where the object is gone.
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Webhook as Verifier } from 'standardwebhooks';
import type { HttpCall } from '../../../src/kernel/http-call.ts';
import { answer } from '../../engine/delivery/outbox-world.ts';
import { runs } from '../../harness/effort.ts';
import { verified } from '../accounts/accounts.ts';
import { announce, placed, ship } from '../orders/returned-order.ts';
import { openShop } from '../shop.ts';
import type { Reply } from '../shop.ts';
import { TARGET, ViewWorld, payloadOf } from './view-world.ts';

const VIEW = { body: 'view' };

/** Whether the call says by both signatures who has sent it. */
const isSigned = (secret: string, { headers, body }: HttpCall): boolean => {
  const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-kontor-signature'] ?? '') ?? [];
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const due = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  // The library looks at the clock of the machine.
  const now = Math.floor(Date.now() / 1000);
  const signed = `${headers['webhook-id']}.${now}.${body}`;
  const own = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  new Verifier(secret).verify(body, {
    'webhook-id': headers['webhook-id']!,
    'webhook-timestamp': String(now),
    'webhook-signature': own,
  });
  const standard = createHmac('sha256', key).update(`${headers['webhook-id']}.${seconds}.${body}`).digest('base64');
  return mac === due && headers['webhook-signature'] === `v1,${standard}` && headers['webhook-timestamp'] === seconds;
};

describe('a call with the body view', () => {
  test('is a POST of JSON that shows an order, a return and a refund as the API does', async () => {
    const at = await placed();
    const { shop } = at.goods;
    const world = new ViewWorld(shop);
    const events = ['ORDER_PAYMENT_CHANGE', 'RETURN_ANNOUNCED', 'REFUND_CHANGE'];
    const secrets = new Map<string, string>();
    for (const name of events) secrets.set(name, await world.aim(name, VIEW));
    await shop.admin('update_order_details', { id_order: at.orderId, order_payment_state: 'PAYMENT_RECEIVED' });
    await ship(at, [[1, 2]]);
    await announce(at, [[1, 1]]);
    await shop.admin('cancel_lines', { id_order: at.orderId, lines: [{ id_element: 2, quantity: 1 }] });
    await shop.admin('refund', { id_order: at.orderId, to: 'manual' });
    await world.deliver();
    const calls = world.taken();
    expect(calls.map(({ headers }) => headers['x-kontor-event']).sort()).toEqual([...events].sort());
    const order = await shop.admin('get_order_by_id', { id_order: at.orderId });
    const { returns } = await shop.admin<{ returns: Reply[] }>('get_returns', { id_order: at.orderId });
    const { refunds } = await shop.admin<{ refunds: Reply[] }>('get_refunds', { id_order: at.orderId });
    const shown = new Map(calls.map((call) => [payloadOf(call).event, payloadOf(call).object]));
    expect(shown.get('ORDER_PAYMENT_CHANGE')).toEqual(order);
    expect(shown.get('RETURN_ANNOUNCED')).toEqual(returns[0]);
    expect(shown.get('REFUND_CHANGE')).toEqual(refunds[0]);
    for (const call of calls) {
      const { event, webhook, id, seq, time, view_seq: viewSeq, gone, too_large: tooLarge } = payloadOf(call);
      expect([call.method, call.url, call.headers['content-type']]).toEqual([
        'POST',
        TARGET,
        'application/json; charset=utf-8',
      ]);
      expect(isSigned(secrets.get(event)!, call)).toBe(true);
      expect(isSigned(secrets.get(event)!, { ...call, body: `${call.body} ` })).toBe(false);
      expect([webhook, gone, tooLarge]).toEqual([event, 0, 0]);
      expect(call.headers).toMatchObject({ 'x-kontor-id': id, 'x-kontor-seq': String(seq), 'webhook-id': id });
      expect(time).toMatch(/^2026-01-02 /);
      expect(viewSeq).toBeGreaterThanOrEqual(seq);
    }
  });

  test('shows contents, categories and accounts as the API does', async () => {
    const shop = openShop();
    const world = new ViewWorld(shop);
    for (const name of ['WEBHOOK_CONTENT_UPDATE', 'WEBHOOK_CATEGORY_UPDATE', 'SEND_MESSAGE_TO_USER'])
      await world.aim(name, VIEW);
    await shop.make('create_class', { name: 'page', type: 'content' });
    const content = await shop.make('create_content', { class: 'page', name: 'first', shop_active: 0 });
    const category = await shop.make('create_category', { id_parent: 0, name: 'goods' });
    await verified(shop, 'anna');
    await world.deliver();
    const told = new Map(world.taken().map((call) => [payloadOf(call).event, payloadOf(call)]));
    const page = await shop.admin('get_content_details', { id_content: content });
    const { categories } = await shop.admin<{ categories: Reply[] }>('get_categories', { id_parent: 0 });
    expect(told.get('WEBHOOK_CONTENT_UPDATE')!.object).toEqual(page);
    expect(told.get('WEBHOOK_CATEGORY_UPDATE')!.object).toEqual(categories.find(({ id }) => id === category));
    const { object, parameters } = told.get('SEND_MESSAGE_TO_USER')!;
    expect(object).toEqual(await shop.admin('get_user_by_id', { id_user: Number(object!['id_user']) }));
    expect(Object.keys(parameters)).toEqual(['email', 'message']);
  });

  test('tells of an object that is gone by its ids, and of one that is too large by saying so', async () => {
    const shop = openShop();
    const world = new ViewWorld(shop, { bodyBytesMax: 4096 });
    await world.aim('WEBHOOK_CONTENT_UPDATE', VIEW);
    await shop.make('create_class', { name: 'page', type: 'content' });
    const attributes = [{ name: 'text', type: 'TXT', de_DE: { label: 'Text', value: '' } }];
    await shop.admin('create_class_attributes', { id_class: 1, attributes });
    const [gone, large] = [
      await shop.make('create_content', { class: 'page', name: 'first', shop_active: 1 }),
      await shop.make('create_content', {
        class: 'page',
        name: 'second',
        shop_active: 1,
        attributes: { de_DE: { text: 'ü'.repeat(2000) } },
      }),
    ];
    await shop.admin('delete_content', { id_content: gone });
    await world.deliver();
    const calls = world.taken();
    const told = calls.map((call) => payloadOf(call));
    expect(told.map(({ gone: isGone, too_large: isLarge, object }) => [isGone, isLarge, object])).toEqual([
      [1, 0, null],
      [0, 1, null],
      [1, 0, null],
    ]);
    expect(told.map(({ parameters }) => parameters['id_shopobject'])).toEqual([gone, large, gone]);
    for (const { body } of calls) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096);
  });

  test('holds the chosen fields alone, in the order of the view', async () => {
    const shop = openShop();
    const world = new ViewWorld(shop);
    await world.aim('WEBHOOK_CONTENT_UPDATE', { ...VIEW, fields: ['name', 'id', 'shop_active', 'id'] });
    await shop.make('create_class', { name: 'page', type: 'content' });
    const id = await shop.make('create_content', { class: 'page', name: 'first', shop_active: 1 });
    await world.deliver();
    const [call] = world.taken();
    expect(call!.body).toContain(`"object":{"id":${id},"name":"first","shop_active":1}}`);
  });
});

describe('the bytes of a call', () => {
  /** What may happen between two attempts; the first two change nothing that the content shows. */
  const meanwhile = fc.constantFrom('nothing', 'another', 'renamed', 'restarted');

  test('of one message are the same, or say another position', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(meanwhile, { minLength: 1, maxLength: 4 }), async (steps) => {
        const shop = openShop();
        const world = new ViewWorld(shop);
        const secret = await world.aim('WEBHOOK_CONTENT_UPDATE', VIEW);
        await shop.make('create_class', { name: 'page', type: 'content' });
        const id = await shop.make('create_content', { class: 'page', name: 'page', shop_active: 1 });
        world.reply = () => answer(500, '');
        await world.deliver();
        for (const [at, step] of steps.entries()) {
          if (step === 'another') await shop.make('create_category', { id_parent: 0, name: `category ${at}` });
          if (step === 'renamed') await shop.admin('update_content', { id_content: id, name: `page ${at}` });
          if (step === 'restarted') {
            await shop.restart();
            world.start();
          }
          await world.deliver(20_000_000);
        }
        const calls = world.taken();
        expect(calls).toHaveLength(steps.length + 1);
        const bytes = new Map<number, string>();
        for (const call of calls) {
          const { view_seq: seq, object } = payloadOf(call);
          expect(isSigned(secret, call)).toBe(true);
          expect(bytes.get(seq) ?? call.body).toBe(call.body);
          bytes.set(seq, call.body);
          expect(object!['seq'] ?? seq).toBeLessThanOrEqual(seq);
        }
        const renamed = steps.filter((step) => step === 'renamed').length;
        expect(bytes.size, 'a change has a position of its own').toBe(1 + renamed);
        await shop.restart();
      }),
      { numRuns: runs(20) },
    );
  });

  test('of a webhook without a body, and of one that was given one and lost it, are as before', async () => {
    const shop = openShop();
    const world = new ViewWorld(shop);
    await world.aim('WEBHOOK_CONTENT_UPDATE');
    await shop.make('create_class', { name: 'page', type: 'content' });
    const id = await shop.make('create_content', { class: 'page', name: 'page', shop_active: 1 });
    await world.deliver();
    await world.aim('WEBHOOK_CONTENT_UPDATE', { ...VIEW, fields: ['id'] });
    await world.aim('WEBHOOK_CONTENT_UPDATE', { body: 'form' });
    await shop.admin('update_content', { id_content: id, name: 'other' });
    await world.deliver();
    const calls = world.taken();
    for (const { method, url, body, headers } of calls) {
      expect([method, url, body]).toEqual(['GET', `${TARGET}&id_shopobject=${id}&language=`, '']);
      expect(Object.keys(headers)).toEqual([
        'user-agent',
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
        'kontor-event',
        'kontor-seq',
      ]);
    }
    expect(calls).toHaveLength(2);
  });
});

test('a test of a webhook has the method, the headers and the signature of a real call, and no object', async () => {
  const shop = openShop();
  const calls: HttpCall[] = [];
  shop.http = { call: (call) => (calls.push(call), Promise.resolve(answer(200, 'WEBHOOK_EXECUTED'))) };
  const secret = await new ViewWorld(shop).aim('ORDER_CREATE', VIEW);
  expect(await shop.admin('test_webhook', { name: 'ORDER_CREATE' })).toMatchObject({ accepted: 1, status: 200 });
  const [call] = calls;
  expect(call!.method).toBe('POST');
  expect(isSigned(secret, call!)).toBe(true);
  expect(payloadOf(call!)).toMatchObject({ event: 'ORDER_CREATE', seq: 0, test: 1, gone: 1, object: null });
  expect(payloadOf(call!).parameters).toEqual({ kontor_test: 1, id_order: 0 });
});

describe('what a webhook carries', () => {
  test('is shown, kept by an update that leaves it out, and refused by name', async () => {
    const shop = openShop();
    await shop.admin('create_webhook', {
      name: 'MINE',
      event: 'ORDER_CREATE',
      ...VIEW,
      filter: { order_payment_state: 'PAYMENT_RECEIVED' },
      fields: ['id', 'balance'],
    });
    const shown = async (): Promise<Reply> =>
      (await shop.admin<{ webhooks: Reply[] }>('get_webhooks')).webhooks.find(({ name }) => name === 'MINE')!;
    const carried = {
      body: 'view',
      filter: { order_payment_state: 'PAYMENT_RECEIVED' },
      fields: ['id', 'balance'],
    };
    expect(await shown()).toMatchObject(carried);
    const update = { name: 'MINE', url: TARGET, parameter: '' };
    await shop.admin('update_webhook', update);
    expect(await shown()).toMatchObject(carried);
    for (const [given, code, param] of [
      [{ filter: { order_payment_stat: 'X' } }, 'CONSTRAINT_INVALID', 'order_payment_stat'],
      [{ filter: { 'main.person_name': ['MATCH', 'anna'] } }, 'CONSTRAINT_INVALID', 'main.person_name'],
      [{ filter: [['or', 1]] }, 'CONSTRAINT_INVALID', 'constraint'],
      [{ filter: { id: ['IN', Array.from({ length: 900 }, (_, at) => 1e12 + at)] } }, 'CONSTRAINT_INVALID', 'filter'],
      [{ fields: ['ballance'] }, 'PARAMETER_INVALID', 'fields'],
      [{ body: 'form', fields: ['id'] }, 'PARAMETER_INVALID', 'fields'],
      [{ body: 'html' }, 'PARAMETER_INVALID', 'body'],
    ] as const) {
      const reply = await shop.admin('update_webhook', { ...update, ...given });
      expect(reply, JSON.stringify(given)).toMatchObject({ message: code, param });
      const made = { name: 'OTHER', event: 'ORDER_CREATE', ...VIEW, ...given };
      await shop.adminRefused('create_webhook', made, code, param);
    }
    const categories = { name: 'OTHER', event: 'WEBHOOK_CATEGORY_UPDATE', filter: { name: 'x' } };
    await shop.adminRefused('create_webhook', categories, 'CONSTRAINT_INVALID', 'filter');
    await shop.admin('update_webhook', { ...update, filter: {}, fields: [] });
    const { filter, fields } = await shown();
    expect([filter, fields]).toEqual([undefined, undefined]);
  });
});
