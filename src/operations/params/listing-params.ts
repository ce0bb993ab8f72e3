// Parameters of lists and searches that take what real clients send: older SDKs hand their arguments on shifted by one,
// so that a limit holds an order, an order a column, and the needed attributes a limit.
import { alias, int, isNumberText, optional, text } from '../../kernel/params.ts';
import type { Param } from '../../kernel/params.ts';
import { ok } from '../../kernel/result.ts';

/**
 * A count of records; what is no number counts as 0. Refuses: PARAMETER_INVALID for a number below 0 or with a
 * fraction.
 */
export const limit = (description: string): Param<number> => {
  const strict = int(description);
  return { ...optional(strict, 0), read: (raw, name) => (isNumberText(raw) ? strict.read(raw, name) : ok(0)) };
};

const isDescending = (raw: unknown): boolean => typeof raw === 'string' && raw.trim().toUpperCase() === 'DESC';
const isAscending = (raw: unknown): boolean => typeof raw === 'string' && raw.trim().toUpperCase() === 'ASC';

/** Under two names; one that holds neither ASC nor DESC is passed over for the other. */
export const order: Param<string> = alias(
  {
    ...optional(text('ASC or DESC, in any case; anything else = ASC'), 'ASC'),
    preferred: (raw) => isAscending(raw) || isDescending(raw),
    read: (raw) => ok(isDescending(raw) ? 'DESC' : 'ASC'),
  },
  'order_type',
);

/** A list of names for which a bare number means none: no name is a number. */
export const numberIsNone = (names: Param<readonly string[]>): Param<readonly string[]> => ({
  ...names,
  read: (raw, name) => (isNumberText(raw) ? ok([]) : names.read(raw, name)),
});
