// Catches a key that is destroyed before its record is promised, or not at all: by whoever decides, by whoever folds,
// by a start whose key file is older than its rows; and memory that goes on knowing somebody.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { destroyKeys, scheduleKeys } from '../../../src/domain/privacy/destroy-keys.ts';
import type { User, UserIndex } from '../../../src/domain/accounts/user.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { Batch, Commit } from '../../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import { DataSubjects } from '../../../src/engine/privacy/data-subjects.ts';
import { readBatch } from '../../../src/engine/journal/record.ts';
import { MESSAGE_SUBJECTS_FROM } from '../../../src/domain/webhooks/message.ts';
import { scheduled } from '../privacy/recorded.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { SimulatedDisk } from '../journal/simulated-disk.ts';
import { register } from '../privacy/persons.ts';
import { SimulatedKeyPlace } from '../privacy/simulated-key-place.ts';
import { SetClock } from '../seeded.ts';
import { fillShop, make } from '../shop.ts';
import { copyOf } from '../store/copy.ts';
import { LIMITS, engineOn, newPlace, open } from '../store/stores.ts';

const ANNA = 'anna.muster@example.org';

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

class Disk extends SimulatedDisk {
  readonly batches: Batch[] = [];

  override enqueue(commit: Commit, promised?: () => void): Promise<boolean> {
    this.batches.push(...commit.batches);
    return super.enqueue(commit, promised);
  }

  async complete(): Promise<void> {
    await turns();
    while (this.waiting > 0) {
      await this.completeNext();
      await turns();
    }
  }
}

interface Process {
  readonly disk: Disk;
  readonly place: SimulatedKeyPlace;
  readonly engine: Engine;
}

const FIRST_KEYS = ((): string => {
  const place = new SimulatedKeyPlace();
  SubjectKeys.create(place, 'store');
  return place.read()!;
})();

/** On rows and records of `from`, with a key file of its own. */
const started = async (
  given: { readonly from?: MemoryJournal; readonly follows?: boolean; readonly rows?: boolean } = {},
): Promise<Process & { readonly clock: SetClock }> => {
  const { from, follows = false, rows = false } = given;
  const place = new SimulatedKeyPlace(FIRST_KEYS);
  const { cipher } = SubjectKeys.read(place);
  const disk = new Disk(from === undefined ? new MemoryJournal(cipher) : await copyOf(from, cipher));
  const limits = { ...LIMITS, replayRecordsMax: rows ? 1 : 1_000_000 };
  const clock = new SetClock();
  const engine = engineOn(disk.plugIn(), { follows, limits, clock });
  return { disk, place, engine, clock };
};

/** A shop with Anna. */
const withAnna = async (rows = false) => {
  const leader = await started({ rows });
  fillShop(leader.engine);
  const anna = register(leader.engine);
  await leader.disk.complete();
  const { subject } = leader.engine.tables.user.peek(anna) as User;
  const contact = keyNumberOf(subject, 'contact');
  const erase = (): void => make(leader.engine, (tx) => destroyKeys(tx, [[contact, contact + 2]], [['user', anna]]));
  /** Whether the key is there: in the file, on the disk, in memory; and whether the name is known. */
  const there = ({ place, engine }: Process): readonly boolean[] => [
    !SubjectKeys.read(place, true).cipher.isDestroyed(contact),
    !SubjectKeys.read(new SimulatedKeyPlace(place.durable), true).cipher.isDestroyed(contact),
    !engine.journal.cipher!.isDestroyed(contact),
    (engine.tables.user.index as UserIndex).byName.get(ANNA) !== undefined,
    (engine.tables.user.peek(anna) as User).username === ANNA,
  ];
  return { leader, anna, subject, contact, erase, there };
};

const ALL = [true, true, true, true, true];
const NOTHING = [false, false, false, false, false];

