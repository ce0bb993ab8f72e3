// Quantities and warnings of price lists in words.
import { count } from '../format.ts';
import { t } from '../texts/texts.ts';
import { quantity, writeNumber } from '../typed.ts';
import type { Warned } from './price-sheet-data.ts';

export const quantityText = (from: number): string => writeNumber(from, quantity());

const NAMED_MAX = 8;

/** What was warned of, in sentences. */
export const warningTexts = (warnings: readonly Warned[], nameOf: (id: number) => string): readonly string[] => {
  const texts = t().prices.sheet;
  const said = warnings
    .slice(0, NAMED_MAX)
    .map(({ id_shopobject: id, from_quantity: from }) => texts.inverted(nameOf(id), quantityText(from)));
  return warnings.length > NAMED_MAX ? [...said, texts.more(count(warnings.length - NAMED_MAX))] : said;
};
