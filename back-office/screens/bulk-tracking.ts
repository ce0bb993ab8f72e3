// Which order gets which of the pasted tracking numbers? What may belong to another order is a fault, and is not sent.

export type TrackingFault =
  | { readonly kind: 'unknown' | 'twice'; readonly text: string }
  | { readonly kind: 'surplus'; readonly lines: number };

export interface Tracking {
  /** Order number → tracking number; '' or absent: none. */
  readonly numbers: ReadonlyMap<number, string>;
  readonly fault?: TrackingFault;
}

const NO_LINE = '';

/**
 * A line names its order, or else is that of the next order that no line names; a blank one gives that order none.
 * `orders`: numbers of those that are shipped, as they stand in the dialog.
 */
export const trackingIn = (typed: string, orders: readonly number[]): Tracking => {
  const known = new Map(orders.map((number) => [String(number), number]));
  const numbers = new Map<number, string>();
  const unnamed: string[] = [];
  for (const text of typed.split('\n').map((line) => line.trim())) {
    const [first = '', ...rest] = text.split(/[\s,;]+/);
    const number = known.get(first);
    if (number !== undefined) {
      if (numbers.has(number)) return { numbers, fault: { kind: 'twice', text: first } };
      numbers.set(number, rest.join(' ').trim());
    } else if (rest.length > 0 && /^[1-9]\d*$/.test(first)) return { numbers, fault: { kind: 'unknown', text } };
    else unnamed.push(text);
  }
  for (const number of orders) if (!numbers.has(number)) numbers.set(number, unnamed.shift() ?? NO_LINE);
  const lines = unnamed.filter((text) => text !== NO_LINE).length;
  return lines === 0 ? { numbers } : { numbers, fault: { kind: 'surplus', lines } };
};
