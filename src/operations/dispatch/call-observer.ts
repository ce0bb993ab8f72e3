// Observes every call that is answered: metrics, the log of requests, traces. Parts of an aggregate are not observed.
import type { Code } from '../../kernel/refusals.ts';
import type { ReplyHeaders } from '../../kernel/reply-stream.ts';
import type { ListCounts } from './list-scheduler.ts';

export interface AnsweredCall {
  /** A name of the table of operations, or `unknown`: never a name that a caller made up. */
  readonly operation: string;
  /** 0 where credentials were wrong, and for replies that were found by the very bytes of their call. */
  readonly channelId: number;
  readonly status: number;
  /** Why it was refused; '' where it was not. */
  readonly code: Code | '';
  /** The reply was found by the very bytes of its call. */
  readonly isCached: boolean;
  /** Milliseconds from its arrival until its reply leaves, waiting for the disk included; a stream until it begins. */
  readonly tookMs: number;
  /** As the caller sent it; '' without one, and where nothing is traced. */
  readonly traceparent: string;
  /** The highest record that the reply shows. */
  readonly readSeq: number;
  /** What the observer's `knownSeq` was when the call looked at the shop. */
  readonly knownSeq: number;
  /** The record that the call made; 0 where it made none, or none that is acknowledged. */
  readonly madeSeq: number;
}

/** `ok`, or why it was refused: for logs, metrics and traces. */
export const outcomeOf = ({ code }: Pick<AnsweredCall, 'code'>): string => (code === '' ? 'ok' : code);

export interface CallObserver {
  /** Called right before a reply leaves. Returns additional headers of the reply; must not throw. */
  answered(call: AnsweredCall): ReplyHeaders;
  /** Reports calls of a kind that another thread has answered. */
  answeredElsewhere(call: AnsweredCall, count: number): void;
  /** The record up to which this process knows the shop now; 0 where that is not traced. */
  readonly knownSeq: number;
}

/** Where a call comes from. */
export interface CallOrigin {
  /** See Caller; '' when unknown. */
  readonly clientAddress: string;
  /** The header of W3C Trace Context; '' without one. */
  readonly traceparent: string;
  /** See Caller; absent: unknown. */
  readonly browser?: string;
  /** The cookie of a person's login in the back office, instead of a channel's credentials; absent: a channel calls. */
  readonly personCookie?: string;
  /** Body that the fields were read from; absent: the fields are all there is. */
  readonly body?: Uint8Array;
  /** Passes the call on to the process that decides, instead of a reply; absent where that is this one. */
  readonly passOn?: (() => void) | undefined;
}

export const NO_ORIGIN: CallOrigin = { clientAddress: '', traceparent: '' };

/** Calls under way in dispatch, for metrics. */
export interface DispatchLoad {
  readonly callsWaiting: number;
  readonly searchesOpen: number;
  readonly lists: ListCounts;
  readonly cacheHits: number;
  readonly cacheMisses: number;
}
