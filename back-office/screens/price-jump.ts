// A price that changes by more than half may be a slip of the finger: it is said, and may be saved all the same.
import { percent, unitPrice } from '../format.ts';
import { t } from '../texts/texts.ts';
import { numberIn } from '../typed.ts';
import { inheritedText, priceFieldOf, ruleOf, savedText } from './product-draft.ts';
import type { FieldId, Product } from './product-draft.ts';

const SHARE_MAX = 0.5;

/** By which share a price changes; undefined: by no more than half, or there was none. */
const jumpOf = (before: number | undefined, typed: number | undefined): number | undefined => {
  if (before === undefined || typed === undefined || before <= 0) return undefined;
  const share = (typed - before) / before;
  return Math.abs(share) > SHARE_MAX ? share : undefined;
};

/** What is said beside the field of a price; undefined: nothing. */
export const priceWarning = (product: Product, id: FieldId, typed: string): string | undefined => {
  const [group, , name] = id.split('/');
  if (group !== 'attributes' || name !== priceFieldOf(product)) return undefined;
  const rule = ruleOf(product, id);
  if (rule === undefined) return undefined;
  const before = numberIn(savedText(product, id) || inheritedText(product, id), rule);
  const price = numberIn(typed, rule);
  const share = jumpOf(before, price);
  return share === undefined ? undefined : t().products.jumps(unitPrice(before!), unitPrice(price!), percent(share));
};
