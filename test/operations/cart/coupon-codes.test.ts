// Codes of coupons in whatever case they are typed. It would catch a code that is compared in one place as it was made
// and in another as it was typed.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseless } from '../../../src/kernel/text.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import { Goods, line, openShop } from '../shop.ts';

const made = { count: 1, name: 'welcome', amount: 5, type: 'MULTIPLE_NOMINAL', attributes: { combineable: 1 } };

test('folding is the same for every spelling of a code', () => {
  const same = (text: string): void => {
    const folded = caseless(text);
    for (const other of [text.toUpperCase(), text.toLowerCase(), text.normalize('NFD'), folded])
      expect([text, caseless(other)]).toEqual([text, folded]);
  };
  for (let code = 0x20; code < 0x250; code += 1) same(String.fromCodePoint(code));
  fc.assert(fc.property(fc.stringMatching(/^[A-Za-z0-9äöüßÄÖÜéÉçñÑ_. -]{1,20}$/), same));
});

test('a code is found in any case, and shown as it was made', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  await shop.admin('create_coupons', { ...made, code: 'Sömmer-2026' });
  for (const typed of ['Sömmer-2026', 'SÖMMER-2026', 'sömmer-2026', ' SöMMER-2026 ', 'So\u0308mmer-2026']) {
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, await goods.product(20)));
    expect(await shop.call('add_coupons', { session, coupons: [[typed, '']] })).toMatchObject({ status: 'SUCCESS' });
    expect((await shop.call<Cart>('get_cart', { session })).coupons).toMatchObject({
      sum: 5,
      positions: [{ code: 'Sömmer-2026' }],
    });
    await shop.refused(
      'add_coupons',
      { session, coupons: [['SÖMMER-2026', 'again']] },
      'COUPON_ALREADY_ADDED',
      'SÖMMER-2026',
    );
    expect(await shop.call<Checkout>('checkout', { session })).toMatchObject({ status: 'success' });
  }
  await shop.restart();
  const session = await shop.session();
  expect(await shop.call('add_coupons', { session, coupons: [['sÖMMER-2026']] })).toMatchObject({ status: 'SUCCESS' });
});

test('twice in one call, in two spellings', async () => {
  const shop = openShop();
  await shop.admin('create_coupons', { ...made, code: 'WELCOME10' });
  await shop.refused(
    'add_coupons',
    {
      session: await shop.session(),
      coupons: [
        ['WELCOME10', ''],
        ['welcome10', ''],
      ],
    },
    'COUPON_ALREADY_ADDED',
    'welcome10',
  );
});

test('a code of one’s own is taken in every spelling', async () => {
  const shop = openShop();
  await shop.admin('create_coupons', { ...made, code: 'WELCOME10' });
  for (const code of ['WELCOME10', 'welcome10', 'Welcome10'])
    await shop.adminRefused('create_coupons', { ...made, code }, 'COUPON_CODE_ALREADY_IN_USE', code);
  await shop.restart();
  await shop.adminRefused('create_coupons', { ...made, code: 'welCome10' }, 'COUPON_CODE_ALREADY_IN_USE', 'welCome10');
});

test('an older store may have both spellings: each is found by its own, others find the first', async () => {
  const shop = openShop();
  const { coupons } = await shop.admin<{ coupons: { code: string }[] }>('create_coupons', {
    ...made,
    code: 'Welcome10',
  });
  expect(coupons).toEqual([{ code: 'Welcome10' }]);
  const second = shop.engine.transact(maintenanceCause('test'), (tx) =>
    tx.create('coupon', { type: 'create_coupon', batchId: 1, code: 'welcome10' }),
  );
  expect(second.ok).toBe(true);
  for (const [typed, found] of [
    ['Welcome10', 'Welcome10'],
    ['welcome10', 'welcome10'],
    ['WELCOME10', 'Welcome10'],
  ] as const) {
    const session = await shop.session();
    await shop.call('add_coupons', { session, coupons: [[typed]] });
    expect((await shop.call<Cart>('get_cart', { session })).coupons.positions).toMatchObject([{ code: found }]);
  }
});
