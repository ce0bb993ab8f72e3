// Home of an open store: its directory, its store.json, and the lock.
import type { SubjectKeys } from '../privacy/subject-keys.ts';
import { writeIdentity, writeIdentityAside } from './identity.ts';
import type { StoreIdentity } from './identity.ts';
import type { StoreLock } from './store-lock.ts';
import { upgraded } from './upgrade.ts';

export class Home {
  directory: string;
  identity: StoreIdentity;
  private lock: StoreLock;
  /** Changes of store.json that are still being written, one after the other. */
  private saving: Promise<void> = Promise.resolve();

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

  /** As `save`, while others are served. Rejects with errors of the file system. */
  saveAside(change: Partial<StoreIdentity>): Promise<void> {
    const identity = { ...this.identity, ...change };
    this.identity = identity;
    const saved = this.saving.then(() => {
      const isStill = (): boolean => this.identity === identity;
      // A later change has written this one as well, or will.
      return isStill() ? writeIdentityAside(this.directory, identity, isStill) : undefined;
    });
    this.saving = saved.catch(() => {});
    return saved;
  }

  /** See `Store.moveTo`. `seq`: the last record, which is on the disk. */
  async moveTo(directory: string, lock: StoreLock, keys: SubjectKeys, seq: number): Promise<void> {
    this.identity = upgraded(directory, seq);
    this.directory = directory;
    keys.isIn(directory);
    await this.lock.release();
    this.lock = lock;
  }

  async release(): Promise<void> {
    await this.saving;
    return this.lock.release();
  }
}
