// Home of an open store: its directory, its store.json, and the lock.
import type { SubjectKeys } from '../privacy/subject-keys.ts';
import { writeIdentity } from './identity.ts';
import type { StoreIdentity } from './identity.ts';
import type { StoreLock } from './store-lock.ts';
import { upgraded } from './upgrade.ts';

export class Home {
  directory: string;
  identity: StoreIdentity;
  private lock: StoreLock;

  constructor(directory: string, identity: StoreIdentity, lock: StoreLock) {
    this.directory = directory;
    this.identity = identity;
    this.lock = lock;
  }

  /** Changes store.json. Throws errors of the file system. */
  save(change: Partial<StoreIdentity>): void {
    this.identity = { ...this.identity, ...change };
    writeIdentity(this.directory, this.identity);
  }

  /** See `Store.moveTo`. `seq`: the last record, which is on the disk. */
  async moveTo(directory: string, lock: StoreLock, keys: SubjectKeys, seq: number): Promise<void> {
    this.identity = upgraded(directory, seq);
    this.directory = directory;
    keys.isIn(directory);
    await this.lock.release();
    this.lock = lock;
  }

  release(): Promise<void> {
    return this.lock.release();
  }
}
