// What a round of a comparison measures of one system.
import { median } from '../stats.ts';

export interface Measurement {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** CPU time of all threads and processes of the server, for one operation. */
  readonly cpuUs: number;
  readonly memoryMb: number;
}

export interface Row {
  readonly system: string;
  readonly does: string;
  readonly connections: number;
  readonly rounds: readonly Measurement[];
}

export const middle = ({ rounds }: Row, of: keyof Measurement): number => median(rounds.map((round) => round[of]));
