// The shop itself: what its settings say to a storefront.
import { currenciesOf } from '../../domain/currencies.ts';
import { nameIn } from '../../domain/rules.ts';
import type { ShopRules } from '../../domain/rules.ts';
import type { Shown } from '../../kernel/json.ts';
import type { Context } from '../context/operation.ts';
import type { PaymentMethod, Shop } from '../replies/shop.ts';
import { rate } from './format.ts';

/** `language`: '' is the shop's own. */
export const viewPaymentMethods = (language: string, { shop: { rules }, service }: Context): readonly PaymentMethod[] =>
  rules.paymentMethods.map(({ id, name, instructions }) => ({
    id,
    name: nameIn(name, language, rules.language),
    attributes: { ...service.payments.attributes(id) },
    ...(instructions !== undefined && { instructions: nameIn(instructions, language, rules.language) }),
  }));

export const viewTaxClasses = ({ taxClasses }: Pick<ShopRules, 'taxClasses'>): Shop['tax_classes'] =>
  taxClasses.map(({ name, calculation, rates }) => ({
    name,
    calculation,
    rates: Object.fromEntries(Object.entries(rates).map(([country, rateE6]) => [country, rate(rateE6)])),
  }));

/** `aggregateCalls`: calls of one aggregate. */
export const viewShop = (language: string, aggregateCalls: number, ctx: Context): Shown<Shop> => {
  const { shop, service } = ctx;
  const { rules } = shop;
  return {
    object: 'shop',
    currency: rules.currency,
    currency_digits: rules.currencyDigits,
    ...(rules.currencies.length > 0 && { currencies: currenciesOf(rules) }),
    language: rules.language,
    languages: rules.languages,
    country: rules.country,
    time_zone: rules.timeZone,
    company: rules.company.join('\n'),
    company_foot: rules.companyFoot.join('\n'),
    countries: service.documents.countries.among(rules.deliveryCountries).list(language, rules.language),
    delivery_methods: rules.deliveryMethods.map(({ id, name }) => ({
      id,
      name: nameIn(name, language, rules.language),
    })),
    payment_methods: viewPaymentMethods(language, ctx),
    tax_classes: viewTaxClasses(rules),
    price_fields: rules.priceFields,
    free_elements: rules.freeElements,
    checkout_requires: rules.checkoutRequires,
    limits: {
      session_lifetime: Math.trunc(rules.sessionTtlMs / 1000),
      cart_lines: rules.cartLinesMax,
      cart_hold: Math.trunc(rules.cartHoldMs / 1000),
      list_records: rules.recordsMax,
      aggregate_calls: aggregateCalls,
    },
  };
};
