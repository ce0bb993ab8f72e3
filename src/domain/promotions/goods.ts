// Which products promotions are for. What a constraint says of a product is remembered until the product, what it
// inherits from, its class, a category or the settings of the shop change: a cart costs what its own products cost, and
// not what the shop has.
import type { Constraint } from '../search/constraint.ts';
import type { GoodsTable } from '../search/goods-table.ts';
import type { ProductGoods, Reader } from '../transaction.ts';
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
  /** Returns the goods that promotions of a list name, this product among them. */
  metBy(of: readonly RunningPromotion[], productId: number): readonly Constraint[];
}

/** The goods that a promotion takes something off; undefined: every product. */
export const takenOffBy = ({ counted, takenOff }: RunningPromotion): Constraint | undefined => takenOff ?? counted;

/** The goods that a promotion counts for its conditions; undefined: every product, or it has none. */
export const countedBy = ({ counted, minSumMinor, minMilli }: RunningPromotion): Constraint | undefined =>
  minSumMinor > 0 || minMilli > 0 ? counted : undefined;

/** The goods of a list of promotions, each once. */
class ListedGoods {
  readonly of: readonly RunningPromotion[];
  readonly all: ReadonlySet<Constraint>;
  private askedOfAll: readonly Constraint[] | undefined;

  constructor(of: readonly RunningPromotion[]) {
    this.of = of;
    this.all = new Set(of.flatMap((one) => [takenOffBy(one) ?? [], countedBy(one) ?? []].flat()));
  }

  /** Those that a product is among. */
  metBy({ isAmong, mayMeet }: ProductGoods, table: GoodsTable): readonly Constraint[] {
    const { all } = this;
    const found = [...mayMeet(table)].filter((goods) => all.has(goods));
    this.askedOfAll ??= [...all].filter((goods) => table.isAskedOfAll(goods));
    return found.concat(this.askedOfAll).filter(isAmong);
  }
}

const NO_GOODS: readonly Constraint[] = [];

/** For one cart. */
export const goodsOfCart = (shop: Reader): CartGoods => {
  const index = shop.index('promotion');
  const known = new Map<number, JudgedProduct>();
  /** For this cart alone: they hold what they read. */
  const asked = new Map<number, ProductGoods>();
  /** The goods of the list that was asked about last. */
  let listed: ListedGoods | undefined;
  const goodsOf = (productId: number): ProductGoods => {
    let goods = asked.get(productId);
    if (goods === undefined) asked.set(productId, (goods = shop.amongGoods(productId)));
    return goods;
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
  return {
    isAmong(goods, productId) {
      const { meets } = judgedOf(productId);
      let verdict = meets.get(goods);
      if (verdict === undefined) meets.set(goods, (verdict = goodsOf(productId).isAmong(goods)));
      return verdict;
    },
    metBy(of, productId) {
      if (listed?.of !== of) listed = new ListedGoods(of);
      if (listed.all.size === 0) return NO_GOODS;
      const judged = judgedOf(productId);
      if (judged.met?.[0] !== of) judged.met = [of, listed.metBy(goodsOf(productId), index.goods)];
      return judged.met[1];
    },
  };
};
