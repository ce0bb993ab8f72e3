// What tests of the example storefront share: what a demo shop gets besides (a hostile product, texts, a foot), a
// purchase, and a cart with promotions.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Client } from '../src/client/client.ts';
import { must } from './back-office/must.ts';

export const productsNamed = async (office: Client, name: string) => {
  const answer = await office.search_products({ constraint: { 'main.name': name } });
  if (!answer.ok) throw new Error(answer.code);
  return answer.value;
};

/** Parcels everywhere, express to Germany alone, and for large orders what is fetched. */
const makeDelivery = async (office: Client): Promise<void> => {
  const make = (id: number, name: string, given: object): Promise<unknown> =>
    office.create_delivery_rule({ id_delivery_method: id, name, ...given }).then(must);
  await make(1, 'Delivery', { price: '4.90', days_min: 2, days_max: 3 });
  await make(2, 'In haste', { price: '12.90', countries: ['DE'], days_min: 1 });
  await make(3, 'Fetched', { sum: [500, null] });
};

export const fillShop = async (office: Client): Promise<void> => {
  await makeDelivery(office);
  await office.create_coupons({ count: 1, name: 'Ten off', amount: '10', type: 'MULTIPLE_PERCENTAGE', code: 'TEN' });
  const values = { color: 'blue', price: 12.5, name: '<script>alert(1)</script>' };
  await office.create_class_attributes({
    id_class: 1,
    attributes: [
      { name: 'color', type: 'CHAR', en_GB: { label: 'Colour' } },
      { name: 'photo', type: 'IMG', en_GB: { label: 'Photo' } },
    ],
  });
  const cup = { class: 'product', name: 'cup', categories: ['desk'], shop_active: 1 } as const;
  await office.create_product({ ...cup, attributes: { en_GB: values } });
  const body = '<p onclick="x()">Ink &amp; pen</p><script>alert(1)</script><img src=x><em>last</em>';
  await office.create_category({ id_parent: 0, name: 'journal', labels: { en_GB: 'Journal' } });
  const made = await office.create_class({ name: 'article', type: 'content' });
  if (!made.ok) throw new Error(made.code);
  await office.create_class_attributes({
    id_class: Number(made.value.id),
    attributes: [{ name: 'body', type: 'HTML' }],
  });
  const text = { class: 'article', name: 'pens', categories: ['journal'], shop_active: 1 } as const;
  const seo = { en_GB: { title: 'How to write' } };
  await office.create_content({ ...text, attributes: { en_GB: { body } }, seo });
  await office.create_category({ id_parent: 0, name: 'help', labels: { en_GB: 'Help' } });
  const foot = { class: 'article', categories: ['help'], shop_active: 1 } as const;
  const ours = { en_GB: { body: '<p>We are two.</p>' }, de_DE: { body: '<p>Wir sind zwei.</p>' } };
  await office.create_content({ ...foot, name: 'imprint', attributes: ours });
  await office.create_content({
    ...foot,
    name: 'terms',
    attributes: { en_GB: { body: '<p>All is fine.</p>' } },
    seo: { en_GB: { title: 'Our terms' }, de_DE: { title: 'Unsere Bedingungen' } },
  });
  const { result } = await productsNamed(office, 'cup');
  for (const color of ['green', 'red'])
    await office.create_variation({
      id_product: result[0]!.id,
      name: `cup-${color}`,
      shop_active: 1,
      attributes: { en_GB: { color, price: color === 'red' ? 14 : 12.5 } },
    });
};

export const fill = async (page: Page, values: { readonly [name: string]: string }): Promise<void> => {
  for (const [name, value] of Object.entries(values)) await page.fill(`main [name=${name}]`, value);
};

