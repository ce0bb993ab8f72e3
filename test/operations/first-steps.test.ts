// The first minutes of a shop. Catches a code that makes a second owner, or one after another way made the first; steps
// that another device does not see; and a trial order that some figure counts.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { registerUser } from '../../src/domain/accounts/register-user.ts';
import { SECURITY_LEVELS } from '../../src/domain/accounts/user-fields.ts';
import { STATISTICS } from '../../src/domain/reports/report.ts';
import { heldShop } from '../../src/domain/shop/change-settings.ts';
import { SHOP_ID } from '../../src/domain/shop/shop.ts';
import { maintenanceCause } from '../../src/engine/engine.ts';
import { must } from '../../src/kernel/result.ts';
import { digestOf } from '../../src/operations/access/tokens.ts';
import { runs } from '../harness/effort.ts';
import { seedOf } from '../harness/seed.ts';
import { Staff } from './accounts/staff.ts';
import { Goods, line } from './shop.ts';
import type { TestShop } from './shop.ts';

const setCode = (shop: TestShop, code: string): void => {
  const set = shop.engine.transact(maintenanceCause('first_start'), (tx) => {
    const held = heldShop(tx);
    return held.ok ? tx.ask('shop', SHOP_ID, { type: 'set_owner_code', digest: digestOf(code) }) : held;
  });
  must(set.ok, 'a code can always be set');
};

const begin = (shop: TestShop): void => {
  const begun = shop.engine.transact(maintenanceCause('first_start'), (tx) => {
    const held = heldShop(tx);
    return held.ok ? tx.ask('shop', SHOP_ID, { type: 'begin_first_steps' }) : held;
  });
  must(begun.ok, 'the steps can always be begun');
};

const GRETA = { username: 'greta', email: 'greta@example.org', password: 'walnut4545' };
const open = async (): Promise<TestShop> => (await Goods.open({})).shop;

describe('the first owner', () => {
  test('is made once by the newest code, and may do everything', async () => {
    const shop = await open();
    setCode(shop, 'old');
    setCode(shop, 'new');
    await shop.refused('make_first_owner', { ...GRETA, code: 'old' }, 'FIRST_OWNER_CODE_NOT_VALID', 'code');
    const { id_user: id } = await shop.call<{ readonly id_user: number }>('make_first_owner', {
      ...GRETA,
      code: 'new',
    });
    const { staff } = await shop.admin<{ readonly staff: readonly object[] }>('get_staff');
    expect(staff).toMatchObject([{ id_user: id, username: 'greta', level: 100, role: 'owner', status: 'active' }]);
    const again = { ...GRETA, username: 'mia', email: 'mia@example.org', code: 'new' };
    await shop.refused('make_first_owner', again, 'FIRST_OWNER_CODE_NOT_VALID', 'code');
    setCode(shop, 'newest');
    await shop.refused('make_first_owner', { ...again, code: 'newest' }, 'FIRST_OWNER_CODE_NOT_VALID', 'code');
  });

  test('is made by nobody once an account that opens the back office is there, or without a code', async () => {
    const shop = await open();
    await shop.refused('make_first_owner', { ...GRETA, code: 'any' }, 'FIRST_OWNER_CODE_NOT_VALID', 'code');
    setCode(shop, 'code');
    const made = shop.engine.transact(maintenanceCause('user_add'), (tx) =>
      registerUser(tx, {
        username: 'adam',
        email: 'adam@example.org',
        passwordHash: 'hash',
        className: '',
        language: 'de_DE',
        level: SECURITY_LEVELS.manager,
        verifyDigest: '',
      }),
    );
    must(made.ok, 'the account is made');
    await shop.refused('make_first_owner', { ...GRETA, code: 'code' }, 'FIRST_OWNER_CODE_NOT_VALID', 'code');
  });

  test.each([
    [{ username: '' }, 'USERNAME_IS_INVALID', 'username'],
    [{ email: 'nobody' }, 'EMAIL_IS_INVALID', 'email'],
    [{ password: 'short' }, 'PASSWORD_IS_INVALID', 'password'],
  ])('%j is refused, and the code stays', async (wrong, code, param) => {
    const shop = await open();
    setCode(shop, 'code');
    await shop.refused('make_first_owner', { ...GRETA, code: 'code', ...wrong }, code, param);
    expect(await shop.call('make_first_owner', { ...GRETA, code: 'code' })).toMatchObject({ status: 'success' });
  });

  test('the code itself is nowhere in the journal', async () => {
    const shop = await open();
    setCode(shop, 'code-of-the-link');
    const { records } = await shop.admin<{ readonly records: readonly object[] }>('get_changelog', {
      object: 'shop/1',
    });
    expect(JSON.stringify(records)).not.toMatch(/code-of-the-link/);
    expect(JSON.stringify(records)).not.toContain(digestOf('code-of-the-link'));
  });
});

