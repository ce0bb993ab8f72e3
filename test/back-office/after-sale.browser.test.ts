// Would catch pieces that are cancelled and are not those that a person named, and a preview that says something else
// than what comes of it.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('somebody who takes pieces out of an order', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    await office.fill(2);
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['anna']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  /** An order of so many lamps. */
  const placed = async (quantity: number): Promise<number> => {
    const { shop } = office;
    const { code: session } = must(await shop.get_new_session({}));
    const goods = { id_shopobject: 2, element_type: 'PRODUCT', price_field: 'price', name_field: 'name' } as const;
    must(await shop.add_to_cart({ session, ...goods, quantity }));
    return must(await shop.checkout({ session })).id_order;
  };

  test('is shown what it comes to before, and finds it on the page after', async () => {
    const { page } = person;
    const { shop } = office;
    const id = await placed(3);
    const before = await office.stockOf(2);
    must(await shop.get_invoice({ id_order: id }));
    await person.open(`/orders/${id}`);
    await person.button('Cancel pieces').click();
    await page.getByText('Enter how many pieces are cancelled.').waitFor();
    await person.expectSound();
    await page.getByLabel('Leselampe').fill('4');
    await expect
      .poll(() => page.getByRole('dialog').getByRole('button', { name: 'Cancel pieces' }).isDisabled())
      .toBe(true);
    await page.getByLabel('Leselampe').fill('2');
    await page.getByText('€239.80 come off the order.').waitFor();
    await page.getByText('Its invoice is issued: this gets a credit note.').waitFor();
    await page.getByLabel('Reason').fill('not_available');
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel pieces' }).click();
    await page.getByText(`Pieces of order ${id} are cancelled.`).first().waitFor();
    await page.getByText('2 × Leselampe', { exact: true }).waitFor();
    expect(await page.locator('table.lines td.figure').first().innerText()).toBe('3 1');
    await person.expectSound();
    const download = page.waitForEvent('download');
    await person.button(/^Credit note/).click();
    expect((await download).suggestedFilename()).toMatch(/^credit-note-.*\.pdf$/);
    const order = must(await shop.get_order_by_id({ id_order: id }));
    expect(order.balance.total).toBe(119.9);
    expect(await office.stockOf(2)).toBe(before + 2);
  });

  test('edits an order: what changes is shown beside the goods, and the order changes once it is saved', async () => {
    const { page } = person;
    const { shop } = office;
    const id = await placed(2);
    must(await shop.get_invoice({ id_order: id }));
    const before = await office.stockOf(2);
    await person.open(`/orders/${id}`);
    await person.button('Edit').click();
    await page.getByText('Nothing is changed yet.').waitFor();
    await person.expectSound();
    expect(await person.button('Save the edit').isDisabled()).toBe(true);
    await page.getByLabel('Pieces of Leselampe').fill('1');
    await page.getByLabel('Pieces of Leselampe').blur();
    await page.getByText('Leselampe: 2 → 1').waitFor();
    await person.expectSound();
    must(await shop.add_order_note({ id_order: id, text: 'rings at noon' }));
    await page.reload();
    await page.getByText('The order has changed since the edit began.').waitFor();
    await person.button('Save the edit').click();
    await page.getByText('A credit note takes the invoice back').waitFor();
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'Save the edit' }).click();
    await page.getByText(`Order ${id} is edited.`).first().waitFor();
    await page.getByText('Edited: the cart before').first().waitFor();
    await person.expectSound();
    const order = must(await shop.get_order_by_id({ id_order: id }));
    expect(order.balance.total).toBe(119.9);
    expect(await office.stockOf(2)).toBe(before + 1);
  });

  test('throws an edit away, and the order stays as it is', async () => {
    const { page } = person;
    const { shop } = office;
    const id = await placed(2);
    await person.open(`/orders/${id}`);
    await person.button('Edit').click();
    await page.getByText('Nothing is changed yet.').waitFor();
    await person.button('Throw away').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Throw away' }).click();
    await page.getByText('The edit is thrown away.').first().waitFor();
    expect(must(await shop.get_order_by_id({ id_order: id })).balance.total).toBe(239.8);
  });

  test('notes money by hand for an order that was paid and owes something again', async () => {
    const { page } = person;
    const { shop } = office;
    const id = await placed(2);
    const change = async (more: object) => must(await shop.update_order_details({ id_order: id, ...more }));
    await change({ order_payment_state: 'PAYMENT_RECEIVED', order_state: 'CANCELED' });
    must(await shop.refund({ id_order: id, to: 'manual' }));
    await change({ order_state: 'OPEN' });
    await person.open('/orders?state=unpaid');
    await page.locator('.list-row', { hasText: String(id) }).click();
    await page.getByText('Paid in part').waitFor();
    await person.button('Note money').click();
    await page.getByText('€239.80 is still to be paid.').waitFor();
    await page.getByRole('dialog').getByLabel('Amount').fill('100');
    await person.expectSound();
    await page.getByRole('dialog').getByRole('button', { name: 'Note money' }).click();
    await page.getByText('€100.00 is noted.').first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('€139.80').first().waitFor();
    await person.button('Note money').click();
    await page.getByText('€139.80 is still to be paid.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Note money' }).click();
    await page.getByText('€139.80 is noted.').first().waitFor();
    await person.button('Note money').waitFor({ state: 'detached' });
    const { balance } = must(await shop.get_order_by_id({ id_order: id }));
    expect(balance).toEqual({ total: 239.8, received: 479.6, outstanding: 0, refunded: 239.8 });
  });
});