/** From the list of products at `home` to the order's number. */
export const buy = async (page: Page, home: string): Promise<string> => {
  await page.goto(home);
  await page.fill('[name=q]', 'raeding lamp');
  await page.press('[name=q]', 'Enter');
  expect(await page.inputValue('[name=q]')).toBe('raeding lamp');
  await page.click('text=Reading lamp');
  await fill(page, { quantity: '2' });
  await page.click('text=Add to cart');
  await fill(page, { code: 'NONE' });
  await page.click('text=Redeem');
  expect(await page.textContent('[role=alert]')).toBe('This coupon code cannot be used.');
  await fill(page, { code: 'TEN' });
  await page.click('text=Redeem');
  expect(await page.textContent('.sums')).toContain('-€23.98');
  await page.click('text=Take coupons out');
  expect(await page.textContent('.sums')).not.toContain('€23.98');
  await fill(page, { code: 'TEN' });
  await page.click('text=Redeem');
  await page.click('main >> text=Checkout');
  const address = { firstname: 'Zoë', lastname: 'Buyer', street: 'High Street', number: '1', zip: '12345' };
  await fill(page, { ...address, city: 'Berlin', email: 'zoe@shop.example' });
  await page.selectOption('[name=payment]', { label: 'Card' });
  await page.click('text=Order and pay');
  await page.click('text=Cancel');
  expect(await page.textContent('main')).toContain('It is not paid yet.');
  await page.click('text=Pay now');
  await page.click('button >> text=Pay');
  expect(await page.textContent('main')).toContain('It is paid.');
  return (await page.textContent('strong')) ?? '';
};

/** The form follows the country, the sums follow the method, and what is typed stays. */
export const chooseDelivery = async (page: Page, home: string, office: Client): Promise<void> => {
  await page.goto(`${home}/en/p/2`);
  await page.click('text=Add to cart');
  await page.click('main >> text=Checkout');
  const method = (id: number) => page.locator(`.choice:has([value="${id}"])`);
  expect(await method(1).textContent()).toMatch(/Standard delivery\s*€4\.90\s*\w+,? .*\d+.*–.*\d/);
  expect(await method(2).textContent()).toMatch(/Express delivery\s*€12\.90/);
  expect(await method(3).textContent()).toMatch(/Pickup in Hamburg\s*For larger orders/);
  expect(await method(3).locator('input').isDisabled()).toBe(true);
  expect(await method(1).locator('input').isChecked()).toBe(true);
  expect(await page.textContent('.sums')).toMatch(/Delivery\s*€4\.90/);
  await fill(page, { firstname: 'Mei', lastname: 'Lau', street: 'Queen’s Road', number: '1' });
  await page.selectOption('[name=country]', { label: 'Hong Kong' });
  await method(2).locator('input').check();
  await page.click('text=Show what delivery costs there');
  expect(await page.locator('[name=zip]').count()).toBe(0);
  expect(await page.inputValue('[name=street]')).toBe('Queen’s Road');
  expect(await method(2).textContent()).toContain('Not to this country');
  expect(await method(1).locator('input').isChecked()).toBe(true);
  await page.selectOption('[name=country]', 'US');
  await page.click('text=Show what delivery costs there');
  expect(await page.getAttribute('[name=state]', 'required')).toBe('');
  await page.selectOption('[name=country]', { label: 'Germany' });
  await page.click('text=Show what delivery costs there');
  await fill(page, { zip: '12345', city: 'Berlin', email: 'mei@shop.example' });
  await method(2).locator('input').check();
  await page.selectOption('[name=payment]', { label: 'PrePayment' });
  await page.click('text=Order and pay');
  expect(await page.textContent('[role=alert]')).toContain('The total has changed.');
  expect(await page.textContent('.sums')).toMatch(/In haste\s*€12\.90/);
  await page.click('text=Order and pay');
  const order = Number(await page.textContent('.thanks strong'));
  expect(must(await office.get_order_by_id({ id_order: order }))).toMatchObject({
    delivery_method: 'Expressversand',
    cart: { total: 132.8, delivery_costs: { positions: [{ name: 'In haste', price: 12.9 }] } },
  });
};

