// The shop with one actor in another state than it has: as it was at an earlier record, or as a decision would leave
// it.
//
// An earlier state is the present one without the changes that the audit log has since. Guaranteed: each of them led to
// what is there after it, or no state is given; and no more than a few entries are decoded. Not promised: what the
// audit log does not compare; that is as it is, and `isWhole` says whether there may be such.
import { own } from '../../domain/by-language.ts';
import type { KindName, StateOf } from '../../domain/kind-types.ts';
import type { ShopRules } from '../../domain/rules.ts';
import { sameValue } from '../../domain/same-value.ts';
import { isRecord } from '../../kernel/is-record.ts';
import type { State } from '../actors/actor-table.ts';
import type { Tables } from '../actors/tables.ts';
import { ReadContext } from '../transactions/read-context.ts';
import { memberOf, readEntry } from './audit-log.ts';
import type { AuditLog, ObjectChange } from './audit-log.ts';

/**
 * Entries that are looked at, and their bytes: a caller who has missed more reads the object again in any case. An
 * entry holds all that a record changed, so that of a call which orders a thousand products is long for each of them.
 */
const ENTRIES_MAX = 100;
const BYTES_MAX = 256 * 1024;

/** What an entry says of a person who was erased since. */
const ERASED = 'erased';

type Members = { readonly [member: string]: unknown };

/** An actor as it was at an earlier record. */
export interface Earlier {
  readonly state: object;
  /** Hidden members that have changed since: what they were is not known. */
  readonly hidden: readonly string[];
  /** The audit log has the actor's last record: nothing has changed it since that the log does not compare. */
  readonly isWhole: boolean;
}

interface Present {
  readonly tables: Tables;
  readonly rules: ShopRules;
  readonly headSeq: number;
  nowMs(): number;
}

class OtherState extends ReadContext {
  private readonly kind: KindName;
  private readonly id: number;
  private readonly state: State;

  constructor(present: Present, kind: KindName, id: number, state: State) {
    super(present.tables, present.rules, present.nowMs());
    this.readSeq = present.headSeq;
    this.kind = kind;
    this.id = id;
    this.state = state;
  }

  override read<K extends KindName>(kind: K, id: number): StateOf<K> | undefined {
    return kind === this.kind && id === this.id ? (this.state as StateOf<K>) : super.read(kind, id);
  }
}

/** `initial`: of the member; a member that every state has is null rather than absent. Undefined: it does not fit. */
const undone = (
  record: Members,
  [name = '', ...rest]: readonly string[],
  [before, after]: readonly [before: unknown, after: unknown],
  initial: unknown,
): Members | undefined => {
  const now = own(record, name);
  const isFixed = isRecord(initial) && Object.hasOwn(initial, name);
  if (rest.length > 0) {
    const within = isRecord(now) ? undone(now, rest, [before, after], isFixed ? initial[name] : undefined) : undefined;
    return within && { ...record, [name]: within };
  }
  if (!sameValue(now ?? null, after)) return undefined;
  if (before !== null || isFixed) return { ...record, [name]: before };
  const { [name]: _added, ...others } = record;
  return others;
};

export class Hindsight {
  private readonly present: Present;
  private readonly log: AuditLog;

  constructor(present: Present, log: AuditLog) {
    this.present = present;
    this.log = log;
  }

  /** Reads the shop with this state of an actor, which must be there. */
  showing(kind: KindName, id: number, state: object): ReadContext {
    return new OtherState(this.present, kind, id, state);
  }

  /** An actor at record `seq`; undefined where the audit log does not say it. */
  actorAt(kind: KindName, id: number, seq: number): Earlier | undefined {
    const table = this.present.tables[kind];
    const actor = table.get(id);
    const { audit, state: schema } = table.kind;
    const since = actor && audit && this.changesSince(kind, id, seq);
    if (since === undefined || audit === undefined) return undefined;
    const { changes, lastSeq } = since;
    if (changes.some(({ what, fields }) => what !== 'changed' || fields.some(([path]) => path === ERASED)))
      return undefined;
    const initial = schema.initial();
    const fields = changes.toReversed().flatMap((change) => change.fields);
    const hidden = new Set<string>();
    let seen: Members | undefined = (audit.view?.(actor!.state) ?? actor!.state) as Members;
    for (const [path, before, after] of fields)
      if (audit.hidden.includes(memberOf(path))) hidden.add(memberOf(path));
      else seen = seen && undone(seen, path.split('.'), [before, after], initial);
    const state = seen && (audit.view === undefined ? seen : audit.restored?.(seen, actor!.state));
    return state && { state, hidden: [...hidden], isWhole: lastSeq >= actor!.seq };
  }

  /** State as the audit log compares it, without what changes with every record, or without anybody's doing. */
  compared(kind: KindName, state: object): Members {
    const { audit } = this.present.tables[kind].kind;
    const left = new Set<string>([...(audit?.ignored ?? []), ...(audit?.stamps ?? [])]);
    return Object.fromEntries(
      Object.entries(audit?.view?.(state as State) ?? state).filter(([member]) => !left.has(member)),
    );
  }

  /** Oldest first; undefined where the log has lost some of them, or has too many. `lastSeq`: of the last one. */
  private changesSince(
    kind: KindName,
    id: number,
    seq: number,
  ): { readonly changes: readonly ObjectChange[]; readonly lastSeq: number } | undefined {
    const source = this.log.upTo(this.present.headSeq);
    const [oldest] = source.audit(0);
    if (oldest === undefined || oldest[0] > seq) return undefined;
    const changes: ObjectChange[] = [];
    let [looked, bytesLooked, lastSeq] = [0, 0, 0];
    for (const [entrySeq, bytes] of source.audit(seq + 1, [kind, id])) {
      looked += 1;
      bytesLooked += bytes.length;
      if (looked > ENTRIES_MAX || bytesLooked > BYTES_MAX) return undefined;
      changes.push(...readEntry(entrySeq, bytes, source.cipher, [kind, id]).objects);
      lastSeq = entrySeq;
    }
    return { changes, lastSeq };
  }
}
