// Would catch a standby that follows what it must not, or begins anew unasked; one that goes on after it lacks what is
// no longer kept; and one that still knows a person whom its leader has erased.
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../harness/until.ts';
import { must } from '../kill/client.ts';
import { heapHolds } from './heap-search.ts';
import { ITEM, StandbyShop } from './standby-shop.ts';

let shop: StandbyShop;
beforeEach(() => {
  shop = new StandbyShop();
});
afterEach(() => shop.clean());

test('directories that cannot be followed, or cannot follow: one line each', async () => {
  mkdirSync(shop.place.path('empty'));
  const follow = ['--follow', 'shop'];
  expect(await shop.refused('standby', ['--follow', 'nowhere'])).toMatch(
    /nowhere holds no store that could be followed/,
  );
  expect(await shop.refused('standby', ['--follow', 'empty'])).toMatch(/empty holds no store that could be followed/);
  await shop.lead();
  expect(await shop.refused('other', ['--follow', 'other'])).toMatch(
    /other cannot follow itself: --data names another/,
  );
  await shop.lead({}, 'other');
  await shop.stop('other');
  expect(await shop.refused('other', follow)).toMatch(/other holds a shop of its own, not that of shop: --data names/);
  await shop.follow();
  // What follows is no shop by itself, and is followed by nobody.
  const third = await shop.startFollowing('third', 'standby');
  await third.line(/waits for the server of standby: it follows another server itself$/);
  expect(third.out.join('\n')).not.toContain('ready at');
  await shop.kill('third');
  await shop.stop('standby');
  expect(await shop.refused('standby', ['--demo'])).toMatch(
    /standby follows shop and is no shop by itself: start it with/,
  );
  await shop.lead({}, 'other');
  expect(await shop.refused('standby', ['--follow', 'other'])).toMatch(
    /standby holds another shop, not that of other: --/,
  );
});

test('what a standby lacks is no longer kept: it stops and says what to do, and begins anew', async () => {
  const small = {
    KONTOR_FEED_RETENTION_RECORDS: '0',
    KONTOR_REPLAY_RECORDS_MAX: '20',
    KONTOR_CHECKPOINT_PAUSE_MS: '5',
    KONTOR_SNAPSHOT_INTERVAL_RECORDS: '1000',
    KONTOR_SNAPSHOT_FILES_MAX: '1',
  };
  await shop.lead(small);
  await shop.follow();
  await shop.stop('standby');
  const client = await shop.client('shop');
  const session = String((await must(client.call('get_new_session'))).body['code']);
  for (let line = 0; line < 200; line += 1) await must(client.call('add_to_cart', { ...ITEM, session }));
  client.hangUp();
  await expect
    .poll(async () => {
      expect((await shop.run('snapshot', '--data', 'shop')).code).toBe(0);
      return shop.refused('standby', ['--follow', 'shop']);
    })
    .toMatch(
      /standby is at record \d+, and what follows it is no longer kept: empty it, and it begins anew; the standby stops$/,
    );
  await shop.follow('anew', 'shop');
  expect((await shop.call('anew', 'get_cart', { session }))['contents']).toHaveLength(200);
});

/** Never one text in this process. */
const MARK = ['Zw', 'irn', 'sfa', 'den'];

test('who is erased at the leader is unknown at the standby: in memory, on the disk', async () => {
  const heap = { NODE_OPTIONS: '--heapsnapshot-signal=SIGPROF' };
  await shop.lead();
  const standby = await shop.follow('standby', 'shop', heap);
  const late = async (): Promise<string> => readFileSync(shop.place.path('late', 'subject-keys.json'), 'utf8');
  await shop.follow('late');
  await shop.stop('late');
  const email = [...MARK, '@example.org'].join('');
  const session = String((await shop.call('standby', 'get_new_session'))['code']);
  await shop.call('standby', 'add_to_cart', { ...ITEM, session });
  await shop.call('standby', 'set_order_details', {
    session,
    email,
    delivery_lastname: email,
    delivery_country: 'DE',
  });
  const order = Number((await shop.call('standby', 'checkout', { session }))['id_order']);
  expect(JSON.stringify(await shop.call('standby', 'get_order_by_id', { id_order: order }))).toContain(email);
  expect(await heapHolds(shop.place.directory, standby, MARK.join(''))).toBe(true);
  const keys = (data: string): unknown =>
    (JSON.parse(readFileSync(shop.place.path(data, 'subject-keys.json'), 'utf8')) as { readonly nodes: unknown }).nodes;
  const [keysBefore, lateBefore] = [keys('standby'), await late()];

  const erased = await shop.run('user erase', '--order', String(order), '--data', 'shop');
  expect(erased.code, erased.err.join('\n')).toBe(0);
  // The command has waited for the standby.
  expect(keys('standby')).toEqual(keys('shop'));
  expect(keys('standby')).not.toEqual(keysBefore);
  const shown = JSON.stringify(await shop.call('standby', 'get_order_by_id', { id_order: order }));
  expect(shown).toContain('erased');
  expect(shown).not.toContain(email);
  const isKnown = (): Promise<boolean> => heapHolds(shop.place.directory, standby, MARK.join(''));
  await until('memory knows nobody of that name', async () => !(await isKnown()));
  const files = readdirSync(shop.place.path('standby'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(shop.place.path('standby'), name))
    .filter((path) => statSync(path).isFile());
  for (const path of files) expect([path, readFileSync(path).includes(MARK.join(''))]).toEqual([path, false]);
  // One that did not run destroys them before it answers.
  expect(await late()).toBe(lateBefore);
  await shop.follow('late');
  expect(keys('late')).toEqual(keys('shop'));
  expect(JSON.stringify(await shop.call('late', 'get_order_by_id', { id_order: order }))).not.toContain(email);
});
