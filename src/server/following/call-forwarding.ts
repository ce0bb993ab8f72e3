// Passes calls on to the process that decides, and their replies back, unchanged: calls that change the shop or touch a
// session.
//
// Guaranteed: a call is sent once; a second time only where the connection broke after it was sent and it has an
// idempotency key, under which it acts once, or is a read. While nobody takes calls they wait: a change of the leader
// is a pause and no error. A call that the last leader has not answered is sent to the next one by the same rule. Not
// promised: that a call without a key whose connection broke was not done; its reply says so.
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { IncomingRequest, Reply, RequestHandler } from '../../http/transport/transport.ts';
import { errorBody } from '../../http/transport/error-body.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import type { ReplyStream } from '../../kernel/reply-stream.ts';

/** The header in which the address of a client is passed on. */
export const CLIENT_ADDRESS = 'kontor-client-address';
/** An idle connection is closed from this side, well before the other one would while a call is sent on it. */
const IDLE_MS = 4_000;
/** Options of the agent that opens the requests. */
export const CALL_AGENT = { keepAlive: true, maxSockets: 256, timeout: IDLE_MS };
const RETRY_MS = 25;
/** Between two checks of calls that have no reply. */
const CHECK_MS = 250;
/** The header of a reply by a process that does not decide any more and has not begun the call. */
export const NOT_BEGUN = 'kontor-not-begun';
/** Headers of one hop alone, and headers that are made anew: no client names its own address. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  CLIENT_ADDRESS,
  'connection',
  'content-length',
  'content-type',
  'date',
  'host',
  'keep-alive',
  'retry-after',
  'transfer-encoding',
  'upgrade',
]);

interface Call {
  readonly request: IncomingRequest;
  readonly reply: Reply;
  /** The call acts once, however often it is sent: it has a key, or is a read. */
  readonly mayRepeat: boolean;
  readonly untilMs: number;
  wasSent: boolean;
  /** The process to which it was sent leads no more. */
  isLeft: boolean;
}

/** Opens a request to another process that takes calls. */
export type OpenRequest = (options: Pick<RequestOptions, 'path' | 'method' | 'headers'>) => ClientRequest;

/** The process that takes calls: this one, by its handler, or another one. */
export type CallTarget = { readonly here: RequestHandler } | { readonly there: OpenRequest };

export interface CallForwardingOptions {
  /** The process that decides now; undefined where none is known. */
  readonly target: () => CallTarget | undefined;
  /** A connection to that process broke, or it decides no more. */
  readonly broken: () => void;
  /**
   * Whether that process still answers. Asked for calls without a reply after `waitMsMax`, because a network may lose
   * everything on a connection and never break it; absent where a connection breaks with the process.
   */
  readonly isThere?: () => Promise<boolean>;
  readonly nowMs: () => number;
  readonly waitMsMax: number;
  /** Calls that may wait for a leader, or for its reply, at a time. */
  readonly waitingMax: number;
}

export class CallForwarding {
  private readonly options: CallForwardingOptions;
  private parked: Call[] = [];
  /** Calls that were sent and whose reply has not come, or not ended. */
  private underWay = 0;
  private readonly unanswered = new Map<ClientRequest, Call>();
  private timer: NodeJS.Timeout | undefined;
  private checkTimer: NodeJS.Timeout | undefined;
  private claim = '';
  passed = 0;

  constructor(options: CallForwardingOptions) {
    this.options = options;
  }

  get waiting(): number {
    return this.parked.length;
  }

  /** `request` must outlive the handler. */
  pass(request: IncomingRequest, reply: Reply, mayRepeat: boolean): void {
    this.passed += 1;
    const { nowMs, waitMsMax, waitingMax } = this.options;
    const call = { request, reply, mayRepeat, untilMs: nowMs() + waitMsMax, wasSent: false, isLeft: false };
    if (this.underWay + this.parked.length >= waitingMax) refuseAsLate(call);
    else this.send(call);
  }

  /** Sends the calls that wait: another process may decide now. */
  retry(): void {
    for (const call of this.parked.splice(0)) this.send(call);
  }

  /** `claim`: names the process that leads, as far as is known; '' for none. To be called several times a second. */
  setLeader(claim: string): void {
    if (claim === this.claim) return;
    this.claim = claim;
    this.leaderMoved();
  }

  /** The last leader may never answer what it has not answered. */
  private leaderMoved(): void {
    for (const [sent, call] of this.unanswered) {
      if (call.mayRepeat) sent.destroy();
      else call.isLeft = true;
    }
    this.retry();
  }

