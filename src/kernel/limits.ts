// Limits whose refusals share a code with other limits, or are no refusals of a call, and how often each has refused
// since the process began. docs/operate/limits-refusals.md has a row for each; /metrics shows them as
// kontor_limit_refusals_total.
//
// Guaranteed: a refusal that `refuseAt` makes is counted once, where it is made. Not promised: that each reaches a
// caller; a decision that is tried again is counted again. I/O threads count in the same memory.
import type { MemoryAccount, MemoryShare } from './memory-account.ts';
import { OUT_SHARE } from './memory-account.ts';
import type { Code } from './refusals.ts';
import { refuse } from './result.ts';
import type { Refusal } from './result.ts';

/** Names of limits: a setting's own name, or one with an underscore for what is no setting. */
export const LIMITS = [
  'bodyFieldsMax',
  'fieldNameBytesMax',
  'jsonValuesMax',
  'json_depth',
  'largeBodiesBytesMax',
  'bulk_lines',
  'atomic_events',
  'login_bytes',
  'constraint_depth',
  'constraint_conditions',
  'constraint_groups',
  'constraint_values',
  'constraint_field',
  'constraint_text',
  'pattern_length',
  'pattern_wildcards',
  'pattern_steps',
  'match_words',
  'match_conditions',
  'filled_categories',
  'filled_conditions',
  'searchScansMax',
  'callWorkMsMax',
  'callBytesMax',
  'searchesInterruptedMax',
  'slowCallsMax',
  'streamedListsMax',
  'callWaitMsMax',
  'checkoutWaitMsMax',
  'pendingRepliesMax',
  'pending_bytes',
  'memory_in_use',
  'memory_waiting',
  'memory_aggregates',
  'memory_calls',
  'memory_searches',
  'sessionsMax',
  'channelSessionsPercent',
  'feedReadersMax',
  'imagesMb',
  'paymentCallsMax',
  'image_reads',
  'open_promotions',
  'promotion_stacks',
  'promotion_goods',
  'delivery_zips',
  'delivery_goods',
  'extension_questions',
] as const;

export type LimitName = (typeof LIMITS)[number];

/** Refusals by limit, in shared memory. */
let counts = new Int32Array(new SharedArrayBuffer(LIMITS.length * Int32Array.BYTES_PER_ELEMENT));
const PLACES = new Map<LimitName, number>(LIMITS.map((name, place) => [name, place]));

/** Memory in which other threads count as well. */
export const limitCounts = (): Int32Array => counts;

/** Counts in another thread's memory from now on. */
export const countLimitsIn = (memory: Int32Array): void => {
  counts = memory as Int32Array<SharedArrayBuffer>;
};

/** Refusals by limit, 0 included. */
export const limitRefusals = (): ReadonlyMap<LimitName, number> =>
  new Map(LIMITS.map((name, place) => [name, Atomics.load(counts, place) >>> 0]));

/** Counts and returns a refusal. `detail`: names the figure met and the limit. */
export const refuseAt = (limit: LimitName, code: Code, param: string | number, detail: string): Refusal => {
  Atomics.add(counts, PLACES.get(limit)!, 1);
  return refuse(code, param, detail);
};

export const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 1_048_576)} MiB`;

/** `what`: subject and verb of what fills the share, such as `Long searches hold`. */
export const refuseMemory = (
  limit: LimitName,
  what: string,
  { bytes, bytesMax }: MemoryShare,
  param = 'request',
): Refusal => {
  const [held, most] = [bytes, bytesMax].map(mebibytes);
  return refuseAt(limit, 'OVERLOADED', param, `${what} ${held} of memory, and may hold ${most}; try again.`);
};

/** `advice`: what the caller may do beside trying again. */
export const refuseOutOfMemory = ({ used }: MemoryAccount, param: string, advice: string): Refusal => {
  const [now, most] = [used, OUT_SHARE].map((share) => `${Math.round(share * 100)} %`);
  const detail = `${now} of the memory is in use, and dear calls begin up to ${most}; ${advice}`;
  return refuseAt('memory_in_use', 'OVERLOADED', param, detail);
};
