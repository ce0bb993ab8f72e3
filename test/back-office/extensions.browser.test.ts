// Would catch a screen of extensions that does not say that one fails or is not loaded, and a button that does not load
// it again; and records of the shop's own that cannot be made, changed or shown to shoppers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { newDirectory } from '../harness/directories.ts';
import { until } from '../harness/until.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

const sourceOf = (version: string, handler: string): string =>
  `export default { name: 'age-check', version: '${version}', checkout_check: ${handler} };`;

describe.skipIf(!HAS_CHROMIUM)('extensions and records in the back office', () => {
  const folder = newDirectory();
  const [check, broken] = [join(folder, 'check.mjs'), join(folder, 'broken.mjs')];
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    writeFileSync(check, sourceOf('1', `() => { throw new Error('no registry'); }`));
    writeFileSync(broken, 'export default {');
    browser = await sharedBrowser();
    const extensions = [{ module: check }, { module: broken, onFailure: 'skip' }];
    office = await Office.open({ KONTOR_EXTENSIONS: JSON.stringify(extensions) });
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
    await until('both are tried', async () =>
      must(await office.shop.get_extensions()).extensions.every(({ state }) => state !== 'starting'),
    );
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  /** Pixels of a table that nobody sees at a width of 1280. */
  const beyondFrame = async (): Promise<number> => {
    await person.page.setViewportSize({ width: 1280, height: 900 });
    return person.page.locator('.table-frame').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
  };
  const row = (name: string) => person.page.getByRole('row').filter({ hasText: name });

  test('what is loaded, what fails and what is not loaded is shown', async () => {
    const session = must(await office.shop.get_new_session()).code;
    const gift = {
      element_type: 'FREE_ELEMENT',
      id_shopobject: 0,
      quantity: 1,
      price_field: 5,
      name_field: 'x',
    } as const;
    must(await office.shop.add_to_cart({ session, ...gift }));
    expect(await office.shop.checkout({ session })).toMatchObject({ ok: false, code: 'EXTENSION_UNAVAILABLE' });
    await person.open('/extensions');
    await row('age-check').getByText('at work').waitFor();
    await row('age-check').getByText('Error: no registry').waitFor();
    await row('broken.mjs').getByText('not loaded').waitFor();
    await row('broken.mjs').getByText('SyntaxError').waitFor();
    await row('age-check').getByText('If it fails: the call is refused').waitFor();
    expect(await beyondFrame()).toBe(0);
    await person.picture('extensions');
    await person.expectSound();
  });

  test('one that was changed is loaded again', async () => {
    writeFileSync(check, sourceOf('2', '() => undefined'));
    await person.open('/extensions');
    await row('age-check').getByRole('button', { name: 'Load again' }).click();
    await person.page.getByText('age-check is loaded again.').waitFor();
    await row('age-check').getByText('2', { exact: true }).first().waitFor();
    expect(must(await office.shop.get_extensions()).extensions[0]).toMatchObject({ version: '2', last_error: '' });
    await person.expectSound();
  });

  test('a record is made in its class, changed, seen in the list, and shown to shoppers', async () => {
    const { page } = person;
    const id_class = Number(must(await office.shop.create_class({ name: 'store', type: 'record' })).id);
    must(await office.shop.create_class_attributes({ id_class, attributes: [{ name: 'city', type: 'CHAR' }] }));
    await person.open('/records');
    await page.getByText('No record meets this.').waitFor();
    await person.button('New record').click();
    await page.locator('dialog').getByLabel('Name').fill('North');
    await person.button('Make it').click();
    await page.waitForURL(/#\/records\/1$/);
    await page.getByLabel('city').first().fill('Kiel');
    await page.getByLabel('Shoppers see it').selectOption('1');
    await person.button('Save').click();
    await page.getByText('The record is saved.').waitFor();
    await person.expectSound();
    await page.getByRole('link', { name: 'All records' }).click();
    await row('North').getByText('Kiel').waitFor();
    await row('North').getByText('shown').waitFor();
    await person.expectSound();
    const storefront = await office.storefront();
    expect(await storefront.search_records({ class: 'store' })).toMatchObject({ code: 'CLASS_NOT_FOUND' });
    await person.open(`/classes/${id_class}`);
    await person.button('Show to shoppers').click();
    await page.locator('dialog').getByRole('button', { name: 'Show to shoppers' }).click();
    await page.getByText('Shoppers see its records.').waitFor();
    await person.expectSound();
    expect(must(await storefront.search_records({ class: 'store' })).count).toBe(1);
    await person.button('Hide from shoppers').waitFor();
  });

  test('a value that does not fit is told at its field; days, names of references and long texts are shown', async () => {
    const { page } = person;
    const types = { opened: 'DATE', area: 'FLOAT', lamps: 'PRODUCTS', street: 'TXT' } as const;
    const attributes = Object.entries(types).map(([name, type]) => ({ name, type }));
    const id_class = Number(must(await office.shop.create_class({ name: 'branch', type: 'record' })).id);
    must(await office.shop.create_class_attributes({ id_class, attributes }));
    must(await office.shop.create_class({ name: 'product', type: 'product' }));
    const lamp = Number(must(await office.shop.create_product({ class: 'product', name: 'Lamp', attributes: {} })).id);
    const id = Number(must(await office.shop.create_record({ class: 'branch', name: 'South' })).id);
    await person.open(`/records/${id}`);
    await page.getByLabel('area').fill('abc');
    await person.button('Save').click();
    await page.locator('.error').getByText('no FLOAT value').waitFor();
    expect(await page.getByLabel('area').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('form > fieldset').evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('0px');
    await page.getByLabel('area').fill('12.5');
    await page.getByLabel('opened').fill('2026-12-24');
    await page.getByLabel('lamps').fill(String(lamp));
    await page.getByLabel('street').first().fill('x'.repeat(5000));
    await person.button('Save').click();
    await page.getByText('The record is saved.').waitFor();
    await page.getByText(`${lamp} Lamp`).waitFor();
    await person.expectSound();
    await person.open('/records?class=branch');
    await row('South').getByText('xxx').waitFor();
    expect((await row('South').innerText()).length).toBeLessThan(400);
    expect(await beyondFrame()).toBe(0);
    await person.expectSound();
  });

  test('a class of records says whether shoppers see them, from the beginning and in the list', async () => {
    const { page } = person;
    await person.open('/classes');
    await person.button('New class').click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Name').fill('company');
    expect(await dialog.getByLabel('Show to shoppers').count()).toBe(0);
    await dialog.getByLabel('For', { exact: true }).selectOption('record');
    await dialog.getByLabel('Show to shoppers').check();
    await person.expectSound();
    await person.button('Make the class').click();
    await page.getByText('The class company is there.').waitFor();
    await page.getByRole('link', { name: 'All classes' }).click();
    await row('company').getByText('shown').waitFor();
    await person.expectSound();
  });
});
