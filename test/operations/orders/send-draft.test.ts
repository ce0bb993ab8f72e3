// Would catch a draft that is sent at other prices than it shows, placed twice or half, one that waits for its money
// longer than it was said, and a mail program that is not told.
import { describe, expect, test } from 'vitest';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { Goods, line } from '../shop.ts';
import type { Given, Reply, ShopOptions } from '../shop.ts';
import { METHODS, SECRET, config } from './paying.ts';
import { paymentServices } from './payment-services.ts';

interface Opened {
  readonly id_draft: string;
  readonly session: string;
}

const DAY_MS = 86_400_000;

const begun = async (options: ShopOptions = {}) => {
  const goods = await Goods.open(options);
  const { shop } = goods;
  const product = await goods.stocked(5);
  const draft = await shop.admin<Opened>('create_draft');
  await shop.call('add_to_cart', line(draft.session, product, { quantity: 2 }));
  await shop.call('set_order_details', { session: draft.session, id_payment_method: 2, email: 'ada@example.org' });
  const send = (more: Given = {}, key?: string) =>
    shop.admin<Reply>('send_draft', { id_draft: draft.id_draft, ...more }, key === undefined ? {} : { key });
  return { goods, shop, product, draft, send };
};

describe('send_draft', () => {
  test('places the order at the draft’s prices until a time, and asks for the mail', async () => {
    const { goods, shop, product, draft, send } = await begun();
    await shop.admin('create_webhook', { name: 'MAIL', event: 'DRAFT_SENT' });
    await shop.admin('update_webhook', { name: 'MAIL', url: 'https://hooks.example/mail', parameter: '' });
    await shop.admin('update_product', { id_product: product, attributes: { de_DE: { price: 99 } } });
    const sent = await send({ valid_until: '2026-01-16', expected_total: '20' });
    expect(sent).toEqual({
      object: 'send_draft',
      id_order: 10_001,
      total: 20,
      pay_until: '2026-01-16 00:00:00',
      email: 'ada@example.org',
      code: expect.stringMatching(/^[\w-]{43}$/),
      link: '',
    });
    expect(await goods.left(product)).toBe(3);
    const { channelId } = shop.engine.readContext().read('order', 10_001)!;
    expect(channelId).toBeGreaterThan(0);
    const { webhooks } = await shop.admin<{ webhooks: readonly Reply[] }>('get_webhooks');
    expect(webhooks.find(({ name }) => name === 'MAIL')).toMatchObject({ backlog: 1 });
    await shop.adminRefused('send_draft', { id_draft: draft.id_draft }, 'DRAFT_NOT_FOUND', 'id_draft');
    expect((await shop.admin<{ count: number }>('get_drafts')).count).toBe(0);
  });

  test('answers again under its key, and is one order', async () => {
    const { shop, send } = await begun();
    const first = await send({ valid_until: 'none' }, 'once');
    expect(first).not.toHaveProperty('pay_until');
    expect(await send({ valid_until: 'none' }, 'once')).toEqual(first);
    const { count } = await shop.admin<{ count: number }>('search_orders', { constraint: {} });
    expect(count).toBe(1);
  });

  test.each([
    [{ valid_until: '2026-01-01' }, 'PARAMETER_INVALID', 'valid_until'],
    [{ valid_until: 'soon' }, 'PARAMETER_INVALID', 'valid_until'],
    [{ expected_total: '19.99' }, 'TOTAL_CHANGED', 'expected_total'],
    [{ id_draft: '9.9' }, 'DRAFT_NOT_FOUND', 'id_draft'],
  ] as const)('refuses %j and leaves the draft as it was', async (more, code, param) => {
    const { goods, shop, product, draft } = await begun();
    await shop.adminRefused('send_draft', { id_draft: draft.id_draft, ...more }, code, param);
    expect(await goods.left(product)).toBe(5);
    expect((await shop.admin<{ count: number }>('get_drafts')).count).toBe(1);
  });

  test('says first what lacks: without a payment method nothing says how it is paid', async () => {
    const { goods, shop, product, send } = await begun();
    const seq = shop.engine.headSeq;
    const tried = await send({ valid_until: '2026-01-16', dry_run: 1 });
    expect(tried).toMatchObject({ id_order: 0, total: 20, pay_until: '2026-01-16 00:00:00', code: '', link: '' });
    expect(shop.engine.headSeq).toBe(seq);
    const draft = await shop.admin<Opened>('create_draft');
    await shop.call('add_to_cart', line(draft.session, product));
    for (const more of [{ dry_run: 1 }, {}]) {
      const asked = { id_draft: draft.id_draft, ...more };
      await shop.adminRefused('send_draft', asked, 'ORDER_DETAILS_MISSING', 'id_payment_method');
    }
    expect(await goods.left(product)).toBe(5);
    expect((await shop.admin<{ count: number }>('get_drafts')).count).toBe(2);
  });

  test('what is free is not given a time, and is placed without one', async () => {
    const { goods, shop } = await begun();
    const draft = await shop.admin<Opened>('create_draft');
    await shop.call('add_to_cart', line(draft.session, await goods.product(0)));
    const timed = { id_draft: draft.id_draft, valid_until: '2026-02-01' };
    await shop.adminRefused('send_draft', timed, 'PARAMETER_INVALID', 'valid_until');
    expect(await shop.admin('send_draft', { id_draft: draft.id_draft })).toMatchObject({ total: 0, email: '' });
  });

  test('ends by itself without its money, and its stock is free again', async () => {
    const { goods, shop, product, send } = await begun();
    const { id_order: id } = await send({ valid_until: '2026-01-10' });
    shop.nowMs += 9 * DAY_MS;
    new ExpirySweeper(shop.engine).sweep(1000);
    expect(await shop.admin('get_order_by_id', { id_order: id! })).toMatchObject({
      order_state: 'CANCELED',
      expired: 1,
    });
    expect(await goods.left(product)).toBe(5);
  });
});

