// examples/storefront, used as a person would: would catch a page that does not sell, that a text of the shop breaks,
// or that needs a script.
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { paymentPage } from '../examples/storefront/payment-page.ts';
import { storefront } from '../examples/storefront/storefront.ts';
import { createClient } from '../src/client/client.ts';
import type { Client } from '../src/client/client.ts';
import { must } from './back-office/must.ts';
import { buy, chooseDelivery, fill, fillShop, productsNamed, seePromotions, sendBack } from './storefront-shop.ts';
import { HAS_CHROMIUM, closeContexts, sharedBrowser } from './harness/browser.ts';
import { listening } from './harness/ports.ts';
import { Place } from './harness/program.ts';
import { DEADLINE_MS } from './harness/until.ts';

const SECRET = 'secret of the test page';
const FORM = 'application/x-www-form-urlencoded';

const place = new Place();
let app: Hono;
let office: Client;
let home = '';
let storefrontKeys: Parameters<typeof createClient>[0];
const server = createAdaptorServer({ fetch: (request) => app.fetch(request) });

beforeAll(async () => {
  home = `http://127.0.0.1:${await listening(server as Server)}`;
  const card = { id: 4, name: 'Card', provider: 'hosted-page', url: `${home}/test-payment` };
  const byHand = { id: 2, name: 'PrePayment', unpaidOrderMsMax: 7 * 86_400_000, instructions: 'IBAN 1\nBIC 2' };
  const settings = { paymentMethods: [byHand, card], paymentReturnHosts: [new URL(home).host] };
  writeFileSync(place.path('kontor.config.json'), JSON.stringify(settings));
  const program = place.start(['serve', '--demo', '--port', '0'], { KONTOR_PAYMENT_4_SECRET: SECRET });
  const shop = new URL(await program.ready()).origin;
  const credentials = { url: shop, username: 'demo_kontor', password: 'demo-password' };
  storefrontKeys = credentials;
  office = createClient({ ...credentials, secretKey: 'demo-secret-key' });
  app = storefront(createClient(credentials), shop);
  app.route('/test-payment', paymentPage(`${shop}/srv/payment/4/notify`, SECRET));
  await fillShop(office);
});

afterAll(async () => {
  server.close();
  await place.clean();
});

const found = (name: string) => productsNamed(office, name);

const pageOf = async (path: string, init: RequestInit = {}): Promise<{ status: number; text: string; to: string }> => {
  const answer = await fetch(`${home}${path}`, { redirect: 'manual', ...init });
  return { status: answer.status, text: await answer.text(), to: answer.headers.get('location') ?? '' };
};

test('a link that the shop has sent pays its order without a login, and no other', async () => {
  const draft = await office.create_draft();
  const { result } = await found('cup');
  if (!draft.ok) throw new Error(draft.code);
  const { session, id_draft } = draft.value;
  const cup = { id_shopobject: result[0]!.id, element_type: 'PRODUCT_GR', quantity: 1 } as const;
  await office.add_to_cart({ session, ...cup, price_field: 'price', name_field: 'name' });
  await office.set_order_details({ session, id_payment_method: 4, delivery_country: 'DE' });
  const sent = await office.send_draft({ id_draft, valid_until: '2099-12-31' });
  if (!sent.ok) throw new Error(sent.code);
  const { id_order: id, code } = sent.value;
  const opened = await pageOf(`/de/pay/${id}/${code}`);
  expect([opened.status, opened.to]).toEqual([303, expect.stringContaining('/test-payment?')]);
  expect((await pageOf(`/de/pay/${id}/${code.slice(1)}x`)).to).toContain('error=ORDER_NOT_FOUND');
});

