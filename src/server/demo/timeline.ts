// What happens in the demo shop, in the order of time.
import type { DemoShop } from './demo-shop.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** YYYY-MM-DD, `days` days after a moment. */
export const dayAfter = (ms: number, days: number): string => new Date(ms + days * DAY_MS).toISOString().slice(0, 10);

/** Plans something for a moment; what is planned for the past happens next. */
export type Plan = (atMs: number, run: Planned['run']) => void;

/** Something that is done at its time; it may plan more. */
export interface Planned {
  readonly atMs: number;
  readonly run: (plan: Plan) => Promise<void>;
}

/** Runs what is planned up to `endMs`; of the same moment, in the order in which it was planned. */
export const runUntil = async (
  shop: Pick<DemoShop, 'moveTo'>,
  endMs: number,
  planned: readonly Planned[],
): Promise<void> => {
  const queue = [...planned].sort((a, b) => a.atMs - b.atMs);
  const plan: Plan = (atMs, run) => {
    const after = queue.findIndex((one) => one.atMs > atMs);
    queue.splice(after < 0 ? queue.length : after, 0, { atMs, run });
  };
  for (let next = queue.shift(); next !== undefined && next.atMs <= endMs; next = queue.shift()) {
    await shop.moveTo(next.atMs);
    await next.run(plan);
  }
};
