// One action for many records. Each is decided by itself and has an outcome of its own.
import { whileWanted } from '../api/http.ts';
import { Refused } from '../api/refused.ts';

const AT_A_TIME = 4;

export type Outcome = 'ok' | Refused;

/** Decides each record; a few at a time, so that shoppers do not wait for it. */
export const decideAll = async <T extends { readonly id: number }>(
  records: readonly T[],
  act: (record: T, wanted: AbortSignal) => Promise<unknown>,
  tell: (id: number, outcome: Outcome) => void,
): Promise<void> => {
  const left = [...records];
  // A person who stops waiting for one record wants no other sent.
  const wanted = whileWanted();
  const work = async (): Promise<void> => {
    for (let record = left.shift(); record !== undefined; record = left.shift()) {
      try {
        await act(record, wanted);
        tell(record.id, 'ok');
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        tell(record.id, error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
};
