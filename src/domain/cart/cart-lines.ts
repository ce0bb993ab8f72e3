// Changes of a cart's lines: part of the decisions and events of a session. Lines hang one level deep (D87).
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { EventOf } from '../actor.ts';
import type { Cart, DeliveryPosition, NewDeliveryPosition } from './cart.ts';
import type { ElementType, Line, Listed, Repriced } from './line.ts';
import type { TaxBasis } from '../calculation/tax.ts';
import { equalLine, heldPosition, lineOf, withChildren } from './cart.ts';
import { isWhole, sumChanges } from '../calculation/line-sums.ts';
import type { SummedLine } from '../calculation/line-sums.ts';
import { staysExact } from '../calculation/calculate.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../money.ts';
import { QUANTITY_MILLI_MAX, lineSum, taxWithin } from '../money.ts';

/** A line as priced by the catalogue; the decision computes its amounts for a quantity. */
export type PricedLine = Omit<
  Line,
  'id' | 'quantityMilli' | 'sumMinor' | 'sumTaxMinor' | 'basis' | 'listed' | 'derivedCache'
> & {
  readonly basis?: TaxBasis | null;
  readonly listed?: Listed | null;
};

/** The members of a line that taxing it again sets. */
export interface TaxedLine {
  readonly lineId: number;
  readonly priceE4: PriceE4;
  readonly rateE6: RateE6;
  readonly taxMinor: Minor;
  readonly basis: TaxBasis;
}

export interface TaxLines {
  readonly type: 'tax_lines';
  readonly lines: readonly TaxedLine[];
  /** All delivery positions of the cart, unchanged ones included. */
  readonly positions: readonly DeliveryPosition[];
  readonly currencyDigits: number;
}

/** Another price for some lines. */
export interface PriceLines {
  readonly type: 'price_lines';
  readonly lines: readonly (TaxedLine & { readonly listed: Listed | null })[];
  readonly why: string;
  readonly currencyDigits: number;
}

export type LineCommand =
  | {
      readonly type: 'add_line';
      readonly line: PricedLine;
      readonly quantityMilli: Milli;
      /** Raise the quantity of an equal line instead. */
      readonly grouped: boolean;
      readonly linesMax: number;
      readonly currencyDigits: number;
    }
  | {
      readonly type: 'decrement_line';
      readonly lineId: number;
      /** What is taken off; absent: one piece. */
      readonly pieceMilli?: Milli;
      readonly currencyDigits: number;
    }
  | {
      readonly type: 'set_line_quantity';
      readonly lineId: number;
      readonly quantityMilli: Milli;
      readonly currencyDigits: number;
    }
  | { readonly type: 'remove_line'; readonly lineId: number; readonly currencyDigits: number };

/** Part of a session's events. */
export const LINE_EVENTS = {
  line_added: {
    lineId: 0,
    elementType: 'PRODUCT' as ElementType,
    productId: 0,
    elementNumber: '',
    quantityMilli: 0 as Milli,
    priceE4: 0 as PriceE4,
    sumMinor: 0 as Minor,
    rateE6: 0 as RateE6,
    taxMinor: 0 as Minor,
    sumTaxMinor: 0 as Minor,
    name: '',
    description: '',
    attributes: [] as Line['attributes'],
    parentId: 0,
    measures: [] as readonly number[],
    markup: 0,
    basis: null as TaxBasis | null,
    listed: null as Listed | null,
  },
  line_changed: { lineId: 0, quantityMilli: 0 as Milli, sumMinor: 0 as Minor, sumTaxMinor: 0 as Minor },
  lines_removed: { lineIds: [] as readonly number[] },
  /** Taxed by the delivery country. */
  lines_taxed: {
    lines: [] as readonly (TaxedLine & { readonly sumMinor: Minor; readonly sumTaxMinor: Minor })[],
    positions: [] as readonly NewDeliveryPosition[],
  },
  /** Priced anew by a list, or by the attribute again. */
  lines_priced: {
    lines: [] as readonly (TaxedLine & {
      readonly listed: Listed | null;
      readonly sumMinor: Minor;
      readonly sumTaxMinor: Minor;
    })[],
    why: '',
  },
};
export type LineEvent = EventOf<typeof LINE_EVENTS>;

