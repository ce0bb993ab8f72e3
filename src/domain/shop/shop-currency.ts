// The currency and its decimals that the shop's amounts are counted in: those of carts and coupons, which do not say so
// themselves (D392). There is one actor, made when the shop first leads.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import type { Reader } from '../transaction.ts';

export interface ShopCurrency {
  /** ISO 4217. */
  currency: string;
  /** Decimals of its minor unit. */
  digits: number;
}

export type ShopCurrencyCommand = { readonly type: 'record_currency' } & Readonly<ShopCurrency>;

const EVENTS = { shop_currency_recorded: { currency: '', digits: 2 } };

export const shopCurrency: ActorKind<ShopCurrency, ShopCurrencyCommand, typeof EVENTS> = {
  kind: 'shop_currency',
  state: schema<ShopCurrency>({ currency: '', digits: 2 }),
  events: EVENTS,
  audit: { hidden: [] },
  decide(_state, { currency, digits }) {
    return decided({ type: 'shop_currency_recorded', currency, digits });
  },
  apply(state, { currency, digits }) {
    state.currency = currency;
    state.digits = digits;
  },
};

export const SHOP_CURRENCY_ID = 1;

/** Undefined for a shop that has never led, or not since it knows. */
export const recordedCurrency = (shop: Reader): Readonly<ShopCurrency> | undefined =>
  shop.read('shop_currency', SHOP_CURRENCY_ID);

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly shop_currency: typeof shopCurrency;
  }
}
