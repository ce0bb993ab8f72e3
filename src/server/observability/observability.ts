// What watches a server: the log and the metrics and traces of its calls, and the listener that shows them.
import type { Config } from '../../config/config.ts';
import { programVersion } from '../../config/version.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AnsweredCall, CallObserver } from '../../operations/dispatch/call-observer.ts';
import { NO_REPLY_HEADERS } from '../../kernel/reply-stream.ts';
import type { AdminPages, Health } from './admin-listener.ts';
import { CallLog } from './call-log.ts';
import { CallMetrics } from './call-metrics.ts';
import { CallTraces } from './call-traces.ts';
import { logInfo, logWarning } from './log.ts';
import { MetricsPage } from './metrics-page.ts';
import { SeqTrace } from './seq-trace.ts';
import { measureServer } from './server-metrics.ts';
import type { MeasuredServer } from './server-metrics.ts';
import type { Roles } from './standby-metrics.ts';

const callLog = ({ logLevel, logOneCallOf, slowCallMs }: Config): CallLog | undefined => {
  const oneOf = logLevel === 'debug' || logLevel === 'info' ? logOneCallOf : 0;
  const slowMs = logLevel === 'error' || logLevel === 'silent' ? 0 : slowCallMs;
  if (oneOf === 0 && slowMs === 0) return undefined;
  return new CallLog({ oneOf, slowMs, info: logInfo, warn: logWarning, nowMs: () => performance.now() });
};

/** Tells observers of the calls of a server. */
export class CallWatch implements CallObserver {
  readonly metrics: CallMetrics | undefined;
  private readonly log: CallLog | undefined;
  private readonly traces: CallTraces | undefined;
  readonly seqTrace: SeqTrace | undefined;

  constructor(config: Config) {
    this.metrics = config.adminPort === 0 && config.backOffice !== 'public' ? undefined : new CallMetrics();
    this.log = callLog(config);
    this.traces = CallTraces.isWanted ? new CallTraces(programVersion()) : undefined;
    this.seqTrace = config.traceSeq ? new SeqTrace() : undefined;
  }

  /** One call of this number must be seen here, where another thread could answer it; 0: none. */
  get seesOneOf(): number {
    return this.log?.oneOf ?? 0;
  }

  get isTraced(): boolean {
    return this.traces !== undefined;
  }

  /** No other thread may answer a call. */
  get seesAll(): boolean {
    return this.isTraced || this.seqTrace !== undefined;
  }

  get knownSeq(): number {
    return this.seqTrace === undefined ? 0 : this.seqTrace.position().knownSeq;
  }

  /** Itself, or nobody where nobody wants to know: calls then pay nothing. */
  get observer(): CallObserver | undefined {
    const { metrics, log, traces, seqTrace } = this;
    return [metrics, log, traces, seqTrace].every((one) => one === undefined) ? undefined : this;
  }

  answered(call: AnsweredCall): ReturnType<CallObserver['answered']> {
    this.metrics?.answered(call);
    this.traces?.answered(call);
    const headers = this.log === undefined ? NO_REPLY_HEADERS : this.log.answered(call);
    return this.seqTrace === undefined ? headers : [...headers, ...this.seqTrace.headers(call)];
  }

  answeredElsewhere(call: AnsweredCall, count: number): void {
    this.metrics?.answered(call, count);
    this.log?.answeredElsewhere(count);
  }
}

const health = (engine: Engine): Health => ({
  isUp: !engine.hasFailed,
  report: { status: engine.hasFailed ? 'failed' : 'up', record: engine.headSeq },
});

/** A standby is ready while it can answer exactly. */
const readiness = (engine: Engine, isStopping: boolean, roles: Roles): Health => {
  const state = roles.standby()?.state ?? 'following';
  const isUp = !engine.hasFailed && !isStopping && state === 'following';
  return {
    isUp,
    report: {
      status: isUp ? 'ready' : isStopping ? 'stopping' : engine.hasFailed ? 'failed' : state,
      writes: engine.writeRefusal?.code ?? 'ready',
      search: engine.isSearchWarming ? 'warming_up' : 'ready',
    },
  };
};

export interface WatchedServer extends Omit<MeasuredServer, 'calls'> {
  readonly watch: CallWatch;
  readonly isStopping: () => boolean;
}

export interface ShopPages extends AdminPages {
  /** What `metrics` tells, as values. */
  readonly figures: MetricsPage['json'];
}

/** What the administration listener shows of an open shop; undefined where nobody asks. */
export const pagesOf = ({ watch, isStopping, ...server }: WatchedServer): ShopPages | undefined => {
  const { engine } = server;
  const { metrics: calls } = watch;
  if (calls === undefined) return undefined;
  const page = new MetricsPage();
  measureServer(page, { ...server, calls });
  return {
    healthz: () => health(engine),
    readyz: () => readiness(engine, isStopping(), server.roles),
    metrics: () => page.text(),
    figures: () => page.json(),
  };
};
