// What an order's fields may hold. Catches an address or a name that smuggles a line into a mail or a label.
import { expect, test } from 'vitest';
import { DETAIL_FIELDS } from '../../../src/domain/cart/order-details.ts';
import { openShop } from '../shop.ts';
import { bought } from './bought.ts';

const BREAKS = ['a\nb', 'a\r\nBcc: b', 'a\tb', 'a\u007Fb', 'a\u0085b', 'a\u2028b', 'a\u2029'];
const SINGLE = DETAIL_FIELDS.filter((field) => field !== 'note' && field !== 'email');

test('every field but the note is one line, in drafts and in orders', async () => {
  const shop = openShop();
  const session = await shop.session();
  for (const [index, field] of SINGLE.entries())
    await shop.refused(
      'set_order_details',
      { session, [field]: BREAKS[index % BREAKS.length]! },
      'PARAMETER_INVALID',
      field,
    );
  for (const broken of BREAKS)
    await shop.refused('set_order_details', { session, delivery_lastname: broken }, 'PARAMETER_INVALID');
  expect(await shop.call('set_order_details', { session, note: 'a\r\nb\tc' })).toMatchObject({ note: 'a\r\nb\tc' });
});

test.each([
  'anna',
  'anna@localhost',
  'a@example.org\r\nBcc: b@example.org',
  'a@example.org\n',
  ' a@example.org',
  'a b@c.de',
])('the e-mail %j is refused by name', async (email) => {
  const shop = openShop();
  const session = await shop.session();
  await shop.refused('set_order_details', { session, email }, 'EMAIL_IS_INVALID', 'email');
});

test('the back office is bound by the same rules', async () => {
  const { goods, orderId } = await bought();
  const change = { id_order: orderId };
  await goods.shop.adminRefused('update_order_details', { ...change, email: 'x' }, 'EMAIL_IS_INVALID', 'email');
  await goods.shop.adminRefused('update_order_details', { ...change, phone: '1\n2' }, 'PARAMETER_INVALID', 'phone');
});
