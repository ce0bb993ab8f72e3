// Tests a webhook by one call to its receiver, outside of the queue. It changes neither the health of the webhook nor
// its last answer, and no message waits for it.
import type { Webhook } from '../../domain/webhooks/webhook.ts';
import type { Stopwatch } from '../../kernel/clock.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import { complaintOf, testCallOf } from './webhook-call.ts';
import type { CallSettings } from './webhook-call.ts';

export interface WebhookTest {
  /** Why a real call with this answer would count as failed; '' if it would count as delivered. */
  readonly failure: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The beginning of the answer's body, without control characters. */
  readonly body: string;
  /** Milliseconds until the last byte of the answer. */
  readonly durationMs: number;
}

/** Characters of the answer's body that are shown. */
const BODY_LENGTH_MAX = 500;

/** XML cannot hold control characters, and a terminal obeys them. */
const shownBody = (bytes: Uint8Array): string =>
  new TextDecoder()
    .decode(bytes.subarray(0, BODY_LENGTH_MAX * 4))
    .slice(0, BODY_LENGTH_MAX)
    .replaceAll(/[^\P{C}\n\t]/gu, '\ufffd');

export interface TestSettings extends CallSettings {
  readonly client: HttpClient;
  readonly stopwatch: Stopwatch;
}

/** Calls a webhook that has a target. Never rejects. `unique`: see `testCallOf`. */
export const testWebhook = async (
  webhook: Webhook,
  unique: string,
  nowMs: number,
  settings: TestSettings,
): Promise<WebhookTest> => {
  const { client, stopwatch } = settings;
  const beganMs = stopwatch.nowMs();
  const answer = await client.call(testCallOf(webhook, unique, nowMs, settings));
  return {
    failure: complaintOf(answer),
    status: answer.ok ? answer.status : 0,
    body: answer.ok ? shownBody(answer.bytes) : '',
    durationMs: Math.round(stopwatch.nowMs() - beganMs),
  };
};
