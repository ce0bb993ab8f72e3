// Drafts of the shop. Catches a draft that gives its maker the customer's login, that is no order of the customer, that
// is lost too early or kept for ever, or that counts as a shopper's cart.
import { expect, test } from 'vitest';
import { loggedIn, verified } from '../accounts/accounts.ts';
import { Staff } from '../accounts/staff.ts';
import { Goods, freeLine, line } from '../shop.ts';

const DAY_MS = 86_400_000;

interface Opened {
  readonly id_draft: string;
  readonly session: string;
  readonly id_user: number;
}
interface Drafts {
  readonly count: number;
  readonly drafts: readonly { readonly id_draft: string; readonly total: number; readonly username: string }[];
}

const opened = async () => {
  const goods = await Goods.open({});
  const { shop } = goods;
  const product = await goods.product();
  await verified(shop, 'anna');
  const found = await shop.admin<{ readonly result: readonly { readonly id_user: number }[] }>('search_users', {
    constraint: { username: 'anna' },
  });
  const anna = found.result[0]!.id_user;
  return { shop, product, anna, drafts: () => shop.admin<Drafts>('get_drafts') };
};

test('a draft becomes an order of its customer, whose login nobody gets', async () => {
  const { shop, product, anna, drafts } = await opened();
  const draft = await shop.admin<Opened>('create_draft', { id_user: anna });
  expect(draft.id_user).toBe(anna);
  await shop.call('add_to_cart', line(draft.session, product));
  await shop.call('set_order_details', { session: draft.session, delivery_companyname: 'Ada & Co', note: 'by phone' });
  const text = await shop.text('get_drafts', {}, { secret: true });
  expect(text).not.toContain(draft.session);
  expect(await drafts()).toMatchObject({
    complete: 1,
    count: 1,
    drafts: [{ id_draft: draft.id_draft, username: 'anna', name: 'Ada & Co', email: 'anna@example.org', lines: 1 }],
  });
  expect((await shop.admin<{ readonly count: number }>('get_open_carts')).count).toBe(0);
  await shop.refused('get_user_data', { session: draft.session }, 'USER_NOT_LOGGED_IN', 'session');
  const { id_order: id } = await shop.call<{ readonly id_order: number }>('checkout', { session: draft.session });
  const order = await shop.admin<{ readonly username: string }>('get_order_by_id', { id_order: id });
  expect(order.username).toBe('anna');
  const own = await shop.text('get_user_orders', { session: await loggedIn(shop, 'anna') });
  expect(own).toContain(`"order_number":${id}`);
  // Sent again, as after a lost answer.
  expect(await shop.call('checkout', { session: draft.session })).toMatchObject({ id_order: id });
  expect((await drafts()).count).toBe(0);
  await shop.adminRefused('continue_draft', { id_draft: draft.id_draft }, 'DRAFT_NOT_FOUND', 'id_draft');
});

test.each([true, false])(
  'what is bought in that session from then on is a new guest’s (entered: %s)',
  async (entered) => {
    const { shop, product, anna } = await opened();
    const draft = await shop.admin<Opened>('create_draft', { id_user: anna });
    const bought = async (details: object): Promise<number> => {
      if (Object.keys(details).length > 0) await shop.call('set_order_details', { session: draft.session, ...details });
      await shop.call('add_to_cart', line(draft.session, product));
      return (await shop.call<{ readonly id_order: number }>('checkout', { session: draft.session })).id_order;
    };
    await bought({ delivery_lastname: 'Annason' });
    const next = await bought(entered ? { delivery_lastname: 'Bobsen' } : {});
    const order = await shop.text('get_order_by_id', { id_order: next }, { secret: true });
    expect(JSON.parse(order)).toMatchObject({ username: '' });
    expect(order).not.toContain('Annason');
    // Its keys are its own: those of the account outlive it.
    await shop.admin('erase_order', { id_order: next });
    await shop.restart();
    expect(await shop.admin('get_user_by_id', { id_user: anna })).toMatchObject({ username: 'anna' });
  },
);

test('nobody logs in to a draft', async () => {
  const { shop, anna } = await opened();
  await verified(shop, 'bert');
  const draft = await shop.admin<Opened>('create_draft', { id_user: anna });
  await expect(loggedIn(shop, 'bert', draft.session)).rejects.toThrow('login_user');
  await shop.refused('get_user_data', { session: draft.session }, 'USER_NOT_LOGGED_IN', 'session');
});

