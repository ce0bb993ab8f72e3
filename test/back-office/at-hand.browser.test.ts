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

  test('an account is made for a customer, and an order begins with it', async () => {
    const { page } = person;
    await person.open('/customers');
    await person.button('New customer').click();
    await look('customer');
    await dialog().getByLabel('E-mail').fill('lena@example.org');
    await dialog().getByLabel('First name').fill('Lena');
    await dialog().getByLabel('Last name').fill('Silva');
    await dialog().getByLabel('Country').fill('Atlantis');
    await person.button('Make the account').click();
    await dialog().getByText('COUNTRY_NOT_FOUND').waitFor();
    await dialog().getByLabel('Country').fill('DE');
    await person.button('Make the account').click();
    await page.getByRole('heading', { name: 'Lena Silva', level: 1 }).waitFor();
    await look('customer-made');
    const { result } = must(await office.shop.search_users({ constraint: { email: 'lena@example.org' } }));
    expect(result).toMatchObject([{ username: 'lena@example.org', status: 'unverified' }]);
    await person.button('New order').click();
    await page.getByLabel('E-mail').waitFor();
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('lena@example.org');
    await person.open('/orders/new');
    await person.button('New customer').click();
    await dialog().getByLabel('E-mail').fill('theo@example.org');
    await person.button('Make the account').click();
    await page.waitForURL(/#\/orders\/draft-/);
  });

  test('the code of a coupon is said, and copied', async () => {
    const { page } = person;
    await person.open('/coupons');
    await person.button('New coupons').click();
    await dialog().getByLabel('Name').fill('One');
    await dialog().getByLabel('Code', { exact: true }).fill('one-of-us');
    await person.button('Make coupons').click();
    await dialog().waitFor({ state: 'detached' });
    const toast = page.locator('.toast', { hasText: 'The coupon one-of-us is made.' });
    await toast.waitFor();
    await look('coupon');
    await toast.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('one-of-us');
  });

  test('a price that changes by more than half is said, and saved all the same', async () => {
    const { page } = person;
    await person.open('/products/2');
    const price = page.getByLabel('Price', { exact: true });
    await price.fill('60');
    const said = page.getByText(/^The price goes from/);
    await price.fill('59.94');
    await said.waitFor();
    expect(await said.innerText()).toBe('The price goes from €119.90 to €59.94: -50%.');
    await price.fill('59.95');
    await said.waitFor({ state: 'detached' });
    await price.fill('1199');
    await said.waitFor();
    await look('price');
    await person.button('Save').click();
    await page.locator('.save-bar').waitFor({ state: 'detached' });
    expect(must(await office.shop.get_product_details({ id_product: 2 })).attributes['price']?.value).toBe(1199);
  });
});
