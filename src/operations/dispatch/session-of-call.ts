// Finds the session of a call and keeps it alive.
import { logOut, loginHolds } from '../../domain/accounts/log-in.ts';
import type { Session } from '../../domain/cart/session.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { Actor } from '../../engine/actors/actor-table.ts';
import type { SessionCodes } from '../../engine/codes/session-codes.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ReadContext } from '../../engine/transactions/read-context.ts';
import { isAbsent } from '../../kernel/params.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { CallFields, Caller, Operation } from '../context/operation.ts';

/** Returns the session behind a code, if its login holds, without extending it: only calls extend a session. */
export const loggedInSession = (codes: SessionCodes, reader: ReadContext, code: string): Actor | undefined => {
  const actor = codes.open(reader, code);
  const session = actor?.state as Session | undefined;
  if (session === undefined || session.userId === 0 || reader.atMs >= session.expiresMs) return undefined;
  return loginHolds(reader, session) ? actor : undefined;
};

const NO_SESSION = ok<Actor | undefined>(undefined);

const decide = (
  engine: Engine,
  { channelId }: Caller,
  actor: Actor,
  reader: ReadContext,
  wanted: (tx: Transaction) => Result<void>,
): void => {
  const cause = { operation: 'session', channelId, sessionId: actor.id, userId: (actor.state as Session).userId };
  engine.transact(cause, wanted);
  reader.track(actor);
};

/**
 * Returns the session that the call names; undefined where the operation takes none. Using a session extends it, which
 * is written at most once per `sessionTouchIntervalMs`, or per quarter of its life where that is shorter, and at once
 * where the setting of its life has changed since its last use; a login that a new password has ended ends here.
 * Refuses: PARAMETER_MISSING, SESSION_INVALID; while no change is taken, a login that no longer holds; NOT_LEADER where
 * a follower would have to write.
 */
export const sessionOfCall = (
  engine: Engine,
  codes: SessionCodes,
  operation: Pick<Operation, 'session'>,
  fields: CallFields,
  caller: Caller,
  reader: ReadContext,
): Result<Actor | undefined> => {
  if (operation.session === 'none') return NO_SESSION;
  const code = fields['session'];
  if (operation.session === 'optional' && isAbsent(code)) return NO_SESSION;
  if (code === undefined || code === null || code === '')
    return refuse('PARAMETER_MISSING', 'session', 'The parameter session is required.');
  const actor = codes.open(reader, code);
  if (actor === undefined) return refuse('SESSION_INVALID', 'session');
  const session = actor.state as Session;
  if (reader.atMs >= session.expiresMs) return refuse('SESSION_INVALID', 'session');
  const { sessionTtlMs, draftTtlMs, sessionTouchIntervalMs } = engine.rules;
  const lifeMs = session.isPrepared ? draftTtlMs : sessionTtlMs;
  const hasEnded = session.userId !== 0 && !loginHolds(reader, session);
  const isDue =
    session.expiresMs - reader.atMs <= lifeMs - Math.min(sessionTouchIntervalMs, lifeMs / 4) ||
    (session.lifeMs !== 0 && session.lifeMs !== lifeMs);
  if (!engine.isLeading) return isDue || hasEnded ? refuse('NOT_LEADER') : ok(actor);
  // A session is extended later; a login that has ended must not be used meanwhile.
  if (engine.writeRefusal !== undefined) return hasEnded ? engine.writeRefusal : ok(actor);
  const { id } = actor;
  if (isDue) decide(engine, caller, actor, reader, (tx) => tx.ask('session', id, { type: 'touch', lifeMs }));
  if (hasEnded) decide(engine, caller, actor, reader, (tx) => logOut(tx, id));
  return ok(actor);
};
