// Catches a reminder that waited for the mail server and is sent although its shopper shops, or has ordered elsewhere,
// or beside a second one.
import { expect, test } from 'vitest';
import { remindedSession } from '../../../src/domain/accounts/remind-cart.ts';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
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
  new ExpirySweeper(shop.engine).sweep(100);
  /** Whom the mails that wait would go to. */
  const receivers = (): readonly string[] => {
    const reader = shop.engine.readContext();
    const messages = reader
      .index('message')
      .mails.oldestWaiting(100)
      .map((at) => reader.read('message', at)!);
    return messages
      .filter(({ mail }) => mail === 'cart_reminder')
      .flatMap((message) => remindedSession(reader, message)?.email ?? []);
  };
  const sentTo = (): string | undefined => receivers()[0];
  expect(sentTo()).toBe('john@example.org');
  shop.nowMs += HOUR;
  return { shop, id, session, sentTo, receivers };
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
