// What the shop answered to a call that a test needs done.
import type { Outcome, OperationName, Reply } from '../../src/client/client.ts';

export const must = <N extends OperationName>(outcome: Outcome<N>): Reply<N> => {
  if (!outcome.ok) throw new Error(`${outcome.code} ${outcome.param}: ${outcome.detail}`);
  return outcome.value;
};
