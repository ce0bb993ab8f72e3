// The categories of the products that a call shows, judged in slices that count against the call: a product may have
// 200 variations that are asked whether each of 100 categories fills itself with them.
import { categoriesInSteps, categoriesOfProduct } from '../../domain/listing/categories-of-product.ts';
import { filledCategories } from '../../domain/listing/filled-categories.ts';
import type { ShopObject } from '../../domain/catalogue/shop-object.ts';
import type { Reader, Recorded } from '../../domain/transaction.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { ok } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';

type Judged = Recorded<readonly number[]>;

export class PacedCategories {
  /** TOO_EXPENSIVE, where the call may not use what it would take: what it shows is not whole then. */
  refusal: Refusal | undefined = undefined;
  private readonly shop: Reader;
  private readonly inactive: boolean;

  constructor(shop: Reader, inactive: boolean) {
    this.shop = shop;
    this.inactive = inactive;
  }

  /** `product`: with what it inherits. Throws Interrupted. */
  readonly of = (id: number, product: ShopObject): readonly number[] => {
    const { shop, inactive } = this;
    if (filledCategories(shop).length === 0) return categoriesOfProduct(shop, id, product, inactive);
    if (this.refusal !== undefined) return [];
    const judged = shop.inSteps(`categories of ${id} ${inactive}`, () => {
      let part: Judged | undefined;
      return {
        doing: 'the categories that fill themselves with the product',
        *steps(): Steps<Result<Judged>> {
          part = yield* shop.recorded((reader) => categoriesInSteps(reader, id, product, inactive));
          return ok(part);
        },
        isCurrent: () => part!.isCurrent,
      };
    });
    if (!judged.ok) {
      this.refusal = judged;
      return [];
    }
    judged.value.track(shop);
    return judged.value.value;
  };
}
