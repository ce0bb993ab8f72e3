// A client of etcd's JSON gateway (etcd 3.4 and later).
//
// Each call is one attempt at one member, within a time limit. It ends in one of three ways: with an answer; with
// EtcdRefused, where etcd names a reason; with EtcdSilent, after which nobody knows what was done. A call refused for
// an outdated token is made once more with a new one. An answer of another cluster than the first counts as no answer.
// Not promised: that one call tries several members. The next call goes to another one.
import { AnswerTooLong, EtcdRefused, EtcdSilent, errorOf } from './answers.ts';
import type { Answer, LeaseAnswer, RangeAnswer, StatusAnswer, TokenAnswer, TxnAnswer, WatchAnswer } from './answers.ts';
import { linesOf } from './lines.ts';
import { Members } from './members.ts';
import type { Member, MemberOptions } from './members.ts';
import { watchOf } from './requests.ts';
import type { KeyRange } from './requests.ts';

export interface EtcdOptions extends MemberOptions {
  readonly user?: { readonly name: string; readonly password: string };
  /** Cluster that answers must come from; by default that of the first answer. */
  readonly clusterId?: string;
}

/** Limit of an answer whose caller gives none; far above etcd's own default limit of a value. */
const ANSWER_BYTES_MAX = 67_108_864;
const OK = 200;
const SAID_CHARACTERS_MAX = 200;
/** Bytes per millisecond of extra time for a long body: 40 Mbit/s. */
const BODY_BYTES_PER_MS = 5_000;
const AUTHENTICATE = '/v3/auth/authenticate';

/** Answer of a stream. Its last line says in `error` why it ends; answers that are no stream say it beside `error`. */
interface StreamAnswer {
  readonly result?: WatchAnswer;
  readonly error?: { readonly message?: string };
  readonly message?: string;
}

interface MemberStatus {
  readonly url: string;
  readonly status: StatusAnswer | Error;
  /** The member's clock minus this one's in milliseconds, within three quarters of a second; undefined: unknown. */
  readonly offsetMs: number | undefined;
}

type Headers = { readonly [name: string]: string };

export class EtcdClient {
  /** Id of the cluster; '' before the first answer. */
  clusterId: string;
  private token: Promise<string> | undefined;
  private readonly members: Members;
  private readonly user: EtcdOptions['user'];

  constructor(options: EtcdOptions) {
    this.members = new Members(options);
    this.user = options.user;
    this.clusterId = options.clusterId ?? '';
  }

  /** Runs a transaction. `body`: made by `txn` of requests.ts. Throws AnswerTooLong. */
  txn(body: string, bytesMax = ANSWER_BYTES_MAX): Promise<TxnAnswer> {
    return this.call('/v3/kv/txn', body, bytesMax);
  }

  /** Reads a key, linearizably. */
  range(key: string): Promise<RangeAnswer> {
    return this.call('/v3/kv/range', `{"key":"${key}"}`);
  }

  deleteRange({ key, end }: Required<KeyRange>): Promise<Answer> {
    return this.call('/v3/kv/deleterange', `{"key":"${key}","range_end":"${end}"}`);
  }

  /** Compacts the store. Refused with `compacted` where that was done before. */
  compact(revision: number): Promise<Answer> {
    return this.call('/v3/kv/compaction', `{"revision":"${revision}"}`);
  }

  leaseGrant(ttlSeconds: number): Promise<LeaseAnswer> {
    return this.call('/v3/lease/grant', `{"TTL":"${ttlSeconds}"}`);
  }

  /** Renews a lease. Returns false if it has ended. */
  async leaseKeepAlive(id: string): Promise<boolean> {
    const { result } = await this.call<{ result?: LeaseAnswer }>('/v3/lease/keepalive', `{"ID":"${id}"}`);
    return result?.TTL !== undefined;
  }

  /** Status of every member, with its URL; an error where it did not answer. */
  statuses(): Promise<readonly MemberStatus[]> {
    return Promise.all(
      this.members.all.map(async (member) => {
        let date = '';
        const sentMs = Date.now();
        const answer = this.callAt<StatusAnswer>(member, '/v3/maintenance/status', '{}', ANSWER_BYTES_MAX, (said) => {
          date = said;
        });
        const status = await answer.catch((error: unknown) => error as Error);
        return { url: member.url, status, offsetMs: offsetBy(date, sentMs, Date.now()) };
      }),
    );
  }

  /**
   * Events from `revision` on, at one member, until it fails (EtcdSilent, EtcdRefused) or `stop` is aborted. A member
   * that has lost the others ends the stream instead of being silent. An abort whose reason is EtcdSilent is a failure
   * of the member, and is thrown.
   */
  async *watch(keys: KeyRange, revision: number, stop: AbortSignal): AsyncGenerator<WatchAnswer> {
    const authorization = await this.authorization();
    const member = this.members.choose();
    const abort = new AbortController();
    const end = (): void => abort.abort(stop.reason);
    stop.addEventListener('abort', end);
    const silent = new EtcdSilent(`${member.url} gave no stream in time`);
    const giveUp = setTimeout(() => abort.abort(silent), this.members.limitMs(member));
    try {
      if (stop.aborted) return;
      const headers = { 'grpc-metadata-hasleader': 'true', ...authorization };
      const { body } = await send(member, '/v3/watch', watchOf(keys, revision), headers, abort.signal);
      for await (const line of linesOf(body, ANSWER_BYTES_MAX)) {
        const answer = this.watched(line);
        clearTimeout(giveUp);
        yield answer;
      }
      throw new EtcdSilent(`${member.url} has ended the stream`);
    } catch (error) {
      if (stop.aborted && !(stop.reason instanceof EtcdSilent)) return;
      const why = abort.signal.reason instanceof EtcdSilent ? abort.signal.reason : asEtcdError(error, member);
      // A stream is refused with this reason for an outdated token, too.
      if (why instanceof EtcdRefused && why.reason === 'permission_denied') this.token = undefined;
      if (why instanceof EtcdSilent) this.members.noteFailure(member, why === silent);
      throw why;
    } finally {
      clearTimeout(giveUp);
      stop.removeEventListener('abort', end);
      abort.abort();
    }
  }