  private checkUnanswered(): void {
    this.checkTimer = undefined;
    const nowMs = this.options.nowMs();
    const late = [...this.unanswered].filter(([, { untilMs }]) => nowMs >= untilMs);
    for (const [sent, { isLeft }] of late) if (isLeft) sent.destroy();
    const doubted = late.filter(([, { isLeft }]) => !isLeft);
    if (doubted.length === 0 || this.options.isThere === undefined) return this.checkLater();
    return void this.options.isThere().then((isThere) => {
      if (!isThere) for (const [sent] of doubted) if (this.unanswered.has(sent)) sent.destroy();
      this.checkLater();
    });
  }

  private checkLater(): void {
    if (this.unanswered.size > 0) this.checkTimer ??= setTimeout(() => this.checkUnanswered(), CHECK_MS);
  }

  private send(call: Call): void {
    const { request } = call;
    const target = this.options.target();
    if (target === undefined) return this.park(call);
    if ('here' in target) return target.here(request, call.reply);
    const { path, query, method } = request;
    const pathAndQuery = query === '' ? path : `${path}?${query}`;
    const sent = target.there({ path: pathAndQuery, method, headers: headersOf(request) });
    let isBegun = false;
    this.underWay += 1;
    this.unanswered.set(sent, call);
    this.checkLater();
    sent.once('close', () => {
      this.underWay -= 1;
      this.unanswered.delete(sent);
    });
    sent.once('socket', (socket) => {
      // A connection that is open may have taken the call when it breaks.
      if (!socket.connecting) call.wasSent = true;
      else socket.once('connect', () => void (call.wasSent = true));
    });
    sent.once('response', (response) => {
      isBegun = true;
      this.unanswered.delete(sent);
      if (response.headers[NOT_BEGUN] !== undefined) return this.notBegun(call, response);
      return answer(response, call, () => this.broken(call));
    });
    sent.once('error', () => {
      if (!isBegun) this.broken(call);
    });
    return void sent.end(request.body);
  }

  private notBegun(call: Call, response: IncomingMessage): void {
    response.resume();
    call.wasSent = false;
    this.options.broken();
    this.park(call);
  }

  private broken(call: Call): void {
    this.options.broken();
    if (!call.wasSent || call.mayRepeat) this.park(call);
    else refuseAsLost(call);
  }

  private park(call: Call): void {
    if (this.options.nowMs() >= call.untilMs) return refuseAsLate(call);
    this.parked.push(call);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.retry();
    }, RETRY_MS);
    return undefined;
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    clearTimeout(this.checkTimer);
    for (const call of this.parked.splice(0)) refuseAsLate(call);
  }
}

const refuseWith = ({ reply }: Call, code: 'NOT_LEADER' | 'LEADER_LOST'): void =>
  reply.send(REFUSALS[code].status, errorBody(code));

const refuseAsLost = (call: Call): void => refuseWith(call, 'LEADER_LOST');

/** A call that was sent may have been done. */
const refuseAsLate = (call: Call): void => refuseWith(call, call.wasSent ? 'LEADER_LOST' : 'NOT_LEADER');

/**
 * The back office counts failed logins by address. Other callers are servers of storefronts, whose sockets say nothing
 * about clients.
 */
const addressOf = ({ path, clientAddress, socketAddress }: IncomingRequest): string =>
  clientAddress === '' && path.startsWith('/admin/') ? socketAddress : clientAddress;

const headersOf = (request: IncomingRequest): { [name: string]: string | number } => {
  const { headers, contentType, contentEncoding, idempotencyKey, traceparent, body } = request;
  const kept = [...headers].filter(([name]) => !OWN_HEADERS.has(name));
  const given = {
    'content-type': contentType,
    'content-encoding': contentEncoding,
    'idempotency-key': idempotencyKey,
    [CLIENT_ADDRESS]: addressOf(request),
    traceparent,
  };
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
    'content-length': body.length,
  };
};

const moreHeaders = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    OWN_HEADERS.has(name) || value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );

/** Gives a reply back: whole where its length is known, else as it comes. */
const answer = (response: IncomingMessage, { reply }: Call, broken: () => void): void => {
  const { statusCode = 502, headers } = response;
  const contentType = headers['content-type'];
  if (headers['content-length'] !== undefined || statusCode !== 200) {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.once('end', () => reply.send(statusCode, Buffer.concat(pieces), contentType, moreHeaders(response)));
    response.once('error', broken);
    return;
  }
  const isEvents = contentType?.startsWith('text/event-stream') === true;
  const stream = isEvents ? reply.eventStream(contentType) : reply.stream(contentType ?? '', moreHeaders(response));
  if (stream === undefined) response.destroy();
  else pipe(response, stream);
};

const pipe = (response: IncomingMessage, stream: ReplyStream): void => {
  const text = new StringDecoder('utf8');
  response.on('data', (piece: Buffer) => {
    if (!stream.write(text.write(piece))) response.pause();
  });
  stream.onDrain = () => response.resume();
  stream.onClose = () => response.destroy();
  response.once('end', () => stream.end());
  // Aborted, so that no part passes for the whole.
  response.once('error', () => stream.abort());
};
