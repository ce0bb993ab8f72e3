// The cart as clients read it.
import type { Cart } from '../../domain/cart/cart.ts';
import type { Explanation } from '../../domain/cart/explanation.ts';
import type { Line } from '../../domain/cart/line.ts';
import type { Session } from '../../domain/cart/session.ts';
import { calculate } from '../../domain/calculation/calculate.ts';
import { acquireBuffer } from '../../kernel/buffer-pool.ts';
import { EncodedReply, RawJson, quote } from '../../kernel/json.ts';
import { ascii, bytesOf, flat, joined, part, writeOctets } from '../../kernel/octets.ts';
import type { Octets } from '../../kernel/octets.ts';
import type { Actor } from '../../engine/actors/actor-table.ts';
import { CartLine, CartOfOrder, CartOfSession, subElementsText } from '../replies/cart.ts';
import type { Cart as CartReply, LineAttributes, OrderCart, ShownCart } from '../replies/cart.ts';
import { rate } from './format.ts';

const MEASURES = ['sys_weight', 'sys_length', 'sys_width', 'sys_height'] as const;

const attributeText = (name: string, value: string | number): string =>
  `${quote(name)}:{"name":${quote(name)},"value":${typeof value === 'number' ? value : quote(value)}}`;

/** What the caller gives wins over the system's, and keeps its order, which an object would not do with digits. */
const lineAttributes = ({ rateE6, measures, attributes }: Line): LineAttributes => {
  let text = '';
  const add = (name: string, value: string | number): void => {
    text += (text === '' ? '' : ',') + attributeText(name, value);
  };
  const addOfSystem = (name: string, value: string | number | undefined): void => {
    if (value !== undefined && !attributes.some(([given]) => given === name)) add(name, value);
  };
  addOfSystem('sys_tax', rate(rateE6));
  if (measures.length > 0) MEASURES.forEach((name, index) => addOfSystem(name, measures[index]));
  for (const [name, value] of attributes) add(name, value);
  return new RawJson(`{${text}}`);
};

/** The text of a line without its closing brace; the members that depend on its quantity are in the middle. */
interface LineText {
  quantity: number;
  sum: number;
  text: Octets;
  readonly startLength: number;
  readonly endLength: number;
}

const newText = (line: Line, digits: number): LineText => {
  const shown = { line, attributes: () => lineAttributes(line) };
  const start = CartLine.start(shown);
  const end = CartLine.end(shown);
  return {
    quantity: line.quantityMilli,
    sum: line.sumMinor,
    text: flat(joined(joined(start, CartLine.live(shown, digits)), end)),
    startLength: start.length,
    endLength: end.length,
  };
};

const NONE = (): LineAttributes => ({});

const lineText = (line: Line, digits: number): Octets => {
  const cached = (line.derivedCache ??= newText(line, digits)) as LineText;
  const { text, startLength, endLength } = cached;
  if (cached.quantity === line.quantityMilli && cached.sum === line.sumMinor) return text;
  cached.quantity = line.quantityMilli;
  cached.sum = line.sumMinor;
  const live = CartLine.live({ line, attributes: NONE }, digits);
  const [start, end] = [part(text, 0, startLength), part(text, text.length - endLength)];
  return (cached.text = flat(joined(joined(start, live), end)));
};

const [NOTHING, COMMA, END] = [ascii(''), ascii(','), ascii('}')];

/** Text of the child lines, by the id of their parent; undefined if there are none. */
const belowText = (lines: readonly Line[], digits: number): ReadonlyMap<number, Octets> | undefined => {
  let below: Map<number, Octets> | undefined;
  for (const line of lines) {
    if (line.parentId === 0) continue;
    const earlier = (below ??= new Map()).get(line.parentId);
    const text = joined(lineText(line, digits), END);
    below.set(line.parentId, earlier === undefined ? text : joined(joined(earlier, COMMA), text));
  }
  return below;
};

/** The top-level lines, each with its child lines inside. */
const linesText = ({ lines }: Cart, digits: number): Octets => {
  const below = belowText(lines, digits);
  let text = NOTHING;
  for (const line of lines) {
    if (line.parentId !== 0) continue;
    const inside = below?.get(line.id);
    if (text !== NOTHING) text = joined(text, COMMA);
    text = joined(text, lineText(line, digits));
    if (inside !== undefined) text = joined(text, subElementsText(inside));
    text = joined(text, END);
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

/** As `bytesOf`, in a pooled buffer: for replies that are sent once and not kept. */
const pooledBytesOf = (text: Octets): Buffer => writeOctets(text, acquireBuffer(text.length));

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

/** The cart of a session, as text. */
export const cartText = (cart: Cart, unit: Unit): string =>
  bytesOf(CartOfSession.text(shownCart(cart, unit), unit.currencyDigits)).toString();

/** The cart, with the id of the line that add_to_cart added or increased. */
export const viewCartWithLine = (cart: Cart, unit: Unit): EncodedReply<CartReply> =>
  new EncodedReply(pooledBytesOf(CartOfSession.text(shownCart(cart, unit, cart.lastLineId), unit.currencyDigits)));

/** The cart, with sentences that explain every amount. */
export const viewExplainedCart = (cart: Cart, explained: Explanation, unit: Unit): EncodedReply<CartReply> =>
  new EncodedReply(bytesOf(CartOfSession.text(shownCart(cart, unit, 0, explained), unit.currencyDigits)));
