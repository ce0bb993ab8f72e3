// Would catch a screen of mail that does not say why nothing is sent, a mail that cannot be sent again, a test mail
// that nobody hears of, and a setting of what is sent that does not hold.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { MailServer } from '../harness/mail-server.ts';
import { until } from '../harness/until.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

const GIFT = {
  element_type: 'FREE_ELEMENT',
  id_shopobject: 0,
  quantity: 1,
  price_field: 5,
  name_field: 'Gift',
} as const;

describe.skipIf(!HAS_CHROMIUM)('mail in the back office', () => {
  const mails = new MailServer();
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open({ KONTOR_LANGUAGE: 'en_GB', ...(await mails.open()) });
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await mails.close();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const order = async (email: string): Promise<number> => {
    const session = must(await office.shop.get_new_session()).code;
    must(await office.shop.add_to_cart({ session, ...GIFT }));
    must(await office.shop.set_order_details({ session, email }));
    return Number(must(await office.shop.checkout({ session })).id_order);
  };
  const row = (id: number) => person.page.getByRole('row').filter({ hasText: `Order ${id}` });

  test('a mail that is refused is shown with why, and is sent again', async () => {
    const { page } = person;
    mails.refusal = '550 no such user here';
    const id = await order('ada@example.org');
    await person.open('/mail');
    await row(id).getByText('Failed', { exact: true }).waitFor();
    await row(id).getByText('no such user here').waitFor();
    await person.expectSound();
    mails.refusal = '';
    await row(id).getByRole('button', { name: 'Send again' }).click();
    await page.getByText('1 mails are sent again.').waitFor();
    await page.getByText('No mail waits, and none has failed.').waitFor();
    expect(mails.arrived.map(({ to, subject }) => [to, subject])).toEqual([['ada@example.org', `Your order ${id}`]]);
    await person.expectSound();
  });

  test('a test mail goes out at once, and an address that is none is refused', async () => {
    const { page } = person;
    await person.open('/mail');
    const test = page.locator('form').filter({ hasText: 'A mail with made-up values' });
    await test.getByLabel('Address').fill('anna at home');
    await test.getByRole('button', { name: 'Send the test' }).click();
    await test.getByRole('alert').waitFor();
    await person.expectSound();
    await test.getByLabel('Mail', { exact: true }).selectOption('parcel_shipped');
    await test.getByLabel('Address').fill('anna@example.org');
    await test.getByRole('button', { name: 'Send the test' }).click();
    await page.getByText('The server has taken it.').waitFor();
    expect(mails.arrived.at(-1)).toMatchObject({
      to: 'anna@example.org',
      subject: expect.stringMatching(/on its way$/),
    });
    await person.expectSound();
  });

  test('what is no longer sent is sent no more', async () => {
    const { page } = person;
    await person.open('/mail');
    const sends = page.locator('form').filter({ has: page.getByLabel('Name of the sender') });
    await sends.getByRole('checkbox').first().uncheck();
    await sends.getByLabel('Name of the sender').fill('The desk shop');
    await sends.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It is saved, and counts for mails from now on.').waitFor();
    await person.expectSound();
    const before = mails.arrived.length;
    const id = await order('ada@example.org');
    must(await office.shop.update_order_details({ id_order: id, order_payment_state: 'PAYMENT_RECEIVED' }));
    await until('the payment is told of', () => mails.arrived.length > before);
    expect(mails.arrived.slice(before).map(({ subject }) => subject)).toEqual([`Your payment for the order ${id}`]);
    expect(mails.arrived.at(-1)!.text).toMatch(/^From: .*The desk shop/m);
  });
});
