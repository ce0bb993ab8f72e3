// The record of an electronic invoice from a placed order, by the settings that the order was placed with.
import { calculate } from '../../domain/calculation/calculate.ts';
import { isGoods } from '../../domain/calculation/goods.ts';
import type { Cart } from '../../domain/cart/cart.ts';
import type { Line } from '../../domain/cart/line.ts';
import { NAME_IS_HTML } from '../../domain/cart/line.ts';
import { fieldOf, methodName } from '../../domain/cart/order-details.ts';
import type { OrderDetails } from '../../domain/cart/order-details.ts';
import { own } from '../../domain/by-language.ts';
import { dayIn, dayText } from '../../domain/date-time.ts';
import { taxWithin } from '../../domain/money.ts';
import type { RateE6 } from '../../domain/money.ts';
import { eInvoiceSums } from '../../domain/orders/e-invoice.ts';
import type {
  Adjustment,
  EInvoice,
  EInvoiceBuyer,
  EInvoiceHead,
  PositionLine,
  Positions,
  PostalAddress,
} from '../../domain/orders/e-invoice.ts';
import { amountOf, creditedMinor, taxesAfter, taxesOfCredits } from '../../domain/orders/credits.ts';
import type { Credit } from '../../domain/orders/credits.ts';
import { cancellationNumberOf, creditNoteNumberOf, invoiceNumberOf } from '../../domain/orders/invoice-number.ts';
import type { Order } from '../../domain/orders/order.ts';
import { presentPartial } from '../../domain/orders/partial-invoice.ts';
import { creditOf, invoicedMs } from '../../domain/orders/past-carts.ts';
import { vatOf } from '../../domain/orders/vat-category.ts';
import type { TaxFacts, Vat } from '../../domain/orders/vat-category.ts';
import type { ShopRules } from '../../domain/rules.ts';
import { plainVatId } from '../../domain/vat-id.ts';
import { mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Labels } from '../../outside/documents/templates.ts';
import { isThere } from './document.ts';
import { creditLabel, cut, positions, sortedLines } from './document-amounts.ts';
import type { Part } from './document-amounts.ts';

export interface EInvoiceOf {
  readonly orderId: number;
  readonly order: Order;
  readonly rules: ShopRules;
  readonly spoken: string;
  readonly labels: Labels;
  readonly plainText: (html: string, lengthMax: number) => string;
  /** What it takes off the order. */
  readonly credits: readonly Credit[];
  /** The invoice that it takes back, whose buyer the order may no longer say: its person may be erased. */
  readonly issued?: EInvoice | undefined;
}

type InVat<P> = P & { readonly vat: Vat };

/** The tax of a class and rate. */
type Vats = (taxClass: string, rateE6: RateE6) => Vat;

const NAME_LENGTH_MAX = 200;
/** What an attribute of the order says of its buyer. */
const ATTRIBUTES = { vatId: 'vat_id', reference: 'buyer_reference', peppolId: 'peppol_id' } as const;

const field = (details: OrderDetails, name: string): string => {
  const text = fieldOf(details, name);
  return isThere(text) ? text.trim() : '';
};

const addressOf = (kind: 'invoice' | 'delivery', details: OrderDetails): PostalAddress => {
  const of = (...names: string[]): string =>
    names
      .map((name) => field(details, `${kind}_${name}`))
      .filter((text) => text !== '')
      .join(' ');
  return {
    name: of('companyname') || of('firstname', 'lastname'),
    street: of('street', 'number'),
    zip: of('zip'),
    city: of('city'),
    country: of('country_code'),
  };
};

/** What an order says of its buyer beside the address. */
const saidOf = ({ details }: Order): Pick<EInvoiceBuyer, 'vatId' | 'email' | 'reference' | 'peppolId'> => ({
  vatId: plainVatId(own(details.attributes, ATTRIBUTES.vatId) ?? ''),
  email: field(details, 'email'),
  reference: (own(details.attributes, ATTRIBUTES.reference) ?? '').trim(),
  peppolId: (own(details.attributes, ATTRIBUTES.peppolId) ?? '').trim(),
});

