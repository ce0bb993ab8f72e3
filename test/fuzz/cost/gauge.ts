// What calls cost: the thread's CPU until their work has ended, the longest turn of the event loop, bytes out, memory.
import { performance } from 'node:perf_hooks';
import { threadCpuMs } from '../../generated-shop/measure.ts';
import type { Call } from './call.ts';
import type { Answer, CostShop } from './shop.ts';

export interface Work {
  /** Milliseconds of the thread's CPU. */
  readonly cpuMs: number;
  /** The longest turn of the event loop: CPU of the thread, and by the clock. */
  readonly holdCpuMs: number;
  readonly holdMs: number;
  readonly rssMb: number;
}

export type Cost = Answer & Work;

/** The system brings the thread's own clock up to date when it is asked for that of the process. */
const cpuNowMs = (): number => (process.cpuUsage(), threadCpuMs());

const TICK_MS = 1;
const MB = 1_048_576;
const REPLY_MS_MAX = 120_000;
/** Work goes on after its caller has hung up until a slice of it looks: it has ended when so many turns were idle. */
const [IDLE_TURNS, IDLE_CPU_MS] = [5, 0.5];

/** Measures the thread until what it is given has ended. Throws if it does not. */
export const measured = async <T>(
  what: string,
  run: () => Promise<T>,
  afterwards = false,
): Promise<readonly [T, Work]> => {
  let [holdCpuMs, holdMs, ended, rss, idleTurns] = [0, 0, false, process.memoryUsage.rss(), 0];
  let [turnCpuMs, turnMs] = [cpuNowMs(), performance.now()];
  const [startCpuMs, startMs] = [turnCpuMs, turnMs];
  const look = (): void => {
    const [cpuMs, ms] = [cpuNowMs(), performance.now()];
    holdCpuMs = Math.max(holdCpuMs, cpuMs - turnCpuMs);
    holdMs = Math.max(holdMs, ms - turnMs - TICK_MS);
    idleTurns = cpuMs - turnCpuMs < IDLE_CPU_MS ? idleTurns + 1 : 0;
    [turnCpuMs, turnMs] = [cpuMs, ms];
  };
  const over = new Promise<void>((resolve, reject) => {
    const tick = (): void => {
      look();
      rss = Math.max(rss, process.memoryUsage.rss());
      if (ended && (!afterwards || idleTurns >= IDLE_TURNS)) return resolve();
      if (turnMs - startMs > REPLY_MS_MAX) return reject(new Error(`no end of ${what}`));
      setTimeout(tick, TICK_MS);
    };
    setTimeout(tick, TICK_MS);
  });
  const result = run().finally(() => (ended = true));
  await over;
  return [await result, { cpuMs: turnCpuMs - startCpuMs, holdCpuMs, holdMs, rssMb: rss / MB }];
};

/** Throws if no reply comes. */
export const costOf = async (shop: CostShop, call: Call): Promise<Cost> => {
  const [answer, work] = await measured(JSON.stringify(call), () => shop.send(call), call.hangsUpMs !== undefined);
  return { ...answer, ...work };
};
