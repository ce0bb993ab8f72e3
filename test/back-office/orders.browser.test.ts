// Would catch daily work with orders that cannot be done in the back office, or that does something else than it says:
// an order taken on the phone, a mistyped address, notes, slips, parcels by the dozen.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { CARD, Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('the back office of somebody who works off orders', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open(CARD);
    await office.fill(8);
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  test('an order on the phone: customer, goods, address, methods; left, continued, placed, with a link to pay', async () => {
    const { page } = person;
    await person.open('/orders');
    await page.getByRole('link', { name: 'New order' }).click();
    await page.getByLabel('Find a customer').fill('mira');
    await page.getByText('mira@example.org').waitFor();
    await person.expectSound();
    await person.button('Begin an order for mira').click();
    await page.getByText('Everything that you enter is saved at once').waitFor();
    await page.getByLabel('Find an article').fill('lamp');
    await page.getByText('€119.90').waitFor();
    await person.button('Add Leselampe').click();
    await page.getByLabel('Pieces of Leselampe').fill('3');
    await page.keyboard.press('Tab');
    await page.getByText('€359.70').first().waitFor();
    await page.getByLabel('First name').fill('Mira');
    await page.getByLabel('Last name').fill('Okafor');
    await page.getByLabel('Town').fill('Hamburg');
    await page.getByLabel('Delivery costs').fill('4.90');
    await page.keyboard.press('Tab');
    await page.getByText('€364.60').first().waitFor();
    await page.getByLabel('Payment method').selectOption({ label: 'Card' });
    await page.getByLabel('Coupon code').fill('nothing-like-it');
    await person.button('Add coupon').click();
    await page.locator('.toast.bad').waitFor();
    await page.locator('.toast.bad button').click();
    await person.expectSound();
    await page.getByRole('link', { name: 'All drafts' }).click();
    await page.getByRole('link', { name: 'Mira Okafor' }).waitFor();
    await person.expectSound();
    await page.getByRole('link', { name: 'Mira Okafor' }).click();
    await expect.poll(() => page.getByLabel('Town').inputValue()).toBe('Hamburg');
    const before = await office.stockOf(2);
    await person.button('Place order').click();
    await page.getByText('Stock and coupons are taken now.').waitFor();
    expect(await office.stockOf(2)).toBe(before);
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'Place order' }).click();
    await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
    const id = Number(/\d+/.exec(await page.locator('h1').innerText())![0]);
    const order = must(await office.shop.get_order_by_id({ id_order: id }));
    expect([order.username, order.cart.total, order.order_delivery_city]).toEqual(['mira', 364.6, 'Hamburg']);
    expect(await office.stockOf(2)).toBe(before - 3);
    await person.button('Payment link').click();
    await page.getByLabel('Address to pay at').getByText('https://pay.example/').waitFor();
    await person.expectSound();
    await person.button('Done').click();
    await person.open('/orders/drafts');
    await page.getByText('No draft. One begins with').waitFor();
  });

  test('a draft for somebody without an account is thrown away, and is no order', async () => {
    const { page } = person;
    await person.open('/orders/new');
    await person.button('Somebody without an account').click();
    await page.getByText('No goods yet.').waitFor();
    await expect.poll(() => person.button('Place order').isDisabled()).toBe(true);
    const address = page.url();
    const name = /draft-([^?]+)/.exec(address)![1]!;
    const names = async () => must(await office.shop.get_drafts({})).drafts.map(({ id_draft: id }) => id);
    expect(await names()).toContain(name);
    await person.button('Throw away').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Throw away' }).click();
    await page.getByText('The draft is thrown away.').waitFor();
    expect(await names()).not.toContain(name);
    await page.goto(address);
    await page.getByText('There is no such draft').waitFor();
    await person.expectSound();
  });

  test('what is refused, or not read yet, is not taken as saved; delivery costs follow the method', async () => {
    const { page } = person;
    await person.open('/orders/new');
    await person.button('Somebody without an account').click();
    await page.getByLabel('Find an article').fill('lamp');
    await person.button('Add Leselampe').click();
    const place = person.button('Place order');
    await expect.poll(() => place.isEnabled()).toBe(true);
    const name = /draft-([^?]+)/.exec(page.url())![1]!;
    const { session } = must(await office.shop.continue_draft({ id_draft: name }));
    const details = async () => must(await office.shop.get_order_details({ session }));
    const costs = async () => must(await office.shop.get_cart({ session })).delivery_costs.positions;
    const email = page.getByLabel('E-mail');
    await email.fill('no address');
    await page.keyboard.press('Tab');
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => place.isDisabled()).toBe(true);
    await page.getByText('is not saved yet').waitFor();
    await person.expectSound();
    await email.fill('ada@example.org');
    await page.keyboard.press('Tab');
    await expect.poll(() => place.isEnabled()).toBe(true);
    const amount = page.getByLabel('Pieces of Leselampe');
    await amount.fill('1,250');
    await page.locator('.readings button').first().waitFor();
    await expect.poll(() => place.isDisabled()).toBe(true);
    await page.locator('.readings button', { hasText: '1.25' }).click();
    await expect.poll(() => page.locator('.draft-lines .error').count()).toBe(1);
    await amount.fill('2');
    await page.keyboard.press('Tab');
    await page.getByText('€239.80').first().waitFor();
    await page.getByLabel('The invoice goes to another address').check();
    await page.getByLabel('Town').nth(1).fill('Bonn');
    await page.getByLabel('The invoice goes to another address').uncheck();
    await expect.poll(() => place.isEnabled()).toBe(true);
    await expect.poll(async () => (await details()).invoice_city).toBe('');
    await page.getByLabel('Country').selectOption('AT');
    await expect.poll(async () => (await details()).delivery_country_code).toBe('AT');
    await page.getByLabel('Delivery costs').fill('4.90');
    await page.keyboard.press('Tab');
    await expect.poll(costs).toMatchObject([{ name: '', price: 4.9 }]);
    await page.getByLabel('Delivery method').selectOption({ index: 1 });
    await expect.poll(async () => (await costs())[0]?.name).not.toBe('');
    const method = (await details()).order_delivery_method.name;
    await expect.poll(async () => (await costs())[0]?.name).toBe(method);
    await person.button('Throw away').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Throw away' }).click();
    await page.getByText('The draft is thrown away.').waitFor();
  });

  test('an address is corrected, a note is kept, and links lead to product, customer and the orders beside it', async () => {
    const { page } = person;
    const [first, second, third] = [await office.order(0), await office.order(5), await office.order(0)];
    await person.open('/orders');
    await page.locator('.list-row', { hasText: String(second) }).click();
    await page.getByRole('heading', { name: `Order ${second}` }).waitFor();
    await person.button('Change').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Postcode').fill('1446');
    await dialog.getByText('Not the form of a postal code in Germany').waitFor();
    await dialog.getByLabel('Country').selectOption('HK');
    await dialog.getByLabel('Area').waitFor();
    await dialog.getByText('Not part of an address in Hong Kong').waitFor();
    await dialog.getByLabel('Postcode').fill('');
    await dialog.getByLabel('Postcode').waitFor({ state: 'detached' });
    await dialog.getByLabel('Country').selectOption('DE');
    await dialog.getByText('Required in Germany').waitFor();
    await dialog.getByLabel('Postcode').fill('14467');
    await page.getByLabel('Town').fill('Potsdam');
    await page.getByLabel('Phone').fill('0331 1');
    await page.getByLabel('E-mail').fill('no address');
    await page.keyboard.press('Tab');
    await page.getByRole('dialog').getByText('EMAIL_IS_INVALID').waitFor();
    const place = await person.placeInDialog('Save');
    await page.getByLabel('E-mail').fill('ada.lindqvist@example.org');
    await page.getByRole('dialog').getByText('EMAIL_IS_INVALID').waitFor({ state: 'detached' });
    expect(await person.placeInDialog('Save')).toEqual(place);
    await person.expectSound();
    await person.button('Save').click();
    await page.locator('address', { hasText: 'Potsdam' }).waitFor();
    await page.locator('.timeline').getByText('changed Delivery address: Town').waitFor();
    const order = must(await office.shop.get_order_by_id({ id_order: second }));
    const written = [order.order_delivery_zip, order.order_delivery_city, order.order_phone];
    expect(written).toEqual(['14467', 'Potsdam', '0331 1']);
    await page.getByLabel('New note').fill('Wants it before noon.');
    await person.button('Add note').click();
    await page.locator('.timeline').getByText('noted: Wants it before noon.').waitFor();
    expect(must(await office.shop.get_order_notes({ id_order: second })).notes).toMatchObject([
      { text: 'Wants it before noon.', username: 'anna' },
    ]);
    await page.getByText(/^All \d+ orders of this address$/).waitFor();
    await person.expectSound();
    await page.getByRole('link', { name: `Next order: ${first}` }).click();
    await page.getByRole('heading', { name: `Order ${first}` }).waitFor();
    await page.getByRole('link', { name: `Previous order: ${second}` }).click();
    await page.getByRole('link', { name: `Previous order: ${third}` }).waitFor();
    await page.getByRole('link', { name: 'Leselampe' }).click();
    await page.getByRole('heading', { name: 'Reading lamp' }).waitFor();
  });

  test('what an invoice shows is refused before it is saved, and says what to do', async () => {
    const { page } = person;
    const id = await office.order(0);
    must(await office.shop.get_invoice({ id_order: id }));
    await person.open(`/orders/${id}`);
    await person.button('Change').click();
    await page.getByText('what it shows is no longer changed').waitFor();
    await page.getByLabel('Town').fill('Potsdam');
    await page.keyboard.press('Tab');
    await page.getByRole('dialog').getByText('INVOICE_ISSUED').waitFor();
    await person.expectSound();
    await person.button('Leave it').click();
    expect(must(await office.shop.get_order_by_id({ id_order: id })).order_delivery_city).toBe('Berlin');
  });

  test('many orders are picked at once and shipped with pasted numbers; what is refused is tried again', async () => {
    const { page } = person;
    const ids = [await office.order(0), await office.order(3), await office.order(6), await office.order(9)];
    await person.open('/orders');
    await page.locator('.list-row', { hasText: String(ids[3]) }).waitFor();
    await page.getByLabel(`Pick order ${ids[3]}`).click();
    await page.getByLabel(`Pick order ${ids[1]}`).click({ modifiers: ['Shift'] });
    await page.getByText('3 picked').waitFor();
    await page.locator('.bulk-bar').getByRole('button', { name: 'Ship' }).click();
    await page.getByLabel('Tracking numbers').fill('JD-lost');
    await page.keyboard.press('Escape');
    await page.getByText('The numbers that you pasted would be lost.').waitFor();
    await person.button('Discard').click();
    await page.getByText('3 picked').waitFor();
    await page.locator('.bulk-bar').getByRole('button', { name: 'Ship' }).click();
    await page.getByLabel('Carrier').fill('DHL');
    await page.getByLabel('Tracking numbers').fill('9999 JD-other');
    await page.getByText('begins with the number of an order that is not shipped here').waitFor();
    await expect.poll(() => person.button('Do it').isDisabled()).toBe(true);
    await page.getByLabel('Tracking numbers').fill(`JD-first\n${ids[1]};JD-named\nJD-third`);
    await person.expectSound();
    must(await office.shop.update_order_details({ id_order: ids[2]!, order_state: 'CANCELED' }));
    await person.button('Do it').click();
    await page.getByText('2 done, 1 refused').waitFor();
    must(await office.shop.update_order_details({ id_order: ids[2]!, order_state: 'OPEN' }));
    await person.button('Try the 1 refused again').click();
    await page.getByText('3 done, 0 refused').waitFor();
    await person.button('Close').last().click();
    const tracked = await Promise.all(
      ids.map(async (id) => must(await office.shop.get_order_by_id({ id_order: id })).parcels[0]?.tracking_number),
    );
    expect(tracked).toEqual([undefined, 'JD-named', 'JD-third', 'JD-first']);
    await page.getByLabel('Pick all that are listed, 200 at most').click();
    const box = page.locator('.list-row [aria-label^="Pick order"]');
    await expect.poll(() => box.and(page.locator(':checked')).count()).toBeGreaterThan(ids.length);
    await expect.poll(() => box.and(page.locator(':not(:checked)')).count()).toBe(0);
    await person.button('Unpick all').click();
  });

  test('slips and the pick list of picked orders are files', async () => {
    const { page } = person;
    const ids = [await office.order(0), await office.order(2)];
    await person.open('/orders');
    for (const id of ids) await page.getByLabel(`Pick order ${id}`, { exact: true }).waitFor();
    // Both before the screen is drawn again.
    await page.evaluate(
      `for (const id of ${JSON.stringify(ids)}) document.querySelector('[aria-label="Pick order ' + id + '"]').click()`,
    );
    await page.getByText('2 picked').waitFor();
    for (const [name, file] of [
      ['Packing slips', 'packing-slips-'],
      ['Pick list', 'pick-list-'],
    ] as const) {
      const download = await person.download(page.locator('.bulk-bar').getByRole('button', { name }).click());
      expect(download.suggestedFilename()).toContain(file);
      expect(
        readFileSync(await download.path())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
    await person.expectSound();
    await person.button('Unpick all').click();
  });

  test('a list comes back as it was left: filters, place and picked rows; kept by a name, with its columns', async () => {
    const { page } = person;
    const rows = page.locator('.virtual-list');
    await page.setViewportSize({ width: 1360, height: 560 });
    await person.open('/orders');
    const isRead = (body: string | null): boolean =>
      body?.includes('"search_orders"') === true && body.includes('creation');
    const read = page.waitForResponse((answer) => isRead(answer.request().postData()));
    await page.getByLabel('Placed').selectOption('Today');
    await read;
    await page.locator('.list-row').first().waitFor();
    await page.locator('.list-row [aria-label^="Pick order"]').nth(1).click();
    await page.getByText('1 picked').waitFor();
    await rows.evaluate((list: { scrollTop: number }) => void (list.scrollTop = 120));
    await expect.poll(() => rows.evaluate((list: { scrollTop: number }) => list.scrollTop)).toBe(120);
    // A pointer would scroll the row into sight first.
    await page.locator('.list-row').nth(5).dispatchEvent('click');
    await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
    await page.getByRole('link', { name: 'All orders', exact: true }).click();
    await page.getByText('1 picked').waitFor();
    await expect.poll(() => rows.evaluate((list: { scrollTop: number }) => list.scrollTop)).toBe(120);
    await page.locator('.list-row').nth(5).dispatchEvent('click');
    await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
    await page.goBack();
    await expect.poll(() => rows.evaluate((list: { scrollTop: number }) => list.scrollTop)).toBe(120);
    await expect.poll(() => page.getByLabel('Placed').inputValue()).toBe('today');
    await person.button('Keep this list').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Of today');
    await person.expectSound();
    await person.button('Keep it').click();
    await person.button('Of today').waitFor();
    await person.button('Columns').click();
    await page.getByLabel('Town').uncheck();
    await person.expectSound();
    await page.getByRole('dialog').locator('.dialog-end').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByRole('columnheader', { name: 'Town' }).isVisible()).toBe(false);
    await page.setViewportSize({ width: 1360, height: 860 });
    await person.open('/orders');
    await page.reload();
    await person.button('Of today').click();
    await expect.poll(() => page.getByLabel('Placed').inputValue()).toBe('today');
    await page.locator('.list-row').first().waitFor();
    await expect.poll(() => page.getByRole('columnheader', { name: 'Town' }).isVisible()).toBe(false);
    await page.getByLabel('Placed').selectOption('Yesterday');
    await expect.poll(() => page.url()).toContain('days=yesterday');
    // Orders may have been placed before midnight.
    await person.open('/orders?from=2001-01-01&to=2001-01-02');
    await page.getByText('No order meets this.').waitFor();
    await person.expectSound();
    await person.button('Show all').click();
    await page.locator('.list-row').first().waitFor();
  });

  test('a draft is sent with a last day: the link that pays it is there to copy', async () => {
    const { page } = person;
    const { shop } = office;
    const { id_draft: name, session } = must(await shop.create_draft({}));
    const goods = { id_shopobject: 2, element_type: 'PRODUCT', price_field: 'price', name_field: 'name' } as const;
    must(await shop.add_to_cart({ session, ...goods, quantity: 1 }));
    must(
      await shop.set_order_details({ session, id_payment_method: 8, delivery_country: 'DE', email: 'a@example.org' }),
    );
    await person.open(`/orders/draft-${name}`);
    await person.button('Send to the customer').click();
    await page.getByLabel('Last day to pay').fill('2099-12-31');
    await page.getByText('it is cancelled by itself').waitFor();
    await person.expectSound();
    await person.button('Place it and make the link').click();
    await page.getByLabel('Address to pay at').getByText('https://pay.example/').waitFor();
    await person.button('Done').click();
    await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
    const id = Number(/\d+/.exec(await page.locator('h1').innerText())![0]);
    const order = must(await shop.get_order_by_id({ id_order: id }));
    expect([order.cart.total, order.pay_until]).toEqual([119.9, '2100-01-01 00:00:00']);
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
  });

  test('the box finds pages and settings by name; arrows work where a screen begins', async () => {
    const { page } = person;
    await person.open('/nothing');
    await page.getByText('There is no such screen.').waitFor();
    await page.getByRole('link', { name: 'Go to the start' }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('tax');
    await page.getByRole('option', { name: /Tax/ }).first().waitFor();
    await person.expectSound();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('section-taxes');
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.locator('.list-row .number').nth(2).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page
      .locator('.list-row.current')
      .filter({ has: page.locator('.number') })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
  });

  test('the guest of an order is erased once its number is typed', async () => {
    const { page } = person;
    const id = await office.order(4);
    await person.open(`/orders/${id}`);
    await person.button('Erase guest').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(`Type ${id} to erase`).fill(String(id));
    await person.expectSound();
    await dialog.getByRole('button', { name: 'Erase person' }).click();
    await page.getByText('The person is erased.').waitFor();
    expect(must(await office.shop.get_order_by_id({ id_order: id })).order_email).toBe('erased');
    await expect.poll(() => person.button('Erase guest').count()).toBe(0);
  });
});
