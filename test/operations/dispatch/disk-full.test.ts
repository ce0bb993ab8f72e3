// Catches a change that is taken, or made in the background, while the disk has no space for it, a read that is refused
// then, and anything that is lost by the wait.
import { describe, expect, test } from 'vitest';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { refuse } from '../../../src/kernel/result.ts';
import { PASSWORD, loggedIn, verified } from '../accounts/accounts.ts';
import { CREDENTIALS, SECRET, openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';
import { refuseWrites } from '../../engine/refuse-writes.ts';

const FULL = refuse('DISK_FULL');
const HOUR_MS = 3_600_000;

const sent = async (shop: TestShop, request: string, given: object, key = '') => {
  const { status, text } = await shop.send({ ...CREDENTIALS, licence_secret_key: SECRET, request, ...given }, key);
  return { http: status, ...(JSON.parse(text) as { object: string; message?: string }) };
};

describe('while the disk is short of space', () => {
  test('no operation changes anything, and all that are understood say why with 503', async () => {
    const shop = openShop();
    const session = await shop.session();
    await shop.make('create_class', { name: 'c', type: 'product' });
    await shop.engine.whenDurable(shop.engine.headSeq);
    refuseWrites(shop.engine, FULL);
    const before = shop.engine.headSeq;
    let refused = 0;
    for (const [name, { effect }] of OPERATIONS) {
      if (effect !== 'write') continue;
      const reply = await sent(shop, name, { session, name: 'd', type: 'content', class: 'c', id_order: 1 });
      if (reply.http === 503) {
        expect(reply, name).toMatchObject({ object: 'error', message: 'DISK_FULL' });
        refused += 1;
      } else expect(reply, name).toMatchObject({ message: expect.stringMatching(/^PARAMETER_/) });
    }
    expect(refused).toBeGreaterThan(10);
    expect(shop.engine.headSeq).toBe(before);
    expect(await shop.call('get_cart', { session })).toMatchObject({ object: 'cart' });
    expect(await shop.call('get_status')).toMatchObject({ write_status: 'disk_full' });
    refuseWrites(shop.engine, undefined);
    await shop.make('create_class', { name: 'd', type: 'product' });
    expect(await shop.call('get_status')).toMatchObject({ write_status: 'ready' });
  });

  test('a call that is repeated with its key learns what became of it', async () => {
    const shop = openShop();
    const given = { name: 'c', type: 'product' };
    const first = await sent(shop, 'create_class', given, 'once');
    refuseWrites(shop.engine, FULL);
    expect(await sent(shop, 'create_class', given, 'once')).toEqual(first);
    expect(await sent(shop, 'create_class', { ...given, name: 'd' }, 'twice')).toMatchObject({ http: 503 });
    refuseWrites(shop.engine, undefined);
    // The refusal was not remembered as an outcome.
    expect(await sent(shop, 'create_class', { ...given, name: 'd' }, 'twice')).toMatchObject({
      http: 200,
      object: 'create_class',
    });
  });

  test('sessions are read and not extended, and no background task writes', async () => {
    const shop = openShop();
    const session = await shop.session();
    const other = await shop.session();
    refuseWrites(shop.engine, FULL);
    const before = shop.engine.headSeq;
    const { commitNumber } = shop.engine.journal.meta!;
    shop.nowMs += 2 * HOUR_MS;
    expect(await shop.call('get_cart', { session })).toMatchObject({ object: 'cart' });
    shop.nowMs += 30 * HOUR_MS;
    const sweeper = new ExpirySweeper(shop.engine);
    for (let tick = 0; tick < 10; tick += 1) {
      sweeper.sweep(100);
      shop.usage.tick();
      shop.engine.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([shop.engine.headSeq, shop.engine.journal.meta!.commitNumber]).toEqual([before, commitNumber]);
    refuseWrites(shop.engine, undefined);
    sweeper.sweep(100);
    await shop.refused('get_cart', { session: other }, 'SESSION_INVALID');
    shop.usage.tick();
    const counted = usageOf(shop);
    // The calls of the meantime are counted.
    expect(counted).toBeGreaterThanOrEqual(3);
  });

  // Broken, whoever stole a session goes on as its user while the disk is full.
  test('a login that a new password has ended is not used', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const [own, other] = [await loggedIn(shop, 'anna'), await loggedIn(shop, 'anna')];
    const passwords = { old_passwd: PASSWORD, new_passwd1: 'Other1', new_passwd2: 'Other1' };
    await shop.call('set_user_password', { session: own, ...passwords });
    refuseWrites(shop.engine, FULL);
    expect(await sent(shop, 'get_user_data', { session: other })).toMatchObject({ http: 503, message: 'DISK_FULL' });
    expect(await sent(shop, 'get_user_data', { session: own })).toMatchObject({ object: 'get_user_data' });
  });

  test('a stop writes what was decided and no rows; the next start has it all', async () => {
    const shop = openShop();
    await shop.make('create_class', { name: 'c', type: 'product' });
    refuseWrites(shop.engine, FULL);
    await shop.restart();
    expect(await shop.admin('get_class_details', { id_class: 1 })).toMatchObject({ name: 'c' });
  });
});

/** Requests that the usage of the shop counts. */
const usageOf = ({ engine }: TestShop): number =>
  [...engine.readContext().index('usage').byDay.values()]
    .flatMap(({ channels }) => channels.map(([, requests]) => requests))
    .reduce((sum, requests) => sum + requests, 0);
