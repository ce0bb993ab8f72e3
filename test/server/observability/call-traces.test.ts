// Would catch a trace without its caller's, and spans where nobody traces.
import { SpanKind, SpanStatusCode, propagation, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, describe, expect, test } from 'vitest';
import { CallTraces } from '../../../src/server/observability/call-traces.ts';

const CALL = {
  operation: 'checkout',
  channelId: 3,
  status: 200,
  code: '',
  isCached: false,
  tookMs: 20,
  traceparent: '',
  readSeq: 0,
  knownSeq: 0,
  madeSeq: 0,
} as const;

describe('traces', () => {
  afterAll(() => {
    trace.disable();
    propagation.disable();
  });

  test('nothing is traced without an SDK; with one, a span for each call as a child of the caller’s', () => {
    expect(CallTraces.isWanted).toBe(false);
    const exporter = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    expect(CallTraces.isWanted).toBe(true);
    const traces = new CallTraces('1.2.3');
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    traces.answered({ ...CALL, traceparent: `00-${traceId}-${spanId}-01` });
    traces.answered({ ...CALL, code: 'COUPON_NOT_VALID', traceparent: 'no trace' });
    traces.answered({ ...CALL, code: 'INTERNAL_ERROR' });
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual(spans.map(() => ['checkout', SpanKind.SERVER]));
    expect(spans).toHaveLength(3);
    const [child, refused, fault] = spans;
    expect(child!.spanContext().traceId).toBe(traceId);
    expect(child!.parentSpanContext?.spanId).toBe(spanId);
    expect(child!.duration[1] / 1e6).toBeCloseTo(20, 0);
    expect(child!.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'kontor.operation': 'checkout',
      'kontor.outcome': 'ok',
      'kontor.channel': 3,
      'kontor.cached': false,
    });
    expect(refused!.parentSpanContext).toBeUndefined();
    expect(refused!.status.code).toBe(SpanStatusCode.UNSET);
    expect(refused!.attributes['kontor.outcome']).toBe('COUPON_NOT_VALID');
    expect(fault!.status.code).toBe(SpanStatusCode.ERROR);
  });
});