interface Steps {
  readonly shown: number;
  readonly put_away: number;
  readonly id_trial_order: number;
  readonly steps: readonly { readonly name: string; readonly state: string }[];
}

const stepsOf = (shop: TestShop): Promise<Steps> => shop.admin<Steps>('get_first_steps');
const stateOf = async (shop: TestShop, name: string) =>
  (await stepsOf(shop)).steps.find((one) => one.name === name)!.state;

describe('the first steps', () => {
  test('are shown where a start has begun them, until each is done or passed over', async () => {
    const shop = await open();
    expect(await stepsOf(shop)).toMatchObject({ shown: 0, put_away: 0, id_trial_order: 0 });
    begin(shop);
    const { shown, steps } = await stepsOf(shop);
    expect([shown, steps.length]).toEqual([1, 8]);
    await shop.admin('update_first_steps', { step: 'taxes' });
    await shop.admin('update_first_steps', { step: 'payment', state: 'skipped' });
    await shop.restart();
    expect([await stateOf(shop, 'taxes'), await stateOf(shop, 'payment')]).toEqual(['done', 'skipped']);
    await shop.admin('update_first_steps', { step: 'taxes', state: 'open' });
    expect(await stateOf(shop, 'taxes')).toBe('open');
    for (const { name } of steps) await shop.admin('update_first_steps', { step: name, state: 'skipped' });
    expect((await stepsOf(shop)).shown).toBe(0);
  });

  test('are put away, and brought back, by whoever may change settings', async () => {
    const shop = await open();
    begin(shop);
    const staff = new Staff(shop);
    const mia = await staff.enter('mia', 50, 'manager');
    expect(await staff.call(mia, 'update_first_steps', { put_away: 1 })).toMatchObject({
      message: 'PERMISSION_DENIED',
    });
    await shop.admin('update_first_steps', { put_away: 1 });
    expect(await stepsOf(shop)).toMatchObject({ shown: 0, put_away: 1 });
    expect(await shop.admin('update_first_steps', { put_away: 0 })).toMatchObject({ shown: 1, put_away: 0 });
  });

  test('do not make a person type the settings again that they have open', async () => {
    const shop = await open();
    begin(shop);
    const { seq } = await shop.admin<{ readonly seq: number }>('get_shop_settings');
    await shop.admin('update_first_steps', { step: 'taxes' });
    await shop.admin('update_shop_settings', { company: 'Walnut', if_seq: seq });
  });
});

const figuresOf = async (shop: TestShop): Promise<string> => {
  const made = await Promise.all(
    STATISTICS.filter((name) => name !== 'requests' && name !== 'traffic' && name !== 'carts').map((statistic) =>
      shop.text('get_report', { statistic }, { secret: true }),
    ),
  );
  return made.join('\n');
};

/** Places an order by a draft, which is a trial or not. */
const placed = async (shop: TestShop, product: number, trial: boolean): Promise<number> => {
  const draft = await shop.admin<{ readonly session: string }>('create_draft', { ...(trial && { trial: 1 }) });
  await shop.call('add_to_cart', line(draft.session, product, { quantity: 2 }));
  return (await shop.admin<{ readonly id_order: number }>('checkout', { session: draft.session })).id_order;
};

