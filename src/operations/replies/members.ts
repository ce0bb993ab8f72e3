// The vocabulary of replies: members with their units, and records that several replies share.
//
// A reply is declared once, beside the parameters of its operation; types of views, checks, documents, OpenAPI and the
// client are derived from it. Members come in the order in which they are declared. A record with a `title` is shared:
// docs/reference/operations.md describes it under that name.
import { Type } from '../../kernel/params.ts';
import type { TSchema } from '../../kernel/params.ts';

/** The mark of a member that Kontor adds to the API it is compatible with. */
export const EXTRA_MARK = 'x-extra';
/** What a number counts, for documents and clients. */
export const UNIT_MARK = 'x-unit';

const CLOSED = { additionalProperties: false } as const;

type Members = { readonly [name: string]: TSchema };

/** A record that has a name of its own. */
export const record = <const M extends Members>(title: string, description: string, members: M) =>
  Type.Object(members, { title, description, ...CLOSED });

/** A record that only this reply has. */
export const group = <const M extends Members>(description: string, members: M) =>
  Type.Object(members, { description, ...CLOSED });

/** The reply of an operation; `object`: its first member, which names the kind of reply. */
export const reply = <const O extends string, const M extends Members>(object: O, members: M) =>
  Type.Object({ object: Type.Literal(object), ...members }, CLOSED);

/** A shared record within itself, or within one that is declared before it; `T`: what every such record has. */
export const nested = <T>(title: string) => Type.Unsafe<T>(Type.Ref(title));

export const list = <S extends TSchema>(of: S, description: string) => Type.Array(of, { description });

/** An object whose members are named by the shop's data, in an order that means something. */
export const keyed = <S extends TSchema>(of: S, description: string) => Type.Record(Type.String(), of, { description });

/** What a member that is a shared record says of itself. */
export const SAYS_MARK = 'x-says';
export const saying = <S extends TSchema>(schema: S, description: string): S => ({
  ...schema,
  [SAYS_MARK]: description,
});

export const extra = <S extends TSchema>(schema: S): S => ({ ...schema, [EXTRA_MARK]: true });

/** A member that is absent unless something is to be said. */
export const maybe = Type.Optional;

export const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const text = (description: string) => Type.String({ description });
export const whole = (description: string) => Type.Integer({ description });
export const id = (description: string) => Type.Integer({ description, minimum: 0 });
export const anything = (description: string) => Type.Unknown({ description });

/** A flag as 0 or 1. */
export const bit = (description: string) => Type.Union([Type.Literal(0), Type.Literal(1)], { description });

export const oneOf = <const T extends string>(description: string, values: readonly T[]) =>
  Type.Unsafe<T>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      { description },
    ),
  );

/** An id as text. */
export const idText = (description: string) => Type.String({ description, pattern: '^[0-9]+$' });

/** UTC; '' where there is none. */
export const dateTime = (description: string) =>
  Type.String({
    description,
    pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})?$',
    [UNIT_MARK]: 'UTC',
  });

export const day = (description: string) =>
  Type.String({ description, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', [UNIT_MARK]: 'day of the shop’s calendar' });

const number = (unit: string) => (description: string) => Type.Number({ description, [UNIT_MARK]: unit });

/** An amount with no more decimals than the shop's currency has. */
export const money = number('money, with the decimals of the shop’s currency');
/** A price with up to four decimals: it is rounded when it is multiplied. */
export const price = number('money, with up to 4 decimals');
/** A price of the catalogue, which is no amount of anybody's order. */
export const cataloguePrice = number('currency, with up to 4 decimals');
export const quantity = number('pieces, with up to 3 decimals');
export const kilograms = number('kilograms, with up to 9 decimals');
export const centimetres = number('centimetres, with one decimal');
export const rate = number('fraction: 0.19 is 19 %, with up to 6 decimals');
export const measure = number('as the catalogue has it');

export const SUCCESS = Type.Literal('success');
export const UPPER_SUCCESS = Type.Literal('SUCCESS');