describe('whoever decides', () => {
  test('destroys when the record is promised, and not before', async () => {
    const { leader, subject, erase, there } = await withAnna();
    const { engine, disk } = leader;
    erase();
    const done: string[] = [];
    void engine.destruction.whenDone(engine.headSeq).then(() => done.push('done'));
    await turns();
    expect([there(leader), done]).toEqual([ALL, []]);
    // Nothing more is decided about her all the same.
    expect(engine.begin().isErased(subject)).toBe(true);
    await disk.complete();
    expect([there(leader), done]).toEqual([NOTHING, ['done']]);
  });

  test('destroys nothing of a record behind the one that is promised', async () => {
    const { leader, contact, erase, there } = await withAnna();
    const { engine, disk } = leader;
    make(engine, (tx) => destroyKeys(tx, [[contact + 100, contact + 101]]));
    await turns();
    erase();
    await disk.completeNext();
    expect(engine.journal.cipher!.isDestroyed(contact + 100)).toBe(true);
    expect(there(leader)).toEqual(ALL);
    await disk.complete();
    expect(there(leader)).toEqual(NOTHING);
  });

  test('names a file that cannot be written, leaves memory as it is, and tries again', async () => {
    const { leader, erase, there } = await withAnna();
    const { engine, disk, place, clock } = leader;
    place.refusal = 'ENOSPC';
    erase();
    await disk.complete();
    const why = 'the simulated key file cannot be written: ENOSPC';
    await expect(engine.destruction.whenDone(engine.headSeq)).rejects.toThrow(why);
    expect(there(leader)).toEqual(ALL);
    expect(engine.destruction.doneSeq).toBe(engine.headSeq - 1);
    engine.destruction.tick();
    clock.ms += 1000;
    expect(() => engine.destruction.tick()).toThrow(why);
    place.refusal = '';
    engine.destruction.tick();
    expect(there(leader)).toEqual(ALL);
    clock.ms += 1000;
    engine.destruction.tick();
    await turns();
    expect([there(leader), engine.destruction.doneSeq]).toEqual([NOTHING, engine.headSeq]);
  });

  test('makes no record of what is destroyed or scheduled already', async () => {
    const { leader, contact, erase } = await withAnna();
    const { engine } = leader;
    erase();
    make(engine, (tx) => scheduleKeys(tx, [[contact + 9, 500]]));
    const { headSeq } = engine;
    erase();
    make(engine, (tx) => scheduleKeys(tx, [[contact + 9, 500]]));
    make(engine, (tx) => scheduleKeys(tx, [[contact, 500]]));
    expect(engine.headSeq).toBe(headSeq);
    await leader.disk.complete();
  });
});

describe('whoever folds', () => {
  test.each([
    ['behind the record', false],
    ['before the record came', true],
  ])('destroys when it knows that the record is promised: %s', async (_, early) => {
    const { leader, erase, there } = await withAnna();
    const follower = await started({ from: leader.disk.durable, follows: true });
    const { engine } = follower;
    expect(there(follower)).toEqual(ALL);
    const known = leader.disk.batches.length;
    erase();
    await leader.disk.complete();
    if (early) engine.notePromised(leader.engine.headSeq);
    for (const batch of leader.disk.batches.slice(known)) await engine.fold(batch, undefined, () => undefined);
    await turns();
    expect(there(follower)).toEqual(early ? NOTHING : ALL);
    engine.notePromised(leader.engine.headSeq);
    await engine.destruction.whenDone(engine.headSeq);
    expect(there(follower)).toEqual(NOTHING);
  });
});

describe('a start whose key file is older', () => {
  test.each([
    ['than its rows', true],
    ['than its records', false],
  ])('destroys before it reads anybody: %s', async (_, rows) => {
    const { leader, erase, there } = await withAnna(rows);
    erase();
    await leader.disk.complete();
    if (rows) {
      leader.engine.tick();
      leader.engine.tick();
      await leader.disk.complete();
    }
    expect(leader.disk.durable.row('keyring', 1) !== undefined).toBe(rows);
    const copy = await started({ from: leader.disk.durable });
    expect(there(copy)).toEqual(NOTHING);
  });
});

