// The cart as clients read it.
import type { Cart } from '../../domain/cart/cart.ts';
import type { Explanation } from '../../domain/cart/explanation.ts';
import type { Line } from '../../domain/cart/line.ts';
import type { Session } from '../../domain/cart/session.ts';
import { calculate } from '../../domain/calculation/calculate.ts';
import { acquireBuffer } from '../../kernel/buffer-pool.ts';
import { EncodedReply, Keyed, RawJson } from '../../kernel/json.ts';
import type { Actor } from '../../engine/actors/actor-table.ts';
import { CartLine, CartOfOrder, CartOfSession, subElementsText } from '../replies/cart.ts';
import type { Cart as CartReply, LineAttributes, OrderCart, ShownCart } from '../replies/cart.ts';
import { rate } from './format.ts';

const MEASURES = ['sys_weight', 'sys_length', 'sys_width', 'sys_height'] as const;

type Attributes = { [name: string]: { readonly name: string; readonly value: string | number } };

/** A member name that a JavaScript object would move to its front. */
const DIGITS = /^\d+$/;

const lineAttributes = (line: Line): LineAttributes => {
  const attributes: Attributes = { sys_tax: { name: 'sys_tax', value: rate(line.rateE6) } };
  MEASURES.forEach((name, index) => {
    const value = line.measures[index];
    if (value !== undefined) attributes[name] = { name, value };
  });
  for (const [name, value] of line.attributes) attributes[name] = { name, value };
  // The platform's own writer is faster than ours, but cannot keep an order of digits.
  if (!line.attributes.some(([name]) => DIGITS.test(name))) return new RawJson(JSON.stringify(attributes));
  const given = line.attributes.map(([name]) => name);
  const system = Object.keys(attributes).filter((name) => !given.includes(name));
  return new Keyed([...system, ...given].map((name) => [name, attributes[name]!]));
};

/** The text of a line without its closing brace; the members that depend on its quantity are in the middle. */
interface LineText {
  quantity: number;
  sum: number;
  text: string;
  readonly startLength: number;
  readonly endLength: number;
}

const octets = (text: string): string => Buffer.from(text).toString('latin1');

const SCRATCH = Buffer.allocUnsafeSlow(4096);

/**
 * Copies a concatenated string into one flat string: V8 keeps the pieces otherwise, and walking them for every reply
 * costs more than one copy.
 */
const flat = (text: string): string => {
  const bytes = text.length <= SCRATCH.length ? SCRATCH : Buffer.allocUnsafe(text.length);
  return bytes.toString('latin1', 0, bytes.write(text, 'latin1'));
};

const newText = (line: Line, digits: number): LineText => {
  const shown = { line, attributes: () => lineAttributes(line) };
  const start = octets(CartLine.start(shown));
  const end = octets(CartLine.end(shown));
  return {
    quantity: line.quantityMilli,
    sum: line.sumMinor,
    text: flat(start + CartLine.live(shown, digits) + end),
    startLength: start.length,
    endLength: end.length,
  };
};

const NONE = (): LineAttributes => ({});

const lineText = (line: Line, digits: number): string => {
  const cached = (line.derivedCache ??= newText(line, digits)) as LineText;
  const { text, startLength, endLength } = cached;
  if (cached.quantity === line.quantityMilli && cached.sum === line.sumMinor) return text;
  cached.quantity = line.quantityMilli;
  cached.sum = line.sumMinor;
  const live = CartLine.live({ line, attributes: NONE }, digits);
  return (cached.text = flat(text.slice(0, startLength) + live + text.slice(text.length - endLength)));
};

/** Text of the child lines, by the id of their parent; undefined if there are none. */
const belowText = (lines: readonly Line[], digits: number): ReadonlyMap<number, string> | undefined => {
  let below: Map<number, string> | undefined;
  for (const line of lines) {
    if (line.parentId === 0) continue;
    const earlier = (below ??= new Map()).get(line.parentId);
    below.set(line.parentId, `${earlier === undefined ? '' : `${earlier},`}${lineText(line, digits)}}`);
  }
  return below;
};

/** The top-level lines, each with its child lines inside. */
const linesText = ({ lines }: Cart, digits: number): string => {
  const below = belowText(lines, digits);
  let text = '';
  for (const line of lines) {
    if (line.parentId !== 0) continue;
    const inside = below?.get(line.id);
    text += `${text === '' ? '' : ','}${lineText(line, digits)}${inside === undefined ? '' : subElementsText(inside)}}`;
  }
  return text;
};

/** What amounts are counted in: the shop's settings, or those of an order's day. */
interface Unit {
  readonly currency: string;
  readonly currencyDigits: number;
}

const shownCart = (cart: Cart, unit: Unit, raisedLineId = 0, explained?: Explanation): ShownCart => ({
  cart,
  totals: calculate(cart),
  currency: unit.currency,
  lines: linesText(cart, unit.currencyDigits),
  raisedLineId,
  explanation: explained,
});

// Bytes at once: the text is a tree of strings, and the collector would copy every tree that waits for the disk.
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/** As `bytesOf`, in a pooled buffer: for replies that are sent once and not kept. */
const pooledBytesOf = (text: string): Buffer => {
  const bytes = acquireBuffer(text.length);
  bytes.write(text, 0, 'latin1');
  return bytes;
};

/** The cart as a member of another record. */
export const cartJson = (cart: Cart, unit: Unit): RawJson<OrderCart> =>
  new RawJson(bytesOf(CartOfOrder.text(shownCart(cart, unit), unit.currencyDigits)).toString());

/** The cart of a session; its bytes are cached until the session changes. */
export const viewCart = (actor: Actor, unit: Unit): EncodedReply<CartReply> => {
  actor.derivedCache ??= new EncodedReply(
    bytesOf(CartOfSession.text(shownCart((actor.state as Session).cart, unit), unit.currencyDigits)),
  );
  return actor.derivedCache as EncodedReply<CartReply>;
};

/** The cart, with the id of the line that add_to_cart added or increased. */
export const viewCartWithLine = (cart: Cart, unit: Unit): EncodedReply<CartReply> =>
  new EncodedReply(pooledBytesOf(CartOfSession.text(shownCart(cart, unit, cart.lastLineId), unit.currencyDigits)));

/** The cart, with sentences that explain every amount. */
export const viewExplainedCart = (cart: Cart, explained: Explanation, unit: Unit): EncodedReply<CartReply> =>
  new EncodedReply(bytesOf(CartOfSession.text(shownCart(cart, unit, 0, explained), unit.currencyDigits)));
