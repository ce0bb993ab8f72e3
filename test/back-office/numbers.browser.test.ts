// Would catch a field that saves another number than was meant, a page whose lines do not add up, a day that is another
// one than the shop's, and nothing to pay that is asked for: each types or reads what a person does, and the shop is
// asked what it made of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { newDirectory } from '../harness/directories.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

/** On both sides of the date line: whatever the time, the day of the shop is neither that of UTC nor the browser's. */
const [AHEAD, BEHIND] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const isEarly = new Date().getUTCHours() < 10;
const ZONES = isEarly ? { shop: BEHIND, browser: AHEAD } : { shop: AHEAD, browser: BEHIND };

const dayIn = (zone: string, ms: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms);
const DAY_MS = 86_400_000;

describe.skipIf(!HAS_CHROMIUM)('numbers and days in the back office', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let entity: string;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open({ KONTOR_TIME_ZONE: ZONES.shop });
    await office.fill(4);
    const { shop } = office;
    must(await shop.create_class({ name: 'part', type: 'warehouse_entity' }));
    const metadata = { element_number: 'R-1' };
    entity = must(await shop.create_warehouse_entity({ class: 'part', name: 'Rope', metadata })).id;
    must(await shop.inventory_place({ storage: 'Köln', element_number: 'R-1', quantity: 9.501 }));
    must(await shop.update_product({ id_product: 3, metadata: { quantity_step: 0.001 } }));
    person = await Person.arrive(browser, office.url, { timezoneId: ZONES.browser });
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const speak = async (code: 'en' | 'de'): Promise<void> => {
    const choice = person.page.locator('.language');
    if ((await choice.innerText()).toLowerCase() !== code) await choice.click();
  };
  beforeEach(() => speak('en'));

  const priceOf = async (language: string) =>
    must(await office.shop.get_product_details({ id_product: 2, language })).attributes['price']?.value;

  test.each([
    ['en', '1,299', ['1299', '1.2990'], '1.2990', 1.299],
    ['de', '1.299', ['1299', '1,2990'], '1299', 1299],
  ] as const)('%s: a doubtful price is asked for, and nothing is saved before', async (...row) => {
    const [reader, typed, readings, chosen, saved] = row;
    const { page } = person;
    const say = (english: string, german: string): string => (reader === 'en' ? english : german);
    await speak(reader);
    await person.open('/products/2');
    const price = page.getByLabel(/^(Price|Preis)$/);
    const before = await priceOf('de_DE');
    await price.fill(typed);
    await expect.poll(() => page.locator('.readings button').allInnerTexts()).toEqual(readings);
    await person.expectSound();
    await person.button(say('Save', 'Speichern')).click();
    await page.getByText(say('A number is not clear yet.', 'Eine Zahl ist noch nicht klar.')).waitFor();
    await expect.poll(() => page.evaluate(`document.activeElement.getAttribute('aria-invalid')`)).toBe('true');
    expect(await priceOf('de_DE')).toBe(before);
    await person.button(chosen).click();
    await expect.poll(() => price.inputValue()).toBe(chosen);
    await expect.poll(() => page.locator('.readings button').count()).toBe(0);
    await person.button(say('Save', 'Speichern')).click();
    await expect.poll(() => priceOf('de_DE')).toBe(saved);
    expect(await price.inputValue()).toBe(chosen);
    await expect.poll(() => page.locator('.save-bar').count()).toBe(0);
  });

  test('parts of a piece are placed, set and counted, and no page rounds them', async () => {
    const { page } = person;
    await person.open(`/stock/warehouse_entity%2F${entity}`);
    await page.getByText('9.501 in all').waitFor();
    await person.button('Place').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pieces').fill('0,5');
    await dialog.getByText('In all there will be 10.001 (now 9.501).').waitFor();
    await dialog.getByLabel('Pieces').fill('1,234');
    await dialog.getByRole('button', { name: '1234', exact: true }).waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Place', exact: true }).isDisabled()).toBe(true);
    await person.expectSound();
    await dialog.getByRole('button', { name: '1.234', exact: true }).click();
    await dialog.getByRole('button', { name: 'Place', exact: true }).click();
    await page.getByText('10.735 in all').waitFor();
    expect(must(await office.shop.get_stock({ element_number: 'R-1' })).quantity).toBe(10.735);
    await person.open('/stock/product%2F3');
    await person.button('Set stock').click();
    await page.getByLabel('Pieces that are there').fill('0.067');
    await dialog.getByRole('button', { name: 'Set stock' }).click();
    await page.locator('dd', { hasText: '0.067' }).first().waitFor();
    await person.open('/products/3');
    await page.locator('dd', { hasText: '0.067' }).first().waitFor();
    await person.open('/today');
    await page.getByText('0.067 left').waitFor();
  });

  test('a counted list that was saved as windows-1252 is followed, and makes no storage', async () => {
    const { page } = person;
    await person.open('/stock/count?kind=warehouse_entity');
    const download = await person.download(person.button('List: Warehouse entities').click());
    const list = readFileSync(await download.path(), 'utf8').replace('\uFEFF', '');
    expect(list).toContain('Köln,10.735,');
    const filled = `${list.trimEnd()}2.5\r\nwarehouse_entity/${entity},R-1,Rope,K?ln,10.735,11\r\n`;
    const file = join(newDirectory(), 'counted.csv');
    writeFileSync(file, Buffer.from(filled, 'latin1'));
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByText('it was read as windows-1252').waitFor();
    await page.getByText('it never lay in a storage “K?ln”').waitFor();
    await person.expectSound();
    await person.button('Put right').click();
    await page.getByText('1 put right, 0 refused.').waitFor();
    const { storages } = must(await office.shop.get_stock({ element_number: 'R-1' }));
    expect(storages).toMatchObject([{ storage: 'Köln', quantity: 2.5 }]);
  });

  test('the lines of an order add up, those below others with their price', async () => {
    const { page } = person;
    const { shop } = office;
    await office.shop.update_product({ id_product: 3, availability: { quantity: 100, active: 1 } });
    const session = must(await shop.get_new_session({})).code;
    const line = { element_type: 'PRODUCT', price_field: 'price', name_field: 'name', id_shopobject: 3 } as const;
    const cart = must(await shop.add_to_cart({ session, ...line, quantity: 0.999 }));
    const below = { id_parent_element: cart.last_inserted_element_id };
    must(await shop.add_to_cart({ session, ...line, quantity: 0.333, ...below }));
    const id = must(await shop.checkout({ session })).id_order;
    const order = must(await shop.get_order_by_id({ id_order: id }));
    await person.open(`/orders/${id}`);
    const rows = page.locator('.lines tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    const cells = (await rows.allInnerTexts()).map((row) => row.split('\t').map((cell) => cell.trim()));
    expect(cells.map(([, quantity]) => quantity)).toEqual(['0.999', '0.333']);
    const minor = cells.map(([, , , sum]) => Math.round(100 * Number(sum!.replace('€', ''))));
    expect(minor.reduce((all, one) => all + one, 0)).toBe(Math.round(100 * order.cart.sum));
    await person.expectSound();
    await person.button('Ship').click();
    const parcel = page.getByRole('dialog').locator('fieldset input');
    await expect.poll(() => parcel.count()).toBe(2);
    await expect.poll(() => parcel.nth(1).inputValue()).toBe('0.333');
    await person.button('Parcel has left').click();
    await page.getByText(/0\.999 × .*, 0\.333 × /).waitFor();
    expect(must(await shop.get_order_by_id({ id_order: id })).delivery_state.name).toBe('CLOSED');
  });

  test('coupons have the days of their batch, with the year, and the state of the shop’s day', async () => {
    const { page } = person;
    const [today, tomorrow] = [0, 1].map((days) => dayIn(ZONES.shop, Date.now() + days * DAY_MS));
    const batch = (name: string, attributes: object) =>
      office.shop.create_coupons({ count: 1, name, amount: 1, code: name.toUpperCase(), attributes });
    must(await batch('LastDay', { end_date: today }));
    must(await batch('Later', { start_date: tomorrow }));
    must(await batch('FromNow', { start_date: today }));
    await person.open('/coupons');
    const shown = (day: string): string =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
    for (const [name, state, valid] of [
      ['LastDay', 'Running', `until ${shown(today!)}`],
      ['Later', 'Not yet valid', `from ${shown(tomorrow!)}`],
      ['FromNow', 'Running', `from ${shown(today!)}`],
    ] as const) {
      const row = page.getByRole('row', { name });
      await expect.poll(() => row.innerText()).toContain(state);
      await expect.poll(() => row.innerText()).toContain(valid);
    }
    await person.expectSound();
  });

  test('a coupon of a doubtful amount is not made', async () => {
    const { page } = person;
    await person.open('/coupons');
    await person.button('New coupons').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Much');
    await dialog.getByLabel('Kind').selectOption('MULTIPLE_NOMINAL');
    await dialog.getByLabel('Worth').fill('1,299');
    await dialog.getByText('“1,299” is not certain.').waitFor();
    await expect.poll(() => person.button('Make coupons').isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: '1299', exact: true }).click();
    await person.expectSound();
    await person.button('Make coupons').click();
    await page.getByRole('row', { name: 'Much' }).getByText('€1,299.00').waitFor();
  });

  test('Today: the days of the shop, and an average of what is not cancelled', async () => {
    const { page } = person;
    const asked: unknown[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (body.includes('"get_report"')) asked.push(JSON.parse(body));
    });
    await person.open('/today');
    const { records } = must(await office.shop.get_report({ statistic: 'sales' }));
    const { records: sold } = must(await office.shop.get_report({ statistic: 'sales_orders' }));
    const { records: all } = must(await office.shop.get_report({ statistic: 'orders' }));
    expect(sold.at(-1)!.value).toBeLessThan(all.at(-1)!.value);
    const average = records.at(-1)!.value / sold.at(-1)!.value;
    const tile = page.locator('.tile', { hasText: 'Average order' });
    await tile.getByText(`€${average.toFixed(2)}`).waitFor();
    expect(asked).toContainEqual(
      expect.objectContaining({ statistic: 'sales', start_date: dayIn(ZONES.shop, Date.now() - 29 * DAY_MS) }),
    );
    await person.expectSound();
  });

  test('nothing to pay is neither unpaid nor in the list of what is', async () => {
    const { page } = person;
    const { shop } = office;
    const session = must(await shop.get_new_session({})).code;
    const gift = { element_type: 'FREE_ELEMENT', id_shopobject: 0, price_field: 0, name_field: 'Gift' } as const;
    must(await shop.add_to_cart({ session, ...gift, quantity: 1 }));
    const id = must(await shop.checkout({ session })).id_order;
    expect(must(await shop.get_order_by_id({ id_order: id })).payment_state.name).toBe('PAYMENT_NOT_RECEIVED');
    await person.open(`/orders/${id}`);
    await page.locator('main').getByText('Free', { exact: true }).waitFor();
    expect(await page.locator('main').getByText('Unpaid').count()).toBe(0);
    expect(await person.button('Mark as paid').count()).toBe(0);
    await person.expectSound();
    for (const [state, count] of [
      ['unpaid', 0],
      ['toShip', 1],
      ['open', 1],
    ] as const) {
      await person.open(`/orders?state=${state}`);
      await page.locator('.list-row').first().waitFor();
      await expect.poll(() => page.locator('.list-row .number', { hasText: String(id) }).count()).toBe(count);
    }
  });

  test('the orders’ CSV file has the clock of the shop and says so', async () => {
    const { page } = person;
    await person.open('/orders');
    await page.locator('.list-row').first().waitFor();
    await person.button('CSV').click();
    const download = await person.download(person.button('Save the file').click());
    const [head, first] = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(head!.split(',')[1]).toBe(`placed (${ZONES.shop})`);
    const { result } = must(await office.shop.search_orders({ constraint: {}, right_limit: 1, order: 'DESC' }));
    const placed = new Date(`${result[0]!.creation_date.replace(' ', 'T')}Z`);
    expect(first!.split(',')[1]!.slice(0, 10)).toBe(dayIn(ZONES.shop, placed.getTime()));
    expect(download.suggestedFilename()).toBe(`orders-${dayIn(ZONES.shop, Date.now())}.csv`);
  });
});
