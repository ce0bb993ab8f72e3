// What the shoppers know of the shop, kept apart from the server: a cart is a list of lines, an order is a frozen cart,
// stock is what was put in minus what orders hold.
import type { Members } from './client.ts';
import { deliveryCents, deliveryOf, goodsOf } from './delivered.ts';

export type Random = () => number;

/** mulberry32. */
export const seeded = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

export const below = (random: Random, end: number): number => Math.floor(random() * end);
export const pick = <T>(random: Random, from: readonly T[]): T => from[below(random, from.length)]!;

/** A claim of the test does not hold. */
class Violation extends Error {
  override readonly name = 'Violation';
}

export const claim: (holds: boolean, what: () => string) => asserts holds = (holds, what) => {
  if (!holds) throw new Violation(what());
};

export interface Product {
  readonly id: number;
  readonly cents: number;
  /** May be sold out, so that a refusal is no surprise. */
  readonly scarce: boolean;
  /** Pieces of its own at the start; 0 for a bound one. */
  readonly pieces: number;
  /** Element number of its warehouse entity; '' for none. */
  readonly entity: string;
  readonly perPiece: number;
}

export interface Line {
  readonly id: number;
  readonly product: number;
  readonly pieces: number;
}

export interface Cart {
  /** Ids are given out in order and never again within a cart. */
  readonly made: number;
  readonly lines: readonly Line[];
  /** Its delivery method is chosen, whose rules say what that costs. */
  readonly isSent: boolean;
}

export const EMPTY: Cart = { made: 0, lines: [], isSent: false };

export const added = (cart: Cart, product: number, pieces: number, grouped: boolean): Cart => {
  const { made, lines } = cart;
  const equal = grouped ? lines.find((line) => line.product === product) : undefined;
  if (equal === undefined) return { ...cart, made: made + 1, lines: [...lines, { id: made + 1, product, pieces }] };
  return { ...cart, lines: lines.map((line) => (line === equal ? { ...line, pieces: line.pieces + pieces } : line)) };
};

export const without = (cart: Cart, id: number): Cart => ({
  ...cart,
  lines: cart.lines.filter((line) => line.id !== id),
});

export const lessOne = (cart: Cart, id: number): Cart =>
  cart.lines.some((line) => line.id === id && line.pieces > 1)
    ? {
        ...cart,
        lines: cart.lines.map((line) => (line.id === id ? { ...line, pieces: line.pieces - 1 } : line)),
      }
    : without(cart, id);

export const cleared = (cart: Cart): Cart => ({ ...cart, lines: [] });

/** Orders that may have the promotion. */
export const PROMOTED_MAX = 4;

type OrderState = 'OPEN' | 'CANCELED';

export interface Order {
  readonly id: number;
  readonly tag: string;
  readonly lines: readonly Line[];
  readonly isSent: boolean;
  state: OrderState;
}

/** Everything that was acknowledged, in one place. */
export class Books {
  /** One for a few orders. */
  promotion = 0;
  /** Checkouts that were told of another total. */
  told = 0;
  readonly products = new Map<number, Product>();
  readonly orders = new Map<number, Order>();
  readonly tags = new Set<string>();
  /** Checkouts whose session ended before their outcome could be asked for: tag → cart. */
  readonly adrift = new Map<string, Cart>();
  /** Pieces placed minus pieces taken, per warehouse entity. */
  readonly stored = new Map<string, number>();
  readonly orderIdFirst: number;
  /** Slot characters of session codes → the codes handed out for it. */
  readonly slots = new Map<string, Set<string>>();

  constructor(orderIdFirst: number) {
    this.orderIdFirst = orderIdFirst;
  }

  handedOut(code: string): void {
    const slot = code.slice(10, 16);
    const codes = this.slots.get(slot);
    if (codes === undefined) this.slots.set(slot, new Set([code]));
    else codes.add(code);
  }

  /** How many session codes came out of a slot that another session had before. */
  get reused(): number {
    let reused = 0;
    for (const codes of this.slots.values()) reused += codes.size - 1;
    return reused;
  }

  placed(order: Order): void {
    const known = this.orders.get(order.id);
    claim(known === undefined, () => `order ${order.id} was given to ${known?.tag} and to ${order.tag}`);
    claim(!this.tags.has(order.tag), () => `a second order ${order.id} for ${order.tag}`);
    this.orders.set(order.id, order);
    this.tags.add(order.tag);
  }

  cents(lines: readonly Line[]): number {
    return lines.reduce((sum, { product, pieces }) => sum + this.products.get(product)!.cents * pieces, 0);
  }

  /** Pieces that are left of every product with stock of its own, and of every warehouse entity. */
  left(): { readonly own: Map<number, number>; readonly entities: Map<string, number> } {
    const own = new Map(
      [...this.products.values()].filter(({ entity }) => entity === '').map(({ id, pieces }) => [id, pieces]),
    );
    const entities = new Map(this.stored);
    for (const { state, lines } of this.orders.values()) {
      if (state === 'CANCELED') continue;
      for (const { product, pieces } of lines) {
        const { entity, perPiece } = this.products.get(product)!;
        if (entity === '') own.set(product, own.get(product)! - pieces);
        else entities.set(entity, entities.get(entity)! - pieces * perPiece);
      }
    }
    return { own, entities };
  }

  /** The cart as a reply must show it. */
  shown({ lines, isSent }: Pick<Cart, 'lines' | 'isSent'>): string {
    const text = lines.map(({ id, product, pieces }) => {
      const { cents } = this.products.get(product)!;
      return `${id}: ${pieces} × ${product} = ${(cents * pieces) / 100}`;
    });
    const [cents, all] = [this.cents(lines), lines.reduce((sum, { pieces }) => sum + pieces, 0)];
    return `${text.join(', ')}; sum ${cents / 100}; delivery ${isSent ? deliveryCents(cents, all) : 0}`;
  }
}

interface WireLine {
  readonly id: number;
  readonly id_product: number;
  readonly quantity: number;
  readonly sum_price: number;
}

/** A reply's cart in the same words. */
export const read = (cart: Members): string => {
  const text = goodsOf<WireLine>(cart).map(
    ({ id, id_product, quantity, sum_price }) => `${id}: ${quantity} × ${id_product} = ${sum_price}`,
  );
  return `${text.join(', ')}; sum ${String(cart['sum'])}; delivery ${deliveryOf(cart)}`;
};
