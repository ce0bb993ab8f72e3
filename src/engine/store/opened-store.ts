// What opening a store gives, however it was opened.
import type { Engine } from '../engine.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { SubjectKeys } from '../privacy/subject-keys.ts';
import type { ClusterPlace, StoreIdentity } from './identity.ts';
import type { RecoveryOutcome } from './open-journal.ts';
import type { StoreLock } from './store-lock.ts';

interface RecoveryReport {
  readonly outcome: RecoveryOutcome;
  /** What the outcome means for this store; '' where there is nothing to say. */
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
  /** From now on the store leads, where it followed the one in `from`. Throws what the file system says. */
  promoted(from: string): void;
  /** Of a node of a cluster. Throws what the file system says. */
  saveCluster(place: ClusterPlace): void;
  /**
   * The store, which followed the one in `directory` from a directory within that, is moved there. `lock`: of that one,
   * which is let go with this store. Throws what the file system says.
   */
  moveTo(directory: string, lock: StoreLock): Promise<void>;
  /** Writes what the next start must know of the time. Throws what the file system says. */
  saveTime(): void;
  /** Throws the reason where the journal failed, then or before: a restart recovers. */
  close(): Promise<void>;
}

export type StoreOptions = Omit<EngineOptions, 'gated' | 'numbers' | 'time'>;