/** Four promotions in one cart; they are ended again. */
export const seePromotions = async (page: Page, home: string, office: Client): Promise<void> => {
  const made: number[] = [];
  const make = async (en_GB: string, de_DE: string, given: object): Promise<void> => {
    const promotion = { name: `internal ${made.length}`, labels: { en_GB, de_DE }, ...given };
    made.push(must(await office.create_promotion(promotion as never)).id_promotion);
  };
  const goods = (id: number) => ({ 'main.id_shopobject': id });
  await make('Mats: 20 % off', 'Matten: 20 % Rabatt', { gives: { kind: 'percent', value: 20, goods: goods(3) } });
  await make('Notebooks, 3 for 2', 'Hefte, 3 für 2', { gives: { kind: 'buy_get', buy: 2, get: 1, goods: goods(5) } });
  await make('Free parcel', 'Paket frei', { when: { min_sum: 100 }, gives: { kind: 'free_delivery' } });
  await make('5 off for friends', '5 für Freunde', { by: 'code', gives: { kind: 'amount', value: 5, per: 'order' } });
  must(await office.create_coupons({ count: 1, name: 'Card', code: 'FRIEND', id_promotion: made[3]! }));
  const add = async (product: number, quantity: number): Promise<void> => {
    await page.goto(`${home}/en/p/${product}`);
    await fill(page, { quantity: `${quantity}` });
    await page.click('text=Add to cart');
  };
  await add(3, 1);
  expect(await page.locator('.lines td').last().innerHTML()).toBe('<s>€34.50</s> €27.60');
  expect(await page.textContent('.sums')).toMatch(/Goods\s*€34\.50\s*Mats: 20 % off\s*-€6\.90\s*Total\s*€27\.60/);
  expect(await page.textContent('main')).toContain('Add €72.40 more for: Free parcel');
  expect(await page.isVisible('text=Take coupons out')).toBe(false);
  await add(5, 2);
  expect(await page.locator('.lines td').last().innerHTML()).toBe('€35.90');
  expect(await page.textContent('main')).toContain('Add 1 more for: Notebooks, 3 for 2');
  await add(2, 1);
  await page.click('main >> text=Checkout');
  expect(await page.textContent('main')).not.toContain('more for');
  expect(await page.textContent('.sums')).toMatch(
    /Delivery\s*€4\.90\s*Mats: 20 % off\s*-€6\.90\s*Free parcel\s*-€4\.90/,
  );
  expect(await page.innerHTML('.lines')).toContain('<s>€34.50</s> €27.60');
  await page.goto(`${home}/en/cart`);
  await fill(page, { code: 'friend' });
  await page.click('text=Redeem');
  expect(await page.textContent('.sums')).toMatch(/5 off for friends\s*-€5\.00/);
  expect(await page.textContent('main')).not.toMatch(/internal|Card|€0\.00/);
  await page.goto(`${home}/de/cart`);
  for (const shown of [/Matten: 20 % Rabatt\s*-6,90\s€/, /5 für Freunde\s*-5,00\s€/])
    expect(await page.textContent('.sums')).toMatch(shown);
  expect(await page.textContent('main')).toContain('Noch 1 Stück bis: Hefte, 3 für 2');
  await page.click('text=Gutscheine entfernen');
  expect(await page.textContent('.sums')).not.toContain('Freunde');
  for (const id of made) must(await office.end_promotion({ id_promotion: id }));
};

