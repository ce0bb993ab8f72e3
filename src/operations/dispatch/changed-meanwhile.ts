// What a caller is told whose change was refused because somebody else was faster: the record that changed the object
// last, and each member that others have changed since and the call changes as well, with both values.
//
// Guaranteed: no value that the caller could not read by the operation that shows the object, and none of before for
// one who may not read what was (`get_changelog`); an empty list means that nothing is at odds, also in what no reply
// shows. Extensions are not asked, and what goes wrong here costs no caller the refusal. Nothing is done for calls that
// are not refused so.
import type { KindName } from '../../domain/kind-types.ts';
import { sameValue } from '../../domain/same-value.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Earlier, Hindsight } from '../../engine/audit/hindsight.ts';
import { isRecord } from '../../kernel/is-record.ts';
import type { Json } from '../../kernel/json.ts';
import type { ChangedMember, Meanwhile, Refusal, Unseen } from '../../kernel/result.ts';
import type { Actor } from '../../engine/actors/actor-table.ts';
import { mayCall } from '../access/levels.ts';
import { Unanswered } from '../context/answers.ts';
import { CallContext } from '../context/call-context.ts';
import type { Caller, Services } from '../context/operation.ts';
import type { Members } from '../shown-objects.ts';
import { shownObject } from './shown-object.ts';

/** Members of one refusal. */
const CHANGED_MAX = 50;
/** Characters of the values of a member as JSON, and of all members together. */
const VALUES_MAX = 2000;
const ALL_VALUES_MAX = 16_000;

interface Asking {
  readonly engine: Engine;
  readonly service: Services;
  readonly caller: Caller;
  readonly session: Actor | undefined;
  /** Logs what went wrong. */
  readonly fault: (error: unknown) => void;
}

/** Members that every change of the object sets. */
const STAMPS: ReadonlySet<string> = new Set(['seq', 'modification_date']);

/** Values by their paths; lists are values. */
const leavesOf = <V>(
  record: { readonly [name: string]: V },
  path = '',
  leaves = new Map<string, V>(),
): ReadonlyMap<string, V> => {
  for (const [name, value] of Object.entries(record)) {
    const own = path === '' ? name : `${path}.${name}`;
    if (isRecord(value)) leavesOf(value, own, leaves);
    else if (!STAMPS.has(own)) leaves.set(own, value);
  }
  return leaves;
};

/** Paths in which the states differ. */
const differing = <V>(one: ReadonlyMap<string, V>, other: ReadonlyMap<string, V>): readonly string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => !sameValue(one.get(name), other.get(name)));

type Values = Pick<ChangedMember, 'seen' | 'current' | 'yours'>;

const valuesOf = (seen: Json | undefined, current: Json | undefined, yours: Json | undefined): Values => ({
  ...(seen !== undefined && { seen }),
  ...(current !== undefined && { current }),
  ...(yours !== undefined && { yours }),
});

/** Paths that differ from what is there in both, or in the one that is known. */
const atOdds = <V>(
  seen: ReadonlyMap<string, V> | undefined,
  current: ReadonlyMap<string, V>,
  yours: ReadonlyMap<string, V> | undefined,
): readonly string[] => {
  const theirs = seen && differing(current, seen);
  const own = yours && differing(current, yours);
  if (theirs === undefined || own === undefined) return theirs ?? own ?? [];
  const both = new Set(own);
  return theirs.filter((name) => both.has(name));
};

/**
 * `seen`: the object as its caller saw it; undefined: it is not known. `yours`: as the call would leave it; undefined:
 * it would end it, or is refused for something else. One of them is there. `showsSeen`: the caller may read what was.
 */
export const changedMembers = (
  seen: Members | undefined,
  current: Members,
  yours: Members | undefined,
  showsSeen = true,
): readonly ChangedMember[] => {
  const now = leavesOf<Json>(current);
  const [before, after] = [seen && leavesOf<Json>(seen), yours && leavesOf<Json>(yours)];
  const changed: ChangedMember[] = [];
  let left = ALL_VALUES_MAX;
  for (const name of atOdds(before, now, after)) {
    if (changed.length === CHANGED_MAX) break;
    const values = valuesOf(showsSeen ? before?.get(name) : undefined, now.get(name), after?.get(name));
    const { length } = JSON.stringify(values);
    const isCut = length > VALUES_MAX || length > left;
    if (!isCut) left -= length;
    changed.push(isCut ? { name, cut: 1 } : { name, ...values });
  }
  return changed;
};

interface States {
  readonly seen: Earlier | undefined;
  readonly current: object;
  readonly yours: object | undefined;
}

/** Whether both changed, or may have changed, the same of what no reply shows. */
const isAtOddsUnseen = (hindsight: Hindsight, kind: KindName, { seen, current, yours }: States): boolean => {
  const leaves = (state: object): ReadonlyMap<string, unknown> => leavesOf<unknown>(hindsight.compared(kind, state));
  const now = leaves(current);
  const after = yours && leaves(yours);
  if (seen === undefined) return atOdds(undefined, now, after).length > 0;
  if (!seen.isWhole || atOdds(leaves(seen.state), now, after).length > 0) return true;
  const own = after === undefined ? undefined : new Set(differing(now, after).map((name) => name.split('.')[0]!));
  return seen.hidden.some((member) => own === undefined || own.has(member));
};

type Decided = (kind: KindName, id: number, seq: number) => object | undefined;

/** Undefined where it is not known. */
const changedSince = (
  { engine, service, caller, session }: Asking,
  { kind: name, id, seq, ifSeq }: Unseen,
  decided: Decided,
): readonly ChangedMember[] | undefined => {
  const kind = name as KindName;
  const { hindsight } = engine;
  const shown = (state: object | undefined): Members | undefined =>
    state && shownObject(new CallContext(caller, hindsight.showing(kind, id, state), service, session), kind, id);
  const current = engine.readContext().read(kind, id);
  const present = shown(current);
  if (current === undefined || present === undefined) return undefined;
  const seen = hindsight.actorAt(kind, id, ifSeq);
  const yours = decided(kind, id, seq);
  const [before, after] = [shown(seen?.state), shown(yours)];
  if (before === undefined && after === undefined) return undefined;
  const changed = changedMembers(before, present, after, mayCall(caller.rights, 'get_changelog').ok);
  return changed.length === 0 && isAtOddsUnseen(hindsight, kind, { seen, current, yours }) ? undefined : changed;
};

/** An answer of an extension that nobody has given yet is not waited for. */
const unlessAsking = (decided: Decided): Decided => {
  return (...actor) => {
    try {
      return decided(...actor);
    } catch (error) {
      if (error instanceof Unanswered) return undefined;
      throw error;
    }
  };
};

/**
 * Adds what the caller is told to a refusal for what it has not seen. `decided`: state of the object as the call would
 * leave it if it had seen it as of `seq`; undefined: there is none.
 */
export const tellMeanwhile = (asking: Asking, refusal: Refusal, decided: Decided): Refusal => {
  const { unseen } = refusal;
  if (unseen === undefined || !asking.caller.backOffice) return refusal;
  const { seq } = unseen;
  let changed: Meanwhile['changed'];
  try {
    changed = changedSince(asking, unseen, unlessAsking(decided));
  } catch (error) {
    asking.fault(error);
  }
  return { ...refusal, meanwhile: { seq, ...(changed && { changed }) } };
};
