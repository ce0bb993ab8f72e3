// Carts that an order had before it was edited. An edit credits all that is left of the cart and begins the next one:
// each cart keeps its credits and the number of its invoice, for documents and figures. Credits are numbered from 1
// over all carts of the order, in the order in which they were made.
import { payableMinor } from '../calculation/calculate.ts';
import { CART, emptyCart } from '../cart/cart.ts';
import type { Cart } from '../cart/cart.ts';
import { field, schema } from '../schema.ts';
import { amountOf } from './credits.ts';
import type { Credit } from './credits.ts';
import { presentPartial, withPartial } from './partial-invoice.ts';
import type { Invoiced } from './partial-invoice.ts';
import type { InvoiceNumber } from './placed-order.ts';

export interface PastCart {
  readonly cart: Cart;
  /** The last one is the edit's, over all that was left. */
  readonly credits: readonly Credit[];
  readonly invoice: InvoiceNumber;
}

export const PAST_CART = schema<PastCart>({
  cart: field<Cart>(emptyCart(0), CART),
  credits: [],
  invoice: schema<InvoiceNumber>({ prefix: '', number: 0 }),
});

export const pastCartOf = ({ cart, credits, invoice }: PastCart): PastCart => ({ cart, credits, invoice });

interface Edited extends PastCart {
  readonly past: readonly PastCart[];
}

/** Every credit of the order, oldest first. */
export const allCredits = ({ past, credits }: Pick<Edited, 'past' | 'credits'>): readonly Credit[] =>
  past.length === 0 ? credits : [...past.flatMap((one) => one.credits), ...credits];

/** The credit of this number; undefined: the order has none. */
export const creditOf = (order: Pick<Edited, 'past' | 'credits'>, creditId: number): Credit | undefined =>
  allCredits(order)[creditId - 1];

/** The order with its n-th cart, from 0, as it was before the next edit. */
const withCart = <O extends Edited>(order: O, at: number): O =>
  at === order.past.length ? order : { ...order, ...order.past[at]!, past: order.past.slice(0, at) };

/** Each cart of the order, oldest first, as an order that has no later one. */
export const cartsOf = <O extends Edited>(order: O): readonly O[] =>
  order.past.length === 0 ? [order] : [...order.past, order].map((_, at) => withCart(order, at));

/**
 * The order as it was with the cart that a credit is of, and with the partial invoice that it credits; undefined: there
 * is no such credit.
 */
export const asCredited = <O extends Edited & Invoiced>(order: O, creditId: number): O | undefined => {
  const one = creditId < 1 ? undefined : cartsOf(order).find((cart) => creditId <= allCredits(cart).length);
  return one && (withPartial(one, creditOf(order, creditId)!.partialId ?? 0) ?? one);
};

/** A credit, and those of other partial invoices that were made with it; none of one that there is not. */
export const creditsMadeWith = (order: Pick<Edited, 'past' | 'credits'>, creditId: number): readonly Credit[] => {
  const all = allCredits(order);
  const after = all.findIndex(({ isContinued = false }, at) => at >= creditId && !isContinued);
  return all.slice(creditId - 1, after < 0 ? undefined : after);
};

/** The edit that began the present cart; undefined: the checkout did. */
export const lastEdit = ({ past }: Pick<Edited, 'past'>): Credit | undefined => past.at(-1)?.credits.at(-1);

/** When the invoice is dated that the order has a number of. */
export const invoicedMs = (order: Pick<Edited, 'past'> & Invoiced & { readonly createdMs: number }): number =>
  presentPartial(order)?.atMs ?? cartSinceMs(order);

/** When the present cart began, in ms since the epoch. */
export const cartSinceMs = (order: Pick<Edited, 'past'> & { readonly createdMs: number }): number =>
  lastEdit(order)?.atMs ?? order.createdMs;

/**
 * What goods, coupons and promotions figures count, and on which day: the first cart on that of the order, and of each
 * edit the cart that it made, less the one before it.
 */
export const countedCarts = (
  order: Edited & { readonly day: number },
): readonly (readonly [day: number, cart: Cart, sign: 1 | -1])[] =>
  cartsOf(order).flatMap((one) => {
    const edit = lastEdit(one);
    if (edit === undefined) return [[order.day, one.cart, 1] as const];
    return [[edit.day, one.past.at(-1)!.cart, -1] as const, [edit.day, one.cart, 1] as const];
  });

/**
 * What each edit of the order made it dearer by, below 0: cheaper, with the day on which it counts. All of them and
 * what the first cart came to are what the order comes to, but for credits besides.
 */
export const editsOf = (order: Edited): readonly (readonly [day: number, minor: number])[] =>
  order.past.length === 0
    ? []
    : cartsOf(order).flatMap((one) => {
        const edit = lastEdit(one);
        return edit === undefined ? [] : [[edit.day, payableMinor(one.cart) - amountOf(edit)] as const];
      });
