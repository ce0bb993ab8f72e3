// Calls whose work goes on in later turns of the event loop; each is then handled again from the top, credentials
// included.
//
// Guaranteed: nothing is decided before that. A read ends with its caller, and with a server that stops. A write waits
// for what is read once in the life of the process (names of countries). No number of searches and no want of memory
// refuses it; it takes turns with the callers who search, and is decided even if its caller has gone. Not promised:
// that a write with MATCH, or one that reads names, is decided before earlier searches.
import type { Engine } from '../../engine/engine.ts';
import { WordsMissing } from '../../kernel/interrupted.ts';
import type { Interrupted } from '../../kernel/interrupted.ts';
import { refuseOutOfMemory } from '../../kernel/limits.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { Operation } from '../context/operation.ts';
import type { Unanswered } from '../context/answers.ts';
import { CallsForWords } from './calls-for-words.ts';
import { SERVER_STOPS } from './given-up.ts';
import type { IncomingCall } from './incoming-call.ts';
import type { ReplySender } from './reply-sender.ts';
import type { SearchSlices, SliceOptions } from './search-slices.ts';
import { callerOf } from './work-balance.ts';

/** Caller of the reading for writes: nobody's own, so that it stands behind no search of the writer. */
const FOR_WRITES = 'writes';

export class InterruptedCalls {
  private readonly engine: Engine;
  private readonly replies: ReplySender;
  private readonly slices: SearchSlices;
  private readonly forWords: CallsForWords;
  private readonly restart: (call: IncomingCall) => void;

  /** `restart`: handles a call from the top. */
  constructor(
    engine: Engine,
    replies: ReplySender,
    slices: SearchSlices,
    options: Pick<SliceOptions, 'nowMs' | 'soon'>,
    restart: (call: IncomingCall) => void,
  ) {
    this.engine = engine;
    this.replies = replies;
    this.slices = slices;
    this.forWords = new CallsForWords(slices, options);
    this.restart = restart;
  }

  /** Handles the call again when its work has a result. Refuses: OVERLOADED, SEARCH_WARMING_UP. */
  goOnLater(call: IncomingCall, operation: Operation, interrupted: Interrupted): void {
    const { work } = interrupted;
    const again = (): void => {
      call.reader = this.engine.readContext();
      this.restart(call);
    };
    if (interrupted instanceof WordsMissing)
      return this.forWords.add(interrupted, (refusal) =>
        refusal === undefined ? again() : this.replies.refuse(call, operation, refusal, call.reader.readSeq),
      );
    const done = (error: unknown): void => {
      if (error !== undefined) return this.replies.failCall(call, error);
      return again();
    };
    // A write has no pace; a dry run has one, and takes its turns as a read.
    if (operation.effect === 'write' && call.newPace === undefined)
      return this.slices.add(FOR_WRITES, work, done, { meter: call.work });
    const refusal = this.refusalFor(call);
    if (refusal !== undefined) {
      work.abandon?.();
      return this.replies.refuse(call, operation, refusal, call.reader.readSeq);
    }
    // Only a caller who still waits while the server stops reads this.
    const cancel = (): void => this.replies.refuse(call, operation, SERVER_STOPS, call.reader.readSeq);
    const isWanted = (): boolean => !call.isGone;
    return this.slices.add(callerOf(call), work, done, {
      meter: call.work,
      isWanted,
      cancel,
      endsWithServer: 'always',
    });
  }

  /** Asks extensions what the call lacks, then handles it again. */
  askFirst(call: IncomingCall, operation: Operation, unanswered: Unanswered): void {
    void call
      .answers!.ask(unanswered)
      .then((refused) => {
        call.reader = this.engine.readContext();
        if (refused !== undefined) this.replies.refuse(call, operation, refused, this.engine.headSeq);
        else this.restart(call);
      })
      .catch((error: unknown) => this.replies.failCall(call, error));
  }

  /** Why a read cannot go on later; undefined: it can. */
  private refusalFor(call: IncomingCall): Refusal | undefined {
    const { memory } = this.engine;
    return memory.level === 'out'
      ? refuseOutOfMemory(memory, 'request', 'short searches are answered. Try again.')
      : this.slices.refusalFor(callerOf(call));
  }
}
