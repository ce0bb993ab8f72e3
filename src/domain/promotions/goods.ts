// Which products promotions are for. What a constraint says of a product is remembered until the product, what it
// inherits from, its class, a category or the settings of the shop change: a cart costs what its own products cost, and
// not what the shop has.
import type { Constraint } from '../search/constraint.ts';
import type { Reader } from '../transaction.ts';
import type { JudgedProduct, RunningPromotion } from './promotion.ts';

/** The records that a verdict on a product follows from. */
const seqsOf = (shop: Reader, productId: number): readonly number[] => {
  // The shop's language is that of texts which constraints name.
  const seqs = [shop.seqOfKind('category'), shop.seqOfKind('shop')];
  for (let id = productId; id !== 0;) {
    seqs.push(shop.seqOf('shopobject', id));
    const product = shop.read('shopobject', id);
    if (product !== undefined) seqs.push(shop.seqOf('class', product.classId));
    id = product?.productId ?? 0;
  }
  return seqs;
};

/** Whether a product is among the goods of a constraint. */
export type GoodsTest = (goods: Constraint, productId: number) => boolean;

/** The goods of promotions, as one cart asks for them. */
export interface CartGoods {
  readonly isAmong: GoodsTest;
  /** Returns the promotions of a list that name goods, this product among them. */
  fitting(of: readonly RunningPromotion[], productId: number): readonly RunningPromotion[];
}

/** The goods that a promotion takes something off; undefined: every product. */
export const takenOffBy = ({ counted, takenOff }: RunningPromotion): Constraint | undefined => takenOff ?? counted;

/** For one cart. */
export const goodsOfCart = (shop: Reader): CartGoods => {
  const index = shop.index('promotion');
  const known = new Map<number, JudgedProduct>();
  const current = (productId: number): JudgedProduct => {
    const seqs = seqsOf(shop, productId);
    const judged = index.judgedOf(productId);
    if (judged?.seqs.length === seqs.length && judged.seqs.every((seq, at) => seq === seqs[at])) return judged;
    const fresh: JudgedProduct = { seqs, meets: new WeakMap() };
    index.remember(productId, fresh);
    return fresh;
  };
  const judgedOf = (productId: number): JudgedProduct => {
    let judged = known.get(productId);
    if (judged === undefined) known.set(productId, (judged = current(productId)));
    return judged;
  };
  const isAmong: GoodsTest = (goods, productId) => {
    const { meets } = judgedOf(productId);
    let verdict = meets.get(goods);
    if (verdict === undefined) meets.set(goods, (verdict = shop.isAmongGoods(goods, productId)));
    return verdict;
  };
  const isIn = (one: RunningPromotion, productId: number): boolean => {
    const goods = takenOffBy(one);
    return goods !== undefined && isAmong(goods, productId);
  };
  return {
    isAmong,
    fitting(of, productId) {
      const judged = judgedOf(productId);
      if (judged.fitting?.[0] !== of) judged.fitting = [of, of.filter((one) => isIn(one, productId))];
      return judged.fitting[1];
    },
  };
};
