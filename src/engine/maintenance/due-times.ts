// Times at which the keys of an erasure are destroyed.
import { keyNumberOf } from '../../domain/privacy/key-number.ts';
import type { KeyRange, ScheduledKey } from '../../domain/privacy/keyring.ts';

/** Time of destruction by key number; the latest of several counts. */
export class DueTimes {
  private readonly times = new Map<number, number>();

  add(keyNumber: number, dueMs: number): void {
    this.times.set(keyNumber, Math.max(dueMs, this.times.get(keyNumber) ?? 0));
  }

  addBoth(subject: number): void {
    this.add(keyNumberOf(subject, 'contact'), 0);
    this.add(keyNumberOf(subject, 'invoice'), 0);
  }

  /** Schedule of the keys, none before `fromMs`. */
  from(fromMs: number): ScheduledKey[] {
    return [...this.times].map(([keyNumber, dueMs]) => [keyNumber, Math.max(dueMs, fromMs)]);
  }

  due(nowMs: number): KeyRange[] {
    return this.from(0)
      .filter(([, dueMs]) => dueMs <= nowMs)
      .map(([keyNumber]) => [keyNumber, keyNumber + 1]);
  }

  later(nowMs: number): ScheduledKey[] {
    return this.from(0).filter(([, dueMs]) => dueMs > nowMs);
  }
}
