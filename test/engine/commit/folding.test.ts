// Catches a follower that is not what its leader is: a record folded twice, out of order or by half, a slot that two
// sessions have after a promotion, an audit log that tells another story.
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { replaced } from '../../harness/replaced.ts';
import { turns } from '../../simulation/turns.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import { readEntry } from '../../../src/engine/audit/audit-log.ts';
import { StoreDamage } from '../../../src/engine/disk/store-damage.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { FreeSlots } from '../../../src/engine/actors/free-slots.ts';
import { Folding } from '../../../src/engine/commit/folding.ts';
import type { Batch, Commit, EntryMark, Journal } from '../../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { readBatch } from '../../../src/engine/journal/record.ts';
import { DONE, refuse } from '../../../src/kernel/result.ts';
import { recover } from '../../../src/engine/recovery/recovery.ts';
import { verifyStore } from '../../../src/engine/recovery/verify.ts';
import { CIPHER } from '../privacy/test-cipher.ts';
import { Seeded, SetClock } from '../seeded.ts';
import { addPiece, fillShop, make, startSession } from '../shop.ts';
import { copyOf } from '../store/copy.ts';
import { LIMITS, engineOn, stateOf, untilWritten } from '../store/stores.ts';
import { liveSessions, randomStep } from '../traffic.ts';
import { refuseWrites } from '../refuse-writes.ts';

/** Keeps every batch that was ever committed, whatever is truncated. */
class Telling extends MemoryJournal {
  readonly batchesTold: Batch[] = [];

  constructor() {
    super(CIPHER);
  }

  override commit(commit: Commit): Promise<boolean> {
    this.batchesTold.push(...commit.batches);
    return super.commit(commit);
  }
}

/** With the second one slots are used again from the start. */
const FIRST_SEED = 2;
const AT_ONCE = (): undefined => undefined;

const auditOf = (journal: Journal): unknown[] =>
  [...journal.audit(0)].map(([seq, bytes]) => readEntry(seq, bytes, journal.cipher));

/** A leader and its follower, whose limits differ in all that may differ. */
class Twins {
  readonly chance: Seeded;
  readonly clock = new SetClock();
  readonly told = new Telling();
  readonly leader: Engine;
  readonly kept = new Telling();
  follower: Engine;
  private folded = 0;

  constructor(seed: number) {
    this.chance = new Seeded(seed);
    const limits = { ...LIMITS, sessionsMax: 12 };
    this.leader = engineOn(this.told, {
      clock: this.clock,
      random: this.chance,
      limits: { ...limits, replayRecordsMax: 1, checkpointRowsMax: 50, residentActorsMax: 2 },
    });
    this.follower = this.started();
    fillShop(this.leader, 50);
  }

  private started(): Engine {
    const { chance } = this;
    return engineOn(this.kept, {
      clock: this.clock,
      random: chance,
      follows: true,
      limits: {
        ...LIMITS,
        sessionsMax: 12,
        replayRecordsMax: chance.of([3, 40, 1000]),
        checkpointRowsMax: chance.of([1, 20]),
        residentActorsMax: chance.of([2, 1000]),
      },
    });
  }

  async trade(steps: number): Promise<void> {
    const { leader, chance, clock } = this;
    for (let step = 0; step < steps; step += 1) {
      clock.ms += 100;
      // Nothing else needs the records: slots are used again as soon as rows allow it.
      leader.snapshotsUpTo = { oldest: leader.headSeq, newest: leader.headSeq };
      if (chance.chance(0.25)) this.endSome();
      else randomStep(leader, chance);
      if (chance.chance(0.4)) await untilWritten(leader);
      if (chance.chance(0.3)) leader.tick();
      if (chance.chance(0.3)) await this.fold();
    }
    await untilWritten(leader);
  }

  /** Up to three sessions with one record, so that the order in which they are buried is each process's own. */
  private endSome(): void {
    const { leader, chance, clock } = this;
    const live = liveSessions(leader);
    const ids = new Set(Array.from({ length: Math.min(live.length, 1 + chance.below(3)) }, () => chance.of(live)));
    if (ids.size === 0) return;
    for (const id of ids) clock.ms = Math.max(clock.ms, (leader.tables.session.peek(id) as Session).expiresMs);
    make(leader, (tx) => {
      for (const id of ids) tx.ask('session', id, { type: 'expire' });
      return DONE;
    });
  }

  async fold(): Promise<void> {
    const { follower, told, chance } = this;
    while (this.folded < told.batchesTold.length) {
      const batch = told.batchesTold[this.folded]!;
      await follower.fold(batch, undefined, AT_ONCE);
      this.folded += 1;
      follower.notePromised(follower.headSeq);
      if (chance.chance(0.3)) follower.tick();
    }
  }

  /** The follower's process ends, or loses its power, and begins again. */
  async restart(): Promise<void> {
    await this.follower.close();
    this.follower = this.started();
  }
}

