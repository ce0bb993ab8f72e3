// Prices of lines that an extension has said. Such a line keeps its price as one that was added with it, until its
// quantity changes; the cart says who said it (D552).
import { DONE, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { AnsweredBy } from '../../kernel/extensions.ts';
import { taxedUnit } from '../calculation/unit-price.ts';
import type { PriceE4 } from '../money.ts';
import { knownTaxClass } from '../rules.ts';
import type { Transaction } from '../transaction.ts';
import { lineOf } from './cart.ts';
import type { Cart } from './cart.ts';
import { cartRules } from './chosen.ts';
import type { AnsweredPrice } from './line.ts';
import { needsSettling, settleCart } from './settle-cart.ts';

/** What was said of a line's price, and by whom; `by` null: nothing, and the price is the shop's own. */
interface SaidPrice {
  readonly lineId: number;
  /** As the shop's prices are, before tax is added or taken out. */
  readonly priceE4: PriceE4;
  readonly by: AnsweredBy | null;
  /** The shop's own. */
  readonly ownE4: PriceE4;
}

export const answeredOf = ({ answered }: Cart, lineId: number): AnsweredPrice | undefined =>
  answered.find(([id]) => id === lineId);

/** Notes who has said the price that a line has. */
export const noteAnswered = (
  tx: Transaction,
  sessionId: number,
  { lineId, by, ownE4 }: Pick<SaidPrice, 'lineId' | 'by' | 'ownE4'>,
): Result<void> => {
  const [name, version] = by ?? ['', ''];
  return tx.ask('session', sessionId, { type: 'note_price', lineId, name, version, ownE4 });
};

/** Gives a line the price that was said. Refuses: AMOUNT_OUT_OF_RANGE. */
export const priceAsSaid = (tx: Transaction, sessionId: number, said: SaidPrice): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const line = lineOf(session.cart, said.lineId);
  if (line === undefined || line.basis === null) return DONE;
  const rules = cartRules(tx.rules, session);
  const [before, className, country] = line.basis;
  const taxClass = knownTaxClass(rules, className);
  if (taxClass === undefined) return DONE;
  const settles = needsSettling(tx, session);
  if (before !== said.priceE4) {
    const unit = taxedUnit(rules, taxClass, country, said.priceE4);
    if (!unit.ok) return unit;
    const priced = tx.ask('session', sessionId, {
      type: 'price_lines',
      lines: [{ lineId: said.lineId, ...unit.value, listed: null }],
      why: 'quantity',
      currencyDigits: rules.currencyDigits,
    });
    if (!priced.ok) return priced;
  }
  const noted = noteAnswered(tx, sessionId, said);
  return noted.ok && settles ? settleCart(tx, sessionId) : noted.ok ? ok(undefined) : noted;
};
