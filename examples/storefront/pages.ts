// The pages as HTML. `markup` escapes whatever stands in `${…}` unless `markup` made it: no text of the shop, and
// nothing that a shopper types, becomes part of the page's code, but for the plain tags that `prose` lets through.
import { readFileSync } from 'node:fs';
import { html as markup, raw } from 'hono/html';
import type { Cart, Category, Content, Order, PastOrder, Product, Reply } from '../../src/client/client.ts';
import type { listingOf } from './listing.ts';

export type Html = ReturnType<typeof markup>;
const wordsOf = (language: string): ((key: string) => string) => {
  const words: Record<string, string> = JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8'));
  return (key) => (Object.hasOwn(words, key) ? words[key]! : words['refused']!);
};
export const WORDS = { en: wordsOf('en'), de: wordsOf('de') };
export type Language = keyof typeof WORDS;

export interface Frame {
  readonly language: Language;
  readonly say: (key: string) => string;
  readonly shop: Reply<'get_shop'>;
  /** Categories by the id of their parent. */
  readonly tree: ReadonlyMap<number, readonly Category[]>;
  readonly cart: Cart | undefined;
  /** Whose prices are shown: '' is a guest, and so is a session that has ended. */
  readonly session: string;
  /** Texts of the shop that stand in the foot of every page, such as its terms. */
  readonly texts: readonly Content[];
  /** Address of the page without the language, for the link to the other one. */
  readonly path: string;
  /** Code of a refusal that the page before ended with. */
  readonly error: string | undefined;
}
type User = Reply<'get_user_data'>;
/** The order that a session has placed: what it shows of it, and the order itself. */
type Placed = readonly [details: Reply<'get_order_details'>, order: Order];

const amounts = ({ language, cart, shop }: Frame, currency = cart?.currency ?? shop.currency): Intl.NumberFormat =>
  new Intl.NumberFormat(language, { style: 'currency', currency });
export const money = (frame: Frame, amount: number, currency?: string): string =>
  amounts(frame, currency).format(amount);
