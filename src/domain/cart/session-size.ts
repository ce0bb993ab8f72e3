// How large a session is: the measure of its limit `sessionBytesMax` (D212).
//
// A text counts its characters, a record a fixed share besides. The size is kept as two numbers that events change, so
// that adding a line costs the line and not the cart.
// Not promised: bytes to the digit. A character outside Latin-1 takes two bytes in memory and up to three on disk.
import { lineOf } from './cart.ts';
import type { Cart } from './cart.ts';
import type { LineEvent } from './cart-lines.ts';
import type { Line } from './line.ts';
import type { OrderDetails } from './order-details.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';

/** Bytes of a record besides its texts: numbers, references, headers. */
const RECORD_BYTES = 64;

type LineTexts = Pick<Line, 'elementNumber' | 'name' | 'description' | 'attributes'>;

const lineBytes = ({ elementNumber, name, description, attributes }: LineTexts): number => {
  let bytes = RECORD_BYTES + elementNumber.length + name.length + description.length;
  for (const [key, value] of attributes) bytes += key.length + value.length;
  return bytes;
};

export const linesBytes = (lines: readonly LineTexts[]): number =>
  lines.reduce((bytes, line) => bytes + lineBytes(line), 0);

/** What a change of the cart's lines adds. */
export const changedBytes = (cart: Cart, event: LineEvent): number => {
  if (event.type === 'line_added') return lineBytes(event);
  if (event.type !== 'lines_removed') return 0;
  return event.lineIds.reduce((bytes, id) => bytes - lineBytes(lineOf(cart, id)!), 0);
};

/** Whether the session may grow by so much; shrink it always may, also where the limit was lowered. */
export const bytesFit = (
  state: { readonly linesBytes: number; readonly otherBytes: number },
  more: number,
  { bytesMax }: { readonly bytesMax: number },
): boolean => more <= 0 || state.linesBytes + state.otherBytes + more <= bytesMax;

/** Refuses, with the limit as `param`: SESSION_TOO_LARGE. */
export const tooLarge = (
  state: { readonly linesBytes: number; readonly otherBytes: number },
  more: number,
  { bytesMax }: { readonly bytesMax: number },
): Refusal => {
  const bytes = state.linesBytes + state.otherBytes + more;
  return refuse('SESSION_TOO_LARGE', bytesMax, `The session would come to ${bytes} bytes, of at most ${bytesMax}.`);
};

const textsBytes = (texts: readonly string[]): number => texts.reduce((bytes, text) => bytes + text.length, 0);

/** Draft, coupons and delivery positions. */
export const otherBytes = ({ draft, cart }: { readonly draft: OrderDetails; readonly cart: Cart }): number => {
  let bytes = textsBytes(draft.contact) + textsBytes(draft.invoice);
  for (const name in draft.attributes) bytes += name.length + draft.attributes[name]!.length;
  for (const { name } of cart.deliveryPositions) bytes += RECORD_BYTES + name.length;
  for (const { code, name } of cart.coupons) bytes += RECORD_BYTES + code.length + name.length;
  return bytes;
};
