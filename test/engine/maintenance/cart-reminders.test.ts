// Catches a shopper who is reminded of a cart twice, too early, without having agreed, of an empty cart, or after the
// checkout; one who is never reminded; and a sweep that does it all at once.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { remindedSession } from '../../../src/domain/accounts/remind-cart.ts';
import { heldMail } from '../../../src/domain/mail.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import { refuse } from '../../../src/kernel/result.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import type { Message } from '../../../src/domain/webhooks/message.ts';
import { queueMail } from '../../../src/domain/webhooks/queue-mail.ts';
import { endMessages } from '../../../src/domain/webhooks/record-delivery.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { Tables } from '../../../src/engine/actors/tables.ts';
import { CartReminders } from '../../../src/engine/maintenance/cart-reminders.ts';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { recover } from '../../../src/engine/recovery/recovery.ts';
import { verifyStore } from '../../../src/engine/recovery/verify.ts';
import { runs } from '../../harness/effort.ts';
import { newCipher } from '../privacy/test-cipher.ts';
import { SetClock } from '../seeded.ts';
import { CAUSE, RULES, addPiece, fillShop, make, startSession } from '../shop.ts';
import { engineOn } from '../store/stores.ts';

const HOUR = 3_600_000;
const AFTER_HOURS = 2;
const LIFE_MS = 48 * HOUR;
const rules = {
  ...RULES,
  sendsMail: true,
  mail: heldMail({}),
  mailBacklogMax: 1000,
  smtpConnectionsMax: 4,
  cartReminderHours: AFTER_HOURS,
  sessionTtlMs: LIFE_MS,
  sessionTouchIntervalMs: HOUR,
};

/** What a shopper does, and what the shop must then know of it. */
interface Cart {
  readonly id: number;
  usedMs: number;
  /** Product → pieces. */
  lines: Map<number, number>;
  agrees: boolean;
  /** The cart when its shopper was reminded last, and when. */
  reminded: readonly [lines: string, atMs: number] | undefined;
  /** When its address was written to, which rests for a day, as far as this start knows. */
  writtenMs: number;
  /** The use after which it was looked at while its address rested: not again until the next one, or its mail ends. */
  passedMs: number;
}

const linesOf = ({ lines }: Cart): string => JSON.stringify([...lines].filter(([, pieces]) => pieces > 0));

/** What was decided, without the nonces of what is encrypted. */
const decidedIn = ({ session, message }: Tables): string =>
  JSON.stringify(
    [session, message].map((table) => Array.from({ length: table.nextId - 1 }, (_, at) => table.peek(at + 1) ?? null)),
  );

class World {
  readonly clock = new SetClock(Date.UTC(2026, 0, 1));
  readonly journal = new MemoryJournal(newCipher());
  engine: Engine;
  sweeper: ExpirySweeper;
  readonly carts: Cart[] = [];
  private readonly seen = new Set<number>();
  /** Reminders that came. */
  count = 0;
  private orderId = 100;

  constructor(more: Partial<typeof rules> = {}) {
    this.engine = engineOn(this.journal, { clock: this.clock, rules: { ...rules, ...more } });
    fillShop(this.engine, 10_000);
    this.sweeper = new ExpirySweeper(this.engine);
  }

  begin(): Cart {
    const cart: Cart = {
      id: make(this.engine, startSession),
      usedMs: this.clock.ms,
      lines: new Map(),
      agrees: false,
      reminded: undefined,
      writtenMs: -Infinity,
      passedMs: -Infinity,
    };
    this.carts.push(cart);
    return cart;
  }

  /** As a call uses a session: its life is written once an hour. */
  use(cart: Cart): void {
    const { expiresMs } = this.stateOf(cart)!;
    cart.usedMs = this.clock.ms;
    if (expiresMs - this.clock.ms <= LIFE_MS - HOUR)
      make(this.engine, (tx) => tx.ask('session', cart.id, { type: 'touch', lifeMs: LIFE_MS }));
  }

