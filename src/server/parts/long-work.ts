// Limits of long lists, long searches and calls, with the clock and the event loop of this process.
import type { Config } from '../../config/config.ts';
import type { LongListOptions } from '../../operations/dispatch/list-scheduler.ts';
import type { AdmissionOptions } from '../../operations/dispatch/admission.ts';
import type { WorkOptions } from '../../operations/dispatch/read-calls.ts';
import type { BalanceOptions } from '../../operations/dispatch/work-balance.ts';
import { SYSTEM_STOPWATCH } from '../../outside/stopwatch.ts';

const soon = (run: () => void): void => void setImmediate(run);

/** Limits of long lists, with the event loop and the timers of this process. */
export const longListOptions = ({
  streamedListsMax,
  streamedListYieldMs,
  streamedListStallTimeoutMs,
}: Config): LongListOptions => ({
  openMax: streamedListsMax,
  yieldMs: streamedListYieldMs,
  nowMs: () => SYSTEM_STOPWATCH.nowMs(),
  stallTimeoutMs: streamedListStallTimeoutMs,
  soon,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
});

/** What one call may cost, with the event loop and the clock of this process. */
export const workOptions = ({
  searchBudgetMs,
  searchSliceMs,
  searchScansMax,
  searchesInterruptedMax,
  callWorkMsMax,
  trustedCallWorkMsMax,
  callBytesMax,
}: Config): WorkOptions => ({
  budgetMs: searchBudgetMs,
  sliceMs: searchSliceMs,
  scansMax: searchScansMax,
  openMax: searchesInterruptedMax,
  callMsMax: callWorkMsMax,
  trustedCallMsMax: trustedCallWorkMsMax,
  callBytesMax,
  nowMs: () => SYSTEM_STOPWATCH.nowMs(),
  soon,
});

/** When calls begin, with the event loop and the clock of this process. */
export const admissionOptions = ({ turnMs, callWaitMsMax, checkoutWaitMsMax }: Config): AdmissionOptions => ({
  turnMs,
  waitMsMax: callWaitMsMax,
  checkoutWaitMsMax,
  nowMs: () => SYSTEM_STOPWATCH.nowMs(),
  soon,
});

/** What each caller gets of the thread before its dear calls go on in slices. */
export const balanceOptions = ({ callerWorkMs, callerBurstMs }: Config): BalanceOptions => ({
  refillMs: callerWorkMs,
  burstMs: callerBurstMs,
  nowMs: () => SYSTEM_STOPWATCH.nowMs(),
});
