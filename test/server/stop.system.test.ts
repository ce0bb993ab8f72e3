// Stopping, two processes, the HTTP/1.0 listener: the server as its operator meets it.
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Client, must } from '../kill/client.ts';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import type { Program } from '../harness/program.ts';
import { CallLoop } from './call-loop.ts';

let place: Place;
let port: number;
beforeEach(async () => {
  place = new Place();
  port = await reservePort();
});
afterEach(() => place.clean());

const LICENCE = { username: 'stop_shop', password: 'stop-password', secretKey: 'stop-secret-key' };
const ENV = {
  KONTOR_LICENCE_USERNAME: LICENCE.username,
  KONTOR_LICENCE_PASSWORD: LICENCE.password,
  KONTOR_LICENCE_SECRET_KEY: LICENCE.secretKey,
  // What is answered is not a matter of how busy the machine is.
  KONTOR_SHUTDOWN_TIMEOUT_MS: '60000',
  KONTOR_BODY_TIMEOUT_MS: '60000',
};

const serve = async (...args: string[]): Promise<Program> => {
  const program = place.start(['serve', '--port', String(port), ...args], ENV);
  await program.ready();
  return program;
};

const recoveryOf = ({ out }: Pick<Program, 'out'>): string =>
  out.find((line) => line.startsWith('kontor: recovery')) ?? '';

const FREE = { id_shopobject: 0, element_type: 'FREE_ELEMENT', quantity: 1, price_field: '1.50', name_field: 'thing' };

/** The record of each snapshot file that was written: two files of one record have one name. */
const snapshotRecords = (out: readonly string[]): string[] =>
  out.flatMap((line) => /snapshot of record (\d+)/.exec(line)?.[1] ?? []);

const snapshotFiles = (): string[] =>
  readdirSync(place.path('snapshots'))
    .filter((name) => name.endsWith('.snapshot'))
    .sort();

/** Shoppers who each put one thing after the other into a cart of theirs, until their connection is closed. */
class Shoppers {
  /** Things in each cart of which the shopper was told. */
  readonly counts: number[];
  readonly sessions: readonly string[];
  readonly work: Promise<unknown>;

  private constructor(callers: readonly Client[], sessions: readonly string[]) {
    this.sessions = sessions;
    this.counts = sessions.map(() => 0);
    this.work = Promise.all(
      callers.map(async (client, at) => {
        for (;;) {
          const answer = await client.call('add_to_cart', { ...FREE, session: sessions[at]! });
          // The connection was closed between two calls, and there is no other one.
          if (answer === undefined) return;
          expect(answer.refusal, JSON.stringify(answer.body)).toBe('');
          this.counts[at]! += 1;
        }
      }),
    );
    this.work.catch(() => {});
  }

  static async begin(count: number): Promise<Shoppers> {
    const callers = Array.from({ length: count }, () => new Client(port, LICENCE));
    const opened = callers.map(async (one) => String((await must(one.call('get_new_session'))).body['code']));
    return new Shoppers(callers, await Promise.all(opened));
  }

  /** Asks another server on the same store. */
  async haveWhatTheyWereTold(): Promise<void> {
    const client = new Client(port, LICENCE);
    for (const [at, session] of this.sessions.entries()) {
      const { body } = await must(client.call('get_cart', { session }));
      const lines = (body['contents'] as readonly unknown[]).length;
      // A connection that was cut between two requests may have lost one reply, none that was under way.
      expect([this.counts[at], this.counts[at]! + 1]).toContain(lines);
      expect(this.counts[at]).toBeGreaterThan(0);
    }
  }
}

