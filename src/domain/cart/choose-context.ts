// Chooses the currency and the country of a session, and prices and taxes its cart by them in the same record.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { currencyNamed } from '../currencies.ts';
import type { Transaction } from '../transaction.ts';
import { cartRules, chosenIn } from './chosen.ts';
import { taxByDelivery } from './delivery-tax.ts';
import { priceInCurrency } from './line-price.ts';
import { settleCart } from './settle-cart.ts';

interface Choice {
  /** '': the shop's own; absent: it stays. */
  readonly currency?: string | undefined;
  /** Two letters. '': none is chosen any more, and the cart is taxed as in the shop's own. */
  readonly country?: string | undefined;
}

/**
 * Refuses: CURRENCY_NOT_FOUND; CART_KEEPS_CURRENCY with what is bound to the currency before;
 * SHOPOBJECT_PRICE_MISSING with the product that has no price in the new one; AMOUNT_OUT_OF_RANGE.
 */
export const chooseContext = (tx: Transaction, sessionId: number, choice: Choice): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const before = session.chosen;
  const { currency = before.currency, country = before.country } = choice;
  const named = currencyNamed(tx.rules, currency);
  if (!named.ok) return named;
  const currencyBefore = cartRules(tx.rules, session).currency;
  const chosen = chosenIn(tx.rules, currency, country);
  const asked = tx.ask('session', sessionId, { type: 'choose', chosen });
  if (!asked.ok) return asked;
  const reprices = cartRules(tx.rules, { chosen }).currency === currencyBefore;
  // First, because the prices in another currency are those of the country that is chosen with it.
  const taxed =
    country === before.country ? DONE : taxByDelivery(tx, sessionId, { otherwise: tx.rules.country, reprices });
  if (!taxed.ok) return taxed;
  const priced = reprices ? DONE : priceInCurrency(tx, sessionId);
  return priced.ok ? settleCart(tx, sessionId) : priced;
};