test('who is logged in sees the prices of their group, everybody those of a sale beside the price before', async () => {
  const client = createClient(storefrontKeys);
  const { id } = (await found('cup')).result[0]!;
  const lists: number[] = [];
  const set = async (given: Parameters<Client['create_price_list']>[0], price: object): Promise<void> => {
    const list = must(await office.create_price_list(given)).id_price_list;
    lists.push(list);
    must(await office.set_prices({ id_price_list: list, prices: [{ id_shopobject: id, price: 11, ...price }] }));
  };
  await set({ name: 'Sale' }, { compare_at: 12.5 });
  const dozen = [{ id_shopobject: id, from_quantity: 12, price: 10 }];
  must(await office.set_prices({ id_price_list: lists[0]!, prices: dozen }));
  expect((await pageOf(`/en/p/${id}-cup`)).text).toContain('12 pieces or more: €10.00');
  const group = must(await office.create_group({ name: 'Wholesale' })).id_group;
  await set({ name: 'Wholesale', groups: [group], priority: 1 }, { price: 9 });
  const password = 'walnut4242';
  const args = { username: 'wholesaler', email: 'w@shop.example', passwd1: password, passwd2: password };
  const { id_user: user, session_id: token } = must(await client.register_user({ args }));
  must(await client.verify_user({ id_user: user, session_id: token }));
  must(await office.set_user_groups({ id_user: user, groups: [group] }));
  const { code } = must(await client.get_new_session());
  const { session_id: session } = must(await client.login_user({ session: code, username: 'wholesaler', password }));
  const theirs = { headers: { cookie: `session=${session}` } };
  for (const page of ['/en/', `/en/p/${id}-cup`]) {
    const [guest, member] = [(await pageOf(page)).text, (await pageOf(page, theirs)).text];
    expect(guest).toMatch(/€11\.00 <s>€12\.50<\/s> <small>Lowest price of the last 30 days: €\d/);
    expect(guest).not.toContain('€9.00');
    expect(member).toContain('€9.00');
  }
  for (const list of lists) must(await office.end_price_list({ id_price_list: list }));
});

test('a shopper chooses a currency: what no list has a price for is not sold in it, and a full cart says so', async () => {
  must(await office.update_shop_settings({ currencies: [{ code: 'JPY', digits: 0 }] }));
  const { id } = (await found('cup')).result[0]!;
  const list = must(await office.create_price_list({ name: 'Japan', currency: 'JPY' })).id_price_list;
  must(await office.set_prices({ id_price_list: list, prices: [{ id_shopobject: id, price: 1900 }] }));
  const { code: session } = must(await office.get_new_session());
  const headers = { cookie: `session=${session}`, Origin: home, Referer: `${home}/en/`, 'Content-Type': FORM };
  const choose = (currency: string) =>
    pageOf('/en/cart/currency', { method: 'POST', headers, body: `currency=${currency}` });
  expect((await pageOf('/en/', { headers })).text).toContain('value="JPY"');
  expect(await choose('JPY')).toMatchObject({ status: 303, to: `${home}/en/` });
  const inYen = (await pageOf('/en/', { headers })).text;
  expect(inYen).toContain('¥1,900');
  expect(inYen).toContain('Not sold in this currency');
  expect(inYen).toContain('value="EUR"');
  expect((await pageOf('/en/p/1', { headers })).text).not.toContain('Add to cart');
  await pageOf('/en/cart/add', { method: 'POST', headers, body: `product=${id}&quantity=2` });
  expect((await pageOf('/en/cart', { headers })).text).toContain('¥3,800');
  await choose('EUR');
  await pageOf('/en/cart/add', { method: 'POST', headers, body: 'product=1&quantity=1' });
  expect((await choose('JPY')).to).toContain('error=SHOPOBJECT_PRICE_MISSING');
  must(await office.clear_cart({ session }));
  must(await office.end_price_list({ id_price_list: list }));
  must(await office.update_shop_settings({ currencies: [] }));
});

