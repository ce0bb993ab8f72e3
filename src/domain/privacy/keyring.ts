// The keyring: which keys of personal data are destroyed, and which are to be destroyed and when. It knows keys by
// number alone. What a number opens is in the key file of each process, which destroys what a promised record names
// (src/engine/destruction/destruction.ts): no event, row or snapshot file holds anything that a key could be made of.
//
// Laws: what is destroyed stays destroyed, so that records may be carried out again, in any number; no key is scheduled
// that is destroyed. There is one keyring, with the first id.
// Glossary (docs/internals/glossary.md): crypto-shredding.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';

/** Numbers of keys, from `first` on and before `below`. */
export type KeyRange = readonly [first: number, below: number];

/** A key that is destroyed once its time has come. */
export type ScheduledKey = readonly [keyNumber: number, dueMs: number];

/** An actor that holds values under keys that a record destroys, and that memory reads again then. */
export type ErasedActor = readonly [kind: 'user' | 'order' | 'issued_invoice' | 'past_order', id: number];

export interface Keyring {
  /** Ascending, apart from each other. */
  destroyed: readonly KeyRange[];
  /** In the order of their numbers. */
  scheduled: readonly ScheduledKey[];
}

export type KeyringCommand =
  | { readonly type: 'schedule_keys'; readonly keys: readonly ScheduledKey[] }
  | { readonly type: 'destroy_keys'; readonly ranges: readonly KeyRange[]; readonly actors: readonly ErasedActor[] };

const EVENTS = {
  /** A key that is scheduled already gets another time. */
  keys_scheduled: { keys: [] as readonly ScheduledKey[] },
  /** Keys of a message's hour and of persons alike. `actors`: the persons' actors, as far as the decision knew them. */
  keys_destroyed: { ranges: [] as readonly KeyRange[], actors: [] as readonly ErasedActor[] },
};

/** The range with the number, or the last one before it. */
const rangeAt = (ranges: readonly KeyRange[], keyNumber: number): KeyRange | undefined => {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[middle]![0] <= keyNumber) low = middle + 1;
    else high = middle;
  }
  return ranges[low - 1];
};

/** Whether all keys from `first` on and before `below` are in ranges as a keyring has them. */
const covers = (ranges: readonly KeyRange[], [first, below]: KeyRange): boolean => {
  const range = rangeAt(ranges, first);
  return range !== undefined && below <= range[1];
};

/** `ranges`: as a keyring has them. */
export const isInRanges = (ranges: readonly KeyRange[], keyNumber: number): boolean =>
  covers(ranges, [keyNumber, keyNumber + 1]);

/** The same keys in ranges that are ascending and apart from each other. */
export const joinedRanges = (ranges: readonly KeyRange[]): KeyRange[] => {
  const joined: [number, number][] = [];
  for (const [first, below] of [...ranges].sort((one, two) => one[0] - two[0])) {
    const last = joined.at(-1);
    if (last !== undefined && first <= last[1]) last[1] = Math.max(last[1], below);
    else if (first < below) joined.push([first, below]);
  }
  return joined;
};

const scheduledOf = ({ scheduled }: Keyring): Map<number, number> => new Map(scheduled);

export const keyring: ActorKind<Keyring, KeyringCommand, typeof EVENTS, Keyring> = {
  kind: 'keyring',
  state: schema<Keyring>({ destroyed: [], scheduled: [] }),
  events: EVENTS,
  decide(state, command) {
    if (command.type === 'schedule_keys') {
      const known = scheduledOf(state);
      const keys = command.keys.filter(
        ([keyNumber, dueMs]) => known.get(keyNumber) !== dueMs && !isInRanges(state.destroyed, keyNumber),
      );
      return keys.length === 0 ? decided() : decided({ type: 'keys_scheduled', keys });
    }
    const ranges = joinedRanges(command.ranges).filter((range) => !covers(state.destroyed, range));
    return ranges.length === 0 ? decided() : decided({ type: 'keys_destroyed', ranges, actors: command.actors });
  },
  apply(state, event) {
    switch (event.type) {
      case 'keys_scheduled': {
        const known = scheduledOf(state);
        for (const [keyNumber, dueMs] of event.keys) known.set(keyNumber, dueMs);
        state.scheduled = [...known].sort(([one], [two]) => one - two);
        return;
      }
      case 'keys_destroyed':
        state.destroyed = joinedRanges([...state.destroyed, ...event.ranges]);
        state.scheduled = state.scheduled.filter(([keyNumber]) => !isInRanges(state.destroyed, keyNumber));
        return;
      default:
        event satisfies never;
    }
  },
  erases: (event) =>
    event.type === 'keys_destroyed'
      ? event.actors.flatMap(([kind, id]) => (kind === 'user' || kind === 'order' ? ([[kind, id]] as const) : []))
      : [],
  index: {
    isOneWay: true,
    create: () => ({ destroyed: [], scheduled: [] }),
    add: (index, _id, { destroyed, scheduled }) => void Object.assign(index, { destroyed, scheduled }),
    // The keyring never ends.
    remove: () => {},
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly keyring: typeof keyring;
  }
}
