// Data of an order for templates and PDF documents: amounts and dates formatted for the language, computed from the
// integers of the order.
import type { Cart } from '../../domain/cart/cart.ts';
import type { Line } from '../../domain/cart/line.ts';
import { isGoods } from '../../domain/calculation/goods.ts';
import { DESCRIPTION_IS_HTML, NAME_IS_HTML } from '../../domain/cart/line.ts';
import { calculate } from '../../domain/calculation/calculate.ts';
import { own } from '../../domain/by-language.ts';
import { dayIn, dayText } from '../../domain/date-time.ts';
import { tenTo, wholeQuotient } from '../../domain/money.ts';
import { cancellationNumberOf, invoiceNumberOf } from '../../domain/orders/invoice-number.ts';
import type { Order } from '../../domain/orders/order.ts';
import { addressLinesOf } from '../../domain/cart/address-form.ts';
import { fieldOf, methodName } from '../../domain/cart/order-details.ts';
import type { ShopRules } from '../../domain/rules.ts';
import type { Format, Labels, OrderDocumentName } from '../../outside/documents/templates.ts';
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

interface Writer {
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

/** In the Gregorian calendar with Latin digits, which every auditor of an invoice reads. */
const GREGORIAN = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
} as const;

/** The last one, since to make one takes as long as a short document. */
let formatter = { locale: '', timeZone: '', write: (ms: number): string => String(ms) };

const formatterOf = (locale: string, timeZone: string): typeof formatter => {
  if (formatter.locale !== locale || formatter.timeZone !== timeZone) {
    formatter = { locale, timeZone, write: new Intl.DateTimeFormat(locale, { timeZone, ...GREGORIAN }).format };
  }
  return formatter;
};

export const dateIn = ({ format, locale }: Labels, timeZone: string, ms: number): string => {
  if (format.date === undefined) return formatterOf(locale, timeZone).write(ms);
  const [year = '', month = '', day = ''] = dayText(dayIn(timeZone, ms)).split('-');
  return format.date.replace('{day}', day).replace('{month}', month).replace('{year}', year);
};

/**
 * Characters of each text of an order, in HTML and PDF: a document has a size, and a row of the PDF is no taller than a
 * page.
 */
const TEXT_LENGTH_MAX = 600;
const TEXT_LINES_MAX = 30;
const ATTRIBUTES_MAX = 30;
const NOTE_LINES_MAX = 100;

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

/** Placeholder in the contact details of an erased person; documents leave it out. */
const ERASED = 'erased';
const isThere = (text: string): boolean => text !== '' && text !== ERASED;

/** In the order of the country, its name last; what an erasure has left of it is not there. */
export const addressLines = (
  kind: 'invoice' | 'delivery',
  { details }: Order,
  country: (iso: string) => string,
): readonly string[] => {
  const firstOf = (...names: string[]): string =>
    names
      .map((name) => fieldOf(details, `${kind}_${name}`))
      .filter(isThere)
      .join(' ');
  const iso = firstOf('country_code') || firstOf('country');
  const recipient = [
    firstOf('companyname'),
    firstOf('department'),
    firstOf('salutation'),
    firstOf('firstname', 'lastname'),
  ].filter((line) => line !== '');
  const [street, city, state, zip] = [firstOf('street', 'number'), firstOf('city'), firstOf('state'), firstOf('zip')];
  const written = addressLinesOf(iso, { recipient, street, city, state, zip });
  // An order without any address has the shop's country.
  return written.length === 0 || iso === '' ? written : [...written, country(iso)];
};