/** What was sent before the stop was answered, with 200; returns the session that each was told last. */
const wereAllAnswered = (loops: readonly CallLoop[], sentBefore: readonly number[]): string[] => {
  let closing = 0;
  const last: string[] = [];
  for (const [at, { heads, bodies }] of loops.entries()) {
    expect(heads.length).toBeGreaterThanOrEqual(sentBefore[at]!);
    for (const head of heads.slice(0, -1)) expect(head).not.toMatch(/^connection: close$/im);
    if (/^connection: close$/im.test(heads.at(-1)!)) closing += 1;
    for (const head of heads) expect(head).toMatch(/^HTTP\/1\.1 200 /);
    last.push((JSON.parse(bodies.at(-1)!) as { code: string }).code);
  }
  // A connection between two calls is closed without a word.
  expect(closing).toBeGreaterThan(0);
  return last;
};

test('SIGTERM and SIGINT answer every call that was sent before, make a snapshot, end with 0, and nothing is replayed', async () => {
  const legacy = await reservePort();
  const serveBoth = (): Promise<Program> => serve('--legacy-port', String(legacy));
  const licence = `licence_username=${LICENCE.username}&licence_password=${LICENCE.password}`;
  let program = await serveBoth();
  // It is written as soon as the store is served.
  await expect.poll(snapshotFiles).toHaveLength(1);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const before = snapshotFiles();
    const shoppers = await Shoppers.begin(8);
    const [fast, slow] = [port, legacy].map((to) =>
      Array.from({ length: 12 }, () => new CallLoop(to, `request=get_new_session&${licence}`)),
    ) as [CallLoop[], CallLoop[]];
    const loops = [...fast, ...slow];
    await expect.poll(() => Math.min(...loops.map(({ heads }) => heads.length), ...shoppers.counts)).toBeGreaterThan(3);
    const sentBefore = loops.map(({ sent }) => sent);
    program.signal(signal);
    expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
    expect([signal, program.err, program.out.at(-1)]).toEqual([signal, [], 'kontor: stopped']);
    await Promise.all([shoppers.work, ...loops.map(({ ended }) => ended)]);
    const told = [
      ...wereAllAnswered(fast, sentBefore.slice(0, fast.length)),
      ...wereAllAnswered(slow, sentBefore.slice(fast.length)),
    ];
    expect(snapshotFiles().filter((name) => !before.includes(name))).toHaveLength(1);
    expect(readdirSync(place.path('snapshots')).filter((name) => name.endsWith('.part'))).toEqual([]);

    program = await serveBoth();
    expect(recoveryOf(program)).toMatch(/^kontor: recovery clean: \d+ rows, 0 records with 0 events replayed/);
    await shoppers.haveWhatTheyWereTold();
    const client = new Client(port, LICENCE);
    for (const session of told) await must(client.call('get_cart', { session }));
    client.hangUp();
  }
});

test('many signals at once are one, a second process is refused, and neither a stop nor a kill leaves a lock', async () => {
  const program = await serve();
  const client = new Client(port, LICENCE);
  // This process is another one.
  for (const data of ['data', 'data/../data']) {
    expect(await place.refusedHere(['serve', '--port', '0', '--data', data], ENV)).toMatchObject({
      err: [expect.stringMatching(`^kontor: process ${program.pid} has the data directory .*data open: to serve it, `)],
    });
  }
  for (let at = 0; at < 50; at += 1) await must(client.call('get_new_session'));
  expect(program.running).toBe(true);

  // A new store has its first file unasked.
  await expect.poll(() => snapshotRecords(program.out)).toHaveLength(1);
  await must(client.call('get_new_session'));
  for (let at = 0; at < 5; at += 1) {
    program.signal('SIGUSR2');
    // Signals that nobody has taken yet are one to the kernel already: each is taken before the next.
    await must(client.call('get_status'));
  }
  await expect.poll(() => snapshotRecords(program.out)).toHaveLength(2);

  const stopping = program.line(/stopping/);
  program.signal('SIGTERM');
  program.signal('SIGTERM');
  program.signal('SIGINT');
  await stopping;
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
  const { out } = program;
  expect(out.filter((line) => line === 'kontor: stopping')).toHaveLength(1);
  // The stop makes one more where it has counts of calls to write, and none for a signal.
  expect(snapshotRecords(out.slice(0, out.indexOf('kontor: stopping')))).toHaveLength(2);
  expect(new Set(snapshotRecords(out)).size, out.join('\n')).toBe(snapshotRecords(out).length);
  const files = readdirSync(place.path('snapshots'));

  // Right behind the ready line, with nothing new for a snapshot file.
  const idle = await serve();
  idle.signal('SIGTERM');
  expect(await idle.ended, idle.said).toEqual({ code: 0, signal: null });
  expect(recoveryOf(idle)).toContain('recovery clean');
  expect(readdirSync(place.path('snapshots'))).toEqual(files);
  await (await serve()).kill();
  expect(recoveryOf(await place.serveHere(['serve', '--port', '0'], ENV))).toContain('recovery clean');
});

