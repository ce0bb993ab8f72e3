// Would catch a test call of a webhook that is not made or whose answer is not shown, keys of a channel that do not
// work or are shown again, and a record of changes or a list of settings that is not the server's.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { listening } from '../harness/ports.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('the back office of somebody who connects the shop', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let receiver: Server;
  let target: string;
  const called: string[] = [];
  const signed: string[] = [];
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      called.push(String(request.headers['webhook-id']));
      signed.push(`${request.method} ${String(request.headers['x-kontor-signature'])}`);
      response.end(called.length === 1 ? 'not ready' : 'WEBHOOK_EXECUTED');
    });
    target = `http://127.0.0.1:${await listening(receiver)}/hook`;
    browser = await sharedBrowser();
    office = await Office.open();
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
    receiver?.close();
  });
  beginsAnewAfterFailure(() => person);

  const dialogOf = (one: Person) => one.page.getByRole('dialog');
  const dialog = () => dialogOf(person);
  const secrets = () => dialog().locator('pre').allInnerTexts();

  test('a webhook is made, its secret is shown once, and tests show what its receiver answers', async () => {
    const { page } = person;
    await person.open('/webhooks');
    await person.button('New webhook').click();
    await dialog().getByLabel('Webhook', { exact: true }).fill('erp_orders');
    await dialog().getByLabel('Address').fill(target);
    await dialog().getByLabel('What a call carries').selectOption('view');
    await dialog().getByLabel('Only these fields').fill('id, balance');
    await person.expectSound();
    await person.button('Make webhook').click();
    await page.getByText('This is shown only now.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(secrets).toEqual([expect.stringMatching(/^whsec_/)]);
    await person.expectSound();
    await person.button('I have kept it').click();
    const made = must(await office.shop.get_webhooks()).webhooks.find(({ name }) => name === 'ERP_ORDERS');
    expect(made).toMatchObject({ body: 'view', fields: ['id', 'balance'] });
    await page.getByRole('link', { name: 'ERP_ORDERS' }).click();
    await person.button('Send a test').click();
    await page.getByRole('cell', { name: 'Not accepted' }).waitFor();
    await page.getByText('not ready', { exact: true }).waitFor();
    await person.button('Send a test').click();
    await page.getByRole('cell', { name: 'Accepted', exact: true }).waitFor();
    await page.getByLabel('Calls, oldest first').getByRole('listitem').nth(1).waitFor();
    expect(called).toEqual([expect.stringMatching(/^msg_test_/), expect.stringMatching(/^msg_test_/)]);
    await person.picture('webhook');
    await person.expectSound();
  });

  test('what a webhook was told since a record is sent again', async () => {
    const { page } = person;
    const { shop } = office;
    must(await shop.create_webhook({ name: 'ERP_COPY', event: 'ORDER_CREATE' }));
    must(await shop.update_webhook({ name: 'ERP_COPY', url: target, parameter: '' }));
    const session = must(await shop.get_new_session({})).code;
    const gift = {
      element_type: 'FREE_ELEMENT',
      id_shopobject: 0,
      quantity: 1,
      price_field: 5,
      name_field: 'Gift',
    } as const;
    must(await shop.add_to_cart({ session, ...gift }));
    // ERP_ORDERS is told, too.
    const before = called.length;
    must(await shop.checkout({ session }));
    await expect.poll(() => called.length).toBe(before + 2);
    await person.open('/webhooks/ERP_COPY');
    await person.button('Send again').click();
    await person.expectSound();
    await dialog().getByLabel('First record').fill('1');
    await dialog().getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Messages that are sent again: 1.').waitFor();
    await expect.poll(() => called.length).toBe(before + 3);
    expect(called.slice(before, -1)).toContain(called.at(-1));
    must(await shop.delete_webhook({ name: 'ERP_COPY' }));
  });

  test('a webhook is made to bring the object, of some objects alone and with some fields', async () => {
    const { page } = person;
    await person.open('/webhooks/ERP_ORDERS');
    await person.button('Change target').click();
    await dialog().getByLabel('What a call carries').selectOption('JSON with the object itself');
    await dialog().getByLabel('Only these fields').fill('id, balance');
    await dialog().getByLabel('Only where').fill('{"order_payment_stat":1}');
    await person.expectSound();
    await person.button('Save').click();
    await dialog().getByText('CONSTRAINT_INVALID').waitFor();
    await dialog().getByLabel('Only where').fill('{"order_payment_state":"PAYMENT_RECEIVED"}');
    await person.button('Save').click();
    // What is looked for behind it stood there before.
    await dialog().waitFor({ state: 'detached' });
    await page.locator('main').getByText('JSON with the object itself').waitFor();
    await page.locator('main').getByText('id, balance').waitFor();
    await person.expectSound();
    const { webhooks } = must(await office.shop.get_webhooks({}));
    expect(webhooks.find(({ name }) => name === 'ERP_ORDERS')).toMatchObject({
      body: 'view',
      filter: { order_payment_state: 'PAYMENT_RECEIVED' },
      fields: ['id', 'balance'],
    });
    await person.button('Send a test').click();
    await expect.poll(() => signed.at(-1)).toMatch(/^POST t=\d+,v1=[0-9a-f]{64}$/);
  });

  test('a target is changed, and the webhook deleted', async () => {
    const { page } = person;
    await person.open('/webhooks/ERP_ORDERS');
    await person.button('Change target').click();
    await dialog().getByLabel('Address').fill('ftp://example.org');
    await person.button('Save').click();
    await dialog().getByText('WEBHOOK_URL_NOT_VALID').waitFor();
    await dialog().getByLabel('Address').fill(`${target}?of=2`);
    await person.button('Save').click();
    await page.locator('main').getByText(`${target}?of=2`).first().waitFor();
    await person.button('Delete').click();
    await page.getByText('Its secret is gone.').waitFor();
    await person.expectSound();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    const { webhooks } = must(await office.shop.get_webhooks({}));
    expect(webhooks.map(({ name }) => name)).not.toContain('ERP_ORDERS');
  });

  test('the keys of a channel are shown once and open the shop; new ones replace them', async () => {
    const { page } = person;
    const opens = async ([username = '', password = '', secretKey = '']: readonly string[]): Promise<boolean> => {
      const url = new URL(await office.program.ready()).origin;
      return (await createClient({ url, username, password, secretKey }).get_channels({})).ok;
    };
    await person.open('/channels');
    await person.button('New channel').click();
    await dialog().getByLabel('Channel', { exact: true }).fill('Kiosk');
    await dialog().getByLabel('What it is for').fill('The screen in the shop');
    await person.expectSound();
    await person.button('Make channel').click();
    await page.getByText('This is shown only now.').waitFor();
    const keys = await secrets();
    await person.picture('channel-keys');
    await person.expectSound();
    await person.button('I have kept it').click();
    await dialog().waitFor({ state: 'detached' });
    expect(await opens(keys)).toBe(true);
    expect(await page.content()).not.toContain(keys[2]!);
    await page.getByRole('link', { name: 'Kiosk' }).click();
    await person.button('Give a role').click();
    await dialog().getByLabel('Role', { exact: true }).selectOption('warehouse');
    await person.expectSound();
    await dialog().getByRole('button', { name: 'Give it' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.locator('main').getByText('Warehouse', { exact: true }).waitFor();
    expect(await opens(keys)).toBe(false);
    await person.button('Give a role').click();
    await dialog().getByLabel('Role', { exact: true }).selectOption('');
    await dialog().getByRole('button', { name: 'Give it' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.locator('main').getByText('No role').waitFor();
    await person.button('New keys').click();
    await person.expectSound();
    await dialog().getByRole('button', { name: 'New keys' }).click();
    await page.getByText('This is shown only now.').waitFor();
    const fresh = await secrets();
    await person.button('I have kept it').click();
    expect([await opens(keys), await opens(fresh)]).toEqual([true, true]);
    await person.button('End old keys').click();
    await dialog().getByRole('button', { name: 'End old keys' }).click();
    await page.getByText('The old keys have ended.').waitFor();
    expect([await opens(keys), await opens(fresh)]).toEqual([false, true]);
    await person.expectSound();
  });

  test('the record of changes says who changed what, filtered by an object', async () => {
    const { page } = person;
    const { channels } = must(await office.shop.get_channels({}));
    const { id } = channels.find(({ name }) => name === 'Kiosk')!;
    must(await office.shop.update_channel({ id_channel: id, description: 'The screen in the window' }));
    await person.open('/history');
    await page.locator('.step').nth(2).waitFor();
    await person.expectSound();
    await page.getByLabel('Object', { exact: true }).fill(`channel/${id}`);
    await page.locator('.step', { hasText: 'create_channel' }).getByText('anna').waitFor();
    const changed = page.locator('.step', { hasText: 'update_channel' });
    await expect.poll(() => changed.locator('del').allInnerTexts()).toEqual(['shop']);
    await expect.poll(() => changed.locator('ins').allInnerTexts()).toEqual(['window']);
    await person.picture('history');
    await person.expectSound();
  });

  test('settings: the changed ones, and where they come from', async () => {
    const { page } = person;
    await person.open('/settings');
    await page.getByText('KONTOR_ADMIN_PORT').waitFor();
    await page.getByText('KONTOR_BODY_BYTES_MAX').waitFor();
    await person.button(/^Changed/).click();
    await expect.poll(() => page.getByText('KONTOR_BODY_BYTES_MAX').count()).toBe(0);
    const row = page.getByRole('row').filter({ hasText: 'KONTOR_ADMIN_PORT' });
    expect(await row.getByRole('cell').nth(1).innerText()).toContain(new URL(office.url).port);
    await person.picture('settings');
    await person.expectSound();
  });

  test('a manager sees webhooks, and no buttons that would be refused; a narrow window holds all', async () => {
    const narrow = await Person.arrive(browser, office.url, { viewport: { width: 360, height: 740 }, locale: 'de-DE' });
    await narrow.logIn(office.people['mira']!);
    for (const hash of ['/webhooks', '/webhooks/ORDER_CREATE', '/history', '/settings']) {
      await narrow.open(hash);
      await narrow.page.locator('main .card').first().waitFor();
      await narrow.expectSound();
    }
    await narrow.open('/webhooks');
    await narrow.page.getByRole('link', { name: 'ORDER_CREATE' }).waitFor();
    expect(await narrow.button('Neuer Webhook').count()).toBe(0);
    await narrow.button('Menü öffnen').click();
    await dialogOf(narrow).getByRole('link', { name: 'Webhooks' }).waitFor();
    expect(await dialogOf(narrow).getByRole('link', { name: 'Kanäle' }).count()).toBe(0);
    await narrow.context.close();
  });
});
