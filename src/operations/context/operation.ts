// What an operation is: one declaration from which dispatch, documentation, OpenAPI and tests are derived.
// Glossary (docs/internals/glossary.md): back office, operation.
import type { BuiltInRole, FieldGroup } from '../../domain/accounts/role.ts';
import type { Session } from '../../domain/cart/session.ts';
import type { Webhook, WebhookEvent } from '../../domain/webhooks/webhook.ts';
import type { PriceContext } from '../../domain/prices/price-context.ts';
import type { Reader, Transaction } from '../../domain/transaction.ts';
import type { ChangelogPage, ChangelogQuery } from '../../engine/audit/audit-pages.ts';
import type { ReplayRange, Replayed } from '../../engine/delivery/replay-webhook.ts';
import type { WebhookTest } from '../../engine/delivery/test-webhook.ts';
import type { Actor } from '../../engine/actors/actor-table.ts';
import type { Cause } from '../../engine/journal/record.ts';
import type { OpenCarts } from '../../engine/actors/open-carts.ts';
import type { Loss } from '../../engine/recovery/loss.ts';
import type { EncodedReply, Json, Shown } from '../../kernel/json.ts';
import type { ArgsOf, Params, Static, TSchema } from '../../kernel/params.ts';
import type { Code } from '../../kernel/refusals.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import type { SessionCodes } from '../../engine/codes/session-codes.ts';
import type { Searched, UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { AccountServices } from './account-services.ts';
import type { ExportServices } from './export-services.ts';
import type { ImageServices } from './image-services.ts';
import type { PrivacyServices } from './privacy-services.ts';
import type { Rights } from './rights.ts';
import type { MailServices } from './mail-services.ts';
import type { Payments } from './payment-services.ts';
import type { DocumentServices } from './document-services.ts';
import type { SlowWork } from './slow-work.ts';
import type { Answers } from './answers.ts';
import type { Extensions } from '../../kernel/extensions.ts';

/** Who calls in the back office. */
export interface Person {
  readonly userId: number;
  /** Security level of the account, 50 or 100. */
  readonly level: number;
  readonly rights: Rights;
  /** The session of the login. */
  readonly sessionId: number;
}

/** What a call may know of its caller and its shop. */
export interface Caller {
  /** BACK_OFFICE_CHANNEL for a person's. */
  readonly channelId: number;
  /** Undefined for calls with a channel's credentials. */
  readonly person: Person | undefined;
  /** The person's, or those of the channel, whose credentials decide as well. */
  readonly rights: Rights;
  /** A valid secret key came with the call, or a person calls in the back office: it also sees inactive objects. */
  readonly backOffice: boolean;
  /** The format of the channel's replies. */
  readonly output: 'json' | 'xml';
  /** The channel's licence username. */
  readonly username: string;
  /** The shopper's address, if the trusted header `clientAddressHeader` names it; '' otherwise. */
  readonly address: string;
  /** The browser of a login in the back office, such as `Firefox, Linux`; '': unknown, and for every other call. */
  readonly browser: string;
}

export interface WebhookServices {
  /** The signing secret of a webhook, in the form that Standard Webhooks libraries take. */
  secretOf(nonce: string): string;
  /** Members of the object that an event tells of, as a view shows it. */
  membersOf(event: WebhookEvent): readonly string[];
  /** The operation that shows the object of an event. */
  operationShowing(event: WebhookEvent): string;
  /** Why an address may not be called; '' if it may. */
  whyNotCallable(url: string): string;
  /** See replayWebhook. */
  replay(webhookId: number, range: ReplayRange, cause: Cause): Promise<Result<Replayed>>;
  /** Calls the receiver of a webhook with a target now, as a test that changes nothing. Never rejects. */
  test(webhook: Webhook, nowMs: number): Promise<WebhookTest>;
}

/** What the calls of a channel send as its credentials. */
export interface ChannelCredentials {
  readonly username: string;
  readonly password: string;
  readonly secretKey: string;
}

/** What an operator must know of the store while it is served. */
interface StoreStatus {
  /** Records that no snapshot file holds yet. */
  readonly recordsSinceSnapshot: number;
  /** Milliseconds since the newest snapshot file was written; undefined without one. */
  readonly snapshotAgeMs: number | undefined;
  /** Attempts to write one since then that failed. */
  readonly snapshotFailures: number;
  /** Why changes are refused; undefined while they are taken. */
  readonly writeRefusal: Refusal | undefined;
  /** The system's clock minus the time of records in milliseconds; 0 while they agree. */
  readonly clockJumpMs: number;
  /** The true time is not before this; 0: no time is confirmed yet. */
  readonly confirmedMs: number;
  /** What a recovery lost last; undefined where nothing was lost, or its file was taken away. */
  readonly loss: Loss | undefined;
}

export interface Services {
  readonly codes: SessionCodes;
  /** Random credentials; only their digests are ever stored. */
  newCredentials(): ChannelCredentials;
  storeStatus(): StoreStatus;
  /** A page of the audit log; durable changes only. */
  changelog(query: ChangelogQuery): ChangelogPage;
  /** Whether words are still being indexed, so that MATCH is refused. */
  warming(): boolean;
  readonly accounts: AccountServices;
  readonly privacy: PrivacyServices;
  readonly images: ImageServices;
  readonly exports: ExportServices;
  readonly webhooks: WebhookServices;
  readonly openCarts: Pick<OpenCarts, 'isComplete' | 'totals' | 'first' | 'drafts'>;
  readonly payments: Payments;
  readonly documents: DocumentServices;
  readonly mail: MailServices;
  readonly usage: UsageCounter;
  /** Undefined: the shop has none. */
  readonly extensions: Extensions | undefined;
  /** Undefined if a channel may open one more session. Refuses: SESSION_LIMIT_REACHED. */
  readonly sessionRefusal: (channelId: number) => Refusal | undefined;
}

/** Whose prices an operation shows. */
export interface Buyer {
  readonly prices: PriceContext;
  /** The arguments that the reply depends on besides. */
  readonly rest: object;
  /** They are those of a session, which may be another's after the next call. */
  readonly isOfSession: boolean;
}

export interface Context<R extends Reader = Reader> extends Caller {
  readonly shop: R;
  readonly service: Services;
  /** 0 if the operation needs no session, or was sent none. */
  readonly sessionId: number;
  /** The caller's session before this call's own change. */
  readonly session: Session;
  /** The actor behind `session`, for what is derived from its state. */
  readonly sessionActor: Actor;
  /** What extensions say to the call; undefined: the shop has none. */
  readonly answers: Answers | undefined;
  /** The record of this call's change, for its view; 0: there is none, or the reply repeats that of an earlier call. */
  readonly recordSeq: number;
  /** For whom the prices of the reply are; a guest's in the shop's country, unless the operation has a `buyer`. */
  prices: PriceContext;
  /** Set by a view of a product search for words: what is counted for reports. */
  searched: Searched | undefined;
}

/** Parts of the API, in the order of docs/reference/operations.md: title by name. */
export const AREAS = {
  sessions: 'Sessions',
  categories: 'Categories',
  products: 'Products and contents',
  classes: 'Classes',
  records: 'Records of classes of the shop’s own',
  cart: 'Cart',
  orders: 'Orders',
  payment: 'Payment',
  users: 'Users',
  search: 'Search',
  warehouse: 'Warehouse',
  coupons: 'Coupons',
  prices: 'Prices and promotions',
  webhooks: 'Webhooks',
  server: 'Server, channels, reports, several calls in one',
  applications: 'Applications',
  roles: 'Roles',
} as const;

/** A reply as a view gives it. */
type ShownReply<S extends TSchema> = Shown<Static<S>> | EncodedReply<Static<S>>;

interface Declared<P extends Params, S extends TSchema> {
  /** Where docs/reference/operations.md lists it. */
  readonly area: keyof typeof AREAS;
  /** True for operations that Kontor adds to the API it is compatible with. */
  readonly isExtension?: true;
  readonly summary: string;
  /** `secret` needs the secret key; `secret_read` only if the setting `strictSecretKey` is on. */
  readonly credential: 'licence' | 'secret' | 'secret_read';
  /** `optional`: without one `sessionId` is 0. */
  readonly session: 'none' | 'optional' | 'required';
  /**
   * Who may call it in the back office, at least; absent: administrators, where it needs the secret key and writes,
   * and managers otherwise.
   */
  readonly level?: 'manager' | 'administrator';
  /** Built-in roles that hold it besides those that hold its part of the API (role-table.ts). */
  readonly roles?: readonly BuiltInRole[];
  /** Groups of fields that it shows where nothing can be left out: in a document, a message, a sentence. */
  readonly leaks?: 'all' | readonly FieldGroup[];
  /** Every role holds it: it is about the caller alone, or says what anybody may know. */
  readonly isForAll?: true;
  readonly params: P;
  /** What it refuses with, besides what its declaration says already (refusals-of.ts). */
  readonly refusals?: readonly Code[];
  /** The reply of a call that succeeds: its members, in their order. */
  readonly reply: S;
  /** What its `prepare`, or the promise of its `view`, waits for; absent if neither ever waits. */
  readonly slow?: SlowWork;
  /** It ends a purchase: under load it goes before every other call. */
  readonly urgent?: true;
  /** The reply of a call that is refused, if it has other members or another `object` than the usual one. */
  readonly failure?: Failure;
  /** Why it is no part of an atomic aggregate, where nothing else that it declares says so (together.ts). */
  readonly alone?: string;
}

export interface Failure {
  readonly reply: TSchema;
  view(refusal: Refusal): Json;
}

export interface ReadOperation<P extends Params, S extends TSchema = TSchema> extends Declared<P, S> {
  readonly effect: 'read';
  /** The reply depends on parameters and read set only, so its bytes may be cached. */
  readonly cacheable: boolean;
  /** Asked before the cache, so that callers of the same prices share a reply. Absent: it shows none. */
  buyer?(args: ArgsOf<P>, ctx: Context): Result<Buyer>;
  /** A promise if the reply takes its time elsewhere (a PDF, another server); nothing is read after it is returned. */
  view(args: ArgsOf<P>, ctx: Context): Result<ShownReply<NoInfer<S>>> | Promise<Result<ShownReply<NoInfer<S>>>>;
}

export interface WriteOperation<P extends Params, T, W = undefined, S extends TSchema = TSchema> extends Declared<
  P,
  S
> {
  readonly effect: 'write';
  /** Its reply holds a secret that is shown once: a replay is refused with IDEMPOTENCY_RESULT_GONE. */
  readonly secret?: true | ((args: ArgsOf<P>) => boolean);
  /**
   * What is slow and must come before the decision: a password's hash, a payment provider's answer. The call then
   * restarts with the outcome as data, on the shop as it is by then, so `handle` must check everything again.
   */
  prepare?(args: ArgsOf<P>, ctx: Context): Result<W> | Promise<Result<W>>;
  /** Whether the shop has changed so that what was prepared is no longer what is wanted; it is prepared once more. */
  isStale?(args: ArgsOf<P>, ctx: Context, prepared: W): boolean;
  /**
   * Decides the change on a unit of work. The outcome is stored under the idempotency key, so it holds ids and, except
   * with `secret`, no secrets.
   */
  handle(args: ArgsOf<P>, ctx: Context<Transaction>, prepared: W): Result<T>;
  /** The reply to a call with `dry_run`, from the state as the change would leave it; the change is discarded. */
  dryRun?(ctx: Context, outcome: T, args: ArgsOf<P>): ShownReply<NoInfer<S>>;
  /** The reply, from the state after the change; `prepared` is absent when a call is replayed. */
  view(outcome: T, ctx: Context, args: ArgsOf<P>, prepared?: W): ShownReply<NoInfer<S>>;
  /** What a refusal leaves recorded, in a record of its own before it is answered; nothing by default. */
  recordRefusal?(refusal: Refusal, ctx: Context<Transaction>): Result<void>;
  /** Whether a call that comes again with its key may still get the reply; the refusal if not. */
  mayReplay?(outcome: T, ctx: Context, args: ArgsOf<P>): Result<void>;
}

/** An operation that calls others, in order, and answers with their replies. */
export interface AggregateOperation<P extends Params> extends Declared<P, TSchema> {
  readonly effect: 'aggregate';
  /** Whether its calls are decided as one (atomic-calls.ts). Refuses what is not sent together. */
  together(args: ArgsOf<P>): Result<{ readonly isAtomic: boolean; readonly isDryRun: boolean }>;
  calls(args: ArgsOf<P>): Result<readonly AggregateCall[]>;
}

export interface AggregateCall {
  /** The member of the aggregate's reply that holds this call's reply. */
  readonly key: string;
  readonly request: string;
  readonly args: { readonly [name: string]: unknown };
}

export type Operation = ReadOperation<Params> | WriteOperation<Params, unknown, unknown> | AggregateOperation<Params>;

type Member = keyof ReadOperation<Params> | keyof WriteOperation<Params, unknown> | keyof AggregateOperation<Params>;

/**
 * Every operation has all members in one order, undefined where it lacks one: dispatch reads a dozen of them for a
 * call, and V8 would search for each in as many shapes as there are operations.
 */
const LACKING: { readonly [member in Member]: undefined } = {
  effect: undefined,
  area: undefined,
  isExtension: undefined,
  summary: undefined,
  credential: undefined,
  session: undefined,
  level: undefined,
  roles: undefined,
  leaks: undefined,
  isForAll: undefined,
  params: undefined,
  refusals: undefined,
  reply: undefined,
  slow: undefined,
  urgent: undefined,
  failure: undefined,
  alone: undefined,
  cacheable: undefined,
  buyer: undefined,
  view: undefined,
  secret: undefined,
  prepare: undefined,
  isStale: undefined,
  handle: undefined,
  dryRun: undefined,
  recordRefusal: undefined,
  mayReplay: undefined,
  together: undefined,
  calls: undefined,
};

/** Declares an operation that changes nothing; not cacheable unless it says so. */
export const read = <P extends Params, S extends TSchema>(
  given: Omit<ReadOperation<P, S>, 'effect' | 'cacheable'> & { readonly cacheable?: boolean },
): Operation => ({ ...LACKING, cacheable: false, ...given, effect: 'read' }) as unknown as Operation;

export const write = <P extends Params, S extends TSchema, T, W = undefined>(
  given: Omit<WriteOperation<P, T, W, S>, 'effect'>,
): Operation => ({ ...LACKING, ...given, effect: 'write' }) as unknown as Operation;

export const aggregateOperation = <P extends Params>(given: Omit<AggregateOperation<P>, 'effect'>): Operation =>
  ({ ...LACKING, ...given, effect: 'aggregate' }) as unknown as Operation;
export type CallFields = { readonly [name: string]: unknown };
