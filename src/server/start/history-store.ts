// The store that a new shop is written to, and the clock of its history.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { engineLimits } from '../../config/engine-limits.ts';
import { shopRules } from '../../config/shop-rules.ts';
import { openStore } from '../../engine/store/store.ts';
import type { Store } from '../../engine/store/store.ts';
import type { Random } from '../../kernel/random.ts';
import { SYSTEM_STOPWATCH } from '../../outside/stopwatch.ts';
import { memoryAccount } from '../parts/memory.ts';

/** It stands until it is moved on; both clocks together, so that no step is a jump. */
export class HistoryClock {
  ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }

  nowMs(): number {
    return this.ms;
  }

  sinceBootMs(): number {
    return this.ms;
  }
}

/** `random` and clock are of the history; durable as a whole, when it is closed. */
export const openNewStore = (
  directory: string,
  config: Config,
  clock: HistoryClock,
  random: Random,
  fatal: (reason: string, error: unknown) => void,
): Promise<Store> =>
  openStore(
    {
      directory,
      snapshots: join(directory, 'snapshots'),
      durability: 'relaxed',
      // Of no boot: the next start takes nothing from this clock.
      bootId: '',
      locked: async () => {
        for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true });
      },
    },
    {
      rules: shopRules(config),
      limits: { ...engineLimits(config), clockConfirmMs: Infinity },
      clock,
      stopwatch: SYSTEM_STOPWATCH,
      random,
      memory: memoryAccount(config),
      fatal,
    },
  );
