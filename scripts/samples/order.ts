// An order to look at: for the rendered samples of docs/ and for the bench of documents.
import { NO_DETAILS, changedDetails, personalChange } from '../../src/domain/cart/order-details.ts';
import type { Line } from '../../src/domain/cart/line.ts';
import { emptyCart } from '../../src/domain/cart/cart.ts';
import type { CouponTerms } from '../../src/domain/coupons/coupon.ts';
import { discounts } from '../../src/domain/coupons/discount.ts';
import { lineSum, taxWithin } from '../../src/domain/money.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../src/domain/money.ts';
import { order } from '../../src/domain/orders/order.ts';
import type { Order } from '../../src/domain/orders/order.ts';

const NAMES = ['Wanderhose „Fjäll“', 'Wollmütze', 'Trinkflasche 0,75 l', 'Łódź: ein Stadtführer', 'Zelt für zwei'];
const PRICES_E4 = [1_199_000, 249_900, 149_500, 185_000, 3_490_000];
const DIGITS = 2;

const line = (at: number): Line => {
  const rate = (at % 5 === 3 ? 70_000 : 190_000) as RateE6;
  const price = PRICES_E4[at % 5] as PriceE4;
  const quantity = (((at % 3) + 1) * 1000) as Milli;
  const sum = lineSum(price, quantity, DIGITS);
  return {
    id: at + 1,
    type: 'PRODUCT',
    productId: at + 1,
    elementNumber: `K-${1000 + at}`,
    quantityMilli: quantity,
    priceE4: price,
    sumMinor: sum,
    rateE6: rate,
    taxMinor: taxWithin(lineSum(price, 1000 as Milli, DIGITS), rate),
    sumTaxMinor: taxWithin(sum, rate),
    name: NAMES[at % 5]!,
    description: 'Robust, leicht und in Europa gefertigt.',
    attributes:
      at % 5 === 0
        ? [
            ['Farbe', 'dunkelblau'],
            ['Größe', 'M'],
          ]
        : [],
    parentId: 0,
    measures: [],
    markup: 0,
    basis: null,
    derivedCache: undefined,
  };
};

const person = (kind: string): { [field: string]: string } => ({
  [`${kind}_companyname`]: 'Łuczak & Söhne GmbH',
  [`${kind}_firstname`]: 'Änne',
  [`${kind}_lastname`]: 'Łuczak',
  [`${kind}_street`]: 'Hafenstraße',
  [`${kind}_number`]: '12a',
  [`${kind}_zip`]: '20457',
  [`${kind}_city`]: 'Hamburg',
  [`${kind}_country`]: 'DE',
});

/** With a coupon of a tenth, delivery costs and another delivery address. */
export const sampleOrder = (lineCount: number): Order => {
  const lines = Array.from({ length: lineCount }, (_, at) => line(at));
  const terms: CouponTerms = {
    name: 'Herbst',
    unique: true,
    percentage: true,
    amount: 100_000,
    startDay: null,
    endDay: null,
    combineable: false,
  };
  const delivery = { ...person('delivery'), delivery_companyname: '', delivery_street: 'Am Kai', delivery_number: '3' };
  const fields = { ...person('invoice'), ...delivery, note: 'Bitte beim Nachbarn abgeben.' };
  return {
    ...order.state.initial(),
    createdMs: Date.UTC(2026, 10, 21, 9, 30),
    currency: 'EUR',
    currencyDigits: DIGITS,
    details: changedDetails(NO_DETAILS, {
      paymentMethodId: 2,
      deliveryMethodId: 1,
      ...personalChange(NO_DETAILS, { fields, attributes: {} }),
    }),
    cart: {
      ...emptyCart(0),
      lines,
      sumMinor: lines.reduce((sum, one) => sum + one.sumMinor, 0) as Minor,
      deliveryPositions: [{ name: 'Paket', priceMinor: 490 as Minor, rateE6: 190_000 as RateE6, basis: null }],
      coupons: [{ couponId: 1, code: 'herb-st10-2026-kont', name: 'Herbst', terms }],
      couponUses: discounts(lines, [terms]),
    },
    invoice: { prefix: 'R-', number: 1042 },
  };
};
