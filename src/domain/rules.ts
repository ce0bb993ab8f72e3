// The shop's settings as decisions read them. Whatever an event needs of them is written into the event, so replay
// never depends on settings.
import { DONE, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { composed } from '../kernel/text.ts';
import { lookUpPlain, own } from './by-language.ts';
import type { Milli, RateE6 } from './money.ts';
import type { Accounting } from './accounting.ts';
import type { MailRules } from './mail.ts';
import type { Seller } from './seller.ts';

/** What an invoice may be over. */
export const INVOICE_PER = ['order', 'parcel'] as const;

/** How a product's price relates to its tax (D74). */
export type TaxCalculation = 'included' | 'added' | 'subtracted';

export interface TaxClass {
  readonly name: string;
  readonly calculation: TaxCalculation;
  /** Country code → rate; a country without one pays the shop's own country's. */
  readonly rates: { readonly [country: string]: RateE6 };
}

/** One text for every language, or one per language code. */
export type Names = string | { readonly [language: string]: string };

/** In the language asked for ('' for none), else the fallback, else the first by language code. */
export const nameIn = (names: Names, language: string, fallback: string): string => {
  if (typeof names === 'string') return names;
  return lookUpPlain(names, language, fallback) ?? '';
};

export interface Method {
  readonly id: number;
  readonly name: Names;
}

/** Who carries parcels. */
export interface Carrier {
  /** As parcels name it. */
  readonly name: string;
  /** https URL with `{number}` in place of a parcel's number. */
  readonly trackingUrl: string;
}

export interface PaymentMethodRule extends Method {
  /** Milliseconds after which an unpaid order is cancelled; absent: never. */
  readonly unpaidOrderMsMax?: number;
  /** What a shopper who chose it is told after the order, such as a bank account; absent: nothing. */
  readonly instructions?: Names;
}

/** A currency that amounts are counted in. */
export interface CurrencyRule {
  /** ISO 4217 code. */
  readonly code: string;
  /** Decimals of its minor unit. */
  readonly digits: number;
}

interface StateLabels {
  readonly [language: string]: { readonly [state: string]: string };
}

/** What the shop's operator configures and decisions read; whatever an event needs of it is written into the event. */
export interface ShopRules {
  readonly currency: string;
  /** Decimals of the currency's minor unit. */
  readonly currencyDigits: number;
  /** That the shop sells in besides its own (src/domain/currencies.ts). */
  readonly currencies: readonly CurrencyRule[];
  readonly language: string;
  /** That the shop offers, its own first. */
  readonly languages: readonly string[];
  readonly country: string;
  /** IANA name; decides where a coupon day begins (docs/sell/coupons.md). */
  readonly timeZone: string;
  /** The first is the default. */
  readonly taxClasses: readonly [TaxClass, ...TaxClass[]];
  readonly paymentMethods: readonly PaymentMethodRule[];
  /** Milliseconds by which money that is on its way puts off the end of an unpaid order, at most. */
  readonly pendingPaymentMsMax: number;
  readonly deliveryMethods: readonly Method[];
  /** Whose parcels can be followed. */
  readonly carriers: readonly Carrier[];
  /** Codes of two letters, in the shop's order; none: it delivers to all. */
  readonly deliveryCountries: readonly string[];
  /** On which orders are handed over and arrive: 1 for Monday to 7 for Sunday. */
  readonly workingDays: readonly number[];
  /** That are no working days: YYYY-MM-DD. */
  readonly holidays: readonly string[];
  readonly stateLabels: StateLabels;
  /** The least id that a new order or draft gets. */
  readonly orderIdFirst: number;
  readonly orderTransitions: 'lenient' | 'strict';
  /** Name and address of the shop's operator, line by line: the head of documents. */
  readonly company: readonly string[];
  /** The foot of documents: tax number, register, bank account. */
  readonly companyFoot: readonly string[];
  /** What electronic invoices say of the shop. */
  readonly seller: Seller;
  /** How its bookkeeping calls what it sells and receives. */
  readonly accounting: Accounting;
  /** What a draft must say before it is checked out: fields of its details by their names, and methods. */
  readonly checkoutRequires: readonly string[];
  /** Postal codes of orders have the form of their country (src/domain/cart/check-zips.ts). */
  readonly addressChecks: boolean;
  /** Built-in roles whose people need a second factor. */
  readonly secondFactorRoles: readonly string[];
  /** What has an invoice of its own, of orders that are placed from here on (D640). */
  readonly invoicePer: (typeof INVOICE_PER)[number];
  /** Before the number of an invoice. */
  readonly invoicePrefix: string;
  readonly invoiceNumberFirst: number;
  /** Before the number of a document that cancels an invoice. */
  readonly cancellationPrefix: string;
  /** Calendar years that a document is kept after that of its date, whatever becomes of its person. */
  readonly invoiceRetentionYears: number;
  /** Days after its delivery in which a buyer may announce a return; at least 14 within the EU. */
  readonly returnDays: number;
  /** Pictures of one return. */
  readonly returnPicturesMax: number;
  readonly returnPictureBytesMax: number;
  /** MiB of all pictures of returns. */
  readonly returnPicturesMb: number;
  readonly sessionTtlMs: number;
  /** Life of a session in which an order is prepared for a customer, after its last use. */
  readonly draftTtlMs: number;
  /** A session's end is written again at most this often while it is used. */
  readonly sessionTouchIntervalMs: number;
  readonly cartLinesMax: number;
  /** Largest session (src/domain/cart/session-size.ts). */
  readonly sessionBytesMax: number;
  /** FLOAT attributes that may be a product's price, composed; empty: any of its class (D220). */
  readonly priceFields: readonly string[];
  /** Field by which products and contents are ordered that words rank alike, the highest first; '': by none. */
  readonly searchBoost: string;
  /** Products are sold in multiples of it, where neither they nor their class say otherwise (D371). */
  readonly quantityStepMilli: Milli;
  /** Who may add lines that name their own price (D220). */
  readonly freeElements: 'everyone' | 'secret-key' | 'nobody';
  /** Most records of one list, search or report; 0: all there are. */
  readonly recordsMax: number;
  readonly channelsMax: number;
  readonly webhooksMax: number;
  /** Messages that may wait for one webhook. */
  readonly webhookBacklogMax: number;
  /** Messages of one webhook that may wait for one user; at least 2 (D203). */
  readonly webhookMessagesPerUserMax: number;
  /** Between a change and the call of a `delayed` event. */
  readonly webhookDelayMs: number;
  /** Which mails are sent, and by whose name. */
  readonly mail: MailRules;
  /** Hours without use after which a shopper is reminded of a cart (accounts/remind-cart.ts); 0: never. */
  readonly cartReminderHours: number;
  /** Whether a server takes mails; none is queued where not. */
  readonly sendsMail: boolean;
  /** Mails that may wait, or have failed for good. */
  readonly mailBacklogMax: number;
  /** Mails that are sent at a time. */
  readonly smtpConnectionsMax: number;
  /** How long a line keeps the price of a list, or of its attribute where one might count; 0: for its cart's life. */
  readonly priceHoldMs: number;
  /** How long a cart holds the stock of its lines; 0: carts hold nothing (D105). */
  readonly cartHoldMs: number;
}

/** The attribute that price lists answer for where nothing else is said. */
export const standardPriceField = ({ priceFields }: Pick<ShopRules, 'priceFields'>): string =>
  priceFields[0] ?? 'price';

/**
 * Undefined where the shop has no class of the name any more. Names of rules are composed when they are read; that of a
 * record may be as an older version stored it.
 */
export const knownTaxClass = ({ taxClasses }: ShopRules, name: string): TaxClass | undefined => {
  const wanted = composed(name);
  return taxClasses.find((taxClass) => taxClass.name === wanted);
};

/** Refuses nothing: an unknown name, which records of older stores have, is the first class. */
export const taxClassOf = (rules: ShopRules, name: string): TaxClass =>
  knownTaxClass(rules, name) ?? rules.taxClasses[0];

/** The tax class that a call names; the first for an empty name. Refuses: PARAMETER_INVALID with the parameter. */
export const taxClassNamed = (rules: ShopRules, name: string, param: string): Result<TaxClass> => {
  const match = name === '' ? rules.taxClasses[0] : knownTaxClass(rules, name);
  if (match !== undefined) return ok(match);
  return refuse(
    'PARAMETER_INVALID',
    param,
    `${param}: ${shown(name)} is none of the tax classes ${rules.taxClasses.map((known) => known.name).join(', ')}.`,
  );
};

/** Metadata as a call writes them; `present`: the name that is there already. Refuses: PARAMETER_INVALID. */
export const checkTaxClass = (
  rules: ShopRules,
  { taxclass }: { readonly taxclass?: string | null },
  present = '',
): Result<void> => {
  const named = taxclass === present ? DONE : taxClassNamed(rules, taxclass ?? '', 'metadata.taxclass');
  return named.ok ? DONE : { ...named, param: 'metadata' };
};

export const rateIn = (rules: ShopRules, taxClass: TaxClass, country: string): RateE6 =>
  own(taxClass.rates, country) ?? own(taxClass.rates, rules.country) ?? (0 as RateE6);
