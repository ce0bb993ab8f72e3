// Decisions of commands: one record in the journal, on the disk before anything is printed.
import { ConfigError } from '../config/setting.ts';
import type { Transaction } from '../domain/transaction.ts';
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import type { Result } from '../kernel/result.ts';

/** The value, or the refusal as the one line that a command ends with. Throws ConfigError. */
export const orConfigError = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  const { code, param, detail } = result;
  throw new ConfigError(
    `${code}${param === '' ? '' : ` (${param})`}: ${detail === '' ? REFUSALS[code].sentence : detail}`,
  );
};

/** A leader that has not heard from its log for a moment decides nothing meanwhile. */
const LEAD_MS_MAX = 5_000;
const LOOK_MS = 50;

/** Rejects with ConfigError while the store is read only, its disk is full, or another server decides. */
export const mustTakeChanges = async (engine: Engine): Promise<void> => {
  if (!engine.isLeading)
    throw new ConfigError('this server follows another one, which takes changes: run the command there');
  for (const endMs = performance.now() + LEAD_MS_MAX; engine.writeRefusal?.code === 'NOT_LEADER';) {
    if (performance.now() > endMs) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  if (engine.writeRefusal !== undefined) orConfigError(engine.writeRefusal);
};

/**
 * Runs a decision and waits until its record is on the disk, so that a full disk is reported instead of a password that
 * was never stored. `operation` is the cause that the audit log shows. Throws ConfigError.
 */
export const decideDurably = async <T>(
  engine: Engine,
  operation: string,
  decision: (tx: Transaction) => Result<T>,
): Promise<T> => {
  await mustTakeChanges(engine);
  const value = orConfigError(engine.transact(maintenanceCause(operation), decision));
  await engine.whenDurable(engine.headSeq);
  return value;
};
