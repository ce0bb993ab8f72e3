// Receivers of webhooks that misbehave, in a process of their own; and, as the ruler, the same calls of them made by
// this process instead of the engine. As cheap as can be: what they cost is in both columns.
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { request } from './caller.ts';
import type { Credentials } from './processes.ts';

export type Kind = 'hang' | 'error' | 'redirect' | 'flood' | 'call';

/** Calls so far, by kind. */
export type Heard = { readonly [K in Kind]: number };

export type Told =
  /** Where `call` calls from inside the hook. */
  | { readonly type: 'api'; readonly port: number; readonly credentials: Credentials }
  /** Calls that this process makes per second; none ends it. */
  | { readonly type: 'mimic'; readonly perSecond: { readonly [K in Kind]?: number } }
  | { readonly type: 'heard' };

const CHUNK = Buffer.alloc(65_536);
/** At once, more than any limit on answers; the rest follows at 32 MB/s until nobody reads it any more. */
const BURST_CHUNKS = 4;
const FLOOD_EVERY_MS = 2;
const ANSWER_BYTES_MAX = 65_536;
const HANG_MS = 10_000;

const heard = { hang: 0, error: 0, redirect: 0, flood: 0, call: 0 };

const answer = (status: string, body = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\nLocation: /else\r\n\r\n${body}`;
const EXECUTED = answer('200 OK', 'WEBHOOK_EXECUTED');

const flood = (socket: Socket): void => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n');
  const more = (): void => {
    if (socket.destroyed) return clearInterval(timer);
    if (socket.writableLength > 0) return undefined;
    socket.write(CHUNK);
  };
  const timer = setInterval(more, FLOOD_EVERY_MS);
  for (let at = 0; at < BURST_CHUNKS; at += 1) socket.write(CHUNK);
};

let callApi = (done: () => void): void => done();

const api = (port: number, { username, password }: Credentials): void => {
  const bytes = request({ request: 'get_status', licence_username: username, licence_password: password });
  let waiting: (() => void)[] = [];
  let socket: Socket | undefined;
  callApi = (done) => {
    // One connection, and again when the server has closed it; whatever comes back is the answer to the oldest call.
    if (socket === undefined || socket.destroyed || !socket.writable) {
      waiting = [];
      socket = connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .on('data', () => waiting.shift()?.());
    }
    waiting.push(done);
    socket.write(bytes);
  };
};

const receive = (kind: string, socket: Socket): void => {
  switch (kind as Kind) {
    case 'hang':
      heard.hang += 1;
      return;
    case 'error':
      heard.error += 1;
      return void socket.write(answer('500 Internal Server Error'));
    case 'redirect':
      heard.redirect += 1;
      return void socket.write(answer('302 Found'));
    case 'flood':
      heard.flood += 1;
      return flood(socket);
    case 'call':
      heard.call += 1;
      return callApi(() => void socket.write(EXECUTED));
    default:
      throw new Error(`${kind} is no kind of receiver`);
  }
};

const server = createServer((socket) => {
  socket
    .on('error', () => undefined)
    .on('data', (bytes) => receive(/^GET \/(\w+)/.exec(bytes.toString('latin1', 0, 64))?.[1] ?? '', socket));
});

/** One connection of each kind that answers stays open, as a client's would. */
const kept = new Map<Kind, Socket>();

const mimic = (port: number, kind: Kind): void => {
  const once = kind === 'hang' || kind === 'flood';
  const known = once ? undefined : kept.get(kind);
  const socket = known ?? connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`GET /${kind}?id_shopobject=1&language= HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  if (known !== undefined) return;
  if (!once) kept.set(kind, socket);
  if (kind === 'hang') setTimeout(() => socket.destroy(), HANG_MS);
  let bytes = 0;
  socket.on('data', (chunk) => (bytes += chunk.length) > ANSWER_BYTES_MAX && kind === 'flood' && socket.destroy());
};

let timers: NodeJS.Timeout[] = [];

process.on('message', (told: Told) => {
  const { port } = server.address() as AddressInfo;
  switch (told.type) {
    case 'api':
      return api(told.port, told.credentials);
    case 'heard':
      return void process.send!({ ...heard });
    case 'mimic':
      for (const timer of timers) clearInterval(timer);
      timers = (Object.entries(told.perSecond) as [Kind, number][])
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => setInterval(() => mimic(port, kind), 1000 / count));
      return undefined;
    default:
      return told satisfies never;
  }
});
process.once('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
