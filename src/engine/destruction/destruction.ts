// Destroys keys as records of the keyring say: in the key file, in memory, and in what memory knows of the persons. The
// leader and its followers run the same code.
//
// Guaranteed: a key is destroyed once its record is promised, because a record that may still be lost must destroy
// nothing. It is gone from the file, synced, before it is gone from memory. If the file cannot be written, that is
// tried again every second, and by the next start before it opens a row (recovery/recorded-keyring.ts).
// Not promised: that reads wait meanwhile; `whenDone` tells when a person is gone.
// Glossary (docs/internals/glossary.md): crypto-shredding.
import type { EventOf } from '../../domain/actor.ts';
import { joinedRanges, keyring } from '../../domain/privacy/keyring.ts';
import type { ErasedActor, KeyRange, Keyring } from '../../domain/privacy/keyring.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RememberedStates, forgetResident } from './forget.ts';
import type { Journal } from '../journal/journal.ts';
import type { KindEvent } from '../journal/record.ts';
import { FIRST_MESSAGE_KEY } from '../privacy/message-keys.ts';
import type { Tables } from '../actors/tables.ts';

const RETRY_MS = 1000;

interface Erasing {
  readonly tables: Tables;
  readonly journal: Journal;
  readonly headSeq: number;
  readonly clock: Clock;
  readonly erasedObservers: readonly (() => void)[];
  whenDurable(seq: number): Promise<void>;
}

/** One record: the keyring after it, and what must be forgotten. */
interface Recorded {
  readonly seq: number;
  readonly keyring: Keyring;
  readonly ranges: readonly KeyRange[];
  readonly actors: readonly ErasedActor[];
}

export class Destruction {
  private readonly engine: Erasing;
  /** Records not carried out yet, oldest first. */
  private waiting: Recorded[] = [];
  private promisedSeq: number;
  private failure: Error | undefined;
  private failedMs = 0;
  private forgetting: Promise<void> = Promise.resolve();

  constructor(engine: Erasing) {
    this.engine = engine;
    this.promisedSeq = engine.headSeq;
  }

  /** Follows a record that was applied. */
  noteRecord(seq: number, events: readonly KindEvent[]): void {
    let own: EventOf<typeof keyring.events>[] | undefined;
    for (const { kind, event } of events)
      if (kind === keyring.kind) (own ??= []).push(event as EventOf<typeof keyring.events>);
    if (own === undefined) return;
    const destroyed = own.filter((event) => event.type === 'keys_destroyed');
    const { index } = this.engine.tables.keyring;
    this.waiting.push({
      seq,
      keyring: { ...(index as Keyring) },
      ranges: destroyed.flatMap(({ ranges }) => ranges),
      actors: destroyed.flatMap(({ actors }) => actors),
    });
  }

  /** Notes that records up to this one are promised. */
  notePromised(seq: number): void {
    this.promisedSeq = Math.max(this.promisedSeq, seq);
    this.carryOut();
  }

  /** Destroys the keys of all promised records at once. */
  carryOut(): void {
    const due = this.waiting.filter(({ seq }) => seq <= this.promisedSeq);
    const last = due.at(-1);
    if (last === undefined) return;
    const { cipher } = this.engine.journal;
    if (cipher !== undefined) {
      const remembered = new RememberedStates(
        this.engine,
        due.flatMap(({ actors }) => actors),
      );
      try {
        cipher.destroyRecorded(last.keyring);
      } catch (error) {
        this.failure = error as Error;
        this.failedMs = this.engine.clock.sinceBootMs();
        return;
      }
      remembered.forget();
      this.forget(joinedRanges(due.flatMap(({ ranges }) => ranges)));
    }
    this.waiting = this.waiting.slice(due.length);
    this.failure = undefined;
  }

  private forget(ranges: readonly KeyRange[]): void {
    const ofPersons = ranges.filter(([first]) => first < FIRST_MESSAGE_KEY);
    if (ofPersons.length === 0) return;
    this.forgetting = this.forgetting.then(async () => {
      await forgetResident(this.engine, ofPersons);
      for (const forget of this.engine.erasedObservers) forget();
    });
  }

  /** Tries a failed destruction again. Called every few milliseconds. Throws why the key file cannot be written. */
  tick(): void {
    if (this.failure === undefined || this.engine.clock.sinceBootMs() - this.failedMs < RETRY_MS) return;
    this.carryOut();
    if (this.failure !== undefined) throw this.failure;
  }

  /**
   * Record up to which everything is destroyed on this disk, by the key file as written, not by the progress of the
   * process.
   */
  get doneSeq(): number {
    return Math.min(this.engine.headSeq, this.promisedSeq, (this.waiting[0]?.seq ?? Infinity) - 1);
  }

  /**
   * Resolves when keys destroyed by records up to this one are gone from the key file and from memory. Rejects when the
   * journal fails, and with an error that names the file if it cannot be written.
   */
  async whenDone(seq: number): Promise<void> {
    await this.engine.whenDurable(seq);
    this.carryOut();
    if (this.doneSeq < Math.min(seq, this.engine.headSeq)) throw this.failure;
    await this.forgetting;
  }
}
