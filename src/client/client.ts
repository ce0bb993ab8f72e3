// A typed client of the service, without dependencies: for Node 20 and later, browsers and edge runtimes.
//
//   const shop = createClient({ url, username, password });
//   const cart = await shop.get_cart({ session });
//   if (!cart.ok) throw new Error(cart.code);
//   console.log(cart.value.total);
//
// Guaranteed: a write that is sent again has the same idempotency key, so that it happens once. Members that a newer
// server adds are passed on as they come.
import { events } from './events.ts';
import type { EventsOptions, ShopEvent } from './events.ts';
import { ONCE, WRITES } from './operations.ts';
import type { BulkOperationName, Operations, ServerCode } from './operations.ts';
import { basicOf, send } from './transport.ts';
import type { Sending } from './transport.ts';

export { and, field, like, oneVariation, or } from './constraints.ts';
export type { Constraint } from './constraints.ts';
export { CallFailed } from './transport.ts';
export type * from './operations.ts';
export type { ShopEvent } from './events.ts';

/** Name of an operation, as on the wire. */
export type OperationName = keyof Operations;
/** Parameters of an operation. */
export type Params<N extends OperationName> = Operations[N]['params'];
/** Reply of an operation that was not refused. */
export type Reply<N extends OperationName> = Operations[N]['reply'];
/** Codes that an operation can be refused with. */
export type Code<N extends OperationName> = Operations[N]['code'] | ServerCode;

/** A member that others have changed since the caller saw it. A value that is absent: there is or was none. */
export interface ChangedMember {
  /** Its path in what shows it, such as `values.en_GB.name`. */
  readonly name: string;
  readonly seen?: unknown;
  readonly current?: unknown;
  readonly yours?: unknown;
  /** Its values are too long to stand here. */
  readonly cut?: 1;
}

/** A call that was refused; it has changed nothing. */
export interface Refused<C extends string = string> {
  readonly ok: false;
  readonly code: C;
  /** The parameter or the id that it is about; '' for none. */
  readonly param: string;
  /** One sentence for developers. */
  readonly detail: string;
  /** The present permalink of what had the one that was asked for before; answer with a redirect to it. */
  readonly movedTo?: string;
  /** The record that changed it last, for the next `if_seq`; of CHANGED_MEANWHILE alone. */
  readonly seq?: number;
  /** What others have changed and the call changes as well; absent: it is not known. */
  readonly changed?: readonly ChangedMember[];
}

/** Reply or refusal of one call. */
export type Outcome<N extends OperationName> = { readonly ok: true; readonly value: Reply<N> } | Refused<Code<N>>;

