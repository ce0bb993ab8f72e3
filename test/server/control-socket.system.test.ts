// Would catch a command that differs beside a running server, a socket that others may use, and a server that a cut or
// wrong command ends.
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { existsSync, lstatSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import type { Program } from '../harness/program.ts';
import { until } from '../harness/until.ts';

const SERVE = ['serve', '--demo', '--port', '0'];
const place = new Place();
/** Undefined after a test that has stopped it. */
let server: Program | undefined;
const socketPath = place.path('data', 'demo', 'control.sock');

const stopped = async (): Promise<void> => {
  expect(await server?.stop()).toBe(0);
  server = undefined;
};
beforeEach(async () => {
  server ??= await place.serveHere(SERVE);
});
beforeAll(async () => {
  server = await place.serveHere(SERVE);
  expect((await run('user', 'add', 'otto', '--email', 'otto@example.com', '--level', 'manager')).code).toBe(0);
});
afterAll(() => place.clean());

const DATA = ['--data', join('data', 'demo')];
const run = (...args: string[]): ReturnType<Place['run']> => place.run([...args, ...DATA]);

const answers = async (): Promise<boolean> => {
  const body = new URLSearchParams({
    request: 'get_new_session',
    licence_username: 'demo_kontor',
    licence_password: 'demo-password',
  });
  return (await (await fetch(server!.url, { method: 'POST', body })).text()).includes('"session"');
};

const call = (
  target: string,
  method = 'POST',
): Promise<{ readonly status: number | undefined; readonly lines: readonly unknown[] }> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path: target, method }, (response: IncomingMessage) => {
      text(response).then(
        (body) =>
          resolve({
            status: response.statusCode,
            lines: body
              .trim()
              .split('\n')
              .map((line): unknown => JSON.parse(line)),
          }),
        reject,
      );
    })
      .once('error', reject)
      .end();
  });

test('the socket is its owner’s alone', () => {
  expect(statSync(socketPath).mode & 0o777).toBe(0o600);
});

describe('calls of the socket', () => {
  test.each([
    ['/user/list', 'GET', 405, 'commands are called with POST'],
    ['/user/nothing', 'POST', 404, 'there is no command "user nothing"'],
    ['/constructor', 'POST', 404, 'there is no command "constructor"'],
    ['/user/add?name=anna', 'POST', 400, 'user add: the argument email is wanted: e-mail address'],
    ['/user/list?constructor=1', 'POST', 400, 'user list: there is no argument "constructor"'],
  ])('%s %s is refused', async (target, method, status, refused) => {
    expect(await call(target, method)).toEqual({ status, lines: [{ refused }] });
  });

  test('say lines, data and how they ended', async () => {
    const { status, lines } = await call('/user/add?name=anna&email=anna%40example.com&level=manager');
    expect([status, lines]).toEqual([
      200,
      [
        {
          line: expect.stringContaining('user anna has the id'),
          data: expect.objectContaining({ username: 'anna', level: 'manager' }),
        },
        { done: true },
      ],
    ]);
    const again = await call('/user/add?name=anna&email=anna%40example.com&level=manager');
    expect(again.lines).toEqual([{ refused: expect.stringContaining('USERNAME_IN_USE') }]);
  });

  test('what is no HTTP is hung up on', async () => {
    const socket = connect(socketPath);
    const answer = text(socket);
    socket.write('nonsense\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('an import whose caller dies leaves whole records and a shop that answers', async () => {
    const line = (number: number): string =>
      `${JSON.stringify({ type: 'class', name: `class-${number}`, class_type: 'product' })}\n`;
    const recordOf = async (): Promise<number> =>
      (JSON.parse((await run('status', '--json')).out[0]!) as { record: number }).record;
    const before = await recordOf();
    const sent = request({ socketPath, path: '/import?file=x.jsonl', method: 'POST' });
    const closed = new Promise<void>((resolve) => {
      sent.once('error', () => resolve());
      sent.once('close', () => resolve());
    });
    sent.write(Array.from({ length: 600 }, (_, number) => line(number)).join(''));
    sent.write('{"type":"class","na');
    await until('some of it is in the shop', async () => (await recordOf()) > before);
    sent.destroy();
    await closed;
    expect(await answers()).toBe(true);
    expect((await run('import', '-h')).code).toBe(0);
    writeFileSync(place.path('all.jsonl'), Array.from({ length: 600 }, (_, number) => line(number)).join(''));
    const { out } = await run('import', 'all.jsonl', '--json');
    const { records, refused } = JSON.parse(out.at(-1)!) as { records: number; refused: number };
    expect([records, refused]).toEqual([600, 0]);
  });
});

test('every command that only reads says the same beside the server and without it', async () => {
  const commands = [
    ['user', 'list'],
    ['app', 'list'],
    ['channel', 'list'],
    ['webhooks'],
    ['stock'],
    ['stock', 'product/1', '--movements'],
    ['log', '--limit', '20'],
    ['user', 'export', 'otto'],
  ];
  for (const name of ['one', 'two'])
    expect((await run('app', 'add', name, `http://${name}.example`)).code, name).toBe(0);
  const all = async (): Promise<object[]> => {
    const ran: object[] = [];
    for (const command of commands) ran.push(await run(...command), await run(...command, '--json'));
    return ran;
  };
  const served = await all();
  await stopped();
  expect(existsSync(socketPath)).toBe(false);
  expect(await all()).toEqual(served);
});

test('a socket that a dead server left is of no use to a command, and in nobody’s way', async () => {
  await stopped();
  const program = place.start(SERVE);
  await program.ready();
  await program.kill();
  expect(existsSync(socketPath)).toBe(true);
  expect((await run('user', 'lock', 'otto')).out).toEqual(['kontor: user otto is locked']);
  server = await place.serveHere(SERVE);
  expect((await run('user', 'unlock', 'otto')).out).toEqual(['kontor: user otto is active']);
});

test('where the path is too long for a socket, a link leads to one that is not', async () => {
  const deep = 'd'.repeat(120);
  mkdirSync(place.path(deep));
  const other = await place.serveHere([...SERVE, '--data', deep], { XDG_RUNTIME_DIR: place.directory });
  expect(lstatSync(place.path(deep, 'control.sock')).isSymbolicLink()).toBe(true);
  const { code, out } = await place.run(['status', '--data', deep, '--json']);
  expect([code, JSON.parse(out[0]!)]).toEqual([0, expect.objectContaining({ served: true, writes: 'ready' })]);
  expect(await other.stop()).toBe(0);
  expect(lstatSync(place.path(deep, 'control.sock'), { throwIfNoEntry: false })).toBeUndefined();
});

test('a snapshot is written at once, and a wrong clock is confirmed', async () => {
  const { out } = await run('snapshot', '--json');
  const { path } = JSON.parse(out[0]!) as { path: string };
  expect(existsSync(path)).toBe(true);
  expect((await run('time', 'confirm')).out.at(-1)).toMatch(/^kontor: the time is confirmed: /);
});

test('a server that ends in the middle of a command is one line', async () => {
  await stopped();
  const cutting = createServer((socket) => socket.once('data', () => socket.destroy()));
  await new Promise<void>((resolve) => cutting.listen(socketPath, resolve));
  expect(await run('user', 'list')).toMatchObject({
    code: 1,
    err: [expect.stringContaining('the connection to the server was cut')],
  });
  await new Promise((resolve) => cutting.close(resolve));
});
