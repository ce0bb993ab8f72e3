// Would catch a program that is started with other settings than its sources say, or says others, and a refused start
// that spoils the store. Which source wins and what is refused: test/config/settings-sources.test.ts; more refusals:
// first-start-refusals.system.test.ts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import { listening } from '../harness/ports.ts';
import type { Ran } from '../harness/program.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

const SERVE = ['serve', '--port', '0'];

test('flags, environment and file reach the shop, which says so, and where it answers, once', async () => {
  // A directory whose name has a dot and a space is one like any other.
  const data = place.path('my shop.v2', 'data.d');
  mkdirSync(place.path('my shop.v2'));
  const inFile = { durability: 'commit', cartLinesMax: 7, currency: 'CHF', data: 'not here' };
  writeFileSync(place.path('kontor.config.json'), JSON.stringify(inFile));
  const program = place.start([...SERVE, '--verbose', '--durability', 'relaxed', '--data', data], {
    KONTOR_DURABILITY: 'fsync',
    KONTOR_CART_LINES_MAX: '8',
    KONTOR_PROT: '8123',
  });
  const url = await program.ready();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/srv\/service\/$/);
  expect((await fetch(url)).status).toBe(405);
  const settings = program.out.filter((line) => /^ {2}(durability|cartLinesMax|currency|data) /.test(line));
  expect(settings).toEqual([
    expect.stringContaining(` ${data} `),
    expect.stringMatching(/^ {2}durability +relaxed /),
    expect.stringMatching(/^ {2}currency +CHF /),
    expect.stringMatching(/^ {2}cartLinesMax +8 lines /),
  ]);
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
  expect(program.out.filter((line) => line.includes('ready at'))).toHaveLength(1);
  expect(program.err).toEqual([
    'kontor: the variable KONTOR_PROT is no setting and is not read. Did you mean KONTOR_PORT?',
  ]);
  expect(program.advice).toEqual([expect.stringMatching(/^kontor: ownership is open: /)]);
});

const refused = ({ code, signal, err }: Ran, wanted: RegExp): void => {
  expect([code, signal, err]).toEqual([1, null, [expect.stringMatching(wanted)]]);
};

test('a port that somebody has, and a snapshot directory of nobody: one line, and a store that starts', async () => {
  const holder = createServer();
  const port = String(await listening(holder));
  const taken = new RegExp(`^kontor: cannot listen on 127\\.0\\.0\\.1:${port}: `);
  try {
    refused(await place.run(['serve', '--port', port]), taken);
    refused(await place.refusedHere([...SERVE, '--legacy-port', port]), taken);
  } finally {
    holder.close();
  }
  const snapshots = ['--snapshots', '/proc'];
  refused(await place.refusedHere([...SERVE, ...snapshots]), /^kontor: no snapshot file can be written to \/proc: E/);
  const server = await place.serveHere([...SERVE, '--ownership', 'strict']);
  expect(await server.stop()).toBe(0);
  expect([...server.err, ...server.advice]).toEqual([]);
});
