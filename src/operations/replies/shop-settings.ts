// The settings that the shop holds, as operations show them: in the form in which they are sent back.
import { CHARTS, TAX_CATEGORIES } from '../../domain/accounting.ts';
import { MAILS } from '../../domain/mail.ts';
import { INVOICE_PER } from '../../domain/rules.ts';
import { EXEMPTION_KINDS } from '../../domain/seller.ts';
import { Type } from '../../kernel/params.ts';
import type { Static } from '../../kernel/params.ts';
import { bit, dateTime, id, keyed, list, maybe, oneOf, rate, record, text, whole } from './members.ts';
import { ShopCurrency, ShopTaxClass } from './shop.ts';

const names = (description: string) =>
  Type.Union([text('for all languages'), keyed(text('name'), 'by language code')], { description });

const PaymentMethodSettings = record('PaymentMethodSettings', 'A payment method, as settings have it.', {
  id: id('number of the method, by which the configuration names its provider'),
  name: names('name, for all languages or by language code'),
  unpaid_order_ms_max: maybe(whole('milliseconds after which an order that is not paid is cancelled; absent: never')),
  instructions: maybe(names('what a shopper is told after the order, for all languages or by language code')),
});

const DeliveryMethodSettings = record('DeliveryMethodSettings', 'A delivery method, as settings have it.', {
  id: id('number of the method'),
  name: names('name, for all languages or by language code'),
});

const CarrierSettings = record('CarrierSettings', 'A carrier of parcels, as settings have it.', {
  name: text('as parcels name it, whatever the case of its letters'),
  tracking_url: text('https URL with {number} in place of a parcel’s number'),
});

const SellerExemption = record('SellerExemption', 'Why goods of a tax class have no tax in them.', {
  tax_class: text('name of the tax class'),
  kind: oneOf('why', EXEMPTION_KINDS),
  reason: text('words for an invoice; empty: those of the kind'),
});

const SellerSettings = record('SellerSettings', 'What electronic invoices say of the shop; no name: none are made.', {
  name: text('name of the company'),
  street: text('street and number'),
  zip: text('postal code'),
  city: text('city'),
  country: text('code of two letters'),
  vat_id: text('VAT id'),
  tax_number: text('number by which the tax office knows it at home'),
  contact: text('person or department that answers questions'),
  phone: text('its telephone number'),
  email: text('its email address'),
  iban: text('account to which invoices are paid'),
  small_business: bit('1: it says no tax, because it is a small business'),
  exemptions: list(SellerExemption, 'tax classes without tax'),
});

const RevenueAccountSettings = record('RevenueAccountSettings', 'An account of revenue; a member absent fits all.', {
  rate: maybe(rate('of the tax')),
  category: maybe(
    oneOf('of the tax: standard, zero, exempt, reverse charge, within the Union, export', TAX_CATEGORIES),
  ),
  country: maybe(text('code of two letters: where the tax is owed')),
  tax_class: maybe(text('name of the tax class')),
  account: text('number of the account'),
  tax_code: text('tax key of DATEV; empty: the account knows its tax'),
});

const MoneyAccountSettings = record('MoneyAccountSettings', 'The account of the money of a payment method.', {
  id_payment_method: id('payment method; 0: by hand'),
  account: text('number of the account'),
});

const AccountingSettings = record('AccountingSettings', 'Accounts and numbers of exports for bookkeeping.', {
  chart: oneOf('chart of accounts, for what nothing else says', CHARTS),
  consultant: whole('DATEV’s number of the tax consultant; 0: not told'),
  client: whole('the consultant’s number of the shop; 0: not told'),
  fiscal_year: text('month and day on which a fiscal year begins, MM-DD'),
  account_digits: whole('digits of an account that is no debtor’s'),
  debtor: text('account of all buyers'),
  transit: text('account of money that the bank does not have yet; empty: that of the chart'),
  revenue: list(RevenueAccountSettings, 'the first that fits counts'),
  money: list(MoneyAccountSettings, 'methods with an account of their own'),
});

const MailSettings = record('MailSettings', 'The mails that the shop sends.', {
  sends: list(oneOf('name of a mail', MAILS), 'those that it sends'),
  sender_name: text('shown beside the address of the sender; empty: the first line of company'),
  reply_to: text('where answers go; empty: to the sender'),
});

