// Carrier quote: what a carrier asks for the parcel is what the shopper pays, wherever the rules of the method let it go.
//
// CARRIER_URL names its service: POST {"country", "zip", "kilograms"} is answered {"price", "service"}: "7.45", "Express".
// `"onFailure": "skip"` lets the rules say the price while the carrier does not answer.
import { defineExtension } from 'kontor/extension';

/** The id of the delivery method in the settings of the shop. */
const CARRIER = 2;

interface Quote {
  readonly price: string;
  readonly service: string;
}

export default defineExtension({
  name: 'carrier-quote',
  delivery_price: async ({ method, country, zip, goods, minor, shopper }, { fetch }) => {
    // Nobody can ask before the address has a code.
    if (method.id !== CARRIER || zip === '') return undefined;
    const kilograms = goods.reduce((sum, { quantity, kilograms: one }) => sum + quantity * one, 0);
    const answer = await fetch(process.env['CARRIER_URL']!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ country, zip, kilograms }),
    });
    // It goes to no such place: what the rules ask, where they ask something.
    if (!answer.ok && answer.status < 500 && minor !== undefined) return undefined;
    if (!answer.ok) throw new Error(`the carrier answered ${answer.status}`);
    const { price, service } = (await answer.json()) as Quote;
    return { minor: Math.round(Number(price) * 10 ** shopper.currency_digits), taxclass: 'goods', name: service };
  },
});
