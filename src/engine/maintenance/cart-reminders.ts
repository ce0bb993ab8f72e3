// Finds the carts whose shoppers are to be reminded of them, a few at a time, for the expiry sweeper.
//
// A cart is looked at once after each use of its session, by the times that open carts keep: no cart is read before it
// is due, and none again until it is used. Each reminder is an ordinary command with a record of its own.
import { remindOfCart, remindedUses, remindsOfCarts } from '../../domain/accounts/remind-cart.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import type { MessageIndex } from '../../domain/webhooks/message.ts';

const CAUSE = maintenanceCause('remind_cart');

export class CartReminders {
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Looks at `looksMax` carts at most, while `goOn`. Reminders leave half of the places to other mails. */
  sweep(looksMax: number, goOn: () => boolean): void {
    const { engine } = this;
    const { rules } = engine;
    if (!remindsOfCarts(rules)) return;
    const { mails } = engine.tables.message.index as MessageIndex;
    const placesMax = Math.floor(rules.mailBacklogMax / 2);
    const window = remindedUses(rules, engine.nowMs());
    for (let look = 0; look < looksMax && mails.waiting < placesMax && goOn(); look += 1) {
      const id = engine.openCarts.takeLeft(window);
      if (id === undefined) return;
      engine.transact(CAUSE, (tx) => remindOfCart(tx, id));
    }
  }
}
