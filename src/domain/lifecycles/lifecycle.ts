// A life cycle: which states there are, which events lead from one to another, and what a step brings about.
//
// Each is declared once, as an XState machine, and flattened into a table when the program loads: a look-up in the
// table costs some nanoseconds, asking the machine 17 to 22 µs. Tests walk the machines with xstate/graph and compare
// every step with the tables, and docs/reference/life-cycles.md is drawn from the machines.
//
// An actor's `decide` asks the table, so no command can write an illegal step to the journal. Effects are only named
// here; procedures carry them out.
// Glossary (docs/internals/glossary.md): life cycle.
import { createMachine, transition } from 'xstate';
import type { AnyStateMachine } from 'xstate';

/** The setting `orderTransitions`: `strict` allows regular steps only, `lenient` allows forced ones, too. */
export type Mode = 'lenient' | 'strict';

export interface Step<State extends string, Effect extends string = never> {
  readonly to: State;
  /** Allowed in both modes. */
  readonly regular: boolean;
  /** In the order in which they are carried out. */
  readonly effects: readonly Effect[];
}

interface Declared<State extends string, Event extends string, Effect extends string> {
  readonly id: string;
  readonly initial: State;
  readonly states: {
    readonly [S in State]: {
      readonly on?: { readonly [E in Event]?: State };
      /** What entering and leaving the state bring about. */
      readonly entry?: readonly Effect[];
      readonly exit?: readonly Effect[];
      readonly type?: 'final';
    };
  };
  /** State → the event with which a lenient shop forces it from any other. */
  readonly forcedBy?: { readonly [S in State]: Event };
}

export class Lifecycle<State extends string, Event extends string, Effect extends string = never> {
  readonly machine: AnyStateMachine;
  readonly states: readonly State[];
  readonly events: readonly Event[];
  private readonly table: ReadonlyMap<string, ReadonlyMap<string, Step<State, Effect>>>;

  constructor(declared: Declared<State, Event, Effect>, events: readonly Event[]) {
    this.machine = machineOf(declared);
    this.states = Object.keys(declared.states) as State[];
    this.events = events;
    this.table = new Map(this.states.map((from) => [from, this.stepsFrom(from)]));
  }

  /** The step that an event makes from a state; undefined where the mode does not allow it. */
  step(from: State, event: Event, mode: Mode = 'strict'): Step<State, Effect> | undefined {
    const step = this.table.get(from)?.get(event);
    return step !== undefined && (step.regular || mode === 'lenient') ? step : undefined;
  }

  /** The state to which an event leads wherever it is allowed; undefined for one that is allowed nowhere. */
  target(event: Event): State | undefined {
    for (const from of this.states) {
      const to = this.step(from, event, 'lenient')?.to;
      if (to !== undefined) return to;
    }
    return undefined;
  }

  /** Whether the event is allowed in a state, without force. */
  allows(from: State, event: Event): boolean {
    return this.step(from, event) !== undefined;
  }

  /** The states to which regular steps lead, in the order of their events. */
  reachable(from: State): State[] {
    const steps = [...(this.table.get(from)?.values() ?? [])];
    return [...new Set(steps.filter(({ regular }) => regular).map(({ to }) => to))];
  }

  private stepsFrom(from: State): ReadonlyMap<string, Step<State, Effect>> {
    const [strict, lenient] = (['strict', 'lenient'] as const).map((mode) =>
      this.machine.resolveState({ value: from, context: { mode } }),
    );
    const steps = this.events.flatMap((type): [string, Step<State, Effect>][] => {
      if (!lenient!.can({ type })) return [];
      const regular = strict!.can({ type });
      const [next, actions] = transition(this.machine, lenient!, { type });
      const to = next.value as State;
      // Forcing the state that is already there is no step.
      if (!regular && to === from) return [];
      return [[type, { to, regular, effects: actions.map((action) => action.type as Effect) }]];
    });
    return new Map(steps);
  }
}

interface InMode {
  readonly mode: Mode;
}

const machineOf = ({ forcedBy = {}, ...declared }: Declared<string, string, string>): AnyStateMachine =>
  createMachine(
    {
      ...structuredClone(declared),
      context: ({ input }: { readonly input?: InMode }): InMode => ({ mode: input?.mode ?? 'strict' }),
      on: Object.fromEntries(
        Object.entries(forcedBy).map(([state, event]) => [event, { target: `.${state}`, guard: 'is_lenient' }]),
      ),
    } as never,
    { guards: { is_lenient: ({ context }: { readonly context: InMode }) => context.mode === 'lenient' } } as never,
  );
