// Pages of the audit, for the operation get_changelog and the command `kontor log`.
import type { AuditEntry, AuditSource } from './audit-log.ts';
import { readEntry } from './audit-log.ts';
import type { KindName } from '../../domain/kind-types.ts';

/** Bytes of a page as stored: a thousand large changes would make a reply that no string can hold. */
const PAGE_BYTES_MAX = 4 * 1024 * 1024;

/** Entries read for one page: a filter that few entries meet would otherwise hold the thread for the whole log. */
const LOOKED_MAX = 1000;
/** Records of the first stretch read backwards; after a stretch with few entries the next is longer. */
const STRETCH_MIN = 512;
/** Records of the longest stretch over all objects; one object has few entries in any stretch. */
const STRETCH_MAX = 4096;

/** Changes to show; an absent member matches all. */
interface ChangelogFilter {
  readonly kind?: KindName | undefined;
  /** A field, or the beginning of its path: `states` stands for `states.order`, too. */
  readonly field?: string | undefined;
  readonly userId?: number | undefined;
  readonly channelId?: number | undefined;
  readonly operation?: string | undefined;
}

export interface ChangelogQuery {
  /** The object whose entries are shown; undefined: all objects. */
  readonly object: readonly [kind: KindName, id: number] | undefined;
  readonly sinceMs: number;
  /** Entries after this record only. */
  readonly afterSeq: number;
  readonly entriesMax: number;
  /** Newest first, only entries before this record, 0 for all; undefined: oldest first. */
  readonly beforeSeq?: number | undefined;
  readonly filter?: ChangelogFilter | undefined;
  /** Limit of a page's bytes as stored; its first entry is in it whatever its size. */
  readonly bytesMax?: number;
}

export interface ChangelogPage {
  /** Entries in the requested order; for one object or a filter, with the matching changes only. */
  readonly entries: readonly AuditEntry[];
  /** The `afterSeq` or `beforeSeq` of the next page; 0 when this was the last. */
  readonly next: number;
}

/**
 * Finds the first entry at or after a time. Between two steps back of time, entries are in the order of their times.
 * `stepsBack`: the records with which the steps began, oldest first.
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

/** As `firstSince` within a range; `until` where no entry fits. */
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

/** Yields entries before a record, newest first, by stretches, because the journal only reads forwards. */
function* backwards(
  source: AuditSource,
  fromSeq: number,
  beforeSeq: number,
  object: ChangelogQuery['object'],
): Generator<readonly [seq: number, bytes: Buffer]> {
  // Before the oldest entry that is kept there may be any number of records.
  const [oldest] = source.audit(fromSeq, object);
  if (oldest === undefined) return;
  const [oldestSeq] = oldest;
  let stretch = STRETCH_MIN;
  for (let end = beforeSeq; end > oldestSeq;) {
    const start = Math.max(oldestSeq, end - stretch);
    const rows: (readonly [seq: number, bytes: Buffer])[] = [];
    for (const [seq, bytes] of source.audit(start, object)) {
      if (seq >= end) break;
      // The bytes may lie in a buffer that the journal uses again.
      rows.push([seq, Buffer.from(bytes)]);
    }
    yield* rows.toReversed();
    end = start;
    if (rows.length > STRETCH_MIN / 4) stretch = STRETCH_MIN;
    else stretch = object === undefined ? Math.min(2 * stretch, STRETCH_MAX) : 2 * stretch;
  }
}

/** Returns the entry with its matching changes only; undefined where none matches. */
const wantedOf = (
  entry: AuditEntry,
  object: ChangelogQuery['object'],
  { kind, field, userId, channelId, operation }: ChangelogFilter,
): AuditEntry | undefined => {
  const { cause } = entry;
  if (userId !== undefined && cause.userId !== userId) return undefined;
  if (channelId !== undefined && cause.channelId !== channelId) return undefined;
  if (operation !== undefined && cause.operation !== operation) return undefined;
  const isWanted = ([path]: AuditEntry['objects'][number]['fields'][number]): boolean =>
    path === field || path.startsWith(`${field}.`);
  const objects = entry.objects.flatMap((change) => {
    if (object !== undefined && (change.kind !== object[0] || change.id !== object[1])) return [];
    if (kind !== undefined && change.kind !== kind) return [];
    if (field === undefined) return [change];
    const fields = change.fields.filter(isWanted);
    return fields.length === 0 ? [] : [{ ...change, fields }];
  });
  return objects.length === 0 ? undefined : { ...entry, objects };
};

/**
 * One page of the audit log, durable entries only. With a filter a page may be short or empty without being the last.
 * `stepsBack`: records with which time was stepped back.
 */
export const changelog = (
  source: AuditSource,
  { object, sinceMs, afterSeq, beforeSeq, filter = {}, entriesMax, bytesMax = PAGE_BYTES_MAX }: ChangelogQuery,
  stepsBack: readonly number[] = [],
): ChangelogPage => {
  const from = Math.max(sinceMs > 0 ? firstSince(source, sinceMs, stepsBack) : 0, afterSeq + 1);
  // Entries still on their way to the disk are never shown.
  const end = Math.min(beforeSeq || Infinity, source.headSeq + 1);
  const rows = beforeSeq === undefined ? source.audit(from, object) : backwards(source, from, end, object);
  const entries: AuditEntry[] = [];
  let [held, looked, lastSeq] = [0, 0, 0];
  for (const [seq, bytes] of rows) {
    held += bytes.length;
    const isFull = entries.length >= entriesMax || held > bytesMax || looked >= LOOKED_MAX;
    if (looked > 0 && isFull) return { entries, next: lastSeq };
    looked += 1;
    lastSeq = seq;
    const entry = wantedOf(readEntry(seq, bytes, source.cipher), object, filter);
    if (entry !== undefined) entries.push(entry);
  }
  return { entries, next: 0 };
};
