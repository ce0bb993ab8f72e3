// Parameters of lists and searches that take what real clients send: older SDKs hand their arguments on shifted by one,
// so that a limit holds an order, an order a column, and the needed attributes a limit.
import type { ListOptions } from '../../domain/listing/listing.ts';
import { CONSTRAINT_LIMITS, parseConstraint } from '../../domain/search/parse-constraint.ts';
import type { Param } from '../../kernel/params.ts';
import { Type, alias, int, isNumberText, json, map, optional, text } from '../../kernel/params.ts';
import { ok } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';

/**
 * A count of records; what is no number counts as 0. Refuses: PARAMETER_INVALID for a number below 0 or with a
 * fraction.
 */
const limit = (description: string): Param<number> => {
  const strict = int(description);
  return { ...optional(strict, 0), read: (raw, name) => (isNumberText(raw) ? strict.read(raw, name) : ok(0)) };
};

const isDescending = (raw: unknown): boolean => typeof raw === 'string' && raw.trim().toUpperCase() === 'DESC';
const isAscending = (raw: unknown): boolean => typeof raw === 'string' && raw.trim().toUpperCase() === 'ASC';

/** Under two names; one that holds neither ASC nor DESC is passed over for the other. */
const order: Param<string> = alias(
  {
    ...optional(text('ASC or DESC, in any case; anything else = ASC'), 'ASC'),
    preferred: (raw) => isAscending(raw) || isDescending(raw),
    read: (raw) => ok(isDescending(raw) ? 'DESC' : 'ASC'),
  },
  'order_type',
);

/** A list of names for which a bare number means none: no name is a number. */
const numberIsNone = (names: Param<readonly string[]>): Param<readonly string[]> => ({
  ...names,
  read: (raw, name) => (isNumberText(raw) ? ok([]) : names.read(raw, name)),
});

const names = (description: string, max: number): Param<readonly string[]> =>
  map(
    json(
      Type.Union(
        [
          Type.Array(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: max })]), { maxItems: max }),
          Type.String(),
          Type.Object({}),
        ],
        { description },
      ),
      {
        bare: true,
      },
    ),
    (given) => {
      // Clients send [] as the text "[]" inside a list, and {} for an empty one.
      const list =
        typeof given === 'string' ? (given === '[]' ? [] : [given]) : Array.isArray(given) ? given.flat() : [];
      return ok(list.filter((entry) => entry !== ''));
    },
  );

export const neededAttributes = optional(
  numberIsNone(names('attribute names to show; none, or a number = all', 1000)),
  [] as readonly string[],
);

/** Each column is read from every record that is found. */
const ORDER_COLUMNS_MAX = 10;

/** Order and page of a list, each parameter under every name that clients use. */
export const listing = {
  order_columns: alias(
    optional(names('columns to sort by', ORDER_COLUMNS_MAX), [] as readonly string[]),
    'order_column',
  ),
  order,
  left_limit: limit('records to skip; what is no number = 0'),
  right_limit: limit('records to show; 0, or what is no number = all'),
};

export interface Listing {
  readonly order_columns: readonly string[];
  readonly order: string;
  readonly left_limit: number;
  readonly right_limit: number;
}

/** What a call asks of a list; `spoken`: the language whose texts are sorted and compared. */
export const wantedOf = (args: Listing, { backOffice, prices }: Context, spoken: string): ListOptions => ({
  language: spoken,
  prices,
  order: args.order_columns,
  descending: args.order === 'DESC',
  skip: args.left_limit,
  limit: args.right_limit,
  inactive: backOffice,
});

const constraintOf = (takesFamily: boolean) =>
  map(
    json(
      Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())], {
        description: 'conditions: {field: value} or {field: [operator, value]}, see docs/sell/search.md',
      }),
    ),
    (given) => parseConstraint(given, CONSTRAINT_LIMITS, takesFamily),
  );

/** Conditions of a search; docs/sell/search.md. */
export const constraint = constraintOf(false);

/** With the group `variation` as well. */
export const productConstraint = constraintOf(true);
