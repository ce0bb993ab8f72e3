// Messages to one address and calls of one channel. Catches a mailbox that is bombed, a backlog that one person fills
// for everybody, a limit that shows who has an account, and memory that grows with what callers send.
import { describe, expect, test } from 'vitest';
import { size } from '../../harness/effort.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { RequestThrottle } from '../../../src/operations/context/request-throttle.ts';
import { endSurplus, surplusMessages } from '../../../src/domain/webhooks/surplus-messages.ts';
import { make } from '../../engine/shop.ts';
import { register, registration, verified } from './accounts.ts';
import { openShop } from '../shop.ts';
import type { ShopOptions, TestShop } from '../shop.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const defaults = loadConfig({}, {}, '/nonexistent');

describe('buckets', () => {
  const settings = {
    messagesPerAddressBurst: 2,
    messagesPerAddressPerHour: 6,
    accountCallsPerChannelBurst: 3,
    accountCallsPerChannelPerMinute: 60,
    throttledAddressesMax: 100,
  };
  const caller = { channelId: 1, backOffice: false };

  test('an address gets its messages at once, then one after each span, and never more than at once', () => {
    const throttle = new RequestThrottle(settings);
    const take = (atMs: number, email = 'anna@example.org') => throttle.takeMessage(email, atMs).ok;
    expect([take(0), take(0), take(0), take(0, 'bert@example.org')]).toEqual([true, true, false, true]);
    expect(take(0, 'ANNA@example.org'), 'case makes no other address').toBe(false);
    expect([take(10 * MINUTE_MS - 1000), take(10 * MINUTE_MS), take(10 * MINUTE_MS)]).toEqual([false, true, false]);
    const later = 100 * HOUR_MS;
    expect([take(later), take(later), take(later)]).toEqual([true, true, false]);
    expect(take(later - HOUR_MS), 'a clock that is set back fills nothing').toBe(false);
  });

  test('says how long to wait', () => {
    const throttle = new RequestThrottle(settings);
    for (let count = 0; count < 2; count += 1) throttle.takeMessage('a@b.de', 0);
    expect(throttle.takeMessage('a@b.de', 0)).toMatchObject({
      code: 'LOGIN_THROTTLED',
      param: 'email',
      detail: expect.stringContaining(' 600 s.'),
    });
    for (let count = 0; count < 3; count += 1) throttle.takeCall('verify', caller, 0);
    expect(throttle.takeCall('verify', caller, 0)).toMatchObject({ detail: expect.stringContaining(' 1 s.') });
  });

  test('calls and channels have buckets of their own; the secret key is not counted', () => {
    const throttle = new RequestThrottle(settings);
    const take = (call: 'verify' | 'register', more: object = {}) =>
      throttle.takeCall(call, { ...caller, ...more }, 0).ok;
    expect([1, 2, 3, 4].map(() => take('verify'))).toEqual([true, true, true, false]);
    expect([take('register'), take('verify', { channelId: 2 }), take('verify', { backOffice: true })]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('no more addresses are remembered than the limit', () => {
    const throttle = new RequestThrottle(settings);
    for (let count = 0; count < 10_000; count += 1) throttle.takeMessage(`${count}@example.org`, 0);
    expect(throttle.size).toBe(100);
  });
});

describe('in the shop', () => {
  const mailing = async (options: ShopOptions = {}): Promise<TestShop> => {
    const shop = openShop(options);
    const webhook = { name: 'MAIL', event: 'SEND_MESSAGE_TO_USER' };
    await shop.admin('create_webhook', webhook);
    await shop.admin('update_webhook', { name: 'MAIL', url: 'http://127.0.0.1/', parameter: '', rotate_secret: 0 });
    return shop;
  };
  const health = async (shop: TestShop) => {
    const { webhooks } = await shop.admin<{ webhooks: { name: string }[] }>('get_webhooks');
    return webhooks.find(({ name }) => name === 'MAIL');
  };
  const waiting = (shop: TestShop): number =>
    [...shop.engine.readContext().index('message').queues.values()].reduce((sum, ids) => sum + ids.length, 0);
  const reset = async (shop: TestShop, email: string): Promise<unknown> => {
    const reply = await shop.call('reset_user_password', { args: { email } });
    return reply['message'] ?? reply['status'];
  };

  // More than may wait.
  const RESETS = size(400, 3_000);
  test.each(['open', 'strict'] as const)(
    'hundreds of resets of one address send its few messages, whoever it belongs to (%s)',
    async (ownership) => {
      const shop = await mailing({ config: { ownership }, rules: { webhookBacklogMax: 300 } });
      await verified(shop, 'anna');
      const before = waiting(shop);
      // The registration was the first message.
      const burst = defaults.messagesPerAddressBurst;
      const counted = new Map<unknown, number>();
      for (let count = 0; count < RESETS; count += 1) {
        const said = await reset(shop, 'anna@example.org');
        counted.set(said, (counted.get(said) ?? 0) + 1);
      }
      expect([...counted]).toEqual([
        ['init', burst - 1],
        ['LOGIN_THROTTLED', RESETS - burst + 1],
      ]);
      expect(waiting(shop) - before).toBe(burst - 1);
      await register(shop, 'bert');
      expect(await health(shop)).toMatchObject({ health: 'healthy' });
      for (let count = 0; count < burst; count += 1)
        expect(await reset(shop, 'nobody@example.org')).toBe(ownership === 'strict' ? 'init' : 'USER_NOT_FOUND');
      expect(await reset(shop, 'nobody@example.org'), 'an unknown address is no other').toBe('LOGIN_THROTTLED');
    },
  );

  test('where they are let through, they fill their own places only', async () => {
    const config = { messagesPerAddressBurst: 5000 };
    const shop = await mailing({ config, rules: { webhookBacklogMax: 100 } });
    await verified(shop, 'anna');
    for (let count = 0; count < size(150, 900); count += 1) await reset(shop, 'anna@example.org');
    const { token } = await register(shop, 'bert');
    expect(token).not.toBe('');
    // As the outbox does with its next tick.
    make(shop.engine, (tx) => endSurplus(tx, surplusMessages(tx, Infinity)));
    expect(waiting(shop), 'the message to another is there').toBe(11);
    expect(await health(shop)).toMatchObject({ health: 'healthy' });
  });

  test('a registration that would send no message is not counted', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    for (let count = 0; count < 4; count += 1)
      await shop.call('register_user', registration('anna', { email: 'zoey@example.org' }));
    await register(shop, 'zoey');
    for (let count = 0; count < defaults.messagesPerAddressBurst - 1; count += 1) await register(shop, 'zoey');
    expect(await shop.call('register_user', registration('zoey'))).toMatchObject({
      status: 'LOGIN_THROTTLED',
      param: 'email',
    });
    shop.nowMs += HOUR_MS;
    await register(shop, 'zoey');
  });

  test.each(['verify_user', 'register_user', 'reset_user_password'])('%s of one channel', async (request) => {
    const shop = openShop({ config: { accountCallsPerChannelBurst: 2, accountCallsPerChannelPerMinute: 60 } });
    const params = { id_user: 7, session_id: 'x', args: { username: 'x', email: 'a@b.de', session_id: 'x' } };
    const call = async (secret = false) => {
      const { message } = await shop.call(request, params, { secret });
      return message;
    };
    const register = async () => {
      const { message } = await shop.call(request, registration('anna', { class: 'none' }));
      return message;
    };
    const once = request === 'register_user' ? register : call;
    expect(await once()).not.toBe('LOGIN_THROTTLED');
    expect(await once()).not.toBe('LOGIN_THROTTLED');
    expect(await once()).toBe('LOGIN_THROTTLED');
    expect(await call(true)).not.toBe('LOGIN_THROTTLED');
    shop.nowMs += 1000;
    expect(await once()).not.toBe('LOGIN_THROTTLED');
  });
});
