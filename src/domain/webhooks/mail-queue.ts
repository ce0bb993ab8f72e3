// The mails that wait, by the queue of their address, and those that have failed for good.
import type { Mail } from '../mail.ts';
import { dequeue, enqueue, takeLeast } from './queues.ts';
import type { Parameters } from './webhook.ts';

/** What a queue reads of a mail. */
interface Queued {
  readonly lane: number;
  readonly failed: boolean;
  readonly mail: Mail | '';
  readonly userId: number;
  readonly atMs: number;
  readonly parameters: Parameters;
}

/** A reminder by what the session keeps of it: no other one of the session has its time. */
export const reminderKey = ({ atMs, parameters }: Pick<Queued, 'atMs' | 'parameters'>): string =>
  `${String(parameters['id_session'])} ${atMs}`;

/** Reminders that ended unsent and nobody has asked for, where nobody reminds of carts. */
const UNSENT_MAX = 10_000;

export class MailQueue {
  /** Lane → its mails that wait, oldest first. */
  readonly lanes = new Map<number, number[]>();
  /** Failed for good, until somebody sends them again or they are too old: in the order in which they failed. */
  readonly failed = new Set<number>();
  private waitingCount = 0;
  /** User → reminders of carts that wait for the user, oldest first. */
  private readonly reminders = new Map<number, number[]>();
  /** Reminders that ended unsent, by id: what leaves the queue and does not come back. */
  private readonly gone = new Map<number, string>();
  private readonly changed = new Set<number>();

  /** Those that have not failed for good. */
  get waiting(): number {
    return this.waitingCount;
  }

  get count(): number {
    return this.waitingCount + this.failed.size;
  }

  /** The oldest of those that wait, in order. A lane rises, so no more of it is looked at than counts. */
  oldestWaiting(count: number): number[] {
    const oldest: number[] = [];
    if (count <= 0) return oldest;
    for (const lane of this.lanes.values()) for (const id of lane) if (!takeLeast(oldest, id, count)) break;
    return oldest;
  }

  /** The newest of those that have failed, the newest first. */
  newestFailed(count: number): number[] {
    const newest: number[] = [];
    if (count > 0) for (const id of this.failed) takeLeast(newest, -id, count);
    return newest.map((id) => -id);
  }

  /** Lanes whose mails have changed since this was asked last. */
  takeChanged(): number[] {
    const lanes = [...this.changed];
    this.changed.clear();
    return lanes;
  }

  /** Reminders of carts that wait for the user, oldest first. */
  remindersFor(userId: number): readonly number[] {
    return this.reminders.get(userId) ?? [];
  }

  /** Keys of the reminders of carts that ended unsent since this was asked last. */
  takeUnsent(): string[] {
    const keys = [...this.gone.values()];
    this.gone.clear();
    return keys;
  }

  /** A mail that left the queue was sent. */
  noteSent(id: number): void {
    this.gone.delete(id);
  }

  add(id: number, { lane, failed, mail, userId }: Queued): void {
    this.changed.add(lane);
    this.gone.delete(id);
    if (mail === 'cart_reminder' && userId !== 0 && !failed) enqueue(this.reminders, userId, id);
    if (failed) {
      this.failed.add(id);
      return;
    }
    enqueue(this.lanes, lane, id);
    this.waitingCount += 1;
  }

  remove(id: number, { lane, mail, userId, ...message }: Queued): void {
    this.changed.add(lane);
    if (mail === 'cart_reminder') {
      if (userId !== 0) dequeue(this.reminders, userId, id);
      if (this.gone.size === UNSENT_MAX) this.gone.delete(this.gone.keys().next().value!);
      this.gone.set(id, reminderKey(message));
    }
    if (this.failed.delete(id)) return;
    if (dequeue(this.lanes, lane, id)) this.waitingCount -= 1;
  }
}
