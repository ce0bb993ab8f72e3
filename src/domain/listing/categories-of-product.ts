// The categories that a product shows: those that it was put into, then those that fill themselves with it.
import { NONE, atOnce } from '../../kernel/many.ts';
import { runToEnd } from '../../kernel/steps.ts';
import type { Steps } from '../../kernel/steps.ts';
import type { ShopObject } from '../catalogue/shop-object.ts';
import type { Reader } from '../transaction.ts';
import { filledCategories } from './filled-categories.ts';
import { filledWith } from './goods.ts';

/** Variations of a product up to which they are judged as well; one with more shows what it meets itself. */
const JUDGED_MAX = 200;

/** The product and the variations below it that a caller may see; itself alone where there are more than JUDGED_MAX. */
export const shownFamily = (shop: Reader, productId: number, inactive: boolean): readonly number[] => {
  const { variations } = shop.index('shopobject');
  const shown = [productId];
  for (const id of shown) {
    const list = variations.find(id);
    shop.track(list ?? variations.begun);
    for (const below of atOnce(list?.ids ?? NONE, 'it stops at JUDGED_MAX')) {
      if (inactive || shop.read('shopobject', below)?.active === true) shown.push(below);
      if (shown.length > JUDGED_MAX + 1) return [productId];
    }
  }
  return shown;
};

/** Ids of the categories of a product or variation, each once. `product`: with what it inherits. */
export const categoriesOfProduct = (
  shop: Reader,
  id: number,
  product: ShopObject,
  inactive: boolean,
): readonly number[] => runToEnd(categoriesInSteps(shop, id, product, inactive));

/** As `categoriesOfProduct`; a step asks one product or variation of every category. */
export function* categoriesInSteps(
  shop: Reader,
  id: number,
  product: ShopObject,
  inactive: boolean,
): Steps<readonly number[]> {
  const own = product.memberships.map(({ categoryId }) => categoryId);
  const filled = filledCategories(shop).filter((category) => !own.includes(category.id));
  if (filled.length === 0) return own;
  const family = shownFamily(shop, id, inactive);
  const open = new Set(filled);
  for (const one of family) {
    const isIn = filledWith(shop, one);
    for (const category of open) if (isIn(category)) open.delete(category);
    if (open.size === 0) break;
    yield '';
  }
  return [...own, ...filled.filter((category) => !open.has(category)).map(({ id: categoryId }) => categoryId)];
}
