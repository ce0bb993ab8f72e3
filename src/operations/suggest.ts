// What a search box suggests while somebody types (docs/sell/search-words.md#suggestions).
import { findObjects } from '../domain/listing/listing.ts';
import { SUGGESTED, suggestedCategories, suggestedTexts } from '../domain/listing/suggest.ts';
import { parseConstraint } from '../domain/search/parse-constraint.ts';
import type { Reader } from '../domain/transaction.ts';
import { withWords } from '../domain/words/apply-words.ts';
import { int, optional, text } from '../kernel/params.ts';
import type { Shown } from '../kernel/json.ts';
import { firstOf, manyIds } from '../kernel/many.ts';
import { mapOk, ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { neededAttributes, wantedOf } from './params/listing-params.ts';
import { buyer, buyerParams } from './params/buyer.ts';
import { country, language } from './params/shop-params.ts';
import { WORDS } from './replies/applied-words.ts';
import { Category, Product } from './replies/catalogue.ts';
import { list, reply, text as textMember } from './replies/members.ts';
import { wordsMember } from './views/applied-words.ts';
import { viewCategory, viewProduct } from './views/catalogue.ts';
import { fittedList, plainRecords, recordsOf, sharedIn, viewContext } from './views/view-context.ts';
import type { ViewContext } from './views/view-context.ts';

const Suggestions = reply('suggest_products', {
  texts: list(textMember('the text, gone on with'), 'how names of what was found go on with its last word'),
  categories: list(Category, 'categories that the text begins to name'),
  ...WORDS,
  products: list(Product, 'what a search for the text finds first'),
});

/** Ids of categories that a text begins to name, as they are once the work has ended. Refuses: TOO_EXPENSIVE. */
const categoriesFor = (shop: Reader, typed: string, language: string): Result<readonly number[]> =>
  shop.inSteps('categories', () => {
    let asOf = 0;
    return {
      doing: 'the categories that a text begins to name',
      *steps() {
        asOf = shop.seqOfKind('category');
        return yield* suggestedCategories(shop, typed, language);
      },
      isCurrent: () => shop.seqOfKind('category') === asOf,
    };
  });

const FIRST = { order_columns: [], order: 'ASC', left_limit: 0 } as const;

/** A search for a text, as `search_products` reads it. */
const searchFor = (text: string, spoken: string, { shop }: Context) =>
  mapOk(parseConstraint({ search: ['MATCH', text] }), (box) => withWords(shop, box, spoken));

/**
 * The texts that a search finds something for, which is asked where words of the shop change the text that was typed,
 * or this one: what they make of a text need not be what they make of it gone on with (D610).
 */
const findable = (texts: readonly string[], isChanged: boolean, spoken: string, ctx: Context): Result<string[]> => {
  const found: string[] = [];
  for (const text of texts) {
    const search = searchFor(text, spoken, ctx);
    if (!search.ok) return search;
    const { constraint, told } = search.value;
    if (isChanged || told !== undefined) {
      const wanted = wantedOf({ ...FIRST, right_limit: 1 }, ctx, spoken);
      const first = findObjects(ctx.shop, 'product', constraint, wanted);
      if (!first.ok) return first;
      if (first.value.count === 0) continue;
    }
    found.push(text);
  }
  return ok(found);
};

export const suggest_products = read({
  area: 'search',
  isExtension: true,
  roles: ['warehouse'],
  summary: 'What a search box suggests while somebody types: products, categories and words.',
  credential: 'licence',
  session: 'none',
  params: {
    text: text('what was typed so far', { max: 200, empty: true }),
    products_max: optional(int('products shown', { max: SUGGESTED.productsMax }), 5),
    language,
    country,
    needed_attributes: neededAttributes,
    ...buyerParams,
  },
  refusals: ['TOO_EXPENSIVE', 'SEARCH_WARMING_UP', 'CONSTRAINT_INVALID', 'COUNTRY_NOT_FOUND', 'CURRENCY_NOT_FOUND'],
  reply: Suggestions,
  cacheable: true,
  buyer,
  view: (args, ctx) => {
    const { shop } = ctx;
    const view = viewContext(ctx, { language: args.language, needed: args.needed_attributes });
    const spoken = view.language;
    const search = searchFor(args.text, spoken, ctx);
    if (!search.ok) return search;
    const { constraint, told } = search.value;
    const wanted = wantedOf({ ...FIRST, right_limit: SUGGESTED.namesRead }, ctx, spoken);
    const found = findObjects(shop, 'product', constraint, wanted);
    if (!found.ok) return found;
    shop.trackAbsence('category');
    const categories = categoriesFor(shop, args.text, spoken);
    if (!categories.ok) return categories;
    const names = firstOf(found.value.ids, SUGGESTED.namesRead);
    const texts = findable(suggestedTexts(shop, args.text, spoken, names), told !== undefined, spoken, ctx);
    if (!texts.ok) return texts;
    const ids = manyIds(names.slice(0, args.products_max));
    const show = (id: number, sized: ViewContext): Shown<Product> =>
      viewProduct(id, sized.shop.read('shopobject', id)!, sized);
    return ok(
      fittedList(view, ids.length, (sized) => ({
        object: 'suggest_products' as const,
        texts: texts.value,
        categories: plainRecords(shop, 'category', manyIds(categories.value), (id) =>
          viewCategory(id, shop.read('category', id)!, view),
        ),
        ...wordsMember(told),
        products: recordsOf(sized, 'shopobject', ids, sharedIn<Product>(sized, 'product', show)),
      })),
    );
  },
});
