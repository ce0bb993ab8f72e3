// Steps the time of records to the system's clock, in a record of its own.
import { recordTimeStep } from '../domain/time/time-step.ts';
import type { TimeStepReason } from '../domain/time/time-step.ts';
import { maintenanceCause } from './engine.ts';
import type { Engine } from './engine.ts';

const CAUSE = maintenanceCause('step_time');

/**
 * Makes the system's clock the time. `isRight`: an operator confirms it. Records a step of more than `clockJumpMs`.
 * Returns by how much the time stepped.
 */
export const stepTime = (engine: Engine, reason: TimeStepReason, isRight: boolean): number => {
  const { time } = engine;
  const fromMs = time.nowMs();
  const { lastMs } = time;
  if (isRight) time.confirm();
  else time.follow();
  const toMs = time.nowMs();
  if (Math.abs(toMs - fromMs) <= engine.limits.clockJumpMs) {
    // Without a record of a step back, time stands still.
    time.lastMs = lastMs;
    return 0;
  }
  if (!engine.isReadOnly) engine.transact(CAUSE, (tx) => recordTimeStep(tx, fromMs, toMs, reason));
  return toMs - fromMs;
};
