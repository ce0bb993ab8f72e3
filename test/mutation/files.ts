// Which files of src/domain are mutated, and the tests that each of their mutants is run against.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** File below src/domain → its tests below test without their suffix, quick ones first. */
export const FILES: { readonly [file: string]: readonly string[] } = {
  'money.ts': [
    'domain/money',
    'domain/money-text',
    'domain/coupons/coupon-terms',
    'domain/cart/add-to-cart',
    'domain/cart/limits',
    'operations/cart/known-carts',
  ],
  'rules.ts': ['domain/rules', 'domain/cart/add-to-cart', 'operations/cart/prices', 'operations/cart/tax-country'],
  'calculation/unit-price.ts': [
    'domain/calculation/unit-price',
    'domain/cart/new-line',
    'domain/cart/add-to-cart',
    'operations/cart/prices',
  ],
  'calculation/tax.ts': [
    'domain/cart/add-to-cart',
    'domain/cart/delivery-tax',
    'domain/cart/new-line',
    'operations/cart/prices',
    'operations/cart/delivery-tax',
    'operations/cart/tax-country',
  ],
  'cart/add-to-cart.ts': [
    'domain/cart/new-line',
    'domain/cart/add-to-cart',
    'operations/cart/prices',
    'operations/cart/price-rights',
    'operations/cart/quantity-step',
    'operations/cart/delivery-tax',
    'operations/catalogue/one-value',
    'operations/cart/cart',
    'operations/cart/cart-hold',
    'domain/cart/cart',
  ],
  'cart/line.ts': [
    'domain/cart/records',
    'operations/cart/known-carts',
    'domain/cart/limits',
    'domain/cart/cart-lines',
    'domain/cart/reachable-carts',
    'operations/cart/cart',
    'domain/cart/cart',
  ],
  'cart/cart.ts': [
    'domain/cart/records',
    'operations/cart/known-carts',
    'domain/cart/limits',
    'domain/cart/cart-lines',
    'domain/cart/reachable-carts',
    'operations/cart/cart',
    'operations/cart/cart-lines',
    'operations/cart/coupons',
    'domain/cart/cart',
  ],
  'calculation/calculate.ts': [
    'operations/cart/known-carts',
    'domain/cart/limits',
    'domain/cart/reachable-carts',
    'operations/cart/coupons',
    'domain/cart/cart',
  ],
  'calculation/coupons.ts': [
    'domain/calculation/coupons-taken',
    'operations/cart/known-carts',
    'domain/cart/limits',
    'domain/cart/reachable-carts',
    'operations/cart/coupons',
    'domain/cart/cart',
  ],
  'calculation/goods.ts': [
    'operations/cart/known-carts',
    'domain/cart/limits',
    'domain/cart/reachable-carts',
    'operations/cart/coupons',
    'domain/cart/cart',
  ],
  'calculation/delivery.ts': [
    'operations/cart/known-carts',
    'domain/cart/limits',
    'domain/cart/reachable-carts',
    'operations/cart/coupons',
    'domain/cart/cart',
  ],
  'calculation/worth.ts': ['domain/calculation/worth', 'operations/orders/order-insight'],
  'calculation/line-sums.ts': [
    'domain/calculation/line-sums',
    'operations/cart/known-carts',
    'domain/cart/reachable-carts',
  ],
  'cart/delivery-tax.ts': ['domain/cart/delivery-tax', 'operations/cart/delivery-tax', 'operations/cart/tax-country'],
  'cart/cart-lines.ts': [
    'domain/cart/cart-lines',
    'domain/calculation/line-sums',
    'domain/cart/delivery-tax',
    'operations/cart/delivery-tax',
    'domain/cart/limits',
    'domain/cart/reachable-carts',
    'operations/cart/cart',
    'operations/cart/cart-lines',
    'domain/cart/cart',
  ],
  'cart/line-index.ts': [
    'domain/cart/line-index',
    'domain/cart/cart-lines',
    'operations/cart/delivery-tax',
    'operations/cart/cart',
    'operations/cart/cart-lines',
    'domain/cart/cart',
  ],
  'cart/explanation.ts': ['domain/cart/cart-explanation', 'domain/cart/explanation'],
  'calculation/discount.ts': [
    'domain/calculation/discount',
    'operations/cart/known-carts',
    'domain/cart/reachable-carts',
  ],
  'coupons/coupon.ts': [
    'domain/coupons/coupon',
    'domain/cart/records',
    'domain/watches',
    'domain/coupons/coupons',
    'domain/coupons/change-coupons',
    'operations/cart/create-coupons',
    'operations/cart/coupon-codes',
    'operations/cart/coupons',
    'domain/cart/cart',
  ],
  'coupons/coupon-terms.ts': ['domain/coupons/coupon-terms', 'domain/coupons/coupons', 'domain/coupons/change-coupons'],
  'coupons/create-coupons.ts': [
    'domain/coupons/coupons',
    'operations/cart/create-coupons',
    'operations/cart/coupon-codes',
    'operations/cart/coupons',
  ],
  'coupons/attach-coupons.ts': ['domain/coupons/attach-coupons', 'domain/coupons/coupons'],
  'coupons/usable-coupon.ts': [
    'domain/coupons/change-coupons',
    'domain/coupons/coupons',
    'operations/cart/coupon-changes',
    'operations/cart/coupons',
  ],
  'coupons/redeem-coupons.ts': [
    'domain/coupons/coupons',
    'domain/coupons/change-coupons',
    'operations/cart/coupon-checkout',
    'domain/cart/cart',
  ],
  'coupons/change-coupons.ts': [
    'domain/coupons/change-coupons',
    'operations/cart/coupon-changes',
    'operations/seen-record',
  ],
  'orders/checkout.ts': [
    'domain/orders/checkout',
    'operations/cart/known-carts',
    'operations/cart/coupon-checkout',
    'domain/cart/limits',
    'operations/orders/checkout',
    'operations/orders/checkout-once',
    'operations/channels/webhooks',
    'operations/orders/orders',
    'operations/cart/cart-hold',
    'domain/cart/cart',
  ],
  'orders/add-return-picture.ts': ['domain/orders/return-pictures'],
  'orders/awaits-payment.ts': ['domain/orders/awaits-payment'],
  'orders/begin-edit.ts': ['domain/orders/begin-edit'],
  'orders/booked-days.ts': ['domain/orders/booked-days'],
  'orders/bookings.ts': ['domain/orders/order-documents'],
  'orders/cancel-lines.ts': ['domain/orders/cancel-lines'],
  'orders/change-returns.ts': ['domain/orders/change-returns', 'domain/orders/returned-stock'],
  'orders/commit-edit.ts': ['domain/orders/commit-edit', 'domain/orders/edit-order'],
  'orders/credit-pieces.ts': ['domain/orders/credit-pieces'],
  'orders/delivered.ts': ['domain/orders/delivered'],
  'orders/e-invoice.ts': ['domain/orders/e-invoice'],
  'orders/e-invoice-needs.ts': ['domain/orders/e-invoice-needs'],
  'orders/edit-order.ts': ['domain/orders/edit-order'],
  'orders/edit-preview.ts': ['domain/orders/edit-preview'],
  'orders/exchange.ts': ['domain/orders/exchange'],
  'orders/invoice-number.ts': ['domain/orders/invoice-number'],
  'orders/invoice-parcel.ts': ['domain/orders/invoice-parcel'],
  'orders/issue-documents.ts': ['domain/orders/issue-documents'],
  'orders/issued-invoice.ts': ['domain/orders/issued-invoice', 'domain/orders/issue-documents'],
  'orders/last-invoice.ts': ['domain/orders/order-parts'],
  'orders/make-credit.ts': ['domain/orders/make-credit'],
  'orders/move-refund.ts': ['domain/orders/refunds', 'domain/orders/unclaimed-money'],
  'orders/order-return.ts': ['domain/orders/order-return'],
  'orders/order-parts.ts': ['domain/orders/order-parts'],
  'orders/partial-invoice.ts': ['domain/orders/order-parts'],
  'orders/parcels.ts': ['domain/orders/parcels'],
  'orders/past-carts.ts': ['domain/orders/past-carts'],
  'orders/payment-notice.ts': ['domain/orders/payment-notice', 'domain/orders/unclaimed-money'],
  'orders/refund.ts': ['domain/orders/refunds', 'domain/orders/take-refund'],
  'orders/refund-order.ts': ['domain/orders/refund-order'],
  'orders/return-picture.ts': ['domain/orders/return-pictures', 'domain/states'],
  'orders/returning-orders.ts': ['domain/orders/returning-orders'],
  'orders/take-refund.ts': ['domain/orders/take-refund'],
  'orders/unclaimed-money.ts': ['domain/orders/unclaimed-money'],
  'orders/unpaid-order.ts': ['domain/orders/unpaid-order'],
  'orders/update-order.ts': ['domain/orders/update-order'],
  'orders/credits.ts': ['domain/orders/credit-amounts'],
  'orders/vat-category.ts': ['domain/orders/vat-category'],
  'calculation/promote.ts': ['domain/calculation/promote'],
  'calculation/pieces.ts': ['domain/calculation/pieces', 'domain/calculation/promote'],
  'calculation/promotions.ts': ['domain/calculation/promotions'],
  'promotions/judge.ts': ['domain/promotions/judge'],
  'promotions/audience.ts': ['domain/promotions/audience', 'domain/promotions/fitting'],
  'orders/promotion-uses.ts': ['domain/orders/promotion-uses'],
  'orders/promotions-again.ts': ['domain/orders/promotions-again'],
  'cart/cart-promotions.ts': ['domain/cart/cart-promotions'],
  'delivery/change-rules.ts': ['domain/delivery/change-rules'],
  'delivery/days.ts': ['domain/delivery/days'],
  'delivery/facts.ts': ['domain/delivery/why-not'],
  'delivery/gaps.ts': ['domain/delivery/gaps-places', 'domain/delivery/gaps'],
  'delivery/method-table.ts': ['domain/delivery/why-not', 'domain/delivery/rule-index'],
  'delivery/rule-index.ts': ['domain/delivery/rule-index', 'domain/delivery/read-goods'],
  'delivery/rule-price.ts': ['domain/delivery/rule-price'],
  'delivery/zip-table.ts': ['domain/delivery/rule-index', 'domain/delivery/zips'],
  'delivery/zips.ts': ['domain/delivery/zips'],
  'delivery/zone.ts': ['domain/delivery/zone', 'domain/delivery/rule-index'],
  'stock/availability.ts': [
    'domain/stock/picked-pieces',
    'domain/stock/availability',
    'domain/stock/missing-stock',
    'operations/cart/cart',
    'domain/cart/cart',
  ],
};

