// Shoppers who never stop: one purchase after the other, over kept connections and over new ones.
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, isGood } from '../attacks/client.ts';
import type { Answer, Client, Fields } from '../attacks/client.ts';
import { line } from '../attacks/shopper.ts';
import { quantile } from '../stats.ts';

export interface Figures {
  readonly calls: number;
  readonly failures: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Milliseconds between two calls of one shopper. */
const PAUSE_MS = 20;

const figuresOf = (latenciesMs: readonly number[], failures: number): Figures => {
  const sorted = [...latenciesMs].sort((a, b) => a - b);
  const [p50Ms, p99Ms, maxMs] = [quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 1)];
  return { calls: sorted.length, failures, p50Ms, p99Ms, maxMs };
};

export class Shoppers {
  readonly clients: readonly Client[];
  /** Orders that were answered. */
  readonly orders: number[] = [];
  /** What was answered wrongly, at most ten of them. */
  readonly complaints: string[] = [];
  private latenciesMs: number[] = [];
  private earlierMs: number[] = [];
  private failures = 0;
  private isStopping = false;
  private readonly ended: Promise<unknown>;

  constructor(count: number, open: () => Client) {
    this.clients = Array.from({ length: count }, open);
    this.ended = Promise.all(this.clients.map((client) => this.shop(client)));
  }

  /** What was counted since the last question. */
  figures(): Figures {
    const { latenciesMs, failures } = this;
    this.earlierMs.push(...latenciesMs);
    [this.latenciesMs, this.failures] = [[], 0];
    return figuresOf(latenciesMs, failures);
  }

  /** All that earlier questions have shown since the last call of this. */
  allFigures(): Figures {
    const { earlierMs } = this;
    this.earlierMs = [];
    return figuresOf(earlierMs, 0);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.ended;
    for (const client of this.clients) client.close();
  }

  private async shop(client: Client): Promise<void> {
    for (let purchase = 0; !this.isStopping; purchase += 1) {
      const session = codeOf(await this.call(client, 'get_new_session', {}));
      for (const piece of ['one', 'two']) await this.call(client, 'add_to_cart', { session, ...line(piece) });
      await this.call(client, 'get_cart', { session });
      await this.call(client, 'search_products', { constraint: '{"id":["IN",[1,2,3]]}' });
      const placed = await this.call(client, 'checkout', { session });
      if (isGood(placed)) this.orders.push((JSON.parse(placed.text) as { id_order: number }).id_order);
      // Every other purchase begins on a new connection.
      if (purchase % 2 === 1) client.close();
    }
  }

  private async call(client: Client, operation: string, fields: Fields): Promise<Answer> {
    const answer = await client.call(operation, fields);
    this.latenciesMs.push(answer.ms);
    if (!isGood(answer)) {
      this.failures += 1;
      if (this.complaints.length < 10)
        this.complaints.push(`${operation}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    await sleep(PAUSE_MS);
    return answer;
  }
}
