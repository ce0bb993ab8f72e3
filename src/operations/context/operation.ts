// What an operation is. One exported value per operation; everything else is derived from the table of them.
import type { Session } from '../../domain/cart/session.ts';
import type { Reader, Transaction } from '../../domain/transaction.ts';
import type { ChangelogPage, ChangelogQuery } from '../../engine/audit-pages.ts';
import type { Actor } from '../../engine/actor-table.ts';
import type { EncodedReply, Json } from '../../kernel/json.ts';
import type { ArgsOf, Params } from '../../kernel/params.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import type { SessionCodes } from '../../engine/codes/session-codes.ts';
import type { UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { AccountServices } from './account-services.ts';
import type { Payments } from './payment-services.ts';
import type { DocumentServices } from './document-services.ts';
import type { SlowWork } from './slow-work.ts';

/** What a call may know of its caller and its shop. */
export interface Caller {
  readonly channelId: number;
  /** A valid secret key came with the call: it also sees inactive objects (Decision 6). */
  readonly backOffice: boolean;
  /** What the channel's replies are (Decision 7). */
  readonly output: 'json' | 'xml';
  /** The channel's licence username. */
  readonly username: string;
  /** Of the shopper, where a trusted header says it; '' otherwise. */
  readonly address: string;
}

export interface WebhookServices {
  /** The signing secret as receivers' libraries take it. */
  secretOf(nonce: string): string;
  /** Why an address may not be called; '' where it may. */
  whyNotCallable(url: string): string;
}

/** What a channel's callers send. */
export interface ChannelCredentials {
  readonly username: string;
  readonly password: string;
  readonly secretKey: string;
}

export interface Services {
  readonly codes: SessionCodes;
  /** Random ones; only their digests are ever kept. */
  newCredentials(): ChannelCredentials;
  /** Changes that no snapshot file holds yet. */
  changelogCount(): number;
  /** Who changed what: durable changes only. */
  changelog(query: ChangelogQuery): ChangelogPage;
  /** Words are still being indexed: MATCH is refused. */
  warming(): boolean;
  readonly accounts: AccountServices;
  readonly webhooks: WebhookServices;
  readonly payments: Payments;
  readonly documents: DocumentServices;
  readonly usage: UsageCounter;
  /** The operator's company data is configured (Decision 46). */
  readonly dataComplete: boolean;
}

export interface Context<R extends Reader = Reader> extends Caller {
  readonly shop: R;
  readonly service: Services;
  /** 0 where the operation needs no session, or was sent none. */
  readonly sessionId: number;
  /** The caller's session, without this call's own drafts. */
  readonly session: Session;
  /** The actor behind `session`, for what is derived from its state. */
  readonly sessionActor: Actor;
  /** Set by a view: the text that a search found nothing for. */
  emptySearchText: string;
}

/** Parts of the API, in the order of docs/operations.md: title by name. */
export const AREAS = {
  sessions: 'Sessions',
  categories: 'Categories',
  products: 'Products and contents',
  classes: 'Classes',
  cart: 'Cart',
  orders: 'Orders',
  payment: 'Payment',
  users: 'Users',
  search: 'Search',
  warehouse: 'Warehouse',
  coupons: 'Coupons',
  webhooks: 'Webhooks',
  server: 'Server, channels, reports, several calls in one',
  applications: 'Applications',
} as const;

interface Declared<P extends Params> {
  /** Where docs/operations.md lists it. */
  readonly area: keyof typeof AREAS;
  /** True for what existing clients of this API do not know; absent otherwise. */
  readonly isExtension?: true;
  readonly summary: string;
  /** `secret` needs the secret key; `secret_read` only in a shop that insists (Decision 6). */
  readonly credential: 'licence' | 'secret' | 'secret_read';
  /** `optional`: without one `sessionId` is 0. */
  readonly session: 'none' | 'optional' | 'required';
  readonly params: P;
  /** What its `prepare`, or the promise of its `view`, waits for; absent where neither ever waits. */
  readonly slow?: SlowWork;
  /** The record of a refusal, where it has other members or another `object` than the usual one. */
  readonly failure?: (refusal: Refusal) => Json;
}

export interface ReadOperation<P extends Params> extends Declared<P> {
  readonly effect: 'read';
  /** The reply depends on the parameters and on what was looked at, and on nothing else: its bytes may be kept. */
  readonly cacheable: boolean;
  /** A promise where the reply takes its time elsewhere: a PDF, another server. All looks come before it. */
  view(args: ArgsOf<P>, ctx: Context): Shown | Promise<Shown>;
}

type Shown = Result<Json | EncodedReply>;

export interface WriteOperation<P extends Params, T, W = undefined> extends Declared<P> {
  readonly effect: 'write';
  /** Its reply holds a secret that is shown once: the outcome is not kept, and a repeat is told so (Decision 31). */
  readonly secret?: true | ((args: ArgsOf<P>) => boolean);
  /**
   * What is slow and must come before the decision: a password's hash, a payment provider's answer. The call then
   * begins again from the top with the outcome as data, on the shop as it is by then: `handle` checks all of it again.
   */
  prepare?(args: ArgsOf<P>, ctx: Context): Result<W> | Promise<Result<W>>;
  /** What was prepared is not what is wanted by now: it is prepared once more. */
  isStale?(args: ArgsOf<P>, ctx: Context, prepared: W): boolean;
  /**
   * Drafts the change; what it gives is kept under the idempotency key, so it holds ids and, but for `secret`, no
   * secrets.
   */
  handle(args: ArgsOf<P>, ctx: Context<Transaction>, prepared: W): Result<T>;
  /** The reply to a call with `dry_run`, of which nothing is kept (Decision 32). */
  dryRun?(ctx: Context): Json;
  /** The reply, from the state after the change; `prepared` is there at the first time only, for what is shown once. */
  view(outcome: T, ctx: Context, args: ArgsOf<P>, prepared?: W): Json | EncodedReply;
  /** Whether a call that comes again with its key may still be shown the outcome; why not, where it may not. */
  mayReplay?(outcome: T, ctx: Context, args: ArgsOf<P>): Result<void>;
}

/** Calls other operations, in order, and answers with their replies. */
export interface BatchOperation<P extends Params> extends Declared<P> {
  readonly effect: 'batch';
  calls(args: ArgsOf<P>): Result<readonly BatchCall[]>;
}

export interface BatchCall {
  /** Where the reply stands in the bundle's own. */
  readonly key: string;
  readonly request: string;
  readonly args: { readonly [name: string]: unknown };
}

export type Operation = ReadOperation<Params> | WriteOperation<Params, unknown, unknown> | BatchOperation<Params>;

/** A read whose reply changes only with what it looked at. */
export const read = <P extends Params>(
  given: Omit<ReadOperation<P>, 'effect' | 'cacheable'> & { readonly cacheable?: boolean },
): Operation => ({ cacheable: false, ...given, effect: 'read' }) as unknown as Operation;

export const write = <P extends Params, T, W = undefined>(given: Omit<WriteOperation<P, T, W>, 'effect'>): Operation =>
  ({ ...given, effect: 'write' }) as unknown as Operation;

export const batch = <P extends Params>(given: Omit<BatchOperation<P>, 'effect'>): Operation =>
  ({ ...given, effect: 'batch' }) as unknown as Operation;
export type CallFields = { readonly [name: string]: unknown };
