// Carrier quote: an order that a carrier takes keeps what the carrier asked for its parcel, and how long it takes.
//
// CARRIER_URL names its service: POST {"country", "zip", "kilograms"} is answered {"id", "price", "days"}, texts all. What
// the shopper pays is said by the delivery rules of the shop.
import { defineExtension } from 'kontor/extension';
import type { Cart } from 'kontor/extension';

/** The id of the delivery method in the settings of the shop. */
const CARRIER = 2;

interface Quote {
  readonly id: string;
  readonly price: string;
  readonly days: string;
}

const kilogramsOf = (lines: Cart['contents']): number =>
  lines.reduce(
    (sum, { attributes, quantity, sub_elements: below }) =>
      sum + quantity * Number(attributes['sys_weight']?.value ?? 0) + kilogramsOf(below?.contents ?? []),
    0,
  );

export default defineExtension({
  name: 'carrier-quote',
  order_attributes: async ({ cart, details, shopper }, { fetch }) => {
    if (details.order_delivery_method.id !== CARRIER) return undefined;
    const { delivery_country_code: country, delivery_zip: zip } = details;
    const parcel = { country: country || shopper.country, zip, kilograms: kilogramsOf(cart.contents) };
    const answer = await fetch(process.env['CARRIER_URL']!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parcel),
    });
    if (!answer.ok) throw new Error(`the carrier answered ${answer.status}`);
    const { id, price, days } = (await answer.json()) as Quote;
    return { carrier_quote: id, carrier_price: price, carrier_days: days };
  },
});
