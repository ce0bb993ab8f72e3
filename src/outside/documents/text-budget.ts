// Limits the text of a PDF document to what is laid out in about a second, whatever its characters.
//
// A plain text (mixed-text.ts) costs little, one whose every character has another font or direction eighteen times as
// much. If all texts of a document together cost too much, the dearest are cut at the same cost each, with an ellipsis;
// cheaper texts, amounts, numbers and labels stay whole. The result depends on the data alone.
// Not promised: the whole texts; the order and the HTML document have them.
import { layoutCost } from './mixed-text.ts';
import type { PdfData, PdfLine } from './pdf-data.ts';

/** Cost of all texts of a document together, in characters of a plain text. */
export const COST_MAX = 120_000;
/** Cost of an ellipsis, which may be a run of its own. */
const ELLIPSIS_COST = 15;

type Fit = (text: string) => string;

const fittedLine = (line: PdfLine, fit: Fit): PdfLine => ({
  ...line,
  name: fit(line.name),
  element_number: fit(line.element_number),
  attributes: line.attributes.map(({ name, value }) => ({ name: fit(name), value: fit(value) })),
  description: fit(line.description),
});

/** Returns the data with `fit` applied to every text that a person wrote. */
const fitted = (data: PdfData, fit: Fit): PdfData => ({
  ...data,
  title: fit(data.title),
  greeting: fit(data.greeting),
  intro: fit(data.intro),
  closing: fit(data.closing),
  payment_method: fit(data.payment_method),
  delivery_method: fit(data.delivery_method),
  company: data.company.map(fit),
  company_foot: data.company_foot.map(fit),
  sender: fit(data.sender),
  invoice_address: data.invoice_address.map(fit),
  delivery_address: data.delivery_address.map(fit),
  note_lines: data.note_lines.map(fit),
  lines: data.lines.map((line) => fittedLine(line, fit)),
  coupons: data.coupons.map((coupon) => ({ ...coupon, label: fit(coupon.label), code: fit(coupon.code) })),
  delivery_costs: data.delivery_costs.map((costs) => ({ ...costs, label: fit(costs.label) })),
});

/** Returns what each text may cost so that all cost at most `max`; Infinity where they already do. */
export const equalShare = (costs: readonly number[], max: number): number => {
  let left = max;
  let others = costs.length;
  for (const cost of costs.toSorted((a, b) => a - b)) {
    if (cost * others > left) return Math.floor(left / others);
    left -= cost;
    others -= 1;
  }
  return Infinity;
};

/** Cuts a text, never within a surrogate pair. */
const cutAt = (text: string, end: number): string => `${text.slice(0, end).replace(/[\ud800-\udbff]$/, '')}…`;

/** `costOf`: cost of a text, and where it reaches `max`. */
const cutBy = (data: PdfData, costOf: (text: string, max: number) => readonly [cost: number, end: number]): PdfData => {
  const costs: number[] = [];
  fitted(data, (text) => {
    costs.push(costOf(text, Infinity)[0]);
    return text;
  });
  const share = equalShare(costs, COST_MAX);
  if (share === Infinity) return data;
  return fitted(data, (text) => {
    if (costOf(text, share)[0] <= share) return text;
    return cutAt(text, costOf(text, Math.max(share - ELLIPSIS_COST, 0))[1]);
  });
};

/** Least cost of a text, its length; it bounds how many texts need a closer look. */
const lengthOf = ({ length }: string, max: number): readonly [number, number] => [length, Math.min(length, max)];

export const withinBudget = (data: PdfData): PdfData => cutBy(cutBy(data, lengthOf), layoutCost);
