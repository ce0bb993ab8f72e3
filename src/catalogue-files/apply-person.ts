// Applies the records that are about a person: customers, and orders of another system, whose amounts become whole
// units of their own currency.
import { importCustomer } from '../domain/accounts/import-customer.ts';
import { bringPastOrder, claimPastOrders } from '../domain/history/bring-past-order.ts';
import { toMinor } from '../domain/money.ts';
import type { Transaction } from '../domain/transaction.ts';
import { DONE } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { CustomerRecord, PastOrderRecord } from './record.ts';

/** Gives the customer some past orders, too; claim-orders.ts gives the others. Refuses: as `importCustomer`. */
export const applyCustomer = (tx: Transaction, record: CustomerRecord): Result<void> => {
  const brought = importCustomer(tx, { ...record, username: record.username || record.email });
  if (!brought.ok) return brought;
  const claimed = claimPastOrders(tx, brought.value);
  return claimed.ok ? DONE : claimed;
};

/** Decimals of a currency other than the shop's own. Events have them: another edition of the list changes nothing. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Reads amounts until one is wrong. */
class Amounts {
  wrong: Result<never> | undefined;
  private readonly digits: number;

  constructor(digits: number) {
    this.digits = digits;
  }

  minor(given: string | number | undefined, param: string): number {
    if (given === undefined || given === '') return 0;
    const minor = toMinor(given, this.digits, param);
    if (minor.ok) return minor.value;
    this.wrong ??= minor;
    return 0;
  }
}

/** Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE. */
export const applyPastOrder = (tx: Transaction, record: PastOrderRecord): Result<void> => {
  const { currency, sums, email, phone, note, delivery, invoice } = record;
  const { rules } = tx;
  const currencyDigits = currency === rules.currency ? rules.currencyDigits : digitsOf(currency);
  const amounts = new Amounts(currencyDigits);
  const content = {
    source: record.source,
    number: record.number,
    placedMs: record.placed,
    canceledMs: record.canceled,
    currency,
    currencyDigits,
    paymentState: record.payment_state,
    deliveryState: record.delivery_state,
    paymentMethod: record.payment_method,
    deliveryMethod: record.delivery_method,
    discountCode: record.discount_code,
    goodsMinor: amounts.minor(sums.goods, 'goods'),
    deliveryMinor: amounts.minor(sums.delivery, 'delivery'),
    taxMinor: amounts.minor(sums.tax, 'tax'),
    discountMinor: amounts.minor(sums.discount, 'discount'),
    totalMinor: amounts.minor(sums.total, 'total'),
    refundedMinor: amounts.minor(sums.refunded, 'refunded'),
    taxes: record.taxes.map(({ name, amount }) => ({ name, amountMinor: amounts.minor(amount, 'taxes') })),
    lines: record.lines.map(({ name, element_number: elementNumber = '', quantity, price, discount }) => ({
      name,
      elementNumber,
      quantityMilli: Math.round(quantity * 1000),
      priceMinor: amounts.minor(price, 'price'),
      discountMinor: amounts.minor(discount, 'discount'),
    })),
    person: { email, phone, note, delivery, invoice },
  };
  return amounts.wrong ?? bringPastOrder(tx, content);
};
