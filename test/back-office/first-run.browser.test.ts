// From an empty folder to a paid trial order, by clicking alone, and what the figures say then. Would catch a link that
// makes nobody an owner or a second one, a step that saves something else than was typed, one that another device does
// not see, and a trial order that is counted.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { reservePort } from '../harness/ports.ts';
import { Place } from '../harness/program.ts';
import { createClient } from '../../src/client/client.ts';
import type { Client } from '../../src/client/client.ts';
import { Person } from './chromium.ts';
import { must } from './office.ts';

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'de-DE' };
/** A picture of one point. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const GRETA = { username: 'greta', password: 'walnut4545' };

describe.skipIf(!HAS_CHROMIUM)('the first person of a shop', () => {
  const place = new Place();
  let browser: Browser;
  let person: Person;
  let shop: Client;
  let shopper: Client;
  let office = '';
  /** When the server was started in an empty folder. */
  let begunMs = 0;
  let link = '';
  beforeAll(async () => {
    browser = await sharedBrowser();
    const port = await reservePort();
    office = `http://127.0.0.1:${port}/`;
    begunMs = Date.now();
    const program = place.start(['serve', '--data', 'shop', '--port', '0', '--admin-port', String(port)]);
    const url = new URL(await program.ready()).origin;
    const keys = JSON.parse(readFileSync(place.path('shop/credentials.json'), 'utf8')) as {
      readonly username: string;
      readonly password: string;
      readonly secretKey: string;
    };
    shop = createClient({ url, ...keys });
    shopper = createClient({ url, username: keys.username, password: keys.password });
    link = readFileSync(place.path('shop/first-owner.txt'), 'utf8').trim();
  });
  afterAll(async () => {
    await closeContexts();
    await place.clean();
  });

  /** Its state is a chip beside its name. */
  const isMarked = (on: Person, name: string, state: string): Promise<void> =>
    on.page.locator('.first-step h3', { hasText: name }).locator('.chip', { hasText: state }).waitFor();
  const save = async (name: string): Promise<void> => {
    await person.button('Save and go on').click();
    await isMarked(person, name, 'Done');
  };

  test('becomes its owner by the link, which nobody else does afterwards', async () => {
    person = await Person.arrive(browser, office);
    const { page } = person;
    await page.goto(link);
    await page.getByRole('heading', { name: 'Your shop' }).waitFor();
    await page.getByLabel('Username').fill('greta');
    await page.getByLabel('E-mail').fill('greta@example.org');
    await page.getByLabel('Password').fill('short');
    await person.button('Begin').click();
    await page.getByText('The password is too short').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('greta@example.org');
    await person.expectSound();
    await page.getByLabel('Password').fill(GRETA.password);
    await person.button('Begin').click();
    await page.locator('.office').waitFor();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await person.expectSound();
    const late = await Person.arrive(browser, link);
    await late.page.getByLabel('Username').fill('mia');
    await late.page.getByLabel('E-mail').fill('mia@example.org');
    await late.page.getByLabel('Password').fill('walnut4646');
    await late.button('Begin').click();
    await late.page.getByText('has an owner already').waitFor();
  });

  test('sets the shop up, each step with proposals of its country', async () => {
    const { page } = person;
    await page.getByLabel('Name of the shop or the company').fill('Walnut & Co.');
    await page.getByLabel('Address').fill('Mill Lane 7\n1010 Wien');
    await page.getByLabel('Country of the shop').selectOption('AT');
    await save('Name and country');
    await expect.poll(() => page.getByLabel('Standard rate in percent (Austria)').inputValue()).toBe('20');
    await page.getByLabel('Reduced rate in percent').fill('10');
    await page.getByLabel('Also the standard rates of the other EU countries').check();
    await save('Taxes');
    await expect.poll(() => page.getByLabel('Currency', { exact: true }).inputValue()).toBe('EUR');
    await save('Currency');
    await expect.poll(() => page.getByLabel('Language of the shop').inputValue()).toBe('de_AT');
    await page.getByLabel('Language of the shop').selectOption('de_DE');
    await page.getByLabel('British English').check();
    await save('Languages');
    const settings = must(await shop.get_shop_settings({}));
    expect(settings).toMatchObject({
      company: 'Walnut & Co.\nMill Lane 7\n1010 Wien',
      country: 'AT',
      currency: 'EUR',
      language: 'de_DE',
      languages: ['de_DE', 'en_GB'],
    });
    const [standard, reduced] = settings.tax_classes;
    expect([standard!.rates['AT'], standard!.rates['FR'], reduced!.rates]).toEqual([0.2, 0.2, { AT: 0.1 }]);
  });

  test('goes on at another device, in German and on a phone', async () => {
    const phone = await Person.arrive(browser, office, PHONE);
    await phone.logIn(GRETA);
    const { page } = phone;
    await isMarked(phone, 'Steuern', 'Erledigt');
    await phone.expectSound();
    await page.locator('.first-step h3', { hasText: 'Zahlung' }).getByRole('button').click();
    await page.getByLabel('Neu: Vorkasse (Überweisung)').check();
    await page.getByLabel('Bankverbindung, Steuernummer, Register').fill('IBAN AT12 3456');
    await phone.expectSound();
    await phone.button('Speichern und weiter').click();
    await isMarked(phone, 'Zahlung', 'Erledigt');
    await page.locator('.first-step h3', { hasText: 'Versand' }).getByRole('button').click();
    await page.getByLabel('Die Europäische Union').check();
    await phone.button('Speichern und weiter').click();
    await isMarked(phone, 'Versand', 'Erledigt');
    const settings = must(await shop.get_shop_settings({}));
    expect(settings.payment_methods.at(-1)).toMatchObject({
      name: { de_DE: 'Vorkasse (Überweisung)', en_GB: 'Bank transfer in advance' },
      unpaid_order_ms_max: 14 * 86_400_000,
    });
    expect([settings.company_foot, settings.delivery_countries.length]).toEqual(['IBAN AT12 3456', 27]);
  });

  test('makes a product, buys it as a trial, takes the money and ends the trial; no figure counts it', async () => {
    const { page } = person;
    await person.open('/today?step=product');
    // What is typed while a picture is on its way stays.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/admin/images', async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('.first-form .drop-zone').waitFor();
    await page.evaluate((pixel) => {
      const bytes = Uint8Array.from(atob(pixel), (one) => one.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], 'lamp.png', { type: 'image/png' }));
      document
        .querySelector('.first-form .drop-zone')!
        .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, PIXEL);
    await page.getByLabel('Name', { exact: true }).fill('Leselampe');
    await page.getByText(/^In German.*You can translate it later/).waitFor();
    await page.getByLabel('Price', { exact: true }).fill('1,199');
    release();
    await page.locator('.first-form img.picture').waitFor();
    await page.unroute('**/admin/images');
    await person.button('Make the product').click();
    await page
      .getByText(/can be read|write/i)
      .first()
      .waitFor();
    await page.getByLabel('Price', { exact: true }).fill('119.90');
    await page.getByLabel('Stock', { exact: true }).fill('12');
    await page.getByLabel('Tax class').selectOption('reduced');
    await person.expectSound();
    // A field that only the page of new products has is refused in sight, too.
    await person.open('/products/new');
    await page.getByLabel('Bar code').fill('x'.repeat(10_001));
    await person.open('/today?step=product');
    await person.button('Make the product').click();
    await page.locator('.first-form .failure', { hasText: 'PARAMETER_INVALID' }).waitFor();
    await person.open('/products/new');
    await page.getByLabel('Bar code').fill('');
    await person.open('/today?step=product');
    await page.getByLabel('Name', { exact: true }).waitFor();
    const phone = await Person.arrive(browser, office, PHONE);
    await phone.logIn(GRETA);
    await phone.open('/today?step=product');
    await phone.page.getByLabel('Name', { exact: true }).waitFor();
    await phone.expectSound();
    await person.button('Make the product').click();
    await isMarked(person, 'The first product', 'Done');
    await isMarked(phone, 'Das erste Produkt', 'Erledigt');
    const shown = must(await shopper.search_products({ constraint: {}, language: 'en_GB' }));
    expect(shown.result).toMatchObject([
      {
        attributes: {
          name: { value: 'Leselampe' },
          price: { value: 119.9 },
          picture: { value: expect.stringMatching(/^\/images\//), width: '1' },
        },
        availability: { active: 1, quantity: 12 },
        metadata: { taxclass: { name: 'reduced' } },
        seo: { permalink: 'leselampe' },
      },
    ]);
    await person.open('/today?step=trial');
    await person.button('Begin a trial order').click();
    await page.waitForURL(/draft-/);
    await person.button('Place order').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Place order' }).click();
    await page.waitForURL(/#\/orders\/\d+$/);
    await page.locator('.page-head').getByText('Trial order').waitFor();
    await person.button('Mark as paid').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.locator('.side-column').getByText('Paid', { exact: true }).first().waitFor();
    console.info(`from an empty folder to a paid trial order: ${Math.round((Date.now() - begunMs) / 1000)} s`);
    await person.open('/today?step=trial');
    await person.button('End the trial order').click();
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'End the trial order' }).click();
    await page.getByText('is ended').waitFor();
    await expect.poll(() => page.locator('.first-steps').count()).toBe(0);
    const { sum } = must(await shop.get_report({ statistic: 'orders' }));
    expect(sum).toBe(0);
  });

  test('reads the figures of real orders, in both languages and widths', async () => {
    const { page } = person;
    await person.open('/figures');
    await page.getByText('Nothing was sold on these days.').first().waitFor();
    await person.expectSound();
    const buy = async (): Promise<void> => {
      const session = must(await shop.get_new_session({})).code;
      const line = { id_shopobject: 1, element_type: 'PRODUCT', price_field: 'price', name_field: 'name' } as const;
      must(await shop.add_to_cart({ session, ...line, quantity: 2 }));
      must(await shop.checkout({ session }));
    };
    await buy();
    await buy();
    await page.getByRole('cell', { name: 'Leselampe' }).waitFor();
    const tile = (name: string) => page.locator('.tile', { hasText: name });
    await tile('Revenue').locator('.value', { hasText: '€479.60' }).waitFor();
    expect(await tile('Revenue').getByRole('link').getAttribute('href')).toMatch(/^#\/orders\?from=.*&to=/);
    await person.button('Yesterday').click();
    await tile('Revenue').locator('.value', { hasText: '€0.00' }).waitFor();
    await person.button('Own days').click();
    await person.expectSound();
    const file = await person.download(person.button('CSV').click());
    expect(file.suggestedFilename()).toMatch(/^figures-.*\.csv$/);
    const phone = await Person.arrive(browser, office, PHONE);
    await phone.logIn(GRETA);
    await phone.open('/figures');
    await phone.page.getByRole('cell', { name: 'Leselampe' }).waitFor();
    await phone.expectSound();
  });
});
