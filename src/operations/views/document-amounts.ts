// Lines, sums and taxes of a document: written for the language, computed from the integers of the order.
import { own } from '../../domain/by-language.ts';
import { calculate } from '../../domain/calculation/calculate.ts';
import type { TaxPosition } from '../../domain/calculation/amounts.ts';
import { isGoods } from '../../domain/calculation/goods.ts';
import type { Cart } from '../../domain/cart/cart.ts';
import { DESCRIPTION_IS_HTML, NAME_IS_HTML } from '../../domain/cart/line.ts';
import type { Line } from '../../domain/cart/line.ts';
import { mulDiv, tenTo, wholeQuotient } from '../../domain/money.ts';
import { amountOf, creditedMinor, taxesAfter, taxesOfCredits } from '../../domain/orders/credits.ts';
import type { Credit } from '../../domain/orders/credits.ts';
import type { Format, Labels } from '../../outside/documents/templates.ts';
import type { DocumentServices } from '../context/document-services.ts';

/** An integer of `digits` decimals, of which at least `kept` are shown. */
export const written = (scaled: number, digits: number, kept: number, { decimal, group }: Format): string => {
  const positive = Math.abs(scaled);
  const whole = wholeQuotient(positive, tenTo(digits));
  const rest = String(positive - whole * tenTo(digits)).padStart(digits, '0');
  let shown = digits;
  while (shown > kept && rest[shown - 1] === '0') shown -= 1;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, group);
  return `${scaled < 0 ? '-' : ''}${grouped}${shown === 0 ? '' : `${decimal}${rest.slice(0, shown)}`}`;
};

export interface Writer {
  readonly format: Format;
  readonly sign: string;
  /** Decimals of the currency. */
  readonly digits: number;
  /** −1 on a document that takes an invoice back. */
  readonly factor: 1 | -1;
}

// A narrow no-break space would be the better one, and many mail clients show a box for it.
const NO_BREAK = '\u00a0';

/** A money amount; the minus sign comes first, before a currency sign. */
const money = ({ format, sign }: Writer, amount: string): string => {
  const [minus, positive] = amount.startsWith('-') ? ['-', amount.slice(1)] : ['', amount];
  return (
    minus +
    format.money
      .replace(/\{(amount|currency)\}/g, (_all, name) => (name === 'amount' ? positive : sign))
      .replaceAll(' ', NO_BREAK)
  );
};

const minor = (writer: Writer, amount: number): string =>
  money(writer, written(amount * writer.factor, writer.digits, writer.digits, writer.format));

const percent = ({ format }: Writer, rateE6: number): string => `${written(rateE6, 4, 0, format)}${NO_BREAK}%`;

/**
 * Characters of each text of an order, in HTML and PDF: a document has a size, and a row of the PDF is no taller than a
 * page.
 */
const TEXT_LENGTH_MAX = 600;
const TEXT_LINES_MAX = 30;
const ATTRIBUTES_MAX = 30;

/** Shortened with an ellipsis, never within a surrogate pair. */
export const cut = (text: string, lengthMax = TEXT_LENGTH_MAX): string => {
  const lines = text.slice(0, lengthMax + 1).split('\n', TEXT_LINES_MAX + 1);
  const kept = lines.slice(0, TEXT_LINES_MAX).join('\n');
  if (kept.length <= lengthMax && lines.length <= TEXT_LINES_MAX) return kept;
  return `${kept.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…`;
};

interface Attribute {
  readonly name: string;
  readonly value: string;
}

const ADDRESS_LENGTH_MAX = 2048;

/**
 * A URL or a path to a file, which storefronts keep at a line for their own use: `https://…`, `//host/a`, `/pics/a`,
 * `pics/a.png`. What only has a slash in it (`M/L`, `1/2`) is none.
 */
const ADDRESS =
  /^([a-z][a-z0-9+.-]*:)?\/\/.|^data:|^\.{0,2}\/(.+\/|.*\.[a-z][a-z0-9]{1,4}$)|^[^/]+\/.*\.[a-z][a-z0-9]{1,4}$/i;

const isAddress = (text: string): boolean =>
  text.includes('/') && text.length <= ADDRESS_LENGTH_MAX && !/\s/.test(text) && ADDRESS.test(text);

/** The attributes of a line share the length of one text; those whose value is the address of a file are left out. */
export const attributesOf = ({ attributes }: Pick<Line, 'attributes'>, lengthMax = TEXT_LENGTH_MAX): Attribute[] => {
  const shownAttributes: Attribute[] = [];
  let room = lengthMax;
  for (const [givenName, givenValue] of attributes) {
    if (room <= 0 || shownAttributes.length === ATTRIBUTES_MAX) break;
    if (isAddress(givenValue)) continue;
    const name = cut(givenName, room);
    const value = cut(givenValue, Math.max(room - name.length, 1));
    room -= name.length + value.length;
    shownAttributes.push({ name, value });
  }
  return shownAttributes;
};

/** Position numbers by line id: `1`, `2`, and `2.1` for a child of the second line. */
export const positions = (lines: readonly Line[]): Map<number, string> => {
  const positions = new Map<number, string>();
  const counts = new Map<number, number>();
  for (const { id, parentId } of lines) {
    const count = (counts.get(parentId) ?? 0) + 1;
    counts.set(parentId, count);
    positions.set(id, parentId === 0 ? String(count) : `${positions.get(parentId)!}.${count}`);
  }
  return positions;
};

/** Lines in the order of their position numbers: each is followed by its children. */
export const sortedLines = (lines: readonly Line[]): Line[] => {
  const below = new Map<number, Line[]>();
  for (const line of lines) {
    const siblings = below.get(line.parentId);
    if (siblings === undefined) below.set(line.parentId, [line]);
    else siblings.push(line);
  }
  const walk = (parentId: number): Line[] => (below.get(parentId) ?? []).flatMap((line) => [line, ...walk(line.id)]);
  return walk(0);
};

