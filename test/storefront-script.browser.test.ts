// examples/storefront where a browser runs its script, and what both ways share: would catch a list that reloads, loses
// the focus or the way back, suggestions that come late or not at all, addresses that lead nowhere, and a customer who
// is taken to have agreed to something.
import { readFileSync, readdirSync } from 'node:fs';
import type { Server } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { storefront } from '../examples/storefront/storefront.ts';
import { createClient } from '../src/client/client.ts';
import type { Client } from '../src/client/client.ts';
import { must } from './back-office/must.ts';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from './harness/browser.ts';
import { listening } from './harness/ports.ts';
import { Place } from './harness/program.ts';
import { DEADLINE_MS } from './harness/until.ts';
import { fillShop, productsNamed } from './storefront-shop.ts';

const LINES_MAX = { ts: 874, js: 85 };

const place = new Place();
let app: Hono;
let office: Client;
let home = '';
let credentials: Parameters<typeof createClient>[0];
const server = createAdaptorServer({ fetch: (request) => app.fetch(request) });

beforeAll(async () => {
  home = `http://127.0.0.1:${await listening(server as Server)}`;
  const shop = new URL(await place.start(['serve', '--demo', '--port', '0'], {}).ready()).origin;
  credentials = { url: shop, username: 'demo_kontor', password: 'demo-password' };
  office = createClient({ ...credentials, secretKey: 'demo-secret-key' });
  app = storefront(createClient(credentials), shop);
  await fillShop(office);
});
afterEach(closeContexts);
afterAll(async () => {
  server.close();
  await place.clean();
});

const pageOf = async (path: string, init: RequestInit = {}): Promise<{ status: number; text: string; to: string }> => {
  const answer = await fetch(`${home}${path}`, { redirect: 'manual', ...init });
  return { status: answer.status, text: await answer.text(), to: answer.headers.get('location') ?? '' };
};

