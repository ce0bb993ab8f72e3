// Logs calls: one of every `oneOf`, and those that took long; each with an id that its reply carries.
//
// A line has the operation, the outcome, the time, the channel and nothing that the caller sent. Not promised: every
// slow call. Of more than ten in a second the others are counted in the next line.
import { randomBytes } from 'node:crypto';
import type { ReplyHeaders } from '../../kernel/reply-stream.ts';
import { NO_REPLY_HEADERS } from '../../kernel/reply-stream.ts';
import { outcomeOf } from '../../operations/dispatch/call-observer.ts';
import type { AnsweredCall } from '../../operations/dispatch/call-observer.ts';
import type { LogFields } from './log.ts';

export interface CallLogOptions {
  /** One call of this number is logged; 0: none. */
  readonly oneOf: number;
  /** Milliseconds; 0: no call is slow. */
  readonly slowMs: number;
  readonly info: (line: string, fields: LogFields) => void;
  readonly warn: (line: string, fields: LogFields) => void;
  /** A monotonic clock. */
  readonly nowMs: () => number;
}

/** Slow calls that are logged in a second. */
const SLOW_LINES_MAX = 10;
const SECOND_MS = 1000;

export class CallLog {
  private readonly options: CallLogOptions;
  /** Differs from start to start, so that two servers do not give one id. */
  private readonly prefix = randomBytes(4).toString('hex');
  private calls = 0;
  private ids = 0;
  private secondBeganMs = -Infinity;
  private slowInSecond = 0;
  private unlogged = 0;

  constructor(options: CallLogOptions) {
    this.options = options;
  }

  get oneOf(): number {
    return this.options.oneOf;
  }

  /** The id of a call that is logged, as a header of its reply. */
  answered(call: AnsweredCall): ReplyHeaders {
    const { oneOf, slowMs, info, warn } = this.options;
    const isSlow = slowMs > 0 && call.tookMs >= slowMs;
    this.calls += 1;
    if (isSlow && this.mayLogSlow()) {
      const { unlogged } = this;
      this.unlogged = 0;
      return this.log(warn, 'slow call', call, unlogged === 0 ? {} : { unlogged });
    }
    if (oneOf > 0 && this.calls >= oneOf) {
      // Of those answered elsewhere many are told of at once.
      this.calls -= oneOf;
      return this.log(info, 'call', call, {});
    }
    return NO_REPLY_HEADERS;
  }

  /** Calls that are not told of one by one. */
  answeredElsewhere(count: number): void {
    this.calls += count;
  }

  private mayLogSlow(): boolean {
    const nowMs = this.options.nowMs();
    if (nowMs - this.secondBeganMs >= SECOND_MS) {
      this.secondBeganMs = nowMs;
      this.slowInSecond = 0;
    }
    this.slowInSecond += 1;
    if (this.slowInSecond <= SLOW_LINES_MAX) return true;
    this.unlogged += 1;
    return false;
  }

  private log(
    say: (line: string, fields: LogFields) => void,
    line: string,
    call: AnsweredCall,
    more: LogFields,
  ): ReplyHeaders {
    this.ids += 1;
    const id = `${this.prefix}-${this.ids.toString(36)}`;
    const { operation, channelId: channel, isCached: cached, tookMs } = call;
    const ms = Math.round(tookMs * 1000) / 1000;
    say(line, { id, operation, outcome: outcomeOf(call), ms, channel, cached, ...more });
    return [['X-Request-Id', id]];
  }
}