  /** Replay gives the same, and a start finds it again. */
  async close(): Promise<void> {
    const before = decidedIn(this.engine.tables);
    await this.engine.close();
    expect((await verifyStore(this.journal, undefined)).findings).toEqual([]);
    expect(decidedIn(recover(this.journal).tables)).toBe(before);
  }

  stateOf({ id }: Cart): Session | undefined {
    return this.engine.readContext().read('session', id);
  }

  add(cart: Cart, productId: 1 | 2): void {
    make(this.engine, (tx) => addPiece(tx, cart.id, productId, true));
    cart.lines.set(productId, (cart.lines.get(productId) ?? 0) + 1);
  }

  say(cart: Cart, agrees: boolean): void {
    make(this.engine, (tx) =>
      tx.ask('session', cart.id, {
        type: 'set_details',
        subject: tx.read('session', cart.id)!.subject || tx.newSubject(),
        // Orders without details get the numbers in between.
        reservedOrderId: (this.orderId += 1000),
        bytesMax: 10_000,
        fields: { email: `s${cart.id}@example.org` },
        attributes: { cart_reminder: agrees ? '1' : '0' },
      }),
    );
    cart.agrees = agrees;
  }

  order(cart: Cart): void {
    make(this.engine, (tx) => checkout(tx, cart.id));
    cart.lines = new Map();
    cart.agrees = false;
    cart.reminded = undefined;
  }

  restart(): Promise<void> {
    return this.engine.close().then(() => {
      this.engine = engineOn(this.journal, { clock: this.clock, rules });
      this.sweeper = new ExpirySweeper(this.engine);
      for (const cart of this.carts) cart.writtenMs = cart.passedMs = -Infinity;
      // Rows come in with the first round.
      this.sweeper.sweep(10_000);
    });
  }

  /** Reminders that the outbox holds, by session. */
  get messages(): readonly (readonly [id: number, message: Message])[] {
    const shop = this.engine.readContext();
    const waiting = shop.index('message').mails.oldestWaiting(1000);
    const all = waiting.map((id) => [id, shop.read('message', id)!] as const);
    return all.filter(([, { mail }]) => mail === 'cart_reminder');
  }

  /** Ends reminders that go nowhere, as the outbox does: nobody has been written to, and the address does not rest. */
  endUnsent(): void {
    const shop = this.engine.readContext();
    for (const [id, message] of this.messages) {
      if (remindedSession(shop, message) !== undefined) continue;
      const cart = this.carts.find((one) => one.id === message.parameters['id_session'])!;
      make(this.engine, (tx) => endMessages(tx, [id]));
      if (cart.writtenMs === message.atMs) cart.writtenMs = cart.passedMs = -Infinity;
    }
  }

  /** Holds what came since against what was to come. */
  expectReminded(): void {
    const now = this.clock.ms;
    const fresh = this.messages.filter(([id]) => !this.seen.has(id));
    for (const [id] of fresh) this.seen.add(id);
    for (const cart of this.carts) {
      const came = fresh.filter(([, { parameters }]) => parameters['id_session'] === cart.id).length;
      const lines = linesOf(cart);
      const restedMs = now - cart.usedMs;
      const isNew = cart.reminded === undefined || (cart.reminded[0] !== lines && cart.reminded[1] < cart.usedMs);
      const mayCome = cart.agrees && lines !== '[]' && isNew && restedMs >= AFTER_HOURS * HOUR;
      const rests = now - cart.writtenMs < 24 * HOUR;
      expect(came, `reminders of ${lines}`).toBeLessThanOrEqual(mayCome && !rests ? 1 : 0);
      if (mayCome && rests) cart.passedMs = cart.usedMs;
      // The last use is known to the hour; a day later it is too late.
      if (
        mayCome &&
        cart.passedMs < cart.usedMs &&
        restedMs >= (AFTER_HOURS + 1) * HOUR &&
        restedMs < (AFTER_HOURS + 24) * HOUR
      )
        expect(came, `a reminder of ${lines}`).toBe(1);
      if (came > 0) {
        cart.reminded = [lines, now];
        cart.writtenMs = now;
      }
      this.count += came;
    }
  }