/** Options of one call. */
export interface CallOptions {
  /** Idempotency key of a write: calls with the same key happen once. Absent: each call has a key of its own. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** What became of a call, for logs. */
export interface CallNote {
  readonly operation: string;
  readonly ms: number;
  readonly attempts: number;
  /** Undefined: it succeeded. */
  readonly code: string | undefined;
}

/** Where the server is, and who calls. */
export interface ClientOptions {
  /** Address of the server, such as https://shop.example. */
  readonly url: string;
  /** Credentials of the channel. */
  readonly username: string;
  readonly password: string;
  /** For the back office; never in a browser. */
  readonly secretKey?: string | undefined;
  /** Unknown parameters are refused, with the nearest known name: for development. */
  readonly strict?: boolean | undefined;
  /** Milliseconds that one attempt may take; 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Times that a call which was not answered is sent again; 2. */
  readonly retries?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly onCall?: ((note: CallNote) => void) | undefined;
}

/** A call as a part of an aggregate. */
export interface Part<N extends OperationName = OperationName> {
  readonly request: N;
  readonly args: Params<N>;
}

type Values<P extends readonly Part[]> = { readonly [I in keyof P]: P[I] extends Part<infer N> ? Reply<N> : never };

/** `atomic`: all parts happen, or none. `dryRun`: with it, what would happen. */
export interface AggregateOptions extends CallOptions {
  readonly atomic?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

/** `index`: the part that was refused; those before it stay done, unless the parts are atomic. */
export type AggregateOutcome<P extends readonly Part[]> =
  | { readonly ok: true; readonly value: Values<P> }
  | (Refused & { readonly index: number; readonly done: readonly unknown[] });

/** A line of a bulk call; `key`: it happens once over all calls with this key. */
export type BulkLine<N extends BulkOperationName = BulkOperationName> = Part<N> & { readonly key?: string | undefined };

type Outcomes<L extends readonly BulkLine[]> = {
  readonly [I in keyof L]: L[I] extends Part<infer N> ? Outcome<N> : never;
};

/** Refused: the whole call was, before any line was decided. Otherwise each line has an outcome of its own. */
export type BulkOutcome<L extends readonly BulkLine[]> =
  | { readonly ok: true; readonly value: Outcomes<L> }
  | Refused<ServerCode | 'PERMISSION_DENIED' | 'PARAMETER_INVALID'>;

type Call<N extends OperationName> =
  object extends Params<N>
    ? (params?: Params<N>, options?: CallOptions) => Promise<Outcome<N>>
    : (params: Params<N>, options?: CallOptions) => Promise<Outcome<N>>;

/** One method for each operation, besides `aggregate` and `bulk`. */
export type Client = { readonly [N in OperationName]: Call<N> } & {
  /** Several calls in one, in order; the first that is refused is the last that runs, or nothing happens (`atomic`). */
  aggregate<const P extends readonly Part[]>(parts: P, options?: AggregateOptions): Promise<AggregateOutcome<P>>;
  /**
   * At most 1,000 writes in one call, each decided by itself: one that is refused does not stop the others. Needs the
   * secret key.
   */
  bulk<const L extends readonly BulkLine[]>(lines: L, options?: CallOptions): Promise<BulkOutcome<L>>;
  /** What changes in the shop, from now or from `after` on; it comes back by itself. Needs the secret key. */
  events(options?: EventsOptions): AsyncGenerator<ShopEvent, void>;
};

/** A part of an aggregate, or a line of a bulk call. */
export const part = <N extends OperationName>(request: N, args: Params<N>): Part<N> => ({ request, args });

/**
 * Stands for a value in the reply of an earlier part of an atomic aggregate. `position`: of the part, from 1; `path`:
 * such as `id`, or `coupons.0.code`.
 */
export const ref = <T extends string | number = number>(position: number, path: string): T =>
  `$${position}.${path}` as T;

type Members = { readonly [name: string]: unknown };

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** A form; what null clears can be said in JSON alone. */
const bodyOf = (fields: Members): Pick<Sending, 'body' | 'headers'> =>
  Object.values(fields).includes(null)
    ? { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }
    : { body: formOf(fields) };

const formOf = (fields: Members): URLSearchParams => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, textOf(value));
  return form;
};

/** Refusals have a code in `message`; some operations keep their own `object` and repeat the code in `status`. */
const refusalOf = (reply: Members): Refused | undefined => {
  const { object, status, message, param, detail, moved_to: moved, seq, changed } = reply;
  if (typeof message !== 'string' || message === '' || (object !== 'error' && status !== message)) return undefined;
  const refused = { ok: false, code: message, param: String(param ?? ''), detail: String(detail ?? '') } as const;
  return {
    ...refused,
    ...(typeof moved === 'string' && { movedTo: moved }),
    ...(typeof seq === 'number' && { seq }),
    ...(Array.isArray(changed) && { changed: changed as readonly ChangedMember[] }),
  };
};

/** A line of JSON for each line that was sent, or the one refusal of all of them. */
const readLines = async (answer: Response): Promise<unknown> =>
  answer.status === 200
    ? (await answer.text())
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line))
    : answer.json();

const outcomeOf = (reply: Members): unknown => refusalOf(reply) ?? { ok: true, value: reply };

class Caller {
  private readonly options: ClientOptions;
  private readonly url: string;

  constructor(options: ClientOptions) {
    this.options = options;
    this.url = options.url.replace(/\/+$/, '');
  }

