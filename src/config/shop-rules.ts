// The rules of the shop, as the domain knows them, from the settings.
import { parseDecimal } from '../domain/money.ts';
import type { Milli, RateE6 } from '../domain/money.ts';
import type { ShopRules, TaxClass } from '../domain/rules.ts';
import { pick } from '../kernel/pick.ts';
import { composed } from '../kernel/text.ts';
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
  const taxClasses = config.taxClasses.map(({ name, calculation, rates }): TaxClass => ({
    name: composed(name),
    calculation: calculation as TaxClass['calculation'],
    rates: Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code, parseDecimal(rate, 6) as RateE6])),
  }));
  return {
    ...pick(config, [
      'currency',
      'currencyDigits',
      'language',
      'country',
      'timeZone',
      'paymentMethods',
      'deliveryMethods',
      'orderIdFirst',
      'checkoutRequires',
      'orderTransitions',
      'invoicePrefix',
      'invoiceNumberFirst',
      'cancellationPrefix',
      'invoiceRetentionYears',
      'sessionTtlMs',
      'sessionTouchIntervalMs',
      'cartLinesMax',
      'sessionBytesMax',
      'freeElements',
      'recordsMax',
      'channelsMax',
      'webhooksMax',
      'webhookBacklogMax',
      'webhookMessagesPerUserMax',
      'webhookDelayMs',
      'cartHoldMs',
    ]),
    languages: [...new Set([config.language, ...config.languages])],
    priceFields: config.priceFields.map(composed),
    taxClasses: taxClasses as [TaxClass, ...TaxClass[]],
    quantityStepMilli: parseDecimal(config.quantityStep, 3) as Milli,
    stateLabels: STATE_LABELS,
    company: linesOf(config.company),
    companyFoot: linesOf(config.companyFoot),
  };
};
