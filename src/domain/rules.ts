import { own } from './attributes.ts';
import type { RateE6 } from './money.ts';

/** How a product's price relates to its tax (Decision 22). */
export type TaxCalculation = 'included' | 'added' | 'subtracted';

export interface TaxClass {
  readonly name: string;
  readonly calculation: TaxCalculation;
  /** Country code → rate; a country without one pays the shop's own country's. */
  readonly rates: { readonly [country: string]: RateE6 };
}

export interface Method {
  readonly id: number;
  readonly name: string;
}

export interface StateLabels {
  readonly [language: string]: { readonly [state: string]: string };
}

/** What the shop's operator configures and decisions read; whatever an event needs of it is written into the event. */
export interface ShopRules {
  readonly currency: string;
  /** Decimals of the currency's minor unit. */
  readonly currencyDigits: number;
  readonly language: string;
  readonly country: string;
  /** IANA name; decides where a coupon day begins (Decision 11). */
  readonly timeZone: string;
  /** The first is the default. */
  readonly taxClasses: readonly [TaxClass, ...TaxClass[]];
  readonly paymentMethods: readonly Method[];
  readonly deliveryMethods: readonly Method[];
  readonly stateLabels: StateLabels;
  readonly orderTransitions: 'lenient' | 'strict';
  /** Before the number of an invoice. */
  readonly invoicePrefix: string;
  readonly invoiceNumberFirst: number;
  readonly sessionMsMax: number;
  /** A session's end is written again at most this often while it is used. */
  readonly sessionTouchMs: number;
  readonly cartLinesMax: number;
  /** Of one list or search. */
  readonly recordsMax: number;
  readonly channelsMax: number;
  readonly webhooksMax: number;
  /** Messages that may wait for one webhook. */
  readonly webhookBacklogMax: number;
  /** Between a change and the call of a `delayed` event. */
  readonly webhookDelayMs: number;
  /** How long a cart holds the stock of its lines; 0: carts hold nothing (Decision 26). */
  readonly cartHoldMs: number;
}

/** Refuses nothing: an unknown name is the first class (Decision 22). */
export const taxClassOf = (rules: ShopRules, name: string): TaxClass =>
  rules.taxClasses.find((one) => one.name === name) ?? rules.taxClasses[0];

export const rateIn = (rules: ShopRules, taxClass: TaxClass, country: string): RateE6 =>
  own(taxClass.rates, country) ?? own(taxClass.rates, rules.country) ?? (0 as RateE6);
