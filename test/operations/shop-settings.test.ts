// Settings that the shop holds, by its API. It would catch a price, a page or a list that goes on with the settings of
// the start, a line that is silently priced anew, a change that leaves a product without its tax class, and a change at
// midnight that a restart, or another zone, moves.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RateE6 } from '../../src/domain/money.ts';
import type { ShopRules } from '../../src/domain/rules.ts';
import { configureShop } from '../../src/domain/shop/change-settings.ts';
import { maintenanceCause } from '../../src/engine/engine.ts';
import { applyDueChanges } from '../../src/engine/maintenance/due-changes.ts';
import { runs } from '../harness/effort.ts';
import { seedOf } from '../harness/seed.ts';
import { Goods, line } from './shop.ts';

const taxClass = (name: string, rate: number) => ({ name, calculation: 'included', rates: { DE: rate } });
const rules = (...classes: readonly (readonly [string, number])[]): Partial<ShopRules> => ({
  taxClasses: classes.map(([name, rate]) => ({
    name,
    calculation: 'included',
    rates: { DE: (rate * 1_000_000) as RateE6 },
  })) as unknown as ShopRules['taxClasses'],
});
const RULES = rules(['full', 0.19], ['reduced', 0.07]);
const BOTH = [taxClass('full', 0.19), taxClass('reduced', 0.07)];

interface Settings {
  readonly seq: number;
  readonly pinned: readonly string[];
  readonly tax_classes: readonly { readonly name: string; readonly rates: { readonly DE?: number } }[];
  readonly scheduled: readonly { readonly effective_at: string; readonly tax_classes?: readonly object[] }[];
}

const open = async () => {
  const goods = await Goods.open({ rules: RULES });
  const { shop } = goods;
  const id = await goods.product(11.9, { metadata: { taxclass: 'full' } });
  const update = (params: object) => shop.admin<Settings>('update_shop_settings', { ...params });
  const get = () => shop.admin<Settings>('get_shop_settings');
  const rateShown = async () => {
    const text = await shop.text('get_product_details', { id_product: id });
    return Number(/"taxclass":\{[^}]*?"value":"?([\d.]+)/.exec(text)?.[1]);
  };
  const rateListed = async () =>
    (await shop.call<{ tax_classes: Settings['tax_classes'] }>('get_shop')).tax_classes[0]!.rates.DE;
  /** Rate of each line. */
  const taxes = async (cart: { readonly session: string }) =>
    [...(await shop.text('get_cart', cart)).matchAll(/sys_tax\D*([\d.]+)/g)].map(([, rate]) => rate);
  return { goods, taxes, shop, id, update, get, rateShown, rateListed };
};

describe('a tax rate that changes', () => {
  test('is that of the next read, cached replies included, and of the next line; a line keeps its own', async () => {
    const { shop, id, update, rateShown, rateListed, taxes } = await open();
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, id));
    const before = await taxes({ session });
    for (let at = 0; at < 3; at += 1) expect([await rateShown(), await rateListed()]).toEqual([0.19, 0.19]);
    await update({ tax_classes: [taxClass('full', 0.25), BOTH[1]] });
    for (let at = 0; at < 3; at += 1) expect([await rateShown(), await rateListed()]).toEqual([0.25, 0.25]);
    expect(await taxes({ session })).toEqual(before);
    const other = await shop.session();
    await shop.call('add_to_cart', line(other, id));
    expect(await taxes({ session: other })).not.toEqual(before);
    await shop.restart({ rules: RULES });
    expect([await rateShown(), await rateListed()]).toEqual([0.25, 0.25]);
  });

  test('shows in every reply what was set last, whatever came before', async () => {
    const rates = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.nat(3)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rates, async (steps) => {
        const { shop, update, get, rateShown, rateListed } = await open();
        for (const [thousandths, reads] of steps) {
          await update({ tax_classes: [taxClass('full', thousandths / 1000), BOTH[1]] });
          for (let at = 0; at <= reads; at += 1)
            expect([await rateShown(), await rateListed()]).toEqual([thousandths / 1000, thousandths / 1000]);
          if (reads === 3) await shop.restart({ rules: RULES });
          expect((await get()).tax_classes[0]!.rates.DE).toBe(thousandths / 1000);
        }
      }),
      { numRuns: runs(12), seed: seedOf('settings shown') },
    );
  });

  test('is in the audit log, and nothing is recorded where nothing changes', async () => {
    const { shop, update } = await open();
    await update({ tax_classes: [taxClass('full', 0.25), BOTH[1]] });
    const { records } = await shop.admin<{ records: readonly { field: string; operation: string }[] }>(
      'get_changelog',
      {
        object: 'shop/1',
      },
    );
    expect(records.map(({ operation }) => operation)).toContain('update_shop_settings');
    const { headSeq } = shop.engine;
    await update({ tax_classes: [taxClass('full', 0.25), BOTH[1]] });
    expect(shop.engine.headSeq).toBe(headSeq);
  });
});

