// Would catch a screen with a hole, an error or "undefined" where a role hides fields, a hidden field that is drawn all
// the same, a search by it that is offered, and boxes of the dialog that do nothing.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from '../harness/browser.ts';
import { Person } from './chromium.ts';
import { Office, must } from './office.ts';

describe.skipIf(!HAS_CHROMIUM)('fields that a role does not see', () => {
  let office: Office;
  let browser: Browser;
  let placed: readonly number[];
  let mira: number;
  beforeAll(async () => {
    browser = await sharedBrowser();
    office = await Office.open();
    placed = await office.fill(4);
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

  test('an owner ticks what a role hides, and an operation that shows it is refused by name', async () => {
    const person = await arrive('anna');
    const { page } = person;
    await person.open('/people');
    await person.button('Make a role').click();
    await page.getByLabel('Role', { exact: true }).fill('Packer');
    await page.getByLabel('Amounts of orders, carts and payments').check();
    await page.getByLabel('search_orders').check();
    await page.getByLabel('explain_order').check();
    await person.expectSound();
    await person.button('Make').click();
    await page.getByText('explain_order shows amounts, which the role hides.').waitFor();
    await page.getByLabel('explain_order').uncheck();
    await person.button('Make').click();
    await page.getByText('The role Packer is made.').waitFor();
    const hidden = async (): Promise<readonly string[]> => {
      const { roles } = must(await office.shop.get_roles({}));
      return roles.find(({ name }) => name === 'Packer')!.hidden;
    };
    expect(await hidden()).toEqual(['amounts']);
    await page.getByLabel('Change: Packer').click();
    await expect.poll(() => page.getByLabel('Amounts of orders, carts and payments').isChecked()).toBe(true);
    await page.getByLabel('Names and addresses of customers').check();
    await person.button('Save').click();
    await page.getByText('The role Packer is changed.').waitFor();
    expect(await hidden()).toEqual(['addresses', 'amounts']);
    await person.context.close();
  });

  test.each([1360, 390])('who sees none of them finds no hole on any screen, %i wide', async (width) => {
    const role = `Blind ${width}`;
    const groups = ['addresses', 'contacts', 'amounts'] as const;
    const { operations } = must(await office.shop.get_roles({})).roles.find(({ name }) => name === 'manager')!;
    const make = async (names: readonly string[]): Promise<void> => {
      const made = await office.shop.create_role({ role, operations: names, hidden: groups });
      if (made.ok) return;
      if (made.code !== 'ROLE_SHOWS_HIDDEN') throw new Error(made.code);
      await make(names.filter((name) => name !== made.param));
    };
    await make(operations);
    must(await office.shop.set_user_role({ id_user: mira, role }));
    const person = await arrive('mira', { viewport: { width, height: 860 } });
    const { page } = person;
    const screens: readonly (readonly [string, RegExp])[] = [
      ['/', /Kontor|Orders/],
      ['/orders', new RegExp(String(placed[0]))],
      ['/orders/drafts', /Drafts/],
      [`/orders/${placed[0]!}`, /lamp|mat|pen/],
      ['/customers', /Active/i],
      [`/customers/${mira}`, /Manager/i],
      ['/money', /Money/],
      ['/orders/new', /closed to your role/],
    ];
    for (const [screen, shown] of screens) {
      await person.open(screen);
      await expect.poll(() => page.locator('main').innerText(), { message: screen }).toMatch(shown);
      await expect.poll(() => page.locator('main .skeleton').count(), { message: screen }).toBe(0);
      const text = await page.locator('main').innerText();
      expect(text, screen).not.toMatch(/undefined|NaN|€|@|Lindqvist|Moreau|Okafor|Brandt|Silva/);
      await person.expectSound();
    }
    await person.open('/orders');
    const heads = page.locator('[role=columnheader]:visible');
    await expect.poll(() => heads.allTextContents()).toContain('State');
    expect((await heads.allTextContents()).filter((head) => ['Customer', 'Town', 'Total'].includes(head))).toEqual([]);
    await person.context.close();
  });
});
