// Payment by invoice with a credit limit: customers of some groups pay later, as long as they do not owe too much.
//
// What a customer owes is asked of the shop itself, by its client. Two checkouts at the same moment may each pass.
import { and, createClient, field } from 'kontor/client';
import type { Client } from 'kontor/client';
import { defineExtension } from 'kontor/extension';

/** The id of the payment method in the settings of the shop. */
const INVOICE = 9;
/** What customers of a group may owe, in cents, by the id of the group. */
const LIMITS = new Map([
  [1, 50_000],
  [2, 500_000],
]);

const shopOf = (ask: typeof fetch): Client => {
  const { SHOP_URL: url = '', SHOP_USERNAME: username = '', SHOP_PASSWORD: password = '' } = process.env;
  return createClient({ url, username, password, secretKey: process.env['SHOP_SECRET_KEY'], fetch: ask });
};

export default defineExtension({
  name: 'credit-limit',
  checkout_check: async ({ cart, details, shopper }, { fetch, signal }) => {
    if (details.order_payment_method.id !== INVOICE) return undefined;
    const limit = Math.max(0, ...shopper.groups.map((group) => LIMITS.get(group) ?? 0));
    if (limit === 0) return { refuse: 'INVOICE_NOT_OFFERED', detail: 'Choose another way to pay.' };
    const unpaid = and(
      field('id_user').equals(shopper.id_user),
      field('id_payment_method').equals(INVOICE),
      field('order_payment_state').equals('PAYMENT_NOT_RECEIVED'),
      field('order_state').not('CANCELED'),
    );
    const found = await shopOf(fetch).search_orders({ constraint: unpaid }, { signal });
    if (!found.ok) throw new Error(`${found.code}: ${found.detail}`);
    const amounts = [cart.total, ...found.value.result.map(({ balance }) => balance.outstanding)];
    const owed = amounts.reduce((sum, amount) => sum + Math.round(amount * 10 ** shopper.currency_digits), 0);
    const isWithin = owed <= limit && found.value.records_max === undefined;
    return isWithin ? undefined : { refuse: 'CREDIT_LIMIT', detail: 'Pay an invoice first, or choose another way.' };
  },
});
