// Who changed what, from what, to what (Decision 47). It is made from the states before and after each record, in the
// commit that journals the record: nothing can change without an entry, whatever handler changed it.
import type { PendingActor } from './unit-of-work.ts';
import { pack, unpack } from './disk/codec.ts';
import type { KindName } from '../domain/kinds.ts';
import type { Cause } from './journal/record.ts';
import type { State } from './actor-table.ts';
import { decryptValue, encryptValue } from './privacy/encryption.ts';
import type { SubjectCipher } from './privacy/encryption.ts';
import type { AuditRow } from './journal/journal.ts';

/** A field by its path in the state; null where there was or is nothing. */
type FieldChange = readonly [path: string, before: unknown, after: unknown];

export interface ObjectChange {
  readonly kind: KindName;
  readonly id: number;
  readonly what: 'created' | 'changed' | 'ended';
  /** Empty for what was created: its first state stands in the `before` of later changes, of its end at the latest. */
  readonly fields: readonly FieldChange[];
}

export interface AuditEntry {
  readonly seq: number;
  readonly atMs: number;
  readonly cause: Cause;
  readonly objects: readonly ObjectChange[];
}

const HIDDEN = '(hidden)';
const ERASED: readonly FieldChange[] = [['erased', null, null]];
const WHATS = ['created', 'changed', 'ended'] as const;

const memberOf = (path: string): string => path.split('.')[0]!;

const isRecord = (value: unknown): value is { readonly [member: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** People name attributes as they like, also `constructor`. */
const own = (record: { readonly [member: string]: unknown }, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const same = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

/** Objects are compared member by member, lists and all else as a whole. */
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
  return audit !== undefined && events.some(({ event }) => audit.events?.includes(event.type) ?? true);
};

/** Gathers the entries of the next commit. */
export class AuditLog {
  private readonly cipher: SubjectCipher | undefined;
  private rows: AuditRow[] = [];

  constructor(cipher: SubjectCipher | undefined) {
    this.cipher = cipher;
  }

  /** The states before a record; undefined where it changes nothing that is audited. */
  statesBefore(drafted: readonly PendingActor[]): (State | undefined)[] | undefined {
    let states: (State | undefined)[] | undefined;
    for (let at = 0; at < drafted.length; at += 1) {
      const { actor, created } = drafted[at]!;
      if (!isAudited(drafted[at]!)) continue;
      states ??= [];
      states[at] = created ? undefined : { ...actor.state };
    }
    return states;
  }

  append(
    seq: number,
    atMs: number,
    cause: Cause,
    drafted: readonly PendingActor[],
    states: readonly (State | undefined)[],
  ): void {
    const objects: AuditRow['objects'][number][] = [];
    const noted: unknown[] = [];
    drafted.forEach((one, at) => {
      const { actor } = one;
      const { audit, state: fieldsOf } = actor.table.kind;
      if (audit === undefined || !isAudited(one)) return;
      const [before, { state }] = [states[at], actor];
      const { shown = (one: State) => one } = audit;
      const changes =
        before === undefined ? [] : changesOf(shown(before), actor.ended ? {} : shown(state), audit.hidden);
      const fields = audit.running === undefined ? changes : changes.filter(([path]) => !audit.running!.includes(path));
      if (before !== undefined && !actor.ended && fields.length === 0) return;
      const { subject = 0 } = state as { readonly subject?: number };
      const isOpen = ([path]: FieldChange): boolean =>
        fieldsOf.personalValues.length === 0 || subject === 0 || (audit.open ?? []).includes(memberOf(path));
      const closed = fields.filter((field) => !isOpen(field));
      objects.push([actor.table.name, actor.id]);
      noted.push([
        actor.table.name,
        actor.id,
        before === undefined ? 0 : actor.ended ? 2 : 1,
        fields.filter(isOpen),
        ...(closed.length === 0 ? [] : [encryptValue(this.cipher, subject, 'contact', closed)]),
      ]);
    });
    if (objects.length === 0) return;
    const { operation, channelId, sessionId, userId } = cause;
    this.rows.push({ seq, objects, bytes: pack([atMs, [operation, channelId, sessionId, userId], noted]) });
  }

  take(): readonly AuditRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }
}

export const readEntry = (seq: number, bytes: Buffer, cipher: SubjectCipher | undefined): AuditEntry => {
  const [atMs, cause, objects] = unpack(bytes) as [number, readonly [string, number, number, number], unknown[][]];
  const [operation, channelId, sessionId, userId] = cause;
  return {
    seq,
    atMs,
    cause: { operation, channelId, sessionId, userId },
    objects: objects.map(([kind, id, what, open, closed = []]) => ({
      kind: kind as KindName,
      id: id as number,
      what: WHATS[what as number]!,
      fields: [...(open as FieldChange[]), ...(decryptValue(cipher, closed, ERASED) as FieldChange[])],
    })),
  };
};

/** What an entry stands under, without opening it. */
export const objectsOf = (bytes: Buffer): AuditRow['objects'] =>
  (unpack(bytes) as [number, unknown, [KindName, number][]])[2].map(([kind, id]) => [kind, id]);
