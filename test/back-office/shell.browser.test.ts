// Would catch a back office that a person cannot open, that loses what they typed, or that only some of them can use.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('the frame of the back office', () => {
  let office: Office;
  let browser: Browser;
  let placed: readonly number[];
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    placed = await office.fill(12);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });

  const arrive = async (options = {}): Promise<Person> => {
    const person = await Person.arrive(browser, office.url, options);
    await person.logIn(office.people['anna']!);
    return person;
  };

  /** What is still being read would ask for the password before the parcel does. */
  const openForParcel = async (person: Person, order: number): Promise<void> => {
    await person.open(`/orders/${order}`);
    await person.page.getByText(/^Placed: /).waitFor();
    await person.page.getByText('placed the order').waitFor();
    await person.button('Ship').click();
    await person.page.getByLabel('Tracking number').waitFor();
    await person.page.waitForLoadState('networkidle');
  };

  test('a wrong password is said in a sentence, in the language of the browser', async () => {
    const person = await Person.arrive(browser, office.url, { locale: 'de-DE' });
    await person.picture('login');
    await person.expectSound();
    await person.page.getByLabel('Benutzername').fill('anna');
    await person.page.getByLabel('Passwort').fill('wrong');
    await person.button('Anmelden').click();
    await person.page.getByText('Benutzername oder Passwort ist falsch').waitFor();
    await person.context.close();
  });

  test('a session that ends asks for the password above the screen, and what was typed is sent after it', async () => {
    const person = await arrive();
    const { page } = person;
    await openForParcel(person, placed[0]!);
    await page.getByLabel('Tracking number').fill('JD0001');
    await person.context.clearCookies();
    await person.button('Parcel has left').click();
    await page.getByText('Your session has ended').waitFor();
    await page.keyboard.type(office.people['anna']!.password);
    await page.keyboard.press('Enter');
    await page.getByText('Parcel 1 is noted.').waitFor();
    const order = await office.shop.get_order_by_id({ id_order: placed[0]! });
    expect(order).toMatchObject({ value: { parcels: [{ tracking_number: 'JD0001' }] } });
    await person.context.close();
  });

  test('a person changes the password here, and stays logged in', async () => {
    const person = await Person.arrive(browser, office.url);
    const args = ['user', 'add', 'paula', '--email', 'paula@example.org', '--level', 'manager', '--data', 'shop'];
    const { out } = await office.place.run([...args, '--json']);
    const { password } = JSON.parse(out.join('')) as { readonly password: string };
    await person.logIn({ username: 'paula', password });
    const { page } = person;
    const fill = async (old: string, first: string, second: string): Promise<void> => {
      await page.getByLabel('Present password').fill(old);
      await page.getByLabel('New password', { exact: true }).fill(first);
      await page.getByLabel('New password again').fill(second);
    };
    const dialog = page.getByRole('dialog');
    await page.locator('.person').getByRole('button', { name: 'Change password' }).click();
    await fill(password, 'walnut1002', 'walnut1003');
    await page.getByText('The two new passwords differ.').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Change password' }).isDisabled()).toBe(true);
    const place = await person.placeInDialog('Change password');
    await page.getByLabel('New password again').fill('walnut1002');
    await page.getByText('The two new passwords differ.').waitFor({ state: 'detached' });
    expect(await person.placeInDialog('Change password'), 'what is right again moves no button').toEqual(place);
    await fill('wrong', 'walnut1002', 'walnut1002');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('OLD_PASSWORD_IS_WRONG').waitFor();
    await person.expectSound();
    const before = (await person.context.cookies()).find(({ name }) => name.startsWith('kontor_device_'));
    await fill(password, 'walnut1002', 'walnut1002');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    await person.open('/orders');
    await page.getByText('Live', { exact: true }).waitFor();
    const after = (await person.context.cookies()).find(({ name }) => name.startsWith('kontor_device_'));
    expect(after?.name).toBe(before?.name);
    expect(after?.value).not.toBe(before?.value);
    await person.context.close();
  });

  test('a call that waits for a login is not sent when another person logs in', async () => {
    const person = await arrive();
    const { page } = person;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('"add_parcel"') === true) sent.push(request.url());
    });
    await openForParcel(person, placed[3]!);
    await person.context.clearCookies();
    await person.button('Parcel has left').click();
    await page.getByText('Your session has ended').waitFor();
    const form = page.locator('.login-form');
    await form.getByLabel('Username').fill('mira');
    await form.getByLabel('Password').fill(office.people['mira']!.password);
    await Promise.all([page.waitForEvent('load'), person.button('Log in').click()]);
    await page.locator('.person', { hasText: 'mira' }).waitFor();
    expect(sent).toHaveLength(1);
    expect(must(await office.shop.get_order_by_id({ id_order: placed[3]! })).parcels).toEqual([]);
    await person.context.close();
  });

  test('changes arrive by themselves again after a login, however long it took', async () => {
    const person = await arrive();
    const { page } = person;
    await page.clock.install();
    await page.route('**/admin/events', (route) => route.fulfill({ status: 401 }));
    await Promise.all([page.waitForResponse('**/admin/events'), page.reload()]);
    await person.open('/orders');
    await page.waitForLoadState('networkidle');
    await person.context.clearCookies();
    await person.button(/^Cancelled/).click();
    await page.getByText('Your session has ended').waitFor();
    await page.getByTitle('Paused: the session has ended').waitFor();
    await page.clock.fastForward(5000);
    await page.unroute('**/admin/events');
    await page.getByLabel('Password', { exact: true }).fill(office.people['anna']!.password);
    await person.button('Log in').click();
    await page.getByText('Live', { exact: true }).waitFor();
    await person.context.close();
  });

  test('a page that nobody touches asks for the login, too, once the session has ended', async () => {
    const person = await arrive();
    const { page } = person;
    await page.clock.install();
    await person.open('/orders');
    await page.getByText('Live', { exact: true }).waitFor();
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/events') && answer.status() === 401);
    const headers = { 'x-kontor-back-office': '1' };
    expect((await page.request.post(new URL('/admin/logout', office.url).href, { headers, data: {} })).status()).toBe(
      204,
    );
    await refused;
    await page.clock.fastForward(5000);
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(office.people['anna']!.password);
    await person.button('Log in').click();
    await page.getByText('Live', { exact: true }).waitFor();
    await person.context.close();
  });

  test('what changes before the change feed is open is shown once it is', async () => {
    const person = await arrive();
    const { page } = person;
    let refuse = true;
    await page.route('**/admin/events', (route) => (refuse ? route.abort() : route.continue()));
    await person.open(`/orders/${placed[5]!}`);
    await page.reload();
    await person.button('Ship').waitFor();
    must(await office.shop.update_order_details({ id_order: placed[5]!, order_state: 'PROCESSING' }));
    refuse = false;
    await page.locator('main').getByText('In progress', { exact: true }).first().waitFor();
    await person.context.close();
  });

  test('what was typed outlives a screen that cannot be read again', async () => {
    const person = await arrive();
    const { page } = person;
    const id = placed[3]!;
    await person.open(`/orders/${id}`);
    await person.button('Ship').click();
    await page.getByLabel('Tracking number').fill('JD0003');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.route('**/admin/call', (route) =>
      route.request().postData()?.includes('"get_order_by_id"') === true
        ? route.fulfill({ json: { object: 'error', message: 'TOO_EXPENSIVE' } })
        : route.continue(),
    );
    must(await office.shop.update_order_details({ id_order: id, order_state: 'PROCESSING' }));
    await page.locator('main').getByText('TOO_EXPENSIVE').waitFor();
    expect(await page.getByLabel('Tracking number').inputValue()).toBe('JD0003');
    await person.context.close();
  });

  test('a lost connection is said, and the call goes on when it is back', async () => {
    const person = await arrive();
    await person.open('/orders');
    await person.page.getByText('12 orders').waitFor();
    await person.context.setOffline(true);
    await person.button(/^Cancelled/).click();
    await person.page.getByText('No connection to the server.').waitFor();
    await person.context.setOffline(false);
    await person.button('Try now').click();
    await person.page.getByText('2 orders', { exact: true }).waitFor();
    await expect.poll(() => person.page.getByText('No connection to the server.').count()).toBe(0);
    await person.context.close();
  });

  test('a dialog that saves says that the server is away, and what is given up is not sent later', async () => {
    const person = await arrive();
    const { page } = person;
    let sent = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('"add_parcel"') === true) sent += 1;
    });
    const dialog = page.getByRole('dialog');
    const saveWithoutServer = async (): Promise<void> => {
      await person.open(`/orders/${placed[6]!}`);
      await person.button('Ship').click();
      await page.getByLabel('Tracking number').fill('JD0009');
      await person.context.setOffline(true);
      await person.button('Parcel has left').click();
      await dialog.getByText('No connection to the server.').waitFor();
    };
    await saveWithoutServer();
    const before = sent;
    await dialog.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => sent).toBeGreaterThan(before);
    await dialog.getByRole('button', { name: 'Stop waiting' }).click();
    await dialog.getByText('it may have carried it out').waitFor();
    expect(await page.getByLabel('Tracking number').inputValue()).toBe('JD0009');
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await person.context.setOffline(false);
    await saveWithoutServer();
    await page.evaluate(`location.hash = '#/today'`);
    await page.locator('.toast', { hasText: 'it may have carried it out' }).waitFor();
    const given = sent;
    await person.context.setOffline(false);
    await person.open('/orders');
    await page.getByText('12 orders').waitFor();
    expect(sent).toBe(given);
    expect(must(await office.shop.get_order_by_id({ id_order: placed[6]! })).parcels).toEqual([]);
    await person.context.close();
  });

  test('the keyboard alone finds an order, goes through a list and opens the overview of the keys', async () => {
    const person = await arrive();
    const { page } = person;
    // Keys are heard once the screen is drawn.
    await expect
      .poll(async () => {
        await page.keyboard.press('/');
        return page.evaluate('document.activeElement.id');
      })
      .toBe('find');
    await page.keyboard.type(String(placed[3]!));
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Order ${placed[3]!}` }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.locator('.list-row .number').nth(2).waitFor();
    await page.getByRole('grid').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: `Order ${placed.at(-3)!}` }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await person.expectSound();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await person.context.close();
  });

  test.each([
    ['light', 1360, 860],
    ['dark', 1360, 860],
    ['light', 360, 740],
    ['dark', 3840, 2160],
  ] as const)('every screen is sound: %s, %i pixels wide', async (colorScheme, width, height) => {
    const person = await arrive({ colorScheme, viewport: { width, height } });
    for (const hash of SCREENS) {
      await person.open(hash === '/orders/' ? `/orders/${placed[1]!}` : hash);
      await expect.poll(() => person.page.locator('main [aria-busy=true]').count()).toBe(0);
      await person.expectSound();
    }
    await person.context.close();
  });

  test('an address of nothing says so in one sentence, with a link to the list and no button', async () => {
    const person = await arrive();
    const { page } = person;
    const nothing = ['orders', 'customers', 'coupons', 'products', 'channels'].flatMap((list) =>
      ['999999', 'abc', '%'].map((id) => [list, id] as const),
    );
    for (const [list, id] of [...nothing, ['webhooks', 'NONE'], ['stock', 'product/999999'], ['stock', 'x']] as const) {
      await person.open(`/${list}/${id}`);
      await page.locator('main .empty', { hasText: /^There (is|are) no / }).waitFor();
      expect(await page.locator('main .empty a').getAttribute('href'), `${list}/${id}`).toBe(`#/${list}`);
      expect(await page.locator('main button, main .failure').count(), `${list}/${id}`).toBe(0);
    }
    await person.context.close();
  });

  test('without JavaScript a sentence says what is needed', async () => {
    const person = await Person.arrive(browser, office.url, { javaScriptEnabled: false });
    expect(await person.page.locator('.no-script').first().innerText()).toContain('needs JavaScript');
    await person.context.close();
  });
});

const SCREENS = [
  '/today',
  '/orders',
  '/orders/',
  '/customers',
  '/customers/1',
  '/coupons',
  '/engine',
  '/explorer/search_orders',
];
