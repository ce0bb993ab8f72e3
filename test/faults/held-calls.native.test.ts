// A disk that does not answer: catches a system call on the deciding thread that waits for it. The layer of io-faults.c
// holds a call until the test lets it go; meanwhile other callers must be answered. All tests ask one server.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createInterface } from 'node:readline';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { reservePort } from '../harness/ports.ts';
import { Place } from '../harness/program.ts';
import type { Program } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import { newCertificate } from '../http/certificates.ts';
import { Client, must } from '../kill/client.ts';
import { buildLayer } from './io-layer.ts';

const DEMO = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };

const COPY = fileURLToPath(new URL('copy-process.ts', import.meta.url));

let place: Place;
let layer: string | undefined;
let program: Program;
let client: Client;
let office: string;

const newClient = async (): Promise<Client> => new Client(Number(new URL(await program.ready()).port), DEMO);
const made = (): number => program.out.filter((line) => line.includes('snapshot of record')).length;

beforeAll(async () => {
  place = new Place();
  layer = buildLayer('system calls that wait are not tested');
  if (layer === undefined) return;
  const adminPort = await reservePort();
  office = `http://127.0.0.1:${adminPort}/admin`;
  program = place.start(['serve', '--demo', '--port', '0', '--admin-port', String(adminPort), '--data', 'data'], {
    LD_PRELOAD: layer,
    KONTOR_TEST_HOLD: place.path('hold'),
  });
  client = await newClient();
  await until('there is a snapshot file', () => made() === 1);
});
afterAll(async () => {
  client?.hangUp();
  await place.clean();
});

let holds = 0;

interface Hold {
  /** Resolves once a call waits. */
  readonly isHeld: () => Promise<unknown>;
  readonly letGo: () => void;
}

/** From now on calls of that kind on files of that name wait. */
const hold = (call: string, name: string): Hold => {
  holds += 1;
  const mark = `held-${holds}`;
  writeFileSync(place.path('hold'), `${call}:${name}:${mark}`);
  return {
    isHeld: () => until('a call is held', () => existsSync(place.path(`hold.${mark}`))),
    letGo: () => rmSync(place.path('hold'), { force: true }),
  };
};
afterEach(() => rmSync(place.path('hold'), { force: true }));

test.each([
  ['open', '.part'],
  ['write', '.part'],
  ['pwrite', '.part'],
  ['sync', '.part'],
  ['rename', '.snapshot'],
  ['sync', '/snapshots'],
])('%s of %s holds up a snapshot file, and nobody else', async (call, name) => {
  if (layer === undefined) return;
  const before = made();
  await must(client.call('get_new_session'));
  const { isHeld, letGo } = hold(call, name);
  program.signal('SIGUSR2');
  await isHeld();
  expect((await must(client.call('get_new_session'))).refusal).toBe('');
  expect((await must(client.office('get_status'))).refusal).toBe('');
  expect(made()).toBe(before);
  letGo();
  await until('the file is there', () => made() === before + 1);
});

test('the sync of the journal holds up changes, and no reads of what is on the disk', async () => {
  if (layer === undefined) return;
  const session = String((await must(client.call('get_new_session'))).body['code']);
  const other = await newClient();
  const { isHeld, letGo } = hold('sync', 'data.mdb');
  const change = client.call('get_new_session');
  await isHeld();
  expect((await must(other.call('get_cart', { session }))).refusal).toBe('');
  expect((await must(other.office('get_status'))).refusal).toBe('');
  letGo();
  expect((await must(change)).refusal).toBe('');
  other.hangUp();
});

/** Others are answered for two seconds while a call is held. */
const othersAreAnswered = async (): Promise<void> => {
  const other = await newClient();
  for (const endMs = performance.now() + 2000; performance.now() < endMs;) {
    const session = String((await must(other.call('get_new_session'))).body['code']);
    expect((await must(other.call('get_cart', { session }))).refusal).toBe('');
    expect((await must(other.office('get_status'))).refusal).toBe('');
  }
  other.hangUp();
};

test('to ask for the free space of the disk holds up nobody', async () => {
  if (layer === undefined) return;
  const { isHeld, letGo } = hold('statfs', 'data');
  await isHeld();
  await othersAreAnswered();
  letGo();
});

test('the removal of an old snapshot file holds up nobody', async () => {
  if (layer === undefined) return;
  const before = made();
  const { isHeld, letGo } = hold('unlink', '.snapshot');
  // The demo keeps three.
  for (let more = 1; more <= 4 && !existsSync(place.path(`hold.held-${holds}`)); more += 1) {
    await must(client.call('get_new_session'));
    program.signal('SIGUSR2');
    await Promise.race([isHeld(), until('the file is there', () => made() >= before + more)]);
  }
  await isHeld();
  await othersAreAnswered();
  letGo();
});

