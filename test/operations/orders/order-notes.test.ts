// Notes of the staff. Catches a note that a buyer can read, that names nobody, that no export has, or that outlives the
// erasure of the person.
import { expect, test } from 'vitest';
import { loggedIn, verified } from '../accounts/accounts.ts';
import { Goods, line } from '../shop.ts';

interface Notes {
  readonly notes: readonly { readonly text: string; readonly id_user: number }[];
}

const NOTE = 'wants it before noon';

test('a note is kept with its time, shown to the staff alone, exported and erased with the person', async () => {
  const { shop, id, session, anna } = await ordered();
  await shop.admin('add_order_note', { id_order: id, text: NOTE });
  await shop.admin('add_order_note', { id_order: id, text: 'called back' });
  await shop.restart();
  expect((await shop.admin<Notes>('get_order_notes', { id_order: id })).notes.map(({ text }) => text)).toEqual([
    NOTE,
    'called back',
  ]);
  for (const request of ['get_user_orders', 'get_user_data'])
    expect(await shop.text(request, { session })).not.toContain(NOTE);
  expect(await shop.text('get_order_by_id', { session, id_order: id })).not.toContain(NOTE);
  expect(await shop.text('export_user', { id_user: anna }, { secret: true })).toContain(NOTE);
  await shop.refused('get_order_notes', { id_order: id }, 'PERMISSION_DENIED', 'licence_secret_key');
  await shop.adminRefused('add_order_note', { id_order: 99, text: 'x' }, 'ORDER_NOT_FOUND', '99');
  await shop.adminRefused('get_order_notes', { id_order: 99 }, 'ORDER_NOT_FOUND', '99');
  await shop.admin('erase_user', { id_user: anna });
  expect((await shop.admin<Notes>('get_order_notes', { id_order: id })).notes).toEqual([]);
  await shop.adminRefused('add_order_note', { id_order: id, text: 'x' }, 'ORDER_ERASED', String(id));
});

test('an order has 200 notes at most', async () => {
  const { shop, id } = await ordered();
  for (let at = 0; at < 200; at += 1) await shop.admin('add_order_note', { id_order: id, text: `note ${at}` });
  await shop.adminRefused('add_order_note', { id_order: id, text: 'x' }, 'NOTE_LIMIT_REACHED', '200');
});

const ordered = async () => {
  const goods = await Goods.open({});
  const { shop } = goods;
  const product = await goods.product();
  await verified(shop, 'anna');
  const session = await loggedIn(shop, 'anna');
  await shop.call('add_to_cart', line(session, product));
  const placed = await shop.call<{ readonly id_order: number; readonly session: string }>('checkout', { session });
  const found = await shop.admin<{ readonly result: readonly { readonly id_user: number }[] }>('search_users', {
    constraint: { username: 'anna' },
  });
  return { shop, id: placed.id_order, session: placed.session, anna: found.result[0]!.id_user };
};
