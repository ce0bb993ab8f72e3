// Catches servers in one process that take lines, environment or signals of each other, and one that is not what a
// process is to a test.
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { METHODS, SECRET } from '../operations/orders/paying.ts';
import { Place } from './program.ts';

const place = new Place();
afterAll(() => place.clean());

const SETTINGS = { paymentMethods: METHODS, paymentReturnHosts: ['shop.example.org'] };
const SECRETS = { KONTOR_PAYMENT_8_SECRET: SECRET };
const SERVE = ['serve', '--port', '0', '--data'];
const lines = (said: readonly string[], wanted: RegExp): number => said.filter((line) => wanted.test(line)).length;

test('two that start at once have lines, environment, signals and an end of their own', async () => {
  writeFileSync(place.path('kontor.config.json'), JSON.stringify(SETTINGS));
  const [one, other, lacking] = await Promise.all([
    place.startHere([...SERVE, 'one'], SECRETS),
    place.startHere([...SERVE, 'other', '--snapshots', 'of other'], SECRETS),
    place.startHere([...SERVE, 'lacking']),
  ]);
  expect([one.running, one.url]).toEqual([true, '']);
  expect((await lacking.ended).code).toBe(1);
  expect(lacking.err.at(-1)).toMatch(/^kontor: .*KONTOR_PAYMENT_8_SECRET is not set/);
  await expect(lacking.ready()).rejects.toThrow('KONTOR_PAYMENT_8_SECRET is not set');
  for (const server of [one, other]) {
    expect((await fetch(await server.ready())).status).toBe(405);
    expect([server.url, server.err]).toEqual([await server.ready(), []]);
    expect(lines(server.out, /^kontor: ready at /)).toBe(1);
  }
  expect([one.port === other.port, process.env['KONTOR_PAYMENT_8_SECRET']]).toEqual([false, undefined]);
  expect(lines(one.out, /^kontor: first start: .*\/one\//)).toBe(1);
  expect(lines(one.out, /\/other/)).toBe(0);

  const files = (): readonly number[] => [one, other].map(({ out }) => lines(out, /snapshot of record/));
  // Each makes one soon after its first start, and none where nothing has changed since.
  await expect.poll(files).toEqual([1, 1]);
  for (const data of ['one', 'other'])
    expect(await place.run(['channel', 'add', 'kiosk', '--data', data])).toMatchObject({ code: 0, err: [] });
  const written = other.line(/snapshot of record/);
  other.signal('SIGUSR2');
  await written;
  expect(files()).toEqual([1, 2]);
  expect(() => other.signal('SIGSTOP')).toThrow('start the program');

  const ended = [await other.stop(), await other.stop()];
  expect([ended, other.running, await other.ended]).toEqual([[0, 0], false, { code: 0, signal: null }]);
  expect(other.out.at(-1)).toBe('kontor: stopped');
  expect([one.running, (await fetch(one.url)).status, lines(one.out, /^kontor: stop/)]).toEqual([true, 405, 0]);
  expect((await one.kill()).code).toBe(0);
});

test('a start that is refused is its lines and 1; one that is served is no refusal', async () => {
  mkdirSync(place.path('file'), { recursive: true });
  writeFileSync(place.path('file', 'data'), '');
  expect(await place.refusedHere([...SERVE, 'file/data'])).toMatchObject({
    code: 1,
    signal: null,
    err: [expect.stringMatching(/^kontor: .*file\/data cannot be made: /)],
  });
  await expect(place.refusedHere([...SERVE, 'served', '--demo'], SECRETS)).rejects.toThrow('is served');
});
