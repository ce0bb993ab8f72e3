// Finds the carts whose shoppers are to be reminded of them, a few at a time, for the expiry sweeper.
//
// A cart is looked at once after each use of its session, by the times that open carts keep: no cart is read before it
// is due, and none again until it is used, unless the record of its reminder was refused. Each reminder is an ordinary
// command with a record of its own.
import { hash } from 'node:crypto';
import { remindOfCart, remindedUses, remindsOfCarts } from '../../domain/accounts/remind-cart.ts';
import { caseless } from '../../kernel/text.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import type { MessageIndex } from '../../domain/webhooks/message.ts';

const CAUSE = maintenanceCause('remind_cart');

/** An address has one reminder within this time, however many carts name it. */
const ADDRESS_REST_MS = 24 * 3_600_000;
const ADDRESSES_MAX = 100_000;
/** Reminders wait outside of the queue while this many mails wait for each connection: others come first. */
const WAITING_PER_CONNECTION_MAX = 16;

export class CartReminders {
  private readonly engine: Engine;
  /** Digests of addresses, with the time of their last reminder, the oldest first. A start forgets them (D663). */
  private readonly written = new Map<string, number>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Looks at `looksMax` carts at most, while `goOn`, and while few mails wait. */
  sweep(looksMax: number, goOn: () => boolean): void {
    const { engine } = this;
    const { rules } = engine;
    if (!remindsOfCarts(rules)) return;
    const { mails } = engine.tables.message.index as MessageIndex;
    const placesMax = Math.min(
      Math.floor(rules.mailBacklogMax / 2),
      WAITING_PER_CONNECTION_MAX * rules.smtpConnectionsMax,
    );
    const nowMs = engine.nowMs();
    const window = remindedUses(rules, nowMs);
    for (let look = 0; look < looksMax && mails.waiting < placesMax && goOn(); look += 1) {
      const id = engine.openCarts.takeLeft(window);
      if (id === undefined) return;
      const reminded = engine.transact(CAUSE, (tx) => remindOfCart(tx, id, (email) => this.mayWrite(email, nowMs)));
      if (reminded.ok) {
        if (reminded.value !== '') this.noteWritten(reminded.value, nowMs);
      } else {
        // What is refused once is likely refused for the others, too.
        engine.openCarts.giveBack(id);
        return;
      }
    }
  }

  private mayWrite(email: string, nowMs: number): boolean {
    const writtenMs = this.written.get(digestOf(email));
    return writtenMs === undefined || nowMs - writtenMs >= ADDRESS_REST_MS;
  }

  private noteWritten(email: string, nowMs: number): void {
    const digest = digestOf(email);
    this.written.delete(digest);
    this.written.set(digest, nowMs);
    for (const [oldest, writtenMs] of this.written) {
      if (this.written.size <= ADDRESSES_MAX && nowMs - writtenMs < ADDRESS_REST_MS) return;
      this.written.delete(oldest);
    }
  }
}

const digestOf = (email: string): string => hash('sha256', caseless(email.trim()), 'base64');
