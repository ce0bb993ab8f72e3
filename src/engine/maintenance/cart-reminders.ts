// Finds the carts whose shoppers are to be reminded of them, a few at a time, for the expiry sweeper.
//
// A cart is looked at once after each use of its session, by the times that open carts keep: no cart is read before it
// is due, and none again until it is used, unless the record of its reminder was refused, or the reminder that kept its
// own from being queued has ended unsent (D678). Each reminder is an ordinary command with a record of its own.
import { hash } from 'node:crypto';
import { remindOfCart, remindedUses, remindsOfCarts } from '../../domain/accounts/remind-cart.ts';
import type { Looked, Receiver } from '../../domain/accounts/remind-cart.ts';
import { caseless } from '../../kernel/text.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import type { MessageIndex } from '../../domain/webhooks/message.ts';

const CAUSE = maintenanceCause('remind_cart');

/** An address has one reminder within this time, however many carts name it. */
const ADDRESS_REST_MS = 24 * 3_600_000;
const ADDRESSES_MAX = 100_000;
/** Carts that wait for what becomes of one reminder. */
const HELD_MAX = 16;
/** Reminders wait outside of the queue while this many mails wait for each connection: others come first. */
const WAITING_PER_CONNECTION_MAX = 16;

interface Written {
  readonly atMs: number;
  readonly reminder: string;
}

/** What hangs on a reminder. */
interface Held {
  /** Keys of its receiver in `written`. */
  readonly digests: readonly string[];
  /** Carts that were due, and to whose receiver it was written, or waited. */
  readonly carts: number[];
}

export class CartReminders {
  private readonly engine: Engine;
  /** Digests of addresses and accounts, with their last reminder, the oldest first. A start forgets them (D663). */
  private readonly written = new Map<string, Written>();
  /** By key of the reminder, the oldest first. */
  private readonly held = new Map<string, Held>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Looks at `looksMax` carts at most, while `goOn`, and while few mails wait. */
  sweep(looksMax: number, goOn: () => boolean): void {
    const { engine } = this;
    const { rules } = engine;
    const { mails } = engine.tables.message.index as MessageIndex;
    for (const reminder of mails.takeUnsent()) this.release(reminder);
    if (!remindsOfCarts(rules)) return;
    const placesMax = Math.min(
      Math.floor(rules.mailBacklogMax / 2),
      WAITING_PER_CONNECTION_MAX * rules.smtpConnectionsMax,
    );
    const nowMs = engine.nowMs();
    const window = remindedUses(rules, nowMs);
    for (let look = 0; look < looksMax && mails.waiting < placesMax && goOn(); look += 1) {
      const id = engine.openCarts.takeLeft(window);
      if (id === undefined) return;
      const looked = engine.transact(CAUSE, (tx) =>
        remindOfCart(tx, id, (receiver) => this.resting(receiver, nowMs) === undefined),
      );
      if (!looked.ok) {
        // What is refused once is likely refused for the others, too.
        engine.openCarts.giveBack(id);
        return;
      }
      const { email, reminder, isQueued } = looked.value;
      if (isQueued) this.noteWritten(looked.value, nowMs);
      else if (email !== '') this.hold(id, reminder || this.resting(looked.value, nowMs)!.reminder);
    }
  }

  /** What was written to the receiver within a day. */
  private resting(receiver: Receiver, nowMs: number): Written | undefined {
    return digestsOf(receiver)
      .map((digest) => this.written.get(digest))
      .find((written) => written !== undefined && nowMs - written.atMs < ADDRESS_REST_MS);
  }

  private hold(id: number, reminder: string): void {
    const held = this.held.get(reminder);
    if (held === undefined) this.keep(reminder, { digests: [], carts: [id] });
    else if (held.carts.length < HELD_MAX) held.carts.push(id);
  }

  private keep(reminder: string, held: Held): void {
    this.held.set(reminder, held);
    if (this.held.size > ADDRESSES_MAX) this.held.delete(this.held.keys().next().value!);
  }

  /** Nobody has got the reminder: its receiver may have another one, and its carts are looked at again. */
  private release(reminder: string): void {
    const { digests = [], carts = [] } = this.held.get(reminder) ?? {};
    this.held.delete(reminder);
    for (const digest of digests) if (this.written.get(digest)?.reminder === reminder) this.written.delete(digest);
    for (const id of carts) this.engine.openCarts.giveBack(id);
  }

  private noteWritten(looked: Looked, nowMs: number): void {
    const { reminder } = looked;
    const digests = digestsOf(looked);
    this.keep(reminder, { digests, carts: [] });
    for (const digest of digests) {
      this.written.delete(digest);
      this.written.set(digest, { atMs: nowMs, reminder });
    }
    for (const [oldest, { atMs, reminder: earlier }] of this.written) {
      if (this.written.size <= ADDRESSES_MAX && nowMs - atMs < ADDRESS_REST_MS) return;
      this.written.delete(oldest);
      if (this.held.get(earlier)?.carts.length === 0) this.held.delete(earlier);
    }
  }
}

const digestOf = (text: string): string => hash('sha256', text, 'base64');

/** An account rests as well: its address may be another one by the time the mail is sent. */
const digestsOf = ({ email, accountId }: Receiver): readonly string[] => {
  const digest = digestOf(caseless(email.trim()));
  return accountId === 0 ? [digest] : [digest, `account ${accountId}`];
};
