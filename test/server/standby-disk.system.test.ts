// Would catch a standby that loses or invents something, or harms its leader, when its own disk is full.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ITEM, StandbyShop } from './standby-shop.ts';

const STANDBY = 'disk/standby';
const ENV = { KONTOR_DISK_RESERVE_MB: '8' };

let shop: StandbyShop;
let disk: string;
let isMounted: boolean;
beforeEach(() => {
  shop = new StandbyShop();
  disk = shop.place.path('disk');
  mkdirSync(disk, { recursive: true });
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]).status === 0;
});
afterEach(async () => {
  if (isMounted) spawnSync('umount', ['-l', disk]);
  await shop.clean();
});

test('a standby whose disk is full ends; its leader sells on, and with room it follows again', async () => {
  if (!isMounted) return console.log('no tmpfs can be mounted here: a full disk of a standby is not tested');
  await shop.lead();
  const standby = await shop.follow(STANDBY, 'shop', ENV);
  const session = String((await shop.call(STANDBY, 'get_new_session'))['code']);
  const ballast = shop.place.path('disk', 'ballast');
  // Until nothing more fits.
  expect(() => writeFileSync(ballast, Buffer.alloc(64 * 1_048_576))).toThrow('ENOSPC');
  let added = 0;
  const add = async (): Promise<void> => {
    await shop.call('shop', 'add_to_cart', { ...ITEM, name_field: 'x'.repeat(200), session });
    added += 1;
  };
  const ended = standby.ended.then(() => true);
  while (!(await Promise.race([ended, add()]))) expect(added).toBeLessThan(500);
  expect((await standby.ended).code, standby.said).toBe(1);
  // Where the map of the file meets the full disk first, it is an error of input and output.
  expect(standby.err.join('\n')).toMatch(
    /the journal could not be written: disk\/standby\/journal: (No space left|Input\/output error, 0 KiB are free)/,
  );
  await add();
  rmSync(ballast);
  await shop.follow(STANDBY, 'shop', ENV);
  expect([await shop.lines(STANDBY, session), await shop.lines('shop', session)]).toEqual([added, added]);
  await shop.stop(STANDBY);
  await shop.stop('shop');
  await shop.verify('shop', STANDBY);
  return undefined;
});