/** Like documents: the invoice address, else that of the delivery. */
const buyerOf = (order: Order): EInvoiceBuyer => {
  const [invoice, delivery] = [addressOf('invoice', order.details), addressOf('delivery', order.details)];
  const isOwn = invoice.name + invoice.street + invoice.city !== '';
  return { ...(isOwn ? { ...invoice, country: invoice.country || delivery.country } : delivery), ...saidOf(order) };
};

/** The day of the last parcel, or of that which a partial invoice is over; '' before it, or where no parcel has it. */
const sentDay = (order: Order, { timeZone }: ShopRules): string => {
  const part = presentPartial(order);
  const parcels = part === undefined ? order.parcels : order.parcels.slice(part.parcelId - 1, part.parcelId);
  const sentMs = parcels.reduce((last, { sentMs: ms }) => Math.max(last, ms), 0);
  return sentMs === 0 ? '' : dayText(dayIn(timeZone, sentMs));
};

/** The record with what the order says by now of its buyer and its delivery, where it has nothing of that yet. */
export const completed = (record: EInvoice, order: Order, rules: ShopRules): EInvoice => {
  const { vatId, email, reference, peppolId } = saidOf(order);
  const { buyer } = record;
  return {
    ...record,
    deliveredOn: record.deliveredOn || sentDay(order, rules),
    buyer: {
      ...buyer,
      vatId: buyer.vatId || vatId,
      email: buyer.email || email,
      reference: buyer.reference || reference,
      peppolId: buyer.peppolId || peppolId,
    },
  };
};

/** What takes one record's invoice back, with the number of the document that cancels it. */
export const takenBack = (record: EInvoice, order: Order, { timeZone }: ShopRules): EInvoice => ({
  ...record,
  kind: 'credit_note',
  number: cancellationNumberOf(order),
  date: dayText(dayIn(timeZone, order.cancellation.canceledMs)),
  preceding: { number: record.number, date: record.date },
});

/** Adds up amounts without tax by rate. */
class NetByRate {
  private readonly nets = new Map<string, { readonly taxClass: string; readonly rateE6: RateE6; netMinor: number }>();

  add(taxClass: string, rateE6: RateE6, netMinor: number): void {
    const key = rateE6 === 0 ? `0 ${taxClass}` : String(rateE6);
    const known = this.nets.get(key);
    if (known === undefined) this.nets.set(key, { taxClass, rateE6, netMinor });
    else known.netMinor += netMinor;
  }

  /** One adjustment for each rate. */
  adjustments(reason: string, vat: Vats): InVat<Adjustment>[] {
    return [...this.nets.values()].map(({ taxClass, rateE6, netMinor }) => ({
      reason,
      netMinor,
      vat: vat(taxClass, rateE6),
    }));
  }
}

/** A reason is never empty (BR-33, BR-38). */
const reasonOf = (text = ''): string => cut(text, NAME_LENGTH_MAX).trim() || '–';

const classOf = ({ basis }: Pick<Line, 'basis'>): string => basis?.[1] ?? '';

/** Coupons, promotions and deliveries of a cart, without tax. */
const adjustmentsOf = (
  cart: Cart,
  { spoken, labels: { text } }: Pick<EInvoiceOf, 'spoken' | 'labels'>,
  vat: Vats,
): InVat<Adjustment>[] => {
  const { lines, promotions, coupons, deliveryPositions } = cart;
  const byId = new Map(lines.map((line) => [line.id, line]));
  const off = promotions.map(({ name, labels, parts, delivery }) => {
    const nets = new NetByRate();
    const take = (of: Pick<Line, 'basis' | 'rateE6'>, minor: number, tax: number): void =>
      nets.add(classOf(of), of.rateE6, tax - minor);
    for (const [id, , minor, tax] of parts) take(byId.get(id)!, minor, tax);
    for (const [at, , minor, tax] of delivery) take(deliveryPositions[at]!, minor, tax);
    return nets.adjustments(reasonOf(own(labels, spoken) ?? name), vat);
  });
  const coupon = calculate(cart).couponUses.map(({ parts }, at) => {
    const nets = new NetByRate();
    for (const [line, minor, tax] of parts) nets.add(classOf(lines[line]!), lines[line]!.rateE6, tax - minor);
    return nets.adjustments(reasonOf(coupons[at]!.name || text['coupon']), vat);
  });
  const delivered = deliveryPositions
    .filter(({ priceMinor }) => priceMinor !== 0)
    .map(({ name, priceMinor, rateE6, basis }) => ({
      reason: reasonOf(name || text['delivery_costs']),
      netMinor: priceMinor - taxWithin(priceMinor, rateE6),
      vat: vat(classOf({ basis }), rateE6),
    }));
  return [...off.flat(), ...coupon.flat(), ...delivered];
};

