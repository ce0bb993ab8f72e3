// Catches a watch on a state that is not called, or called for another state.
import { expect, test } from 'vitest';
import type { ActorKind, EventShapes } from '../../src/domain/actor.ts';
import { schema } from '../../src/domain/schema.ts';
import { KINDS } from '../../src/domain/kinds.ts';

type AnyKind = ActorKind<object, object, EventShapes, object>;

/** Other than what events and states begin with. */
const told = (value: unknown): unknown => (typeof value === 'string' ? 'told' : typeof value === 'number' ? 7 : value);

// An index that leaves an event out keeps saying what was true before it: this catches a list that is too short.
test.each(Object.values(KINDS).filter((kind) => 'index' in kind && 'watches' in kind.index) as unknown as AnyKind[])(
  'the index of $kind says the same after events that it does not watch',
  ({ events, ends, index, state: fields, apply }) => {
    const { watches = [], create, add } = index!;
    const [[first, begun], ...later] = Object.entries(events).map(
      ([type, declared]) => [type, schema(declared).initial()] as const,
    ) as [[string, object], ...[string, object][]];
    const unwatched = later.filter(([type]) => type !== ends && !watches.includes(type));
    expect(unwatched).not.toEqual([]);
    for (const [type, values] of unwatched) {
      const state = fields.initial();
      apply(
        state,
        {
          ...Object.fromEntries(Object.entries(begun).map(([name, value]) => [name, told(value)])),
          type: first,
        } as never,
        1000,
        1,
      );
      const [before, after] = [create(), create()];
      add(before, 1, state, 1);
      apply(state, { ...values, type } as never, 2000, 2);
      add(after, 1, state, 1);
      expect(after, type).toEqual(before);
    }
  },
);
