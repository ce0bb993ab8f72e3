// Orders are frozen: whatever any one of the settings becomes, an order's replies and documents stay byte for byte.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../../src/config/config.ts';
import { openShop } from '../shop.ts';
import { CONFIG, place, removeTemplates, shownOf, writeTemplates } from './issued-shop.ts';
import { LEAST, otherOf } from './other-settings.ts';

beforeAll(writeTemplates);
afterAll(removeTemplates);

// Catches a view or a document that reads of the settings what the order or its profile holds.
test('settings change no byte of an order that is there, nor of its documents', async () => {
  const shop = openShop({ config: CONFIG });
  const id_order = await place(shop);
  const [before, issued] = [await shownOf(shop, id_order, true), await shownOf(shop, id_order, false)];
  expect(before.slice(0, 4)).toEqual(issued.slice(0, 4));
  for (const name of SETTING_NAMES) {
    const other = otherOf(name);
    expect(other, `a test value for the setting ${name}`).toBeDefined();
    await shop.restart({ config: { ...CONFIG, [name]: other } });
    // A confirmation is made anew, from the order's own data: its words and limits are those of today.
    const documents = name !== 'templates' && !LEAST.has(name);
    expect(await shownOf(shop, id_order, documents), name).toEqual(documents ? before : issued);
  }
});
