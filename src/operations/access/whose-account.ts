// The account that a call of the back office is about: one's own, or that of somebody else for those who manage people.
import { userOf } from '../../domain/accounts/find-user.ts';
import { int, optional } from '../../kernel/params.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';
import { MANAGES_PEOPLE, mayChangeAccount } from './levels.ts';

export const WHOSE = { id_user: optional(int('user id'), 0, 'the person who calls in the back office') };

/**
 * The account that is meant. `userId`: 0 for the person's own. `what`: what of others wants to manage people. Refuses:
 * PARAMETER_MISSING for a channel that names nobody, USER_NOT_FOUND, PERMISSION_DENIED.
 */
export const accountOf = (ctx: Context, userId: number, what: string): Result<number> => {
  const { person, rights, shop } = ctx;
  const asked = userId === 0 ? (person?.userId ?? 0) : userId;
  if (asked === 0) return refuse('PARAMETER_MISSING', 'id_user', 'The parameter id_user is required.');
  if (asked === person?.userId) return ok(asked);
  if (!rights.may(MANAGES_PEOPLE))
    return refuse('PERMISSION_DENIED', 'id_user', `${what} of others want ${MANAGES_PEOPLE}, which you lack.`);
  const known = userOf(shop, asked);
  const allowed = known.ok ? mayChangeAccount(ctx, asked, known.value) : known;
  return allowed.ok ? ok(asked) : allowed;
};