/** A guest sends pieces of an order back that has arrived, keeps others after all, and nobody else sees it. */
/** A picture of one point. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const sendBack = async (page: Page, home: string, office: Client): Promise<void> => {
  await page.goto(`${home}/en/p/3`);
  await fill(page, { quantity: '3' });
  await page.click('text=Add to cart');
  await page.click('main >> text=Checkout');
  const address = { firstname: 'Ute', lastname: 'Rück', street: 'Ring', number: '1', zip: '12345', city: 'Berlin' };
  await fill(page, { ...address, email: 'ute@shop.example' });
  await page.selectOption('[name=payment]', { label: 'PrePayment' });
  await page.click('text=Order and pay');
  const order = Number(await page.textContent('.thanks strong'));
  expect(await page.isVisible('text=Send something back')).toBe(false);
  await page.goto(`${home}/en/returns/${order}`);
  expect(await page.textContent('main')).toContain('Nothing of this order can be announced');
  must(await office.update_order_details({ id_order: order, order_state: 'CLOSED' }));
  await page.goto(`${home}/en/thanks`);
  await page.click('text=Send something back');
  expect(await page.textContent('main')).toMatch(/You may announce a return until\s+[A-Z][a-z]+ \d{1,2}, \d{4}\./);
  const pieces = page.locator('main [type=number]');
  const announce = async (quantity: string): Promise<void> => {
    await pieces.fill(quantity);
    await page.click('text=Announce the return');
  };
  // A double click sends one form twice.
  await pieces.fill('1');
  await page.locator('form[action$=announce]').evaluate(async (form: HTMLFormElement) => {
    for (const body of [new FormData(form), new FormData(form)]) await fetch(form.action, { method: 'POST', body });
  });
  await page.reload();
  await page.selectOption('[name=wish]', 'exchange');
  await announce('2');
  expect(await pieces.count()).toBe(0);
  const { returns } = must(await office.get_returns({ id_order: order }));
  expect(returns).toMatchObject([
    { state: 'announced', by_buyer: 1, wish: 'refund', lines: [{ quantity: 1, reason: 'changed_mind' }] },
    { state: 'announced', by_buyer: 1, wish: 'exchange', lines: [{ quantity: 2 }] },
  ]);
  expect(await page.textContent('.written >> nth=0')).toContain('Speicherweg 7');
  const buffer = Buffer.from(PIXEL, 'base64');
  const choose = (sent: Buffer): Promise<void> =>
    page.setInputFiles('[name=picture] >> nth=0', { name: 'scratch.png', mimeType: 'image/png', buffer: sent });
  // As a phone makes it.
  await choose(Buffer.concat([buffer, Buffer.alloc(4_000_000)]));
  await page.click('text=Add the picture >> nth=0');
  expect(await page.textContent('[role=alert]')).toContain('up to 600 kB');
  await choose(buffer);
  await page.locator('form[action$=picture] >> nth=0').evaluate(async (form: HTMLFormElement) => {
    for (const body of [new FormData(form), new FormData(form)]) {
      body.set('return', form.querySelector('button')!.value);
      await fetch(form.action, { method: 'POST', body });
    }
  });
  await page.reload();
  const shown = page.locator('img[alt^="Picture of what comes back"]');
  expect(await shown.count()).toBe(1);
  const kept = await page.request.get(`${home}${await shown.getAttribute('src')}`);
  expect(kept.headers()['cache-control']).toBe('private, no-store');
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  expect((await fetch(`${home}${await shown.getAttribute('src')}`)).status).toBe(404);
  await page.click('text=I keep it >> nth=1');
  expect(await page.textContent('section >> nth=1')).toContain('withdrawn');
  expect(await pieces.getAttribute('max')).toBe('2');
  const lines = [{ id_element: returns[0]!.lines[0]!.id_element, quantity: 1, back: 1 as const }];
  must(await office.receive_return({ id_return: returns[0]!.id, lines }));
  await page.goto(`${home}/de/returns/${order}`);
  expect(await page.textContent('section >> nth=0')).toContain('angekommen');
  expect(await page.textContent('main')).toMatch(/anmelden bis zum\s+\d{1,2}\. \S+ \d{4}\./);
  expect((await fetch(`${home}/en/returns/${order}`)).status).toBe(404);
};