/** Returns the lines after the event, as far as sums need them. */
const linesAfter = ({ lines }: Cart, event: LineEvent): readonly SummedLine[] => {
  switch (event.type) {
    case 'line_added':
      return [...lines, { ...event, id: event.lineId }];
    case 'line_changed':
      return lines.map((line) => (line.id === event.lineId ? { ...line, ...event } : line));
    case 'lines_removed':
      return lines.filter(({ id }) => !event.lineIds.includes(id));
    case 'lines_taxed':
    case 'lines_priced': {
      const taxed = new Map<number, TaxedLine>(event.lines.map((line) => [line.lineId, line]));
      return lines.map((line) => ({ ...line, ...taxed.get(line.id) }));
    }
    default:
      return event satisfies never;
  }
};

/** Lines that the event touches, as they were and as they are after it. */
const touched = (cart: Cart, event: LineEvent, after: () => readonly SummedLine[]): readonly SummedLine[] => {
  if (event.type === 'line_added') return [{ ...event, id: event.lineId }];
  if (event.type === 'lines_removed') return event.lineIds.map((id) => lineOf(cart, id)!);
  const ids = event.type === 'line_changed' ? [event.lineId] : event.lines.map(({ lineId }) => lineId);
  return [...ids.map((id) => lineOf(cart, id)!), ...after().filter(({ id }) => ids.includes(id))];
};

/** Whether a line changes no other line's sum, as nearly always; decided without copying the other lines. */
const isByItself = (cart: Cart, event: LineEvent, digits: number): boolean => {
  if (event.type === 'line_added') return event.productId === 0 || isWhole(event, digits);
  if (event.type !== 'line_changed') return false;
  const line = lineOf(cart, event.lineId)!;
  if (line.productId === 0) return true;
  const { priceE4 } = line;
  return isWhole(line, digits) && isWhole({ priceE4, quantityMilli: event.quantityMilli }, digits);
};

/**
 * Returns the event and the changes of line sums that it causes: equal goods are summed before they are rounded.
 *
 * Refuses: AMOUNT_OUT_OF_RANGE.
 */
const withSums = (cart: Cart, event: LineEvent, digits: number, param: string): Result<readonly LineEvent[]> => {
  if (isByItself(cart, event, digits)) return ok([event]);
  const after = (): readonly SummedLine[] => linesAfter(cart, event);
  const productIds = new Set<number>();
  for (const line of touched(cart, event, after))
    if (line.productId !== 0 && !isWhole(line, digits)) productIds.add(line.productId);
  if (productIds.size === 0) return ok([event]);
  const lines = after();
  const changes = sumChanges(lines, productIds, digits);
  const positions = event.type === 'lines_taxed' ? event.positions : cart.deliveryPositions;
  const more = changes.reduce((sum, { moreMinor }) => sum + moreMinor, 0);
  if (
    more > 0 &&
    !staysExact(lines.reduce((sum, { sumMinor }) => sum + Math.abs(sumMinor), 0) as Minor, positions, more)
  )
    return refuse('AMOUNT_OUT_OF_RANGE', param);
  return ok([
    event,
    ...changes.map(({ lineId, quantityMilli, sumMinor, sumTaxMinor }): LineEvent => ({
      type: 'line_changed',
      lineId,
      quantityMilli,
      sumMinor,
      sumTaxMinor,
    })),
  ]);
};

const changeLine = (cart: Cart, line: Line, quantity: Milli, digits: number): Result<LineEvent> => {
  if (quantity > QUANTITY_MILLI_MAX) return refuse('AMOUNT_OUT_OF_RANGE', 'quantity');
  const sumMinor = lineSum(line.priceE4, quantity, digits);
  const more = Math.abs(sumMinor) - Math.abs(line.sumMinor);
  if (!staysExact(cart.volumeMinor, cart.deliveryPositions, more)) return refuse('AMOUNT_OUT_OF_RANGE', 'quantity');
  return {
    ok: true,
    value: {
      type: 'line_changed',
      lineId: line.id,
      quantityMilli: quantity,
      sumMinor,
      sumTaxMinor: taxWithin(sumMinor, line.rateE6),
    },
  };
};

type AddLine = Extract<LineCommand, { type: 'add_line' }>;

