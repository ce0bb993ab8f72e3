// One call from fields to reply, top to bottom: find → credential → repeat → session → parameters → handle → view → gate.
import { createHmac } from 'node:crypto';
import type { Session } from '../domain/session.ts';
import { checkLive } from '../domain/session.ts';
import type { Reader } from '../domain/transaction.ts';
import type { Outcome, RememberedCall } from '../domain/call.ts';
import type { Channel } from '../domain/channel.ts';
import type { Engine } from '../engine/engine.ts';
import type { Waiter } from '../engine/gate.ts';
import { KeptReplies } from '../engine/kept.ts';
import type { Look } from '../engine/look.ts';
import type { Cause } from '../engine/record.ts';
import type { Actor } from '../engine/table.ts';
import { toBody, toJson } from '../kernel/json.ts';
import { isAbsent, readParams } from '../kernel/params.ts';
import type { Params } from '../kernel/params.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import { Fault, errorRecord, must, ok, refuse, shown } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import { ChannelKeys, sameDigest, textOf } from './channel-keys.ts';
import type { Caller, Context, Operation, ServiceFacts, WriteOperation } from './operation.ts';
import { PLANNED } from './planned.ts';
import { OPERATIONS } from './registry.ts';

/** Where a reply goes; called once. */
export type Send = (status: number, body: string | Uint8Array) => void;

export type CallFields = { readonly [name: string]: unknown };

export interface DispatchOptions {
  readonly engine: Engine;
  readonly service: ServiceFacts;
  /** Hexadecimal; keys the digests of idempotency keys and parameters. */
  readonly storeKey: string;
  readonly strictSecretKey: boolean;
  readonly keptBytesMax: number;
  readonly idempotencyKeysMax: number;
  readonly idempotencyMs: number;
  /** A fault of a call; the id also stands in the reply's detail. */
  readonly logFault: (id: string, operation: string, error: unknown) => void;
}

class PendingReply implements Waiter {
  private readonly send: Send;
  private readonly status: number;
  private readonly body: string | Uint8Array;

  constructor(send: Send, status: number, body: string | Uint8Array) {
    this.send = send;
    this.status = status;
    this.body = body;
  }

  release(): void {
    this.send(this.status, this.body);
  }

  fail(): void {
    const refusal = refuse('JOURNAL_FAILED');
    this.send(REFUSALS.JOURNAL_FAILED.status, toJson(errorRecord(refusal)));
  }
}

type Args = { readonly [name: string]: unknown };
type Write = WriteOperation<Params, unknown>;

class CallContext<R extends Reader> implements Context<R> {
  readonly channelId: number;
  readonly backOffice: boolean;
  readonly shop: R;
  readonly service: ServiceFacts;
  private readonly opened: Actor | undefined;

  constructor({ channelId, backOffice }: Caller, shop: R, service: ServiceFacts, opened: Actor | undefined) {
    this.channelId = channelId;
    this.backOffice = backOffice;
    this.shop = shop;
    this.service = service;
    this.opened = opened;
  }

  get sessionId(): number {
    return this.opened?.id ?? 0;
  }

  get sessionActor(): Actor {
    must(this.opened !== undefined, 'the operation does not declare that it needs a session');
    return this.opened;
  }

  get session(): Session {
    return this.sessionActor.state as Session;
  }
}

export class Dispatch {
  private readonly options: DispatchOptions;
  private readonly engine: Engine;
  private readonly kept: KeptReplies;
  private readonly channels = new ChannelKeys();
  private faults = 0;

  constructor(options: DispatchOptions) {
    this.options = options;
    this.engine = options.engine;
    this.kept = new KeptReplies(options.keptBytesMax);
  }

  /**
   * Answers a call whose very bytes were answered before, when nothing that answer was made from has changed since,
   * the caller's credentials included. False: it must be decoded.
   */
  again(bytes: string, send: Send): boolean {
    const kept = this.kept.find(bytes);
    if (kept !== undefined) this.reply(kept.seenSeq, 200, kept.bytes, send);
    return kept !== undefined;
  }

