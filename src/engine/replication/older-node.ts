// A node that meets in the log what only a newer version of the program can have written.
import { RecordOfNewer } from '../journal/record.ts';
import { EntryVersionUnknown } from './entry.ts';

/** One line, where it is an older program that cannot fold what the log holds; '' for any other reason. */
export const whyOlder = (error: unknown): string =>
  error instanceof RecordOfNewer || error instanceof EntryVersionUnknown
    ? `this node is older than the log: upgrade it, and it goes on where it was (docs/operate/cluster-runbook.md); ${error.message}`
    : '';
