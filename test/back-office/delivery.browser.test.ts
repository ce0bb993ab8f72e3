// Delivery rules in the back office, in a wide and a narrow window. Would catch a table that does not say what its
// rules do, rows of a spreadsheet that are made although something is wrong with them, a gap that nobody sees, a trial
// that shows another price than a shopper reads, and a change that overwrites somebody else's.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

/** Of 1.5 kg. */
const LAMP = 2;
const WINDOWS = [
  ['at a desk', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 844 }],
] as const;
const PASTED = [
  'Country\tPostal codes\tFrom kg\tTo kg\tPrice\tFree from\tDays',
  'DE\t\t0\t2\t4.90\t50\t1-2',
  'DE\t\t2.01\t31.5\t9.90\t\t2',
  'DE\t\t2\t1\t9.90\t\t2',
  'AT, CH\t1000-1999\t\t10\t14,90',
  'Atlantis\t\t0\t2\t4.90',
  'DE\tx!y\t0\t2\t4.90',
  'DE\t\theavy\t2\t4.90\t\t',
].join('\n');

describe.skipIf(!HAS_CHROMIUM).each(WINDOWS)('delivery rules %s', (_name, viewport) => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    await office.fill(1);
    must(await office.shop.update_product({ id_product: LAMP, metadata: { weight: 1.5 } }));
    person = await Person.arrive(browser, office.url, { viewport });
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const rules = async () => must(await office.shop.get_delivery_rules({})).rules;
  const offered = async (zip: string) =>
    must(await office.shop.get_delivery_methods({ id_shopobject: LAMP, country: 'DE', zip })).methods[0]!;
  const row = (name: string | RegExp) => person.page.getByRole('row').filter({ hasText: name });

  test('a rule is tried by the shop while it is typed, and made', async () => {
    const { page } = person;
    await person.open('/delivery');
    await page.getByText('No rule yet: the storefront says what it costs.').first().waitFor();
    const { name: method } = await offered('');
    await person.button(`New rule for ${method}`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It is shown once all fields can be read.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Island parcel');
    await dialog.getByLabel('Germany').check();
    await dialog.getByLabel('Postal codes').fill('nowhere!');
    await dialog.getByLabel('Price', { exact: true }).fill('19.90');
    await dialog.getByLabel('And for each kilogram').fill('0.5');
    await dialog.getByText('PARAMETER_INVALID').waitFor();
    await dialog.getByLabel('Postal codes').fill('25980-25999, 27498');
    await dialog.getByLabel('Kilograms, to below').fill('5');
    await dialog.getByLabel('Free from goods for').fill('500');
    await dialog.getByLabel('Working days, at most').fill('4');
    await dialog.getByLabel('Priority').fill('10');
    await dialog
      .getByText(
        'Island parcel: Germany: 25980-25999, 27498; below 5 kg; €19.90 + €0.50 per kg; Free from €500.00; ' +
          'Working days: 4.',
      )
      .waitFor();
    await person.expectSound();
    await dialog.getByRole('button', { name: 'Make the rule' }).click();
    await row('1. Island parcel').waitFor();
    expect(await rules()).toMatchObject([
      {
        name: 'Island parcel',
        countries: ['DE'],
        zips: ['25980-25999', '27498'],
        weight: [null, 5],
        price: 19.9,
        per_kg: 0.5,
        free_from: 500,
        days_min: 4,
        days_max: 4,
        priority: 10,
      },
    ]);
  });

  test('rows of a spreadsheet are read, each with what is wrong with it, and the sound ones made', async () => {
    const { page } = person;
    const { name: method } = await offered('');
    await person.closeToasts();
    await person.button(`Paste rules for ${method}`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Rows').fill(PASTED);
    await dialog.getByRole('button', { name: 'Look at what it says' }).click();
    await dialog.getByText('4 rows are left out:').waitFor();
    const faults = dialog.getByRole('alert').getByRole('listitem');
    expect((await faults.allInnerTexts()).map((text) => text.trim())).toEqual([
      'Row 4: the weight ends where it begins, or before.',
      'Row 6: the shop knows no such country.',
      'Row 7: a postal code cannot be read, or is none of the country. 10115, 10000-19999 and SW1* can be read.',
      'Row 8: a weight is no number.',
    ]);
    await dialog.getByText('Austria, Switzerland: 1000-1999').waitFor();
    await person.expectSound();
    expect(await rules(), 'nothing is made yet').toHaveLength(1);
    await dialog.getByRole('button', { name: 'Make 3 rules' }).click();
    await row(/^4\. /).waitFor();
    expect((await rules()).slice(1)).toMatchObject([
      { name: method, countries: ['DE'], weight: [null, 2], price: 4.9, free_from: 50, days_min: 1, days_max: 2 },
      { name: method, countries: ['DE'], weight: [2.01, 31.5], price: 9.9, free_from: 0, days_max: 2 },
      { countries: ['AT', 'CH'], zips: ['1000-1999'], weight: [null, 10], price: 14.9, days_max: 0 },
    ]);
    await page.getByText('No rule for 2 to below 2.01 kg (Germany), between rules 2 and 3').waitFor();
    await person.closeToasts();
    await person.expectSound();
  });

  test('rules are a file, whose changes are seen before they are made', async () => {
    const { page } = person;
    const before = await rules();
    const saved = page.waitForEvent('download');
    await person.button('Export').click();
    const table = readFileSync(await (await saved).path(), 'utf8');
    expect(table.split('\r\n')).toHaveLength(before.length + 2);
    const dialog = page.getByRole('dialog');
    const give = async (text: string): Promise<void> => {
      const file = { name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await dialog.getByLabel('CSV file').setInputFiles(file);
      await dialog.getByRole('button', { name: 'Look at what it says' }).click();
    };
    await person.button('Import a file').click();
    await give('colour,price\nred,1\n');
    await dialog.getByText('Its columns are not those of delivery rules').waitFor();
    await give(table);
    await dialog.getByText('4 rows say what their rules say already.').waitFor();
    const [first] = before;
    await give(`id,price,countries,name\r\n${first!.id},21.5,Germany,\r\n99,1,,\r\n,7.25,NL,Dutch\r\n${first!.id},1,,`);
    await dialog.getByText(`Rule number ${first!.id}, Island parcel: price: 19.9 → 21.5`).waitFor();
    await dialog.getByText('Row 3: the shop has no rule of this number.').waitFor();
    await dialog.getByText('Row 5: a row before changes the same rule.').waitFor();
    await person.expectSound();
    expect(await rules()).toEqual(before);
    await dialog.getByRole('button', { name: 'Make 1 rule, change 1' }).click();
    await page.getByText('Rules made: 1, changed: 1.').waitFor();
    const after = await rules();
    expect(after[0]).toMatchObject({ price: 21.5, countries: ['DE'], zips: first!.zips, days_max: 4 });
    expect(after.at(-1)).toMatchObject({ name: 'Dutch', price: 7.25, countries: ['NL'] });
    must(await office.shop.update_delivery_rule({ id_delivery_rule: first!.id, price: 19.9 }));
    must(await office.shop.delete_delivery_rule({ id_delivery_rule: after.at(-1)!.id }));
    await person.closeToasts();
  });

  test('a place is tried, and says what a shopper reads', async () => {
    const { page } = person;
    await person.button('Try a place').click();
    const trial = page.locator('#delivery-trial');
    await trial.getByLabel('Product').fill('lamp');
    await trial.getByRole('button', { name: 'Choose Reading lamp' }).click();
    await trial.getByLabel('Postal code').fill('10115');
    const answers = trial.getByRole('table');
    // The lamp alone is beyond the sum from which it is free.
    await expect.poll(() => answers.textContent()).toContain('€0.00');
    expect(await offered('10115')).toMatchObject({ price: 0 });
    await trial.getByLabel('Postal code').fill('25980');
    await expect.poll(() => answers.textContent()).toContain('€20.65');
    expect(await offered('25980')).toMatchObject({ price: 20.65 });
    await trial.getByLabel('Country').selectOption('FR');
    await expect.poll(() => answers.textContent()).toContain('No rule is for this country.');
    await trial.getByLabel('Country').selectOption('DE');
    await trial.getByLabel('Postal code').fill('10115');
    await trial.getByLabel('Kilograms').fill('1.2');
    await expect.poll(() => answers.textContent()).toContain('€4.90');
    await trial.getByLabel('Kilograms').fill('2.4');
    await expect.poll(() => answers.textContent()).toContain('€9.90');
    await trial.getByLabel('Kilograms').fill('');
    await person.expectSound();
  });

  test('one is changed beside what somebody else has saved, copied, and deleted', async () => {
    const { page } = person;
    await page.getByRole('button', { name: /^Change rule 1/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nothing is changed yet.').waitFor();
    await dialog.getByLabel('Price', { exact: true }).fill('21.90');
    await dialog.getByText('Price: 19.90 → 21.90').waitFor();
    const { id } = (await rules())[0]!;
    must(await office.shop.update_delivery_rule({ id_delivery_rule: id, price: 22.9, cutoff: '14:00' }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('22.90').waitFor();
    await dialog.getByRole('button', { name: /mine/i }).click();
    await dialog.getByLabel('Orders until').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rule Island parcel is changed.').waitFor();
    expect((await rules())[0]).toMatchObject({ price: 21.9, cutoff: '', days_max: 4 });
    await person.closeToasts();
    await page.getByRole('button', { name: /^Make another one like rule 1/ }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Island express');
    await dialog.getByRole('button', { name: 'Make the rule' }).click();
    await row('2. Island express').waitFor();
    await page.getByText('Rules 1 and 2 are for some of the same carts: rule 1 decides.').waitFor();
    await person.closeToasts();
    await page.getByRole('button', { name: /^Delete rule 1/ }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await row('1. Island express').waitFor();
    expect(await rules()).toHaveLength(4);
    await person.closeToasts();
    await person.expectSound();
  });

  test('delivery costs of a draft are those of the rules, follow them, and are typed instead only by hand', async () => {
    const { page } = person;
    const [method] = must(await office.shop.get_shop({})).delivery_methods;
    const parcel = { id_delivery_method: method!.id, name: 'Parcel' };
    const rule = async (terms: object) => must(await office.shop.create_delivery_rule({ ...parcel, ...terms }));
    for (const { id } of await rules()) must(await office.shop.delete_delivery_rule({ id_delivery_rule: id }));
    await rule({ countries: ['DE'], price: 4.9 });
    await rule({ countries: ['AT'], price: 9.9 });
    await person.open('/orders/new');
    await person.button('Somebody without an account').click();
    await page.getByLabel('Find an article').fill('lamp');
    await person.button('Add Leselampe').click();
    const name = /draft-([^?]+)/.exec(page.url())![1]!;
    const { session } = must(await office.shop.continue_draft({ id_draft: name }));
    const paid = async () => must(await office.shop.get_cart({ session })).delivery_costs.positions;
    const costs = page.getByLabel('Delivery costs');
    await page.getByLabel('Country').selectOption('DE');
    await page.getByLabel('Delivery method').selectOption(String(method!.id));
    await expect.poll(() => costs.inputValue()).toBe('4.90');
    await page.getByText('By the rules of the shop.').waitFor();
    await page.getByLabel('Country').selectOption('AT');
    await expect.poll(() => costs.inputValue()).toBe('9.90');
    expect(await paid()).toMatchObject([{ name: 'Parcel', price: 9.9 }]);
    await page.getByLabel('Country').selectOption('FR');
    await page.locator('.field .error').getByText('No rule is for this country.').waitFor();
    await person.expectSound();
    await page.getByLabel('Country').selectOption('DE');
    await expect.poll(() => costs.inputValue()).toBe('4.90');
    await costs.fill('7');
    await page.keyboard.press('Tab');
    await page.getByText('Typed by hand.').waitFor();
    expect(await paid()).toMatchObject([{ price: 7 }]);
    await costs.fill('');
    await page.keyboard.press('Tab');
    await expect.poll(() => costs.inputValue()).toBe('4.90');
    expect(await paid()).toMatchObject([{ name: 'Parcel', price: 4.9 }]);
  });
});
