// First numbers of orders and invoices, and lives of sessions, that are set while the shop sells. Catches a number that
// is given twice or below one that was given, a first number that is shown and not obeyed, a refusal of one that is
// free, and a session that ends although it is used, or is shown as used at another time.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { openShop, freeLine } from './shop.ts';
import type { TestShop } from './shop.ts';

const HOUR = 3_600_000;

const reserve = async (shop: TestShop): Promise<{ readonly session: string; readonly number: number }> => {
  const session = await shop.session();
  const { order_number: number } = await shop.call<{ order_number: string }>('set_order_details', {
    session,
    note: 'x',
  });
  return { session, number: Number(number) };
};

interface Placed {
  readonly id: number;
  readonly invoice: number;
}

const place = async (shop: TestShop, session: string): Promise<Placed> => {
  await shop.call('add_to_cart', freeLine(session, 1));
  const { id_order } = await shop.call<{ id_order: number }>('checkout', { session });
  const { invoice_number } = await shop.call<{ invoice_number: string }>('get_order_by_id', { id_order });
  return { id: id_order, invoice: Number(invoice_number.replace('R-', '')) };
};

const update = (shop: TestShop, params: object): Promise<object> => shop.admin('update_shop_settings', { ...params });

type Step = readonly ['place' | 'reserve' | 'place reserved' | 'restart' | 'order' | 'invoice', number];

const STEPS: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom('place', 'reserve', 'place reserved', 'restart', 'order', 'invoice'),
  fc.integer({ min: 1, max: 60 }),
);

test('no number is given twice or below a given one, whatever the first one becomes, and a lower one is refused', async () => {
  const law = fc.asyncProperty(fc.array(STEPS, { minLength: 1, maxLength: 14 }), async (steps) => {
    const shop = openShop({ config: { orderIdFirst: 20, invoiceNumberFirst: 20 } });
    const first = { order: 20, invoice: 20 };
    const highest = { order: 0, invoice: 0 };
    const drafts: { readonly session: string; readonly number: number }[] = [];
    const give = (kind: 'order' | 'invoice', number: number): void => {
      expect(number).toBe(Math.max(highest[kind] + 1, first[kind]));
      highest[kind] = number;
    };
    for (const [type, number] of steps) {
      if (type === 'restart') await shop.restart();
      else if (type === 'reserve') {
        const draft = await reserve(shop);
        give('order', draft.number);
        drafts.push(draft);
      } else if (type === 'place') {
        const { id, invoice } = await place(shop, await shop.session());
        give('order', id);
        give('invoice', invoice);
      } else if (type === 'place reserved') {
        const draft = drafts.pop();
        if (draft === undefined) continue;
        const { id, invoice } = await place(shop, draft.session);
        expect(id).toBe(draft.number);
        give('invoice', invoice);
      } else {
        const param = type === 'order' ? 'order_id_first' : 'invoice_number_first';
        const isFree = number > highest[type] || number === first[type];
        if (isFree) {
          expect(await update(shop, { [param]: number })).toMatchObject({ status: 'success', [param]: number });
          first[type] = number;
        } else
          await shop.adminRefused('update_shop_settings', { [param]: number, dry_run: 1 }, 'SETTING_IN_USE', param);
      }
    }
    await shop.verified();
  });
  await fc.assert(law, { numRuns: runs(60) });
});

test('first numbers change at once only; an entry of the configuration below what was given gives nothing again', async () => {
  const shop = openShop();
  for (const param of ['order_id_first', 'invoice_number_first'])
    await shop.adminRefused(
      'update_shop_settings',
      { [param]: 30_000, effective_at: '2099-01-01' },
      'PARAMETER_INVALID',
      param,
    );
  expect(await place(shop, await shop.session())).toEqual({ id: 10_001, invoice: 1 });
  await shop.restart({ config: { orderIdFirst: 5, invoiceNumberFirst: 1 } });
  expect(await place(shop, await shop.session())).toEqual({ id: 10_002, invoice: 2 });
});

test('a number that a draft shows is still a draft’s after the first number was raised', async () => {
  const shop = openShop();
  const { number } = await reserve(shop);
  await update(shop, { order_id_first: 50_000 });
  expect(await place(shop, await shop.session())).toMatchObject({ id: 50_000 });
  expect(await shop.call('do_payment', { id_order: number })).toMatchObject({ status: 'Success' });
  await shop.refused('do_payment', { id_order: 5 }, 'ORDER_NOT_FOUND');
});

test('a session lives as long as the setting said at its last use, and gets a new life by its next', async () => {
  const shop = openShop();
  const begunMs = shop.nowMs;
  const [used, left] = [await shop.session(), await shop.session()];
  await shop.call('add_to_cart', freeLine(used, 1));
  await update(shop, { session_ttl_ms: HOUR });
  expect(await shop.call('get_shop')).toMatchObject({ limits: { session_lifetime: 3600 } });
  const cart = async () =>
    (await shop.admin<{ carts: readonly { use_date: string; end_date: string }[] }>('get_open_carts')).carts[0];
  // What was used last under the former setting is shown as it was.
  const ofDay = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
  expect(await cart()).toMatchObject({ use_date: ofDay(begunMs), end_date: ofDay(begunMs + 24 * HOUR) });
  shop.nowMs += 50 * 60_000;
  await shop.call('get_cart', { session: used });
  expect(await cart()).toMatchObject({ use_date: ofDay(shop.nowMs), end_date: ofDay(shop.nowMs + HOUR) });
  // Used more often than it lives, it goes on.
  for (let at = 0; at < 5; at += 1) {
    shop.nowMs += 50 * 60_000;
    await shop.call('get_cart', { session: used });
  }
  shop.nowMs += HOUR;
  await shop.refused('get_cart', { session: used }, 'SESSION_INVALID');
  await shop.call('get_cart', { session: left });
  await update(shop, { session_ttl_ms: 48 * HOUR });
  shop.nowMs += 30 * 60_000;
  await shop.call('get_cart', { session: left });
  shop.nowMs += 47 * HOUR;
  await shop.restart();
  await shop.call('get_cart', { session: left });
});