describe('a trial order', () => {
  test('is placed as every other one, marked, and found as one', async () => {
    const goods = await Goods.open({});
    const { shop } = goods;
    begin(shop);
    const product = await goods.product(10, { availability: { quantity: 5, active: 1 } });
    expect(await stateOf(shop, 'product')).toBe('done');
    const id = await placed(shop, product, true);
    expect(await shop.admin('get_order_by_id', { id_order: id })).toMatchObject({ trial: 1, order_state: 'OPEN' });
    const found = await shop.admin<{ readonly result: readonly { readonly id: number }[] }>('search_orders', {
      constraint: { 'main.trial': 1 },
    });
    expect(found.result.map((order) => order.id)).toEqual([id]);
    expect(await stepsOf(shop)).toMatchObject({ id_trial_order: id });
    const stock = async () =>
      (await shop.admin<{ availability: { quantity: number } }>('get_product_details', { id_product: product }))
        .availability.quantity;
    expect(await stock()).toBe(3);
    for (const { name } of (await stepsOf(shop)).steps)
      await shop.admin('update_first_steps', { step: name, state: 'skipped' });
    expect((await stepsOf(shop)).shown, 'it holds stock').toBe(1);
    await shop.admin('update_order_details', { id_order: id, order_state: 'CANCELED' });
    expect(await stock()).toBe(5);
    expect((await stepsOf(shop)).shown).toBe(0);
    const other = await placed(shop, product, false);
    expect(await shop.admin('get_order_by_id', { id_order: other })).not.toHaveProperty('trial');
  });

  test('is not forgotten behind a newer one: the steps are shown until all of them are cancelled', async () => {
    const goods = await Goods.open({});
    const { shop } = goods;
    begin(shop);
    const product = await goods.product(10, { availability: { quantity: 9, active: 1 } });
    const [older, newer] = [await placed(shop, product, true), await placed(shop, product, true)];
    for (const { name } of (await stepsOf(shop)).steps)
      await shop.admin('update_first_steps', { step: name, state: 'skipped' });
    expect(await stepsOf(shop)).toMatchObject({ shown: 1, id_trial_order: newer });
    await shop.admin('update_order_details', { id_order: newer, order_state: 'CANCELED' });
    expect(await stepsOf(shop)).toMatchObject({ shown: 1, id_trial_order: older });
    await shop.restart();
    expect(await stepsOf(shop)).toMatchObject({ shown: 1, id_trial_order: older });
    await shop.admin('update_order_details', { id_order: older, order_state: 'CANCELED' });
    expect(await stepsOf(shop)).toMatchObject({ shown: 0, id_trial_order: newer });
  });

  test('is in no figure, whatever becomes of it and whatever else is ordered', async () => {
    const step = fc.constantFrom('trial', 'order', 'cancel trial', 'pay trial', 'restart');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const [one, other] = [await Goods.open({}), await Goods.open({})];
        const product = await one.product(10);
        await other.product(10);
        const trials: number[] = [];
        for (const done of steps) {
          if (done === 'trial') trials.push(await placed(one.shop, product, true));
          if (done === 'order') for (const { shop } of [one, other]) await placed(shop, product, false);
          const last = trials.at(-1);
          if (done === 'cancel trial' && last !== undefined)
            await one.shop.admin('update_order_details', { id_order: last, order_state: 'CANCELED' });
          if (done === 'pay trial' && last !== undefined)
            await one.shop.admin('update_order_details', { id_order: last, order_payment_state: 'PAYMENT_RECEIVED' });
          if (done === 'restart') await one.shop.restart();
          expect(await figuresOf(one.shop)).toBe(await figuresOf(other.shop));
        }
      }),
      { numRuns: runs(6), seed: seedOf('trial orders') },
    );
  });
});
