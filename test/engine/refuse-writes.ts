// Lets an engine refuse changes for a reason that a test sets and takes back.
import type { Engine } from '../../src/engine/engine.ts';
import type { Refusal } from '../../src/kernel/result.ts';

const reasons = new WeakMap<Engine, { current: Refusal | undefined }>();

/** `refusal`: undefined takes the one from before back. */
export const refuseWrites = (engine: Engine, refusal: Refusal | undefined): void => {
  let reason = reasons.get(engine);
  if (reason === undefined) {
    const added = { current: refusal };
    reason = added;
    reasons.set(engine, added);
    engine.writeRefusals.add(() => added.current);
  }
  reason.current = refusal;
};
