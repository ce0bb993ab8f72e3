// Would catch a leader whose answer overtakes a record that it speaks of, that keeps its last record to itself until
// the next one, sends what is not promised, lets a store follow that is no copy of its own, or keeps much of what a
// stranger says.
import { createServer, connect } from 'node:net';
import type { Server, Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UsageCounter } from '../../../src/engine/maintenance/usage-counter.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { Standbys } from '../../../src/server/standby/standbys.ts';
import { FrameReader, STRANGER_BYTES_MAX, frameOf } from '../../../src/server/following/frames.ts';
import { PROTOCOL, chainAt } from '../../../src/server/standby/protocol.ts';
import type { FromLeader, FromStandby, Hello } from '../../../src/server/standby/protocol.ts';
import { PRODUCTS, addPiece, fillShop, make, startSession } from '../../engine/shop.ts';
import { closeAndVerifyStore, newPlace, open } from '../../engine/store/stores.ts';
import type { Place } from '../../engine/store/stores.ts';
import { newDirectory } from '../../harness/directories.ts';

let place: Place;
let store: Store;
let standbys: Standbys;
let usage: UsageCounter;
let server: Server;
let standby: Socket;
/** What the standby was told, in order. */
let told: FromLeader[];

const begin = async (durability: Place['durability']): Promise<void> => {
  place = newPlace({ durability });
  store = await open(place);
  fillShop(store.engine, 1000);
  await store.engine.whenStored(store.engine.headSeq);
  const counted = { usageFlushIntervalMs: 1000, zeroResultSearchesMax: 10 };
  usage = new UsageCounter(store.engine, counted);
  standbys = new Standbys(store, usage);
  server = createServer((socket) => standbys.accept(socket, Buffer.alloc(0)));
  const path = join(newDirectory(), 'follow.sock');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  standby = connect(path);
  told = [];
  const frames = new FrameReader();
  let head: string | undefined = '';
  standby.on('data', (piece: Buffer) => {
    let rest = piece;
    if (head !== undefined) {
      head += piece.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      rest = Buffer.from(head.slice(end + 4), 'latin1');
      head = undefined;
    }
    for (const message of frames.push(rest)) told.push(message as FromLeader);
  });
};
beforeEach(() => begin('fsync'));
const end = async (): Promise<void> => {
  standby.destroy();
  await new Promise((resolve) => server.close(resolve));
  await closeAndVerifyStore(place, store);
};
afterEach(end);

const say = (...messages: FromStandby[]): void => void standby.write(Buffer.concat(messages.map(frameOf)));
const hello = (more: Partial<Hello> = {}): Hello => {
  const { engine, identity } = store;
  const { id, timeline, feedEpoch } = identity;
  const { headSeq } = engine;
  const own = {
    protocol: PROTOCOL,
    version: '1',
    directory: '/standby',
    headSeq,
    chain: chainAt(engine.journal, headSeq),
  };
  return { ...own, store: { id, timeline, feedEpoch }, ...more };
};
const names = (): string[] => told.map(([name]) => name);

test('a record is sent when it is promised, and needs no other one behind it', async () => {
  say(['hello', hello()]);
  await expect.poll(names).toEqual(['welcome']);
  make(store.engine, startSession);
  await expect.poll(names).toEqual(['welcome', 'batch']);
  expect(told[1]![1]).toBe(store.engine.headSeq);
  expect(standbys.figures).toEqual([{ directory: '/standby', version: '1', sentSeq: store.engine.headSeq }]);
});

test.each(['fsync', 'relaxed'] as const)(
  'an answer comes behind every record of which it speaks (%s)',
  async (mode) => {
    await end();
    await begin(mode);
    say(['hello', hello()]);
    await expect.poll(names).toEqual(['welcome']);
    const began = store.engine.headSeq;
    const session = make(store.engine, startSession);
    for (let id = 1; id <= 40; id += 1) {
      make(store.engine, (tx) => addPiece(tx, session, PRODUCTS[0], true));
      say(['ask', id]);
      if (id % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => names().filter((name) => name === 'promised')).toHaveLength(40);
    let sent = began;
    for (const message of told) {
      if (message[0] === 'batch') sent = message[1] + message[2].readUInt32LE(5) - 1;
      if (message[0] === 'promised') expect(message[2]).toBeLessThanOrEqual(sent);
    }
  },
);

test.each([
  ['another protocol', () => ({ protocol: PROTOCOL + 1 }), /follows otherwise than version/],
  ['another shop', () => ({ store: { ...hello().store, id: 'x' } }), /holds another history than this server/],
  [
    'another time line',
    () => ({ store: { ...hello().store, timeline: 'x' } }),
    /holds another history than this server/,
  ],
  ['more records than there are', () => ({ headSeq: 1_000_000 }), /it is no copy of this shop$/],
  ['another last record', () => ({ chain: 'x' }), /is not that of this server: empty it, and it begins anew$/],
] as readonly (readonly [string, () => Partial<Hello>, RegExp])[])('%s is refused', async (_, more, why) => {
  say(['hello', hello(more())]);
  await expect.poll(() => told).toEqual([['refused', expect.stringMatching(why)]]);
  await expect.poll(() => standbys.figures).toEqual([]);
});

test('who has not said what it holds has 64 kB for that; who may follow has as much as a record has', async () => {
  const large: FromStandby = ['usage', { calls: [['x'.repeat(STRANGER_BYTES_MAX), 1]] } as never];
  const cut = new Promise((resolve) => standby.once('close', resolve));
  // Its length alone is enough.
  standby.write(frameOf(large).subarray(0, 4));
  await cut;
  await end();
  await begin('fsync');
  const counted: unknown[] = [];
  usage.add = (more) => void counted.push(more);
  say(['hello', hello()]);
  await expect.poll(names).toEqual(['welcome']);
  say(large);
  await expect.poll(() => counted).toEqual([large[1]]);
});

test('destroyed keys: whoever follows is waited for, and nobody who has gone', async () => {
  await standbys.whenDestroyed();
  say(['hello', hello()]);
  await expect.poll(names).toEqual(['welcome']);
  const order: string[] = [];
  const forgotten = standbys.whenDestroyed().then(() => order.push('forgotten'));
  await expect.poll(names).toEqual(['welcome', 'erased']);
  expect(order).toEqual([]);
  say(['forgotten', told[1]![1] as number]);
  await forgotten;
  const gone = standbys.whenDestroyed();
  standby.destroy();
  expect(await gone).toEqual([]);
});

test('destroyed keys: who does not answer is cut off and named', async () => {
  say(['hello', hello()]);
  await expect.poll(names).toEqual(['welcome']);
  expect(await standbys.whenDestroyed(50)).toEqual([`the standby in ${hello().directory}`]);
  await expect.poll(() => standbys.figures).toEqual([]);
});
