// Would catch a screen of settings that changes something before it said what that means, changes something else than
// it said, or another setting than was typed, one that lets a person change what is pinned, and a change for a day that
// is made at once or cannot be called off.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('the settings of the shop in the back office', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  // Each reads the settings anew.
  beforeEach(() => person.open('/settings'));

  const settings = async () => must(await office.shop.get_shop_settings({}));
  const dialog = () => person.page.getByRole('dialog');
  let hasGoods = false;
  const anOrder = async (): Promise<number> => {
    if (!hasGoods) await office.fill(0);
    hasGoods = true;
    return office.order(1);
  };
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });

  test('an empty shop gets its country, zone, currency and languages; a country that is none is refused', async () => {
    await person.open('/shop');
    await person.button('Change: Shop').click();
    await dialog().getByLabel('Country, two letters').fill('xx');
    await inDialog('What does it mean?').click();
    await dialog().getByText('COUNTRY_NOT_FOUND').waitFor();
    await dialog().getByLabel('Country, two letters').fill('ch');
    await dialog().getByLabel('Time zone').selectOption('Europe/Zurich');
    await dialog().getByLabel('Currency').fill('jpy');
    await dialog().getByLabel('Language of the shop').fill('fr_FR');
    await dialog().getByLabel('Languages that the shop offers').fill('de_DE en_GB');
    await inDialog('What does it mean?').click();
    await dialog().getByText('Country of the shop: Switzerland, in the place of Germany.').waitFor();
    await dialog().getByText('Decimals of an amount: 0, in the place of 2.').waitFor();
    await dialog().getByText('Days that reports have counted stay').waitFor();
    expect(await dialog().getByText('undefined').count()).toBe(0);
    await person.expectSound();
    await person.picture('shop-home');
    await inDialog('Change it').click();
    await dialog().waitFor({ state: 'detached' });
    const home = { country: 'CH', time_zone: 'Europe/Zurich', currency: 'JPY', currency_digits: 0, language: 'fr_FR' };
    expect(await settings()).toMatchObject({ ...home, languages: ['de_DE', 'en_GB', 'fr_FR'], pinned: [] });
    expect(must(await office.shop.get_shop({}))).toMatchObject({ ...home, languages: ['fr_FR', 'de_DE', 'en_GB'] });
    must(
      await office.shop.update_shop_settings({
        country: 'DE',
        time_zone: 'UTC',
        currency: 'EUR',
        currency_digits: 2,
        language: 'de_DE',
        languages: ['de_DE'],
      }),
    );
  });

  test('a rate is changed after the page has said what that means', async () => {
    const { page } = person;
    await person.open('/shop');
    await person.button('Change: Taxes').click();
    await dialog().getByLabel('Rate in percent (DE)').fill('20.5');
    await person.expectSound();
    await inDialog('What does it mean?').click();
    await dialog().getByText('default, Germany: 20.5 % in the place of 19 %.').waitFor();
    expect((await settings()).tax_classes[0]!.rates).toEqual({ DE: 0.19 });
    await person.expectSound();
    await inDialog('Change it').click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'Germany 20.5 %' }).waitFor();
    expect((await settings()).tax_classes).toEqual([
      { name: 'default', calculation: 'included', rates: { DE: 0.205 } },
    ]);
    await person.picture('shop');
    await person.expectSound();
  });

  test('accounts of revenue are told, put in their order and taken away', async () => {
    await person.open('/shop');
    const before = (await settings()).accounting;
    const fill = async (at: number, account: string, more: readonly (readonly [label: string, value: string])[]) => {
      await inDialog('Add an account of revenue').click();
      const fields = dialog().getByRole('group', { name: `Account of revenue ${at}` });
      await fields.getByLabel('Account', { exact: true }).fill(account);
      for (const [label, value] of more) await fields.getByLabel(label).fill(value);
    };
    await person.button('Change: Accounting').click();
    await fill(1, '8400', [['Rate (%)', '19']]);
    await fill(2, '8325', [['Country where the tax is owed', 'at']]);
    await person.expectSound();
    await inDialog('Earlier: Account of revenue 2').click();
    await inDialog('What does it mean?').click();
    await dialog().getByText('8325, 8400').waitFor();
    expect((await settings()).accounting).toEqual(before);
    await inDialog('Change it').click();
    await dialog().waitFor({ state: 'detached' });
    const revenue = [
      { country: 'AT', account: '8325', tax_code: '' },
      { rate: 0.19, account: '8400', tax_code: '' },
    ];
    expect((await settings()).accounting).toEqual({ ...before, revenue });
    await person.button('Change: Accounting').click();
    await inDialog('Remove: Account of revenue 1').click();
    await inDialog('What does it mean?').click();
    await inDialog('Change it').click();
    await dialog().waitFor({ state: 'detached' });
    expect((await settings()).accounting.revenue).toEqual(revenue.slice(1));
    must(await office.shop.update_shop_settings({ accounting: {} }));
  });

  test('what was typed after the page has said so is asked again', async () => {
    await person.open('/shop');
    await person.button('Change: Payment').click();
    const before = await settings();
    await dialog().getByLabel('An unpaid order ends after, in days').first().fill('7');
    await inDialog('What does it mean?').click();
    await dialog().getByText('PrePayment: an unpaid order ends after: 7 days.').waitFor();
    await dialog().getByLabel('An unpaid order ends after, in days').first().fill('14');
    await inDialog('What does it mean?').click();
    await dialog().getByText('PrePayment: an unpaid order ends after: 14 days.').waitFor();
    await dialog().getByLabel('What a customer is told after the order (de_DE)').first().fill('IBAN 1');
    await inDialog('What does it mean?').click();
    await dialog().getByText('PrePayment: a customer is told after the order: IBAN 1.').waitFor();
    await person.expectSound();
    expect(await settings()).toEqual(before);
    await inDialog('Change it').click();
    await dialog().waitFor({ state: 'detached' });
    const IBAN = 'IBAN 1';
    expect((await settings()).payment_methods).toEqual([
      { id: 2, name: 'PrePayment', unpaid_order_ms_max: 14 * 86_400_000, instructions: IBAN },
      { id: 3, name: 'Cash' },
    ]);
  });

  test('a change for a day waits, is shown, and is called off', async () => {
    const { page } = person;
    await person.open('/shop');
    await person.button('Change: Documents').click();
    await dialog().getByLabel('Name and address').fill('Kontor\nHamburg');
    await dialog().getByLabel('Before the number of an invoice').fill('');
    await dialog().getByLabel('From the beginning of').fill('2090-01-01');
    await inDialog('What does it mean?').click();
    await dialog().getByText('Before the number of an invoice: nothing, in the place of R-.').waitFor();
    await inDialog('Change it').click();
    await dialog().waitFor({ state: 'detached' });
    const { company, scheduled } = await settings();
    expect(company).toBe('');
    expect(scheduled).toMatchObject([
      { effective_at: '2090-01-01 00:00:00', company: 'Kontor\nHamburg', invoice_prefix: '' },
    ]);
    await page.getByRole('heading', { name: 'What will change' }).waitFor();
    await person.expectSound();
    await person.button(/^Call it off/).click();
    await inDialog('Call it off').click();
    await dialog().waitFor({ state: 'detached' });
    expect((await settings()).scheduled).toEqual([]);
  });

  test('working days are checked and holidays are added and removed; none at all cannot be sent', async () => {
    must(await office.shop.update_shop_settings({ holidays: ['2027-01-01'] }));
    await person.open('/shop');
    await person.page.getByText('Monday, Tuesday, Wednesday, Thursday, Friday').first().waitFor();
    await person.button('Change: Delivery').click();
    const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    const isChecked = WEEK.map((name) => dialog().getByLabel(name).isChecked());
    const was = (await settings()).working_days;
    expect(await Promise.all(isChecked)).toEqual(WEEK.map((_, at) => was.includes(at + 1)));
    for (const name of WEEK) await dialog().getByLabel(name).uncheck();
    await dialog().getByText('Choose a day at least.').waitFor();
    expect(await inDialog('What does it mean?').isDisabled()).toBe(true);
    await dialog().getByLabel('Saturday').check();
    await dialog().getByLabel('Tuesday').check();
    await inDialog('Remove: 1 Jan 2027').click();
    for (const day of ['2026-12-26', '2026-12-25', '2026-12-26']) {
      await dialog().getByLabel('A day on which nobody works').fill(day);
      await inDialog('Add the day').click();
    }
    expect(await inDialog('Add the day').isDisabled()).toBe(true);
    await person.expectSound();
    await inDialog('What does it mean?').click();
    await dialog().getByText('Working days: Tuesday, Saturday, in the place of').waitFor();
    await dialog().getByText('Holidays: 25 Dec 2026, 26 Dec 2026, in the place of 1 Jan 2027.').waitFor();
    await inDialog('Change it').click();
    await dialog().waitFor({ state: 'detached' });
    expect(await settings()).toMatchObject({ working_days: [2, 6], holidays: ['2026-12-25', '2026-12-26'] });
  });

  test('lives and first numbers are set; a number that was given is refused with why', async () => {
    await anOrder();
    await person.open('/shop');
    await person.button('Change: Checkout').click();
    await dialog().getByLabel('A cart and a login live for, in hours').fill('72');
    await dialog().getByLabel('A draft of the back office lives for').fill('7.5');
    await inDialog('What does it mean?').click();
    await dialog().getByText('A cart and a login live for: 72 hours, in the place of 24 hours.').waitFor();
    await person.expectSound();
    await inDialog('Change it').click();
    await dialog().waitFor({ state: 'detached' });
    expect(await settings()).toMatchObject({ session_ttl_ms: 259_200_000, draft_ttl_ms: 648_000_000 });
    await person.button('Change: Documents').click();
    await dialog().getByLabel('First number of an order').fill('10');
    await inDialog('What does it mean?').click();
    await dialog().getByText('SETTING_IN_USE').waitFor();
    await dialog().getByLabel('First number of an order').fill('20500');
    await dialog().getByLabel('First number of an invoice').fill('9000');
    await inDialog('What does it mean?').click();
    await dialog().getByText('First number of an order: 20500, in the place of 10001.').waitFor();
    await person.expectSound();
    await person.picture('shop-numbers');
    await inDialog('Change it').click();
    await dialog().waitFor({ state: 'detached' });
    expect(await settings()).toMatchObject({ order_id_first: 20_500, invoice_number_first: 9000 });
    expect(await anOrder()).toBe(20_500);
  });

  test('who sells is told, and an order’s page gives the invoice in a format for programs', async () => {
    const id = await anOrder();
    await person.open('/shop');
    await person.button('Change: Electronic invoices').click();
    const typed = { Company: 'Kontor GmbH', 'Street and number': 'Weg 7', 'Postal code': '20457', City: 'Hamburg' };
    for (const [label, text] of Object.entries(typed)) await dialog().getByLabel(label, { exact: true }).fill(text);
    await dialog().getByLabel('Country, such as DE').fill('de');
    await dialog().getByLabel('VAT id').fill('DE 123 456 788');
    await dialog().getByLabel('Why default has no tax').selectOption('Exempt');
    await dialog().getByLabel('Reason on the invoice').fill('§ 4 UStG');
    await inDialog('What does it mean?').click();
    await dialog().getByText('Who sells: Kontor GmbH, Weg 7, 20457, Hamburg, DE, DE123456788').waitFor();
    await person.expectSound();
    await inDialog('Change it').click();
    await dialog().waitFor({ state: 'detached' });
    expect((await settings()).seller).toMatchObject({
      country: 'DE',
      exemptions: [{ tax_class: 'default', kind: 'exempt', reason: '§ 4 UStG' }],
    });
    const buyer = { invoice_lastname: 'Meier', invoice_city: 'Bern', invoice_country: 'CH' };
    must(await office.shop.update_order_details({ id_order: id, ...buyer }));
    await person.open(`/orders/${id}`);
    await person.page.getByLabel('Format of the invoice').selectOption('ZUGFeRD');
    const file = await person.download(person.button(/^Invoice/).click());
    expect(readFileSync(await file.path(), 'latin1')).toContain('factur-x.xml');
    await person.page.getByLabel('Format of the invoice').selectOption('XRechnung');
    await person.button(/^Invoice/).click();
    await person.page.getByText('seller.contact').first().waitFor();
  });

  test('built-in roles get to need a second factor', async () => {
    await person.open('/shop');
    await person.button('Change: People').click();
    await dialog().getByLabel('Warehouse').check();
    await inDialog('What does it mean?').click();
    await dialog().getByText('Roles that need a second factor: Warehouse, in the place of nobody.').waitFor();
    await person.expectSound();
    await inDialog('Change it').click();
    await dialog().waitFor({ state: 'detached' });
    expect((await settings()).second_factor_roles).toEqual(['warehouse']);
    await person.expectSound();
  });

  test('what is refused stays in the dialog; a narrow window in German holds all', async () => {
    await anOrder();
    await person.open('/shop');
    await person.button('Change: Payment').click();
    await dialog().getByRole('button', { name: 'Remove: 2', exact: true }).click();
    await inDialog('What does it mean?').click();
    await dialog().getByText('SETTING_IN_USE').waitFor();
    const viewport = { width: 360, height: 740 };
    const narrow = await Person.arrive(browser, office.url, { viewport, locale: 'de-DE' });
    await narrow.logIn(office.people['anna']!);
    await narrow.open('/shop');
    await narrow.button('Ändern: Steuern').click();
    await narrow.page.getByLabel('Satz in Prozent (DE)').waitFor();
    await narrow.expectSound();
    await narrow.context.close();
    await inDialog('Leave it').click();
    await dialog().waitFor({ state: 'detached' });
  });

  test('a currency in which there are prices is refused by their name; entries of the configuration are not changed', async () => {
    await person.open('/shop');
    await person.button('Change: Shop').click();
    await dialog().getByLabel('Currency').fill('USD');
    await inDialog('What does it mean?').click();
    await dialog().getByText('there are orders, prices of products').waitFor();
    office.program.signal('SIGTERM');
    await office.program.ended;
    const { port } = new URL(office.url);
    const program = office.place.start(['serve', '--data', 'shop', '--port', '0', '--admin-port', port], {
      KONTOR_TIME_ZONE: 'Europe/Vienna',
      KONTOR_DELIVERY_COUNTRIES: '["AT"]',
      KONTOR_COMPANY: 'Pinned',
    });
    await program.ready();
    const pinned = await Person.arrive(browser, office.url, { viewport: { width: 390, height: 844 } });
    await pinned.logIn(office.people['anna']!);
    await pinned.open('/shop');
    const says = 'said by the configuration of the server, and not changed here';
    for (const field of ['Time zone', 'Countries delivered to', 'Name and address'])
      await pinned.page.getByText(`${field}: ${says}`).waitFor();
    await pinned.expectSound();
    await pinned.picture('shop-pinned');
    for (const [section, field, free] of [
      ['Shop', 'Time zone', 'Country, two letters'],
      ['Delivery', 'Codes of two letters', 'Name (de_DE)'],
      ['Documents', 'Name and address', 'Before the number of an invoice'],
    ] as const) {
      await pinned.button(`Change: ${section}`).click();
      const asked = pinned.page.getByRole('dialog');
      expect(await asked.getByLabel(field).isDisabled()).toBe(true);
      expect(await asked.getByLabel(free).first().isDisabled()).toBe(false);
      await pinned.expectSound();
      await pinned.page.keyboard.press('Escape');
      await asked.waitFor({ state: 'detached' });
    }
    await pinned.context.close();
  });
});
