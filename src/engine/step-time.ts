// A step of the time of records to the system's clock, as a record of its own.
import { recordTimeStep } from '../domain/time/time-step.ts';
import type { TimeStepReason } from '../domain/time/time-step.ts';
import { maintenanceCause } from './engine.ts';
import type { Engine } from './engine.ts';

const CAUSE = maintenanceCause('step_time');

/**
 * From now on the system's clock is the time. `isRight`: an operator says that it is. A step by more than `clockJumpMs`
 * is recorded. Returns by how much the time stepped.
 */
export const stepTime = (engine: Engine, reason: TimeStepReason, isRight: boolean): number => {
  const { time } = engine;
  const fromMs = time.nowMs();
  const { lastMs } = time;
  if (isRight) time.confirm();
  else time.follow();
  const toMs = time.nowMs();
  if (Math.abs(toMs - fromMs) <= engine.limits.clockJumpMs) {
    // No record says that time went back: it stands still.
    time.lastMs = lastMs;
    return 0;
  }
  if (!engine.isReadOnly) engine.transact(CAUSE, (tx) => recordTimeStep(tx, fromMs, toMs, reason));
  return toMs - fromMs;
};
