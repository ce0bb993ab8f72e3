// Catches: idle connections use up the descriptors of the process, so that no snapshot file can be made and no shopper
// gets in.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectionsMax, descriptorLimit, readDescriptorLimit } from '../../src/server/ports/connections.ts';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';

describe('the limit', () => {
  const LIMITS = `Limit                     Soft Limit           Hard Limit           Units
Max processes             63698                63698                processes
Max open files            1024                 4096                 files
Max locked memory         8388608              8388608              bytes
`;

  test('of descriptors is the soft one', () => {
    expect(descriptorLimit(LIMITS)).toBe(1024);
    expect(descriptorLimit(LIMITS.replace('1024     ', 'unlimited'))).toBe(Infinity);
    expect(descriptorLimit('')).toBeUndefined();
    expect(readDescriptorLimit()).toBeGreaterThan(0);
  });

  test.each([
    ['the default', 0, 1024, 768],
    ['the default with descriptors without end', 0, Infinity, 100_000],
    ['the default with very few descriptors', 0, 100, 50],
    ['a smaller one', 50, 1024, 50],
    ['one beyond the descriptors', 5000, 1024, 768],
    ['one beyond the default', 500_000, 1_048_576, 500_000],
  ])('of connections: %s', (_what, wanted, descriptors, allowed) => {
    expect(connectionsMax(wanted, descriptors)).toBe(allowed);
  });
});

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

/** More than the process has descriptors. */
const IDLE = 1200;
/** The hard limit, too: Node raises its soft one to that. */
const FEW_DESCRIPTORS = ['sh', '-c', 'ulimit -n 1024 && exec "$@"', 'sh'];

test('a flood of idle connections at either listener leaves room for a shopper and a snapshot file', async () => {
  const legacyPort = await reservePort();
  const program = place.start(
    ['serve', '--port', '0', '--legacy-port', String(legacyPort), '--ownership', 'strict', '--demo'],
    {},
    FEW_DESCRIPTORS,
  );
  const mainPort = Number(new URL(await program.ready()).port);
  expect(program.out).toContain('kontor: at most 768 connections at a time (1024 descriptors)');
  for (const port of [mainPort, legacyPort]) {
    const sockets: Socket[] = [];
    for (let opened = 0; opened < IDLE; opened++) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      sockets.push(socket);
      if (opened % 100 === 99) await once(socket, 'connect');
    }
    const url = `http://127.0.0.1:${port}/srv/service/`;
    const body = new URLSearchParams({
      request: 'get_new_session',
      licence_username: 'demo_kontor',
      licence_password: 'demo-password',
    });
    const reply = await fetch(url, { method: 'POST', body });
    expect(await reply.json()).toMatchObject({ object: 'session' });

    // Those that have arrived at once and are closed again.
    const descriptors = (): number => readdirSync(`/proc/${program.pid}/fd`).length;
    await expect.poll(descriptors).toBeLessThan(900);
    const made = program.line(/snapshot/);
    program.signal('SIGUSR2');
    expect(await made).toMatch(/snapshot of record/);
    expect(readdirSync(place.path('snapshots')).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(readdirSync(place.path('snapshots'))).not.toEqual([]);
    for (const socket of sockets) socket.destroy();
    await expect.poll(descriptors).toBeLessThan(100);
  }
  expect(program.err).toEqual([]);
});
