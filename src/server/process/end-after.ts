// Ends the process for a reason that the log tells.
import { logError } from '../observability/log.ts';
import { failSoon } from './end-process.ts';

/** Called once the journal has failed, or nothing may be answered for another reason. */
export type Fatal = (reason: string, error: unknown) => void;

/** The process cannot go on. Waiting calls get JOURNAL_FAILED in this turn; 200 ms let their replies leave. */
export const endAfter = (reason: string, error: unknown): void => {
  logError(`${reason}${error === undefined ? '' : `: ${(error as Error).message}`}; stopping, a restart recovers`);
  failSoon();
};
