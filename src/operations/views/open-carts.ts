// What is shown of open carts, by get_open_carts and by `kontor carts`.
import { cartRules } from '../../domain/cart/chosen.ts';
import { fieldOf } from '../../domain/cart/order-details.ts';
import { lastUsedMs } from '../../domain/cart/session-use.ts';
import type { Session } from '../../domain/cart/session.ts';
import { decimal } from '../../domain/money.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { CartOrder, CartTotals, OpenCarts } from '../../engine/actors/open-carts.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import { dateTime } from './format.ts';

export const CART_ORDERS = ['sum', 'created', 'used'] as const satisfies readonly CartOrder[];

interface CartPage {
  readonly order: CartOrder;
  readonly start: number;
  readonly limit: number;
}

const HOUR_MS = 3_600_000;
const AGES_HOURS = [1, 24, 168, 0] as const;

const viewCart = (shop: Reader, session: Session) => {
  const { cart, userId, username, draft, expiresMs } = session;
  const { currency, currencyDigits } = cartRules(shop.rules, session);
  return {
    id_user: userId,
    username,
    email: fieldOf(draft, 'email') || (shop.read('user', userId)?.email ?? ''),
    lines: cart.lines.length,
    sum: decimal(cart.sumMinor, currencyDigits),
    currency,
    creation_date: dateTime(cart.createdMs),
    use_date: dateTime(lastUsedMs(session, shop.rules.sessionTtlMs)),
    end_date: dateTime(expiresMs),
  };
};

/** More digits than a JSON number shows exactly. */
const MINOR_LIMIT = 1e15;

export type CountedCarts = Pick<OpenCarts, 'isComplete' | 'totals' | 'first'>;

interface FoundCarts {
  readonly totals: readonly CartTotals[];
  /** Sessions of the page. */
  readonly ids: readonly number[];
}

/** What viewOpenCarts shows. `atMs`: now. */
export function* findOpenCarts(
  carts: CountedCarts,
  { order, start, limit }: CartPage,
  atMs: number,
): Steps<Result<FoundCarts>> {
  const totals = yield* carts.totals(AGES_HOURS.map((hours) => (hours === 0 ? 0 : atMs - hours * HOUR_MS)));
  return ok({ totals, ids: yield* carts.first(order, limit, start) });
}

/** The whole table of sessions is tracked: any change of a cart changes the reply. Refuses: AMOUNT_OUT_OF_RANGE. */
export const viewOpenCarts = (shop: Reader, isComplete: boolean, { totals, ids }: FoundCarts) => {
  const { currency, currencyDigits } = shop.rules;
  shop.trackAbsence('session');
  if (totals.some(({ sumMinor }) => Math.abs(sumMinor) >= MINOR_LIMIT))
    return refuse('AMOUNT_OUT_OF_RANGE', 'sum', 'A JSON number does not show the sum exactly.');
  const ages = AGES_HOURS.map((hours, at) => {
    const { count, sumMinor } = totals[at]!;
    return { hours, count, sum: decimal(sumMinor, currencyDigits) };
  });
  const { count, sum } = ages.at(-1)!;
  const shown = ids
    .map((id) => shop.read('session', id))
    .filter((session) => session !== undefined)
    .map((session) => viewCart(shop, session));
  return ok({ complete: isComplete ? 1 : 0, currency, count, sum, ages, carts: shown } as const);
};