  /**
   * Answers exactly once, when everything that the reply saw is on the disk.
   *
   * `bytes`: the call as sent, where its encoding has one form only; '' otherwise.
   */
  call(fields: CallFields, idempotencyKey: string, send: Send, bytes = ''): void {
    const name = textOf(fields['request']);
    const look = this.engine.look();
    try {
      this.answer(name, fields, idempotencyKey, look, send, bytes);
    } catch (error) {
      send(200, this.fault(name, error, 'Nothing was changed.'));
    }
  }

  private fault(name: string, error: unknown, stands: string): string {
    this.faults += 1;
    const id = `${Date.now().toString(36)}-${this.faults}`;
    this.options.logFault(id, OPERATIONS.has(name) ? name : 'unknown', error);
    return toJson(errorRecord(refuse('INTERNAL_ERROR', '', `${stands} ${REFUSALS.INTERNAL_ERROR.sentence} Fault ${id}.`)));
  }

  private answer(
    name: string,
    fields: CallFields,
    idempotencyKey: string,
    look: Look,
    send: Send,
    bytes: string,
  ): void {
    const operation = OPERATIONS.get(name);
    if (operation?.effect === 'read' && operation.kept) look.noted = [];
    const caller = this.authorise(fields, operation, look);
    if (!caller.ok) return this.refused(operation, caller, look.seenSeq, send);
    if (operation === undefined) return this.refused(operation, unknownOperation(name), look.seenSeq, send);
    if (operation.effect === 'read') return this.read(name, operation, fields, caller.value, look, send, bytes);
    if (this.engine.overloaded) return this.refused(operation, refuse('OVERLOADED'), 0, send);
    const key = keyOf(fields, idempotencyKey);
    if (!key.ok) return this.refused(operation, key, look.seenSeq, send);
    return this.write(name, operation, fields, key.value, caller.value, look, send);
  }

  /** Decision 6. Refuses: PERMISSION_DENIED. */
  private authorise(fields: CallFields, operation: Operation | undefined, look: Look): Result<Caller> {
    const { licence_username: username, licence_password: password, licence_secret_key: secretKey } = fields;
    const actor = this.channels.open(textOf(username), textOf(password), look);
    const channel = actor?.state as Channel | undefined;
    if (actor === undefined || !channel!.active) return refuse('PERMISSION_DENIED');
    const sent = !isAbsent(secretKey);
    if (sent && !sameDigest(textOf(secretKey), channel!.digests.secretKey)) return refuse('PERMISSION_DENIED');
    const needed =
      operation?.credential === 'secret' || (operation?.credential === 'secret_read' && this.options.strictSecretKey);
    if (needed && !sent) return refuse('PERMISSION_DENIED', 'licence_secret_key', 'This operation needs the secret key.');
    return ok({ channelId: actor.id, backOffice: sent });
  }

  private read(
    name: string,
    operation: Extract<Operation, { effect: 'read' }>,
    fields: CallFields,
    caller: Caller,
    look: Look,
    send: Send,
    bytes: string,
  ): void {
    const opened = this.openSession(operation, fields, caller, look);
    if (!opened.ok) return this.refused(operation, opened, look.seenSeq, send);
    const args = readParams(operation.params, fields);
    if (!args.ok) return this.refused(operation, args, look.seenSeq, send);
    const key = operation.kept ? keptKey(name, caller, args.value) : '';
    const kept = key === '' ? undefined : this.kept.get(key);
    if (kept !== undefined) {
      if (bytes !== '') this.kept.name(key, bytes);
      return this.reply(Math.max(kept.seenSeq, look.seenSeq), 200, kept.bytes, send);
    }
    const result = operation.view(args.value, new CallContext(caller, look, this.options.service, opened.value));
    if (!result.ok) return this.refused(operation, result, look.seenSeq, send);
    const body = toBody(result.value);
    if (key === '') return this.reply(look.seenSeq, 200, body, send);
    const reply = Buffer.from(body);
    this.kept.set(key, reply, look.seenSeq, look.noted ?? []);
    if (bytes !== '') this.kept.name(key, bytes);
    return this.reply(look.seenSeq, 200, reply, send);
  }

