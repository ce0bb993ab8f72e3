// Traces of calls, by OpenTelemetry. Its API alone is used: the SDK is the operator's, loaded before the server by
// Node's --import; without one nothing is traced and nothing is paid.
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, propagation, trace } from '@opentelemetry/api';
import type { Tracer } from '@opentelemetry/api';
import { outcomeOf } from '../../operations/dispatch/call-observer.ts';
import type { AnsweredCall } from '../../operations/dispatch/call-observer.ts';

const NAME = 'kontor';

export class CallTraces {
  private readonly tracer: Tracer;

  constructor(version: string) {
    this.tracer = trace.getTracer(NAME, version);
  }

  /** Whether an SDK is there: the API's own spans record nothing. */
  static get isWanted(): boolean {
    const span = trace.getTracer(NAME).startSpan('probe', { root: true }, ROOT_CONTEXT);
    return trace.isSpanContextValid(span.spanContext());
  }

  /** The span of a call that is over, as a child of the caller's. */
  answered(call: AnsweredCall): void {
    const { operation, channelId, status, code, isCached, tookMs, traceparent } = call;
    const endMs = Date.now();
    const parent = traceparent === '' ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
    const attributes = {
      'http.request.method': 'POST',
      'http.response.status_code': status,
      'kontor.operation': operation,
      'kontor.outcome': outcomeOf(call),
      'kontor.channel': channelId,
      'kontor.cached': isCached,
    };
    const span = this.tracer.startSpan(
      operation,
      { kind: SpanKind.SERVER, startTime: endMs - tookMs, attributes },
      parent,
    );
    // A refusal is an answer; only what the server is to blame for is an error.
    if (status >= 500 || code === 'INTERNAL_ERROR') span.setStatus({ code: SpanStatusCode.ERROR, message: code });
    span.end(endMs);
  }
}
