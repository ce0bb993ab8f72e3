// Would catch an action that is shown to somebody who may not do it, a link that does not say why it is closed, a role
// that goes on acting after it was taken away, and a screen of roles that cannot be used.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('roles in the back office', () => {
  let office: Office;
  let browser: Browser;
  let placed: readonly number[];
  /** The id of mira, a manager by her level. */
  let mira: number;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    placed = await office.fill(3);
    const { staff } = must(await office.shop.get_staff({}));
    mira = staff.find(({ username }) => username === 'mira')!.id_user;
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });

  const arrive = async (name: string, options = {}): Promise<Person> => {
    const person = await Person.arrive(browser, office.url, options);
    await person.logIn(office.people[name]!);
    return person;
  };
  const give = async (role: string): Promise<void> =>
    void must(await office.shop.set_user_role({ id_user: mira, role }));

  test('who packs sees the orders and the parcels, and no customers; a link to them says why', async () => {
    await give('warehouse');
    const person = await arrive('mira');
    const { page } = person;
    await page.locator('aside nav a', { hasText: 'Orders' }).waitFor();
    const names = await page.locator('aside nav a span').allTextContents();
    expect(names).toEqual(['Orders', 'Returns', 'Products', 'Contents', 'Records', 'Stock', 'Try it']);
    await page.locator('.person span', { hasText: 'Warehouse' }).waitFor();
    await person.open('/customers');
    await page.getByText('closed to your role, Warehouse, which lacks: search_users').waitFor();
    await person.expectSound();
    await person.open(`/orders/${placed[0]!}`);
    await person.button('Ship').waitFor();
    for (const name of ['Cancel order', 'Mark as paid']) expect(await person.button(name).count(), name).toBe(0);
    await person.button('Packing slip').waitFor();
    // Pages and settings that are closed to them are not found.
    await page.locator('#find').fill('customers');
    await page.getByText('Nothing found for').waitFor();
    await page.locator('#find').fill('stock');
    await page
      .getByRole('option', { name: /^Stock/ })
      .first()
      .waitFor();
    await person.context.close();
  });

  test('a role that is changed in mid-work is known to the page with the next call', async () => {
    await give('support');
    const person = await arrive('mira');
    const { page } = person;
    await person.open(`/customers/${mira}`);
    const lock = page.locator('main .actions button.danger');
    await lock.waitFor();
    await give('reader');
    await lock.click();
    await page.locator('dialog button[type=submit]').click();
    await page.locator('.person span', { hasText: 'Reader' }).waitFor();
    await person.context.close();
  });

  test('an owner makes a role, gives it, and takes it away', async () => {
    await give('');
    const person = await arrive('anna');
    const { page } = person;
    await person.open('/people');
    await person.button('Make a role').click();
    await page.getByLabel('Role', { exact: true }).fill('Packer');
    await page.getByLabel('add_parcel').check();
    await person.expectSound();
    await person.button('Make').click();
    await page.getByText('The role Packer is made.').waitFor();
    await page.getByLabel('Change role: mira').click();
    await page.getByLabel('Role', { exact: true }).selectOption('Packer');
    await person.button('Give this role').click();
    await page.getByText('mira has another role.').waitFor();
    const { staff } = must(await office.shop.get_staff({}));
    expect(staff.find(({ username }) => username === 'mira')).toMatchObject({ role: 'Packer' });
    expect(await page.getByLabel('Change role: anna').count(), 'nobody changes their own').toBe(0);
    await give('');
    await person.open('/people');
    await page.getByLabel('Delete: Packer').click();
    await page.locator('dialog button[type=submit]').click();
    await page.getByText('The role Packer is deleted.').waitFor();
    await person.context.close();
  });

  test.each([
    ['en-GB', 'light', 1360, 'Your logins', 'End all others'],
    ['de-DE', 'dark', 390, 'Ihre Anmeldungen', 'Alle anderen beenden'],
  ] as const)('one sees and ends one’s own logins: %s, %s, %i wide', async (locale, theme, width, title, endAll) => {
    await give('');
    const other = await arrive('mira');
    const options = { locale, colorScheme: theme, viewport: { width, height: 860 } } as const;
    const person = await arrive('mira', options);
    const { page } = person;
    if (width === 390) await page.locator('header button.menu').click();
    await person.button(title).click();
    const rows = page.locator('dialog tbody tr', { hasText: 'Chrome, Linux' });
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(2);
    await person.expectSound();
    await page.locator('dialog').getByText(endAll).click();
    await expect.poll(() => rows.count()).toBe(1);
    await other.open('/orders');
    await other.page.locator('dialog input[type=password]').waitFor();
    await person.expectSound();
    await Promise.all([person.context.close(), other.context.close()]);
  });

  test('an owner sees where a colleague is logged in, and ends one login', async () => {
    await give('');
    const colleague = await arrive('mira');
    const person = await arrive('anna');
    const { page } = person;
    await person.open('/people');
    await page.getByLabel('Logins: mira').click();
    const ends = page.locator('dialog tbody button');
    await ends.first().waitFor();
    await person.expectSound();
    const before = await ends.count();
    await ends.last().click();
    await page.getByText('The login is ended.').waitFor();
    await expect.poll(() => ends.count()).toBe(before - 1);
    await colleague.open('/orders');
    await colleague.page.locator('dialog input[type=password]').waitFor();
    await Promise.all([person.context.close(), colleague.context.close()]);
  });
});
