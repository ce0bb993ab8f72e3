// Would catch a standby that folds what does not fit, follows a later version's unknown events, tells a reader of an
// answer before what it speaks of is folded, or does not come back when its connection is lost.
import { mkdirSync, rmdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { destroyKeys } from '../../../src/domain/privacy/destroy-keys.ts';
import type { Batch } from '../../../src/engine/journal/journal.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import type { SubjectCipher } from '../../../src/engine/privacy/encryption.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { openStore } from '../../../src/engine/store/store.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { SYSTEM_STOPWATCH } from '../../../src/outside/stopwatch.ts';
import { FrameReader, frameOf } from '../../../src/server/following/frames.ts';
import { refuseYet } from '../../../src/server/following/frame-connection.ts';
import { LeaderLink } from '../../../src/server/standby/leader-link.ts';
import { FOLLOW_PATH, FOLLOW_UPGRADE, chained, eventNames } from '../../../src/server/standby/protocol.ts';
import type { FromLeader, FromStandby, Hello } from '../../../src/server/standby/protocol.ts';
import { newDirectory } from '../../harness/directories.ts';
import { Seeded, SetClock } from '../../engine/seeded.ts';
import { PRODUCTS, RULES, addPiece, fillShop, make, startSession } from '../../engine/shop.ts';
import { LIMITS, journalOf, newPlace, open } from '../../engine/store/stores.ts';
import type { Place } from '../../engine/store/stores.ts';

/** Says to a standby what a test wants, in the place of a leader. */
class FakeLeader {
  hellos: Hello[] = [];
  heard: FromStandby[] = [];
  chain = '';
  /** Why it takes no standby yet; '': it does. */
  whyNotYet = '';
  private socket: Duplex | undefined;
  private readonly server: Server;

  constructor() {
    this.server = createServer((_request, response) => {
      response.statusCode = 409;
      response.end();
    });
  }

  async listen(directory: string, knows = true): Promise<void> {
    if (knows)
      this.server.on('upgrade', (request, socket) => {
        expect([request.url, request.headers.upgrade]).toEqual([FOLLOW_PATH, FOLLOW_UPGRADE]);
        if (this.whyNotYet !== '') return refuseYet(socket, this.whyNotYet);
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: kontor-follow\r\n\r\n');
        this.socket = socket;
        const frames = new FrameReader();
        socket.on('error', () => {});
        socket.on('data', (piece: Buffer) => {
          for (const message of frames.push(piece)) this.hear(message as FromStandby);
        });
      });
    await new Promise<void>((resolve) => this.server.listen(join(directory, 'control.sock'), resolve));
  }

  private hear(message: FromStandby): void {
    if (message[0] !== 'hello') return void this.heard.push(message);
    this.hellos.push(message[1]);
    this.chain = message[1].chain;
  }

  say(...messages: FromLeader[]): void {
    // In one piece: what comes together is handled in its order all the same.
    this.socket!.write(Buffer.concat(messages.map(frameOf)));
  }

  batch({ firstSeq, bytes }: Batch): FromLeader {
    this.chain = chained(this.chain, { firstSeq, bytes });
    return ['batch', firstSeq, bytes, this.chain];
  }

  cut(): void {
    this.socket?.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const WELCOME: FromLeader = ['welcome', { version: '9.9.9', events: eventNames() }];

let leader: FakeLeader;
let place: Place;
let store: Store;
/** The standby's data directory. */
let own: string;
let link: LeaderLink;
/** What the leader has promised since the standby was copied. */
let batches: Batch[];
let told: string[];

const later = { gated: true, fatal: (reason: string) => expect(reason).toBe('no failure') } as const;

beforeEach(async () => {
  place = newPlace();
  const clock = new SetClock();
  const first = await open(place, { clock });
  fillShop(first.engine);
  await first.engine.whenDurable(first.engine.headSeq);
  await first.started;
  await first.close();
  const options = { rules: RULES, limits: LIMITS, clock, stopwatch: SYSTEM_STOPWATCH, random: new Seeded(2), ...later };
  const standby = newPlace();
  own = standby.directory;
  store = await openStore({ ...standby, follows: place.directory }, options);
  const again = await open(place, { clock });
  const session = make(again.engine, startSession);
  await again.engine.whenStored(again.engine.headSeq);
  for (let piece = 0; piece < 3; piece += 1) {
    make(again.engine, (tx) => addPiece(tx, session, PRODUCTS[0], false));
    await again.engine.whenStored(again.engine.headSeq);
  }
  make(again.engine, (tx) => destroyKeys(tx, [[keyNumberOf(9, 'contact'), keyNumberOf(9, 'invoice')]]));
  await again.engine.whenStored(again.engine.headSeq);
  await again.close();
  const journal = journalOf(place);
  batches = [...journal.batches(store.engine.headSeq + 1)].map(({ firstSeq, bytes }) => ({
    firstSeq,
    bytes: Buffer.from(bytes),
  }));
  await journal.close();
  leader = new FakeLeader();
  told = [];
  link = linkTo(place.directory);
});

const linkTo = (directory: string): LeaderLink =>
  new LeaderLink({
    store,
    leader: directory,
    own: '/standby',
    sliceMs: 5,
    connected: () => told.push('connected'),
    lost: () => told.push('lost'),
    waits: (why) => told.push(`waits: ${why}`),
    promised: (id) => told.push(`answer ${id} at ${store.engine.headSeq}`),
    failed: (why) => told.push(why),
  });
afterEach(async () => {
  await link.stop();
  await leader.close();
  await store.close();
});

const met = async (): Promise<number> => {
  await leader.listen(place.directory);
  link.open();
  await expect.poll(() => leader.hellos.length).toBe(1);
  return store.engine.headSeq;
};

test('batches are folded as they come, and an answer is there behind them', async () => {
  const head = await met();
  expect(batches.length).toBeGreaterThan(2);
  expect(leader.hellos[0]).toMatchObject({ directory: '/standby', headSeq: head });
  leader.say(WELCOME, ...batches.map((batch) => leader.batch(batch)), ['promised', 1, head + batches.length, 5]);
  await expect.poll(() => told).toEqual(['connected', `answer 1 at ${head + batches.length}`]);
  link.ask(7);
  link.sendUsage({ channels: [[1, 2, 3]], searches: [], cartsBegun: 0 });
  await expect
    .poll(() => leader.heard)
    .toEqual([
      ['ask', 7],
      ['usage', { channels: [[1, 2, 3]], searches: [], cartsBegun: 0 }],
    ]);
});

test('a lost connection is made again, from where it broke', async () => {
  const head = await met();
  leader.say(WELCOME, leader.batch(batches[0]!));
  await expect.poll(() => store.engine.headSeq).toBe(head + 1);
  leader.cut();
  await expect.poll(() => leader.hellos.length).toBe(2);
  expect(told).toEqual(['connected', 'lost']);
  expect(leader.hellos[1]).toMatchObject({ headSeq: head + 1, chain: chained('', batches[0]!) });
  // Usage stays where it was counted.
  expect(link.isConnected).toBe(false);
  leader.say(WELCOME, ...batches.slice(1).map((batch) => leader.batch(batch)));
  await expect.poll(() => store.engine.headSeq).toBe(head + batches.length);
});

test('a leader that is not there yet is waited for, and why is said once', async () => {
  leader.whyNotYet = 'it is starting';
  const directory = newDirectory();
  const other = linkTo(directory);
  other.open();
  await expect.poll(() => told).toEqual(['waits: it does not run']);
  await leader.listen(directory);
  await expect.poll(() => told).toEqual(['waits: it does not run', 'waits: it is starting']);
  leader.whyNotYet = '';
  await expect.poll(() => leader.hellos.length).toBe(1);
  await other.stop();
  expect(told).toHaveLength(2);
});

test('keys that a record destroys are gone before that is said', async () => {
  await met();
  const key = keyNumberOf(9, 'contact');
  const isGone = (cipher: SubjectCipher): boolean => cipher.isDestroyed(key);
  leader.say(WELCOME, ...batches.slice(0, -1).map((batch) => leader.batch(batch)), ['erased', 4]);
  await expect.poll(() => leader.heard).toEqual([['forgotten', 4]]);
  expect(isGone(store.keys.cipher)).toBe(false);
  leader.say(leader.batch(batches.at(-1)!), ['erased', 5]);
  await expect.poll(() => leader.heard.length).toBe(2);
  expect([isGone(store.keys.cipher), isGone(SubjectKeys.read(own).cipher)]).toEqual([true, true]);
});

test('a key file that cannot be written ends it, and nobody is told that keys are gone', async () => {
  await met();
  mkdirSync(join(own, 'subject-keys.json.part'));
  leader.say(WELCOME, ...batches.map((batch) => leader.batch(batch)), ['erased', 4]);
  await expect.poll(() => told.length).toBe(2);
  expect(told).toEqual(['connected', expect.stringMatching(/subject-keys\.json cannot be written: EISDIR/)]);
  expect(leader.heard).toEqual([]);
  // What the engine is to destroy is tried again, and done when it can be.
  rmdirSync(join(own, 'subject-keys.json.part'));
  await store.engine.destruction.whenDone(store.engine.headSeq);
  expect(SubjectKeys.read(own).cipher.isDestroyed(keyNumberOf(9, 'contact'))).toBe(true);
});

const flipped = ({ firstSeq, bytes }: Batch, at: number): Batch => {
  const other = Buffer.from(bytes);
  other[at]! ^= 0x10;
  return { firstSeq, bytes: other };
};

test.each([
  ['a damaged batch', () => [leader.batch(flipped(batches[0]!, 30))], /does not fit: the batch at record \d+ cannot/],
  ['a batch too far on', () => [leader.batch(batches[1]!)], /does not fit: record \d+ cannot follow record \d+$/],
  [
    'one of the same number with another chain',
    () => [['batch', batches[0]!.firstSeq, batches[0]!.bytes, 'x']],
    /another chain/,
  ],
  ['a refusal', () => [['refused', 'it is no copy of this shop']], /is not followed: it is no copy of this shop$/],
] as readonly (readonly [string, () => FromLeader[], RegExp])[])(
  '%s ends it, and nothing is folded',
  async (_, said, why) => {
    const head = await met();
    leader.say(WELCOME, ...said(), leader.batch(batches[0]!));
    await expect.poll(() => told.length).toBe(2);
    expect(told).toEqual(['connected', expect.stringMatching(why)]);
    await link.stop();
    expect(store.engine.headSeq).toBe(head);
    // It does not come back by itself.
    expect(leader.hellos).toHaveLength(1);
  },
);

test('a later version with events that this one does not know is named', async () => {
  const head = await met();
  leader.say(['welcome', { version: '9.9.9', events: [...eventNames(), 'flown', 'sung'] }], leader.batch(batches[0]!));
  await expect.poll(() => told.length).toBe(1);
  expect(told[0]).toMatch(
    /is version 9\.9\.9 and makes events that version \S+ does not know \(flown, sung\): start the/,
  );
  await link.stop();
  expect(store.engine.headSeq).toBe(head);
});

test('a server that knows no standbys is of an earlier version', async () => {
  await leader.listen(place.directory, false);
  link.open();
  await expect.poll(() => told).toEqual([expect.stringMatching(/cannot be followed: it is of an earlier version$/)]);
});

test('what is no frame ends it', async () => {
  await met();
  leader.say(WELCOME);
  (leader as unknown as { socket: Duplex }).socket.write(Buffer.of(255, 255, 255, 255));
  await expect.poll(() => told.at(-1)).toMatch(/sends no frames: a frame claims 4294967299 bytes/);
});
