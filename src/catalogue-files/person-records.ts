// Members of the records that are about a person: a customer, and an order of another system
// (docs/sell/import-files.md).
import { checkEmail, checkUsername } from '../domain/accounts/user-fields.ts';
import { parseMoment } from '../domain/date-time.ts';
import { PAST_ADDRESS_FIELDS } from '../domain/history/past-order.ts';
import { Type, json, map, named, optional, text } from '../kernel/params.ts';
import type { Param } from '../kernel/params.ts';
import { mapOk, ok, refuse, shown } from '../kernel/result.ts';

export const CUSTOMER = {
  email: map(text('e-mail address'), (email) => mapOk(checkEmail(email), () => email)),
  username: optional(
    map(text('user name; the e-mail address where it is left out'), (given) =>
      mapOk(checkUsername(given), () => given),
    ),
    '',
  ),
  language: optional(text('such as de_DE', { line: true, max: 20 }), ''),
  attributes: optional(
    map(json(named(255, Type.Unknown(), { maxProperties: 1000 })), (given) => {
      const country = given['country'] ?? '';
      if (given['email'] !== undefined)
        return refuse('PARAMETER_INVALID', 'email', 'The address stands beside the attributes.');
      return country === '' || (typeof country === 'string' && /^[A-Z]{2}$/.test(country))
        ? ok(given)
        : refuse('COUNTRY_NOT_FOUND', 'country', `${shown(country)} is no code of ISO 3166, which has two letters.`);
    }),
    {},
  ),
};

/** `YYYY-MM-DD HH:MM:SS` in UTC, as milliseconds. */
const moment = (description: string): Param<number> =>
  map(text(`${description}: YYYY-MM-DD HH:MM:SS, in UTC`), (given, param) => {
    const ms = parseMoment(given);
    return ms === undefined || ms <= 0
      ? refuse('PARAMETER_INVALID', param, `${shown(given)} is no time such as 2024-12-31 23:59:59.`)
      : ok(ms);
  });

const word = (description: string): Param<string> => optional(text(description, { line: true }), '');

/** As text where no digit may be lost. */
const Amount = Type.Union([Type.Number(), Type.String({ maxLength: 40 })]);
const Line = Type.String({ maxLength: 255, pattern: '^[^\\p{Cc}]*$' });
const Address = Type.Object(
  Object.fromEntries(PAST_ADDRESS_FIELDS.map((field) => [field, Type.Optional(Line)])) as {
    [field in (typeof PAST_ADDRESS_FIELDS)[number]]: ReturnType<typeof Type.Optional<typeof Line>>;
  },
  { additionalProperties: false },
);

const SUMS = ['goods', 'delivery', 'tax', 'discount', 'total', 'refunded'] as const;

export const PAST_ORDER = {
  source: text('name of the system that it comes from', { line: true, max: 40 }),
  number: text('its number there', { line: true, max: 100 }),
  placed: moment('when it was placed'),
  canceled: optional(moment('when it was cancelled'), 0),
  currency: map(text('ISO 4217 code'), (code, param) =>
    /^[A-Z]{3}$/.test(code) ? ok(code) : refuse('PARAMETER_INVALID', param, `${shown(code)} is no code of ISO 4217.`),
  ),
  email: optional(
    map(text('e-mail address'), (email) => mapOk(checkEmail(email), () => email)),
    '',
  ),
  phone: word('telephone number'),
  note: optional(text('what the customer wrote', { max: 10_000 }), ''),
  payment_state: word('state of the payment in the words of the system'),
  delivery_state: word('state of the delivery in the words of the system'),
  payment_method: word('how it was paid'),
  delivery_method: word('how it was delivered'),
  discount_code: word('code of a discount'),
  sums: json(
    Type.Object(
      Object.fromEntries(SUMS.map((name) => [name, Type.Optional(Amount)])) as {
        [name in (typeof SUMS)[number]]: ReturnType<typeof Type.Optional<typeof Amount>>;
      },
      { additionalProperties: false },
    ),
  ),
  taxes: optional(
    json(Type.Array(Type.Object({ name: Line, amount: Amount }, { additionalProperties: false }), { maxItems: 100 })),
    [],
  ),
  delivery: optional(json(Address), {}),
  invoice: optional(json(Address), {}),
  lines: json(
    Type.Array(
      Type.Object(
        {
          name: Line,
          element_number: Type.Optional(Line),
          quantity: Type.Number({ minimum: 0, maximum: 1e6 }),
          price: Amount,
          discount: Type.Optional(Amount),
        },
        { additionalProperties: false },
      ),
      { maxItems: 1000 },
    ),
  ),
};