test('a picture that is read holds up its reader', async () => {
  if (layer === undefined) return;
  mkdirSync(place.path('data/images'), { recursive: true });
  writeFileSync(place.path('data/images/held.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const { isHeld, letGo } = hold('read', 'held.svg');
  const picture = fetch(new URL('/images/held.svg', await program.ready()));
  await isHeld();
  await othersAreAnswered();
  letGo();
  expect((await picture).status).toBe(200);
});

test('a picture that is uploaded holds up its sender', async () => {
  if (layer === undefined) return;
  const who = ['uploader', '--email', 'uploader@example.org', '--level', 'administrator'];
  const { out } = await place.run(['user', 'add', ...who, '--data', 'data', '--json']);
  const { password } = JSON.parse(out.join('')) as { readonly password: string };
  const page = { 'x-kontor-back-office': '1', 'content-type': 'application/json' };
  const body = JSON.stringify({ username: 'uploader', password });
  const login = await fetch(`${office}/login`, { method: 'POST', headers: page, body });
  const headers = { ...page, 'content-type': 'image/svg+xml', cookie: login.headers.getSetCookie().join('; ') };
  for (const call of ['open', 'write', 'sync']) {
    const { isHeld, letGo } = hold(call, '.tmp');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><title>${call}</title></svg>`;
    const sent = fetch(`${office}/images`, { method: 'POST', headers, body: svg });
    await isHeld();
    await othersAreAnswered();
    letGo();
    expect((await sent).status).toBe(200);
  }
});

test('the name of a receiver that nobody resolves holds up its webhook', async () => {
  if (layer === undefined) return;
  await must(client.office('create_webhook', { name: 'HELD', event: 'ORDER_CREATE' }));
  await must(client.office('update_webhook', { name: 'HELD', url: 'https://receiver.held.invalid/', parameter: '' }));
  const { isHeld, letGo } = hold('lookup', 'held.invalid');
  const tested = client.office('test_webhook', { name: 'HELD' });
  await isHeld();
  await othersAreAnswered();
  letGo();
  expect((await must(tested)).body).toMatchObject({ object: 'test_webhook', accepted: 0 });
});

test('what is known of the time is written beside the shop', async () => {
  if (layer === undefined) return;
  const stored = (): string => readFileSync(place.path('data/store.json'), 'utf8');
  const before = stored();
  const { isHeld, letGo } = hold('sync', 'store.json.aside');
  const confirmed = place.run(['time', 'confirm', '--data', 'data']);
  await isHeld();
  await othersAreAnswered();
  expect(stored()).toBe(before);
  letGo();
  expect((await confirmed).code).toBe(0);
  expect(stored()).not.toBe(before);
});

test('certificate and key are read again beside the shop', async () => {
  if (layer === undefined) return;
  const { certFile, keyFile, cert } = await newCertificate('held');
  const tls = place.start(
    ['serve', '--demo', '--port', '0', '--data', 'tls', '--tls-cert', certFile, '--tls-key', keyFile],
    { LD_PRELOAD: layer, KONTOR_TEST_HOLD: place.path('hold') },
  );
  const url = (await tls.ready()).replace('127.0.0.1', 'localhost');
  const status = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(url, { method: 'POST', ca: cert, agent: false }, (reply) => resolve(reply.resume().statusCode))
        .once('error', reject)
        .end('request=get_shop');
    });
  for (const file of [certFile, keyFile]) {
    const { isHeld, letGo } = hold('read', file);
    const isRenewed = tls.line(/is valid until/);
    tls.signal('SIGHUP');
    await isHeld();
    for (let calls = 0; calls < 5; calls += 1) expect(await status()).toBe(200);
    letGo();
    await isRenewed;
  }
  tls.signal('SIGTERM');
  expect((await tls.ended).code).toBe(0);
});

test.each(['write', 'sync'])('a copy for another node holds up nobody: %s', async (call) => {
  if (layer === undefined) return;
  const { isHeld, letGo } = hold(call, 'copy-for-nodes/data.mdb');
  const child = spawn(process.execPath, ['--import', 'tsx', COPY, place.path(`copied-${call}`)], {
    env: { ...process.env, LD_PRELOAD: layer, KONTOR_TEST_HOLD: place.path('hold') },
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = new Promise((resolve) => child.once('close', resolve));
  await isHeld();
  const turns = lines.length;
  await until('others have their turns', () => lines.length > turns + 20);
  expect(lines).not.toContain('copied');
  letGo();
  expect(await ended).toBe(0);
  expect(lines.at(-1)).toBe('copied');
});

test('keys that are written hold up everybody, and lose nothing', async () => {
  if (layer === undefined) return;
  const args = { username: 'held-user', passwd1: 'secret1', passwd2: 'secret1', email: 'held@example.org' };
  const user = await must(client.office('register_user', { args: JSON.stringify(args) }));
  expect(user.refusal).toBe('');
  const other = await newClient();
  const { isHeld, letGo } = hold('sync', 'subject-keys.json.part');
  const erased = client.office('erase_user', { id_user: String(user.body['id_user']) });
  await isHeld();
  let isAnswered = false;
  const waiting = other.call('get_new_session').then((answer) => ((isAnswered = true), answer));
  // Nothing else shows that a call is not answered.
  for (const endMs = performance.now() + 300; performance.now() < endMs;) await yieldToEventLoop();
  expect(isAnswered).toBe(false);
  letGo();
  expect((await must(erased)).refusal).toBe('');
  expect((await must(waiting)).refusal).toBe('');
  other.hangUp();
});

test('what was held for a while stops nothing: the server ends when it is asked to', async () => {
  if (layer === undefined) return;
  client.hangUp();
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
});
