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
  /** For this cart alone: they hold what they read. */
  const tests = new Map<number, (goods: Constraint) => boolean>();
  /** Goods of the list that was asked about last: finding them again for each product would be half of the work. */
  let listed: readonly RunningPromotion[] | undefined;
  let goodsListed: readonly (Constraint | undefined)[] = [];
  const testOf = (productId: number): ((goods: Constraint) => boolean) => {
    let test = tests.get(productId);
    if (test === undefined) tests.set(productId, (test = shop.amongGoods(productId)));
    return test;
  };
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
    if (verdict === undefined) meets.set(goods, (verdict = testOf(productId)(goods)));
    return verdict;
  };
  return {
    isAmong,
    fitting(of, productId) {
      const judged = judgedOf(productId);
      if (judged.fitting?.[0] !== of) {
        let isIn: ((goods: Constraint) => boolean) | undefined;
        if (listed !== of) [listed, goodsListed] = [of, of.map(takenOffBy)];
        const those: RunningPromotion[] = [];
        for (const [at, goods] of goodsListed.entries())
          if (goods !== undefined && (isIn ??= testOf(productId))(goods)) those.push(of[at]!);
        judged.fitting = [of, those];
      }
      return judged.fitting[1];
    },
  };
};
