// Carrier quote: a delivery method costs what the carrier asks for this parcel.
//
// CARRIER_URL names its service: POST {"country", "zip", "kilograms"} is answered {"minor", "currency", "days"}. A quote
// in another currency is not taken: the rules of the shop say the price then.
import { defineExtension } from 'kontor/extension';
import type { Cart } from 'kontor/extension';

/** The id of the delivery method in the settings of the shop. */
const CARRIER = 2;

interface Quote {
  readonly minor: number;
  readonly currency: string;
  readonly days: number;
}

const kilogramsOf = (lines: Cart['contents']): number =>
  lines.reduce(
    (sum, { attributes, quantity, sub_elements: below }) =>
      sum + quantity * Number(attributes['sys_weight']?.value ?? 0) + kilogramsOf(below?.contents ?? []),
    0,
  );

export default defineExtension({
  name: 'carrier-quote',
  delivery_price: async ({ method, cart, details, shopper }, { fetch }) => {
    if (method.id !== CARRIER) return undefined;
    const { delivery_country_code: country, delivery_zip: zip } = details;
    const parcel = { country: country || shopper.country, zip, kilograms: kilogramsOf(cart.contents) };
    const answer = await fetch(process.env['CARRIER_URL']!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parcel),
    });
    if (!answer.ok) throw new Error(`the carrier answered ${answer.status}`);
    const { minor, currency, days } = (await answer.json()) as Quote;
    return currency === shopper.currency ? { minor, name: `Parcel, ${days} days` } : undefined;
  },
});