export const noteLines = (note: string): string[] => {
  const lines = note.split(/\r?\n/).filter(isThere);
  const shown = lines.slice(0, NOTE_LINES_MAX).map((line) => cut(line));
  return lines.length > NOTE_LINES_MAX ? [...shown, '…'] : shown;
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

const linesOf = (cart: Cart, writer: Writer, plainText: DocumentServices['plainText']): object[] => {
  const goods = cart.lines.filter(isGoods);
  const numbers = positions(goods);
  const shown = (text: string, isHtml: boolean): string => cut(isHtml ? plainText(text, TEXT_LENGTH_MAX) : text);
  return sortedLines(goods).map((line) => ({
    position: numbers.get(line.id)!,
    name: shown(line.name, (line.markup & NAME_IS_HTML) !== 0),
    description: shown(line.description, (line.markup & DESCRIPTION_IS_HTML) !== 0),
    element_number: cut(line.elementNumber),
    attributes: attributesOf(line),
    quantity: written(line.quantityMilli * writer.factor, 3, 0, writer.format),
    price: money(writer, written(line.priceE4, 4, writer.digits, writer.format)),
    rate: percent(writer, line.rateE6),
    sum: minor(writer, line.sumMinor),
  }));
};

/** A label in front of a name; many a name says what it is by itself. */
const labelled = (label: string, separator: string, name: string): string => {
  if (name.toLowerCase().startsWith(label.toLowerCase())) return name;
  return name === '' ? label : `${label}${separator}${name}`;
};

const amountsOf = (
  cart: Cart,
  writer: Writer,
  { text, spoken }: { readonly text: Labels['text']; readonly spoken: string },
  plainText: DocumentServices['plainText'],
): object => {
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
  return {
    lines: linesOf(cart, writer, plainText),
    sum: minor(writer, cart.sumMinor),
    coupons: [...promotions, ...coupons],
    delivery_costs: cart.deliveryPositions.map(({ name, priceMinor, rateE6 }) => ({
      label: labelled(deliveryLabel, ': ', name),
      name,
      amount: minor(writer, priceMinor),
      rate: percent(writer, rateE6),
    })),
    total: minor(writer, totalMinor),
    taxes: taxPositions.map(({ rateE6, netMinor, taxMinor, grossMinor }) => ({
      rate: percent(writer, rateE6),
      net: minor(writer, netMinor),
      tax: minor(writer, taxMinor),
      gross: minor(writer, grossMinor),
    })),
  };
};

export interface Printed {
  readonly name: OrderDocumentName;
  readonly orderId: number;
  readonly order: Order;
  /** With what the order holds of them in their place. */
  readonly rules: ShopRules;
  /** The language asked for, '' for none, and its labels. */
  readonly spoken: string;
  readonly labels: Labels;
  /** Texts that the template shows by these names; what the order itself says is never replaced. */
  readonly args: { readonly [name: string]: string };
}

/** `invoice_number` is named also where there is none: `args` would say one. */
const numbersOf = (
  name: OrderDocumentName,
  orderId: number,
  order: Order,
): { number: string; invoice_number: string | undefined } => {
  switch (name) {
    case 'invoice':
      return { number: invoiceNumberOf(order), invoice_number: invoiceNumberOf(order) };
    case 'cancellation_invoice':
      return { number: cancellationNumberOf(order), invoice_number: invoiceNumberOf(order) };
    case 'order_confirmation':
      return { number: String(orderId), invoice_number: undefined };
    default:
      return name satisfies never;
  }
};

/** The data from which templates (docs/sell/document-templates.md) and the PDF are rendered. */
export const documentData = (
  { name, orderId, order, rules, spoken, labels, args }: Printed,
  services: DocumentServices,
): object => {
  const { format, currencies, language, text, documents } = labels;
  const takesBack = name === 'cancellation_invoice';
  const sign = currencies[order.currency] ?? order.currency;
  const writer: Writer = { format, sign, digits: order.currencyDigits, factor: takesBack ? -1 : 1 };
  const country = (iso: string): string => services.countries.name(iso, language, rules.language);
  const madeMs = takesBack ? order.cancellation.canceledMs : order.createdMs;
  const delivery = addressLines('delivery', order, country);
  const invoice = addressLines('invoice', order, country);
  const { details } = order;
  return {
    greeting: text['greeting'] ?? '',
    ...documents[name],
    ...args,
    language,
    locale: labels.locale,
    text: takesBack ? { ...text, invoice_number: text['canceled_invoice'] ?? '' } : text,
    ...numbersOf(name, orderId, order),
    // A link to the invoice stands on a confirmation.
    invoice_link: name === 'order_confirmation' ? args['invoice_link'] : undefined,
    order_number: String(orderId),
    date: dateIn(labels, rules.timeZone, madeMs),
    created_ms: madeMs,
    canceled: !takesBack && order.states.order === 'CANCELED',
    company: rules.company,
    company_foot: rules.companyFoot,
    sender: rules.company.slice(0, 3).join(' · '),
    invoice_address: invoice.length === 0 ? delivery : invoice,
    delivery_address: invoice.length === 0 || invoice.join('\n') === delivery.join('\n') ? [] : delivery,
    email: fieldOf(details, 'email'),
    phone: fieldOf(details, 'phone'),
    note_lines: noteLines(fieldOf(details, 'note')),
    payment_method: methodName(details, 'payment', rules, spoken),
    delivery_method: methodName(details, 'delivery', rules, spoken),
    ...amountsOf(order.cart, writer, { text, spoken }, services.plainText),
  };
};