describe('a change at a time', () => {
  test('begins with the day of the shop, by one record, whatever was restarted meanwhile', async () => {
    const { shop, update, get, rateShown } = await open();
    await shop.restart({ rules: { ...RULES, timeZone: 'Europe/Berlin' } });
    const day = new Date(shop.nowMs + 2 * 86_400_000).toISOString().slice(0, 10);
    const next = [taxClass('full', 0.21), BOTH[1]];
    await update({ tax_classes: next, effective_at: day });
    const dueMs = shop.engine.tables.shop.peek(1) as { scheduled: readonly { effectiveMs: number }[] };
    const { effectiveMs } = dueMs.scheduled[0]!;
    expect(new Date(effectiveMs).toLocaleString('sv', { timeZone: 'Europe/Berlin' })).toBe(`${day} 00:00:00`);
    shop.nowMs = effectiveMs - 1;
    applyDueChanges(shop.engine);
    expect(await rateShown()).toBe(0.19);
    await shop.restart({ rules: RULES });
    shop.nowMs = effectiveMs;
    const { headSeq } = shop.engine;
    for (let at = 0; at < 3; at += 1) applyDueChanges(shop.engine);
    expect(shop.engine.headSeq).toBe(headSeq + 1);
    expect(await rateShown()).toBe(0.21);
    expect((await get()).scheduled).toEqual([]);
  });

  test('is replaced and withdrawn by its time, and takes no class away', async () => {
    const { shop, update, get } = await open();
    const at = '2099-01-01 00:00:00';
    const params = { effective_at: at };
    await update({ ...params, tax_classes: [taxClass('full', 0.2), BOTH[1]] });
    await update({ ...params, tax_classes: [taxClass('full', 0.21), BOTH[1]] });
    expect((await get()).scheduled).toMatchObject([{ effective_at: at, tax_classes: [{ rates: { DE: 0.21 } }, {}] }]);
    const wrong = { ...params, tax_classes: [BOTH[0]] };
    await shop.adminRefused('update_shop_settings', wrong, 'PARAMETER_INVALID', 'tax_classes');
    const more = { tax_classes: [...BOTH, taxClass('books', 0.05)] };
    await shop.adminRefused('update_shop_settings', more, 'PARAMETER_INVALID', 'tax_classes');
    await update({ ...params, withdraw: 1 });
    expect((await get()).scheduled).toEqual([]);
    await update(more);
    expect((await get()).tax_classes).toHaveLength(3);
  });
});

test('a small business and a rate above zero at home are refused by name, whichever comes last, also at a time', async () => {
  const { shop, update, get } = await open();
  const seller = { name: 'Kontor', street: 'Weg 1', zip: '20457', city: 'Hamburg', country: 'DE' };
  const small = { ...seller, small_business: 1 };
  const none = [taxClass('full', 0), { ...taxClass('reduced', 0), rates: { DE: 0, AT: 0.2 } }];
  const refused = (given: object, param: string) =>
    shop.adminRefused('update_shop_settings', { ...given }, 'PARAMETER_INVALID', param);
  const at = { effective_at: '2099-01-01 00:00:00' };
  await update({ seller });
  await refused({ seller: small }, 'seller');
  await refused({ seller: small, tax_classes: [none[0], BOTH[1]] }, 'tax_classes');
  await refused({ seller: small, ...at }, 'seller');
  await update({ seller: small, tax_classes: none });
  await refused({ tax_classes: BOTH }, 'tax_classes');
  await refused({ tax_classes: BOTH, ...at }, 'tax_classes');
  await refused({ seller: { ...small, country: 'AT' } }, 'seller');
  await refused({ country: 'AT' }, 'country');
  await update({ seller: { ...small, phone: '+49 40 1' } });
  await update({ tax_classes: BOTH, seller });
  expect((await get()).tax_classes).toMatchObject(BOTH);
});

