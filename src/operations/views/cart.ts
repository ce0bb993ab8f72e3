// The cart as clients read it.
import type { Cart } from '../../domain/cart/cart.ts';
import type { Line } from '../../domain/cart/line.ts';
import type { TaxPosition, Totals } from '../../domain/cart/totals.ts';
import { totalsOf } from '../../domain/cart/totals.ts';
import { explanation } from '../../domain/cart/explanation.ts';
import { decimal, decimalText } from '../../domain/money.ts';
import type { Session } from '../../domain/cart/session.ts';
import { EncodedReply, Keyed, RawJson, toJson } from '../../kernel/json.ts';
import { acquireBuffer } from '../../kernel/buffer-pool.ts';
import type { Cart as CartReply, OrderCart } from '../replies/cart.ts';
import type { Actor } from '../../engine/actor-table.ts';
import { dateTime, rate } from './format.ts';

const CART = '"object":"cart",';
const MEASURES = ['sys_weight', 'sys_length', 'sys_width', 'sys_height'] as const;

type Attributes = { [name: string]: { readonly name: string; readonly value: string | number } };

/** A member name that a JavaScript object would move to its front. */
const DIGITS = /^\d+$/;

const lineAttributes = (line: Line): Attributes | Keyed => {
  const attributes: Attributes = { sys_tax: { name: 'sys_tax', value: rate(line.rateE6) } };
  MEASURES.forEach((name, index) => {
    const value = line.measures[index];
    if (value !== undefined) attributes[name] = { name, value };
  });
  for (const [name, value] of line.attributes) attributes[name] = { name, value };
  if (!line.attributes.some(([name]) => DIGITS.test(name))) return attributes;
  const given = line.attributes.map(([name]) => name);
  const system = Object.keys(attributes).filter((name) => !given.includes(name));
  return new Keyed([...system, ...given].map((name) => [name, attributes[name]!]));
};

/** JSON of a line without its closing brace; the members that depend on its quantity are in the middle. */
interface LineText {
  quantity: number;
  text: string;
  readonly startLength: number;
  readonly endLength: number;
}

// Every text here holds one character per byte of its UTF-8. A cart is concatenated from cached texts for each reply,
// and becomes bytes by a plain copy.
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

const wholeText = (
  start: string,
  { quantityMilli, priceE4, sumMinor, taxMinor, sumTaxMinor }: Line,
  end: string,
  digits: number,
): string =>
  flat(
    `${start}${decimalText(quantityMilli, 3)},"price":${decimalText(priceE4, 4)},"sum_price":${decimalText(sumMinor, digits)}` +
      `,"tax":${decimalText(taxMinor, digits)},"sum_tax":${decimalText(sumTaxMinor, digits)}${end}`,
  );

const newText = (line: Line, digits: number): LineText => {
  const { type, id, productId: id_product, elementNumber: element_number, name, description, quantityMilli } = line;
  const named = { name, description, attributes: lineAttributes(line) };
  // The platform's own writer is faster than ours, but cannot keep an order of digits.
  const last = named.attributes instanceof Keyed ? toJson(named) : JSON.stringify(named);
  const start = octets(`${JSON.stringify({ type, id, id_product, element_number }).slice(0, -1)},"quantity":`);
  const end = octets(`,${last.slice(1, -1)}`);
  return {
    quantity: quantityMilli,
    text: wholeText(start, line, end, digits),
    startLength: start.length,
    endLength: end.length,
  };
};

const lineText = (line: Line, digits: number): string => {
  const cached = (line.derivedCache ??= newText(line, digits)) as LineText;
  const { text, startLength, endLength } = cached;
  if (cached.quantity === line.quantityMilli) return text;
  cached.quantity = line.quantityMilli;
  return (cached.text = wholeText(text.slice(0, startLength), line, text.slice(text.length - endLength), digits));
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
    const children = inside === undefined ? '' : `,"sub_elements":{"contents":[${inside}]}`;
    text += `${text === '' ? '' : ','}${lineText(line, digits)}${children}}`;
  }
  return text;
};

