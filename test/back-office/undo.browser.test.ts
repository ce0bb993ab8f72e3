// Would catch an "Undo" that leaves something else than there was before, that undoes what somebody else has done
// since, or that is not offered: each is done by a click, undone by the next one, and the shop is asked.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('undo', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    await office.fill(3);
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const undo = () => person.page.locator('.toast').getByRole('button', { name: 'Undo' }).last();

  test('a product that was hidden is shown again, whatever else was saved since', async () => {
    const visible = async () => must(await office.shop.get_product_details({ id_product: 2 })).shop_active;
    await person.open('/products/2');
    await person.button('Hide').click();
    await undo().waitFor();
    expect(await visible()).toBe(0);
    await person.expectSound();
    must(await office.shop.update_product({ id_product: 2, metadata: { notes: 'new' } }));
    await undo().click();
    await expect.poll(visible).toBe(1);
    expect(must(await office.shop.get_product_details({ id_product: 2 })).metadata!.notes).toBe('new');
  });

  test('a stock that was set is as it was, less what was sold since', async () => {
    await person.open('/stock/product/2');
    const before = await office.stockOf(2);
    await person.button('Set stock').click();
    const dialog = person.page.getByRole('dialog');
    await dialog.getByLabel('Pieces that are there').fill(String(before + 100));
    await dialog.getByRole('button', { name: 'Set stock' }).click();
    await undo().waitFor();
    expect(await office.stockOf(2)).toBe(before + 100);
    await office.order(0);
    await undo().click();
    await expect.poll(() => office.stockOf(2)).toBe(before - 1);
  });

  test('a category goes back to its place and below its parent, unless others were moved since', async () => {
    const { shop } = office;
    for (const name of ['a', 'b']) must(await shop.create_category({ id_parent: 0, name, labels: { en_GB: name } }));
    const roots = async () => must(await shop.get_categories({ id_parent: 0 })).categories.map(({ name }) => name);
    const ids = must(await shop.get_categories({ id_parent: 0 })).categories;
    const before = await roots();
    const b = ids.find(({ name }) => name === 'b')!.id;
    await person.open(`/products?category=${b}`);
    await person.button('Below the category before it').click();
    await expect.poll(roots).toEqual(['desk', 'a']);
    await undo().click();
    await expect.poll(roots).toEqual(before);
    await person.button('Up').click();
    await expect.poll(roots).toEqual(['desk', 'b', 'a']);
    await undo().waitFor();
    must(await shop.set_positions({ id_category: 0, categories: [ids[1]!.id, ids[0]!.id] }));
    const now = await roots();
    await undo().click();
    await person.page.getByText('Somebody else has changed this meanwhile.').waitFor();
    expect(await roots()).toEqual(now);
  });

  test('the states of many orders go back, those apart that somebody else has moved since', async () => {
    const { page } = person;
    const { shop } = office;
    const placed = [await office.order(0), await office.order(1)];
    const states = () =>
      Promise.all(placed.map(async (id) => must(await shop.get_order_by_id({ id_order: id })).order_state));
    await person.open('/orders');
    for (const id of placed) await page.getByLabel(`Pick order ${id}`).click();
    const dialog = page.getByRole('dialog');
    const processed = async (): Promise<void> => {
      await page.locator('.bulk-bar').getByRole('button', { name: 'Begin processing' }).click();
      await dialog.getByRole('button', { name: 'Do it' }).click();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
    };
    await processed();
    await expect.poll(states).toEqual(['PROCESSING', 'PROCESSING']);
    await undo().click();
    await expect.poll(states).toEqual(['OPEN', 'OPEN']);
    for (const id of placed) await page.getByLabel(`Pick order ${id}`).click();
    await processed();
    must(await shop.update_order_details({ id_order: placed[0]!, order_state: 'CLOSED' }));
    await undo().click();
    await expect.poll(states).toEqual(['CLOSED', 'OPEN']);
    await page.getByText('1 are as they were before, 1 could not be put back.').waitFor();
  });
});
