// What a caller is told whose change was refused because somebody else was faster: the record that changed the object
// last, and each member that others have changed since and the call changes as well, with both values.
//
// Guaranteed: no value that the caller could not read by the operation that shows the object. Nothing is done for calls
// that are not refused so.
import type { KindName } from '../../domain/kind-types.ts';
import { sameValue } from '../../domain/same-value.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Json } from '../../kernel/json.ts';
import type { ChangedMember, Meanwhile, Refusal } from '../../kernel/result.ts';
import type { Actor } from '../../engine/actors/actor-table.ts';
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
}

const isRecord = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values by their paths; lists are values. */
const leavesOf = (record: Members, path = '', leaves = new Map<string, Json>()): ReadonlyMap<string, Json> => {
  for (const [name, value] of Object.entries(record)) {
    const own = path === '' ? name : `${path}.${name}`;
    if (isRecord(value)) leavesOf(value, own, leaves);
    else if (own !== 'seq') leaves.set(own, value);
  }
  return leaves;
};

type Values = Pick<ChangedMember, 'seen' | 'current' | 'yours'>;

const valuesOf = (seen: Json | undefined, current: Json | undefined, yours: Json | undefined): Values => ({
  ...(seen !== undefined && { seen }),
  ...(current !== undefined && { current }),
  ...(yours !== undefined && { yours }),
});

/**
 * `seen`: the object as its caller saw it; undefined: it is not known. `yours`: as the call would leave it; undefined:
 * it would end it, or is refused for something else. One of them is there.
 */
export const changedMembers = (
  seen: Members | undefined,
  current: Members,
  yours: Members | undefined,
): readonly ChangedMember[] => {
  const now = leavesOf(current);
  const [before, after] = [seen && leavesOf(seen), yours && leavesOf(yours)];
  const names = new Set([...now.keys(), ...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  const changed: ChangedMember[] = [];
  let left = ALL_VALUES_MAX;
  for (const name of names) {
    const value = now.get(name);
    if (before !== undefined && sameValue(before.get(name), value)) continue;
    if (after !== undefined && sameValue(after.get(name), value)) continue;
    if (changed.length === CHANGED_MAX) break;
    const values = valuesOf(before?.get(name), value, after?.get(name));
    const { length } = JSON.stringify(values);
    const isCut = length > VALUES_MAX || length > left;
    if (!isCut) left -= length;
    changed.push(isCut ? { name, cut: 1 } : { name, ...values });
  }
  return changed;
};

/**
 * Adds what the caller is told to a refusal for what it has not seen. `decided`: state of the object as the call would
 * leave it if it had seen it; undefined: there is none.
 */
export const tellMeanwhile = (
  { engine, service, caller, session }: Asking,
  refusal: Refusal,
  decided: (kind: KindName, id: number) => object | undefined,
): Refusal => {
  const { unseen } = refusal;
  if (unseen === undefined || !caller.backOffice) return refusal;
  const { id, seq, ifSeq } = unseen;
  const kind = unseen.kind as KindName;
  const { hindsight } = engine;
  const shown = (state: object | undefined): Members | undefined =>
    state && shownObject(new CallContext(caller, hindsight.showing(kind, id, state), service, session), kind, id);
  const current = shown(engine.readContext().read(kind, id));
  const seen = current && shown(hindsight.stateAt(kind, id, ifSeq));
  const yours = current && shown(decided(kind, id));
  const isKnown = current !== undefined && (seen !== undefined || yours !== undefined);
  const meanwhile: Meanwhile = { seq, ...(isKnown && { changed: changedMembers(seen, current, yours) }) };
  return { ...refusal, meanwhile };
};
