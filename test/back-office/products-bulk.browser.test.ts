// Would catch an action for many products that says another price than it makes, leaves out a language or a variation,
// does it to others than those that are picked, or cannot be undone.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('many products at once', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    await office.fill(0);
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const price = async (id: number, language = 'en_GB'): Promise<unknown> =>
    must(await office.shop.get_product_details({ id_product: id, language })).attributes['price']?.value;
  const pick = async (...names: string[]): Promise<void> => {
    await person.open('/products');
    for (const name of names) await person.page.getByLabel(`Pick ${name}`, { exact: true }).click();
  };
  const bar = (name: string) => person.page.locator('.bulk-bar').getByRole('button', { name });
  const dialog = () => person.page.getByRole('dialog');
  const done = async (): Promise<void> => {
    await dialog().getByRole('button', { name: 'Do it' }).click();
    await dialog()
      .getByText(/done, 0 refused/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
  };
  const undo = () => person.page.locator('.toast').getByRole('button', { name: 'Undo' }).last();

  test('prices change by a share, as the preview says, in all languages and of own variations', async () => {
    const { shop } = office;
    must(await shop.update_product({ id_product: 3, attributes: { de_DE: { price: 35 } } }));
    const made = must(
      await shop.create_variation({ id_product: 1, name: 'big', attributes: { en_GB: { price: 600 } } }),
    );
    await pick('Walnut desk', 'Desk mat');
    await bar('Change prices').click();
    await dialog().getByLabel('Percent').fill('-10');
    await dialog().getByText('€489.00 → €440.10').waitFor();
    await dialog().getByText('€34.50 → €31.05').waitFor();
    await person.picture('products-prices');
    await person.expectSound();
    await done();
    const now = async () => [await price(1), await price(3), await price(3, 'de_DE'), await price(Number(made.id))];
    expect(await now()).toEqual([440.1, 31.05, 31.5, 540]);
    expect(await price(2), 'not picked').toBe(119.9);
    await undo().click();
    await expect.poll(now).toEqual([489, 34.5, 35, 600]);
  });

  test('they are hidden and go into a category and out of it, and back', async () => {
    const { shop } = office;
    const id = must(await shop.create_category({ id_parent: 0, name: 'sale', labels: { en_GB: 'Sale' } })).id;
    const product = async () => must(await shop.get_product_details({ id_product: 2 }));
    const isIn = async () => (await product()).categories!.some((one) => one.id === Number(id));
    await pick('Reading lamp', 'Desk mat');
    await bar('Hide').click();
    await done();
    expect((await product()).shop_active).toBe(0);
    await undo().click();
    await expect.poll(async () => (await product()).shop_active).toBe(1);
    await pick('Reading lamp', 'Desk mat');
    await bar('Add to a category').click();
    await expect.poll(() => dialog().getByRole('button', { name: 'Do it' }).isDisabled()).toBe(true);
    await dialog().getByText('Sale').click();
    await done();
    expect(await isIn()).toBe(true);
    await undo().click();
    await expect.poll(isIn).toBe(false);
  });
});
