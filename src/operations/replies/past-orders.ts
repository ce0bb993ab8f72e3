// Orders of another system as replies show them.
import { PAST_ADDRESS_FIELDS } from '../../domain/history/past-order.ts';
import type { Static } from '../../kernel/params.ts';
import { Type } from '../../kernel/params.ts';
import { dateTime, group, id, list, money, quantity, record, text, whole } from './members.ts';

type AddressMembers = { readonly [field in (typeof PAST_ADDRESS_FIELDS)[number]]: ReturnType<typeof text> };

const address = (of: string) =>
  group(
    `The ${of} address.`,
    Object.fromEntries(PAST_ADDRESS_FIELDS.map((field) => [field, text(`${field}; empty: none`)])) as AddressMembers,
  );

export const PastOrder = record(
  'PastOrder',
  'An order of another shop system, as it was there: history, on which nothing of the shop hangs.',
  {
    object: Type.Literal('past_order'),
    id: id('its id among such orders; no number of an order of this shop'),
    source: text('the system that it comes from, such as shopify'),
    number: text('its number there, such as #1001'),
    creation_date: dateTime('when it was placed there'),
    cancellation_date: dateTime('when it was cancelled there; empty: it was not'),
    id_user: id('the account that has it; 0: a guest’s'),
    email: text('email address; erased: of a person who was erased'),
    phone: text('telephone number'),
    note: text('what the customer wrote'),
    delivery: address('delivery'),
    invoice: address('invoice'),
    payment_state: text('in the words of the other system, such as paid'),
    delivery_state: text('in the words of the other system, such as fulfilled'),
    payment_method: text('how it was paid'),
    delivery_method: text('how it was delivered'),
    discount_code: text('code of a discount'),
    currency: text('ISO 4217 code of its amounts'),
    currency_digits: whole('decimals of its amounts'),
    subtotal: money('goods'),
    delivery_costs: money('delivery'),
    tax: money('all taxes'),
    discount: money('what was taken off'),
    total: money('what was to be paid'),
    refunded: money('what was paid back'),
    taxes: list(group('A tax.', { name: text('its name there'), amount: money('its amount') }), 'taxes by name'),
    lines: list(
      group('What was bought.', {
        name: text('name of the product'),
        element_number: text('its article number there'),
        quantity: quantity('pieces'),
        price: money('of one piece'),
        discount: money('taken off the line'),
      }),
      'lines in their order',
    ),
  },
);
export type PastOrder = Static<typeof PastOrder>;