const lineShown = (line: Line, position: string, writer: Writer, plainText: DocumentServices['plainText']) => {
  const shown = (text: string, isHtml: boolean): string => cut(isHtml ? plainText(text, TEXT_LENGTH_MAX) : text);
  return {
    position,
    name: shown(line.name, (line.markup & NAME_IS_HTML) !== 0),
    description: shown(line.description, (line.markup & DESCRIPTION_IS_HTML) !== 0),
    element_number: cut(line.elementNumber),
    attributes: attributesOf(line),
    quantity: written(line.quantityMilli * writer.factor, 3, 0, writer.format),
    price: money(writer, written(line.priceE4, 4, writer.digits, writer.format)),
    rate: percent(writer, line.rateE6),
    sum: minor(writer, line.sumMinor),
  };
};

const linesOf = (cart: Cart, writer: Writer, plainText: DocumentServices['plainText']): object[] => {
  const goods = cart.lines.filter(isGoods);
  const numbers = positions(goods);
  return sortedLines(goods).map((line) => lineShown(line, numbers.get(line.id)!, writer, plainText));
};

/** A label in front of a name; many a name says what it is by itself. */
const labelled = (label: string, separator: string, name: string): string => {
  if (name.toLowerCase().startsWith(label.toLowerCase())) return name;
  return name === '' ? label : `${label}${separator}${name}`;
};

interface Words {
  readonly text: Labels['text'];
  readonly spoken: string;
}

const taxesOf = (taxPositions: readonly TaxPosition[], writer: Writer): object[] =>
  taxPositions.map(({ rateE6, netMinor, taxMinor, grossMinor }) => ({
    rate: percent(writer, rateE6),
    net: minor(writer, netMinor),
    tax: minor(writer, taxMinor),
    gross: minor(writer, grossMinor),
  }));

/** What a credit is called: its kind, and the positions of the goods whose pieces went. */
export const creditLabel = (cart: Cart, { kind, lines }: Credit, { text }: Words): string => {
  const numbers = positions(cart.lines.filter(isGoods));
  const of = lines.flatMap(({ lineId, quantityMilli }) => (quantityMilli === 0 ? [] : (numbers.get(lineId) ?? [])));
  const label = text[`credit_${kind}`] ?? kind;
  return of.length === 0 ? label : `${label}: ${text['position'] ?? ''} ${of.join(', ')}`;
};

/** A credit, or a partial invoice. */
export type Part = Pick<Credit, 'lines'>;

/** Lines of a part of an order: what each was worth after all that was taken off it. */
const linesOfPart = (
  cart: Cart,
  { lines }: Part,
  writer: Writer,
  plainText: DocumentServices['plainText'],
): object[] => {
  const credited = new Map(lines.map((line) => [line.lineId, line]));
  const shown = cart.lines.filter(({ id }) => credited.has(id));
  const numbers = positions(cart.lines.filter(isGoods));
  return shown.map((line) => {
    const { quantityMilli, minor: amount } = credited.get(line.id)!;
    const perPiece = quantityMilli === 0 ? undefined : mulDiv(amount, 1000, quantityMilli);
    return {
      ...lineShown(line, numbers.get(line.id) ?? '', writer, plainText),
      quantity: quantityMilli === 0 ? '' : written(quantityMilli * writer.factor, 3, 0, writer.format),
      price:
        perPiece === undefined ? '' : money(writer, written(perPiece, writer.digits, writer.digits, writer.format)),
      sum: minor(writer, amount),
    };
  });
};

export const partAmounts = (
  cart: Cart,
  part: Part,
  writer: Writer,
  plainText: DocumentServices['plainText'],
): object => ({
  lines: linesOfPart(cart, part, writer, plainText),
  sum: minor(writer, amountOf(part)),
  coupons: [],
  delivery_costs: [],
  total: minor(writer, amountOf(part)),
  taxes: taxesOf(taxesOfCredits(cart, [part]), writer),
});

/** `credits`: those that the document shows as taken off. */
export const amountsOf = (
  cart: Cart,
  credits: readonly Credit[],
  writer: Writer,
  words: Words,
  plainText: DocumentServices['plainText'],
): object => {
  const { text, spoken } = words;
  const { couponUses, totalMinor, taxPositions } = calculate(cart);
  const { coupon: couponLabel = '', delivery_costs: deliveryLabel = '' } = text;
  const promotions = cart.promotions.map(({ name: given, labels, usedMinor }) => {
    const name = own(labels, spoken) ?? given;
    return { label: name, name, code: '', amount: minor(writer, -usedMinor) };
  });
  const coupons = cart.coupons.map(({ name, code }, index) => ({
    label: labelled(couponLabel, ' ', name),
    name,
    code,
    amount: minor(writer, -couponUses[index]!.usedMinor),
  }));
  const credited = credits.map((credit) => {
    const label = creditLabel(cart, credit, words);
    return { label, name: label, code: '', amount: minor(writer, -amountOf(credit)) };
  });
  return {
    lines: linesOf(cart, writer, plainText),
    sum: minor(writer, cart.sumMinor),
    coupons: [...promotions, ...coupons, ...credited],
    delivery_costs: cart.deliveryPositions.map(({ name, priceMinor, rateE6 }) => ({
      label: labelled(deliveryLabel, ': ', name),
      name,
      amount: minor(writer, priceMinor),
      rate: percent(writer, rateE6),
    })),
    total: minor(writer, totalMinor - creditedMinor({ credits })),
    taxes: taxesOf(taxesAfter(taxPositions, taxesOfCredits(cart, credits)), writer),
  };
};
