// Detects that the log has an entry which only a newer version of the program can have written.
import { RecordOfNewer } from '../journal/record.ts';
import { EntryVersionUnknown } from './entry.ts';

/** Returns one line where this program is too old to fold what the log holds; '' for any other reason. */
export const whyOutdated = (error: unknown): string =>
  error instanceof RecordOfNewer || error instanceof EntryVersionUnknown
    ? `this node is older than the log: upgrade it, and it goes on where it was (docs/operate/cluster-runbook.md); ${error.message}`
    : '';
