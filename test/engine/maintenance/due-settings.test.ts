// Catches settings of the shop that differ between a leader, its follower and a process that was killed, a change that
// applies twice, too early, on a follower's own account or at another record, and an entry of the configuration that
// does not win, or goes on to win when it is gone.
import { expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import type { RateE6 } from '../../../src/domain/money.ts';
import { changeSettings, configureShop } from '../../../src/domain/shop/change-settings.ts';
import type { ShopIndex } from '../../../src/domain/shop/shop.ts';
import type { ShopValues } from '../../../src/domain/shop/held-settings.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import type { Batch, Commit } from '../../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { applyDueChanges } from '../../../src/engine/maintenance/due-changes.ts';
import { CIPHER } from '../privacy/test-cipher.ts';
import { Seeded, SetClock } from '../seeded.ts';
import { RULES } from '../shop.ts';
import { copyOf } from '../store/copy.ts';
import { closeAndVerify, engineOn, untilWritten } from '../store/stores.ts';

class Telling extends MemoryJournal {
  readonly told: Batch[] = [];

  constructor() {
    super(CIPHER);
  }

  override commit(commit: Commit): Promise<boolean> {
    this.told.push(...commit.batches);
    return super.commit(commit);
  }
}

const CAUSE = maintenanceCause('test');
const NAME = RULES.taxClasses[0].name;

/** What calls are answered by. */
const rateOf = ({ rules }: Engine): number => rules.taxClasses[0].rates['DE']!;

const valuesOf = (rateE6: number): ShopValues => ({
  taxClasses: [{ name: NAME, calculation: 'included', rates: { DE: rateE6 as RateE6 } }],
});

/** The rate as the rules of the house say it, without actors, events or records. */
class Model {
  value = rateOf({ rules: RULES } as Engine);
  seed: number | undefined = undefined;
  isHeld = false;
  pin: number | undefined = undefined;
  readonly waiting = new Map<number, number>();

  get rate(): number {
    return this.pin ?? this.value;
  }

  configure(rate: number, isGiven: boolean): void {
    if (!this.isHeld) {
      this.value = rate;
      this.seed = isGiven ? rate : undefined;
    } else this.pin = isGiven && rate !== this.seed ? rate : undefined;
    this.isHeld = true;
  }

  applyDue(nowMs: number): void {
    for (const [ms, rate] of [...this.waiting].sort(([one], [other]) => one - other)) {
      if (ms > nowMs) continue;
      this.value = rate;
      this.waiting.delete(ms);
    }
  }
}

/** A leader whose settings change at random, with what a model says of each of its records. */
class Changing {
  readonly clock = new SetClock();
  readonly journal = new Telling();
  readonly model = new Model();
  /** By record. */
  readonly expected = new Map<number, number>();
  readonly chance: Seeded;
  readonly leader: Engine;

  constructor(seed: number) {
    this.chance = new Seeded(seed);
    this.leader = engineOn(this.journal, { clock: this.clock, random: this.chance });
  }

  private configure(rate: number, isGiven: boolean): void {
    const given = isGiven ? (['taxClasses'] as const) : [];
    const made = this.leader.transact(CAUSE, (tx) => configureShop(tx, { values: valuesOf(rate), given }));
    expect(made.ok).toBe(true);
    this.model.configure(rate, isGiven);
  }

  private change(rate: number, effectiveMs: number | undefined): void {
    const { leader, model } = this;
    const change = { values: valuesOf(rate), effectiveMs, ifSeq: undefined };
    const made = leader.transact(CAUSE, (tx) => changeSettings(tx, change));
    expect(made.ok || made.code).toBe(model.pin === undefined ? true : 'SETTING_PINNED');
    if (!made.ok) return;
    model.isHeld = true;
    if (effectiveMs === undefined) model.value = rate;
    else model.waiting.set(effectiveMs, rate);
  }

  private withdraw(effectiveMs: number): void {
    const change = { values: { taxClasses: null }, effectiveMs, ifSeq: undefined };
    expect(this.leader.transact(CAUSE, (tx) => changeSettings(tx, change)).ok).toBe(true);
    this.model.isHeld = true;
    this.model.waiting.delete(effectiveMs);
  }

  async step(): Promise<void> {
    const { chance, clock, leader, model } = this;
    // Few values, so that a change to what there is is tried, too.
    const rate = 10_000 * chance.below(4);
    const laterMs = Math.ceil(clock.ms / 1000) * 1000 + 1000 * (1 + chance.below(4));
    const kind = chance.below(6);
    if (kind === 0) this.configure(rate, chance.chance(0.6));
    else if (kind === 1) this.change(rate, undefined);
    else if (kind === 2) this.change(rate, laterMs);
    else if (kind === 3) this.withdraw(laterMs);
    else {
      clock.ms += chance.below(2500);
      applyDueChanges(leader);
      model.applyDue(clock.ms);
    }
    expect(rateOf(leader)).toBe(model.rate);
    this.expected.set(leader.headSeq, model.rate);
    await untilWritten(leader);
  }
}

test('a leader, its follower and a process that was killed have the same settings at the same record', async () => {
  let [due, pinned] = [0, 0];
  for (let seed = 1; seed <= runs(30); seed += 1) {
    const changing = new Changing(seed);
    const { leader, journal, expected, clock, chance } = changing;
    const kept = new MemoryJournal(CIPHER);
    const follower = engineOn(kept, { clock, follows: true });
    let folded = 0;
    for (let step = 0; step < 40; step += 1) {
      await changing.step();
      pinned += Number(changing.model.pin !== undefined);
      // Its clock says that a change is due, and it waits for the record all the same.
      due += Number((follower.tables.shop.index as ShopIndex).nextMs <= clock.ms);
      const before = follower.headSeq;
      applyDueChanges(follower);
      expect(follower.headSeq).toBe(before);
      for (; folded < journal.told.length; folded += 1) {
        await follower.fold(journal.told[folded]!, undefined, () => undefined);
        const { headSeq } = follower;
        expect(rateOf(follower), `seed ${seed}, record ${headSeq}`).toBe(expected.get(headSeq));
      }
      if (chance.chance(0.9)) continue;
      const killed = engineOn(await copyOf(journal), { clock });
      expect(rateOf(killed)).toBe(changing.model.rate);
      expect(killed.tables.shop.index).toEqual(leader.tables.shop.index);
      await killed.close();
    }
    expect(follower.headSeq).toBe(leader.headSeq);
    await follower.close();
    await closeAndVerify(leader);
  }
  expect(Math.min(due, pinned)).toBeGreaterThan(runs(30));
});