  private write(name: string, operation: Write, fields: CallFields, key: string, caller: Caller, look: Look, send: Send): void {
    const { engine, options } = this;
    const refused = (refusal: Refusal, seenSeq: number): void => this.refused(operation, refusal, seenSeq, send);
    const opened = this.openSession(operation, fields, caller, look);
    if (!opened.ok) return refused(opened, look.seenSeq);
    const args = readParams(operation.params, fields);
    if (!args.ok) return refused(args, look.seenSeq);
    const actor = opened.value;
    const rehearse = args.value['dry_run'] === true ? operation.rehearse : undefined;
    const remembered = key === '' || rehearse !== undefined ? undefined : this.digests(name, caller, actor, key, args.value);
    const before = remembered && this.recall(look, remembered);
    if (before !== undefined) {
      if (!before.ok) return refused(before, look.seenSeq);
      return this.repeat(operation, before.value, args.value, caller, actor, look, send);
    }

    const cause: Cause = {
      operation: name,
      channelId: caller.channelId,
      sessionId: actor?.id ?? 0,
      userId: (actor?.state as Session | undefined)?.userId ?? 0,
    };
    const drafts = engine.begin();
    const result = operation.handle(args.value, new CallContext(caller, drafts, options.service, actor));
    if (!result.ok) {
      if (remembered !== undefined) this.remember(remembered, result, cause);
      return refused(result, remembered === undefined ? Math.max(drafts.seenSeq, look.seenSeq) : engine.head);
    }
    const ctx = new CallContext(caller, look, options.service, actor);
    if (rehearse !== undefined) return this.reply(Math.max(drafts.seenSeq, look.seenSeq), 200, toJson(rehearse(ctx)), send);
    if (remembered !== undefined) {
      const kept = drafts.create('call', rememberCommand(remembered, { value: result.value ?? null }, options));
      must(kept.ok, 'a call is always remembered');
    }
    const seq = engine.commit(drafts, cause);
    // The view looks at the state after the change, which stands whatever becomes of the view.
    let body: string | Uint8Array;
    try {
      body = toBody(operation.view(result.value, ctx, args.value));
    } catch (error) {
      body = this.fault(name, error, 'The change was made.');
    }
    return this.reply(Math.max(seq, drafts.seenSeq, look.seenSeq), 200, body, send);
  }

  /** Finds the session and, at most once an hour, writes its later end. Refuses: PARAMETER_MISSING, SESSION_INVALID. */
  private openSession(operation: Operation, fields: CallFields, caller: Caller, look: Look): Result<Actor | undefined> {
    if (operation.session === 'none') return NO_SESSION;
    const code = fields['session'];
    if (code === undefined || code === null || code === '') return refuse('PARAMETER_MISSING', 'session', 'The parameter session is required.');
    const actor = this.options.service.codes.open(look, code);
    if (actor === undefined) return refuse('SESSION_INVALID', 'session');
    const session = actor.state as Session;
    const live = checkLive(session, look.atMs);
    if (!live.ok) return live;
    const { sessionMsMax, sessionTouchMs } = this.engine.rules;
    if (session.expiresMs - look.atMs <= sessionMsMax - sessionTouchMs) {
      const cause: Cause = { operation: 'session', channelId: caller.channelId, sessionId: actor.id, userId: session.userId };
      this.engine.transact(cause, (tx) => tx.ask('session', actor.id, { type: 'touch', lifeMs: sessionMsMax }));
      look.see(actor);
    }
    return ok(actor);
  }

  private refused(operation: Operation | undefined, refusal: Refusal, seenSeq: number, send: Send): void {
    const { status } = REFUSALS[refusal.code];
    const record = status === 200 && operation?.failure !== undefined ? operation.failure(refusal) : errorRecord(refusal);
    this.reply(seenSeq, status, toJson(record), send);
  }

  private reply(seenSeq: number, status: number, body: string | Uint8Array, send: Send): void {
    if (seenSeq <= this.engine.durableSeq) send(status, body);
    else this.engine.wait(seenSeq, new PendingReply(send, status, body));
  }

