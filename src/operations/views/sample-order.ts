// An order that nobody placed, with something in every place that a document shows: templates are tried on it.
import { emptyCart } from '../../domain/cart/cart.ts';
import { LINE } from '../../domain/cart/line.ts';
import type { Line } from '../../domain/cart/line.ts';
import { NO_DETAILS, changedDetails, personalChange } from '../../domain/cart/order-details.ts';
import { CART_COUPON } from '../../domain/coupons/coupon.ts';
import { dayIn } from '../../domain/date-time.ts';
import { NO_RATE, lineSum, tenTo, taxWithin } from '../../domain/money.ts';
import type { Milli, Minor, PriceE4 } from '../../domain/money.ts';
import { lineWorths, worthBetween } from '../../domain/calculation/worth.ts';
import { order } from '../../domain/orders/order.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { ShopRules } from '../../domain/rules.ts';
import type { Reader } from '../../domain/transaction.ts';

export const SAMPLE_ORDER_ID = 1000;

const FIELDS = {
  invoice_firstname: 'Erika',
  invoice_lastname: 'Mustermann',
  invoice_street: 'Hafenstraße',
  invoice_number: '1',
  invoice_zip: '20457',
  invoice_city: 'Hamburg',
  delivery_companyname: 'Muster & Söhne',
  delivery_firstname: 'Max',
  delivery_lastname: 'Mustermann',
  delivery_street: 'Lange Straße',
  delivery_number: '27b',
  delivery_zip: '10115',
  delivery_city: 'Berlin',
  email: 'erika@example.org',
  phone: '+49 40 123456',
  note: 'Bitte klingeln.\nPlease ring the bell.',
};

const detailsOf = ({ paymentMethods, deliveryMethods, country }: ShopRules): Order['details'] => {
  const fields = { ...FIELDS, invoice_country_code: country, delivery_country_code: country };
  return changedDetails(NO_DETAILS, {
    paymentMethodId: paymentMethods[0]?.id ?? 0,
    deliveryMethodId: deliveryMethods[0]?.id ?? 0,
    paymentMethod: null,
    deliveryMethod: null,
    ...personalChange(NO_DETAILS, { fields, attributes: {} }),
  });
};

type Goods = Pick<Line, 'id' | 'name' | 'description' | 'elementNumber' | 'attributes' | 'parentId'>;

const GOODS: readonly (Goods & { readonly price: number; readonly pieces: number })[] = [
  {
    id: 1,
    name: 'Walnussöl',
    description: 'kalt gepresst\n250 ml',
    elementNumber: 'W-250',
    attributes: [['Farbe', 'Bernstein']],
    parentId: 0,
    price: 25,
    pieces: 2,
  },
  { id: 2, name: 'Gift wrap', description: '', elementNumber: '', attributes: [], parentId: 1, price: 3, pieces: 1 },
];
const DELIVERY = 5;
const COUPON = 10;

const cartOf = (rules: ShopRules, atMs: number): Order['cart'] => {
  const { currencyDigits: digits, taxClasses, country } = rules;
  const rateE6 = taxClasses[0].rates[country] ?? NO_RATE;
  const minor = (amount: number): Minor => (amount * tenTo(digits)) as Minor;
  const lines = GOODS.map(({ price, pieces, ...goods }): Line => {
    const priceE4 = (price * 10_000) as PriceE4;
    const quantityMilli = (pieces * 1000) as Milli;
    const sumMinor = lineSum(priceE4, quantityMilli, digits);
    const taxMinor = taxWithin(minor(price), rateE6);
    const sumTaxMinor = taxWithin(sumMinor, rateE6);
    return { ...LINE.initial(), ...goods, quantityMilli, priceE4, sumMinor, rateE6, taxMinor, sumTaxMinor };
  });
  const sumMinor = lines.reduce((sum, line) => sum + line.sumMinor, 0) as Minor;
  const [usedMinor, taxMinor] = [minor(COUPON), taxWithin(minor(COUPON), rateE6)];
  return {
    ...emptyCart(atMs),
    lines,
    linesCreated: lines.length,
    sumMinor,
    volumeMinor: sumMinor,
    deliveryPositions: [{ name: 'DHL', priceMinor: minor(DELIVERY), rateE6, basis: null, ruleId: 0 }],
    coupons: [{ ...CART_COUPON.initial(), name: 'Willkommen', code: 'WELCOME' }],
    couponUses: [{ usedMinor, taxMinor, baseMinor: sumMinor, parts: [[0, usedMinor, taxMinor]] }],
  };
};

/** Returns an order as it would be placed now, with the settings in force. No search or list finds it. */
export const sampleOrder = ({ rules, atMs }: Reader): Order => ({
  ...order.state.initial(),
  createdMs: atMs,
  modifiedMs: atMs,
  currency: rules.currency,
  currencyDigits: rules.currencyDigits,
  details: detailsOf(rules),
  cart: cartOf(rules, atMs),
  invoice: { prefix: rules.invoicePrefix, number: SAMPLE_ORDER_ID },
  cancellation: {
    prefix: rules.cancellationPrefix,
    number: SAMPLE_ORDER_ID,
    canceledMs: atMs,
    day: dayIn(rules.timeZone, atMs),
  },
  day: dayIn(rules.timeZone, atMs),
});

/** The order once a piece of its first line has come back, as its credit note shows it. */
export const withSampleCredit = (placed: Order): Order => {
  const { cart, createdMs: atMs, day, cancellation: note } = placed;
  const [first] = lineWorths(cart);
  const piece = { lineId: GOODS[0]!.id, quantityMilli: 1000, ...worthBetween(first!, 0 as Milli, 1000 as Milli) };
  return { ...placed, credits: [{ kind: 'returned', atMs, day, lines: [piece], reason: '', note, by: 0 }] };
};
