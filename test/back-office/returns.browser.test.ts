// Returns on an order's page and on their own screen. Would catch a return that is received with other pieces, or to
// another place, than the dialog says, and a number that a scanner types and that leads nowhere.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(!HAS_CHROMIUM)('returns', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let order: number;
  let other: number;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    [order = 0, other = 0] = await office.fill(2);
    must(await office.shop.update_order_details({ id_order: order, order_delivery_state: 'CLOSED' }));
    person = await Person.arrive(browser, office.url, { viewport: { width: 1280, height: 800 } });
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  test('are announced on the order’s page, found by their number, and received where it is said', async () => {
    const { page } = person;
    await person.open(`/orders/${order}`);
    await person.button('Announce a return').click();
    await page
      .getByLabel(/^Pieces: /)
      .first()
      .fill('1');
    await page
      .getByLabel(/^Reason \(a code\): /)
      .first()
      .fill('too_small');
    await page.getByRole('dialog').getByRole('button', { name: 'Announce a return' }).click();
    await page.getByText('Return 1 is announced').waitFor();
    await person.open('/returns');
    await page.getByText('1 to come').waitFor();
    await page.getByLabel('Number of a return').fill('1');
    await page.keyboard.press('Enter');
    await person.button('Receive').click();
    await page.getByText(/will be credited/).waitFor();
    await person.expectSound();
    await page
      .getByLabel(/^Where to: /)
      .first()
      .selectOption('none');
    await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click();
    await page.getByText('Return 1 is received').waitFor();
    const { returns } = must(await office.shop.get_returns({ id_return: 1 }));
    expect(returns).toMatchObject([
      { state: 'received', received: [{ quantity: 1, reason: 'too_small', kept: 0 }], id_credit: 1 },
    ]);
    await person.open(`/orders/${order}`);
    await page.getByText('received', { exact: true }).first().waitFor();
    await person.expectSound();
  });

  test('begin the draft of an exchange with the buyer’s details, which their order then is', async () => {
    const { page } = person;
    await person.open('/returns/1');
    await person.button('Exchange').click();
    await page.waitForURL(/draft-/);
    const { drafts } = must(await office.shop.get_drafts({}));
    const { session } = must(await office.shop.continue_draft({ id_draft: drafts[0]!.id_draft }));
    const { order_email: email, cart } = must(await office.shop.get_order_by_id({ id_order: order }));
    expect(must(await office.shop.get_order_details({ session })).email).toBe(email);
    const { id_product: id_shopobject } = cart.contents.find(({ type }) => type === 'PRODUCT')!;
    const names = { price_field: 'price', name_field: 'name', element_type: 'PRODUCT_GR' } as const;
    must(await office.shop.add_to_cart({ session, id_shopobject, quantity: 1, ...names }));
    const { id_order: other } = must(await office.shop.checkout({ session }));
    await person.open('/returns/1');
    await page.getByRole('link', { name: `Exchange: order ${other}` }).waitFor();
    await person.expectSound();
  });

  test('show first what the buyer wants instead', async () => {
    const { page } = person;
    must(await office.shop.update_order_details({ id_order: other, order_delivery_state: 'CLOSED' }));
    const { cart } = must(await office.shop.get_order_by_id({ id_order: other }));
    const line = cart.contents.find(({ type }) => type === 'PRODUCT')!;
    const lines = [{ id_element: line.id, quantity: 1 }];
    const asked = { id_order: other, lines, wish: 'exchange', wished: [line.id_product] } as const;
    const { id } = must(await office.shop.announce_return(asked)).return;
    await person.open(`/returns/${id}`);
    await page.getByText('wants other goods').getByRole('link').waitFor();
    const buttons = page
      .getByRole('row')
      .filter({ hasText: `Return ${id}` })
      .getByRole('button');
    expect(await buttons.allTextContents()).toEqual(['Exchange', 'Receive', 'Withdraw', 'Pictures']);
    await person.expectSound();
  });

  test('get pictures, which are shown with them', async () => {
    const { page } = person;
    await person.open('/returns/1');
    await person.button('Pictures').click();
    await page.getByText('There are no pictures yet.').waitFor();
    await page.getByLabel('Add a picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
    const picture = page.getByRole('img', { name: 'Picture 1 of what comes back' });
    await picture.waitFor();
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
    await person.expectSound();
    const { content_type: type } = must(await office.shop.get_return_picture({ id_return: 1, id_picture: 1 }));
    expect(type).toBe('image/jpeg');
    await page.keyboard.press('Escape');
    await person.button('Pictures (1)').waitFor();
  });

  test('a number that is none says so', async () => {
    await person.open('/returns/99');
    await person.page.getByText('There is no return with this number.').waitFor();
  });
});
