// Which products promotions are for. What a constraint says of a product is remembered until the product, what it
// inherits from, its class or a category changes: a cart costs what its own products cost, and not what the shop has.
import type { Constraint } from '../search/constraint.ts';
import type { Reader } from '../transaction.ts';

/** The records that a verdict on a product follows from. */
const seqsOf = (shop: Reader, productId: number): readonly number[] => {
  const seqs = [shop.seqOfKind('category')];
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

/** For one cart. */
export const goodsOfCart = (shop: Reader): GoodsTest => {
  const index = shop.index('promotion');
  const known = new Map<number, Map<Constraint, boolean>>();
  const verdictsOf = (productId: number): Map<Constraint, boolean> => {
    const seqs = seqsOf(shop, productId);
    const judged = index.judgedOf(productId);
    if (judged?.seqs.length === seqs.length && judged.seqs.every((seq, at) => seq === seqs[at])) return judged.meets;
    const meets = new Map<Constraint, boolean>();
    index.remember(productId, { seqs, meets });
    return meets;
  };
  return (goods, productId) => {
    let verdicts = known.get(productId);
    if (verdicts === undefined) known.set(productId, (verdicts = verdictsOf(productId)));
    let verdict = verdicts.get(goods);
    if (verdict === undefined) verdicts.set(goods, (verdict = shop.isAmongGoods(goods, productId)));
    return verdict;
  };
};