test('texts of the shop and of shoppers are shown, and never become markup', async () => {
  const hostile = encodeURIComponent('"><script>alert(2)</script>');
  const { status, text } = await pageOf(`/en/?q=${hostile}&f.color=${hostile}`);
  expect(status).toBe(200);
  expect((await pageOf('/en/')).text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  for (const page of [text, (await pageOf('/en/')).text])
    expect(page.match(/<script[^>]*>/g)).toEqual([expect.stringContaining('src="/browser.js"')]);
  const { headers } = await fetch(`${home}/en/`);
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
});

test('the language comes from the address, at first from the browser', async () => {
  expect(await pageOf('/', { headers: { 'Accept-Language': 'de-AT,de;q=0.9' } })).toMatchObject({ to: '/de/' });
  expect(await pageOf('/', { headers: { 'Accept-Language': 'fr' } })).toMatchObject({ to: '/en/' });
  expect((await pageOf('/de/')).text).toContain('Schreibtisch aus Nussbaum');
});

test('what is not there is a page that says so, and a form of another site is refused', async () => {
  expect(await pageOf('/en/p/999-nothing')).toMatchObject({ status: 404 });
  expect(await pageOf('/de/nothing')).toMatchObject({ status: 404, text: expect.stringContaining('gibt es nicht') });
  const foreign = { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' };
  expect(
    await pageOf('/en/cart/add', { method: 'POST', headers: foreign, body: 'product=1&quantity=1' }),
  ).toMatchObject({ status: 403 });
  expect(await pageOf('/test-payment?token=e30.0')).toMatchObject({ status: 400 });
});

test('an image that the shop does not have is not there, and nothing fails', async () => {
  expect(await pageOf('/images/none.svg')).toMatchObject({ status: 404 });
});

test('facets narrow a list, also by what variations have, and say how many a click would show', async () => {
  const all = (await pageOf('/en/')).text;
  for (const color of ['blue', 'green', 'red']) expect(all).toContain(`f.color=${color}">${color} <small>1</small>`);
  const [, range = '', count = ''] = /f\.main\.price=([\d.]*-[\d.]*)">[^<]*<small>(\d+)</.exec(all) ?? [];
  expect((await pageOf(`/en/?f.main.price=${range}`)).text).toMatch(new RegExp(`<small>${count}</small></h1>`));
  const red = (await pageOf('/en/?f.color=red')).text;
  expect(red.match(/class="tile"/g)).toHaveLength(1);
  expect(all).toMatch(/€12\.50\s–\s€14\.00/);
  expect(red).toContain('€14.00');
  expect(red).not.toContain('€12.50');
});

test('an address by a permalink, also a former one, leads to the page for good', async () => {
  const { id } = (await found('cup')).result[0]!;
  const change = (permalink: string | null) => office.update_product({ id_product: id, seo: { en_GB: { permalink } } });
  for (const permalink of ['tea-cup', 'big-cup']) must(await change(permalink));
  expect(await pageOf('/en/tea-cup')).toMatchObject({ status: 301, to: '/en/big-cup' });
  expect(await pageOf('/en/big-cup')).toMatchObject({ status: 302, to: `/en/p/${id}` });
  must(await change(null));
});

/** A person in a browser that runs no script. */
const browsed = (name: string, walk: (page: Page) => Promise<void>): void =>
  test.skipIf(!HAS_CHROMIUM)(name, async () => {
    const viewport = { width: 1280, height: 800 };
    const page = await (await sharedBrowser()).newPage({ javaScriptEnabled: false, locale: 'en-GB', viewport });
    page.setDefaultTimeout(DEADLINE_MS);
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    await walk(page);
    expect(problems).toEqual([]);
  });
afterEach(closeContexts);

browsed('a person finds, pays and is thanked', async (page) => {
  await page.goto(`${home}/en/account`);
  const forms = page.locator('main form');
  await forms.nth(1).locator('[name=username]').fill('zoe.buyer');
  await forms.nth(1).locator('[autocomplete=new-password]').fill('walnut42');
  await forms.nth(1).locator('[name=email]').fill('zoe@shop.example');
  await forms.nth(1).locator('button').click();
  expect(await page.textContent('h1')).toBe('zoe.buyer');
  const order = await buy(page, home);
  expect(await office.get_order_by_id({ id_order: Number(order) })).toMatchObject({
    value: { username: 'zoe.buyer', cart: { total: 220.72 }, payment_state: { name: 'PAYMENT_RECEIVED' } },
  });
  await page.goto(`${home}/en/p/1`);
  await page.click('text=Add to cart');
  await page.click('main >> text=Checkout');
  expect(await page.inputValue('[name=email]')).toBe('zoe@shop.example');
  expect(await page.inputValue('[name=street]')).toBe('High Street');
  await page.goto(`${home}/en/account`);
  expect(await page.title()).toBe('zoe.buyer – Kontor');
  expect(await page.textContent('.lines')).toContain(order);
  expect(await page.textContent('.lines')).toContain('Paid');
  await page.goto(`${home}/en/cart`);
  await page.click('text=Remove');
  expect(await page.textContent('main')).toContain('Your cart is empty.');
  await page.goto(`${home}/en/account`);
  await page.click('button >> text=Log out');
  expect(await page.textContent('h1')).toBe('Account');
});

browsed('a cart says what each promotion takes off, in the language of the page, and what is missing', (page) =>
  seePromotions(page, home, office),
);

browsed('a person sees what each delivery costs, when it comes and why not, in a form of the country', (page) =>
  chooseDelivery(page, home, office),
);

browsed('a guest sends back what has arrived, reads until when, and what became of it', (page) =>
  sendBack(page, home, office),
);

browsed('a customer of the system before reads the orders of then below the own ones', async (page) => {
  const narrow = await (await sharedBrowser()).newPage({ viewport: { width: 360, height: 640 } });
  narrow.setDefaultTimeout(DEADLINE_MS);
  const email = 'ada@shop.example';
  const before = { type: 'past_order', source: 'shopify', currency: 'USD', email };
  const lines = [{ name: 'Lamp <b>', quantity: 2, price: '10.50' }];
  const records = [
    { type: 'customer', email, username: 'ada.before' },
    { ...before, number: '#1042', placed: '2025-03-01 11:00:00', sums: { total: '21' }, lines },
    {
      ...before,
      number: '#1043',
      placed: '2025-04-01 11:00:00',
      canceled: '2025-04-02 11:00:00',
      sums: { total: '3' },
      lines,
    },
  ];
  writeFileSync(place.path('before.jsonl'), records.map((one) => JSON.stringify(one)).join('\n'));
  expect((await place.run(['import', 'before.jsonl', '--data', 'data/demo'])).code).toBe(0);
  const begun = await office.reset_user_password({ args: { email } });
  if (!begun.ok) throw new Error(begun.code);
  const { id_user, session_id } = begun.value;
  const chosen = { session_id, id_user, new_passwd1: 'walnut42', new_passwd2: 'walnut42' };
  expect(await office.reset_user_password({ args: chosen })).toMatchObject({ ok: true });
  for (const [person, language] of [[page, 'en'] as const, [narrow, 'de'] as const]) {
    await person.goto(`${home}/${language}/account`);
    const login = person.locator('main form').first();
    await login.locator('[name=username]').fill('ada.before');
    await login.locator('[name=password]').fill('walnut42');
    await login.locator('button').click();
    await person.locator('h1', { hasText: 'ada.before' }).waitFor();
    const rows = person.locator('.lines').nth(1).locator('tr');
    expect(await rows.count()).toBe(2);
    const [newest, oldest] = [await rows.first().textContent(), await rows.nth(1).textContent()];
    expect(newest).toMatch(
      language === 'en' ? /#1043.*2025-04-01.*Cancelled.*\$3\.00/s : /#1043.*Storniert.*3,00\s\$/s,
    );
    expect(oldest).toMatch(/#1042.*2 × Lamp <b>.*2025-03-01/s);
    expect(oldest).not.toMatch(/Cancelled|Storniert/);
  }
  expect(await narrow.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});

browsed('a telephone shows goods at once, and the categories on a touch', async (page) => {
  const narrow = await (await sharedBrowser()).newPage({ viewport: { width: 360, height: 640 } });
  narrow.setDefaultTimeout(DEADLINE_MS);
  await narrow.goto(`${home}/de/`);
  expect(await narrow.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  expect((await narrow.locator('.tile').first().boundingBox())!.y).toBeLessThan(640);
  expect(await narrow.isVisible('aside li')).toBe(false);
  await narrow.click('text=Kategorien');
  expect(await narrow.isVisible('aside li')).toBe(true);
  await page.goto(`${home}/de/`);
  expect(await page.isVisible('aside li')).toBe(true);
  expect(await page.isVisible('summary')).toBe(false);
});

browsed('a category of texts lists them, and a text keeps the plain tags of its HTML alone', async (page) => {
  await page.goto(`${home}/en/`);
  await page.click('aside >> text=Journal');
  expect(await page.textContent('section')).not.toContain('Nothing was found');
  await page.click('text=How to write');
  expect(await page.textContent('h1')).toBe('How to write');
  expect(await page.innerHTML('article')).toContain('<p>Ink &amp; pen</p>alert(1)<em>last</em>');
});

browsed('a picture keeps the point in sight that the shop has marked, and else its middle', async (page) => {
  const cup = (await found('cup')).result[0]!.id;
  await page.route('**/images/cup.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  const photo = { value: '/images/cup.svg', width: 40, height: 40, focus: { x: 30, y: 0 } };
  await office.update_product({ id_product: cup, attributes: { en_GB: { photo } } });
  const point = async (): Promise<unknown> => {
    await page.goto(`${home}/en/p/${cup}`);
    return page.locator('article img.picture').evaluate((one) => getComputedStyle(one).objectPosition);
  };
  try {
    expect(await point()).toBe('30% 0%');
    await office.update_product({ id_product: cup, attributes: { en_GB: { photo: { ...photo, focus: null } } } });
    expect(await point()).toBe('50% 50%');
  } finally {
    await office.update_product({ id_product: cup, attributes: { en_GB: { photo: null } } });
  }
});

browsed('the filters of a category know what variations have, and can be taken off', async (page) => {
  await page.goto(`${home}/en/`);
  await page.click('aside >> text=Desk');
  await page.click('.chip >> text=green');
  expect(await page.textContent('.tile h2')).toBe('<script>alert(1)</script>');
  expect(await page.locator('.tile').count()).toBe(1);
  await page.goto(`${page.url()}&f.photo=none`);
  expect(await page.locator('.tile').count()).toBe(0);
  await page.click('.chip >> text=none');
  await page.click('.chip[aria-current] >> text=green');
  expect(await page.locator('.tile').count()).toBeGreaterThan(1);
});

browsed(
  'a refused checkout keeps what was typed, and an order without a page to pay on has no button',
  async (page) => {
    await page.goto(`${home}/en/checkout`);
    expect(await page.textContent('main')).toContain('Your cart is empty.');
    expect(await page.locator('main form').count()).toBe(0);
    await page.goto(`${home}/en/p/2`);
    await page.click('text=Add to cart');
    await page.click('main >> text=Checkout');
    const typed = { firstname: 'Jonas', lastname: 'Ek', street: 'Mill "3"', number: '2', zip: '12345', city: 'Berlin' };
    await fill(page, { ...typed, email: 'jonas@x' });
    await page.selectOption('[name=payment]', { label: 'Card' });
    await page.click('text=Order and pay');
    expect(await page.textContent('[role=alert]')).toBe('This e-mail address cannot be right.');
    for (const [name, value] of Object.entries({ ...typed, email: 'jonas@x', payment: '4' }))
      expect(await page.inputValue(`main [name=${name}]`), name).toBe(value);
    expect(await page.textContent('main .lines')).toContain('1 × ');
    await fill(page, { email: 'jonas@shop.example' });
    await page.selectOption('[name=payment]', { label: 'PrePayment' });
    await page.click('text=Order and pay');
    expect(await page.textContent('main')).toMatch(
      /It is not paid yet\. Please pay by [A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d\d\s[AP]M\./,
    );
    expect(await page.locator('main button').count()).toBe(0);
    expect(await page.textContent('.thanks')).toMatch(/the sum of €[\d.]+\s*IBAN 1\nBIC 2/);
  },
);

browsed('the country is chosen among those that the shop delivers to', async (page) => {
  await page.goto(`${home}/en/p/2`);
  await page.click('text=Add to cart');
  await page.click('main >> text=Checkout');
  expect(await page.inputValue('[name=country]')).toBe('DE');
  const typed = { firstname: 'Mia', lastname: 'Berg', street: 'Gasse', number: '3', zip: '8001', city: 'Zürich' };
  await fill(page, { ...typed, email: 'mia@shop.example' });
  await page.selectOption('[name=country]', { label: 'Switzerland' });
  await page.selectOption('[name=payment]', { label: 'PrePayment' });
  await page.click('text=Order and pay');
  const number = Number(await page.textContent('.thanks strong'));
  expect(await office.get_order_by_id({ id_order: number })).toMatchObject({
    value: { order_delivery_country_code: 'CH' },
  });
});

browsed('every page leads to the imprint, which says who the shop is, and to its own texts', async (page) => {
  const { value } = (await office.get_shop_settings()) as { readonly value: { readonly company: string } };
  expect(value.company).toContain('Speicherweg 7');
  await office.update_shop_settings({ company_foot: 'VAT <DE 1>' });
  for (const [path, imprint, terms, own] of [
    ['/en/', 'Imprint', 'Our terms', 'We are two.'],
    ['/de/cart', 'Impressum', 'Unsere Bedingungen', 'Wir sind zwei.'],
  ] as const) {
    await page.goto(home + path);
    await page.click(`footer >> text=${terms}`);
    expect(await page.textContent('h1')).toBe(terms);
    await page.click(`footer >> text=${imprint}`);
    expect(await page.textContent('h1')).toBe(imprint);
    for (const line of [...value.company.split('\n'), 'VAT <DE 1>', own])
      expect(await page.textContent('article')).toContain(line);
  }
  await office.update_shop_settings({ company_foot: null as never });
});