test('begun again under one key it is the same draft, and its end is told once it is gone', async () => {
  const { shop } = await opened();
  const begin = () => shop.admin<Opened>('create_draft', {}, { key: 'once' });
  const draft = await begin();
  expect(await begin()).toEqual(draft);
  await shop.admin('discard_draft', { id_draft: draft.id_draft });
  expect(await begin()).toMatchObject({ message: 'IDEMPOTENCY_RESULT_GONE' });
});

test('who takes orders on the phone gives nothing away', async () => {
  const { shop, product, anna } = await opened();
  const staff = new Staff(shop);
  const [support, manager] = [await staff.enter('sam', 50, 'support'), await staff.enter('mia', 50, 'manager')];
  const draft = await staff.call<Opened>(support, 'create_draft', { id_user: anna });
  const off = freeLine(draft.session, '-1');
  const costs = { session: draft.session, delivery_costs: [['off', -1, 0]] };
  await staff.call(support, 'add_to_cart', line(draft.session, product));
  for (const [request, params] of [
    ['add_to_cart', off],
    ['add_delivery_costs', costs],
  ] as const) {
    expect(await staff.call(support, request, params), request).toMatchObject({ message: 'PERMISSION_DENIED' });
    expect(await staff.call(manager, request, params), request).not.toHaveProperty('message');
  }
});

test('what was entered in a draft for an account goes with the account', async () => {
  const { shop, product, anna, drafts } = await opened();
  const draft = await shop.admin<Opened>('create_draft', { id_user: anna });
  await shop.call('add_to_cart', line(draft.session, product));
  await shop.call('set_order_details', { session: draft.session, delivery_lastname: 'Lindqvist' });
  await shop.admin('erase_user', { id_user: anna });
  expect(await shop.text('get_drafts', {}, { secret: true })).not.toContain('Lindqvist');
  expect((await drafts()).drafts).toEqual([]);
});

test('a draft lives draftTtlMs after its last use, and a shopper’s session no longer for it', async () => {
  const { shop, product, drafts } = await opened();
  const draft = await shop.admin<Opened>('create_draft');
  const session = await shop.session();
  await shop.call('add_to_cart', line(draft.session, product));
  shop.nowMs += 29 * DAY_MS;
  await shop.refused('get_cart', { session }, 'SESSION_INVALID', 'session');
  const again = await shop.admin<Opened>('continue_draft', { id_draft: draft.id_draft });
  expect(again).toEqual(draft);
  shop.nowMs += 29 * DAY_MS;
  await shop.call('get_cart', { session: draft.session });
  shop.nowMs += 31 * DAY_MS;
  await shop.refused('get_cart', { session: draft.session }, 'SESSION_INVALID', 'session');
  await shop.adminRefused('continue_draft', { id_draft: draft.id_draft }, 'DRAFT_NOT_FOUND', 'id_draft');
  expect((await drafts()).drafts).toEqual([]);
});

test('drafts are listed the newest first, kept over a restart, and thrown away for good', async () => {
  const { shop, product, drafts } = await opened();
  const made: Opened[] = [];
  for (let at = 0; at < 3; at += 1) {
    shop.nowMs += 1000;
    made.push(await shop.admin<Opened>('create_draft'));
    await shop.call('add_to_cart', line(made[at]!.session, product));
  }
  const names = async (): Promise<readonly string[]> => (await drafts()).drafts.map(({ id_draft: name }) => name);
  const newest = made.map(({ id_draft: name }) => name).toReversed();
  expect(await names()).toEqual(newest);
  await shop.admin('discard_draft', { id_draft: newest[1]! });
  expect(await names()).toEqual([newest[0], newest[2]]);
  await shop.refused('get_cart', { session: made[1]!.session }, 'SESSION_INVALID', 'session');
  await shop.restart();
  shop.engine.openCarts.advance(() => true);
  expect(await names()).toEqual([newest[0], newest[2]]);
  await shop.adminRefused('discard_draft', { id_draft: newest[1]! }, 'DRAFT_NOT_FOUND', 'id_draft');
  await shop.adminRefused('continue_draft', { id_draft: 'x' }, 'DRAFT_NOT_FOUND', 'id_draft');
  await shop.adminRefused('create_draft', { id_user: 999_999 }, 'USER_NOT_FOUND', '999999');
});
