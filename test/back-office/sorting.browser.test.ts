// Would catch a list that is sorted by another column than it says, that loses its order over a reload or in a list
// kept by name, and a title that only a mouse can press.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person } from './chromium.ts';
import { Office, must } from './office.ts';

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'de-DE' };

describe.skipIf(!HAS_CHROMIUM)('long lists sorted by their columns', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let placed: readonly number[];
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    placed = await office.fill(7);
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });

  const head = (title: string, on = person) => on.page.getByRole('columnheader', { name: title, exact: true });
  const cells = (name: string, on = person): Promise<string[]> => on.page.locator(`.list-row .${name}`).allInnerTexts();
  const isSorted = (title: string, way: 'ascending' | 'descending' | null, on = person): Promise<void> =>
    expect.poll(() => head(title, on).getAttribute('aria-sort')).toBe(way);
  const sortBy = async (title: string, way: 'ascending' | 'descending' | null, on = person): Promise<void> => {
    await head(title, on).getByRole('button').click();
    await isSorted(title, way, on);
  };

  test('orders by total, up, down and back to the newest, and their neighbours follow', async () => {
    const { page } = person;
    await person.open('/orders');
    await isSorted('Order', 'descending');
    const totals = placed.map(async (id) => must(await office.shop.get_order_by_id({ id_order: id })).cart.total);
    const sums = (await Promise.all(totals)).toSorted((a, b) => a - b).map((sum) => `€${sum.toFixed(2)}`);
    expect(new Set(sums).size).toBeGreaterThan(2);
    await sortBy('Total', 'ascending');
    await isSorted('Order', null);
    await expect.poll(() => cells('total')).toEqual(sums);
    await person.expectSound();
    await sortBy('Total', 'descending');
    await expect.poll(() => cells('total')).toEqual(sums.toReversed());
    await page.reload();
    await expect.poll(() => cells('total')).toEqual(sums.toReversed());
    const numbers = await cells('number');
    await page.locator('.list-row').nth(2).click();
    await page.getByRole('link', { name: `Previous order: ${numbers[1]}` }).waitFor();
    await page.getByRole('link', { name: `Next order: ${numbers[3]}` }).click();
    await page.getByRole('link', { name: `Previous order: ${numbers[2]}` }).waitFor();
    await page.getByRole('link', { name: `Next order: ${numbers[4]}` }).waitFor();
    await page.goBack();
    await page.goBack();
    await sortBy('Total', null);
    await isSorted('Order', 'descending');
    await expect.poll(() => cells('number')).toEqual(placed.toReversed().map(String));
  });

  test('by keys alone, in a list that is kept by its name', async () => {
    const { page } = person;
    await person.open('/orders?state=open');
    await head('Town').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await isSorted('Town', 'ascending');
    await expect.poll(() => head('Town').evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Enter');
    await isSorted('Town', 'descending');
    await person.button('Keep this list').click();
    await page.getByRole('dialog').getByLabel('Name').fill('By town');
    // A name that is refused is not typed again.
    await page.route('**/admin/call', (route) =>
      route.request().postData()?.includes('"set_preference"') === true
        ? route.fulfill({ json: { object: 'error', message: 'TOO_EXPENSIVE' } })
        : route.continue(),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('dialog').getByText('TOO_EXPENSIVE').waitFor();
    await person.expectSound();
    await page.unroute('**/admin/call');
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('By town');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    await page.getByText('The list By town is kept.').waitFor();
    await person.open('/orders');
    await isSorted('Order', 'descending');
    await person.button('By town').click();
    await isSorted('Town', 'descending');
    await expect.poll(async () => (await cells('town')).length).toBeGreaterThan(2);
    const towns = await cells('town');
    expect(towns).toEqual(towns.toSorted((a, b) => a.localeCompare(b)).toReversed());
    expect(page.url()).toContain('sort=-town');
  });

  test('a list that comes late takes no focus from a field that has it by then', async () => {
    const { page } = person;
    await person.open('/orders');
    await isSorted('Order', 'descending');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/admin/call', async (route) => {
      if (route.request().postData()?.includes('"search_orders"') === true) await held;
      await route.continue();
    });
    await head('Town').getByRole('button').click();
    await expect.poll(() => page.locator('.list-row').count()).toBe(0);
    await page.getByLabel('Search orders').focus();
    release();
    await isSorted('Town', 'ascending');
    await page.unroute('**/admin/call');
    // The effects of a drawn list come after the frame that shows it.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
    );
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Search orders');
  });

  test('products, contents, customers and stock; what the engine cannot order by is no button', async () => {
    await person.open('/products');
    await sortBy('Price', 'ascending');
    await expect.poll(() => cells('price')).toEqual(['€12.50', '€24.00', '€34.50', '€79.00', '€119.90', '€489.00']);
    await sortBy('Name', 'ascending');
    const names = async (): Promise<string[]> => (await cells('name')).map((name) => name.trim());
    await expect
      .poll(names)
      .toEqual(['Brass ruler', 'Desk mat', 'Fountain pen', 'Ink, midnight blue', 'Reading lamp', 'Walnut desk']);
    expect(await head('Variations').getByRole('button').count()).toBe(0);
    await person.expectSound();
    await person.open('/stock');
    await isSorted('Pieces', 'ascending');
    await sortBy('Pieces', 'descending');
    const stocks = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => office.stockOf(id)));
    await expect.poll(() => cells('pieces')).toEqual(stocks.toSorted((a, b) => b - a).map(String));
    await person.expectSound();
    await person.open('/customers');
    await sortBy('Username', 'ascending');
    await expect.poll(() => cells('number')).toEqual(['anna', 'mira']);
    await sortBy('Username', 'descending');
    await expect.poll(() => cells('number')).toEqual(['mira', 'anna']);
    await person.expectSound();
    const { shop } = office;
    must(await shop.create_class({ name: 'page', type: 'content' }));
    for (const name of ['imprint', 'about', 'terms']) must(await shop.create_content({ class: 'page', name }));
    await person.open('/contents');
    await sortBy('Name of the record', 'ascending');
    await expect.poll(() => cells('record')).toEqual(['about', 'imprint', 'terms']);
    await person.expectSound();
  });

  test('coupons, which the page sorts itself', async () => {
    for (const name of ['Spring', 'Autumn', 'Winter'])
      must(await office.shop.create_coupons({ count: 1, name, amount: 5 }));
    const { page } = person;
    await person.open('/coupons');
    await isSorted('Made', 'descending');
    await sortBy('Name', 'ascending');
    const names = (): Promise<string[]> => page.locator('tbody a.row').allInnerTexts();
    await expect.poll(names).toEqual(['Autumn', 'Spring', 'Winter']);
    await sortBy('Name', 'descending');
    await expect.poll(names).toEqual(['Winter', 'Spring', 'Autumn']);
    await person.expectSound();
    // More than a call shows are sorted by nothing, and no title says otherwise.
    await page.route('**/admin/call', async (route) => {
      if (route.request().postData()?.includes('"search_coupons"') !== true) return route.continue();
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...((await response.json()) as object), next: 1 } });
    });
    await sortBy('Name', null);
    await head('Name').getByRole('button').click();
    await page.getByText('too many to sort').waitFor();
    await isSorted('Name', null);
    await person.expectSound();
    await page.unroute('**/admin/call');
    await person.button('Back to the usual order').click();
    await isSorted('Made', 'descending');
  });

  test('in German and on a phone', async () => {
    const phone = await Person.arrive(browser, office.url, PHONE);
    await phone.logIn(office.people['mira']!);
    await phone.open('/orders');
    await isSorted('Bestellung', 'descending', phone);
    await sortBy('Bestellung', 'ascending', phone);
    await expect.poll(() => cells('number', phone)).toEqual(placed.map(String));
    await phone.expectSound();
    await phone.open('/stock');
    await sortBy('Stück', 'descending', phone);
    await phone.expectSound();
    await phone.open('/coupons');
    await phone.page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await isSorted('Name', 'ascending', phone);
    await phone.expectSound();
  });
});