/** Of a test: its file in `npm test`, and the one that proves the same at greater length. */
const SUFFIXES = ['.test.ts', '.long.test.ts'];

const isThere = (path: string): boolean => existsSync(join(ROOT, path));

export const sourceOf = (file: string): string => `src/domain/${file}`;

/** Paths of a file's tests that are there; what takes long comes last. */
export const testsOf = (file: string): readonly string[] =>
  SUFFIXES.flatMap((suffix) => FILES[file]!.map((test) => `test/${test}${suffix}`).filter(isThere));

/** What the table names and is not there. */
export const missing = (): readonly string[] => {
  const tests = new Set(Object.values(FILES).flat());
  return [
    ...Object.keys(FILES)
      .map(sourceOf)
      .filter((path) => !isThere(path)),
    ...[...tests]
      .filter((test) => SUFFIXES.every((suffix) => !isThere(`test/${test}${suffix}`)))
      .map((test) => `test/${test}.test.ts`),
  ];
};

/** Files by their paths below src/domain or by their names alone; no name: all. Throws for one that is not mutated. */
export const filesNamed = (wanted: readonly string[]): readonly string[] => {
  const known = Object.keys(FILES);
  const isNamed = (file: string, name: string): boolean => file === name || file.endsWith(`/${name}`);
  const unknown = wanted.filter((name) => !known.some((file) => isNamed(file, name)));
  if (unknown.length > 0) throw new Error(`not mutated: ${unknown.join(', ')}; known: ${known.join(', ')}`);
  return wanted.length === 0 ? known : known.filter((file) => wanted.some((name) => isNamed(file, name)));
};
