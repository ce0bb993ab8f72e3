// The log of calls. The law: whatever callers send, no line, label or span holds a part of it.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import type { AnsweredCall, CallObserver } from '../../../src/operations/dispatch/call-observer.ts';
import { CallLog } from '../../../src/server/observability/call-log.ts';
import type { CallLogOptions } from '../../../src/server/observability/call-log.ts';
import { CallMetrics } from '../../../src/server/observability/call-metrics.ts';
import type { LogFields } from '../../../src/server/observability/log.ts';
import { runs } from '../../harness/effort.ts';
import { CREDENTIALS, Goods, SECRET } from '../../operations/shop.ts';

const ANSWERED: AnsweredCall = {
  operation: 'get_cart',
  channelId: 1,
  status: 200,
  code: '',
  isCached: false,
  tookMs: 1.23456,
  traceparent: '',
  readSeq: 0,
  knownSeq: 0,
  madeSeq: 0,
};

const logOf = (options: Partial<CallLogOptions>) => {
  const lines: { level: string; line: string; fields: LogFields }[] = [];
  const to = (level: string) => (line: string, fields: LogFields) => void lines.push({ level, line, fields });
  const log = new CallLog({ oneOf: 0, slowMs: 0, nowMs: () => 0, info: to('info'), warn: to('warn'), ...options });
  return { log, lines };
};

describe('calls in the log', () => {
  test('one of so many is logged, with an id that its reply carries', () => {
    const { log, lines } = logOf({ oneOf: 3 });
    const headers = Array.from({ length: 9 }, () => log.answered(ANSWERED));
    expect(headers.map(({ length }) => length)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    const ids = lines.map(({ fields }) => fields['id']);
    expect(headers.flat()).toEqual(ids.map((id) => ['X-Request-Id', id]));
    expect(new Set(ids).size).toBe(3);
    const { id: _id, ...fields } = lines[0]!.fields;
    expect(fields).toEqual({ operation: 'get_cart', outcome: 'ok', ms: 1.235, channel: 1, cached: false });
  });

  // Catches a log that has hardly a line of what other threads answer, because they tell of many calls at once.
  test('calls that other threads answer count, however many are told of at once', () => {
    const { log, lines } = logOf({ oneOf: 100 });
    // Of a hundred calls those threads pass one on.
    for (let round = 0; round < 10; round += 1) {
      log.answeredElsewhere(9900);
      for (let call = 0; call < 100; call += 1) log.answered(ANSWERED);
    }
    expect(lines).toHaveLength(1000);
  });

  test('slow ones are logged as warnings, at most ten in a second, and the next line counts the others', () => {
    let nowMs = 0;
    const { log, lines } = logOf({ slowMs: 100, nowMs: () => nowMs });
    const slow = { ...ANSWERED, tookMs: 100, code: 'OVERLOADED' as const };
    for (let call = 0; call < 25; call += 1) log.answered(slow);
    log.answered({ ...slow, tookMs: 99.9 });
    nowMs = 1000;
    log.answered(slow);
    expect(lines).toHaveLength(11);
    expect(lines.every(({ level, line }) => level === 'warn' && line === 'slow call')).toBe(true);
    expect(lines[10]!.fields).toMatchObject({ unlogged: 15, outcome: 'OVERLOADED' });
    expect(lines[9]!.fields).not.toHaveProperty('unlogged');
  });

  const MARK = 'Zq7marked';
  const marked = fc.constantFrom(MARK, `${MARK}@example.com`, `"${MARK}"`, `{"${MARK}":"${MARK}"}`, `1${MARK}`);
  const FIELDS = [...new Set([...OPERATIONS.values()].flatMap(({ params }) => Object.keys(params))), 'session'];
  const call = fc.record({
    request: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...OPERATIONS.keys()) },
      { weight: 1, arbitrary: marked },
    ),
    credentials: fc.constantFrom(
      { ...CREDENTIALS, licence_secret_key: SECRET },
      { ...CREDENTIALS },
      { licence_username: MARK, licence_password: MARK },
    ),
    given: fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), marked), fc.oneof(marked, fc.constant('1')), {
      maxKeys: 6,
    }),
    key: fc.constantFrom('', MARK),
  });

  test('no line and no label holds anything that a caller sent', async () => {
    const { log, lines } = logOf({ oneOf: 1 });
    const metrics = new CallMetrics();
    const told: AnsweredCall[] = [];
    const observer: CallObserver = {
      answered: (answered) => {
        metrics.answered(answered);
        told.push(answered);
        return log.answered(answered);
      },
      answeredElsewhere: () => {},
      knownSeq: 0,
    };
    const { shop } = await Goods.open({ observer });
    const before = lines.length;
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(call, async ({ request, credentials, given, key }) => {
        calls += 1;
        await shop.send({ ...given, ...credentials, request }, key);
      }),
      { numRuns: runs(300) },
    );
    expect(lines.length - before).toBe(calls);
    const said = JSON.stringify([
      lines,
      told,
      [...metrics.calls],
      [...metrics.calls].map(([, { outcomes }]) => [...outcomes]),
    ]);
    for (const secret of [MARK, SECRET, ...Object.values(CREDENTIALS)]) expect(said).not.toContain(secret);
    // Canary: traffic reached what is refused and what is not.
    expect(new Set(told.map(({ code }) => code)).size).toBeGreaterThan(3);
    expect(metrics.calls.has('unknown')).toBe(true);
  });
});
