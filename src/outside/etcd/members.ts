// Members of an etcd cluster: chooses the one to ask next, and how long it may take.
//
// The member with the fastest recent answers is asked. A member that failed is left out for ten seconds, and is then
// asked only if the others are slower than it was. If all have failed, the one whose failure is oldest is asked.
import { Pool } from '../http/undici.ts';

interface EtcdTls {
  /** PEM. */
  readonly ca: string;
  /** Certificate and key of the client in PEM; both or neither. */
  readonly cert?: string;
  readonly key?: string;
}

export interface MemberOptions {
  /** URLs, such as `https://10.0.0.1:2379`. */
  readonly endpoints: readonly string[];
  readonly tls?: EtcdTls;
  /**
   * Limits of the time for an attempt, connecting included, which is four times what members need. It doubles with each
   * attempt that took longer, so that a slow member that does not hang answers in the end.
   */
  readonly answerMsMin: number;
  readonly answerMsMax: number;
}

export interface Member {
  readonly url: string;
  readonly pool: Pool;
  meanMs: number;
  /** Longest recent answer, in milliseconds. */
  slowMs: number;
  failedMs: number;
  /** Attempts in a row that took too long. */
  timeouts: number;
}

const CONNECT_MS_MAX = 300;
const LEFT_MS = 10_000;
const CONNECTIONS_PER_MEMBER = 64;
/** Idle time after which a connection is closed; etcd closes none itself. */
const IDLE_MS = 60_000;
/** Weights of one answer in the mean, and in the decay of the longest. */
const MEAN_WEIGHT = 0.1;
const SLOW_WEIGHT = 0.02;

export class Members {
  readonly all: readonly Member[];
  private readonly options: MemberOptions;

  constructor(options: MemberOptions) {
    this.options = options;
    this.all = options.endpoints.map((url) => ({
      url,
      pool: new Pool(url, {
        connections: CONNECTIONS_PER_MEMBER,
        pipelining: 1,
        keepAliveTimeout: IDLE_MS,
        connect: { timeout: CONNECT_MS_MAX, ...options.tls },
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
      meanMs: 0,
      slowMs: 0,
      failedMs: -Infinity,
      timeouts: 0,
    }));
  }

  /** Returns the member to ask next. */
  choose(): Member {
    const nowMs = performance.now();
    const usable = this.all.filter(({ failedMs }) => nowMs - failedMs >= LEFT_MS);
    if (usable.length > 0) return usable.reduce((best, member) => (member.meanMs < best.meanMs ? member : best));
    return this.all.reduce((best, member) => (member.failedMs < best.failedMs ? member : best));
  }

  limitMs({ slowMs, timeouts }: Member): number {
    const { answerMsMin, answerMsMax } = this.options;
    return Math.min(answerMsMax, Math.max(answerMsMin, 4 * slowMs) * 2 ** timeouts);
  }

  noteAnswer(member: Member, ms: number): void {
    member.meanMs += (ms - member.meanMs) * (member.meanMs === 0 ? 1 : MEAN_WEIGHT);
    member.slowMs = ms > member.slowMs ? ms : member.slowMs + (ms - member.slowMs) * SLOW_WEIGHT;
    member.timeouts = 0;
  }

  noteFailure(member: Member, isTimeout: boolean): void {
    member.meanMs = Math.max(member.meanMs, this.limitMs(member));
    if (isTimeout) member.timeouts += 1;
    member.failedMs = performance.now();
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map(({ pool }) => pool.destroy()));
  }
}