// A process that follows has the person in memory, and finds actors that are not resident by their names alone.
test('what a start destroys of an interrupted erasure is a record that names the actors', async () => {
  const place = newPlace();
  const clock = new SetClock();
  const store = await open(place, { clock });
  fillShop(store.engine);
  const [anna, bert] = [register(store.engine), register(store.engine, 'bert@example.org')];
  const { subject } = store.engine.tables.user.peek(anna) as User;
  const keys = [keyNumberOf(subject, 'contact'), keyNumberOf(subject, 'invoice')];
  make(store.engine, (tx) =>
    scheduleKeys(
      tx,
      keys.map((key) => [key, clock.ms + 1000]),
    ),
  );
  await store.engine.destruction.whenDone(store.engine.headSeq);
  await store.close();
  clock.ms += 2000;
  const again = await open(place, { clock });
  await again.engine.whenStored(again.engine.headSeq);
  const destroyed = [...again.engine.journal.batches(1)]
    .flatMap(({ bytes }) => readBatch(Buffer.from(bytes), again.keys.cipher))
    .flatMap(({ events }) => events.map(({ event }) => event as { readonly type: string; readonly actors: unknown }))
    .filter(({ type }) => type === 'keys_destroyed');
  expect(destroyed.map(({ actors }) => actors)).toEqual([[['user', anna]]]);
  expect((again.engine.tables.user.peek(bert) as User).username).toBe('bert@example.org');
  await again.close();
});

test('a key that a record gave more time is not destroyed by an older key file', async () => {
  const place = newPlace();
  const clock = new SetClock();
  const store = await open(place, { clock });
  fillShop(store.engine);
  const { subject } = store.engine.tables.user.peek(register(store.engine)) as User;
  const key = keyNumberOf(subject, 'invoice');
  const keyFile = join(place.directory, 'subject-keys.json');
  const dueIn = async (ms: number): Promise<void> => {
    make(store.engine, (tx) => scheduleKeys(tx, [[key, clock.ms + ms]]));
    await store.engine.destruction.whenDone(store.engine.headSeq);
  };
  await dueIn(1000);
  const older = readFileSync(keyFile);
  await dueIn(100_000);
  await store.close();
  writeFileSync(keyFile, older);
  const isKept = async (laterMs: number): Promise<boolean> => {
    clock.ms += laterMs;
    const again = await open(place, { clock });
    await again.close();
    return !again.keys.cipher.isDestroyed(key);
  };
  expect(await isKept(2000)).toBe(true);
  expect(await isKept(100_000)).toBe(false);
});

test('nobody gets a number whose keys are to be destroyed', () => {
  const place = new SimulatedKeyPlace();
  const keys = SubjectKeys.create(place, 'store');
  const none = { destroyed: [], scheduled: [] };
  const next = ({ cipher }: SubjectKeys): number => new DataSubjects(5, cipher, none).next;
  scheduled(keys, keyNumberOf(3, 'contact'), 500);
  expect(next(keys)).toBe(5);
  scheduled(keys, keyNumberOf(40, 'invoice'), 500);
  // An hour of messages is nobody.
  scheduled(keys, keyNumberOf(MESSAGE_SUBJECTS_FROM + 7, 'contact'), 500);
  expect([next(keys), next(SubjectKeys.read(place))]).toEqual([41, 41]);
});

test('a record, a row and the audit hold nothing that a key could be made of', async () => {
  const { leader, erase } = await withAnna(true);
  erase();
  await leader.disk.complete();
  leader.engine.tick();
  leader.engine.tick();
  await leader.disk.complete();
  const { durable, batches } = leader.disk;
  const bytes = [...batches.map((batch) => batch.bytes), durable.row('keyring', 1)!];
  for (const text of [FIRST_KEYS, leader.place.durable!])
    for (const { seed } of (JSON.parse(text) as { readonly nodes: readonly { readonly seed: string }[] }).nodes)
      for (const part of bytes)
        for (const form of [
          Buffer.from(seed, 'base64'),
          Buffer.from(seed),
          Buffer.from(seed, 'base64').toString('hex'),
        ])
          expect(part.includes(form)).toBe(false);
});
