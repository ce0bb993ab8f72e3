// Would catch a screen of the back office that shows something else than the engine has, or does something else than it
// says: each does what a person does there, and the shop is asked whether it came about.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { CARD, Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('the back office of somebody who sells', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let placed: readonly number[];
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open(CARD);
    placed = await office.fill(20);
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  test('today: sales and orders are those of the report, and a new order appears by itself', async () => {
    await person.open('/today');
    const report = must(await office.shop.get_report({ statistic: 'sales' }));
    const shown = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });
    await person.page.getByText(shown.format(report.records.at(-1)!.value)).waitFor();
    await person.picture('today');
    await person.expectSound();
    await office.order(0);
    const after = must(await office.shop.get_report({ statistic: 'sales' })).records.at(-1)!.value;
    await person.page.getByText(shown.format(after)).waitFor();
  });

  test('an order is cancelled after it was shown what will happen, and the stock rises', async () => {
    const { page } = person;
    const id = await office.order(2);
    const before = await office.stockOf(2);
    await person.open(`/orders/${id}`);
    await page.getByText('How the engine itself came to every amount.').waitFor();
    await page.getByText('placed the order').waitFor();
    await person.picture('order');
    await person.expectSound();
    await person.button('Cancel order').click();
    await page.getByText(`back in stock (now ${before})`).first().waitFor();
    await person.picture('order-cancel');
    await person.expectSound();
    expect(await office.stockOf(2)).toBe(before);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('order: Open → Cancelled').waitFor();
    expect(await office.stockOf(2)).toBe(before + 1);
    await expect.poll(() => page.locator('.timeline').last().innerText()).toMatch(/stockId \d+, quantity 1/);
    expect(await page.locator('.timeline').last().innerText()).not.toContain('{');
    await page.getByText('anna', { exact: true }).first().waitFor();
  });

  test('an order is paid and shipped, in two parcels', async () => {
    const { page } = person;
    const id = await office.order(1);
    await person.open(`/orders/${id}`);
    await person.button('Mark as paid').click();
    await page.getByText('Payment: Unpaid → Paid').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await person.button('Mark as unpaid').waitFor();
    for (const [parcel, quantity] of [
      [1, '0'],
      [2, '1'],
    ] as const) {
      await person.button('Ship').click();
      await page.getByLabel('Carrier').fill('DHL');
      await page.getByLabel('Tracking number').fill(`JD-${parcel}`);
      await page.getByRole('dialog').locator('fieldset input').first().fill(quantity);
      if (parcel === 1) await person.expectSound();
      await person.button('Parcel has left').click();
      await page.getByText(`JD-${parcel}`).first().waitFor();
      if (parcel === 2) break;
    }
    const order = must(await office.shop.get_order_by_id({ id_order: id }));
    expect([order.payment_state.name, order.delivery_state.name]).toEqual(['PAYMENT_RECEIVED', 'CLOSED']);
    expect(order.parcels.map((parcel) => parcel.tracking_number)).toEqual(['JD-1', 'JD-2']);
  });

  test('money without a claim is on its screen, on the order and on Today, until it is settled', async () => {
    const { page } = person;
    const id = await office.order(1);
    await office.unclaimed(id);
    await person.open('/money');
    await page.getByText('Another amount').first().waitFor();
    await page.getByText('€7.77').first().waitFor();
    await page.getByText('t-777').first().waitFor();
    await person.picture('money');
    await person.expectSound();
    await person.open('/today');
    await page.getByText('t-777').first().waitFor();
    await person.open(`/orders/${id}`);
    await page.getByText('t-777').first().waitFor();
    await person.button('Settle').click();
    await page.getByLabel('What became of it').fill('sent back');
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click();
    await page.getByText('sent back').waitFor();
    expect(must(await office.shop.get_unclaimed_money({}))).toMatchObject({ open: 0, money: [] });
  });

  test('orders are filtered, searched, picked and paid together, each with its outcome', async () => {
    const { page } = person;
    await person.open('/orders');
    await page.getByRole('row').nth(5).waitFor();
    await person.picture('orders');
    await person.button(/^Unpaid/).click();
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(3);
    await page.getByLabel('Search orders').fill('lindqvist ada');
    await expect.poll(() => page.locator('.list-row', { hasText: 'Ada Lindqvist' }).count()).toBeGreaterThan(1);
    await expect.poll(() => page.locator('.list-row', { hasNotText: 'Ada Lindqvist' }).count()).toBe(0);
    // Not while the list is loaded again.
    let numbers: readonly string[] = [];
    const shown = async (): Promise<number> =>
      (numbers = await page.locator('.list-row .number').allInnerTexts()).length;
    await expect.poll(shown).toBeGreaterThan(1);
    await page.getByLabel(`Pick order ${numbers[0]}`).check();
    await page.getByLabel(`Pick order ${numbers[1]}`).check();
    await person.expectSound();
    await person.button('Mark as paid').click();
    await person.expectSound();
    await person.button('Do it').click();
    await page.getByText('2 done, 0 refused').waitFor();
    await person.button('Close').last().click();
    for (const id of numbers.slice(0, 2)) {
      const order = must(await office.shop.get_order_by_id({ id_order: Number(id) }));
      expect(order.payment_state.name).toBe('PAYMENT_RECEIVED');
    }
  });

  test('the CSV file has every order that is listed', async () => {
    const { page } = person;
    await person.open('/orders?state=cancelled');
    const { count } = must(
      await office.shop.search_orders({ constraint: { order_state: 'CANCELED' }, right_limit: 1 }),
    );
    await page.getByText(`${count} orders`, { exact: true }).waitFor();
    await person.button('CSV').click();
    const download = await person.download(person.button('Save the file').click());
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(1 + count);
    expect(lines[0]!.split(',')[1]).toBe('placed (UTC)');
    expect(lines.slice(1).every((line) => line.split(',')[2] === 'CANCELED')).toBe(true);
  });

  test('one box finds an order, a product and a coupon', async () => {
    const { page } = person;
    must(await office.shop.create_coupons({ count: 1, name: 'Welcome', amount: 5, code: 'HELLO5' }));
    const product = must(await office.shop.get_product_details({ id_product: 2 }));
    for (const [words, kind] of [
      [String(placed[0]!), 'Orders'],
      [product.metadata!.element_number, 'Products'],
      ['HELLO5', 'Coupons'],
      ['anna@example.org', 'Customers'],
    ] as const) {
      await page.locator('#find').fill(words);
      await page.locator('.hits .kind', { hasText: kind }).waitFor();
    }
    must(
      await office.shop.create_coupons({
        count: 1,
        name: 'Found',
        amount: 1,
        code: 'FINDME',
        type: 'MULTIPLE_NOMINAL',
      }),
    );
    await office.order(1, 'FINDME');
    await page.locator('#find').fill('findme');
    await page.locator('.hits .kind', { hasText: 'Orders' }).waitFor();
    await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(/Found\s+FINDME/);
    await page.locator('#find').fill('lindqvist');
    await page.locator('.hit', { hasText: 'Ada Lindqvist' }).first().waitFor();
    await person.picture('find');
    await person.expectSound();
    await page.locator('#find').fill('');
  });

  test('coupons are made and ended, and then a cart refuses them', async () => {
    const { page } = person;
    await person.open('/coupons');
    await person.button('New coupons').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Autumn');
    await page.getByRole('dialog').getByLabel('Code').fill('AUTUMN10');
    await person.expectSound();
    await person.button('Make coupons').click();
    await page.getByRole('row', { name: 'Autumn' }).getByText('AUTUMN10').waitFor();
    await page.getByRole('link', { name: 'Autumn' }).click();
    await person.button('Change').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Late autumn');
    await page.getByRole('dialog').getByLabel('Last day').fill('2099-12-31');
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Late autumn' }).waitFor();
    const { batches } = must(await office.shop.search_coupons({ code: 'AUTUMN10' }));
    expect(batches[0]).toMatchObject({ name: 'Late autumn', start_date: null, end_date: '2099-12-31' });
    const taken = await office.order(0, 'AUTUMN10');
    await person.button('End coupons').click();
    await page.getByText('The code of this batch is refused from now on').waitFor();
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'End coupons' }).click();
    await page.locator('main').getByText('Ended', { exact: true }).first().waitFor();
    await person.picture('coupon');
    await person.expectSound();
    await expect(office.order(0, 'AUTUMN10')).rejects.toThrow('COUPON_NOT_VALID');
    const order = must(await office.shop.get_order_by_id({ id_order: taken }));
    expect(order.cart.coupons.positions).toHaveLength(1);
  });

  test('an account is locked, and its login refused; unlocked, it may log in again', async () => {
    const { page } = person;
    const account = office.people['mira']!;
    const { result } = must(await office.shop.search_users({ constraint: { username: 'mira' } }));
    onTestFailed(async () => void (await office.shop.unlock_user({ id_user: result[0]!.id_user })));
    await person.open('/customers');
    await page.getByLabel('Search customers').fill('mira');
    // A click on the longer list before would be lost with it.
    await expect.poll(() => page.locator('.list-row').count()).toBe(1);
    await page.locator('.list-row', { hasText: 'mira@example.org' }).click();
    await person.button('Lock account').click();
    await page.getByText('Logins to this account are refused.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Lock account' }).click();
    await page.locator('main').getByText('Locked').first().waitFor();
    await person.picture('customer');
    await person.expectSound();
    expect(await office.shop.login_user(account)).toMatchObject({ ok: false, code: 'USER_LOCKED' });
    await person.button('Unlock account').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock account' }).click();
    await page.locator('main').getByText('Active').first().waitFor();
    expect(await office.shop.login_user(account)).toMatchObject({ ok: true });
  });

  test('everything about a customer is a file, and erased for good once the name is typed', async () => {
    const { page } = person;
    const passwords = { passwd1: 'walnut4242', passwd2: 'walnut4242' };
    const args = { username: 'ida.berg', email: 'ida@example.org', ...passwords };
    const { id_user: id } = must(await office.shop.register_user({ args }));
    await person.open(`/customers/${id}`);
    const download = await person.download(person.button('Export data').click());
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
      object: 'user_export',
      user: { username: 'ida.berg' },
      orders: [],
    });
    await person.button('Erase person').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Everything personal becomes unreadable').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Erase person' }).isDisabled()).toBe(true);
    await person.picture('customer-erase');
    await person.expectSound();
    await dialog.getByLabel('Type ida.berg to erase').fill('ida.berg');
    await dialog.getByRole('button', { name: 'Erase person' }).click();
    await page.getByText('The person is erased.').waitFor();
    const named = (username: string) => office.shop.search_users({ constraint: { username } });
    expect(must(await named('ida.berg')).count).toBe(0);
    const { records } = must(await office.shop.get_changelog({ object: `user/${id}`, before: 0 }));
    const [anna] = must(await named('anna')).result;
    expect(records[0]).toMatchObject({ operation: 'erase_user', field: 'erased', id_user: anna!.id_user });
  });

  test('a customer: what was bought without what was cancelled, real labels, and logins left out', async () => {
    const { page } = person;
    const passwords = { passwd1: 'walnut4242', passwd2: 'walnut4242' };
    const args = { username: 'nils.aalto', email: 'nils@example.org', ...passwords };
    const { id_user: id, session_id: token } = must(await office.shop.register_user({ args }));
    must(await office.shop.verify_user({ id_user: id, session_id: token }));
    const attributes = { firstname: 'Nils', lastname: 'Aalto', zip: '10115' };
    must(await office.shop.update_user_data({ id_user: id, attributes }));
    const login = { username: 'nils.aalto', password: 'walnut4242' };
    const { session_id: session } = must(await office.shop.login_user(login));
    must(await office.shop.login_user(login));
    const [kept, cancelled] = [await office.order(0, '', session), await office.order(2, '', session)];
    must(await office.shop.update_order_details({ id_order: cancelled, order_state: 'CANCELED' }));
    const { cart } = must(await office.shop.get_order_by_id({ id_order: kept }));
    await person.open(`/customers/${id}`);
    await page.getByRole('heading', { name: 'Nils Aalto' }).waitFor();
    await page.getByText(`€${cart.total.toFixed(2)} in the 2 newest orders; cancelled ones do not count`).waitFor();
    await page.locator('.timeline').getByText('created it').waitFor();
    await page.locator('.timeline').getByText('changed First name').waitFor();
    // The first login, and not those after it.
    await expect.poll(() => page.locator('.timeline').getByText('login_user').count()).toBe(1);
    await person.button('Change data').click();
    await expect.poll(() => page.getByRole('dialog').getByLabel('Postcode').inputValue()).toBe('10115');
    await person.button('Leave it').click();
  });

  test('what came from another system: an account without a password, and its orders of before', async () => {
    const { page } = person;
    const bought = { currency: 'EUR', lines: [{ name: 'Clay mug', quantity: 2, price: '12.50' }] };
    const order = { type: 'past_order', source: 'shopify', placed: '2025-03-01 11:00:00', ...bought };
    const records = [
      { type: 'customer', email: 'runa@example.org', attributes: { firstname: 'Runa', lastname: 'Holm' } },
      { ...order, number: '#1001', email: 'runa@example.org', sums: { total: '44.70' } },
      { ...order, number: '#1002', email: 'guest@example.org', sums: { total: '9.99' }, note: 'please ring' },
    ];
    writeFileSync(office.place.path('people.jsonl'), records.map((one) => JSON.stringify(one)).join('\n'));
    expect(await office.place.run(['import', 'people.jsonl', '--data', 'shop'])).toMatchObject({ code: 0 });
    const { result } = must(await office.shop.search_users({ constraint: { email: 'runa@example.org' } }));
    await person.open(`/customers/${result[0]!.id_user}`);
    await page.getByText('none yet: the account came from another shop system').waitFor();
    await page.getByRole('heading', { name: 'Orders of before' }).waitFor();
    await page.getByRole('link', { name: '#1001' }).click();
    await page.getByRole('heading', { name: '#1001 · shopify' }).waitFor();
    await page.getByText('€44.70').first().waitFor();
    await page.getByText('Clay mug').waitFor();
    expect(await person.button('Erase person').count(), 'it is erased with the account').toBe(0);
    await person.expectSound();
    await person.open('/orders');
    await page.getByRole('link', { name: 'Orders of before' }).click();
    await page.getByRole('link', { name: '#1001' }).waitFor();
    await page.getByLabel('Search orders of before').fill('guest@example.org');
    await expect.poll(() => page.getByRole('link', { name: '#1001' }).count()).toBe(0);
    await person.expectSound();
    await page.getByRole('link', { name: '#1002' }).click();
    await page.getByText('please ring').waitFor();
    await person.button('Erase person').click();
    await page.getByRole('dialog').getByText('that have no account: 1.').waitFor();
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase person' }).click();
    await page.getByText('The person is erased.').waitFor();
    const { orders } = must(await office.shop.search_past_orders({ number: '1002' }));
    expect(orders).toMatchObject([{ email: 'erased', note: 'erased', total: 9.99 }]);
  });

  test('orders of before, page by page, of a customer and of a search', async () => {
    const { page } = person;
    const sold = { placed: '2025-03-01 11:00:00', currency: 'EUR', sums: { total: 5 }, lines: [] };
    const order = { type: 'past_order', source: 'shopify', ...sold };
    const many = (email: string): object[] =>
      Array.from({ length: 101 }, (_, index) => ({ ...order, number: `#${email[0]}${index + 1}`, email }));
    const records = [
      { type: 'customer', email: 'zora@example.org', attributes: { firstname: 'Zora' } },
      ...many('zora@example.org'),
      ...many('yann@example.org'),
    ];
    writeFileSync(office.place.path('many.jsonl'), records.map((one) => JSON.stringify(one)).join('\n'));
    expect(await office.place.run(['import', 'many.jsonl', '--data', 'shop'])).toMatchObject({ code: 0 });
    const { result } = must(await office.shop.search_users({ constraint: { email: 'zora@example.org' } }));
    const expectLast = async (number: string): Promise<void> => {
      await page.getByRole('link', { name: 'More', exact: true }).click();
      await page.getByRole('link', { name: number, exact: true }).waitFor();
      await expect.poll(() => page.getByRole('link', { name: /^#[yz]\d+$/ }).count()).toBe(1);
    };
    await person.open(`/customers/${result[0]!.id_user}`);
    await expectLast('#z101');
    await person.expectSound();
    await person.open('/orders/past');
    await page.getByLabel('Search orders of before').fill('yann@example.org');
    await page.getByRole('link', { name: '#y1', exact: true }).waitFor();
    await expectLast('#y101');
    // Another search begins with its first page.
    await page.getByLabel('Search orders of before').fill('zora@example.org');
    await page.getByRole('link', { name: '#z1', exact: true }).waitFor();
  });

  test('a new password is shown once, and the old one is refused', async () => {
    const { page } = person;
    const { username, password } = office.people['mira']!;
    await person.open('/customers');
    await page.getByLabel('Search customers').fill(username);
    // A click on the longer list before would be lost with it.
    await expect.poll(() => page.locator('.list-row').count()).toBe(1);
    await page.locator('.list-row', { hasText: 'mira@example.org' }).click();
    await person.button('Reset password').click();
    const dialog = page.getByRole('dialog');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/admin/call', async (route) => {
      if (route.request().postData()?.includes('"reset_user"') === true) await held;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Reset password' }).click();
    await expect.poll(() => dialog.getByRole('button', { name: 'Leave it' }).isDisabled()).toBe(true);
    release();
    await dialog.getByText('This is shown only now.').waitFor();
    await page.unroute('**/admin/call');
    const fresh = await dialog.locator('pre').innerText();
    await page.mouse.click(5, 5);
    for (let at = 0; at < 3; at += 1) await page.keyboard.press('Escape');
    await expect.poll(() => dialog.locator('pre').isVisible()).toBe(true);
    await person.expectSound();
    expect(await office.shop.login_user({ username, password })).toMatchObject({ ok: false });
    expect(await office.shop.login_user({ username, password: fresh })).toMatchObject({ ok: true });
    await person.button('I have kept it').click();
    await expect.poll(() => dialog.count()).toBe(0);
  });
});
