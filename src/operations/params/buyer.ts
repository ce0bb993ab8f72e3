// For whom prices are shown: the person of a session, or a guest of the channel who names a currency.
import { groupsOf } from '../../domain/cart/line-price.ts';
import { loginHolds } from '../../domain/accounts/log-in.ts';
import { cartRules, countryOf } from '../../domain/cart/chosen.ts';
import type { Session } from '../../domain/cart/session.ts';
import { contextOf } from '../../domain/prices/price-context.ts';
import { currencyNamed, inCurrency } from '../../domain/currencies.ts';
import { optional, text } from '../../kernel/params.ts';
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Buyer, Context } from '../context/operation.ts';
import { taxCountry } from './countries.ts';

export const buyerParams = {
  /** A code that opens nothing any more is no reason to refuse a page of the catalogue. */
  session: optional(
    text('extra: session code of the person whose prices are shown', { max: 1000, empty: true }),
    '',
    'those of a guest, also where the session has ended',
  ),
  currency: optional(
    text('extra: currency of the prices that are shown, of a call that names no session', { max: 3 }),
    '',
    'that of the shop',
  ),
};

interface Sent {
  readonly session: string;
  readonly currency: string;
  readonly country: string;
}

const sessionOf = ({ shop, service }: Context, code: string): Session | undefined => {
  const session = code === '' ? undefined : service.codes.sessionOf(shop, code);
  const isOpen = session !== undefined && shop.atMs < session.expiresMs;
  return isOpen && (session.userId === 0 || loginHolds(shop, session)) ? session : undefined;
};

/**
 * What an operation with these parameters declares as its `buyer`. The prices are those that add_to_cart would take:
 * the session's country comes before the call's.
 *
 * Refuses: CURRENCY_NOT_FOUND, COUNTRY_NOT_FOUND.
 */
export const buyer = <T extends Sent>(args: T, ctx: Context): Result<Buyer> => {
  const { session: code, currency: named, country: given, ...rest } = args;
  const { rules } = ctx.shop;
  const session = sessionOf(ctx, code);
  const known = taxCountry(ctx, given);
  if (!known.ok) return known;
  const ofCall = currencyNamed(rules, named);
  if (!ofCall.ok) return ofCall;
  const { currency } = session === undefined ? inCurrency(rules, ofCall.value) : cartRules(rules, session);
  const country = (session === undefined ? '' : countryOf(session)) || known.value;
  const groups = session === undefined ? [] : groupsOf(ctx.shop, session);
  return ok({ prices: contextOf(ctx.channelId, groups, country, currency), rest, isOfSession: code !== '' });
};
