// Prices of lines that an extension has said. Such a line keeps its price as one that was added with it, until the
// pieces of its product change; the cart says who said it, and how the shop's own price is found again (D552).
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { AnsweredBy } from '../../kernel/extensions.ts';
import { taxedUnit } from '../calculation/unit-price.ts';
import { resolved } from '../catalogue/inheritance.ts';
import type { PriceE4 } from '../money.ts';
import { knownTaxClass } from '../rules.ts';
import { sameValue } from '../same-value.ts';
import type { Transaction } from '../transaction.ts';
import { lineOf, quantityMilliOf } from './cart.ts';
import type { Cart } from './cart.ts';
import { cartRules } from './chosen.ts';
import type { Session } from './session-state.ts';
import type { AnsweredPrice, Line, Listed } from './line.ts';
import { priceFor } from './line-price.ts';

/** What was said of a line's price, and by whom; `by` null: nothing, and the price is the shop's own. */
interface SaidPrice {
  readonly lineId: number;
  /** As the shop's prices are, before tax is added or taken out. */
  readonly priceE4: PriceE4;
  readonly by: AnsweredBy | null;
  /** The shop's own, and how it is found again. */
  readonly ownE4: PriceE4;
  readonly listed: Listed | null;
}

export const answeredOf = ({ answered }: Cart, lineId: number): AnsweredPrice | undefined =>
  answered.find(([id]) => id === lineId);

/** The shop's own price of a line by now, and how it is found again. */
export const ownPriceOf = (tx: Transaction, session: Session, line: Line): Pick<SaidPrice, 'ownE4' | 'listed'> => {
  const said = answeredOf(session.cart, line.id);
  const ownE4 = said?.[3] ?? line.basis![0];
  const listed = said === undefined ? line.listed : (said[4] ?? null);
  const product = said === undefined ? undefined : tx.read('shopobject', line.productId);
  if (listed === null || product === undefined) return { ownE4, listed };
  const [, , priceField, language, channelId] = listed;
  const { productId } = line;
  const pieces = quantityMilliOf(session.cart, productId);
  const asked = { productId, priceField, language, channelId, country: line.basis![2], pieces };
  const definitions = tx.read('class', product.classId)?.attributes ?? [];
  const found = priceFor(tx, session, resolved(tx, product), definitions, asked);
  // What nothing says any more stays, as for every line.
  return found.ok ? { ownE4: found.value.givenE4, listed: found.value.listed ?? listed } : { ownE4, listed };
};

/** Notes who has said the price that a line has. */
export const noteAnswered = (
  tx: Transaction,
  sessionId: number,
  { lineId, by, ownE4, listed }: Omit<SaidPrice, 'priceE4'>,
): Result<void> => {
  const [name, version] = by ?? ['', ''];
  return tx.ask('session', sessionId, { type: 'note_price', lineId, name, version, ownE4, listed });
};

/** Whether the cart says that already. */
const isNoted = (cart: Cart, { lineId, by, ownE4, listed }: SaidPrice): boolean => {
  const [, name, version, ownBefore, listedBefore = null] = answeredOf(cart, lineId) ?? [];
  return by !== null && sameValue([...by, ownE4, listed], [name, version, ownBefore, listedBefore]);
};

/** Gives a line the price that was said; the caller settles the cart. Refuses: AMOUNT_OUT_OF_RANGE. */
export const priceAsSaid = (tx: Transaction, sessionId: number, said: SaidPrice): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const line = lineOf(session.cart, said.lineId);
  if (line === undefined || line.basis === null) return DONE;
  const rules = cartRules(tx.rules, session);
  const [before, className, country] = line.basis;
  const taxClass = knownTaxClass(rules, className);
  if (taxClass === undefined) return DONE;
  // A line whose price is said is frozen, also where that is the shop's own price.
  const listed = said.by === null ? said.listed : null;
  if (before !== said.priceE4 || !sameValue(line.listed, listed)) {
    const unit = taxedUnit(rules, taxClass, country, said.priceE4);
    if (!unit.ok) return unit;
    const priced = tx.ask('session', sessionId, {
      type: 'price_lines',
      lines: [{ lineId: said.lineId, ...unit.value, listed }],
      why: 'quantity',
      currencyDigits: rules.currencyDigits,
    });
    if (!priced.ok) return priced;
  }
  return isNoted(session.cart, said) ? DONE : noteAnswered(tx, sessionId, said);
};
