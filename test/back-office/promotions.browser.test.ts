// Promotions in the back office, in a wide and a narrow window. Would catch terms that are not those that the sentence
// says, a trial that shows another amount than the cart then has, codes that open nothing, and a change that is lost.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

const LAMP = 2;
const WINDOWS = [
  ['at a desk', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 844 }],
] as const;

describe.skipIf(!HAS_CHROMIUM).each(WINDOWS)('promotions %s', (_name, viewport) => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    await office.fill(3);
    person = await Person.arrive(browser, office.url, { viewport });
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const promotions = async () => must(await office.shop.get_promotions()).promotions;
  const cartTotal = async (): Promise<number> => {
    const session = must(await office.shop.get_new_session({})).code;
    const line = { id_shopobject: LAMP, element_type: 'PRODUCT', price_field: 'price', name_field: 'name' } as const;
    return must(await office.shop.add_to_cart({ session, ...line, quantity: 2 })).total;
  };

  test('one is tried on a cart and on past orders, and made', async () => {
    const { page } = person;
    await person.open('/promotions');
    await page.getByRole('link', { name: 'New promotion' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Lamp days');
    await page.getByLabel('Per cent').fill('20');
    await page.getByLabel('On which goods').selectOption('products');
    const goods = page.getByRole('group', { name: 'What it gives' });
    await goods.getByLabel('Find a product').fill('lamp');
    await goods.getByRole('button', { name: 'Add Reading lamp' }).click();
    await page.getByLabel('Orders, at most').fill('500');
    await expect
      .poll(() => page.locator('.promotion-sentence').textContent())
      .toBe('20 % off Reading lamp, for everybody, without an end, at most 500 times.');
    const side = page.locator('.side-column');
    await side.getByLabel('Find a product').fill('lamp');
    await side.getByRole('button', { name: 'Add Reading lamp' }).click();
    await side.getByLabel('Pieces of Reading lamp').fill('2');
    await expect.poll(() => side.locator('dl').textContent()).toContain('€191.84');
    await side.getByRole('button', { name: 'Look at these orders' }).click();
    // The third is cancelled.
    await side.getByText('It would have been in 2 of 2 orders.').waitFor();
    await side.getByText('It would have taken off €47.96.').waitFor();
    await person.expectSound();
    await page.getByRole('button', { name: 'Make the promotion' }).click();
    await page.getByRole('heading', { name: 'Lamp days', level: 1 }).waitFor();
    expect(await promotions()).toMatchObject([
      { name: 'Lamp days', gives: { kind: 'percent', value: 20, per: 'piece' }, uses_max: 500, state: 'running' },
    ]);
    expect(await cartTotal(), 'what the trial said').toBe(191.84);
  });

  test('each kind says in its sentence what it does, and is that', async () => {
    const { page } = person;
    await person.open('/promotions/new');
    const sentence = page.locator('.promotion-sentence');
    const says = (text: string) => expect.poll(() => sentence.textContent()).toBe(text);
    const kind = page.getByLabel('Kind', { exact: true });
    await kind.selectOption('amount');
    await says('It can be tried once all fields can be read.');
    await page.getByLabel('Amount', { exact: true }).fill('5');
    await page.getByLabel('Off what').selectOption('order');
    await page.getByLabel('Goods for at least').fill('50');
    await says('€5.00 off all goods together from €50.00 on, for everybody, without an end.');
    await kind.selectOption('buy_get');
    await page.getByLabel('Sets in one order, at most').fill('1');
    await says('Buy 2, get 1 free: all goods, once from €50.00 on, for everybody, without an end.');
    await kind.selectOption('free_delivery');
    await page.getByLabel('On which goods').selectOption('numbers');
    await page.getByLabel('Beginning of the article numbers').fill('G-');
    await page.getByLabel('Only the first order of an account').check();
    await page.getByLabel('How it is got').selectOption('code');
    await page.getByLabel('Money that it may give, at most').fill('100');
    await says(
      'Free delivery from €50.00 on (goods with a number that begins with G-), for everybody, with the first order, ' +
        'with a code, without an end, until €100.00 are given.',
    );
    await page.getByLabel('Name', { exact: true }).fill('Welcome');
    await page.getByRole('button', { name: 'Make the promotion' }).click();
    await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
    expect(await promotions()).toMatchObject([
      {},
      {
        by: 'code',
        when: { min_sum: 50, first_order: 1, goods: { 'metadata.element_number': ['LIKE', 'G-%'] } },
        gives: { kind: 'free_delivery' },
        budget_max: 100,
      },
    ]);
    await says(
      'Free delivery from €50.00 on (goods with a number that begins with G-), for everybody, with the first order, ' +
        'with a code, without an end, until €100.00 are given.',
    );
  });

  test('codes open it', async () => {
    const { page } = person;
    await page.getByText('No code opens it yet.').waitFor();
    await page.getByRole('button', { name: 'New codes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code', { exact: true }).fill('WELCOME');
    await dialog.getByRole('button', { name: 'Make codes' }).click();
    await page.getByText('WELCOME', { exact: true }).first().waitFor();
    await person.closeToasts();
    const [batch] = must(await office.shop.search_coupons({ id_promotion: 2 })).batches;
    expect(batch).toMatchObject({ first_code: 'WELCOME', id_promotion: 2 });
    await person.expectSound();
    await page.getByRole('link', { name: 'Welcome' }).click();
    await page.getByRole('link', { name: 'a promotion' }).click();
    await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
  });

  test('name, days and limits are changed, beside what somebody else has saved; then it is ended', async () => {
    const { page } = person;
    await person.open('/promotions');
    await page.getByRole('link', { name: 'Lamp days' }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Lamp weeks');
    await dialog.getByLabel('Orders, at most').fill('600');
    const id = (await promotions())[0]!.id;
    must(await office.shop.update_promotion({ id_promotion: id, uses_max: 700 }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('700').waitFor();
    await dialog.getByRole('button', { name: /mine/i }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Lamp weeks', level: 1 }).waitFor();
    expect((await promotions())[0]).toMatchObject({ name: 'Lamp weeks', uses_max: 600 });
    await person.closeToasts();
    await page.getByRole('button', { name: 'End promotion' }).click();
    await dialog.getByRole('button', { name: 'End promotion' }).click();
    await page.getByText('Ended', { exact: true }).first().waitFor();
    expect((await promotions())[0]).toMatchObject({ state: 'ended' });
    await person.open('/promotions');
    await page.getByRole('link', { name: 'Lamp weeks' }).waitFor();
    await person.expectSound();
  });
});
