// Orders are frozen: whatever any one of the settings becomes, an order's replies and documents stay byte for byte.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../../src/config/config.ts';
import type { SettingName } from '../../../src/config/config.ts';
import { openShop } from '../shop.ts';
import { CONFIG, place, removeTemplates, shownOf, writeTemplates } from './issued-shop.ts';
import { LEAST, otherOf } from './other-settings.ts';

beforeAll(writeTemplates);
afterAll(removeTemplates);

/** What documents and views show, or might: each of these alone. */
const SHOWN = new Set<string>([
  'currency',
  'language',
  'languages',
  'country',
  'timeZone',
  'taxClasses',
  'paymentMethods',
  'deliveryMethods',
  'invoicePrefix',
  'cancellationPrefix',
  'company',
  'companyFoot',
  'templates',
  'deliveryCountries',
  'checkoutRequires',
  'orderIdFirst',
  ...LEAST,
]);
/** Limits, addresses and intervals: so many change at a time. */
const AT_ONCE = 12;

/** Every setting is in one of them. */
const groups = (): (readonly SettingName[])[] => {
  const others = SETTING_NAMES.filter((name) => !SHOWN.has(name));
  const count = Math.ceil(others.length / AT_ONCE);
  return [
    ...SETTING_NAMES.filter((name) => SHOWN.has(name)).map((name) => [name]),
    ...Array.from({ length: count }, (_, at) => others.slice(at * AT_ONCE, (at + 1) * AT_ONCE)),
  ];
};

// Catches a view or a document that reads of the settings what the order or its profile holds.
test('settings change no byte of an order that is there, nor of its documents', async () => {
  const shop = openShop({ config: CONFIG });
  const id_order = await place(shop);
  const [before, issued] = [await shownOf(shop, id_order, true), await shownOf(shop, id_order, false)];
  expect(before.slice(0, 4)).toEqual(issued.slice(0, 4));
  expect(new Set(groups().flat())).toEqual(new Set(SETTING_NAMES));
  for (const names of groups()) {
    const changed = Object.fromEntries(names.map((name) => [name, otherOf(name)]));
    for (const name of names) expect(changed[name], `a test value for the setting ${name}`).toBeDefined();
    await shop.restart({ config: { ...CONFIG, ...changed } });
    // A confirmation is made anew, from the order's own data: its words and limits are those of today.
    const documents = !names.some((name) => name === 'templates' || LEAST.has(name));
    expect(await shownOf(shop, id_order, documents), names.join()).toEqual(documents ? before : issued);
  }
});