  // --- idempotency keys (Decision 31) ---

  private digest(text: string): string {
    return createHmac('sha256', Buffer.from(this.options.storeKey, 'hex')).update(text).digest('base64url');
  }

  private digests(name: string, { channelId }: Caller, actor: Actor | undefined, key: string, args: Args): Remembered {
    // Parameters as values, not as bytes: a retry may come in another encoding.
    const session = actor === undefined ? '' : this.options.service.codes.codeOf(actor);
    return {
      keyDigest: this.digest(JSON.stringify(['key', channelId, name, key])),
      paramsDigest: this.digest(JSON.stringify(['params', name, session, args])),
      channelId,
    };
  }

  /** Undefined for a new key. Refuses: IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_LIMIT_REACHED. */
  private recall(look: Look, { keyDigest, paramsDigest, channelId }: Remembered): Result<RememberedCall> | undefined {
    const index = look.index('call');
    const id = index.byKey.get(keyDigest);
    const call = id === undefined ? undefined : look.read('call', id);
    if (call === undefined || call.expiresMs <= look.atMs) {
      look.missed('call');
      return index.count(channelId) < this.options.idempotencyKeysMax ? undefined : refuse('IDEMPOTENCY_LIMIT_REACHED');
    }
    return call.paramsDigest === paramsDigest ? ok(call) : refuse('IDEMPOTENCY_KEY_REUSED', 'idempotency_key');
  }

  private repeat(
    operation: Write,
    { outcome }: RememberedCall,
    args: Args,
    caller: Caller,
    actor: Actor | undefined,
    look: Look,
    send: Send,
  ): void {
    if ('code' in outcome) return this.refused(operation, { ok: false, ...outcome }, look.seenSeq, send);
    const ctx = new CallContext(caller, look, this.options.service, actor);
    const body = toBody(operation.view(outcome.value, ctx, args));
    return this.reply(look.seenSeq, 200, body, send);
  }

  private remember(remembered: Remembered, { code, param, detail }: Refusal, cause: Cause): void {
    const kept = this.engine.transact(cause, (tx) =>
      tx.create('call', rememberCommand(remembered, { code, param, detail }, this.options)),
    );
    must(kept.ok, 'a call is always remembered');
  }
}

const NO_SESSION = ok<Actor | undefined>(undefined);

interface Remembered {
  readonly keyDigest: string;
  readonly paramsDigest: string;
  readonly channelId: number;
}

const rememberCommand = (remembered: Remembered, outcome: Outcome, { idempotencyMs: lifeMs }: DispatchOptions) =>
  ({ type: 'remember', ...remembered, outcome, lifeMs }) as const;

const KEY_LENGTH_MAX = 64;

/** Field before header. Refuses: PARAMETER_INVALID. */
const keyOf = (fields: CallFields, header: string): Result<string> => {
  const field = fields['idempotency_key'];
  const key = isAbsent(field) ? header : typeof field === 'number' ? String(field) : textOf(field);
  return key.length <= KEY_LENGTH_MAX && (isAbsent(field) || key !== '')
    ? ok(key)
    : refuse('PARAMETER_INVALID', 'idempotency_key', `A key is a text of at most ${KEY_LENGTH_MAX} characters.`);
};

const keptKey = (name: string, { channelId, backOffice }: Caller, args: Args): string => {
  return JSON.stringify([name, channelId, backOffice, args]);
};

const unknownOperation = (name: string): Refusal =>
  Object.hasOwn(PLANNED, name)
    ? refuse('OPERATION_NOT_AVAILABLE', 'request', `${name} is specified but not built yet.`)
    : refuse('REQUEST_NOT_VALID', 'request', `There is no operation ${shown(name)}.`);

/** The wiring must not be able to forget an operation. */
export const checkRegistry = (): void => {
  for (const name of OPERATIONS.keys()) if (Object.hasOwn(PLANNED, name)) throw new Fault(`${name} is built and still planned`);
};
