// The rules of the shop, as the domain knows them, from the settings.
import { parseDecimal } from '../domain/money.ts';
import type { RateE6 } from '../domain/money.ts';
import type { ShopRules, TaxClass } from '../domain/rules.ts';
import type { Config } from './config.ts';

const STATE_LABELS: ShopRules['stateLabels'] = {
  de_DE: {
    PAYMENT_NOT_RECEIVED: 'Zahlung nicht erhalten',
    PAYMENT_RECEIVED: 'Zahlung erhalten',
    PROCESSING: 'In Bearbeitung',
    PARTIAL: 'Teilweise versandt',
    CLOSED: 'Abgeschlossen',
    OPEN: 'Offen',
    CANCELED: 'Storniert',
  },
  en_GB: {
    PAYMENT_NOT_RECEIVED: 'Payment not received',
    PAYMENT_RECEIVED: 'Payment received',
    PROCESSING: 'In progress',
    PARTIAL: 'Partly shipped',
    CLOSED: 'Closed',
    OPEN: 'Open',
    CANCELED: 'Cancelled',
  },
};

/** Lines of a text in which a line ends with a newline or the two characters `\n`; blank lines are left out. */
const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The part of the settings that the domain decides by. */
export const shopRules = (config: Config): ShopRules => {
  const { currency, currencyDigits, language, country, timeZone, paymentMethods, deliveryMethods } = config;
  const taxClasses = config.taxClasses.map(({ name, calculation, rates }): TaxClass => ({
    name,
    calculation: calculation as TaxClass['calculation'],
    rates: Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code, parseDecimal(rate, 6) as RateE6])),
  }));
  const {
    orderIdFirst,
    orderTransitions,
    invoicePrefix,
    invoiceNumberFirst,
    sessionTtlMs,
    sessionTouchIntervalMs,
    cartLinesMax,
    recordsMax,
  } = config;
  const { channelsMax, webhooksMax, webhookBacklogMax, webhookDelayMs } = config;
  return {
    currency,
    currencyDigits,
    language,
    country,
    timeZone,
    taxClasses: taxClasses as [TaxClass, ...TaxClass[]],
    paymentMethods,
    deliveryMethods,
    stateLabels: STATE_LABELS,
    orderIdFirst,
    company: linesOf(config.company),
    companyFoot: linesOf(config.companyFoot),
    checkoutRequires: config.checkoutRequires,
    orderTransitions,
    invoicePrefix,
    invoiceNumberFirst,
    sessionTtlMs,
    sessionTouchIntervalMs,
    cartLinesMax,
    recordsMax,
    channelsMax,
    webhooksMax,
    webhookBacklogMax,
    webhookDelayMs,
    cartHoldMs: config.cartHoldMs,
  };
};
