// Numbers of an electronic invoice as texts, from integers alone, and elements that are left out where they are empty.
import type { EInvoice, InTax, PositionLine, TaxOf } from '../../domain/orders/e-invoice.ts';
import type { XmlElement } from '../xml.ts';

/** An integer of `digits` decimals, all of them shown. */
const fixed = (scaled: number, digits: number): string => {
  const text = String(Math.abs(scaled)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  return `${scaled < 0 ? '-' : ''}${whole}${digits === 0 ? '' : `.${text.slice(-digits)}`}`;
};

/** The same without zeros at its end. */
const short = (scaled: number, digits: number): string => {
  const text = fixed(scaled, digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};

export const amount = ({ digits }: Pick<EInvoice, 'digits'>, minor: number): string => fixed(minor, digits);

export const quantity = (milli: number): string => short(milli, 3);

/** In percent. */
export const percent = ({ rateE6 }: Pick<TaxOf, 'rateE6'>): string => short(rateE6, 4);

/**
 * The price without tax, and the quantity that it is for, both above zero: price × quantity ÷ that is just the line's
 * amount. It is for one piece where four decimals say that, else for all pieces of the line.
 */
export const priceOf = (
  { digits }: Pick<EInvoice, 'digits'>,
  { netMinor, quantityMilli }: Pick<InTax<PositionLine>, 'netMinor' | 'quantityMilli'>,
): readonly [price: string, baseQuantity: string] => {
  const [net, pieces] = [BigInt(Math.abs(netMinor)), BigInt(Math.abs(quantityMilli))];
  const scaled = net * 1000n * 10n ** BigInt(4 - digits);
  if (scaled % pieces !== 0n) return [fixed(Number(net), digits), quantity(Number(pieces))];
  const one = Number(scaled / pieces);
  return [one % 100 === 0 ? fixed(one / 100, 2) : short(one, 4), '1'];
};

/** Elements that are there: those without a text or an element are left out. */
export const present = (...elements: readonly XmlElement[]): XmlElement[] =>
  elements.filter(([, content]) => content.length > 0);

/** One element for each. */
export const each = <T>(items: readonly T[], element: (item: T) => XmlElement): XmlElement[] => items.map(element);
