// Edits a placed order by one call: begins an edit, changes its cart and makes it. Each step is that of the operations
// of every session, and where one is refused nothing of it is left. The session ends in the record that began it.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { addToCart } from '../cart/add-to-cart.ts';
import type { AddToCart } from '../cart/add-to-cart.ts';
import { cartRules } from '../cart/chosen.ts';
import { removeLine, setQuantity } from '../cart/line-quantity.ts';
import type { DetailsChange } from '../cart/order-details.ts';
import { settledLater } from '../cart/settle-cart.ts';
import { addCoupons } from '../coupons/attach-coupons.ts';
import type { GivenCoupon } from '../coupons/attach-coupons.ts';
import type { Milli } from '../money.ts';
import type { Transaction } from '../transaction.ts';
import { beginEdit } from './begin-edit.ts';
import { commitEdit } from './commit-edit.ts';

export interface WholeEdit {
  readonly orderId: number;
  /** Record of the order that the caller has seen; undefined: any. */
  readonly ifSeq: number | undefined;
  /** The user who edits it; 0: a channel does. */
  readonly userId: number;
  /** The channel that edits it. */
  readonly by: number;
  readonly add: readonly Omit<AddToCart, 'sessionId'>[];
  /** Quantities of lines; 0 removes one. */
  readonly set: readonly { readonly lineId: number; readonly quantityMilli: Milli }[];
  /** Attached to those that the order has; none: it loses them all. Undefined: they stay. */
  readonly coupons: readonly GivenCoupon[] | undefined;
  /** Methods alone: addresses are changed without an edit. */
  readonly details: DetailsChange;
  readonly expectedMinor: number | undefined;
  readonly reason: string;
}

const setLine = (tx: Transaction, sessionId: number, { lineId, quantityMilli }: WholeEdit['set'][number]) => {
  if (quantityMilli > 0) return setQuantity(tx, { sessionId, lineId, quantityMilli });
  return removeLine(tx, sessionId, lineId);
};

const choosesMethods = ({ paymentMethodId, deliveryMethodId }: DetailsChange): boolean =>
  paymentMethodId !== undefined || deliveryMethodId !== undefined;

const chooseMethods = (tx: Transaction, sessionId: number, details: DetailsChange): Result<void> => {
  const { subject } = tx.read('session', sessionId)!;
  return tx.ask('session', sessionId, {
    type: 'set_details',
    subject,
    reservedOrderId: tx.nextId('order'),
    bytesMax: tx.rules.sessionBytesMax,
    ...details,
  });
};

const attach = (tx: Transaction, sessionId: number, coupons: readonly GivenCoupon[]): Result<void> => {
  const { currency } = cartRules(tx.rules, tx.read('session', sessionId)!);
  return addCoupons(tx, sessionId, coupons, currency);
};

/** Begins the edit and changes its cart. Gives the session. */
const changed = (tx: Transaction, whole: WholeEdit): Result<number> => {
  const { orderId, ifSeq, userId, add, set, coupons, details } = whole;
  const begun = beginEdit(tx, { orderId, ifSeq, by: userId, isWhole: true });
  if (!begun.ok) return begun;
  const { id } = begun.value;
  const steps = [
    ...set.map((one) => () => setLine(tx, id, one)),
    ...add.map((one) => () => addToCart(tx, { ...one, sessionId: id })),
    () => (coupons === undefined ? DONE : attach(tx, id, coupons)),
    () => (choosesMethods(details) ? chooseMethods(tx, id, details) : DONE),
  ];
  for (const step of steps) {
    const done = step();
    if (!done.ok) return done;
  }
  return ok(id);
};

/**
 * Gives the number of the edit's credit within the order. Lines are set first, so that what goes makes room for what
 * comes.
 *
 * Refuses: PARAMETER_INVALID where nothing is to be changed; as `beginEdit`, `addToCart`, `setQuantity`, `addCoupons`
 * and `commitEdit` do.
 */
export const editOrder = (tx: Transaction, whole: WholeEdit): Result<number> => {
  const { by, add, set, coupons, details, expectedMinor, reason } = whole;
  if (add.length === 0 && set.length === 0 && coupons === undefined && !choosesMethods(details))
    return refuse('PARAMETER_INVALID', 'add', 'Nothing is to be changed: name lines, coupons or a method.');
  // The commit settles the cart: each step would ask anew what its delivery costs.
  const made = settledLater(tx, () => changed(tx, whole));
  if (!made.ok) return made;
  const id = made.value;
  const session = tx.read('session', id)!;
  const edit = { id, session, edits: session.edits! };
  return commitEdit(tx, { edit, ifSeq: undefined, expectedMinor, reason, by });
};
