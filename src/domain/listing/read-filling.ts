// Reads the constraint of a category that fills itself, as calls and files give it.
import { checkNamedById } from '../catalogue/filled-index.ts';
import { leavesOf } from '../search/constraint.ts';
import type { Constraint } from '../search/constraint.ts';
import { parseConstraint } from '../search/parse-constraint.ts';
import type { Reader } from '../transaction.ts';
import { DONE, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { checkGoods } from './goods.ts';
import { unknownField } from './strict-fields.ts';

/** Characters of a constraint in JSON. */
const FILLING_MAX = 10_000;

const tooLong = ({ length }: string): Result<never> =>
  refuse('CONSTRAINT_INVALID', 'constraint', `It has ${length} characters as JSON, of at most ${FILLING_MAX}.`);

const checkKnown = (shop: Reader, constraint: Constraint): Result<void> => {
  const unknown = unknownField(
    shop,
    'shopobject',
    'product',
    leavesOf(constraint).map(({ field }) => field),
  );
  if (unknown === undefined) return DONE;
  return refuse('CONSTRAINT_INVALID', unknown.field, `There is no field ${shown(unknown.field)} here.${unknown.hint}`);
};

/**
 * Reads the constraint of a category as a call sends it. Shape: its JSON; '' for null, undefined for undefined.
 * Refuses: CONSTRAINT_INVALID.
 */
export const readFilling = (shop: Reader, given: unknown): Result<string | undefined> => {
  if (given === undefined) return ok(undefined);
  if (given === null) return ok('');
  const constraint = parseConstraint(given);
  if (!constraint.ok) return constraint;
  const goods = checkGoods(constraint.value);
  const named = goods.ok ? checkNamedById(constraint.value) : goods;
  const known = named.ok ? checkKnown(shop, constraint.value) : named;
  if (!known.ok) return known;
  const json = JSON.stringify(given);
  return json.length <= FILLING_MAX ? ok(json) : tooLong(json);
};
