// How many connections may be open at a time: as many as descriptors allow, less a reserve for snapshot files, the
// store, webhooks and payment providers, which must work while callers take all that is left.
import { readFileSync } from 'node:fs';

const RESERVE = 256;
/** Where the system does not say how many descriptors this process may have. */
const DESCRIPTORS_ELSEWHERE = 4096;
/** By default not more: an idle one costs 0.5 KB here, on node:http and in the kernel several. */
const DEFAULT_MAX = 100_000;

/** The soft limit of descriptors in `/proc/self/limits`, the text of it; undefined if it does not say. */
export const descriptorLimit = (limits: string): number | undefined => {
  const soft = /^Max open files +(\d+|unlimited) /m.exec(limits)?.[1];
  return soft === 'unlimited' ? Infinity : soft === undefined ? undefined : Number(soft);
};

/** The limit of this process. Node itself raises the soft limit to the hard one when it starts. */
export const readDescriptorLimit = (): number => {
  try {
    return descriptorLimit(readFileSync('/proc/self/limits', 'utf8')) ?? DESCRIPTORS_ELSEWHERE;
  } catch {
    return DESCRIPTORS_ELSEWHERE;
  }
};

/** `wanted`: the setting `connectionsMax`; 0: the default. A process with few descriptors keeps half as a reserve. */
export const connectionsMax = (wanted: number, descriptors: number): number => {
  const possible = Math.max(descriptors - RESERVE, Math.floor(descriptors / 2));
  return Math.min(wanted === 0 ? DEFAULT_MAX : wanted, possible);
};
