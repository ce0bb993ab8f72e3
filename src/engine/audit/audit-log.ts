// Audit log. Each entry lists the fields a record changed, derived by comparing actor states before and after it.
//
// Guaranteed: no audited field changes without an entry, whatever operation changed it, because an entry is made from
// the states and written in the commit that journals its record. Values about persons are encrypted like in rows, and
// are unreadable after an erasure. Not promised: that entries stay; beyond `entriesMax` the oldest are removed.
// Glossary (docs/internals/glossary.md): audit log.
import type { PendingActor } from '../transactions/pending-actor.ts';
import type { Imitated } from '../transactions/unit-of-work.ts';
import { checksumSeed, isWhole, packChecked, unpackChecked } from '../disk/checksummed.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { own } from '../../domain/by-language.ts';
import type { KindName } from '../../domain/kind-types.ts';
import { isRecord } from '../../kernel/is-record.ts';
import { packEvents } from '../journal/record.ts';
import type { Cause } from '../journal/record.ts';
import type { Actor, State } from '../actors/actor-table.ts';
import { decryptValue, encryptValue } from '../privacy/encryption.ts';
import type { SubjectCipher } from '../privacy/encryption.ts';
import { isAbout } from '../journal/journal.ts';
import type { AuditChange, AuditRow, Journal } from '../journal/journal.ts';
import { REMOVED_PER_COMMIT_MAX } from '../journal/truncation.ts';

/** A field by its path in the state; null where there was or is nothing. */
type FieldChange = readonly [path: string, before: unknown, after: unknown];

export interface ObjectChange {
  readonly kind: KindName;
  readonly id: number;
  readonly what: 'created' | 'changed' | 'ended';
  /** Empty for a creation: the `before` of later changes, at the latest of its end, has the first state. */
  readonly fields: readonly FieldChange[];
}

export interface AuditEntry {
  readonly seq: number;
  readonly atMs: number;
  readonly cause: Cause;
  readonly objects: readonly ObjectChange[];
}

const SEED = checksumSeed('audit');
const HIDDEN = '(hidden)';
const ERASED: readonly FieldChange[] = [['erased', null, null]];
const ERASURE: readonly FieldChange[] = [['erased', false, true]];
const WHATS = ['created', 'changed', 'ended'] as const;

export const memberOf = (path: string): string => path.split('.')[0]!;

const same = (before: unknown, after: unknown): boolean =>
  before === after || JSON.stringify(before) === JSON.stringify(after);

/** Compares objects member by member, lists and other values as a whole. */
function* differences(path: string, before: unknown, after: unknown): Generator<FieldChange> {
  if (before === after) return;
  if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      yield* differences(path === '' ? name : `${path}.${name}`, own(before, name), own(after, name));
    }
  } else if (!same(before, after)) yield [path, before ?? null, after ?? null];
}

const changesOf = (before: State, after: State, hidden: readonly string[]): FieldChange[] =>
  [...differences('', before, after)].map(([path, from, to]) =>
    hidden.includes(memberOf(path))
      ? [path, from === null ? null : HIDDEN, to === null ? null : HIDDEN]
      : [path, from, to],
  );

const isAudited = ({ actor, events }: PendingActor): boolean => {
  const { audit } = actor.table.kind;
  if (audit === undefined) return false;
  if (audit.events === undefined) return true;
  for (const { event } of events) if (audit.events.includes(event.type)) return true;
  return false;
};

/** Source of pages of the audit log. */
export interface AuditSource {
  readonly cipher: SubjectCipher | undefined;
  /** The last record that an entry may be about. */
  readonly headSeq: number;
  /** As `Journal.audit`. */
  audit: Journal['audit'];
}

