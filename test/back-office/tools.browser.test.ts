// Would catch an engine room whose figures are not those of the process, a screen for trying operations that sends
// something else than it shows, and an order that is given another time to pay than was typed.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person, beginsAnewAfterFailure } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('the back office of somebody who develops', () => {
  let office: Office;
  let browser: Browser;
  let person: Person;
  let placed: readonly number[];
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    placed = await office.fill(8);
    person = await Person.arrive(browser, office.url);
    await person.logIn(office.people['mira']!);
  });
  afterAll(async () => {
    await closeContexts();
    await office?.place.clean();
  });
  beginsAnewAfterFailure(() => person);

  const callsOf = async (operation: string): Promise<number> => {
    const row = person.page.getByRole('row').filter({ has: person.page.getByRole('link', { name: operation }) });
    return Number((await row.getByRole('cell').nth(1).innerText()).replaceAll(',', ''));
  };

  test('the engine room counts what is called, while it is called', async () => {
    await person.open('/engine');
    await person.page.getByRole('link', { name: 'get_new_session', exact: true }).waitFor();
    const before = await callsOf('get_new_session');
    for (let at = 0; at < 20; at += 1) await office.shop.get_new_session({});
    await expect.poll(() => callsOf('get_new_session')).toBe(before + 20);
    await expect.poll(() => person.page.locator('.tile .value').first().innerText()).not.toBe('0');
    await person.picture('engine-room');
    await person.expectSound();
    await person.page.getByLabel('Changed ones only').check();
    await person.page.getByRole('cell', { name: 'adminPort' }).waitFor();
  });

  test('an operation is found, filled in, called, and answers beside its schema', async () => {
    const { page } = person;
    await person.open('/explorer');
    await page.getByLabel('Filter operations').fill('explain order');
    await page.getByRole('link', { name: 'explain_order' }).click();
    await page.getByLabel('id_order').fill(String(placed[0]!));
    await page.getByText(`"id_order": ${placed[0]!}`).waitFor();
    await person.button('curl').click();
    await page.getByText('$SHOP/srv/service/explain_order').waitFor();
    await person.button('TypeScript').click();
    await page.getByText('await shop.explain_order({').waitFor();
    await person.button('Call').click();
    await page.getByText('"order_explanation"').last().waitFor();
    await page.getByText('How every amount came about').waitFor();
    await person.picture('try-it');
    await person.expectSound();
  });

  test('a dry run changes nothing', async () => {
    const { page } = person;
    const id = placed[0]!;
    await person.open('/explorer/update_order_details');
    await page.getByLabel('id_order').fill(String(id));
    await page.getByText('Optional parameters').click();
    await page.getByLabel('order_state', { exact: true }).selectOption('CANCELED');
    await person.button('Try without changing anything').click();
    await page.getByRole('region', { name: 'Reply' }).getByText('"success"').waitFor();
    expect(await office.shop.get_order_by_id({ id_order: id })).toMatchObject({ value: { order_state: 'OPEN' } });
    await person.button('Call').click();
    await expect
      .poll(() => office.shop.get_order_by_id({ id_order: id }))
      .toMatchObject({ value: { order_state: 'CANCELED' } });
  });

  test('what a manager may not call is said, and not sent', async () => {
    const { page } = person;
    await person.open('/explorer/create_channel');
    await page.getByText('Your account may not call this operation.').waitFor();
    expect(await person.button('Call').isDisabled()).toBe(true);
  });

  test('an order is given a time to pay, and waits for ever again', async () => {
    const { page } = person;
    const id = await office.order(1);
    const untilNow = async () => must(await office.shop.get_order_by_id({ id_order: id })).pay_until;
    await person.open(`/orders/${id}`);
    for (const [day, wanted] of [
      ['2030-12-24', '2030-12-24 23:59:59'],
      ['', undefined],
    ] as const) {
      await person.button('Time to pay').first().click();
      await page.getByLabel('Last day').fill(day);
      await person.expectSound();
      await page.getByRole('dialog').getByRole('button', { name: 'Time to pay' }).click();
      await expect.poll(untilNow).toBe(wanted);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => page.getByText('Cancelled unless it is paid by').count()).toBe(day === '' ? 0 : 1);
    }
  });

  test('the list of unpaid orders says how long each still waits, the soonest first where they end', async () => {
    const { page } = person;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const [late, soon] = [await office.order(1), await office.order(1)];
    for (const [id_order, days] of [
      [late, 6],
      [soon, 2],
    ] as const)
      must(await office.shop.set_order_deadline({ id_order, until: `${inDays(days)} 23:59:59` }));
    await person.open('/orders?state=unpaid');
    const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') });
    const numbers = async () => (await rows.locator('.number').allInnerTexts()).map(Number);
    await page.getByRole('columnheader', { name: 'Time to pay' }).waitFor();
    await expect
      .poll(() =>
        rows
          .filter({ hasText: `${soon}` })
          .locator('.left')
          .innerText(),
      )
      .toMatch(/^in [23] days$/);
    await expect.poll(() => rows.locator('.left', { hasText: 'for ever' }).count()).toBeGreaterThan(0);
    await person.expectSound();
    await person.button('Within a week').click();
    await expect.poll(numbers).toEqual([soon, late]);
    await person.button('Within 3 days').click();
    await expect.poll(numbers).toEqual([soon]);
    await expect.poll(() => page.url()).toContain('within=3');
    await person.button(/^Ended unpaid/).click();
    await page.getByText('No order meets this.').waitFor();
  });
});