  close(): Promise<void> {
    return this.members.close();
  }

  private watched(line: string): WatchAnswer {
    const { result, error, message } = JSON.parse(line) as StreamAnswer;
    if (result === undefined) throw errorOf(message ?? error?.message ?? 'a stream without an answer');
    if (result.compact_revision !== undefined) throw new EtcdRefused('compacted', 'the revision has been compacted');
    if (result.canceled === true) throw errorOf(result.cancel_reason ?? 'the stream was cancelled');
    this.mustBeOurs(result);
    return result;
  }

  private async call<T = Answer>(path: string, body: string, bytesMax = ANSWER_BYTES_MAX): Promise<T> {
    try {
      return await this.callAt<T>(this.members.choose(), path, body, bytesMax);
    } catch (error) {
      if (this.user === undefined || !(error instanceof EtcdRefused) || error.reason !== 'token_invalid') throw error;
      this.token = undefined;
      return this.callAt<T>(this.members.choose(), path, body, bytesMax);
    }
  }

  /** Calls one member. `dated` gets the date of the answer. */
  private async callAt<T>(
    member: Member,
    path: string,
    body: string,
    bytesMax: number,
    dated?: (date: string) => void,
  ): Promise<T> {
    const headers = path === AUTHENTICATE ? {} : await this.authorization();
    const startMs = performance.now();
    const limitMs = this.members.limitMs(member) + body.length / BODY_BYTES_PER_MS;
    const abort = new AbortController();
    const giveUp = setTimeout(() => abort.abort(), limitMs);
    try {
      const { statusCode, headers: said, body: stream } = await send(member, path, body, headers, abort.signal);
      dated?.(String(said['date'] ?? ''));
      const text = await textOf(stream, bytesMax);
      const answer = parsed(text) as T & { readonly message?: string; readonly result?: Answer } & Answer;
      if (statusCode !== OK) throw errorOf(answer.message ?? `HTTP ${statusCode}`);
      this.mustBeOurs(answer.result ?? answer);
      this.members.noteAnswer(member, performance.now() - startMs);
      return answer;
    } catch (error) {
      const late = new EtcdSilent(`${member.url} gave no answer in ${Math.round(limitMs)} ms`);
      const why = abort.signal.aborted ? late : asEtcdError(error, member);
      if (why instanceof EtcdSilent) this.members.noteFailure(member, why === late);
      throw why;
    } finally {
      clearTimeout(giveUp);
    }
  }

  private async authorization(): Promise<Headers> {
    if (this.user === undefined) return {};
    if (this.token === undefined) {
      const user = JSON.stringify(this.user);
      const answer = this.callAt<TokenAnswer>(this.members.choose(), AUTHENTICATE, user, ANSWER_BYTES_MAX);
      const token = answer.then((one) => one.token);
      this.token = token;
      token.catch(() => {
        if (this.token === token) this.token = undefined;
      });
    }
    return { authorization: await this.token };
  }

  private mustBeOurs({ header }: Answer): void {
    const id = header?.cluster_id;
    if (id === undefined) throw new EtcdSilent('an answer without the id of its cluster');
    if (this.clusterId === '') this.clusterId = id;
    if (id !== this.clusterId) throw new EtcdSilent(`cluster ${id} has answered instead of ${this.clusterId}`);
  }
}

/** Duration from which an answer tells too little about the clock. */
const DATED_MS_MAX = 500;

/** Offset of another machine's clock by its date in whole seconds; undefined where it cannot be told. */
const offsetBy = (date: string, sentMs: number, gotMs: number): number | undefined => {
  const secondMs = Date.parse(date);
  if (Number.isNaN(secondMs) || gotMs - sentMs > DATED_MS_MAX) return undefined;
  return secondMs + 500 - (sentMs + gotMs) / 2;
};

const send = (member: Member, path: string, body: string, more: Headers, signal: AbortSignal) =>
  member.pool.request({ path, method: 'POST', headers: { 'content-type': 'application/json', ...more }, body, signal });

const asEtcdError = (error: unknown, member: Member): EtcdRefused | EtcdSilent | AnswerTooLong => {
  if (error instanceof EtcdRefused || error instanceof EtcdSilent || error instanceof AnswerTooLong) return error;
  return new EtcdSilent(`${member.url}: ${(error as Error).message}`);
};

/** The gateway refuses some clients before it speaks JSON. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`it answers ${JSON.stringify(text.slice(0, SAID_CHARACTERS_MAX))}`);
  }
};

const textOf = async (stream: AsyncIterable<Buffer>, bytesMax: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop ends the connection: what exceeds the limit is not read.
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > bytesMax) throw new AnswerTooLong(`the answer is longer than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)).toString('latin1');
};
