// Tries what rows of a spreadsheet would make and change, without doing it: what is wrong with which row, and how each
// is done.
import type { DeliveryRule } from '../../src/client/operations.ts';
import { shownBy } from '../../src/kernel/delivery-columns.ts';
import type { RowFault, RowTerms } from '../../src/kernel/delivery-columns.ts';
import { callByName } from '../api/call.ts';
import { Refused } from '../api/refused.ts';
import { deliveryTexts } from '../texts/delivery-texts.ts';
import { refusalText } from '../texts/texts.ts';
import { countryOptions } from './delivery-parts.ts';
import type { DeliveryShop } from './delivery-parts.ts';
import { changeBy, changesOf } from './delivery-rows.ts';
import type { ReadFault, ReadRows, TermChange } from './delivery-rows.ts';
import type { Said } from './delivery-words.ts';

/** A call, as a part of an aggregate names it. */
interface Part {
  readonly request: 'create_delivery_rule' | 'update_delivery_rule';
  readonly args: { readonly [param: string]: unknown };
}

interface LookedRow {
  readonly line: number;
  readonly part: Part;
  /** A rule that it makes. */
  readonly said?: Said;
  /** A rule that it changes. */
  readonly change?: { readonly rule: DeliveryRule; readonly changes: readonly TermChange[] };
}

export interface Looked {
  readonly rows: readonly LookedRow[];
  /** Rows that say what their rules say already. */
  readonly unchanged: number;
  /** Row → what is wrong with it. */
  readonly faults: readonly (readonly [line: number, why: string])[];
}

/** What cannot be read in a cell. */
const cellText = ({ column, wanted }: RowFault): string => {
  const { why } = deliveryTexts().paste;
  if (wanted === 'doubtful') return why.doubtful;
  if (column.startsWith('weight_')) return why.weight;
  return { price: why.price, free_from: why.free, days: why.days }[column] ?? why.cell(column);
};

const readFaultText = ({ why }: ReadFault): string =>
  typeof why === 'string' ? deliveryTexts().paste.why[why] : cellText(why);

const RANGES: readonly string[] = ['weight', 'sum', 'pieces', 'volume'];

/** What is wrong with a row that the shop refuses; undefined: it is not about the row. */
const faultOf = (error: unknown): string | undefined => {
  if (!(error instanceof Refused)) return undefined;
  const { why } = deliveryTexts().paste;
  switch (error.code) {
    case 'COUNTRY_NOT_FOUND':
      return why.country;
    case 'DELIVERY_RULE_NOT_FOUND':
      return why.gone;
    case 'PARAMETER_INVALID':
      return error.param === 'zips' ? why.zips : RANGES.includes(error.param) ? why.ends : refusalText(error);
    case 'AMOUNT_OUT_OF_RANGE':
    case 'CHANNEL_NOT_FOUND':
    case 'CONSTRAINT_INVALID':
    case 'CURRENCY_NOT_FOUND':
    case 'DELIVERY_METHOD_NOT_FOUND':
    case 'GROUP_NOT_FOUND':
    case 'PARAMETER_MISSING':
    case 'STORAGE_NOT_FOUND':
      return refusalText(error);
    default:
      return undefined;
  }
};

const sayable = (terms: RowTerms): object =>
  Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null));

const making = (terms: RowTerms): Part => ({ request: 'create_delivery_rule', args: { ...sayable(terms) } });

const changing = (terms: RowTerms, { id, seq }: DeliveryRule): Part => ({
  request: 'update_delivery_rule',
  args: { id_delivery_rule: id, if_seq: seq, ...terms },
});

/** Parts of one atomic aggregate. */
const AT_ONCE = 100;
/** Fewer of them, where that many would take too much of the shop's time. */
const FEWER = 10;

const doParts = async (rows: readonly LookedRow[]): Promise<void> => {
  const pipe = Object.fromEntries(rows.map(({ part }, at) => [String(at), part]));
  await callByName('aggregate', { atomic: 1, pipe, idempotency_key: crypto.randomUUID() });
};

/**
 * Does what the rows say, up to 100 of them at once, all of these or none. `onDone`: as many are done. Throws Refused.
 */
export const doRows = async (rows: readonly LookedRow[], onDone: (done: number) => void): Promise<void> => {
  let atOnce = AT_ONCE;
  for (let at = 0; at < rows.length;) {
    const some = rows.slice(at, at + atOnce);
    try {
      await doParts(some);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'TOO_EXPENSIVE' || atOnce === 1) throw error;
      atOnce = Math.ceil(atOnce / FEWER);
      continue;
    }
    at += some.length;
    onDone(at);
  }
};

/** Tries each row that would change something; throws Refused. */
export const look = async (
  { rows, faults }: ReadRows,
  { shop, money: unit, onDone }: { shop: DeliveryShop; money: string; onDone: (done: number) => void },
): Promise<Looked> => {
  const rules = new Map(shop.tables.flatMap((table) => table.rules.map((rule) => [rule.id, rule] as const)));
  const codes = new Map(countryOptions(shop).map(([code, name]) => [name.toLowerCase(), code]));
  const all = faults.map((fault) => [fault.line, readFaultText(fault)] as const);
  const fit: LookedRow[] = [];
  const { why } = deliveryTexts().paste;
  const changedIds = new Set<number>();
  let unchanged = 0;
  for (const [at, row] of rows.entries()) {
    const { line, id, terms } = row;
    const rule = rules.get(id);
    const changed = rule && changeBy(row, rule, (name) => codes.get(name.toLowerCase()));
    onDone((at + 1) / rows.length);
    if (id !== 0 && (rule === undefined || changed === undefined)) all.push([line, why.gone]);
    else if (rule !== undefined && changedIds.has(id)) all.push([line, why.again]);
    else if (changed !== undefined && Object.keys(changed).length === 0) unchanged += 1;
    else {
      const looked: LookedRow =
        rule === undefined || changed === undefined
          ? { line, part: making(terms), said: shownBy(terms, unit) }
          : { line, part: changing(changed, rule), change: { rule, changes: changesOf(changed, rule) } };
      if (rule !== undefined) changedIds.add(id);
      try {
        await callByName(looked.part.request, { ...looked.part.args, dry_run: 1 });
        fit.push(looked);
      } catch (error) {
        const fault = faultOf(error);
        if (fault === undefined) throw error;
        all.push([line, fault]);
      }
    }
  }
  return { rows: fit, unchanged, faults: all.toSorted(([one], [other]) => one - other) };
};
