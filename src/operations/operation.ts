// What an operation is. One exported value per operation; everything else is derived from the table of them.
import type { Session } from '../domain/session.ts';
import type { Reader, Transaction } from '../domain/transaction.ts';
import type { Actor } from '../engine/table.ts';
import type { Encoded, Json } from '../kernel/json.ts';
import type { ArgsOf, Params } from '../kernel/params.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import type { SessionCodes } from '../engine/session-codes.ts';

/** What a call may know of its caller and its shop. */
export interface Caller {
  readonly channelId: number;
  /** A valid secret key came with the call: it also sees inactive objects (Decision 6). */
  readonly backOffice: boolean;
}

export interface ServiceFacts {
  readonly codes: SessionCodes;
  /** Changes that no snapshot file holds yet. */
  changelogCount(): number;
  /** Words are still being indexed: MATCH is refused. */
  warming(): boolean;
  /** The operator's company data is configured (Decision 46). */
  readonly dataComplete: boolean;
}

export interface Context<R extends Reader = Reader> extends Caller {
  readonly shop: R;
  readonly service: ServiceFacts;
  /** 0 where the operation needs no session. */
  readonly sessionId: number;
  /** The caller's session, without this call's own drafts. */
  readonly session: Session;
  /** The actor behind `session`, for what is derived from its state. */
  readonly sessionActor: Actor;
}

interface Declared<P extends Params> {
  /** The part of the specification, such as `4.6`. */
  readonly spec: string;
  readonly summary: string;
  /** `secret` needs the secret key; `secret_read` only in a shop that insists (Decision 6). */
  readonly credential: 'licence' | 'secret' | 'secret_read';
  readonly session: 'none' | 'required';
  readonly params: P;
  /** Operations that report a verdict keep their `object` when they fail (Decision 4). */
  readonly failure?: (refusal: Refusal) => Json;
}

export interface ReadOperation<P extends Params> extends Declared<P> {
  readonly effect: 'read';
  /** The reply depends on the parameters and on what was looked at, and on nothing else: its bytes may be kept. */
  readonly kept: boolean;
  view(args: ArgsOf<P>, ctx: Context): Result<Json | Encoded>;
}

export interface WriteOperation<P extends Params, T> extends Declared<P> {
  readonly effect: 'write';
  /** Drafts the change; what it gives is kept under the idempotency key, so it holds ids and no secrets. */
  handle(args: ArgsOf<P>, ctx: Context<Transaction>): Result<T>;
  /** The reply to a call with `dry_run`, of which nothing is kept (Decision 32). */
  rehearse?(ctx: Context): Json;
  /** The reply, from the state after the change. */
  view(outcome: T, ctx: Context, args: ArgsOf<P>): Json | Encoded;
}

export type Operation = ReadOperation<Params> | WriteOperation<Params, unknown>;

/** A read whose reply changes only with what it looked at. */
export const read = <P extends Params>(
  given: Omit<ReadOperation<P>, 'effect' | 'kept'> & { readonly kept?: boolean },
): Operation => ({ kept: false, ...given, effect: 'read' }) as unknown as Operation;

export const write = <P extends Params, T>(given: Omit<WriteOperation<P, T>, 'effect'>): Operation =>
  ({ ...given, effect: 'write' }) as unknown as Operation;