  /** Sends a call, and tells `onCall` what became of it. */
  private async post(
    operation: string,
    sent: Pick<Sending, 'url' | 'headers' | 'body' | 'read'>,
    given: CallOptions,
  ): Promise<unknown> {
    const { options } = this;
    const startedMs = performance.now();
    const { status, body, attempts } = await send({
      ...sent,
      fetch: options.fetch ?? fetch,
      timeoutMs: given.timeoutMs ?? options.timeoutMs ?? 30_000,
      retries: ONCE.has(operation) ? 0 : (options.retries ?? 2),
      signal: given.signal,
    });
    const code = refusalOf(body as Members)?.code ?? (status === 200 ? undefined : String(status));
    options.onCall?.({ operation, ms: performance.now() - startedMs, attempts, code });
    return body;
  }

  async call(request: string, params: Members, given: CallOptions = {}): Promise<Members> {
    const { username, password, secretKey, strict } = this.options;
    const isKeyed = WRITES.has(request) || request === 'aggregate';
    const sent = bodyOf({
      ...params,
      request,
      licence_username: username,
      licence_password: password,
      licence_secret_key: secretKey,
      ...(strict === true && { strict: 1 }),
      ...(isKeyed && { idempotency_key: given.key ?? crypto.randomUUID() }),
    });
    return (await this.post(request, { url: `${this.url}/srv/service/`, ...sent }, given)) as Members;
  }

  async one(request: string, params: Members = {}, given?: CallOptions): Promise<unknown> {
    const reply = await this.call(request, params, given);
    return outcomeOf(reply);
  }

  async bulk(lines: readonly BulkLine[], given: CallOptions = {}): Promise<unknown> {
    const { username, password, secretKey = '', strict } = this.options;
    const headers = {
      'content-type': 'application/x-ndjson',
      authorization: basicOf(username, password),
      'x-licence-secret-key': secretKey,
      'idempotency-key': given.key ?? crypto.randomUUID(),
    };
    const own = strict === true ? { strict: 1 } : {};
    const body = lines
      .map(({ request, args, key }) => JSON.stringify({ ...args, ...own, request, idempotency_key: key }))
      .join('\n');
    const reply = await this.post('bulk', { url: `${this.url}/srv/bulk`, headers, body, read: readLines }, given);
    const refusal = refusalOf(reply as Members);
    return refusal ?? { ok: true, value: (reply as readonly Members[]).map(outcomeOf) };
  }

  async aggregate(parts: readonly Part[], given: AggregateOptions = {}): Promise<unknown> {
    const pipe = Object.fromEntries(parts.map((one, index) => [`p${index}`, one]));
    const atomic = given.atomic === true;
    const whole = { ...(atomic && { atomic: 1 }), ...(given.dryRun === true && { dry_run: 1 }) };
    const reply = await this.call('aggregate', { pipe, ...whole }, given);
    const replies = parts.map((_, index) => reply[`aggregate_p${index}`]);
    const refusal = refusalOf(reply);
    if (refusal === undefined) return { ok: true, value: replies };
    const index = /^p\d+$/.test(refusal.param) ? Number(refusal.param.slice(1)) : -1;
    return { ...refusal, index, done: index < 0 || atomic ? [] : replies.slice(0, index) };
  }

  events(given: EventsOptions = {}): AsyncGenerator<ShopEvent, void> {
    const { username, password, secretKey = '', fetch: own = fetch } = this.options;
    return events({ fetch: own, url: `${this.url}/srv/events`, username, password, secretKey }, given);
  }
}

/** Returns a client; it connects with its first call. */
export const createClient = (options: ClientOptions): Client => {
  const caller = new Caller(options);
  const own: Members = {
    aggregate: caller.aggregate.bind(caller),
    bulk: caller.bulk.bind(caller),
    events: caller.events.bind(caller),
  };
  return new Proxy(own, {
    // A client is no promise: `await createClient(…)` is the client itself.
    get: (target, name) =>
      typeof name === 'symbol' || name === 'then' || Object.hasOwn(target, name)
        ? Reflect.get(target, name)
        : (params?: Members, given?: CallOptions) => caller.one(name, params, given),
  }) as unknown as Client;
};
