// What a search box suggests while somebody types (docs/sell/search-words.md#suggestions).
import { findObjects } from '../domain/listing/listing.ts';
import { SUGGESTED, suggestedCategories, suggestedTexts } from '../domain/listing/suggest.ts';
import { parseConstraint } from '../domain/search/parse-constraint.ts';
import type { Reader } from '../domain/transaction.ts';
import { withWords } from '../domain/words/apply-words.ts';
import { int, optional, text } from '../kernel/params.ts';
import type { Shown } from '../kernel/json.ts';
import { firstOf, manyIds } from '../kernel/many.ts';
import { ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read } from './context/operation.ts';
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
    const box = parseConstraint({ search: ['MATCH', args.text] });
    if (!box.ok) return box;
    const { constraint, told } = withWords(shop, box.value, spoken);
    const page = { order_columns: [], order: 'ASC', left_limit: 0, right_limit: SUGGESTED.namesRead };
    const found = findObjects(shop, 'product', constraint, wantedOf(page, ctx, spoken));
    if (!found.ok) return found;
    shop.trackAbsence('category');
    const categories = categoriesFor(shop, args.text, spoken);
    if (!categories.ok) return categories;
    const names = firstOf(found.value.ids, SUGGESTED.namesRead);
    const ids = manyIds(names.slice(0, args.products_max));
    const show = (id: number, sized: ViewContext): Shown<Product> =>
      viewProduct(id, sized.shop.read('shopobject', id)!, sized);
    return ok(
      fittedList(view, ids.length, (sized) => ({
        object: 'suggest_products' as const,
        texts: [...suggestedTexts(shop, args.text, spoken, names)],
        categories: plainRecords(shop, 'category', manyIds(categories.value), (id) =>
          viewCategory(id, shop.read('category', id)!, view),
        ),
        ...wordsMember(told),
        products: recordsOf(sized, 'shopobject', ids, sharedIn<Product>(sized, 'product', show)),
      })),
    );
  },
});
