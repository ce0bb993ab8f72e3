// Parameters of calls about prices of lists.
import { parseDecimal, toShownMinor } from '../../domain/money.ts';
import type { Milli, Minor } from '../../domain/money.ts';
import type { Param } from '../../kernel/params.ts';
import { Type, json, map, text } from '../../kernel/params.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

/** Pieces that a price is asked for. Refuses: PARAMETER_INVALID. */
export const piecesAsked = map(text('pieces in the cart; 1 by default', { max: 40 }), (sent, param) => {
  const milli = parseDecimal(sent, 3);
  return milli === undefined || milli <= 0
    ? refuse('PARAMETER_INVALID', param, `${param}: a quantity above 0 is wanted.`)
    : ok(milli as Milli);
});

/** An amount in a currency, in its minor unit; undefined where none is given. Refuses: as `toShownMinor` does. */
export const amountGiven = (given: string | undefined, digits: number, param: string): Result<Minor | undefined> =>
  given === undefined || given === '' ? ok(undefined) : toShownMinor(given, digits, param);

/** Ids, each once, ascending; at most 1,000 of them. */
export const groupIds = (what: string): Param<readonly number[]> =>
  map(json(Type.Array(Type.Integer(), { maxItems: 1000, description: what })), (given) =>
    ok([...new Set(given)].sort((a, b) => a - b)),
  );
