// Prices of an ERP: a service of the operator says what a customer pays for an article.
//
// PRICE_URL names it. `GET {PRICE_URL}?number=A-1&quantity=3&user=17` answers {"minor": 1999}, or 404 where it knows no
// price: the price of the shop stays. While the service fails, `onFailure` of the setting says what happens: nothing
// goes into carts (`refuse`), or it goes in at the shop's price (`skip`).
import { defineExtension } from 'kontor/extension';
import type { Price } from 'kontor/extension';

export default defineExtension({
  name: 'price-over-http',
  line_price: async ({ product, quantity, shopper }, { fetch }) => {
    const url = new URL(process.env['PRICE_URL']!);
    url.searchParams.set('number', product.element_number);
    url.searchParams.set('quantity', String(quantity));
    url.searchParams.set('user', String(shopper.id_user));
    const answer = await fetch(url);
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`the price service answered ${answer.status}`);
    const { minor } = (await answer.json()) as Price;
    return { minor };
  },
});
