// Records of the shop itself: countries, methods, tax classes.
import type { Static } from '../../kernel/params.ts';
import { extra, group, id, keyed, list, maybe, oneOf, rate, record, reply, text, whole } from './members.ts';

export const Country = record('Country', 'A country that the shop delivers to.', {
  id: id('number of ISO 3166-1'),
  name: text('name in capitals, in the language of the reply'),
  iso: text('code of two letters'),
  printable_name: text('name, in the language of the reply'),
});
export const PaymentMethod = record('PaymentMethod', 'A payment method.', {
  id: id('number of the method'),
  name: text('name in the language of the reply'),
  attributes: keyed(text('a value'), 'what pages of the shop need to offer the method, such as a public key'),
  instructions: maybe(
    extra(text('what a shopper who chose it is told after the order, in the language of the reply; absent: nothing')),
  ),
});

const DeliveryMethod = record('DeliveryMethod', 'A delivery method.', {
  id: id('number of the method'),
  name: text('name in the language of the reply'),
});

export const ShopTaxClass = record('ShopTaxClass', 'A tax class of the shop.', {
  name: text('name, as products and free elements say it'),
  calculation: oneOf('how prices contain the tax', ['included', 'added', 'subtracted']),
  rates: keyed(rate('tax rate'), 'by country code; a country without one pays the rate of the shop’s own'),
});

export const ShopCurrency = record('ShopCurrency', 'A currency that the shop sells in.', {
  code: text('ISO 4217 code'),
  digits: whole('decimals of its amounts'),
});

export const Shop = reply('shop', {
  currency: text('ISO 4217 code'),
  currency_digits: whole('decimals of its amounts'),
  currencies: maybe(
    list(ShopCurrency, 'for set_context: that the shop sells in, its own first; absent: its own alone'),
  ),
  language: text('of calls that name none'),
  languages: list(text('language code'), 'languages that the shop offers, its own first'),
  country: text('of calls that name none: code of two letters'),
  time_zone: text('IANA name: where a day of the shop begins'),
  company: text('name and address of the shop’s operator, line by line'),
  company_foot: text('tax number, register, bank account, line by line'),
  countries: list(Country, 'countries that the shop delivers to, in its order'),
  delivery_methods: list(DeliveryMethod, 'in the shop’s order'),
  payment_methods: list(PaymentMethod, 'in the shop’s order'),
  tax_classes: list(ShopTaxClass, 'the first is that of products which name none'),
  price_fields: list(text('attribute name'), 'attributes that add_to_cart takes as a price; none: any FLOAT attribute'),
  free_elements: oneOf('who may add lines that name their own price', ['everyone', 'secret-key', 'nobody']),
  checkout_requires: list(text('parameter of set_order_details'), 'what a draft must say before it is checked out'),
  limits: group('What calls may ask for.', {
    session_lifetime: whole('seconds that an unused session lives'),
    cart_lines: whole('lines of a cart'),
    cart_hold: whole('seconds that a cart holds the stock of its lines; 0: it holds none'),
    list_records: whole('records of one list; 0: all there are'),
    aggregate_calls: whole('calls of one aggregate'),
  }),
});

export type Country = Static<typeof Country>;
export type PaymentMethod = Static<typeof PaymentMethod>;
export type Shop = Static<typeof Shop>;