/** Collects the entries of the next commit, and says which ones it removes. */
export class AuditLog {
  private readonly journal: Journal;
  private readonly entriesMax: number;
  /** Entries in the journal, those of commits under way included. */
  private count: number;
  private rows: AuditRow[] = [];
  /** Entries of commits that are not on the disk yet, oldest first. */
  private onTheWay: AuditRow[] = [];
  /** The last entry that was removed, also by a commit that is not on the disk yet. */
  private removedSeq = 0;

  constructor(journal: Journal, entriesMax: number) {
    this.journal = journal;
    this.entriesMax = entriesMax;
    this.count = journal.auditCount();
  }

  /** Source of the entries about records up to this one. */
  upTo(headSeq: number): AuditSource {
    return {
      cipher: this.journal.cipher,
      headSeq,
      audit: (seq, object) => this.entries(seq, headSeq, object),
    };
  }

  /** States before a record; undefined where it changes nothing audited. */
  statesBefore(pending: readonly PendingActor[]): (State | undefined)[] | undefined {
    let states: (State | undefined)[] | undefined;
    for (let index = 0; index < pending.length; index += 1) {
      const { actor, created } = pending[index]!;
      if (actor.table.kind.erases !== undefined) states ??= [];
      if (!isAudited(pending[index]!)) continue;
      states ??= [];
      states[index] = created ? undefined : actor.table.kind.state.flat(actor.state);
    }
    return states;
  }

  /** Adds the entry of a record, if it has changed anything audited. `states`: what `statesBefore` gave. */
  append(
    seq: number,
    atMs: number,
    cause: Cause,
    pending: readonly PendingActor[],
    states: readonly (State | undefined)[],
  ): void {
    const row = this.entryOf(seq, atMs, cause, pending, states);
    if (row !== undefined) this.rows.push(row);
  }

  /** Packs the events and the entry of a record that is never made, so that it takes the time of a real one. */
  imitate({ events, pending, before, after }: Imitated, atMs: number, cause: Cause): void {
    packEvents(events, this.journal.cipher);
    this.entryOf(0, atMs, cause, pending, before, after);
  }

  /** Makes the entry of a record. `after`: states after the record; undefined where the actors have them. */
  private entryOf(
    seq: number,
    atMs: number,
    cause: Cause,
    pending: readonly PendingActor[],
    states: readonly (State | undefined)[],
    after?: readonly State[],
  ): AuditRow | undefined {
    const objects: AuditRow['objects'][number][] = [];
    const changed: unknown[] = [];
    for (let index = 0; index < pending.length; index += 1) {
      const change = pending[index]!;
      const { actor } = change;
      const { erases } = actor.table.kind;
      for (const [kind, id] of erases === undefined ? [] : change.events.flatMap(({ event }) => erases(event))) {
        objects.push([kind, id]);
        changed.push([kind, id, 1, ERASURE]);
      }
      const entry = isAudited(change) ? this.entryOfActor(actor, states[index], after?.[index]) : undefined;
      if (entry === undefined) continue;
      objects.push([actor.table.name, actor.id]);
      changed.push(entry);
    }
    if (objects.length === 0) return undefined;
    const { operation, channelId, sessionId, userId } = cause;
    const entry = [atMs, [operation, channelId, sessionId, userId], changed];
    return { seq, objects, bytes: packChecked(SEED, seq, entry) };
  }

  /** Undefined where nothing audited has changed. */
  private entryOfActor(
    { table, id, ended, state: present }: Actor,
    before: State | undefined,
    after: State = present,
  ): readonly unknown[] | undefined {
    if (before === undefined) return [table.name, id, 0, []];
    const { audit, state: fieldsOf } = table.kind;
    const { view = (whole: State) => whole, hidden, ignored = [], unencrypted = [] } = audit!;
    const fields = changesOf(view(before), ended ? {} : view(after), hidden).filter(
      ([path]) => !(ignored as readonly string[]).includes(path),
    );
    if (!ended && fields.length === 0) return undefined;
    const { subject = 0 } = after as { readonly subject?: number };
    const isOpen = ([path]: FieldChange): boolean =>
      fieldsOf.personalValues.length === 0 || subject === 0 || unencrypted.includes(memberOf(path));
    const closed = fields.filter((field) => !isOpen(field));
    return [
      table.name,
      id,
      ended ? 2 : 1,
      fields.filter(isOpen),
      ...(closed.length === 0 ? [] : [encryptValue(this.journal.cipher, subject, 'contact', closed)]),
    ];
  }