test.each(['ts', 'js'] as const)('the shop is few lines of %s; the test page of payments is none of it', (kind) => {
  const folder = new URL('../examples/storefront/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(kind) && file !== 'payment-page.ts');
  const lines = files.map((file) => readFileSync(new URL(file, folder), 'utf8').split('\n').length - 1);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(LINES_MAX[kind]);
});

test('a customer agrees to reminders by a box that is not ticked, and a closed browser finds the cart again', async () => {
  const client = createClient(credentials);
  const password = 'walnut4242';
  const args = { username: 'forgetful', email: 'f@shop.example', passwd1: password, passwd2: password };
  const { id_user, session_id: token } = must(await client.register_user({ args }));
  must(await client.verify_user({ id_user, session_id: token }));
  const { code } = must(await client.get_new_session());
  const login = must(await client.login_user({ session: code, username: 'forgetful', password }));
  const headers = {
    cookie: `session=${login.session_id}`,
    Origin: home,
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const account = async () => {
    const answer = await fetch(`${home}/en/account`, { headers });
    return { text: await answer.text(), cookie: answer.headers.get('set-cookie') ?? '' };
  };
  expect((await account()).text, 'the shop does not ask').not.toContain('name="remind"');
  const { id: id_class } = must(await office.create_class({ name: 'user', type: 'user' }));
  const attributes = [{ name: 'cart_reminder', type: 'BOOL' }] as const;
  must(await office.create_class_attributes({ id_class: Number(id_class), attributes }));
  const box = (checked: string) => expect.stringContaining(`<input type="checkbox" name="remind" ${checked}>`);
  const shortly = expect.not.stringContaining('Max-Age');
  expect(await account()).toEqual({ text: box(''), cookie: shortly });
  const say = (body: string) => pageOf('/en/account/remind', { method: 'POST', headers, body });
  expect(await say('remind=on')).toMatchObject({ status: 303, to: '/en/account' });
  expect(await account()).toEqual({ text: box('checked'), cookie: expect.stringContaining('Max-Age=34560000') });
  expect(must(await office.get_user_by_id({ id_user })).additional_attributes).toMatchObject({
    cart_reminder: { value: 1 },
  });
  const kept = { ...headers, cookie: `${headers.cookie}; stays=1` };
  const out = await fetch(`${home}/en/account/logout`, { method: 'POST', redirect: 'manual', headers: kept });
  expect(out.headers.get('set-cookie'), 'the next person at this browser').toEqual(shortly);
  must(await client.login_user({ session: login.session_id, username: 'forgetful', password }));
  await say('');
  expect(await account()).toEqual({ text: box(''), cookie: shortly });
  const german = { headers: { 'Accept-Language': 'de' } };
  expect(await pageOf('/cart', german), 'where the mail leads').toMatchObject({ status: 302, to: '/de/cart' });
});

test('permalinks of categories and texts lead to their pages, former ones to the present, for good', async () => {
  const { id: category } = must(await office.create_category({ id_parent: 0, name: 'attic' }));
  const made = { class: 'article', name: 'lamp-care', categories: ['help'], shop_active: 1 } as const;
  const { id: content } = must(await office.create_content(made));
  const name = async (what: string): Promise<void> => {
    const seo = (part: string) => ({ en_GB: { permalink: `${part}-${what}` } });
    must(await office.update_category({ id_category: Number(category), seo: seo('old-lamps') }));
    must(await office.update_content({ id_content: Number(content), seo: seo('care') }));
  };
  await name('then');
  expect(await pageOf('/en/old-lamps-then')).toMatchObject({ status: 302, to: `/en/c/${category}` });
  expect(await pageOf('/en/care-then')).toMatchObject({ status: 302, to: `/en/i/${content}` });
  await name('now');
  expect(await pageOf('/en/old-lamps-then')).toMatchObject({ status: 301, to: '/en/old-lamps-now' });
  expect(await pageOf('/en/care-then')).toMatchObject({ status: 301, to: '/en/care-now' });
  expect(await pageOf('/en/care-never')).toMatchObject({ status: 404 });
});

test('words of the shop lead elsewhere, and only where they are all that was asked for', async () => {
  const words = { language: 'en_GB', redirects: [{ query: 'gift card', url: '/en/c/2' }] };
  must(await office.set_search_words({ ...words, pinned: [{ query: 'light', ids: [5] }] }));
  expect(await pageOf('/en/?q=Gift+card')).toMatchObject({ status: 302, to: '/en/c/2' });
  expect(await pageOf('/en/?q=gift+card&sort=price')).toMatchObject({ status: 200 });
  expect(await pageOf('/de/?q=gift+card')).toMatchObject({ status: 200 });
  const [first] = /class="tile" href="[^"]*"/.exec((await pageOf('/en/?q=light')).text) ?? [];
  expect(first).toContain('/en/p/5-');
});

test('the page of a product shows what orders have together with it, those of most orders first', async () => {
  for (const ids of [
    [1, 3],
    [1, 4, 3],
  ]) {
    const { code: session } = must(await office.get_new_session());
    for (const id of ids) {
      const line = { id_shopobject: id, element_type: 'PRODUCT_GR', quantity: 1 } as const;
      must(await office.add_to_cart({ session, ...line, price_field: 'price', name_field: 'name' }));
    }
    const address = {
      delivery_firstname: 'Mei',
      delivery_lastname: 'Lau',
      delivery_street: 'Mill',
      delivery_city: 'B',
    };
    const order = { ...address, delivery_zip: '12345', id_payment_method: 2, email: 'mei@shop.example' };
    must(await office.set_order_details({ session, ...order, id_delivery_method: 1 }));
    must(await office.checkout({ session }));
  }
  const [, text = ''] = (await pageOf('/en/p/1')).text.split('Often bought together');
  expect([...text.matchAll(/\/en\/p\/(\d+)-/g)].map(([, id]) => Number(id))).toEqual([3, 4]);
  const { id } = (await productsNamed(office, 'cup')).result[0]!;
  expect((await pageOf(`/en/p/${id}`)).text).not.toContain('Often bought together');
});

test('a tile has the prices of all variations, and shows the one that meets what is selected', async () => {
  const { id } = (await productsNamed(office, 'cup')).result[0]!;
  const tileOf = async (path: string): Promise<string> => {
    const { text } = await pageOf(path);
    return new RegExp(`<a class="tile" href="/en/p/${id}-.*?</a>`, 's').exec(text)?.[0] ?? '';
  };
  const desk = /href="(\/en\/c\/\d+-desk)"/.exec((await pageOf('/en/')).text)?.[1] ?? '';
  expect(await tileOf('/en/')).toMatch(/€12\.50\s–\s€14\.00/);
  for (const path of ['/en/?f.color=red', `${desk}?f.color=red&f.main.price=13-`]) {
    const tile = await tileOf(path);
    expect(tile, path).toMatch(/href="[^"]*\?v=\d+"/);
    expect(tile, path).toMatch(/<p>€14\.00/);
  }
  expect(await tileOf('/en/?f.color=red&f.main.price=-13')).toBe('');
});

test('what is opened of what a search found is counted, by where its link sends a ping', async () => {
  expect((await pageOf('/en/')).text).not.toContain(' ping=');
  const [, to = ''] = / ping="([^"]*)"/.exec((await pageOf('/en/?q=walnut')).text) ?? [];
  const ping = async (origin: string): Promise<number> => {
    const headers = { Origin: origin, 'Content-Type': 'text/ping' };
    return (await fetch(`${home}${to}`, { method: 'POST', headers })).status;
  };
  expect(await ping('http://elsewhere.example')).toBe(403);
  expect(await ping(home)).toBe(204);
  const { records } = must(await office.get_report({ statistic: 'searches' }));
  expect(records.find(({ name }) => name === 'walnut')).toMatchObject({ searches: 1, clicked: 1 });
});