/** What was credited, without tax: one adjustment for each rate of a credit. */
const creditsOf = (
  cart: Cart,
  { credits, spoken, labels: { text } }: Pick<EInvoiceOf, 'credits' | 'spoken' | 'labels'>,
  vat: Vats,
): InVat<Adjustment>[] => {
  const byId = new Map(cart.lines.map((line) => [line.id, line]));
  return credits.flatMap((credit) => {
    const nets = new NetByRate();
    for (const { lineId, minor, taxMinor } of credit.lines) {
      const line = byId.get(lineId)!;
      nets.add(classOf(line), line.rateE6, taxMinor - minor);
    }
    return nets.adjustments(reasonOf(creditLabel(cart, credit, { text, spoken })), vat);
  });
};

/** What of a line stands on a document; both amounts are below zero for a discount that staff entered as a line. */
interface Shown {
  readonly position: string;
  readonly quantityMilli: number;
  readonly minor: number;
  readonly taxMinor: number;
}

const positionLine = (
  line: Line,
  { position, quantityMilli, minor, taxMinor }: Shown,
  plainText: EInvoiceOf['plainText'],
  vat: Vats,
): InVat<PositionLine> => {
  const name = (line.markup & NAME_IS_HTML) === 0 ? line.name : plainText(line.name, NAME_LENGTH_MAX);
  return {
    position,
    name: cut(name, NAME_LENGTH_MAX).trim() || line.elementNumber || position,
    number: cut(line.elementNumber, NAME_LENGTH_MAX),
    quantityMilli: minor < 0 ? -quantityMilli : quantityMilli,
    netMinor: minor - taxMinor,
    vat: vat(classOf(line), line.rateE6),
  };
};

/** The lines of a credit note, or of a partial invoice. Money alone is one piece. */
const linesOfPart = (cart: Cart, part: Part, plainText: EInvoiceOf['plainText'], vat: Vats): InVat<PositionLine>[] => {
  const taken = new Map(part.lines.map((line) => [line.lineId, line]));
  return cart.lines.flatMap((line, at) => {
    const of = taken.get(line.id);
    if (of === undefined) return [];
    const shown = { ...of, position: String(at + 1), quantityMilli: of.quantityMilli || 1000 };
    return [positionLine(line, shown, plainText, vat)];
  });
};

const linesOf = (cart: Cart, plainText: EInvoiceOf['plainText'], vat: Vats): InVat<PositionLine>[] => {
  const goods = cart.lines.filter(isGoods);
  const numbers = positions(goods);
  return sortedLines(goods).map((line) => {
    const { id, quantityMilli, sumMinor: minor, sumTaxMinor: taxMinor } = line;
    return positionLine(line, { position: numbers.get(id)!, quantityMilli, minor, taxMinor }, plainText, vat);
  });
};

/** Categories of an order's taxes by class and rate; the first refusal of one is kept. */
const categories = (facts: TaxFacts) => {
  const found: { refused?: Result<never> } = {};
  const known = new Map<string, Vat>();
  const vat = (taxClass: string, rateE6: RateE6): Vat => {
    const key = `${rateE6} ${taxClass}`;
    let one = known.get(key);
    if (one === undefined) {
      const said = vatOf(taxClass, rateE6, facts);
      if (!said.ok) found.refused ??= said;
      one = said.ok ? said.value : { code: 'Z', rateE6, reasonCode: '', reason: '' };
      known.set(key, one);
    }
    return one;
  };
  return { found, vat };
};

