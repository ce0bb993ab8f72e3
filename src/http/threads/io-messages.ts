// What the deciding thread and an I/O thread say to each other beside the rings.
import type { PublishedReplyMemory } from './published-replies.ts';
import type { FormLimits } from '../form/fields.ts';
import type { ListenOptions } from '../transport/transport.ts';

/** Limits of forms that an I/O thread decodes, each as the settings say. */
export interface HeldFormLimits extends FormLimits {
  readonly largeBodiesBytesMax: number;
  readonly jsonValuesMax: number;
}

/** `workerData` of an I/O thread. */
export interface IoThreadData {
  readonly transport: 'uws' | 'node';
  readonly listen: Omit<ListenOptions, 'connections' | 'handshakes' | 'bodyBudget' | 'cors' | 'refused' | 'gone'>;
  readonly corsOrigins: readonly string[];
  /** Limits of forms that the thread decodes; undefined: it passes every body on as it is. */
  readonly forms: HeldFormLimits | undefined;
  /** Connections that all threads may have together; undefined: no limit. */
  readonly connectionsMax: number | undefined;
  readonly rings: { readonly requests: SharedArrayBuffer; readonly replies: SharedArrayBuffer };
  /** Connections of all threads, and of this one; bytes of bodies that are arriving at all of them. */
  readonly connections: Int32Array;
  readonly ownConnections: Int32Array;
  /** Counters of limits of all threads: see kernel/limits.ts. */
  readonly limits: Int32Array;
  /** Handshakes of all threads: see HandshakeCount. */
  readonly handshakes: Int32Array;
  readonly bodyBytes: BigInt64Array;
  /** Cached replies that the thread may send by itself. */
  readonly replies: PublishedReplyMemory;
  /** Its place among the threads, from 0. */
  readonly thread: number;
  /** One of this many calls is passed on although there is a cached reply; 0: none is. */
  readonly passOneOf: number;
}

export type IoCommand = { readonly id: number } & (
  | { readonly type: 'renew_tls' }
  | { readonly type: 'drain'; readonly timeoutMs: number }
  | { readonly type: 'resume' }
  | { readonly type: 'close'; readonly timeoutMs: number }
);

export type IoReport =
  | { readonly type: 'wake' }
  /** `systemId`: the system's id of the thread, for its CPU time; 0 where the system does not tell. */
  | { readonly type: 'listening'; readonly port: number; readonly systemId: number }
  | { readonly type: 'failed'; readonly message: string }
  /** The thread ends by itself; `message` has the stack. */
  | { readonly type: 'faulted'; readonly message: string }
  | { readonly type: 'done'; readonly id: number; readonly value: number }
  | { readonly type: 'refused'; readonly id: number; readonly message: string };