/** A call whose body is sent in two halves. */
class Halved {
  readonly reply: Promise<string>;
  private readonly socket: Socket;
  private readonly rest: string;

  private constructor(socket: Socket, body: string) {
    this.socket = socket;
    const half = Math.floor(body.length / 2);
    this.rest = body.slice(half);
    socket.write(body.slice(0, half));
    this.reply = new Promise((resolve, reject) => {
      let heard = '';
      socket.setEncoding('utf8');
      socket.on('data', (text: string) => (heard += text));
      socket.once('error', reject);
      socket.once('close', () => resolve(heard));
    });
    this.reply.catch(() => {});
  }

  static begin(body: string): Promise<Halved> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const head = 'Host: shop\r\nContent-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\n';
      socket.write(`POST /srv/service/ HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n`);
      // The server has the head, and owes a reply.
      socket.once('data', () => resolve(new Halved(socket, body)));
      socket.once('error', reject);
    });
  }

  finish(): Promise<string> {
    this.socket.write(this.rest);
    return this.reply;
  }
}

test('a signal that comes while a server stops changes nothing: calls that were begun are answered', async () => {
  const program = await serve();
  const body = `request=get_new_session&licence_username=${LICENCE.username}&licence_password=${LICENCE.password}`;
  const [first, second] = [await Halved.begin(body), await Halved.begin(body)];
  const stopping = program.line(/stopping/);
  program.signal('SIGTERM');
  await stopping;
  program.signal('SIGTERM');
  program.signal('SIGINT');
  // While it answers the one, it takes the signals; the other is answered behind them.
  for (const call of [first, second])
    expect(await call.finish(), program.said).toMatch(/^HTTP\/1\.1 200 [\s\S]*"object":"session"/);
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
  expect(program.out.filter((line) => line === 'kontor: stopping')).toHaveLength(1);
  expect(program.err).toEqual([]);
});

/** Everything that a socket says until it is closed. */
const told = (to: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(to, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (heard += text));
    socket.once('error', reject);
    socket.once('close', () => resolve(heard));
  });

test('--legacy-port answers HTTP/1.0 on a raw socket and closes it', async () => {
  const legacy = await reservePort();
  const server = await place.serveHere(['serve', '--port', '0', '--legacy-port', String(legacy)], ENV);
  expect(server.out).toContain(`kontor: HTTP/1.0 is answered at http://127.0.0.1:${legacy}/srv/service/`);
  const body = `request=get_status&licence_username=${LICENCE.username}&licence_password=${LICENCE.password}`;
  const head = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
  const heard = await told(legacy, `POST /srv/service/ HTTP/1.0\r\n${head}${body}`);
  expect(heard).toMatch(/^HTTP\/1\.[01] 200 OK\r\n/);
  expect(heard).not.toMatch(/transfer-encoding/i);
  expect(heard).toMatch(/\r\n\r\n\{"object":"status".*\}$/);
  // The fast listener says at once that it does not speak it.
  expect(await told(server.port, `POST /srv/service/ HTTP/1.0\r\n${head}${body}`)).toMatch(/^HTTP\/1\.1 505 /);
  expect(await server.stop()).toBe(0);
});
