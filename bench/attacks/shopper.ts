// The shopper beside every attack: sessions, carts, a search, checkouts, a few calls at a time and not in a hurry.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client, Fields } from './client.ts';
import { codeOf, isGood } from './client.ts';

export interface Shopping {
  readonly calls: number;
  readonly good: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** One reply that was not good. */
  readonly complaint: string;
}

/** Milliseconds between two calls of one shopper. */
const PAUSE_MS = 15;
const SHOPPERS = 3;
/** A purchase that is under way so long after the end is given up: what it waited for is counted. */
const LAST_MS = 2000;

export const line = (name: string): Fields => ({
  id_shopobject: 0,
  element_type: 'FREE_ELEMENT',
  price_field: '9.95',
  name_field: name,
  description_field: 'as described',
  language: 'de_DE',
  country: 'DE',
  quantity: 1,
});

/** Shops for so many seconds. `sessions`: opened before, for shoppers who begin no new ones. */
export const shop = async (client: Client, seconds: number, sessions: readonly string[] = []): Promise<Shopping> => {
  const endMs = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  let [good, complaint, given] = [0, '', 0];
  const noted = async (answering: Promise<Answer>): Promise<Answer> => {
    const answer = await answering;
    latencies.push(answer.ms);
    if (isGood(answer)) good += 1;
    else complaint = `${answer.status} ${answer.text.slice(0, 160)}`;
    await sleep(PAUSE_MS);
    return answer;
  };
  const purchase = async (): Promise<void> => {
    const before = sessions[given];
    given += 1;
    if (sessions.length > 0 && before === undefined) return;
    const opened = before === undefined ? await noted(client.call('get_new_session')) : undefined;
    if (opened !== undefined && !isGood(opened)) return;
    const session = before ?? codeOf(opened!);
    for (let piece = 0; piece < 3; piece += 1) {
      await noted(client.call('add_to_cart', { session, ...line(`piece ${piece}`) }));
      if (performance.now() > endMs + LAST_MS) return;
    }
    await noted(client.call('get_cart', { session }));
    if (before === undefined)
      await noted(
        client.call('search_products', { constraint: '{"id":["IN",[1,2,3]]}', language: 'de_DE', country: 'DE' }),
      );
    await noted(client.call('checkout', { session }, before === undefined ? {} : { 'idempotency-key': session }));
  };
  const shopper = async (): Promise<void> => {
    while (performance.now() < endMs && (sessions.length === 0 || given < sessions.length)) await purchase();
  };
  await Promise.all(Array.from({ length: SHOPPERS }, shopper));
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { calls: sorted.length, good, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), complaint };
};
