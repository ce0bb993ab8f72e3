// What dispatch is made with.
import type { SlowLimits } from '../context/slow-work.ts';
import type { AdmissionOptions } from './admission.ts';
import type { CallersOptions } from './callers.ts';
import type { CompositeOptions } from './composite-calls.ts';
import type { ReadOptions } from './read-calls.ts';
import type { ReplySenderOptions } from './reply-sender.ts';
import type { BalanceOptions } from './work-balance.ts';
import type { WriteOptions } from './write-calls.ts';
import type { XmlOptions } from './xml-replies.ts';

export interface DispatchOptions
  extends ReadOptions, WriteOptions, CompositeOptions, CallersOptions, ReplySenderOptions, XmlOptions {
  readonly admission: AdmissionOptions;
  readonly balance: BalanceOptions;
  /** Every reply is checked against what its operation declares: for tests and development. */
  readonly checkReplies: boolean;
  /** Calls that may wait at a time for something slow outside the engine, by kind. */
  readonly slowLimits: SlowLimits;
}