/** A person whose browser runs scripts; a page that was reloaded has lost its mark. */
const scripted = (name: string, walk: (page: Page, isSamePage: () => Promise<boolean>) => Promise<void>): void =>
  test.skipIf(!HAS_CHROMIUM)(name, async () => {
    const page = await (await sharedBrowser()).newPage({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(DEADLINE_MS);
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(`${home}/en/`);
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { mark: '1' }));
    await walk(page, async () => (await page.locator('[data-mark]').count()) === 1);
    expect(problems).toEqual([]);
  });

scripted(
  'a filter changes the list without a reload, keeps the focus, and the way back works',
  async (page, isSame) => {
    const green = page.locator('.filters [data-key="f.color=green"]');
    const rows = page.locator('.filters [role=group]');
    const place = async (): Promise<unknown> => (await rows.first().boundingBox())?.y;
    const before = await place();
    expect(before).toBeGreaterThan(0);
    const [all, shown] = [await page.locator('.tile').count(), Number(await green.locator('small').textContent())];
    await page.click('.chip >> text=Lowest price first');
    await page.locator('.chip[aria-current]', { hasText: 'Lowest' }).waitFor();
    expect(await page.locator(':focus').textContent()).toContain('Lowest');
    await green.click();
    await page.waitForURL('**/en/?sort=price&f.color=green');
    await page.locator('.chip[aria-current]', { hasText: 'green ×' }).waitFor();
    expect(await page.locator('.tile').count()).toBe(shown);
    await expect.poll(place, { message: 'what was pressed stays where it was' }).toBe(before);
    expect(await page.locator(':focus').textContent()).toContain('green');
    expect(await page.getAttribute('header [hreflang]', 'href')).toMatch(/\/de\/\?sort=price&f\.color=green$/);
    await page.goBack();
    await page.goBack();
    await expect.poll(() => page.locator('.tile').count()).toBe(all);
    expect(page.url()).toBe(`${home}/en/`);
    expect(await isSame()).toBe(true);
    await page.reload();
    expect(await page.locator('.tile').count()).toBe(all);
  },
);

scripted('what is no list is shown as the page that it is', async (page, isSame) => {
  const once = { times: 1 };
  await page.route('**/en/?f.color=green', (route) => route.fulfill({ body: 'no list' }), once);
  await page.click('[data-key="f.color=green"]');
  await page.locator('.chip[aria-current]', { hasText: 'green ×' }).waitFor();
  expect(await isSame()).toBe(false);
});

scripted('who types is suggested words, categories and products, and chooses one by keys', async (page) => {
  must(await office.create_category({ id_parent: 0, name: 'lamps', labels: { en_GB: 'Lamps and lights' } }));
  const suggested = page.locator('.suggestions a');
  const [field, chosen] = [page.getByRole('combobox'), page.getByRole('option', { selected: true })];
  expect(await field.getAttribute('aria-expanded')).toBe('false');
  await page.locator('[name=q]').pressSequentially('lam', { delay: 1 });
  await suggested.filter({ hasText: 'Reading lamp' }).waitFor();
  expect(await suggested.first().textContent()).toBe('lamp');
  expect(await page.locator('.suggestions strong').allTextContents()).toEqual(['Lamps and lights']);
  expect(await field.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  expect(await suggested.count()).toBe(0);
  expect(await field.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.type('p');
  await suggested.filter({ hasText: 'Reading lamp' }).waitFor();
  const last = (await suggested.last().textContent()) ?? '';
  await page.keyboard.press('ArrowDown');
  expect(await chosen.textContent()).toBe(await suggested.first().textContent());
  await page.keyboard.press('ArrowUp');
  expect(await chosen.count()).toBe(0);
  await page.keyboard.press('ArrowUp');
  expect(await chosen.textContent()).toBe(last);
  expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
  expect(await page.locator(':focus').getAttribute('name')).toBe('q');
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: last.trim().replace(/^. /, '') }).waitFor();
});

scripted('what is suggested is what stands in the box, however late an answer comes', async (page) => {
  const suggested = page.locator('.suggestions a');
  await page.route('**/suggest?q=lamp', async (route) => {
    await page.waitForRequest('**/suggest?q=desk');
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest('**/suggest?q=lamp');
  await page.fill('[name=q]', 'lamp');
  await asked;
  await page.fill('[name=q]', 'desk');
  await suggested.filter({ hasText: 'Walnut desk' }).waitFor();
  expect(await page.textContent('.suggestions')).not.toContain('Reading lamp');
  await page.fill('[name=q]', 'd');
  await expect.poll(() => suggested.count()).toBe(0);
});
