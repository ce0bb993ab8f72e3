// A thread that calls other servers, so that connecting, encryption and answers cost the serving thread nothing. It
// follows no redirects, has limits on time, bytes and connections, and connects to no private address unless the call
// allows it.
//
// It has the priority of the serving thread. It holds the message port's lock while it wakes that thread, and on a busy
// machine a thread of lower priority kept the serving thread waiting for milliseconds.
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, request } from './undici.ts';
import type { HttpAnswer, HttpCall, HttpFailure } from '../../kernel/http-call.ts';
import { runJobs } from '../threads/job-thread.ts';
import { isPrivateAddress } from './private-addresses.ts';

/** High, because hanging calls must not block others to the same host; callers limit how many they make at a time. */
const CONNECTIONS_PER_ORIGIN = 256;
const CONNECT_MS_MAX = 10_000;
const IDLE_MS = 4000;
const HEADER_BYTES_MAX = 16_384;

class CallFailure extends Error {
  readonly failure: HttpFailure;

  constructor(failure: HttpFailure, detail: string) {
    super(detail);
    this.failure = failure;
  }
}

type Connector = ReturnType<typeof buildConnector>;

/** Omits private addresses, so that no connection to one is tried; an attempt would reveal open ports. */
const publicLookup: LookupFunction = (name, options, done) =>
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, []);
    const isPublic = addresses.filter(({ address }) => !isPrivateAddress(address));
    const [first] = isPublic;
    if (first === undefined)
      return done(new CallFailure('address_refused', `the address ${addresses[0]?.address ?? ''} is private`), []);
    return options.all === true ? done(null, isPublic) : done(null, first.address, first.family);
  });

/** Refuses a connection to a private address before a byte of the request is sent, however it came about. */
const publicOnly =
  (connect: Connector): Connector =>
  (options, done) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error !== null || !isPrivateAddress(socket.remoteAddress ?? '')) return done(...result);
      socket.destroy();
      return done(new CallFailure('address_refused', `the address ${socket.remoteAddress} is private`), null);
    });

const newAgent = (privateAllowed: boolean): Agent => {
  const connect = buildConnector({ timeout: CONNECT_MS_MAX, ...(privateAllowed ? {} : { lookup: publicLookup }) });
  return new Agent({
    connect: privateAllowed ? connect : publicOnly(connect),
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
  });
};

const anyAddress = newAgent(true);
const publicAddresses = newAgent(false);

const exchange = async ({
  method,
  url,
  headers,
  body,
  timeoutMs,
  bytesMax,
  headOnly = false,
  privateAllowed,
}: HttpCall): Promise<HttpAnswer> => {
  const answer = await request(url, {
    method,
    headers,
    body: body === '' ? null : body,
    dispatcher: privateAllowed ? anyAddress : publicAddresses,
    signal: AbortSignal.timeout(timeoutMs),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop ends the connection: what exceeds the limit is not read.
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bytesMax && headOnly) {
      chunks.push(chunk.subarray(0, chunk.length - (length - bytesMax)));
      break;
    }
    if (length > bytesMax) throw new CallFailure('answer_too_large', `the answer is larger than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  // Memory of its own, which goes to the other thread; a small Buffer is a part of a shared pool.
  const { location } = answer.headers;
  const leads = answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string' ? { location } : {};
  return { ok: true, status: answer.statusCode, bytes: new Uint8Array(Buffer.concat(chunks)), ...leads };
};

const failed = (error: unknown, { timeoutMs }: HttpCall): HttpAnswer => {
  if (error instanceof CallFailure) return { ok: false, failure: error.failure, detail: error.message };
  const { name, code = '', message } = error as Error & { readonly code?: string };
  if (name === 'TimeoutError' || code.includes('TIMEOUT'))
    return { ok: false, failure: 'timeout', detail: `no whole answer in ${timeoutMs} ms` };
  return { ok: false, failure: 'unreachable', detail: code === '' ? message : code };
};

runJobs(
  (call: HttpCall): Promise<HttpAnswer> => exchange(call).catch((error: unknown) => failed(error, call)),
  (answer) => (answer.ok ? [answer.bytes.buffer as ArrayBuffer] : []),
);
