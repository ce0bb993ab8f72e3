// Messages between a server and a standby, over the control socket of the server that is followed:
//
//   GET /follow, Upgrade: kontor-follow      then frames (following/frames.ts), each a list that begins with its name
//
//   standby: hello     →                      which store it is, and how far
//                      ←  welcome             which program it is, and which events it may make; or refused, and why
//                      ←  batch …             what is promised and not there yet, then as it is promised
//            ask       →
//                      ←  promised            up to which record, when the question came
//            usage     →                      calls that it has counted
//                      ←  erased              keys are destroyed by a record that was sent: say when they are gone
//            forgotten →                      they are, on the disk and in memory
import { createHash } from 'node:crypto';
import { KINDS, KIND_NAMES } from '../../domain/kinds.ts';
import type { Batch, Journal } from '../../engine/journal/journal.ts';
import type { StoreIdentity } from '../../engine/store/identity.ts';
import type { CountedUsage } from '../../engine/maintenance/usage-counter.ts';

export const FOLLOW_PATH = '/follow';
export const FOLLOW_UPGRADE = 'kontor-follow';
/** Version of these messages; both sides must agree. */
export const PROTOCOL = 2;

export interface Hello {
  readonly protocol: number;
  readonly version: string;
  readonly store: Pick<StoreIdentity, 'id' | 'timeline' | 'feedEpoch'>;
  readonly directory: string;
  readonly headSeq: number;
  /** Chain of the batch that ends with that record; '' where the journal has none. */
  readonly chain: string;
}

interface Welcome {
  readonly version: string;
  readonly events: readonly string[];
}

export type FromStandby =
  | readonly ['hello', Hello]
  | readonly ['ask', id: number]
  | readonly ['usage', CountedUsage]
  | readonly ['forgotten', id: number];

export type FromLeader =
  | readonly ['welcome', Welcome]
  | readonly ['refused', why: string]
  | readonly ['batch', firstSeq: number, bytes: Buffer, chain: string]
  | readonly ['promised', id: number, seq: number, nowMs: number]
  | readonly ['erased', id: number];

/** Chain of everything up to and with this batch; `before`: chain of everything before it. */
export const chained = (before: string, { firstSeq, bytes }: Batch): string =>
  createHash('sha256').update(`${before} ${firstSeq} `).update(bytes).digest('hex').slice(0, 32);

/** Chain of the last batch up to a record, by itself; '' where the journal has none. */
export const chainAt = (journal: Journal, seq: number): string => {
  for (const batch of journal.batches(seq)) return batch.firstSeq > seq ? '' : chained('', batch);
  return '';
};

/** Every event that this program may make, by name. */
export const eventNames = (): string[] =>
  KIND_NAMES.flatMap((kind) => Object.keys((KINDS[kind] as { readonly events: object }).events)).sort();
