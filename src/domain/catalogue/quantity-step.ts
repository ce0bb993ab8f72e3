// The quantities in which a product is sold: multiples of its own step, else of the product's above it, its class's or
// the shop's (D371). The step is one piece unless a shop says otherwise.
//
// Not promised: that stock comes in steps. A count of the warehouse is a fact, and a cut roll leaves a rest.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decimalText, parseDecimal } from '../money.ts';
import type { Reader } from '../transaction.ts';
import { parentOf } from './inheritance.ts';
import type { ShopObject } from './shop-object.ts';

/** Step of the product or the nearest one above it; undefined: none has one. */
const ownStep = (shop: Reader, product: ShopObject): number | undefined => {
  const { quantity_step: step } = product.metadata;
  if (step !== undefined) return parseDecimal(step, 3);
  const parent = parentOf(shop, product);
  return parent === undefined ? undefined : ownStep(shop, parent);
};

/** In 1/1,000 of a piece. */
export const stepMilliOf = (shop: Reader, product: ShopObject): number =>
  ownStep(shop, product) || shop.read('class', product.classId)?.quantityStepMilli || shop.rules.quantityStepMilli;

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/**
 * What pieces of it come in once they are sold, in 1/1,000: whole ones, also where more than one is sold at a time,
 * else the part of one that the step is.
 */
export const partMilliOf = (shop: Reader, product: ShopObject): number =>
  commonDivisor(stepMilliOf(shop, product), 1000);

/** Refuses: QUANTITY_INVALID with `param`. */
export const checkQuantity = (
  shop: Reader,
  product: ShopObject,
  quantityMilli: number,
  param: string | number,
  stepMilli = stepMilliOf(shop, product),
): Result<void> => {
  if (quantityMilli % stepMilli === 0) return DONE;
  const [quantity, step] = [decimalText(quantityMilli, 3), decimalText(stepMilli, 3)];
  return refuse('QUANTITY_INVALID', param, `${quantity} is no multiple of ${step}, the quantity step of the product.`);
};

/** One piece, or the fewest that are a multiple of the step: what is taken off a line at a time. */
export const pieceMilliOf = (shop: Reader, product: ShopObject | undefined): number => {
  if (product === undefined) return 1000;
  const stepMilli = stepMilliOf(shop, product);
  return Math.ceil(1000 / stepMilli) * stepMilli;
};