const addLine = (
  cart: Cart,
  { line, quantityMilli, grouped, linesMax, currencyDigits }: AddLine,
): Result<LineEvent> => {
  if (line.parentId !== 0) {
    const parent = lineOf(cart, line.parentId);
    if (parent === undefined) return refuse('CART_LINE_NOT_FOUND', line.parentId);
    if (parent.parentId !== 0) return refuse('CART_LINE_PARENT_NOT_VALID', line.parentId);
  }
  const equal = grouped ? equalLine(cart, line) : undefined;
  if (equal !== undefined)
    return changeLine(cart, equal, (equal.quantityMilli + quantityMilli) as Milli, currencyDigits);
  if (cart.lines.length >= linesMax) {
    const detail = `The cart has ${cart.lines.length} lines, of at most ${linesMax}.`;
    return refuse('CART_LINE_LIMIT_REACHED', linesMax, detail);
  }
  const sumMinor = lineSum(line.priceE4, quantityMilli, currencyDigits);
  if (!staysExact(cart.volumeMinor, cart.deliveryPositions, Math.abs(sumMinor)))
    return refuse('AMOUNT_OUT_OF_RANGE', 'quantity');
  return {
    ok: true,
    value: {
      type: 'line_added',
      lineId: cart.linesCreated + 1,
      elementType: line.type,
      productId: line.productId,
      elementNumber: line.elementNumber,
      quantityMilli,
      priceE4: line.priceE4,
      sumMinor,
      rateE6: line.rateE6,
      taxMinor: line.taxMinor,
      sumTaxMinor: taxWithin(sumMinor, line.rateE6),
      name: line.name,
      description: line.description,
      attributes: line.attributes,
      parentId: line.parentId,
      measures: line.measures,
      markup: line.markup,
      basis: line.basis ?? null,
      listed: line.listed ?? null,
    },
  };
};

/** Refuses: AMOUNT_OUT_OF_RANGE with `param`. */
const summedAnew = <T extends TaxedLine>(
  cart: Cart,
  given: readonly T[],
  positions: readonly DeliveryPosition[],
  { currencyDigits, param }: { readonly currencyDigits: number; readonly param: string },
): Result<readonly (T & { readonly sumMinor: Minor; readonly sumTaxMinor: Minor })[]> => {
  let volume = cart.volumeMinor as number;
  const lines = given.flatMap((priced) => {
    const line = lineOf(cart, priced.lineId);
    if (line === undefined) return [];
    const sumMinor = lineSum(priced.priceE4, line.quantityMilli, currencyDigits);
    volume += Math.abs(sumMinor) - Math.abs(line.sumMinor);
    return { ...priced, sumMinor, sumTaxMinor: taxWithin(sumMinor, priced.rateE6) };
  });
  return staysExact(volume as Minor, positions, 0) ? ok(lines) : refuse('AMOUNT_OUT_OF_RANGE', param);
};

/** Gives lines another price or another tax. Refuses: AMOUNT_OUT_OF_RANGE. */
export const priceLines = (cart: Cart, command: TaxLines | PriceLines): Result<readonly LineEvent[]> => {
  const { currencyDigits } = command;
  if (command.type === 'price_lines') {
    const param = 'quantity';
    const lines = summedAnew(cart, command.lines, cart.deliveryPositions, { currencyDigits, param });
    if (!lines.ok) return lines;
    return withSums(cart, { type: 'lines_priced', lines: lines.value, why: command.why }, currencyDigits, param);
  }
  const { positions } = command;
  const param = 'delivery_country';
  const lines = summedAnew(cart, command.lines, positions, { currencyDigits, param });
  if (!lines.ok) return lines;
  return withSums(cart, { type: 'lines_taxed', lines: lines.value, positions }, currencyDigits, param);
};

const removeLine = (cart: Cart, lineId: number): LineEvent => ({
  type: 'lines_removed',
  lineIds: withChildren(cart, lineId),
});

/** Refuses: CART_LINE_NOT_FOUND, CART_LINE_PARENT_NOT_VALID, CART_LINE_LIMIT_REACHED, AMOUNT_OUT_OF_RANGE. */
export const decideLine = (cart: Cart, command: LineCommand): Result<readonly LineEvent[]> => {
  const event = decideOne(cart, command);
  return event.ok ? withSums(cart, event.value, command.currencyDigits, 'quantity') : event;
};

