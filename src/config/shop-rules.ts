// The rules of the shop, as the domain knows them, from the settings.
import { heldAccounting } from '../domain/accounting.ts';
import { parseDecimal } from '../domain/money.ts';
import type { Milli } from '../domain/money.ts';
import { heldMail } from '../domain/mail.ts';
import type { ShopRules } from '../domain/rules.ts';
import { heldSeller } from '../domain/seller.ts';
import { taxClassesFrom } from '../domain/shop/tax-classes.ts';
import { linesOf } from '../domain/shop/written-settings.ts';
import { pick } from '../kernel/pick.ts';
import { composed } from '../kernel/text.ts';
import type { Config } from './config.ts';
import { SESSION_SETTINGS } from './session-settings.ts';
import { SHOP_SETTINGS } from './shop-settings.ts';
import { WEBHOOK_SETTINGS } from './webhook-settings.ts';

const namesOf = <T extends object>(settings: T): readonly (keyof T)[] => Object.keys(settings) as (keyof T)[];

/** A setting of the shop, of sessions or of webhooks reaches the domain by its name, once `ShopRules` declares it. */
const RULE_SETTINGS = [
  ...namesOf(SHOP_SETTINGS),
  ...namesOf(SESSION_SETTINGS),
  ...namesOf(WEBHOOK_SETTINGS),
  'paymentMethods',
  'recordsMax',
  'pendingPaymentMsMax',
  'mailBacklogMax',
  'smtpConnectionsMax',
  'cartReminderHours',
] as const;

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

/** Returns the settings by which the domain decides; what it has in another form is converted here. */
export const shopRules = (config: Config): ShopRules => {
  return {
    ...pick(config, RULE_SETTINGS),
    languages: [...new Set([config.language, ...config.languages])],
    priceFields: config.priceFields.map(composed),
    searchBoost: composed(config.searchBoost),
    taxClasses: taxClassesFrom(config.taxClasses),
    quantityStepMilli: parseDecimal(config.quantityStep, 3) as Milli,
    // Providers and their secrets are the machine's.
    paymentMethods: config.paymentMethods.map((method) => ({
      ...pick(method, ['id', 'name']),
      ...(method.unpaidOrderMsMax !== undefined && { unpaidOrderMsMax: method.unpaidOrderMsMax }),
      ...(method.instructions !== undefined && { instructions: method.instructions }),
    })),
    stateLabels: STATE_LABELS,
    company: linesOf(config.company),
    companyFoot: linesOf(config.companyFoot),
    seller: heldSeller(config.seller),
    accounting: heldAccounting(config.accounting),
    mail: heldMail(config.mail),
    sendsMail: config.smtpHost !== '',
  };
};
