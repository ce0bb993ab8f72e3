// Stopping, two processes, the HTTP/1.0 listener: the server as its operator meets it.
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Client, must } from '../kill/client.ts';
import { sample } from '../harness/effort.ts';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import type { Program } from '../harness/program.ts';

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
};

const serve = async (...args: string[]): Promise<Program> => {
  const program = place.start(['serve', '--port', String(port), ...args], ENV);
  await program.ready();
  return program;
};

const recoveryOf = ({ out }: Program): string => out.find((line) => line.startsWith('kontor: recovery')) ?? '';

const FREE = { id_shopobject: 0, element_type: 'FREE_ELEMENT', quantity: 1, price_field: '1.50', name_field: 'thing' };

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('answers what is under way, makes a snapshot, ends with 0, and the restart replays nothing', async () => {
    const program = await serve();
    const callers = Array.from({ length: 16 }, () => new Client(port, LICENCE));
    const sessions = await Promise.all(
      callers.map(async (client) => String((await must(client.call('get_new_session'))).body['code'])),
    );
    const counts = sessions.map(() => 0);
    const work = Promise.all(
      callers.map(async (client, at) => {
        for (;;) {
          const answer = await client.call('add_to_cart', { ...FREE, session: sessions[at]! });
          // The connection was closed between two calls, and there is no other one.
          if (answer === undefined) return;
          expect(answer.refusal, JSON.stringify(answer.body)).toBe('');
          counts[at]! += 1;
        }
      }),
    );
    work.catch(() => {});
    // The first is written as soon as the store is served, the second by the stop.
    const files = (): string[] => readdirSync(place.path('snapshots')).filter((name) => name.endsWith('.snapshot'));
    await expect.poll(files).toHaveLength(1);
    await expect.poll(() => Math.min(...counts)).toBeGreaterThan(2);
    program.signal(signal);
    expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
    expect(program.err).toEqual([]);
    await work;
    expect(program.out.slice(-1)).toEqual(['kontor: stopped']);
    expect(files()).toHaveLength(2);
    expect(readdirSync(place.path('snapshots')).filter((name) => name.endsWith('.part'))).toEqual([]);

    const again = await serve();
    expect(recoveryOf(again)).toMatch(/^kontor: recovery clean: \d+ rows, 0 records with 0 events replayed/);
    const client = new Client(port, LICENCE);
    for (const [at, session] of sessions.entries()) {
      const { body } = await must(client.call('get_cart', { session }));
      const lines = (body['contents'] as readonly unknown[]).length;
      // A connection that was cut between two requests may have lost one reply, none that was under way.
      expect([counts[at], counts[at]! + 1]).toContain(lines);
      expect(counts[at]).toBeGreaterThan(0);
    }
  });
});

/** Calls one after the other on one connection that stays open, until it is closed. */
class Loop {
  sent = 0;
  readonly heads: string[] = [];
  readonly bodies: string[] = [];
  readonly ended: Promise<void>;
  private text = '';