  /** Takes the new entries, and the oldest ones beyond the limit. */
  take(): AuditChange {
    const { rows: add } = this;
    this.rows = [];
    this.count += add.length;
    for (const row of add) this.onTheWay.push(row);
    const remove: { seq: number; objects: AuditRow['objects'] }[] = [];
    if (this.count > this.entriesMax) {
      for (const [seq, bytes] of this.journal.audit(this.removedSeq + 1)) {
        if (remove.length >= REMOVED_PER_COMMIT_MAX || this.count - remove.length <= this.entriesMax) break;
        remove.push({ seq, objects: objectsOf(seq, bytes) });
      }
      this.count -= remove.length;
      this.removedSeq = remove.at(-1)?.seq ?? this.removedSeq;
    }
    return { add, remove };
  }

  /** Notes that entries up to record `seq` are on the disk. */
  noteStored(seq: number): void {
    let count = 0;
    while ((this.onTheWay[count]?.seq ?? Infinity) <= seq) count += 1;
    if (count > 0) this.onTheWay.splice(0, count);
  }

  /** As `Journal.audit`, with entries up to record `upToSeq` that are on their way to the disk, or wait for it. */
  private *entries(
    fromSeq: number,
    upToSeq: number,
    object?: AuditRow['objects'][number],
  ): ReturnType<Journal['audit']> {
    let last = fromSeq - 1;
    for (const entry of this.journal.audit(fromSeq, object)) {
      last = entry[0];
      yield entry;
    }
    for (const row of [...this.onTheWay, ...this.rows])
      if (row.seq > last && row.seq <= upToSeq && isAbout(row, object)) yield [row.seq, row.bytes];
  }
}

type PackedEntry = [
  atMs: number,
  cause: readonly [operation: string, channelId: number, sessionId: number, userId: number],
  objects: unknown[][],
];

/** Damage of an entry in a phrase; '' for none. */
export const entryDamage = (seq: number, bytes: Buffer): string =>
  isWhole(SEED, seq, bytes) ? '' : `the entry of the audit log for record ${seq} is damaged`;

/** Decodes an entry. `only`: the object whose changes are wanted, and decrypted; absent: all. Throws StoreDamage. */
export const readEntry = (
  seq: number,
  bytes: Buffer,
  cipher: SubjectCipher | undefined,
  only?: AuditRow['objects'][number],
): AuditEntry => {
  const damage = entryDamage(seq, bytes);
  if (damage !== '') throw new StoreDamage(damage);
  const [atMs, cause, objects] = unpackChecked(bytes) as PackedEntry;
  const [operation, channelId, sessionId, userId] = cause;
  const wanted = only === undefined ? objects : objects.filter(([kind, id]) => kind === only[0] && id === only[1]);
  return {
    seq,
    atMs,
    cause: { operation, channelId, sessionId, userId },
    objects: wanted.map(([kind, id, what, open, closed = []]) => ({
      kind: kind as KindName,
      id: id as number,
      what: WHATS[what as number]!,
      fields: [...(open as FieldChange[]), ...(decryptValue(cipher, closed, ERASED) as FieldChange[])],
    })),
  };
};

/** Objects of an entry, found without decrypting it; none for a damaged entry. */
export const objectsOf = (seq: number, bytes: Buffer): AuditRow['objects'] =>
  entryDamage(seq, bytes) !== ''
    ? []
    : (unpackChecked(bytes) as PackedEntry)[2].map(([kind, id]) => [kind as KindName, id as number]);
