// A step of time: from here on records are stamped with another time than the one before would have led to, because the
// system's clock was followed, accepted or repaired. Records keep their order; only their times step.
//
// Times that were set before a step back lie too far ahead. Sessions, holds and idempotency records are brought within
// their usual life then, a few at a time, until the step is settled.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { Result } from '../../kernel/result.ts';

/** `followed`: by itself; `confirmed`: by an operator, while served; `accepted` or `repaired`: by one, at a start. */
export type TimeStepReason = 'followed' | 'confirmed' | 'accepted' | 'repaired';

export interface TimeStep {
  /** Its record, the first one with the new time. */
  seq: number;
  /** What the time would have been. */
  fromMs: number;
  toMs: number;
  reason: TimeStepReason;
  isSettled: boolean;
}

export type TimeStepCommand =
  | { readonly type: 'step_time'; readonly fromMs: number; readonly toMs: number; readonly reason: TimeStepReason }
  | { readonly type: 'settle_time' };

const EVENTS = {
  time_stepped: { fromMs: 0, toMs: 0, reason: 'followed' as TimeStepReason },
  time_settled: {},
};

export interface TimeStepIndex {
  readonly ids: Set<number>;
  readonly unsettled: Set<number>;
}

export const timeStep: ActorKind<TimeStep, TimeStepCommand, typeof EVENTS, TimeStepIndex> = {
  kind: 'time_step',
  state: schema<TimeStep>({ seq: 0, fromMs: 0, toMs: 0, reason: 'followed', isSettled: false }),
  events: EVENTS,
  decide(_state, command) {
    if (command.type === 'settle_time') return decided({ type: 'time_settled' });
    const { fromMs, toMs, reason } = command;
    return decided({ type: 'time_stepped', fromMs, toMs, reason });
  },
  apply(state, event, _atMs, seq = 0) {
    if (event.type === 'time_settled') {
      state.isSettled = true;
      return;
    }
    state.seq = seq;
    state.fromMs = event.fromMs;
    state.toMs = event.toMs;
    state.reason = event.reason;
    state.isSettled = event.toMs >= event.fromMs;
  },
  index: {
    create: () => ({ ids: new Set(), unsettled: new Set() }),
    add(index, id, { isSettled }) {
      index.ids.add(id);
      if (!isSettled) index.unsettled.add(id);
    },
    remove(index, id) {
      index.ids.delete(id);
      index.unsettled.delete(id);
    },
  },
};

/** To be recorded with the new time. */
export const recordTimeStep = (tx: Transaction, fromMs: number, toMs: number, reason: TimeStepReason): Result<number> =>
  tx.create('time_step', { type: 'step_time', fromMs, toMs, reason });

/** Oldest first. */
export const timeSteps = (shop: Reader): TimeStep[] => {
  shop.trackAbsence('time_step');
  return [...shop.index('time_step').ids].sort((a, b) => a - b).map((id) => shop.read('time_step', id)!);
};

/** Times with which records may be stamped wrongly, or from which records are missing that are stamped otherwise. */
export interface UncertainSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * A step forward that was taken back: the times before it up to those after the step back, and those that were stamped
 * ahead. Any other step: the times between its two ends.
 */
export const uncertainSpans = (steps: readonly Pick<TimeStep, 'fromMs' | 'toMs'>[]): UncertainSpan[] => {
  const spans: UncertainSpan[] = [];
  const forwards: Pick<TimeStep, 'fromMs' | 'toMs'>[] = [];
  for (const step of steps) {
    if (step.toMs >= step.fromMs) {
      forwards.push(step);
      continue;
    }
    const ahead = forwards.pop();
    if (ahead === undefined || ahead.toMs > step.fromMs || ahead.fromMs > step.toMs) {
      if (ahead !== undefined) forwards.push(ahead);
      spans.push({ fromMs: step.toMs, untilMs: step.fromMs });
    } else spans.push({ fromMs: ahead.fromMs, untilMs: step.toMs }, { fromMs: ahead.toMs, untilMs: step.fromMs });
  }
  for (const { fromMs, toMs } of forwards) spans.push({ fromMs, untilMs: toMs });
  return spans.sort((a, b) => a.fromMs - b.fromMs);
};

/** The records with which time was stepped back, oldest first. */
export const stepsBack = (shop: Reader): number[] =>
  timeSteps(shop)
    .filter(({ fromMs, toMs }) => toMs < fromMs)
    .map(({ seq }) => seq);

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly time_step: typeof timeStep;
  }
}