const headOf = ({ orderId, order, rules, spoken }: EInvoiceOf, buyer: EInvoiceBuyer): EInvoiceHead => {
  const { seller, timeZone } = rules;
  const delivery = addressOf('delivery', order.details);
  const isOwn = delivery.street + delivery.zip + delivery.city !== '';
  const { name: buyerName, street: buyerStreet, zip: buyerZip, city: buyerCity, country: buyerCountry } = buyer;
  const { vatId, taxNumber, contact, phone, email, iban, name, street, zip, city, country } = seller;
  return {
    kind: 'invoice',
    number: invoiceNumberOf(order),
    date: dayText(dayIn(timeZone, invoicedMs(order))),
    preceding: null,
    orderNumber: String(orderId),
    currency: order.currency,
    digits: order.currencyDigits,
    deliveredOn: sentDay(order, rules),
    seller: { name, street, zip, city, country, vatId, taxNumber, contact, phone, email, iban },
    buyer,
    deliverTo: isOwn
      ? { ...delivery, name: delivery.name || buyerName }
      : { name: buyerName, street: buyerStreet, zip: buyerZip, city: buyerCity, country: buyerCountry },
    payment: methodName(order.details, 'payment', rules, spoken),
  };
};

/** With the seller and the buyer of the invoice that was issued, and where it went. */
export const asIssued = (record: EInvoice, { seller, buyer, deliverTo, number, date }: EInvoice): EInvoice => ({
  ...record,
  seller,
  buyer,
  deliverTo,
  ...(record.preceding === null ? { number, date } : { preceding: { number, date } }),
});

/** What a record is about; `positions` are called once the shop and the order are known to tell enough. */
const recordOf = (given: EInvoiceOf, positionsOf: (vat: Vats) => Omit<Positions, 'rounding'>): Result<EInvoice> => {
  const { order, rules, labels, issued } = given;
  const { details, currencyDigits, currency } = order;
  if (rules.seller.name === '')
    return refuse('E_INVOICE_INCOMPLETE', 'seller.name', 'The settings of the shop do not say who sells.');
  if (currencyDigits > 2)
    return refuse('E_INVOICE_INCOMPLETE', 'currency', `${currency} has more than the two decimals of such an invoice.`);
  const buyer = buyerOf(order);
  const isGerman = labels.language.startsWith('de');
  const country = issued?.deliverTo.country || field(details, 'delivery_country_code') || buyer.country;
  const buyerVatId = issued?.buyer.vatId || buyer.vatId;
  const { found, vat } = categories({ seller: rules.seller, country, buyerVatId, isGerman });
  const sums = eInvoiceSums({ ...positionsOf(vat), rounding: isGerman ? 'Rundung' : 'Rounding' });
  return found.refused ?? ok({ ...headOf(given, buyer), ...sums });
};

const partPositions =
  (cart: Cart, part: Part, plainText: EInvoiceOf['plainText']) =>
  (vat: Vats): Omit<Positions, 'rounding'> => ({
    lines: linesOfPart(cart, part, plainText, vat),
    adjustments: [],
    taxes: taxesOfCredits(cart, [part]),
    totalMinor: amountOf(part),
  });

/** Refuses: E_INVOICE_INCOMPLETE with what the shop or the order has not told. */
export const eInvoiceOf = (given: EInvoiceOf): Result<EInvoice> => {
  const { order, plainText, credits } = given;
  const { cart } = order;
  const part = presentPartial(order);
  if (part !== undefined) return recordOf(given, partPositions(cart, part, plainText));
  return recordOf(given, (vat) => {
    const { totalMinor, taxPositions } = calculate(cart);
    return {
      lines: linesOf(cart, plainText, vat),
      adjustments: [...adjustmentsOf(cart, given, vat), ...creditsOf(cart, given, vat)],
      taxes: taxesAfter(taxPositions, taxesOfCredits(cart, credits)),
      totalMinor: totalMinor - creditedMinor({ credits }),
    };
  });
};

/** The record of a credit note. Refuses: as `eInvoiceOf` does. */
export const creditNoteRecord = (given: EInvoiceOf, creditId: number): Result<EInvoice> => {
  const { order, rules, plainText } = given;
  const { cart } = order;
  const credit = creditOf(order, creditId)!;
  const record = recordOf(given, partPositions(cart, credit, plainText));
  return mapOk(record, (made) => ({
    ...made,
    kind: 'credit_note',
    number: creditNoteNumberOf(order, creditId),
    date: dayText(dayIn(rules.timeZone, credit.atMs)),
    preceding: { number: made.number, date: made.date },
  }));
};