  /** A mail that waits is sent while the cart is left as it was when its shopper was reminded, and not later. */
  expectSent(): void {
    const shop = this.engine.readContext();
    for (const [, message] of this.messages) {
      const { parameters } = message;
      const cart = this.carts.find(({ id }) => id === parameters['id_session'])!;
      // A later reminder of the cart takes the place of one that waits.
      const isLeft = cart.reminded?.[1] === message.atMs && cart.usedMs <= message.atMs;
      const isThere =
        isLeft && cart.agrees && linesOf(cart) !== '[]' && this.clock.ms < (this.stateOf(cart)?.expiresMs ?? 0);
      expect(remindedSession(shop, message)?.email).toBe(isThere ? `s${cart.id}@example.org` : undefined);
    }
  }
}

const step = fc.record({
  do: fc.constantFrom(
    'add',
    'add',
    'add',
    'take',
    'clear',
    'buy',
    'agree',
    'agree',
    'disagree',
    'look',
    'begin',
    'restart',
    'mail',
  ),
  cart: fc.constantFrom(0, 0, 1),
  product: fc.constantFrom(1, 2) as fc.Arbitrary<1 | 2>,
  /** Hours until the next sweep. */
  waits: fc.constantFrom(0, 0.5, 1, 2, 2.5, 4, 5, 30),
});

test('an agreed shopper is reminded once of each state of a cart that is left, and nobody else is', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const world = new World();
      // Most of what follows is about one who agreed.
      const first = world.begin();
      world.add(first, 1);
      world.say(first, true);
      for (const { do: what, cart: at, product, waits } of steps) {
        const cart = world.carts[at] ?? world.begin();
        const state = world.stateOf(cart);
        world.clock.ms += 1;
        if (what === 'restart') await world.restart();
        else if (what === 'begin') world.begin();
        else if (what === 'mail') world.endUnsent();
        else if (state !== undefined && world.clock.ms < state.expiresMs) {
          world.use(cart);
          const ask = (command: object) =>
            world.engine.transact(CAUSE, (tx) => tx.ask('session', cart.id, command as never));
          const line = state.cart.lines.at(-1);
          if (what === 'add') world.add(cart, product);
          else if (what === 'take' && line !== undefined) {
            ask({ type: 'remove_line', lineId: line.id, currencyDigits: 2 });
            cart.lines.delete(line.productId);
          } else if (what === 'clear') {
            ask({ type: 'clear_cart' });
            cart.lines = new Map();
          } else if (what === 'buy' && line !== undefined) world.order(cart);
          else if (what === 'agree' || what === 'disagree') world.say(cart, what === 'agree');
        }
        world.expectSent();
        world.clock.ms += waits * HOUR;
        world.sweeper.sweep(1000);
        world.expectReminded();
        world.expectSent();
      }
      count += world.count;
      await world.close();
    }),
    { numRuns: runs(25) },
  );
  expect(count, 'reminders that came').toBeGreaterThan(5);
});

/** Carts that were left so long ago that their shoppers are due. */
const left = (count: number, more: Partial<typeof rules> = {}): World => {
  const world = new World(more);
  for (let at = 0; at < count; at += 1) {
    const cart = world.begin();
    world.add(cart, 1);
    world.say(cart, true);
  }
  world.clock.ms += 4 * HOUR;
  return world;
};

test('a canary: a sweep that reminds again is caught, and so is one that reminds of nothing', () => {
  const world = left(1);
  expect(() => world.expectReminded()).toThrow('a reminder of');
  world.sweeper.sweep(10);
  world.expectReminded();
  const [[, { parameters }]] = world.messages as [readonly [number, Message]];
  make(world.engine, (tx) => queueMail(tx, { mail: 'cart_reminder', email: 's1@example.org', parameters }));
  expect(() => world.expectReminded()).toThrow('reminders of');
});