  constructor(to: number, body: string) {
    const head = 'Host: shop\r\nContent-Type: application/x-www-form-urlencoded\r\n';
    const bytes = `POST /srv/service/ HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    const socket = connect(to, '127.0.0.1', () => this.send(socket, bytes));
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.text += text;
      for (const taken of this.take()) if (taken) this.send(socket, bytes);
    });
    socket.on('error', () => {});
    this.ended = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  private send(socket: Socket, bytes: string): void {
    this.sent += 1;
    socket.write(bytes);
  }

  private *take(): Generator<true> {
    for (;;) {
      const [whole = '', head = ''] = /^([\s\S]*?)\r\n\r\n/.exec(this.text) ?? [];
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? NaN);
      if (whole === '' || this.text.length < whole.length + length) return;
      this.heads.push(head);
      this.bodies.push(this.text.slice(whole.length, whole.length + length));
      this.text = this.text.slice(whole.length + length);
      yield true;
    }
  }
}

test.each(['uWebSockets.js', 'node:http'])(
  'a stop under load answers every call that was sent before it, and closes with Connection: close (%s)',
  async (listener) => {
    const legacy = await reservePort();
    const program = await serve('--legacy-port', String(legacy));
    const licence = `licence_username=${LICENCE.username}&licence_password=${LICENCE.password}`;
    const to = listener === 'node:http' ? legacy : port;
    const loops = Array.from({ length: 24 }, () => new Loop(to, `request=get_new_session&${licence}`));
    await expect.poll(() => Math.min(...loops.map(({ heads }) => heads.length))).toBeGreaterThan(3);
    const sentBefore = loops.map(({ sent }) => sent);
    program.signal('SIGTERM');
    expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
    await Promise.all(loops.map(({ ended }) => ended));
    let closing = 0;
    const sessions = new Set<string>();
    for (const [at, { heads, bodies }] of loops.entries()) {
      expect(heads.length).toBeGreaterThanOrEqual(sentBefore[at]!);
      for (const head of heads.slice(0, -1)) expect(head).not.toMatch(/^connection: close$/im);
      if (/^connection: close$/im.test(heads.at(-1)!)) closing += 1;
      for (const [index, head] of heads.entries()) {
        expect(head).toMatch(/^HTTP\/1\.1 200 /);
        sessions.add((JSON.parse(bodies[index]!) as { code: string }).code);
      }
    }
    // A connection between two calls is closed without a word.
    expect(closing).toBeGreaterThan(0);
    // What was answered is there.
    await serve();
    const client = new Client(port, LICENCE);
    for (const session of sample([...sessions])) await must(client.call('get_cart', { session }));
  },
);

test('a second signal does not cut the first one short', async () => {
  const program = await serve();
  const client = new Client(port, LICENCE);
  for (let at = 0; at < 50; at += 1) await must(client.call('get_new_session'));
  const stopping = program.line(/stopping/);
  program.signal('SIGTERM');
  program.signal('SIGTERM');
  program.signal('SIGINT');
  await stopping;
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
  expect(program.out.filter((line) => line === 'kontor: stopping')).toHaveLength(1);
  expect(recoveryOf(await serve())).toContain('recovery clean');
});

test('a signal right behind the ready line is a clean stop as well', async () => {
  for (let round = 0; round < 3; round += 1) {
    const program = await serve();
    program.signal('SIGTERM');
    expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
  }
});

test('a stop with nothing new makes no new snapshot', async () => {
  for (let round = 0; round < 2; round += 1) {
    const program = await serve();
    program.signal('SIGTERM');
    await program.ended;
  }
  expect(readdirSync(place.path('snapshots'))).toHaveLength(1);
});

test('SIGUSR2 makes a snapshot file, and as many at once as it likes make one at a time', async () => {
  const program = await serve();
  await must(new Client(port, LICENCE).call('get_new_session'));
  for (let at = 0; at < 5; at += 1) program.signal('SIGUSR2');
  await expect.poll(() => program.out.filter((line) => line.includes('snapshot of record')).length).toBe(1);
  expect(program.running).toBe(true);
});

describe('two processes', () => {
  test('on one data directory: the second is refused, the first goes on', async () => {
    const first = await serve();
    const second = await place.run(['serve', '--port', '0'], ENV);
    expect(second).toMatchObject({
      code: 1,
      err: [`kontor: process ${first.pid} has the data directory ./data open: to serve it, stop that one first`],
    });
    const other = await place.run(['serve', '--port', '0', '--data', place.path('data', '..', 'data')], ENV);
    expect(other.code).toBe(1);
    expect(other.err.join()).toMatch(/process \d+ has the data directory .* open/);
    await must(new Client(port, LICENCE).call('get_new_session'));
    expect(first.running).toBe(true);
  });

  test('a killed one leaves no lock behind', async () => {
    await (await serve()).kill();
    expect(recoveryOf(await serve())).toContain('recovery clean');
  });
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
  const program = await serve('--legacy-port', String(legacy));
  expect(program.out).toContain(`kontor: HTTP/1.0 is answered at http://127.0.0.1:${legacy}/srv/service/`);
  const body = `request=get_status&licence_username=${LICENCE.username}&licence_password=${LICENCE.password}`;
  const head = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
  const heard = await told(legacy, `POST /srv/service/ HTTP/1.0\r\n${head}${body}`);
  expect(heard).toMatch(/^HTTP\/1\.[01] 200 OK\r\n/);
  expect(heard).not.toMatch(/transfer-encoding/i);
  expect(heard).toMatch(/\r\n\r\n\{"object":"status".*\}$/);
  // The fast listener says at once that it does not speak it.
  expect(await told(port, `POST /srv/service/ HTTP/1.0\r\n${head}${body}`)).toMatch(/^HTTP\/1\.1 505 /);
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
});
