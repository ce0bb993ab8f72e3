// Would catch what a merchant looks for and cannot reach: a text or a category that the search box does not find, a
// list whose columns are not to be chosen, an account that only a shopper can make, a code that is shown nowhere, and a
// price that slips by a digit unseen.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

const SIZES = [
  [1280, 800],
  [390, 844],
] as const;

describe.skipIf(!HAS_CHROMIUM)('what is at hand in the back office', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let desks: number;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    await office.fill(2);
    const { shop } = office;
    const { id } = must(await shop.create_class({ name: 'page', type: 'content' }));
    const title = { name: 'title', type: 'CHAR', en_GB: { label: 'Title' }, de_DE: { label: 'Titel' } };
    must(await shop.create_class_attributes({ id_class: Number(id), attributes: [title] }));
    const attributes = { en_GB: { title: 'Imprint of the shop' }, de_DE: { title: 'Impressum des Shops' } };
    must(await shop.create_content({ class: 'page', name: 'imprint', shop_active: 1, attributes }));
    const labels = { en_GB: 'Standing desks', de_DE: 'Stehtische' };
    const [desk] = must(await shop.get_categories({ id_parent: 0 })).categories;
    const below = { id_parent: desk!.id, name: 'standing', labels };
    desks = Number(must(await shop.create_category(below)).id);
    const args = { username: 'ada_l', email: 'ada@example.org', passwd1: 'walnut4242', passwd2: 'walnut4242' };
    must(await shop.register_user({ args }));
    person = await Person.arrive(browser, office.url, { viewport: { width: 1280, height: 800 } });
    await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const dialog = () => person.page.getByRole('dialog');

  /** The page as it is now is sound in both widths. */
  const look = async (name: string): Promise<void> => {
    for (const [width, height] of SIZES) {
      await person.page.setViewportSize({ width, height });
      await person.expectSound();
      if (process.env['SHOT'] !== undefined)
        await person.page.screenshot({ path: `${process.env['SHOT']}/${name}-${width}.png` });
    }
    await person.page.setViewportSize({ width: 1280, height: 800 });
  };

  test('the search box finds texts and categories, and leads to them', async () => {
    const { page } = person;
    await person.open('/today');
    await page.locator('#find').fill('imprint');
    await page.locator('.hit', { hasText: 'Imprint of the shop' }).waitFor();
    await look('find-content');
    await page.locator('.hit', { hasText: 'Imprint of the shop' }).click();
    await page.getByRole('heading', { name: 'Imprint of the shop', level: 1 }).waitFor();
    await page.locator('#find').fill('desks stand');
    const found = page.locator('.hit', { hasText: 'Standing desks' });
    await found.getByText('Desk', { exact: true }).waitFor();
    await look('find-category');
    await found.click();
    await page.waitForURL(new RegExp(`#/products\\?category=${desks}$`));
    must(await office.shop.update_category({ id_category: desks, labels: { en_GB: 'High desks' } }));
    await expect
      .poll(async () => {
        await page.locator('#find').fill('');
        await page.locator('#find').fill('high');
        await page.locator('.hit').first().waitFor();
        return page.locator('.hit', { hasText: 'High desks' }).count();
      })
      .toBe(1);
    await page.locator('#find').fill('');
  });

  test('orders are saved line by line, as the dialog says', async () => {
    await person.open('/orders');
    await person.page.locator('.list-row').first().waitFor();
    await person.button('CSV').click();
    await look('csv');
    await dialog().getByLabel('Line', { exact: true }).check();
    await dialog().getByText('Coupons and delivery costs are lines of their own').waitFor();
    const download = await person.download(person.button('Save the file').click());
    expect(download.suggestedFilename()).toMatch(/^order-lines-.*\.csv$/);
    const [head = '', ...lines] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(head).toContain(',number,name,quantity,price,sum,tax_rate,tax,currency');
    expect(lines).toHaveLength(3);
  });

  test.each([
    ['contents', 'Class'],
    ['customers', 'E-mail'],
    ['stock', 'Warning below'],
    ['coupons', 'Worth'],
  ])('the columns of %s are chosen, and kept with the account', async (screen, column) => {
    const { page } = person;
    if (screen === 'coupons') must(await office.shop.create_coupons({ count: 1, name: 'Spring', amount: 5 }));
    await person.open(`/${screen}`);
    const head = page.getByRole('columnheader', { name: column });
    await head.waitFor();
    await person.button('Columns').click();
    await dialog().getByLabel(column, { exact: true }).uncheck();
    await person.expectSound();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await head.waitFor({ state: 'hidden' });
    await look(`columns-${screen}`);
    await page.reload();
    await page.locator('.list-row, tbody tr').first().waitFor();
    await expect.poll(() => head.isVisible()).toBe(false);
    await person.button('Columns').click();
    await person.button('All columns').click();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await head.waitFor();
  });
});
