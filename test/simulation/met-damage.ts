// A start on a disk that was damaged.
import { StoreDamage } from '../../src/engine/disk/store-damage.ts';
import type { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { RowDamage, RowsDamaged } from '../../src/engine/journal/row-damage.ts';
import { recover } from '../../src/engine/recovery/recovery.ts';
import { repairRows } from '../../src/engine/recovery/row-repair.ts';
import { Seeded } from '../engine/seeded.ts';
import type { SetClock } from '../engine/seeded.ts';
import { Life } from './simulated-shop.ts';

/** Whether a start on the disk, or a pass over all of it, tells of damage. */
export const isTold = (journal: MemoryJournal, clock: SetClock): boolean => {
  let told = false;
  const tell = (): void => void (told = true);
  try {
    const life = new Life({
      journal,
      chance: new Seeded(1),
      clock,
      receive: () => Promise.resolve({ ok: false, failure: 'unreachable', detail: '' }),
      fatal: tell,
      alarm: tell,
    });
    while (life.scrub.passes === 0 && !life.engine.hasFailed) life.scrub.advance(10_000);
    return told;
  } catch (error) {
    if (error instanceof StoreDamage) return true;
    throw error;
  }
};

/** Whether the start had to restore rows. */
export const isRepaired = async (journal: MemoryJournal): Promise<boolean> => {
  try {
    recover(journal);
    return false;
  } catch (error) {
    if (!(error instanceof RowsDamaged || error instanceof RowDamage)) return false;
    await repairRows(journal, undefined, 0);
    return true;
  }
};