describe('the link that pays an order', () => {
  const paymentPage = 'https://shop.example/pay?order={order}&code={code}';
  const opened = async () => {
    const payments = paymentServices(config({ paymentPage }), { KONTOR_PAYMENT_8_SECRET: SECRET });
    const at = await begun({ payments, config: { paymentMethods: METHODS, ownership: 'strict' } });
    await at.shop.call('set_order_details', { session: at.draft.session, id_payment_method: 8 });
    const sent = await at.send();
    return { ...at, sent, id: Number(sent['id_order']), code: String(sent['code']) };
  };

  test('is a page of the storefront with a code that opens this payment to the one who has it, and no other', async () => {
    const { shop, sent, id, code } = await opened();
    expect(sent['link']).toBe(`https://shop.example/pay?order=${id}&code=${code}`);
    expect(await shop.admin('get_payment_link', { id_order: id })).toEqual({
      object: 'payment_link',
      code,
      link: sent['link'],
    });
    const paid = await shop.call('do_payment', { id_order: id, code });
    expect(paid['redirect']).toMatch(/^https:/);
    expect(await shop.call('do_payment', { id_order: id, code })).toEqual(paid);
    await shop.refused('do_payment', { id_order: id }, 'PERMISSION_DENIED', id);
    for (const [order, given] of [
      [id, `${code.slice(1)}x`],
      [id, 'x'],
      [id + 1, code],
      [0, code],
    ] as const)
      await shop.refused('do_payment', { id_order: order, code: given }, 'ORDER_NOT_FOUND', order);
    await shop.refused('get_order_by_id', { id_order: id, code }, 'PERMISSION_DENIED', id);
    await shop.refused('get_payment_link', { id_order: id }, 'PERMISSION_DENIED', 'licence_secret_key');
  });

  test('is empty for a method by hand, which no page collects', async () => {
    const payments = paymentServices(config({ paymentPage }), { KONTOR_PAYMENT_8_SECRET: SECRET });
    const { shop, send } = await begun({ payments, config: { paymentMethods: METHODS } });
    const sent = await send();
    expect(sent['link']).toBe('');
    expect(await shop.admin('get_payment_link', { id_order: sent['id_order'] })).toMatchObject({ link: '' });
  });

  test('pays nothing that is paid or cancelled', async () => {
    const { shop, id, code } = await opened();
    await shop.admin('update_order_details', { id_order: id, order_payment_state: 'PAYMENT_RECEIVED' });
    await shop.refused('do_payment', { id_order: id, code }, 'PAYMENT_ALREADY_RECEIVED', id);
    await shop.adminRefused('get_payment_link', { id_order: id }, 'PAYMENT_ALREADY_RECEIVED', id);
    await shop.admin('update_order_details', { id_order: id, order_payment_state: 'PAYMENT_NOT_RECEIVED' });
    await shop.admin('update_order_details', { id_order: id, order_state: 'CANCELED' });
    await shop.refused('do_payment', { id_order: id, code }, 'ORDER_CANCELED', id);
    await shop.adminRefused('get_payment_link', { id_order: 77 }, 'ORDER_NOT_FOUND', 77);
  });
});
