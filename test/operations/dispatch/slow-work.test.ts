// What waits outside the engine: each kind of slow work has a limit of its own. It would catch a counter that two kinds
// share, a kind that is never refused, and a count that is not given back.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addApplication } from '../../../src/domain/accounts/add-application.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import type { HttpAnswer } from '../../../src/kernel/http-call.ts';
import { must, ok } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import type { StartedPayment } from '../../../src/kernel/payment-provider.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { SlowCalls, slowLimits } from '../../../src/operations/context/slow-work.ts';
import type { SlowWork } from '../../../src/operations/context/slow-work.ts';
import { paymentServices } from '../orders/payment-services.ts';
import { PASSWORD, register, registration, verified } from '../accounts/accounts.ts';
import { METHODS, config, place } from '../orders/paying.ts';
import type { Given, Reply, TestShop } from '../shop.ts';
import { CREDENTIALS, SECRET, openShop } from '../shop.ts';

// Shops share what prints.
afterEach(() => void vi.restoreAllMocks());

const KINDS = [
  'passwords',
  'applications',
  'documents',
  'payments',
  'webhooks',
  'walks',
] as const satisfies readonly SlowWork[];
const MAX = 2;

/** A gate that holds what waits for it. */
class Held<T> {
  private readonly open: ((value: T) => void)[] = [];
  wait(): Promise<T> {
    return new Promise((resolve) => this.open.push(resolve));
  }
  release(value: T): void {
    for (const resolve of this.open.splice(0)) resolve(value);
  }
}

interface World {
  readonly shop: TestShop;
  /** A call of each kind that waits, and what ends its waiting. */
  readonly calls: { readonly [kind in SlowWork]: readonly [request: string, params: Given] };
  readonly release: () => void;
}

const opened = async (): Promise<World> => {
  const answers = new Held<HttpAnswer>();
  const started = new Held<Result<StartedPayment>>();
  const made = new Held<Result<Uint8Array>>();
  const checked = new Held<void>();
  const walked = new Held<void>();
  const payments = paymentServices(config(), { KONTOR_PAYMENT_8_SECRET: 'page-secret' });
  const applicationChannels = { billing: ['test'] };
  const shop = openShop({ config: { paymentMethods: METHODS, slowCallsMax: MAX, applicationChannels }, payments });
  await verified(shop, 'anna');
  const { id: userId } = await register(shop, 'bert');
  expect(userId).toBe(2);
  const added = shop.engine.transact(maintenanceCause('test'), (tx) =>
    addApplication(tx, { name: 'billing', url: 'https://app.example', nonce: 'n', tokenDigest: 'd' }),
  );
  must(added.ok, 'an application can be added');
  const orderId = await place(shop, 8);
  await shop.admin('create_webhook', { name: 'HOOK', event: 'ORDER_CREATE' });
  await shop.admin('update_webhook', { name: 'HOOK', url: 'https://hook.example', parameter: '' });
  shop.http = { call: () => answers.wait() };
  payments.provider(8)!.start = () => started.wait();
  vi.spyOn(shop.documents.pdf, 'make').mockImplementation(() => made.wait());
  const check = shop.passwords.check.bind(shop.passwords);
  const { privacy } = shop.service;
  const exportUser = privacy.exportUser.bind(privacy);
  privacy.exportUser = (id) => walked.wait().then(() => exportUser(id));
  shop.passwords.check = (...given) => checked.wait().then(() => check(...given));
  return {
    shop,
    calls: {
      passwords: ['login_user', { username: 'anna', password: PASSWORD }],
      applications: ['application_api_call', { application: 'billing', app_request: 'x' }],
      documents: ['get_invoice', { id_order: orderId, args: { format: 'pdf' } }],
      payments: ['do_payment', { id_order: orderId }],
      webhooks: ['test_webhook', { name: 'HOOK' }],
      walks: ['export_user', { id_user: userId }],
    },
    release: () => {
      answers.release({ ok: true, status: 200, bytes: Buffer.from('{"object":"answer"}') });
      started.release(
        ok({ reference: 'r', redirect: 'https://pay.example.org/', token: '', expiresMs: shop.nowMs + 1000 }),
      );
      made.release(ok(Buffer.from('%PDF')));
      checked.release();
      walked.release();
    },
  };
};