const HELD = {
  language: text('language of texts and calls that name none'),
  languages: list(text('language code'), 'that the shop offers, its own among them'),
  country: text('code of two letters: its taxes count where a call names none'),
  time_zone: text('IANA name of the zone in which a day of the shop begins'),
  currency: text('code of three letters'),
  currency_digits: whole('decimals of an amount'),
  currencies: list(ShopCurrency, 'that the shop sells in besides its own'),
  tax_classes: list(ShopTaxClass, 'the first is that of products which name none'),
  payment_methods: list(PaymentMethodSettings, 'in the order in which they are offered'),
  delivery_methods: list(DeliveryMethodSettings, 'in the order in which they are offered'),
  carriers: list(CarrierSettings, 'those whose parcels can be followed'),
  delivery_countries: list(text('code of two letters'), 'countries delivered to, in this order; none: all'),
  working_days: list(whole('1 for Monday to 7 for Sunday'), 'days on which orders are handed over and arrive'),
  holidays: list(text('YYYY-MM-DD'), 'days on which nobody works'),
  checkout_requires: list(text('parameter of set_order_details'), 'what a draft must say before it is checked out'),
  address_checks: bit('1: a postal code that is none in its country is refused'),
  cart_hold_ms: whole('milliseconds that a cart holds the stock of its lines; 0: it holds none'),
  price_hold_ms: whole('milliseconds that a line keeps its price; 0: for its life'),
  session_ttl_ms: whole('milliseconds that a session and its cart live after their last use'),
  draft_ttl_ms: whole('milliseconds that a draft of the back office lives after its last use'),
  second_factor_roles: list(text('name of a built-in role'), 'those whose people need a second factor'),
  company: text('name and address of the shop’s operator, line by line: the head of documents'),
  company_foot: text('tax number, register, bank account, line by line: the foot of documents'),
  seller: SellerSettings,
  accounting: AccountingSettings,
  mail: MailSettings,
  cart_reminder_hours: whole('hours without use after which a shopper who agreed is reminded of a cart; 0: never'),
  order_id_first: whole('least number of an order'),
  invoice_number_first: whole('least number of an invoice'),
  invoice_per: oneOf(
    'what has an invoice of its own, of orders that are placed: an order, or each parcel',
    INVOICE_PER,
  ),
  invoice_prefix: text('before the number of an invoice'),
  cancellation_prefix: text('before the number of a document that cancels an invoice'),
};

const ScheduledSettings = record('ScheduledSettings', 'Settings that apply from a time on; those left out stay.', {
  effective_at: dateTime('when they apply'),
  language: maybe(HELD.language),
  languages: maybe(HELD.languages),
  country: maybe(HELD.country),
  time_zone: maybe(HELD.time_zone),
  currency: maybe(HELD.currency),
  currency_digits: maybe(HELD.currency_digits),
  currencies: maybe(HELD.currencies),
  tax_classes: maybe(HELD.tax_classes),
  payment_methods: maybe(HELD.payment_methods),
  delivery_methods: maybe(HELD.delivery_methods),
  carriers: maybe(HELD.carriers),
  delivery_countries: maybe(HELD.delivery_countries),
  working_days: maybe(HELD.working_days),
  holidays: maybe(HELD.holidays),
  checkout_requires: maybe(HELD.checkout_requires),
  address_checks: maybe(HELD.address_checks),
  cart_hold_ms: maybe(HELD.cart_hold_ms),
  price_hold_ms: maybe(HELD.price_hold_ms),
  session_ttl_ms: maybe(HELD.session_ttl_ms),
  draft_ttl_ms: maybe(HELD.draft_ttl_ms),
  second_factor_roles: maybe(HELD.second_factor_roles),
  company: maybe(HELD.company),
  company_foot: maybe(HELD.company_foot),
  seller: maybe(HELD.seller),
  accounting: maybe(HELD.accounting),
  mail: maybe(HELD.mail),
  cart_reminder_hours: maybe(HELD.cart_reminder_hours),
  order_id_first: maybe(HELD.order_id_first),
  invoice_number_first: maybe(HELD.invoice_number_first),
  invoice_per: maybe(HELD.invoice_per),
  invoice_prefix: maybe(HELD.invoice_prefix),
  cancellation_prefix: maybe(HELD.cancellation_prefix),
});

/** Members that both replies about the settings have: as calls are answered now, and what waits. */
export const SETTINGS_MEMBERS = {
  pinned: list(
    text('parameter of update_shop_settings'),
    'settings that the configuration says, which no call changes',
  ),
  ...HELD,
  scheduled: list(ScheduledSettings, 'changes that wait, in the order of their times'),
};

const UndoneSetting = record('UndoneSetting', 'A setting of a change that another change which waits sets otherwise.', {
  setting: text('parameter of update_shop_settings'),
  effective_at: dateTime('when the other change applies'),
});

/** Member of the reply to a change. */
export const UNDONE = list(UndoneSetting, 'settings of this call that count until then only; none: all stay');

/** Members of the reply that shows the settings. */
export const SETTINGS = {
  seq: whole('record that changed them last, for if_seq; 0: they are those of the configuration'),
  ...SETTINGS_MEMBERS,
};

export type ScheduledSettings = Static<typeof ScheduledSettings>;
