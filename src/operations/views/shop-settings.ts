// The settings that the shop holds, in the form in which they are sent back.
import type { Names, ShopRules } from '../../domain/rules.ts';
import type { Accounting } from '../../domain/accounting.ts';
import type { Seller } from '../../domain/seller.ts';
import type { Ending } from '../../domain/shop/change-settings.ts';
import { SHOP_SETTINGS, paramOf } from '../../domain/shop/held-settings.ts';
import type { ShopSetting } from '../../domain/shop/held-settings.ts';
import { inForce, shopState } from '../../domain/shop/shop.ts';
import type { ScheduledChange } from '../../domain/shop/shop.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { ScheduledSettings } from '../replies/shop-settings.ts';
import { dateTime } from './format.ts';
import { viewTaxClasses } from './shop.ts';

const viewNames = (name: Names): string | { [language: string]: string } =>
  typeof name === 'string' ? name : { ...name };

const viewSeller = ({ vatId, taxNumber, smallBusiness, exemptions, ...texts }: Seller) => ({
  name: texts.name,
  street: texts.street,
  zip: texts.zip,
  city: texts.city,
  country: texts.country,
  vat_id: vatId,
  tax_number: taxNumber,
  contact: texts.contact,
  phone: texts.phone,
  email: texts.email,
  iban: texts.iban,
  small_business: smallBusiness ? (1 as const) : (0 as const),
  exemptions: exemptions.map(({ taxClass, kind, reason }) => ({ tax_class: taxClass, kind, reason })),
});

const viewAccounting = ({ fiscalYear, accountDigits, revenue, money, ...rest }: Accounting) => ({
  chart: rest.chart,
  consultant: rest.consultant,
  client: rest.client,
  fiscal_year: fiscalYear,
  account_digits: accountDigits,
  debtor: rest.debtor,
  transit: rest.transit,
  revenue: revenue.map(({ rateE6, category, country, taxClass, account, taxCode }) => ({
    ...(rateE6 !== undefined && { rate: rateE6 / 1_000_000 }),
    ...(category !== undefined && { category }),
    ...(country !== undefined && { country }),
    ...(taxClass !== undefined && { tax_class: taxClass }),
    account,
    tax_code: taxCode,
  })),
  money: money.map(({ methodId, account }) => ({ id_payment_method: methodId, account })),
});

const viewValues = (rules: Pick<ShopRules, ShopSetting>) => ({
  language: rules.language,
  languages: rules.languages,
  country: rules.country,
  time_zone: rules.timeZone,
  currency: rules.currency,
  currency_digits: rules.currencyDigits,
  currencies: rules.currencies,
  tax_classes: viewTaxClasses(rules),
  payment_methods: rules.paymentMethods.map(({ id, name, unpaidOrderMsMax, instructions }) => ({
    id,
    name: viewNames(name),
    ...(unpaidOrderMsMax !== undefined && { unpaid_order_ms_max: unpaidOrderMsMax }),
    ...(instructions !== undefined && { instructions: viewNames(instructions) }),
  })),
  delivery_methods: rules.deliveryMethods.map(({ id, name }) => ({ id, name: viewNames(name) })),
  carriers: rules.carriers.map(({ name, trackingUrl }) => ({ name, tracking_url: trackingUrl })),
  delivery_countries: rules.deliveryCountries,
  working_days: rules.workingDays,
  holidays: rules.holidays,
  checkout_requires: rules.checkoutRequires,
  address_checks: rules.addressChecks ? (1 as const) : (0 as const),
  cart_hold_ms: rules.cartHoldMs,
  price_hold_ms: rules.priceHoldMs,
  session_ttl_ms: rules.sessionTtlMs,
  draft_ttl_ms: rules.draftTtlMs,
  second_factor_roles: rules.secondFactorRoles,
  company: rules.company.join('\n'),
  company_foot: rules.companyFoot.join('\n'),
  seller: viewSeller(rules.seller),
  accounting: viewAccounting(rules.accounting),
  mail: {
    sends: rules.mail.sends,
    sender_name: rules.mail.senderName,
    reply_to: rules.mail.replyTo,
  },
  cart_reminder_hours: rules.cartReminderHours,
  order_id_first: rules.orderIdFirst,
  invoice_number_first: rules.invoiceNumberFirst,
  invoice_per: rules.invoicePer,
  invoice_prefix: rules.invoicePrefix,
  cancellation_prefix: rules.cancellationPrefix,
});

/** `rules`: for what the change leaves as it is. */
const viewScheduled = (rules: ShopRules, { effectiveMs, values }: ScheduledChange): ScheduledSettings => {
  const changed = new Set(SHOP_SETTINGS.filter((name) => values[name] !== undefined).map(paramOf));
  const all = Object.entries(viewValues({ ...rules, ...values }));
  return { effective_at: dateTime(effectiveMs), ...Object.fromEntries(all.filter(([param]) => changed.has(param))) };
};

/** What does not stay of a change. */
export const viewUndone = (endings: readonly Ending[]) =>
  endings.map(({ name, endMs }) => ({ setting: paramOf(name), effective_at: dateTime(endMs) }));

/** The settings that the shop holds; within a change, those after it. */
export const viewSettings = (shop: Reader) => {
  const state = shopState(shop);
  const { rules } = shop;
  return {
    pinned: SHOP_SETTINGS.filter((name) => state?.pins[name] !== undefined).map(paramOf),
    ...viewValues({ ...rules, ...(state !== undefined && inForce(state)) }),
    scheduled: (state?.scheduled ?? []).map((change) => viewScheduled(rules, change)),
  };
};