const send = async ({ shop, calls }: World, kind: SlowWork): Promise<{ status: number; reply: Reply }> => {
  const [request, params] = calls[kind];
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  const { status, text } = await shop.send({
    ...CREDENTIALS,
    licence_secret_key: SECRET,
    request,
    ...Object.fromEntries(texts),
  });
  return { status, reply: JSON.parse(text) as Reply };
};

const turns = async (): Promise<void> => {
  for (let at = 0; at < 5; at += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe.each(KINDS)('%s', (kind) => {
  test('at their limit refuse only their own, and say what is waited for', async () => {
    const world = await opened();
    const waiting = Array.from({ length: MAX }, () => send(world, kind));
    await turns();
    const refused = await send(world, kind);
    expect(refused).toMatchObject({
      status: 503,
      reply: {
        message: 'OVERLOADED',
        detail: expect.stringContaining(`${MAX} calls wait for ${kind === 'payments' ? 'payment providers' : kind}`),
      },
    });
    const others = KINDS.filter((other) => other !== kind).map((other) => send(world, other));
    await turns();
    world.release();
    for (const { status, reply } of await Promise.all([...others, ...waiting])) {
      expect(status).toBe(200);
      expect(reply['message'] ?? '').not.toBe('OVERLOADED');
    }
    const again = send(world, kind);
    await turns();
    world.release();
    expect((await again).status).toBe(200);
  });
});

test('four calls to an application that hangs, and logins go on', async () => {
  const world = await opened();
  const { shop } = world;
  const calls = Array.from({ length: 4 }, () => send(world, 'applications'));
  await turns();
  const login = send(world, 'passwords');
  await turns();
  shop.passwords.check = () => Promise.resolve(ok({ matches: false, stale: false }));
  world.release();
  expect((await login).reply).toMatchObject({ object: 'login_user' });
  expect(await shop.call('register_user', registration('carl'))).toMatchObject({ object: 'register_user' });
  expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 200, 503, 503]);
});

test('every operation that may wait says what for, and no other does', () => {
  const saying = [...OPERATIONS].filter(([, { slow }]) => slow !== undefined).map(([name]) => name);
  // The credentials of a channel are random bytes, and tries are counted in memory: both are there at once.
  const atOnce = /^(create_channel|rotate_channel|confirm_second_factor|end_second_factor|invite_person)$/;
  const preparing = [...OPERATIONS]
    .filter(([name, one]) => one.effect === 'write' && one.prepare !== undefined && !atOnce.test(name))
    .map(([name]) => name);
  const documents = ['get_order_confirmation', 'get_packing_slips', 'get_pick_list', 'preview_document'];
  const waiting = [...documents, 'application_api_call', 'export_user', 'send_test_mail', 'test_webhook'];
  expect(saying.sort()).toEqual([...preparing, ...waiting].sort());
});

test('applications have at most 200, tests of webhooks 10 and walks through the store 2, whatever the others have', () => {
  const others = { passwords: 1000, documents: 1000, payments: 1000 };
  expect(slowLimits(1000)).toEqual({ ...others, applications: 200, webhooks: 10, walks: 2 });
  const slow = new SlowCalls(slowLimits(1000));
  for (let at = 0; at < 200; at += 1) slow.begin('applications', 1 + (at % 2));
  expect(slow.refusal('applications', 3)).toMatchObject({ code: 'OVERLOADED' });
  slow.end('applications', 1);
  expect([...KINDS, undefined].map((kind) => slow.refusal(kind, 3))).toEqual(Array(7).fill(undefined));
});

test('one channel has three quarters of the places, and the others find one', () => {
  const slow = new SlowCalls({ passwords: 8, applications: 8, documents: 8, payments: 8, webhooks: 8, walks: 8 });
  for (let at = 0; at < 6; at += 1) slow.begin('passwords', 1);
  expect(slow.refusal('passwords', 1)).toMatchObject({ code: 'OVERLOADED' });
  expect(slow.refusal('passwords', 2)).toBeUndefined();
  expect(slow.refusal('documents', 1)).toBeUndefined();
  slow.end('passwords', 1);
  expect(slow.refusal('passwords', 1)).toBeUndefined();
});
