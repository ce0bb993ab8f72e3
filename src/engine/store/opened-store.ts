// A store after it was opened in any way.
import type { Engine } from '../engine.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { SubjectKeys } from '../privacy/subject-keys.ts';
import type { ClusterPlace, StoreIdentity } from './identity.ts';
import type { RecoveryOutcome } from './open-journal.ts';
import type { StoreLock } from './store-lock.ts';

interface RecoveryReport {
  readonly outcome: RecoveryOutcome;
  /** Meaning of the outcome for this store; '' for nothing to say. */
  readonly detail: string;
  /** Rows read, records replayed, and events applied by them. */
  readonly rows: number;
  readonly records: number;
  readonly events: number;
  readonly tookMs: number;
}

export interface Store {
  readonly engine: Engine;
  readonly identity: StoreIdentity;
  readonly report: RecoveryReport;
  readonly keys: SubjectKeys;
  /** Resolves when store.json says that a record was durable; never for a store without a record. */
  readonly started: Promise<void>;
  /** Notes that the store leads after it followed the one in `from`. Throws errors of the file system. */
  promoted(from: string): void;
  /** Saves a node's place in its cluster. Throws errors of the file system. */
  saveCluster(place: ClusterPlace): void;
  /**
   * Moves the store, which followed the one in `directory` from a directory within it, to `directory`. `lock`: lock of
   * that store, released with this one. Throws errors of the file system.
   */
  moveTo(directory: string, lock: StoreLock): Promise<void>;
  /** Saves what the next start must know of the time, on a thread of the pool. Rejects with errors of the disk. */
  saveTime(): Promise<void>;
  /** Closes the store. Rejects with the reason if the journal failed, now or before; a restart recovers. */
  close(): Promise<void>;
}

export type StoreOptions = Omit<EngineOptions, 'gated' | 'numbers' | 'time'>;