const following = async (seed: number, steps = 200): Promise<Twins> => {
  const twins = new Twins(seed);
  await twins.trade(steps);
  await twins.fold();
  return twins;
};

describe('a follower', () => {
  test('has the states, the records byte for byte and the audit log of its leader, and leaves a sound store', async () => {
    let reused = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + runs(8); seed += 1) {
      const twins = await following(seed);
      const { leader, follower, told, kept } = twins;
      expect(follower.headSeq).toBe(leader.headSeq);
      expect(stateOf(follower.tables)).toEqual(stateOf(leader.tables));
      const { session } = leader.tables;
      reused += liveSessions(leader).filter((id) => (session.peek(id) as Session).generation > 0).length;
      await twins.restart();
      expect(stateOf(twins.follower.tables)).toEqual(stateOf(leader.tables));
      expect(kept.batchesTold).toEqual(told.batchesTold);
      const audit = auditOf(kept);
      expect(audit.length).toBeGreaterThan(0);
      expect(audit).toEqual(auditOf(told));
      expect((await verifyStore(kept, undefined)).findings).toEqual([]);
      await leader.close();
    }
    expect(reused).toBeGreaterThan(runs(8));
  });

  test('goes on as the leader: it gives no slot that is taken, and what it decides is a sound history', async () => {
    for (let seed = 1; seed <= runs(8); seed += 1) {
      const { follower, kept, chance, clock } = await following(seed);
      const taken = new Map(liveSessions(follower).map((id) => [id, follower.tables.session.currentRowBytes(id)]));
      follower.lead();
      follower.snapshotsUpTo = { oldest: follower.headSeq, newest: follower.headSeq };
      for (let more = 0; more < 12; more += 1) {
        clock.ms += 1;
        const unit = follower.begin();
        const opened = startSession(unit);
        if (!opened.ok) break;
        expect(taken.has(opened.value), `session ${opened.value}`).toBe(false);
        taken.set(opened.value, undefined);
        follower.record(unit, { operation: 'test', channelId: 0, sessionId: 0, userId: 0 });
        follower.tick();
        await untilWritten(follower);
      }
      for (let step = 0; step < 20; step += 1) randomStep(follower, chance);
      await untilWritten(follower);
      const state = stateOf(follower.tables);
      await follower.close();
      expect(stateOf(recover(await copyOf(kept)).tables)).toEqual(state);
    }
  });

  // Broken, it writes no row, and looks for ever whether the slot is free.
  test('folds a slot that was used again while it is short of disk space', async () => {
    const twins = new Twins(1);
    const { leader, follower } = twins;
    refuseWrites(follower, refuse('DISK_FULL'));
    await twins.trade(200);
    await twins.fold();
    const reused = liveSessions(leader).filter((id) => (leader.tables.session.peek(id) as Session).generation > 0);
    expect(reused).not.toEqual([]);
    expect(stateOf(follower.tables)).toEqual(stateOf(leader.tables));
    await twins.restart();
    expect(stateOf(twins.follower.tables)).toEqual(stateOf(leader.tables));
  });
});

describe('what must not be folded', () => {
  const opened = async (): Promise<Twins> => {
    const twins = new Twins(1);
    await untilWritten(twins.leader);
    for (let turn = 0; turn < 3; turn += 1) {
      make(twins.leader, startSession);
      await untilWritten(twins.leader);
    }
    return twins;
  };

  test('a batch that does not follow, that is damaged, or that comes twice', async () => {
    const { follower, told } = await opened();
    const [first, second, third] = told.batchesTold as [Batch, Batch, Batch];
    await expect(follower.fold(second, undefined, AT_ONCE)).rejects.toThrow(/record \d+ cannot follow record 0/);
    await follower.fold(first, undefined, AT_ONCE);
    const before = stateOf(follower.tables);
    await expect(follower.fold(first, undefined, AT_ONCE)).rejects.toThrow(StoreDamage);
    await expect(follower.fold(third, undefined, AT_ONCE)).rejects.toThrow('cannot follow');
    const hurt = Buffer.from(second.bytes);
    hurt[20]! ^= 1;
    await expect(follower.fold({ ...second, bytes: hurt }, undefined, AT_ONCE)).rejects.toThrow(
      'its checksum is wrong',
    );
    expect(stateOf(follower.tables)).toEqual(before);
    await follower.fold(second, undefined, AT_ONCE);
    expect(follower.headSeq).toBe(third.firstSeq - 1);
  });

  test('anything by whoever leads, and nothing is decided by whoever follows', async () => {
    const { leader, follower, told } = await opened();
    expect(() => leader.fold(told.batchesTold[0]!, undefined, AT_ONCE)).toThrow('folds nothing');
    expect(() => follower.begin()).toThrow('decides nothing');
    follower.lead();
    expect(() => follower.fold(told.batchesTold[0]!, undefined, AT_ONCE)).toThrow('folds nothing');
  });
});

