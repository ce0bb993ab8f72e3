// Would catch a standby that follows what it must not, or begins anew unasked; one that goes on after it lacks what is
// no longer kept; and one that still knows a person whom its leader has erased.
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callingAddress } from '../../src/admin/control-address.ts';
import { FOLLOW_PATH, FOLLOW_UPGRADE } from '../../src/server/standby/protocol.ts';
import { until } from '../harness/until.ts';
import { must } from '../kill/client.ts';
import { heapHolds } from './heap-search.ts';
import { ITEM, StandbyShop } from './standby-shop.ts';

const shop = new StandbyShop();
afterAll(() => shop.clean());

/** What a server says to a process that wants to follow it. */
const answerToFollower = (data: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade', upgrade: FOLLOW_UPGRADE };
    const call = request({ socketPath: callingAddress(shop.place.path(data))!, path: FOLLOW_PATH, headers });
    call.once('response', (response) => void text(response).then(resolve, reject));
    call.once('upgrade', (_, socket) => resolve(`${socket.destroy().destroyed}: it may follow`));
    call.once('error', reject).end();
  });

/** Never one text in this process. */
const MARK = ['Zw', 'irn', 'sfa', 'den'];

describe('a shop and its standby', () => {
  beforeAll(async () => {
    await shop.lead();
    await shop.follow('standby', 'shop', { NODE_OPTIONS: '--heapsnapshot-signal=SIGPROF' });
  });

  test('directories that cannot be followed, or cannot follow: one line each', async () => {
    mkdirSync(shop.place.path('empty'));
    expect(await shop.whyNotServed('new', 'nowhere')).toMatch(/nowhere holds no store that could be followed/);
    expect(await shop.whyNotServed('new', 'empty')).toMatch(/empty holds no store that could be followed/);
    expect(await shop.whyNotServed('new', 'new')).toMatch(/new cannot follow itself: --data names another/);
    writeFileSync(shop.place.path('other.jsonl'), '{"type":"class","name":"other","class_type":"product"}\n');
    expect((await shop.run('import', 'other.jsonl', '--data', 'other')).code).toBe(0);
    expect(await shop.refused('other', ['--follow', 'shop'])).toMatch(
      /other holds a shop of its own, not that of shop: --data names/,
    );
    // A copy that follows, and is not running.
    expect(await shop.whyNotServed('copy', 'shop')).toBe('');
    expect(await shop.refused('copy', ['--demo'])).toMatch(
      /copy follows .*shop and is no shop by itself: start it with/,
    );
    expect(await shop.whyNotServed('copy', 'other')).toMatch(/copy holds another shop, not that of .*other: --/);
    // What follows is no shop by itself, and is followed by nobody.
    expect(await answerToFollower('standby')).toBe('it follows another server itself');
  });

  test('who is erased at the leader is unknown at the standby: in memory, on the disk', async () => {
    const standby = shop.program('standby');
    const late = async (): Promise<string> => readFileSync(shop.place.path('late', 'subject-keys.json'), 'utf8');
    expect(await shop.whyNotServed('late', 'shop')).toBe('');
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
      (JSON.parse(readFileSync(shop.place.path(data, 'subject-keys.json'), 'utf8')) as { readonly nodes: unknown })
        .nodes;
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
});

test('what a standby lacks is no longer kept: it stops and says what to do, and begins anew', async () => {
  await shop.lead(
    {
      KONTOR_FEED_RETENTION_RECORDS: '0',
      KONTOR_REPLAY_RECORDS_MAX: '20',
      KONTOR_CHECKPOINT_PAUSE_MS: '5',
      KONTOR_SNAPSHOT_INTERVAL_RECORDS: '1000',
      KONTOR_SNAPSHOT_FILES_MAX: '1',
    },
    'small',
  );
  // A standby that has followed, and is not running.
  expect(await shop.whyNotServed('behind', 'small')).toBe('');
  const client = await shop.client('small');
  const session = String((await must(client.call('get_new_session'))).body['code']);
  for (let line = 0; line < 60; line += 1) await must(client.call('add_to_cart', { ...ITEM, session }));
  client.hangUp();
  const { headSeq } = await shop.journal('behind');
  await until('the journal is truncated', async () => {
    expect((await shop.run('snapshot', '--data', 'small')).code).toBe(0);
    return (await shop.journal('small')).truncatedSeq > headSeq;
  });
  expect(await shop.refused('behind', ['--follow', 'small'])).toMatch(
    /behind is at record \d+, and what follows it is no longer kept: empty it, and it begins anew; the standby stops$/,
  );
  await shop.follow('anew', 'small');
  expect((await shop.call('anew', 'get_cart', { session }))['contents']).toHaveLength(60);
});
