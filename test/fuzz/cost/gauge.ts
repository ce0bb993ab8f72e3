// What one call costs: the thread's CPU until its reply, the longest turn of the event loop, bytes out, memory.
import { performance } from 'node:perf_hooks';
import { threadCpuMs } from '../../../bench/search/measure.ts';
import type { Call } from './call.ts';
import type { Answer, CostShop } from './shop.ts';

export interface Cost extends Answer {
  /** Milliseconds of the thread's CPU until the reply had ended. */
  readonly cpuMs: number;
  /** The longest turn of the event loop: CPU of the thread, and by the clock. */
  readonly holdCpuMs: number;
  readonly holdMs: number;
  readonly rssMb: number;
}

/** The system brings the thread's own clock up to date when it is asked for that of the process. */
const cpuNowMs = (): number => (process.cpuUsage(), threadCpuMs());

const TICK_MS = 1;
const MB = 1_048_576;
const REPLY_MS_MAX = 120_000;

/** Throws if no reply comes. */
export const costOf = async (shop: CostShop, call: Call): Promise<Cost> => {
  let [holdCpuMs, holdMs, ended, rss] = [0, 0, false, process.memoryUsage.rss()];
  let [turnCpuMs, turnMs] = [cpuNowMs(), performance.now()];
  const [startCpuMs, startMs] = [turnCpuMs, turnMs];
  const look = (): void => {
    const [cpuMs, ms] = [cpuNowMs(), performance.now()];
    holdCpuMs = Math.max(holdCpuMs, cpuMs - turnCpuMs);
    holdMs = Math.max(holdMs, ms - turnMs - TICK_MS);
    [turnCpuMs, turnMs] = [cpuMs, ms];
  };
  const over = new Promise<void>((resolve, reject) => {
    const tick = (): void => {
      look();
      rss = Math.max(rss, process.memoryUsage.rss());
      if (ended) return resolve();
      if (turnMs - startMs > REPLY_MS_MAX) return reject(new Error(`no reply to ${JSON.stringify(call)}`));
      setTimeout(tick, TICK_MS);
    };
    setTimeout(tick, TICK_MS);
  });
  const answer = shop.send(call).then((value) => ((ended = true), value));
  await over;
  return { ...(await answer), cpuMs: turnCpuMs - startCpuMs, holdCpuMs, holdMs, rssMb: rss / MB };
};
