// Would catch a second factor that cannot be set up, used or ended, an invitation that does not lead into the office,
// and a role that wants a second factor and shows the shop without it.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { codeAt } from '../operations/accounts/codes.ts';
import { Person } from './chromium.ts';
import { Office, must } from './office.ts';

const WIDE = { locale: 'en-GB', colorScheme: 'light', viewport: { width: 1280, height: 860 } } as const;
const NARROW = { locale: 'de-DE', colorScheme: 'dark', viewport: { width: 390, height: 860 } } as const;

describe.skipIf(!HAS_CHROMIUM)('accounts of the back office', () => {
  let office: Office;
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });

  /** Goes through the steps; the secret and the recovery codes. */
  const setUp = async ({ page }: Person, password: string, words: readonly [string, string, string, string]) => {
    const [goOn, code, confirm, kept] = words;
    await page.locator('form.ask input[type=password]').fill(password);
    await page.getByRole('button', { name: goOn, exact: true }).click();
    await page.locator('.qr path').waitFor();
    const secret = (await page.locator('.code pre').textContent())!;
    await page.getByLabel(code).fill(codeAt(secret, Date.now()));
    await page.getByRole('button', { name: confirm, exact: true }).click();
    await page.getByRole('button', { name: kept }).waitFor();
    const codes = (await page.locator('.code pre').textContent())!.split('\n');
    expect(codes).toHaveLength(10);
    return { secret, codes };
  };
  const ENGLISH = ['Go on', 'Code of the app', 'Confirm', 'I have kept them'] as const;

  test('one sets up a second factor, logs in with its codes, and ends it', async () => {
    const person = await Person.arrive(browser, office.url, WIDE);
    const anna = office.people['anna']!;
    await person.logIn(anna);
    const { page } = person;
    const { staff } = must(await office.shop.get_staff({}));
    const { id_user } = staff.find(({ username }) => username === anna.username)!;
    onTestFailed(async () => void (await office.shop.reset_second_factor({ id_user })));
    await page.locator('.person a').click();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await person.expectSound();
    await person.button('Set up a second factor').click();
    const { codes } = await setUp(person, anna.password, ENGLISH);
    await person.expectSound();
    await person.button('I have kept them').click();
    await page.getByText('10 recovery codes are left').waitFor();
    await person.expectSound();
    const again = await Person.arrive(browser, office.url, NARROW);
    await again.page.getByLabel('Benutzername').fill(anna.username);
    await again.page.getByLabel('Passwort').fill(anna.password);
    await again.page.keyboard.press('Enter');
    const code = again.page.getByLabel('Code der App oder ein Ersatzcode');
    await expect.poll(() => code.evaluate((input) => input === document.activeElement)).toBe(true);
    // Browsers say so in the console where a login is refused.
    again.errors.length = 0;
    await again.expectSound();
    await code.fill(codes[0]!);
    await again.page.keyboard.press('Enter');
    await again.page.locator('.office').waitFor();
    await again.context.close();
    await person.button('End the second factor').click();
    await page.getByLabel('Code of the app, or a recovery code').fill(codes[1]!);
    await page.locator('dialog button[type=submit]').click();
    await page.getByText('Your second factor is ended.').waitFor();
    await person.button('Set up a second factor').waitFor();
    await person.context.close();
  });

  test('an owner invites somebody, who chooses a name and lands in the office with the role', async () => {
    const person = await Person.arrive(browser, office.url, WIDE);
    await person.logIn(office.people['anna']!);
    const { page } = person;
    await person.open('/people');
    await page.getByText('Nobody is invited.').waitFor();
    await page.locator('.actions').getByText('Invite a person').click();
    await page.getByLabel('E-mail address').fill('grete@example.org');
    await page.locator('dialog').getByLabel('Role').selectOption('support');
    await person.expectSound();
    await person.button('Invite').click();
    const link = (await page.locator('dialog .code pre').textContent())!;
    expect(link).toContain('/#/invitation/');
    await person.button('I have kept it').or(page.locator('dialog .dialog-end button')).first().click();
    await page.getByLabel('Withdraw: grete@example.org').waitFor();
    await person.expectSound();
    const grete = await Person.arrive(browser, link, NARROW);
    await grete.page.getByText('Sie sind eingeladen, hier zu arbeiten, als Kundendienst').waitFor();
    await grete.expectSound();
    await grete.page.getByLabel('Benutzername').fill('anna');
    await grete.page.getByLabel('Passwort', { exact: true }).fill('elm7171');
    await grete.page.getByLabel('Passwort noch einmal').fill('elm7171');
    await grete.button('Mein Konto anlegen').click();
    await grete.page.getByText('Diesen Benutzernamen hat schon jemand.').waitFor();
    await grete.page.getByLabel('Benutzername').fill('grete');
    await grete.button('Mein Konto anlegen').click();
    await grete.page.locator('.office').waitFor();
    const { staff } = must(await office.shop.get_staff({}));
    expect(staff.find(({ username }) => username === 'grete')).toMatchObject({ role: 'support', level: 50 });
    const late = await Person.arrive(browser, link, WIDE);
    await late.page.getByText('This invitation was taken up').waitFor();
    await Promise.all([person.context.close(), grete.context.close(), late.context.close()]);
  });

  test('a role that wants a second factor opens the office with its last step', async () => {
    must(
      await office.shop.create_role({ role: 'Safe', operations: ['search_orders', 'change_feed'], second_factor: 1 }),
    );
    const { staff } = must(await office.shop.get_staff({}));
    const mira = staff.find(({ username }) => username === 'mira')!.id_user;
    must(await office.shop.set_user_role({ id_user: mira, role: 'Safe' }));
    const person = await Person.arrive(browser, office.url, NARROW);
    const { username, password } = office.people['mira']!;
    const { page } = person;
    await page.getByLabel('Benutzername').fill(username);
    await page.getByLabel('Passwort').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Ihre Rolle, Safe, verlangt einen zweiten Faktor.').waitFor();
    expect(await page.locator('nav').count()).toBe(0);
    await person.expectSound();
    await setUp(person, password, ['Weiter', 'Code der App', 'Bestätigen', 'Ich habe sie aufbewahrt']);
    await person.expectSound();
    await person.button('Ich habe sie aufbewahrt').click();
    await page.locator('.office').waitFor();
    await page.locator('header button.menu').click();
    await page.locator('dialog .person a').click();
    await page.getByRole('heading', { name: 'Mein Konto' }).waitFor();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await person.expectSound();
    const owner = await Person.arrive(browser, office.url, WIDE);
    await owner.logIn(office.people['anna']!);
    await owner.open('/people');
    await owner.page.getByLabel('End second factor: mira').click();
    await owner.page.locator('dialog button[type=submit]').click();
    await owner.page.getByText('mira has no second factor any more.').waitFor();
    await owner.expectSound();
    await Promise.all([person.context.close(), owner.context.close()]);
  });
});
