// The form of the checkout: its address has the fields of the country, its delivery what goes there.
import { html as markup, raw } from 'hono/html';
import type { Cart, Reply } from '../../src/client/client.ts';
import { ADDRESS, cartPage, input, lineSum, money, sums } from './pages.ts';
import type { Frame, Html } from './pages.ts';

/** Where the goods go, and how they may: `method` is the chosen one. */
interface Sending {
  readonly form: Reply<'get_address_form'>;
  readonly methods: Reply<'get_delivery_methods'>['methods'];
  readonly method: number | undefined;
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const choice = (frame: Frame, one: Sending['methods'][number], chosen: Sending['method']): Html => {
  const { id, name, available, price, days, why = 'refused' } = one;
  const when = new Intl.DateTimeFormat(frame.language, DAY);
  const told = days === undefined ? '' : when.formatRange(new Date(days.from), new Date(days.to));
  const state = available === 0 ? 'disabled' : id === chosen ? 'checked' : '';
  return markup`<label class="choice"><input type="radio" name="delivery" value="${id}" required ${raw(state)}>
    ${name} ${price === undefined ? '' : markup`<b>${money(frame, price)}</b>`}
    <small>${available === 0 ? frame.say(why) : told}</small></label>`;
};

/** `value`: what the fields begin with, by their names. */
export const checkoutPage = (frame: Frame, value: (name: string) => string, to: Sending): Html => {
  const { language, say, shop, cart } = frame;
  if (cart === undefined || cart.contents.length === 0) return cartPage(frame);
  const select = (name: string, all: readonly { id: string | number; name: string }[], chosen = value(name)): Html =>
    markup`<label>${say(name)} <select name="${name}" autocomplete="${name === 'country' ? name : 'off'}">${all.map(
      ({ id, name: label }) => markup`<option value="${id}"${chosen === `${id}` ? ' selected' : ''}>${label}</option>`,
    )}</select></label>`;
  const countries = shop.countries.map(({ iso, printable_name: name }) => ({ id: iso, name }));
  const line = ({ id, name, quantity, sum_price: sum }: Cart['contents'][number]): Html =>
    markup`<tr><td>${quantity} × ${name}</td><td>${lineSum(frame, id, sum)}</td></tr>`;
  const fields = to.form.fields.filter(({ name }) => ADDRESS.some((known) => known === name));
  // What the post of the country does not require is required of persons and streets alone.
  const isNeeded = (name: string, isRequired: 0 | 1): boolean => isRequired === 1 || !/zip|city|state/.test(name);
  // The key is of this form, so that an order is placed once however often it is sent.
  return markup`<h1>${say('address')}</h1><form class="stack" method="post" action="/${language}/checkout">
    <input type="hidden" name="key" value="${crypto.randomUUID()}">
    <input type="hidden" name="total" value="${cart.total}">
    ${fields.map(({ name, required }) => input(frame, name, value(name), undefined, isNeeded(name, required)))}
    ${select('country', countries, to.form.country)}${input(frame, 'email', value('email'))}
    <fieldset><legend>${say('delivery')}</legend>${to.methods.map((one) => choice(frame, one, to.method))}
      <button class="quiet" name="show" value="1" formnovalidate>${say('show')}</button></fieldset>
    ${select('payment', shop.payment_methods)}
    <table class="lines">${cart.contents.map(line)}</table>${sums(frame, cart)}
    ${to.methods.length > 0 && to.method === undefined ? '' : markup`<button>${say('order')}</button>`}</form>`;
};
