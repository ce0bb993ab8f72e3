// Keeps the time of records right while the store is served. It follows a jump of the system's clock that has lasted or
// that an operator confirms. After a step back it limits the ends of actors to their usual life.
//
// A few actors are limited at a time. A step is settled when all were checked; after a stop or a crash before that, all
// are checked again.
import type { Session } from '../../domain/cart/session.ts';
import type { TimeStepReason } from '../../domain/time/time-step.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import { stepTime } from '../step-time.ts';

const LIMIT_CAUSE = maintenanceCause('limit_life');

export interface TimeKeeperOptions {
  /** How long a call with an idempotency key is remembered. */
  readonly idempotencyKeyTtlMs: number;
  /** Called after a step by more than `clockJumpMs`. */
  readonly stepped?: (fromMs: number, toMs: number) => void;
}

export class TimeKeeper {
  private readonly engine: Engine;
  private readonly options: TimeKeeperOptions;
  /** Actors still to be limited; undefined: none. */
  private rest: Iterator<Limit, undefined> | undefined;
  /** Steps that are settled once `rest` ends. */
  private settles: readonly number[] = [];

  constructor(engine: Engine, options: TimeKeeperOptions) {
    this.engine = engine;
    this.options = options;
  }

  /** Called several times a second; checks up to `looksMax` actors while a step is not settled. */
  tick(looksMax: number): void {
    const { engine } = this;
    if (engine.hasFailed) return;
    engine.time.observe();
    if (!engine.mayWrite && !engine.isReadOnly) return;
    if (engine.time.mustFollow) this.step('followed', false);
    if (engine.mayWrite) this.settle(looksMax);
  }

  /** Confirms, for an operator, that the system's clock is right. */
  confirm(): void {
    this.step('confirmed', true);
  }

  private step(reason: TimeStepReason, isRight: boolean): void {
    const fromMs = this.engine.nowMs();
    const stepMs = stepTime(this.engine, reason, isRight);
    if (stepMs !== 0) this.options.stepped?.(fromMs, fromMs + stepMs);
  }

  /** Limits up to `looksMax` actors. Returns whether all steps are settled. */
  settle(looksMax: number): boolean {
    const { engine } = this;
    const { unsettled } = engine.readContext().index('time_step');
    if (unsettled.size === 0) return true;
    // A further step begins from the start.
    if (this.settles.length !== unsettled.size) {
      this.settles = [...unsettled];
      this.rest = limits(engine, this.options.idempotencyKeyTtlMs);
    }
    for (let look = 0; look < looksMax; look += 1) {
      const next = this.rest!.next();
      if (next.done === true) {
        this.end();
        return true;
      }
      engine.transact(LIMIT_CAUSE, next.value);
    }
    return false;
  }

  private end(): void {
    const { settles } = this;
    this.settles = [];
    this.rest = undefined;
    this.engine.transact(LIMIT_CAUSE, (tx) => {
      for (const id of settles) tx.ask('time_step', id, { type: 'settle_time' });
      return DONE;
    });
  }
}

type Limit = (tx: Transaction) => Result<void>;

/** Yields a decision for every actor that may have to end earlier than its state says. */
function* limits(engine: Engine, idempotencyKeyTtlMs: number): Generator<Limit, undefined> {
  const { session } = engine.tables;
  const { sessionTtlMs, draftTtlMs, cartHoldMs } = engine.rules;
  const context = engine.readContext();
  for (const id of context.index('stock').held)
    yield (tx) => tx.ask('stock', id, { type: 'limit_holds', lifeMs: cartHoldMs });
  for (const id of context.index('idempotency_record').ids())
    yield (tx) =>
      tx.read('idempotency_record', id) === undefined
        ? DONE
        : tx.ask('idempotency_record', id, { type: 'limit_life', lifeMs: idempotencyKeyTtlMs });
  for (let id = 1; id < session.nextId; id += 1)
    yield (tx) => {
      const state = session.peek(id) as Session | undefined;
      if (state === undefined) return DONE;
      return tx.ask('session', id, { type: 'limit_life', lifeMs: state.isPrepared ? draftTtlMs : sessionTtlMs });
    };
  return undefined;
}