const deliveryText = ({ deliveryPositions }: Cart, digits: number): string =>
  deliveryPositions.length === 0
    ? '[]'
    : octets(
        JSON.stringify(
          deliveryPositions.map((position) => ({
            name: position.name,
            price: decimal(position.priceMinor, digits),
            tax: rate(position.rateE6),
          })),
        ),
      );

const NO_COUPONS = '{"sum":0,"positions":[]}';

const couponsText = ({ coupons }: Cart, { couponsMinor, couponUses }: Totals, digits: number): string => {
  if (coupons.length === 0) return NO_COUPONS;
  const positions = coupons.map(({ name, code, terms: { percentage, amount } }, index) => ({
    name,
    code,
    amount: decimal(amount, percentage ? 4 : digits),
    used_amount: decimal(couponUses[index]!.usedMinor, digits),
    tax: decimal(couponUses[index]!.taxMinor, digits),
  }));
  return `{"sum":${decimalText(couponsMinor, digits)},"positions":${octets(JSON.stringify(positions))}}`;
};

const taxText = ({ rateE6, netMinor, taxMinor, grossMinor }: TaxPosition, digits: number): string =>
  `{"rate":${decimalText(rateE6, 6)},"net":${decimalText(netMinor, digits)},` +
  `"tax":${decimalText(taxMinor, digits)},"gross":${decimalText(grossMinor, digits)}}`;

/**
 * The cart as JSON, a character per byte. `head`: members before its own; `inserted`: members after `sum`; `tail`:
 * members at the end.
 */
const cartText = (cart: Cart, digits: number, head: string, inserted = '', tail = ''): string => {
  const totals = totalsOf(cart);
  const { deliveryMinor, totalMinor, sumTaxMinor, taxPositions } = totals;
  const sum = decimalText(cart.sumMinor, digits);
  const costs = `{"sum":${decimalText(deliveryMinor, digits)},"positions":${deliveryText(cart, digits)}}`;
  let taxes = '';
  for (const position of taxPositions) taxes += `${taxes === '' ? '' : ','}${taxText(position, digits)}`;
  return (
    `{${head}"creation_date":"${dateTime(cart.createdMs)}","sum":${sum}${inserted},"contents":[` +
    linesText(cart, digits) +
    `],"coupons":${couponsText(cart, totals, digits)},"delivery_costs":${costs},"total":${decimalText(totalMinor, digits)}` +
    `,"sum_tax":${decimalText(sumTaxMinor, digits)},"tax_positions":[${taxes}]${tail}}`
  );
};

// Bytes at once: the text is a tree of strings, and the collector would copy every tree that waits for the disk.
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/** As `bytesOf`, in a pooled buffer: for replies that are sent once and not kept. */
const pooledBytesOf = (text: string): Buffer => {
  const bytes = acquireBuffer(text.length);
  bytes.write(text, 0, 'latin1');
  return bytes;
};

/** The cart as a member of another record. */
export const cartJson = (cart: Cart, digits: number): RawJson<OrderCart> =>
  new RawJson(bytesOf(cartText(cart, digits, '')).toString());

/** The cart of a session; its bytes are cached until the session changes. */
export const viewCart = (actor: Actor, digits: number): EncodedReply<CartReply> => {
  actor.derivedCache ??= new EncodedReply(bytesOf(cartText((actor.state as Session).cart, digits, CART)));
  return actor.derivedCache as EncodedReply<CartReply>;
};

/** The cart, with the id of the line that add_to_cart added or increased. */
export const viewRaisedCart = (cart: Cart, digits: number): EncodedReply<CartReply> =>
  new EncodedReply(pooledBytesOf(cartText(cart, digits, CART, `,"last_inserted_element_id":${cart.lastLineId}`)));

/** The cart, with sentences that explain every amount. */
export const viewExplainedCart = (cart: Cart, digits: number): EncodedReply<CartReply> => {
  const explain = octets(`,"explain":${JSON.stringify(explanation(cart, digits))}`);
  return new EncodedReply(bytesOf(cartText(cart, digits, CART, '', explain)));
};