test('what would leave a product or a warehouse entity without its class is refused by name', async () => {
  const { shop, id, update } = await open();
  const without = { tax_classes: [BOTH[1]] };
  await shop.adminRefused('update_shop_settings', without, 'SETTING_IN_USE', 'tax_classes');
  await shop.admin('update_product', { id_product: id, metadata: { taxclass: 'reduced' } });
  await shop.restart({ rules: RULES });
  await shop.adminRefused('update_shop_settings', { tax_classes: [BOTH[0]] }, 'SETTING_IN_USE', 'tax_classes');
  await update(without);
  await shop.adminRefused(
    'update_product',
    { id_product: id, metadata: { taxclass: 'full' } },
    'PARAMETER_INVALID',
    'metadata',
  );
});

test('a dry run shows the settings after it, and changes nothing', async () => {
  const { shop, update, get, rateShown } = await open();
  const before = await get();
  const { headSeq } = shop.engine;
  const shown = await update({ tax_classes: [taxClass('full', 0.25), BOTH[1]], dry_run: 1 });
  expect(shown.tax_classes[0]!.rates.DE).toBe(0.25);
  expect([shop.engine.headSeq, await rateShown(), await get()]).toEqual([headSeq, 0.19, before]);
});

test('of two people who saw the same settings, the second is refused', async () => {
  const { shop, update, get } = await open();
  const params = { tax_classes: [taxClass('full', 0.25), BOTH[1]] };
  const { seq } = await get();
  await update({ ...params, if_seq: seq });
  await shop.adminRefused('update_shop_settings', { ...params, if_seq: seq }, 'CHANGED_MEANWHILE', 'if_seq');
  await update({ tax_classes: BOTH, if_seq: (await get()).seq });
});

test('what the configuration says otherwise than at the seed wins, until it says so no more', async () => {
  const { shop, update, get, rateShown } = await open();
  const configure = (classes: Partial<ShopRules>, given: readonly 'taxClasses'[]): void => {
    const values = { taxClasses: classes.taxClasses! };
    const made = shop.engine.transact(maintenanceCause('shop_settings'), (tx) => configureShop(tx, { values, given }));
    expect(made.ok).toBe(true);
  };
  const other = rules(['full', 0.3], ['reduced', 0.07]);
  configure(RULES, ['taxClasses']);
  expect(await get()).toMatchObject({ pinned: [], tax_classes: [{ rates: { DE: 0.19 } }, {}] });
  await update({ tax_classes: [taxClass('full', 0.25), BOTH[1]] });
  // The entry that seeded the shop, as it stands in the file ever since, and none.
  for (const given of [['taxClasses'], []] as const) configure(RULES, given);
  expect(await rateShown()).toBe(0.25);
  configure(other, ['taxClasses']);
  expect([await rateShown(), (await get()).pinned]).toEqual([0.3, ['tax_classes']]);
  await shop.adminRefused('update_shop_settings', { tax_classes: BOTH }, 'SETTING_PINNED', 'tax_classes');
  const { headSeq } = shop.engine;
  configure(other, ['taxClasses']);
  expect(shop.engine.headSeq).toBe(headSeq);
  await shop.restart({ rules: RULES });
  expect(await rateShown()).toBe(0.3);
  configure(RULES, []);
  expect([await rateShown(), (await get()).pinned]).toEqual([0.25, []]);
});

test.each([
  [{ tax_classes: [] }, 'tax_classes'],
  [{ tax_classes: [taxClass('a', 1.5)] }, 'tax_classes'],
  [{ tax_classes: [taxClass('a', 0.1234567)] }, 'tax_classes'],
  [{ tax_classes: [taxClass('a', 0.1), taxClass('a', 0.2)] }, 'tax_classes'],
  [{ withdraw: 1 }, 'withdraw'],
  [{ tax_classes: BOTH, effective_at: 'soon' }, 'effective_at'],
  [{ tax_classes: BOTH, effective_at: '2001-01-01' }, 'effective_at'],
])('%j is refused', async (params, param) => {
  const { shop, get } = await open();
  await shop.adminRefused('update_shop_settings', params, 'PARAMETER_INVALID', param);
  expect((await get()).seq).toBe(0);
});

test('a rate for a country that there is not is refused', async () => {
  const { shop } = await open();
  const params = { tax_classes: [{ ...BOTH[0], rates: { XX: 0.1 } }, BOTH[1]] };
  await shop.adminRefused('update_shop_settings', params, 'COUNTRY_NOT_FOUND', 'tax_classes');
});