const decideOne = (cart: Cart, command: LineCommand): Result<LineEvent> => {
  if (command.type === 'add_line') return addLine(cart, command);
  const line = lineOf(cart, command.lineId);
  if (line === undefined) return refuse('CART_LINE_NOT_FOUND', command.lineId);
  if (command.type === 'set_line_quantity')
    return changeLine(cart, line, command.quantityMilli, command.currencyDigits);
  if (command.type === 'remove_line') return { ok: true, value: removeLine(cart, line.id) };
  const rest = line.quantityMilli - (command.pieceMilli ?? 1000);
  return rest <= 0
    ? { ok: true, value: removeLine(cart, line.id) }
    : changeLine(cart, line, rest as Milli, command.currencyDigits);
};

const addToSums = (cart: Cart, sum: number, volume: number): void => {
  cart.sumMinor = (cart.sumMinor + sum) as Minor;
  cart.volumeMinor = (cart.volumeMinor + volume) as Minor;
};

const deleteLines = (cart: Cart, lineIds: readonly number[]): void => {
  const gone = new Set(lineIds);
  const kept: Line[] = [];
  for (const line of cart.lines) {
    if (!gone.has(line.id)) kept.push(line);
    else {
      addToSums(cart, -line.sumMinor, -Math.abs(line.sumMinor));
      cart.index?.remove(line);
    }
  }
  cart.lines = kept;
  if (cart.answered.length > 0) cart.answered = cart.answered.filter(([id]) => !gone.has(id));
};

const insertLine = (cart: Cart, line: Line): void => {
  cart.lines = cart.lines.concat(line);
  cart.linesCreated = line.id;
  cart.lastLineId = line.id;
  addToSums(cart, line.sumMinor, Math.abs(line.sumMinor));
  cart.index?.add(line);
};

type Taxed = Extract<LineEvent, { type: 'lines_taxed' }>['lines'][number];

const priceLine = (cart: Cart, { lineId, priceE4, rateE6, taxMinor, basis, sumMinor, sumTaxMinor }: Taxed): Line => {
  const line = lineOf(cart, lineId)!;
  addToSums(cart, sumMinor - line.sumMinor, Math.abs(sumMinor) - Math.abs(line.sumMinor));
  Object.assign(line, { priceE4, rateE6, taxMinor, basis, sumMinor, sumTaxMinor });
  line.derivedCache = undefined;
  return line;
};

export const applyLine = (cart: Cart, event: LineEvent): void => {
  switch (event.type) {
    case 'line_added':
      insertLine(cart, {
        id: event.lineId,
        type: event.elementType,
        productId: event.productId,
        elementNumber: event.elementNumber,
        quantityMilli: event.quantityMilli,
        priceE4: event.priceE4,
        sumMinor: event.sumMinor,
        rateE6: event.rateE6,
        taxMinor: event.taxMinor,
        sumTaxMinor: event.sumTaxMinor,
        name: event.name,
        description: event.description,
        attributes: event.attributes,
        parentId: event.parentId,
        measures: event.measures,
        markup: event.markup,
        basis: event.basis,
        listed: event.listed,
        derivedCache: undefined,
      });
      return;
    case 'line_changed': {
      const line = lineOf(cart, event.lineId)!;
      addToSums(cart, event.sumMinor - line.sumMinor, Math.abs(event.sumMinor) - Math.abs(line.sumMinor));
      cart.index?.raise(line.productId, event.quantityMilli - line.quantityMilli);
      if (event.quantityMilli > line.quantityMilli) cart.lastLineId = line.id;
      line.quantityMilli = event.quantityMilli;
      line.sumMinor = event.sumMinor;
      line.sumTaxMinor = event.sumTaxMinor;
      return;
    }
    case 'lines_removed':
      deleteLines(cart, event.lineIds);
      return;
    case 'lines_taxed':
      for (const taxed of event.lines) priceLine(cart, taxed);
      cart.deliveryPositions = event.positions.map(heldPosition);
      // It finds lines by their prices.
      cart.index = undefined;
      return;
    case 'lines_priced':
      cart.repriced = event.lines.flatMap(({ lineId, priceE4 }): Repriced[] => {
        const before = lineOf(cart, lineId)!.priceE4;
        // The same number is another price in another currency.
        return before === priceE4 && event.why !== 'currency' ? [] : [[lineId, before, priceE4, event.why]];
      });
      for (const priced of event.lines) priceLine(cart, priced).listed = priced.listed;
      cart.index = undefined;
      return;
    default:
      event satisfies never;
  }
};
