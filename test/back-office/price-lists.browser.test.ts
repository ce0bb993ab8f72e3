// Price lists in the back office, in a wide and a narrow window. Would catch a sheet that saves another price than was
// typed, pasted or previewed, that overwrites what somebody else has saved, or that does not warn; a group that is
// deleted while a list names it; and a reason of a price that is not the engine's.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

const [LAMP, MAT] = [2, 3];
const WINDOWS = [
  ['at a desk', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 844 }],
] as const;

describe.skipIf(!HAS_CHROMIUM).each(WINDOWS)('price lists %s', (_name, viewport) => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let [userId, group, list] = [0, 0, 0];
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    await office.fill(0);
    const { shop } = office;
    const passwords = { passwd1: 'walnut4242', passwd2: 'walnut4242' };
    const args = { username: 'carla', email: 'carla@example.org', ...passwords };
    userId = must(await shop.register_user({ args })).id_user;
    group = must(await shop.create_group({ name: 'Wholesale' })).id_group;
    must(await shop.set_user_groups({ id_user: userId, groups: [group] }));
    list = must(await shop.create_price_list({ name: 'Resale', groups: [group] })).id_price_list;
    const prices = [
      { id_shopobject: LAMP, price: 100, compare_at: 119.9 },
      { id_shopobject: LAMP, from_quantity: 10, price: 95 },
    ];
    must(await shop.set_prices({ id_price_list: list, prices }));
    person = await Person.arrive(browser, office.url, { viewport });
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const tiersOf = async (product: number) =>
    must(await office.shop.get_list_prices({ id_price_list: list, products: [product] })).result[0]!.tiers;
  const cell = (name: string) => person.page.getByLabel(name, { exact: true });

  test('a list is made in a currency of the shop, and a price is asked in it', async () => {
    const { page } = person;
    must(await office.shop.update_shop_settings({ currencies: [{ code: 'CHF', digits: 2 }] }));
    await person.open('/prices');
    await page.reload();
    await page.getByRole('button', { name: 'New price list' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Swiss francs');
    expect(await dialog.getByLabel('Currency').locator('option').allTextContents()).toEqual(['EUR', 'CHF']);
    await dialog.getByLabel('Currency').selectOption('CHF');
    await dialog.getByRole('button', { name: 'Make the list' }).click();
    await page.getByRole('heading', { name: 'Swiss francs' }).waitFor();
    const { price_lists: lists } = must(await office.shop.get_price_lists());
    const swiss = lists.find(({ name }) => name === 'Swiss francs')!;
    expect(swiss.currency).toBe('CHF');
    must(await office.shop.set_prices({ id_price_list: swiss.id, prices: [{ id_shopobject: LAMP, price: 130 }] }));
    await person.open(`/products/${LAMP}`);
    await page.getByLabel('Currency').selectOption('CHF');
    await page.getByText('CHF 130.00 a piece').waitFor();
    await person.expectSound();
    must(await office.shop.end_price_list({ id_price_list: swiss.id }));
  });

  test('a sheet is typed into and pasted into, warns in words, and keeps what it does not touch', async () => {
    const { page } = person;
    await person.open(`/prices/${list}?scope=all`);
    await cell('Price, Reading lamp').fill('99.5');
    await cell('from 10, Reading lamp').fill('80');
    const text = '30\t34.5\n70\t';
    await cell('Price, Desk mat').evaluate((input, data) => {
      const clipboard = new DataTransfer();
      clipboard.setData('text/plain', data);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }));
    }, text);
    await expect.poll(() => cell('Price, Fountain pen').inputValue()).toBe('70');
    await person.expectSound();
    await person.button('Save prices').click();
    await page.getByText('Reading lamp: 10 pieces cost less in sum than fewer pieces.').waitFor();
    expect(await tiersOf(MAT), 'nothing is saved before it is said').toEqual([]);
    await person.expectSound();
    await person.button('Save all the same').click();
    await page.getByText('Prices of 3 products are saved.').waitFor();
    expect(await tiersOf(LAMP)).toEqual([
      { from_quantity: 0, price: 99.5, compare_at: 119.9 },
      { from_quantity: 10, price: 80 },
    ]);
    expect(await tiersOf(MAT)).toEqual([{ from_quantity: 0, price: 30, compare_at: 34.5 }]);
  });

  test('what somebody else has saved in a cell that is typed into is shown, and one of both is chosen', async () => {
    const { page } = person;
    await person.open(`/prices/${list}`);
    await cell('Price, Desk mat').fill('29');
    must(await office.shop.set_prices({ id_price_list: list, prices: [{ id_shopobject: MAT, price: 28 }] }));
    await page.getByText('Price: ').first().waitFor();
    expect(await person.button('Save prices').isDisabled()).toBe(true);
    await person.button('Keep mine').click();
    await person.button('Save prices').click();
    await page.getByText('The prices of 1 product are saved.').waitFor();
    expect(await tiersOf(MAT)).toEqual([{ from_quantity: 0, price: 29 }]);
  });

  test('prices change by a share after a look, and rows of a spreadsheet are named where they are wrong', async () => {
    const { page } = person;
    await person.open(`/prices/${list}?q=mat`);
    await person.button('Change by per cent').click();
    await cell('By how many per cent').fill('-10');
    await cell('Of which price').selectOption('attribute');
    await cell('Strike the usual price through').check();
    await person.button('Look at what will be').click();
    await page.getByText('€34.50 → €31.05').waitFor();
    await person.expectSound();
    await person.button('Change prices').click();
    await page.getByText('The prices of 1 product are changed.').waitFor();
    expect(await tiersOf(MAT)).toEqual([{ from_quantity: 0, price: 31.05, compare_at: 34.5 }]);
    await person.closeToasts();
    await person.button('Paste').click();
    await cell('Rows').fill('number\tprice\nG-134.5\t20\nnope\t3\nG-219.9\tx');
    await person.button('Look at what it says').click();
    await page.getByText('Row 3: there is no product of this number.').waitFor();
    await page.getByText('Row 4: the price is no number.').waitFor();
    await person.button('Set 1 price').click();
    await page.getByText('1 price is set.').waitFor();
    expect(await tiersOf(MAT)).toEqual([{ from_quantity: 0, price: 20 }]);
  });

  test('a product says what a guest and a customer pay, and why', async () => {
    const { page } = person;
    await person.open(`/products/${MAT}`);
    await page.getByText('€34.50 a piece').waitFor();
    await page.getByText('It is for other groups.').waitFor();
    await cell('For whom').selectOption('customer');
    await cell('Which customer').fill('carla');
    await person.button('Choose carla').click();
    await page.getByText('€20.00 a piece').waitFor();
    await page.getByText('This price counts.').waitFor();
    await page.getByText('Lowest price of the 30 days before the discount: €28.00.').waitFor();
    await person.expectSound();
    await person.open(`/customers/${userId}`);
    await page.getByRole('link', { name: 'Resale' }).waitFor();
    await cell('What does a product cost them?').fill('mat');
    await person.button('Choose Desk mat').click();
    await page.getByText('€20.00 a piece').waitFor();
    await person.expectSound();
  });

  test('a group that a list names is not deleted; the list is changed, and ended for good', async () => {
    const { page } = person;
    await person.open(`/customers/group-${group}`);
    await person.button('Delete').click();
    await page.getByText('while a price list names it: Resale').waitFor();
    await person.expectSound();
    await person.beginAnew();
    await person.open(`/prices/${list}`);
    await person.button('Change').click();
    await cell('Name').fill('Resale partners');
    must(await office.shop.update_price_list({ id_price_list: list, name: 'Partners' }));
    await person.button('Save').click();
    await page.getByRole('dialog').getByText('Partners').first().waitFor();
    await person.button('Keep mine').click();
    await person.button('Save').click();
    await page.getByRole('heading', { name: 'Resale partners', level: 1 }).waitFor();
    await person.closeToasts();
    await person.button('End list').click();
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'End list' }).click();
    await page.getByText('The list has ended').waitFor();
    const { price_lists: lists } = must(await office.shop.get_price_lists({}));
    expect(lists[0]).toMatchObject({ name: 'Resale partners', state: 'ended', products: 3 });
    await person.open(`/customers/group-${group}`);
    await person.button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The group Wholesale is deleted.').waitFor();
    expect(must(await office.shop.get_groups({})).groups).toEqual([]);
  });
});