describe('while it folds', () => {
  // Broken, a reply shows what the leader may still lose.
  test('a reply waits until what it read is promised, folded or stored as it may be', async () => {
    const { leader, follower, told } = new Twins(1);
    await untilWritten(leader);
    for (const batch of told.batchesTold) await follower.fold(batch, undefined, AT_ONCE);
    await untilStored(follower);
    expect(follower.journal.meta!.headSeq).toBe(follower.headSeq);
    let replied = 0;
    follower.releaseWhenDurable(follower.headSeq, { release: () => (replied += 1), fail: () => {} });
    const durable = follower.whenDurable(follower.headSeq).then(() => (replied += 1));
    follower.notePromised(follower.headSeq - 1);
    await untilStored(follower);
    expect(replied).toBe(0);
    follower.notePromised(follower.headSeq);
    await durable;
    expect(replied).toBe(2);
  });

  // Broken, a reader sees half a transaction, or a crash finds rows of records that the journal lacks.
  test('records are visible as a whole, and no row is written before its batch', async () => {
    const { leader, follower, told, kept } = new Twins(3);
    make(leader, (tx) => {
      const first = startSession(tx);
      return first.ok ? startSession(tx) : first;
    });
    const [two] = liveSessions(leader);
    for (let piece = 0; piece < 5; piece += 1) make(leader, (tx) => addPiece(tx, two!, 1, false));
    await untilWritten(leader);
    const rest = (): Promise<void> => {
      follower.tick();
      const half = liveSessions(follower).length;
      expect([0, 2]).toContain(half);
      return new Promise((resolve) => setImmediate(resolve));
    };
    for (const batch of told.batchesTold) await follower.fold(batch, undefined, rest);
    await follower.close();
    const records = kept.batchesTold.flatMap(({ bytes }) => readBatch(bytes, CIPHER));
    expect(records.length).toBe(leader.headSeq);
    expect(stateOf(recover(kept).tables)).toEqual(stateOf(leader.tables));
  });

  test('marks of entries are kept with their batches, and alone where an entry has none', async () => {
    const { leader, follower, told, kept } = new Twins(4);
    await untilWritten(leader);
    const marks: EntryMark[] = [];
    const mark = (lastSeq: number, epoch: number): EntryMark => {
      marks.push({ at: marks.length + 1, epoch, lastSeq, chain: 'ab'.repeat(16) });
      return marks.at(-1)!;
    };
    await follower.fold({ firstSeq: 1, bytes: Buffer.alloc(0) }, mark(0, 1), AT_ONCE);
    for (const batch of told.batchesTold)
      await follower.fold(batch, mark(readBatch(batch.bytes, CIPHER).at(-1)!.seq, 1), AT_ONCE);
    await follower.fold({ firstSeq: leader.headSeq + 1, bytes: Buffer.alloc(0) }, mark(leader.headSeq, 2), AT_ONCE);
    await untilStored(follower);
    expect([...kept.entries(0)]).toEqual(marks);
    expect(kept.lastEntry()).toEqual(marks.at(-1));
    await follower.close();
  });
});

const untilStored = async (engine: Engine): Promise<void> => {
  await turns(20);
  await engine.whenStored(engine.headSeq);
};

describe('each rule is one that a test of this file misses when it is broken', () => {
  const SEEDS = 8;
  /** Whether one of the seeds finds it. */
  const isFound = async (breakIt: () => () => void, seeds = SEEDS): Promise<boolean> => {
    const mend = breakIt();
    try {
      for (let seed = 1; seed <= seeds; seed += 1) {
        const found = await following(seed).then(
          ({ leader, follower }) => {
            follower.lead();
            follower.snapshotsUpTo = { oldest: follower.headSeq, newest: follower.headSeq };
            const { session } = follower.tables;
            const free = session.freeSlots.usable(Infinity, 0);
            const isGivenTwice = free !== undefined && session.peek(free.id) !== undefined;
            const sizes = [follower, leader].map(({ tables }) => liveSessions({ tables } as Engine).length);
            return isGivenTwice || session.freeSlots.size + sizes[0]! > session.nextId - 1 || sizes[0] !== sizes[1];
          },
          () => true,
        );
        if (found) return true;
      }
    } finally {
      mend();
    }
    return false;
  };

  test('the end of a slot’s last holder is on the disk before its next one comes', async () => {
    expect(
      await isFound(() => replaced(Folding.prototype, 'slotsAreFree' as never, () => (async () => {}) as never)),
    ).toBe(true);
  });

  test('a slot that the leader has taken is free nowhere', async () => {
    const onlyFirst = function (this: FreeSlots, id: number): void {
      if (this.usable(Infinity, 0)?.id === id) this['first'] += 1;
    };
    expect(await isFound(() => replaced(FreeSlots.prototype, 'take', () => onlyFirst))).toBe(true);
  });

  test('and nothing is found where nothing is broken', async () => {
    expect(await isFound(() => () => {}, runs(10, SEEDS))).toBe(false);
  });
});
