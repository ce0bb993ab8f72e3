// Catches a reminder that waited for the mail server and is sent although its shopper shops, or has ordered elsewhere,
// or beside a second one, also where an account got another address; and one that never comes because another one,
// which nobody got, waited.
import { expect, test } from 'vitest';
import { reminderAddress } from '../../../src/domain/accounts/remind-cart.ts';
import { endMessages } from '../../../src/domain/webhooks/record-delivery.ts';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { CAUSE } from '../../engine/shop.ts';
import { loggedIn, verified } from '../accounts/accounts.ts';
import { Goods, line } from '../shop.ts';

const HOUR = 3_600_000;

/** A shop without a way to its mail server, and a cart whose shopper was reminded. */
const waiting = async () => {
  const config = { smtpHost: 'mail.example', smtpFrom: 'shop@example.org', cartReminderHours: 2 };
  const goods = await Goods.open({ config });
  const { shop } = goods;
  const id = await goods.product();
  await verified(shop, 'john');
  const session = await loggedIn(shop, 'john');
  await shop.call('add_to_cart', line(session, id));
  await shop.call('set_order_details', { session, email: 'john@example.org', attributes: { cart_reminder: '1' } });
  shop.nowMs += 4 * HOUR;
  const sweeper = new ExpirySweeper(shop.engine);
  const sweep = (): void => sweeper.sweep(100);
  sweep();
  /** Reminders that wait, with whom they would go to. */
  const waits = (): readonly { readonly at: number; readonly email: string | undefined }[] => {
    const reader = shop.engine.readContext();
    return reader
      .index('message')
      .mails.oldestWaiting(100)
      .map((at) => [at, reader.read('message', at)!] as const)
      .filter(([, { mail }]) => mail === 'cart_reminder')
      .map(([at, message]) => ({ at, email: reminderAddress(reader, message) }));
  };
  const receivers = (): readonly string[] => waits().flatMap(({ email }) => email ?? []);
  /** As the outbox ends what goes nowhere. */
  const endUnsent = (): void => {
    const ended = waits().flatMap(({ at, email }) => (email === undefined ? [at] : []));
    expect(ended.length).toBeGreaterThan(0);
    shop.engine.transact(CAUSE, (tx) => endMessages(tx, ended));
  };
  const sentTo = (): string | undefined => receivers()[0];
  expect(sentTo()).toBe('john@example.org');
  shop.nowMs += HOUR;
  return { shop, id, session, sentTo, receivers, waits, endUnsent, sweep };
};

test('a reminder that waits is sent while nobody uses the session', async () => {
  const { shop, session, sentTo } = await waiting();
  expect(sentTo()).toBe('john@example.org');
  await shop.call('get_cart', { session });
  expect(sentTo()).toBeUndefined();
});

test('a reminder that waits is not sent after an order in another session', async () => {
  const { shop, id, sentTo } = await waiting();
  const other = await loggedIn(shop, 'john');
  await shop.call('add_to_cart', line(other, id));
  expect(sentTo()).toBe('john@example.org');
  expect(await shop.call('checkout', { session: other })).toMatchObject({ status: 'success' });
  expect(sentTo()).toBeUndefined();
});

test('a reminder that waits is sent once, where its shopper is due again or starts forget whom they wrote to', async () => {
  const { shop, id, session, receivers } = await waiting();
  const due = (): void => {
    shop.nowMs += 4 * HOUR;
    // A new one has written to nobody, as a day later.
    new ExpirySweeper(shop.engine).sweep(100);
  };
  await shop.call('add_to_cart', line(session, id));
  expect(receivers()).toEqual([]);
  due();
  expect(receivers()).toEqual(['john@example.org']);
  const other = await loggedIn(shop, 'john');
  await shop.call('add_to_cart', line(other, id));
  await shop.call('set_order_details', {
    session: other,
    email: 'John@example.org',
    attributes: { cart_reminder: '1' },
  });
  due();
  expect(receivers()).toEqual(['john@example.org']);
});

/** A second cart of the address, of a guest, due while the reminder of the first one waits. */
const twoCarts = async () => {
  const world = await waiting();
  const { shop, id, receivers, sweep } = world;
  const { code: other } = await shop.call<{ readonly code: string }>('get_new_session');
  await shop.call('add_to_cart', line(other, id));
  const attributes = { cart_reminder: '1' };
  await shop.call('set_order_details', { session: other, email: 'JOHN@example.org', attributes });
  shop.nowMs += 4 * HOUR;
  sweep();
  expect(receivers()).toEqual(['john@example.org']);
  return world;
};

test.each([
  ['is bought', 'checkout', {}],
  ['is emptied', 'clear_cart', {}],
  ['is nobody any more', 'logout_user', {}],
  ['is no longer agreed to', 'set_order_details', { attributes: { cart_reminder: '0' } }],
])(
  'a second cart of an address is reminded of once the first one %s and its reminder has ended',
  async (_what, name, more) => {
    const { shop, session, receivers, endUnsent, sweep } = await twoCarts();
    expect(await shop.call(name, { session, ...more })).not.toMatchObject({ object: 'error' });
    sweep();
    expect(receivers(), 'it waits still').toEqual([]);
    endUnsent();
    sweep();
    expect(receivers()).toEqual(['JOHN@example.org']);
    sweep();
    expect(receivers()).toHaveLength(1);
  },
);

test('a canary: where the reminder of the first cart is sent, the second one has none', async () => {
  const { shop, session, waits, receivers, sweep } = await twoCarts();
  shop.engine.transact(CAUSE, (tx) => tx.ask('message', waits()[0]!.at, { type: 'deliver_message' }));
  await shop.call('checkout', { session });
  sweep();
  expect(receivers()).toEqual([]);
});

test('a person whose account gets another address has one reminder, which goes there', async () => {
  const { shop, id, session, receivers, waits } = await waiting();
  const due = async (more: object): Promise<void> => {
    const other = await loggedIn(shop, 'john');
    await shop.call('add_to_cart', line(other, id));
    await shop.call('set_order_details', { session: other, attributes: { cart_reminder: '1' }, ...more });
    shop.nowMs += 4 * HOUR;
    new ExpirySweeper(shop.engine).sweep(100);
  };
  await shop.call('set_order_details', { session, email: '' });
  await due({ email: 'else@example.org' });
  expect(receivers()).toEqual(['else@example.org']);
  await due({});
  expect(receivers()).toEqual(['else@example.org', 'john@example.org']);
  const third = await loggedIn(shop, 'john');
  const set = await shop.call('set_user_data', { session: third, attributes: { email: 'new@example.org' } });
  expect(set).not.toMatchObject({ object: 'error' });
  expect(receivers()).toEqual(['else@example.org', 'new@example.org']);
  const queued = waits().length;
  await due({});
  expect(waits(), 'one waits in another queue').toHaveLength(queued);
  expect(receivers()).toEqual(['else@example.org', 'new@example.org']);
  await shop.call('set_user_data', { session: third, attributes: { email: 'else@example.org' } });
  expect(receivers(), 'two would go to one address').toEqual(['else@example.org']);
});
