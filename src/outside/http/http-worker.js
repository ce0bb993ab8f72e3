// A thread that calls other servers: connecting, encryption and whatever a receiver sends cost the shop nothing
// (bench/README.md). No redirects, limits on time, bytes and connections, and a look at the address that it is
// connected to. Plain JavaScript, because a thread starts from a file as it stands on the disk, in tests as well as in
// the build.
//
// Its priority is that of the thread that serves: it holds the port's lock while it wakes that thread, so that a lower
// one, on a machine with other work, kept the shop waiting for milliseconds (bench/README.md).
import { parentPort } from 'node:worker_threads';
import { Agent, buildConnector, request } from 'undici';
import { isPrivateAddress } from './private-addresses.js';

/** Many: calls that hang must not keep others of the same host waiting. Callers limit how many they make at a time. */
const CONNECTIONS_PER_ORIGIN = 256;
const IDLE_MS = 4000;

class Failed extends Error {
  /** @param {import('../../kernel/http-call.ts').HttpFailure} failure @param {string} detail */
  constructor(failure, detail) {
    super(detail);
    this.failure = failure;
  }
}

/**
 * Before a byte of the request is sent.
 *
 * @param {import('./http-client.ts').Connect} connect
 * @returns {import('./http-client.ts').Connect}
 */
const guarded = (connect) => (options, done) =>
  connect(options, (...given) => {
    const [error, socket] = given;
    if (error !== null || !isPrivateAddress(socket.remoteAddress ?? '')) return done(...given);
    socket.destroy();
    return done(new Failed('address_refused', `the address ${socket.remoteAddress} is private`), null);
  });

/** @param {boolean} privateAllowed */
const agent = (privateAllowed) => {
  const connect = buildConnector({ timeout: 10_000 });
  return new Agent({
    connect: privateAllowed ? connect : guarded(connect),
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxHeaderSize: 16_384,
  });
};

const open = agent(true);
const world = agent(false);

/** @param {import('../../kernel/http-call.ts').HttpCall} call */
const exchange = async ({ method, url, headers, body, timeoutMs, bytesMax, headOnly = false, privateAllowed }) => {
  const answer = await request(url, {
    method,
    headers,
    body: body === '' ? null : body,
    dispatcher: privateAllowed ? open : world,
    signal: AbortSignal.timeout(timeoutMs),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const chunks = [];
  let length = 0;
  // Leaving the loop ends the connection: what is too much is not read.
  for await (const chunk of answer.body) {
    length += chunk.length;
    if (length > bytesMax && headOnly) {
      chunks.push(chunk.subarray(0, chunk.length - (length - bytesMax)));
      break;
    }
    if (length > bytesMax) throw new Failed('answer_too_large', `the answer is larger than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  // Of its own memory, which goes to the other thread; a small Buffer lies in a pool.
  return { ok: true, status: answer.statusCode, bytes: new Uint8Array(Buffer.concat(chunks)) };
};

/**
 * @param {unknown} error @param {import('../../kernel/http-call.ts').HttpCall} call @returns
 * {import('../../kernel/http-call.ts').HttpAnswer}
 */
const failureOf = (error, { timeoutMs }) => {
  if (error instanceof Failed) return { ok: false, failure: error.failure, detail: error.message };
  const { name, code = '', message } = /** @type {Error & { readonly code?: string }} */ (error);
  if (name === 'TimeoutError' || code.includes('TIMEOUT'))
    return { ok: false, failure: 'timeout', detail: `no whole answer in ${timeoutMs} ms` };
  return { ok: false, failure: 'unreachable', detail: code === '' ? message : code };
};

/** @param {import('./http-client.ts').Asked} asked */
const answer = async ({ id, call }) => {
  const given = await exchange(call).catch((/** @type {unknown} */ error) => failureOf(error, call));
  parentPort?.postMessage({ id, answer: given }, given.ok ? [given.bytes.buffer] : []);
};

parentPort?.on('message', (asked) => void answer(asked));
