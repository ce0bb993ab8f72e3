// Pages of the audit, for the operation get_changelog and the command `kontor log`.
import type { AuditEntry, AuditSource } from './audit-log.ts';
import { readEntry } from './audit-log.ts';
import type { KindName } from '../domain/kinds.ts';

/** As stored. A change may be large, and a thousand such make a reply that no text can hold. */
const PAGE_BYTES_MAX = 4 * 1024 * 1024;

export interface ChangelogQuery {
  /** Undefined for all objects. */
  readonly object: readonly [kind: KindName, id: number] | undefined;
  readonly sinceMs: number;
  /** Entries after this record only. */
  readonly afterSeq: number;
  readonly entriesMax: number;
  /** Of what a page may hold as stored; its first entry is in it however large it is. */
  readonly bytesMax?: number;
}

export interface ChangelogPage {
  /** Oldest first; of one object its changes only. */
  readonly entries: readonly AuditEntry[];
  /** The `afterSeq` of the next page; 0 when this was the last. */
  readonly next: number;
}

/**
 * The first entry not before a time: between two steps back of time entries stand in the order of their times.
 * `stepsBack`: the records with which a step began, oldest first.
 */
const firstSince = (source: AuditSource, sinceMs: number, stepsBack: readonly number[]): number => {
  let from = 0;
  for (const next of [...stepsBack, source.headSeq + 1]) {
    const first = firstBetween(source, sinceMs, from, next);
    if (first < next) return first;
    from = next;
  }
  return from;
};

/** `until` where no entry of the range fits. */
const firstBetween = (source: AuditSource, sinceMs: number, from: number, until: number): number => {
  let [low, high] = [from, until];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = source.audit(middle);
    if (row === undefined || row[0] >= until || readEntry(row[0], row[1], undefined).atMs >= sinceMs) high = middle;
    else low = row[0] + 1;
  }
  const [first] = source.audit(low);
  return first !== undefined && first[0] < until ? low : until;
};

/** One page of the audit log, durable entries only. `stepsBack`: records with which time was stepped back. */
export const changelog = (
  source: AuditSource,
  { object, sinceMs, afterSeq, entriesMax, bytesMax = PAGE_BYTES_MAX }: ChangelogQuery,
  stepsBack: readonly number[] = [],
): ChangelogPage => {
  const from = sinceMs > 0 ? firstSince(source, sinceMs, stepsBack) : 0;
  const entries: AuditEntry[] = [];
  let held = 0;
  for (const [seq, bytes] of source.audit(Math.max(from, afterSeq + 1), object)) {
    held += bytes.length;
    const last = entries.at(-1);
    if (last !== undefined && (entries.length >= entriesMax || held > bytesMax)) return { entries, next: last.seq };
    const entry = readEntry(seq, bytes, source.cipher);
    const wanted =
      object === undefined
        ? entry.objects
        : entry.objects.filter(({ kind, id }) => kind === object[0] && id === object[1]);
    entries.push({ ...entry, objects: wanted });
  }
  return { entries, next: 0 };
};