const slug = (name: string): string => encodeURIComponent(name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'));
const text = (product: Product, name: string): string => String(product.attributes[name]?.value ?? '');
const title = (product: Product): string => text(product, 'name') || product.name;
export const priceField = (shop: Frame['shop']): string => shop.price_fields[0] ?? 'price';
/** What a piece costs the shopper: the price of a list, else of the attribute; 0: it is not sold in their currency. */
const price = ({ shop }: Frame, product: Product): number =>
  product.price ?? (product.currency === undefined ? Number(text(product, priceField(shop))) : 0);
/** The price that it is shown beside, such as the one before a sale, and the lowest one that shoppers saw before. */
const before = (frame: Frame, { compare_at: amount, lowest_30d: lowest }: Product): Html | string => {
  const words = lowest === undefined ? '' : markup` <small>${frame.say('lowest')} ${money(frame, lowest)}</small>`;
  return amount === undefined ? '' : markup` <s>${money(frame, amount)}</s>${words}`;
};
const pricesForMore = (frame: Frame, { quantity_prices: tiers = [] }: Product): Html[] =>
  tiers.map((one) => markup`<p>${one.from_quantity} ${frame.say('orMore')} ${money(frame, one.price)}</p>`);
const isSoldOut = ({ availability: { active, quantity, allow_override: override } }: Product): boolean =>
  active === 1 && override === 0 && quantity <= 0;
const link = ({ language }: Pick<Frame, 'language'>, product: Product): string =>
  `/${language}/p/${product.id}-${slug(title(product))}`;

/** The pages allow no styles of their own, so the point of a picture that stays in sight is two classes. */
const POINTS = Array.from({ length: 101 }, (_, at) => `.x${at}{--x:${at}%}.y${at}{--y:${at}%}`).join('');
const fileOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
export const STYLE = fileOf('style.css') + POINTS;
export const SCRIPT = fileOf('browser.js');

/** The first image that the product has, or a tile with its first letter. */
const picture = (product: Product, alt = ''): Html => {
  const image = Object.values(product.attributes).find(({ type, value }) => type === 'IMG' && value !== '');
  const { x, y } = (image?.type === 'IMG' && image.focus) || { x: 50, y: 50 };
  return image === undefined
    ? markup`<span class="picture tone${product.id % 6}" aria-hidden="true">${title(product).charAt(0)}</span>`
    : markup`<img class="picture x${x} y${y}" src="${String(image.value)}" alt="${alt}" loading="lazy">`;
};

const TAGS = new Set(['p', 'br', 'h2', 'h3', 'em', 'strong', 'ul', 'ol', 'li', 'table', 'tr', 'th', 'td']);
/** Of a text that is HTML these tags stay, without their attributes, and no others. */
const prose = ({ type, value }: Content['attributes'][string]): Html => {
  if (type !== 'HTML') return markup`<p>${String(value)}</p>`;
  const bare = (_: string, end: string, tag: string): string => (TAGS.has(tag) ? `<${end}${tag}>` : '');
  return raw(String(value).replaceAll(/<(\/?)([a-z0-9]*)[^>]*>?/g, bare));
};

const branch = (frame: Frame, parent: number, open: number | undefined): Html => {
  const item = (one: Category): Html => {
    const name = one.label || one.name;
    return markup`<li><a href="/${frame.language}/c/${one.id}-${slug(name)}"${current(one.id === open)}>${name}</a>
      ${frame.tree.has(one.id) ? branch(frame, one.id, open) : ''}</li>`;
  };
  return markup`<ul>${frame.tree.get(parent)?.map(item)}</ul>`;
};
const current = (is: boolean): Html | '' => (is ? markup` aria-current="true"` : '');
export const messagePage = (message: string): Html => markup`<h1>${message}</h1>`;
const IMPRINT = 'imprint';
const heading = ({ name, seo, attributes }: Content): string =>
  seo.title || String(attributes['title']?.value ?? '') || name;
const textLink = ({ language }: Frame, content: Content): Html =>
  markup`<a href="/${language}/i/${content.id}-${slug(content.name)}">${heading(content)}</a> `;

const currencies = ({ language, shop, cart }: Frame): readonly Html[] =>
  (shop.currencies ?? [])
    .filter(({ code }) => code !== (cart?.currency ?? shop.currency))
    .map(
      ({ code }) => markup`<form method="post" action="/${language}/cart/currency">
        <button class="quiet" name="currency" value="${code}">${code}</button></form>`,
    );

export const layout = (frame: Frame, content: Html): Html => {
  const { language, say, path, error, cart, texts } = frame;
  const [words, label] = [new URLSearchParams(path.split('?')[1]).get('q') ?? '', say('search')];
  // The page is called what its heading says, which is escaped already.
  const [, heading = ''] = /<h1>([^<]*)/.exec(String(content)) ?? [];
  const other = language === 'de' ? 'en' : 'de';
  const count = cart?.contents.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
  return markup`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${raw(heading.trim())} – Kontor</title><link rel="stylesheet" href="/style.css">
  <script type="module" src="/browser.js"></script>
</head>
<body>
  <header>
    <a class="brand" href="/${language}/">Kontor</a>
    <form role="search" action="/${language}/">
      <input type="search" name="q" value="${words}" aria-label="${label}" placeholder="${label}"
        autocomplete="off"><div class="suggestions" id="suggestions" role="listbox" aria-label="${say('suggestions')}"></div></form>
    <nav>${currencies(frame)}<a href="/${other}${path}" lang="${other}" hreflang="${other}">${other.toUpperCase()}</a>
      <a href="/${language}/account">${say('account')}</a>
      <a href="/${language}/cart">${say('cart')} <b>${count}</b></a></nav>
  </header>
  <main>${error === undefined ? '' : markup`<p class="error" role="alert">${say(error)}</p>`}${content}</main>
  <footer><nav aria-label="${say('about')}"><a href="/${language}/imprint">${say('imprint')}</a>
    ${texts.filter(({ name }) => name !== IMPRINT).map((one) => textLink(frame, one))}</nav></footer>
</body>
</html>`;
};

/** A link that is chosen or not: a value of a facet, an order, a page, a variation. */
export interface Choice {
  /** The same in every list that has it: what it adds, or takes out. */
  readonly key?: string;
  readonly label: string | number;
  readonly href: string;
  readonly chosen: boolean;
  readonly count?: number;
}

const choice = ({ key, label, href, chosen, count }: Choice): Html =>
  markup`<a class="chip" href="${href}"${current(chosen)}${key === undefined ? '' : markup` data-key="${key}"`}>${label}${count === undefined ? '' : markup` <small>${count}</small>`}</a> `;
/**
 * `match`: the variation that is asked for; without it the prices of all, from the lowest to the highest. `words`: that
 * found it; whose browser sends pings tells when somebody opens it.
 */
const tile = (frame: Frame, product: Product, match?: Product, words = ''): Html => {
  const goods = (match === undefined ? [product, ...product.variations] : [match]).filter((it) => price(frame, it) > 0);
  goods.sort((a, b) => price(frame, a) - price(frame, b));
  const cheapest = goods[0] ?? product;
  const [low, high] = [price(frame, cheapest), price(frame, goods.at(-1) ?? product)];
  const shown = high > low ? amounts(frame).formatRange(low, high) : money(frame, low);
  const to = match === undefined ? link(frame, product) : `${link(frame, product)}?v=${match.id}`;
  const ping = words === '' ? '' : markup` ping="/${frame.language}/clicked?q=${encodeURIComponent(words)}"`;
  return markup`<a class="tile" href="${to}"${ping}>${picture(match ?? product)}<h2>${title(product)}</h2>
    <p>${goods.length === 0 ? frame.say('notSold') : shown}${before(frame, cheapest)}</p></a>`;
};

export const listPage = (frame: Frame, listing: NonNullable<Awaited<ReturnType<typeof listingOf>>>): Html => {
  const { language, say } = frame;
  const { words, heading, category, products, count, contents, facets, selected, sort, pages } = listing;
  const entry = (content: Content): Html =>
    markup`<h2>${textLink(frame, content)}</h2><p>${content.seo.description}</p>`;
  return markup`<div class="catalogue">
    <aside><details><summary>${say('categories')}</summary>
      <a href="/${language}/"${current(category === undefined)}>${say('all')}</a>${branch(frame, 0, category)}
    </details></aside>
    <section>
      <h1>${heading} <small>${count + contents.length}</small></h1>
      <div class="filters">
        <p>${count > 1 ? choice(sort) : ''}${selected.map(choice)}</p>
        ${facets.map(({ label, values }) => markup`<p role="group" aria-label="${label}"><b>${label}</b> ${values.map(choice)}</p>`)}</div>
      ${count + contents.length === 0 ? markup`<p>${say('nothing')}</p>` : ''}
      <div class="tiles">${products.map(({ product, match }) => tile(frame, product, match, words))}</div>
      ${pages.length > 1 ? markup`<nav aria-label="${say('page')}">${pages.map(choice)}</nav>` : ''}
      ${contents.map(entry)}
    </section></div>`;
};

/** What the search box shows while somebody types. */
export const suggestionsOf = (frame: Pick<Frame, 'language'>, found: Reply<'suggest_products'>): Html => {
  const { texts, categories, products } = found;
  const home = `/${frame.language}/`;
  const option = (id: string, href: string, shown: Html | string): Html =>
    markup`<a role="option" id="${id}" tabindex="-1" href="${href}">${shown}</a>`;
  return markup`${texts.map((it, at) => option(`text-${at}`, `${home}?q=${encodeURIComponent(it)}`, it))}
    ${categories.map((it) => option(`c-${it.id}`, `${home}c/${it.id}`, markup`<strong>${it.label || it.name}</strong>`))}
    ${products.map((it) => option(`p-${it.id}`, link(frame, it), markup`${picture(it)} ${title(it)}`))}`;
};
const proseOf = ({ attributes }: Content): readonly Html[] =>
  Object.values(attributes).flatMap((one) => (one.type === 'TXT' || one.type === 'HTML' ? [prose(one)] : []));
export const contentPage = (content: Content): Html =>
  markup`<article class="text"><h1>${heading(content)}</h1>${proseOf(content)}</article>`;
export const linesOf = (text: string): Html | '' => (text === '' ? '' : markup`<p class="written">${text}</p>`);
export const imprintPage = ({ say, shop, texts }: Frame): Html =>
  markup`<article class="text"><h1>${say('imprint')}</h1>${linesOf(shop.company)}${linesOf(shop.company_foot)}
    ${texts.filter(({ name }) => name === IMPRINT).map(proseOf)}</article>`;

const difference = ({ variations }: Product, variation: Product): string => {
  const values = Object.values(variation.attributes).filter(({ type, name }) => type === 'CHAR' && name !== 'name');
  const differs = (name: string): boolean => new Set(variations.map((one) => text(one, name))).size > 1;
  return values.flatMap(({ name, value }) => (differs(name) ? String(value) : [])).join(', ') || title(variation);
};

/** `together`: what is bought together with it. */
export const productPage = (frame: Frame, product: Product, chosen: Product, together: readonly Product[]): Html => {
  const { language, say } = frame;
  const about = ['description', 'short_description'].find((name) => text(chosen, name) !== '');
  const [{ active, quantity }, step] = [chosen.availability, chosen.quantity_step ?? 1];
  const isSold = chosen.currency === undefined || chosen.price !== undefined;
  const variations = product.variations.map((one) => ({
    label: difference(product, one),
    href: `${link(frame, product)}?v=${one.id}`,
    chosen: one.id === chosen.id,
  }));
  const add = markup`<form class="row" method="post" action="/${language}/cart/add">
    <input type="hidden" name="product" value="${chosen.id}">
    <input type="number" name="quantity" value="${step}" min="${step}" step="${step}" aria-label="${say('quantity')}">
    <button>${say('add')}</button> ${active === 1 ? markup`<small>${quantity} ${say('stock')}</small>` : ''}</form>`;
  return markup`<article class="product">${picture(chosen, title(product))}<div>
    <h1>${title(product)}</h1>
    <p class="price">${isSold ? money(frame, price(frame, chosen)) : say('notSold')}${before(frame, chosen)}</p>
    ${isSold ? pricesForMore(frame, chosen) : ''}
    ${about === undefined ? '' : prose(chosen.attributes[about]!)}
    <p>${variations.map(choice)}</p>
    ${isSold ? (isSoldOut(chosen) ? markup`<p class="error">${say('soldOut')}</p>` : add) : ''}</div></article>
    ${together.length > 0 ? markup`<h2>${say('together')}</h2>` : ''}
    <div class="tiles">${together.map((one) => tile(frame, one))}</div>`;
};

const called = ({ say }: Frame, { name, labels = {} }: { name: string; labels?: Record<string, string> }): string =>
  labels[say('locale')] ?? name;
const redeemed = ({ coupons }: Cart) => coupons.positions.filter(({ code }) => code !== '');
/** What a line comes to, beside what it would without promotions. */
export const lineSum = (frame: Frame, line: number, sum: number): Html | string => {
  const parts = frame.cart?.promotions?.flatMap(({ allocations }) => allocations) ?? [];
  const off = parts.reduce((all, { id_element: id, amount }) => (id === line ? all + amount : all), 0);
  return off === 0 ? money(frame, sum) : markup`<s>${money(frame, sum)}</s> ${money(frame, sum - off)}`;
};
const nearly = (frame: Frame, { nearly: promotions = [] }: Cart): Html[] =>
  promotions.map(({ needs: { sum, pieces }, ...one }) => {
    const [words, missing] = sum === undefined ? ['nearlyPieces', `${pieces}`] : ['nearly', money(frame, sum)];
    return markup`<p>${frame.say(words).replace('…', () => missing)} <b>${called(frame, one)}</b></p>`;
  });

export const sums = (frame: Frame, cart: Cart): Html => {
  const { sum, promotions = [], delivery_costs: delivery, total, sum_tax: tax } = cart;
  const row = (label: string, amount: number) => markup`<tr><th>${label}</th><td>${money(frame, amount)}</td></tr>`;
  // A code that opens a promotion takes off nothing itself.
  return markup`<table class="sums">${row(frame.say('goods'), sum)}
    ${delivery.positions.map(({ name, price: amount }) => row(name, amount))}
    ${promotions.map((one) => row(called(frame, one), -one.amount))}
    ${redeemed(cart).map(({ name, used_amount: amount }) => (amount > 0 ? row(name, -amount) : ''))}
    ${row(frame.say('total'), total)}${row(frame.say('tax'), tax)}</table>`;
};

export const cartPage = (frame: Frame): Html => {
  const { language, say, cart } = frame;
  if (cart === undefined || cart.contents.length === 0) return markup`<h1>${say('cart')}</h1><p>${say('empty')}</p>`;
  const line = ({ id, name, quantity, sum_price: sum }: Cart['contents'][number]): Html =>
    markup`<tr><td>${name}</td><td><form class="row" method="post" action="/${language}/cart/set">
      <input type="hidden" name="line" value="${id}">
      <input type="number" name="quantity" value="${quantity}" min="0" step="any" aria-label="${say('quantity')}">
      <button class="quiet">${say('update')}</button>
      <button class="quiet" name="quantity" value="0">${say('remove')}</button></form></td>
      <td>${lineSum(frame, id, sum)}</td></tr>`;
  const unredeem = markup`<button class="quiet" name="code" formnovalidate>${say('unredeem')}</button>`;
  return markup`<h1>${say('cart')}</h1><table class="lines">${cart.contents.map(line)}</table>${sums(frame, cart)}
    ${nearly(frame, cart)}<form class="row" method="post" action="/${language}/cart/coupon">
      <input name="code" required aria-label="${say('coupon')}" placeholder="${say('coupon')}">
      <button class="quiet">${say('redeem')}</button>
      ${redeemed(cart).length > 0 ? unredeem : ''}</form>
    <p class="end"><a class="button" href="/${language}/checkout">${say('checkout')}</a></p>`;
};

const AUTOCOMPLETE = ['given-name', 'family-name', 'address-line1', 'address-line2', 'postal-code', 'address-level2'];
export const ADDRESS = ['firstname', 'lastname', 'street', 'number', 'zip', 'city', 'state'] as const;
const filledWith = (name: string): string => AUTOCOMPLETE[ADDRESS.findIndex((field) => field === name)] ?? name;
export const input = ({ say }: Frame, name: string, value = '', autocomplete = filledWith(name), isNeeded = true) => {
  const type = name === 'email' || name === 'password' ? name : 'text';
  const needed = isNeeded ? raw(' required') : '';
  return markup`<label>${say(name)}
    <input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${needed}></label>`;
};

/** How to pay what no page takes: what the shop says to the method, else the foot of its documents. */
const toPay = (frame: Frame, { balance, currency }: Order, methodId: number): Html | '' => {
  const told = frame.shop.payment_methods.find(({ id }) => id === methodId)?.instructions ?? frame.shop.company_foot;
  if (told === '') return '';
  return markup`<p>${frame.say('pleasePay')} <strong>${money(frame, balance.outstanding, currency)}</strong></p>${linesOf(told)}`;
};

/** `placed` undefined: this session has placed none. `isPayable`: there is a page to pay it on. */
export const thanksPage = (frame: Frame, placed: Placed | undefined, isPayable: boolean): Html => {
  const { language, say, shop } = frame;
  if (placed === undefined) return messagePage(say('noOrder'));
  const [order, kept] = placed;
  const when = { dateStyle: 'long', timeStyle: 'short', timeZone: shop.time_zone } as const;
  const moment = order.pay_until && new Date(`${order.pay_until}Z`).toLocaleString(language, when);
  const until = moment && markup`${say('payUntil')} <strong>${moment}</strong>.`;
  const isPaid = order.order_payment_state.name === 'PAYMENT_RECEIVED' && kept.balance.outstanding <= 0;
  const again = markup`<form method="post" action="/${language}/pay"><button>${say('payNow')}</button></form>`;
  return markup`<section class="thanks"><h1>${say('thanks')}</h1>
    <p>${say('orderNumber')} <strong>${order.order_number}</strong>.</p>
    <p>${say(isPaid ? 'paid' : 'unpaid')} ${until}</p>
    ${isPaid ? '' : isPayable ? again : toPay(frame, kept, order.order_payment_method.id)}
    ${hasLeft(kept) ? markup`<a href="/${language}/returns/${kept.id}">${say('sendBack')}</a>` : ''}</section>`;
};

const accountForm = ({ language, say }: Frame, action: string, fields: readonly Html[], button = action): Html =>
  markup`<form class="stack" method="post" action="/${language}/account/${action}"><h2>${say(action)}</h2>
    ${fields}<button>${say(button)}</button></form>`;

export const loginPage = (frame: Frame): Html => {
  const [username, email] = [input(frame, 'username'), input(frame, 'email')];
  const login = accountForm(frame, 'login', [username, input(frame, 'password', '', 'current-password')]);
  const register = accountForm(frame, 'register', [username, input(frame, 'password', '', 'new-password'), email]);
  return markup`<h1>${frame.say('account')}</h1><div class="columns">${login}${register}</div>`;
};
const hasLeft = ({ order_state: state, delivery_state: { name } }: Pick<Order, 'order_state' | 'delivery_state'>) =>
  state === 'CLOSED' || (state !== 'CANCELED' && name !== 'PROCESSING');
/** Whether a customer agreed to reminders of the cart; undefined: the shop's class of accounts does not ask for it. */
export const agreedTo = ({ additional_attributes: { cart_reminder: said } }: User): boolean | undefined =>
  said && Number(said.value) === 1;
/** Below the own orders those of the system before, where there are some: in their own words and their own currency. */
export const accountPage = (frame: Frame, user: User, told: Reply<'get_user_orders'>): Html => {
  const [{ say }, agreed, { orders, past_orders: past = [] }] = [frame, agreedTo(user), told];
  const box = markup`<label class="choice"><input type="checkbox" name="remind" ${raw(agreed ? 'checked' : '')}>
    ${say('remindMe')}</label>`;
  const sendBack = (id: number): Html => markup`<a href="/${frame.language}/returns/${id}">${say('sendBack')}</a>`;
  const row = ({ id, creation_date: date, payment_state: paid, cart, ...order }: Order): Html =>
    markup`<tr><td>${id}</td><td>${date.slice(0, 10)}</td><td>${say(paid.name)}</td>
      <td>${hasLeft(order) ? sendBack(id) : ''}</td><td>${money(frame, cart.total)}</td></tr>`;
  const earlier = ({ number, creation_date: date, cancellation_date: end, lines, total, currency }: PastOrder): Html =>
    markup`<tr><td>${number}<br><small>${lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}</small>
      </td><td>${date.slice(0, 10)}</td><td>${end === '' ? '' : say('canceled')}</td>
      <td>${money(frame, total, currency)}</td></tr>`;
  return markup`<h1>${user.username}</h1><h2>${say('orders')}</h2><table class="lines">${orders.map(row)}</table>
    ${past.length > 0 ? markup`<h2>${say('earlier')}</h2><table class="lines">${past.map(earlier)}</table>` : ''}
    ${agreed === undefined ? '' : accountForm(frame, 'remind', [box], 'update')}${accountForm(frame, 'logout', [])}`;
};