test('the reminder and its mail are one record, which a start finds again', async () => {
  const world = left(1);
  const { headSeq } = world.engine;
  world.sweeper.sweep(10);
  expect(world.engine.headSeq).toBe(headSeq + 1);
  await world.restart();
  expect(world.messages).toHaveLength(1);
  expect(world.stateOf(world.carts[0]!)!.reminded).toEqual([world.clock.ms, expect.any(Number)]);
  await world.close();
});

describe('many carts at once', () => {
  test('are reminded of in slices, and a cart that was looked at is not read again', async () => {
    const world = left(60);
    let turns = 0;
    world.sweeper.sweep(25);
    expect(world.messages).toHaveLength(25);
    new CartReminders(world.engine).sweep(25, () => (turns += 1) <= 10);
    expect(world.messages).toHaveLength(35);
    for (let sweep = 0; sweep < 4; sweep += 1) world.sweeper.sweep(25);
    expect(world.messages).toHaveLength(60);
    const { headSeq } = world.engine;
    const taken: unknown[] = [];
    const { openCarts } = world.engine;
    const take = openCarts.takeLeft.bind(openCarts);
    openCarts.takeLeft = (window) => (taken.push(take(window)), taken.at(-1) as number | undefined);
    for (let sweep = 0; sweep < 4; sweep += 1) world.sweeper.sweep(25);
    expect(taken).toEqual([undefined, undefined, undefined, undefined]);
    expect(world.engine.headSeq).toBe(headSeq);
    await world.close();
  });

  test('leave half of the places to other mails', async () => {
    const world = left(20, { mailBacklogMax: 20 });
    for (let sweep = 0; sweep < 4; sweep += 1) world.sweeper.sweep(25);
    expect(world.messages).toHaveLength(10);
    await world.close();
  });

  test('wait while 16 mails wait for each connection, and stay due', async () => {
    const world = left(40, { smtpConnectionsMax: 1 });
    for (let sweep = 0; sweep < 4; sweep += 1) world.sweeper.sweep(25);
    expect(world.messages).toHaveLength(16);
    const before = world.messages.map(([id]) => id);
    for (const id of before) make(world.engine, (tx) => tx.ask('message', id, { type: 'end_message' }));
    for (let sweep = 0; sweep < 4; sweep += 1) world.sweeper.sweep(25);
    expect(world.messages).toHaveLength(16);
    await world.close();
  });

  test('of one address are reminded of once a day, however it is written', async () => {
    const world = left(3);
    for (const [at, email] of ['victim@example.org', 'VICTIM@example.org', 'other@example.org'].entries())
      make(world.engine, (tx) =>
        tx.ask('session', world.carts[at]!.id, {
          type: 'set_details',
          subject: tx.read('session', world.carts[at]!.id)!.subject,
          reservedOrderId: 200 + at,
          bytesMax: 10_000,
          fields: { email },
          attributes: { cart_reminder: '1' },
        }),
      );
    world.sweeper.sweep(25);
    expect(world.messages.map(([, { parameters }]) => parameters['id_session'])).toEqual([1, 3]);
    await world.close();
  });

  test('are taken again where the record of a reminder was refused', async () => {
    const world = left(1);
    const { engine } = world;
    const reminders = new CartReminders(engine);
    const { transact } = engine;
    engine.transact = () => refuse('SESSION_LIMIT_REACHED');
    reminders.sweep(25, () => true);
    engine.transact = transact;
    expect(world.messages).toEqual([]);
    for (let sweep = 0; sweep < 2; sweep += 1) reminders.sweep(25, () => true);
    expect(world.messages).toHaveLength(1);
    await world.close();
  });

  test.each([{ cartReminderHours: 0 }, { sendsMail: false }, { mail: heldMail({ sends: ['invoice'] }) }])(
    'are left alone with %j',
    async (more) => {
      const world = left(2, more);
      world.sweeper.sweep(25);
      expect(world.messages).toEqual([]);
      expect(world.stateOf(world.carts[0]!)!.reminded).toBeNull();
      await world.close();
    },
  );
});
