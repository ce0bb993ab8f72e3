// What does the shop offer? Products by category and by words, those that shoppers do not see included.
import type { Category, Product } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { productConditions } from '../api/find.ts';
import { nameOfProduct } from '../api/stock.ts';
import { useData } from '../api/use-data.ts';
import { usePages } from '../api/use-pages.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count, pieces, unitPrice } from '../format.ts';
import { Chip, Choices } from '../parts/chip.tsx';
import { Card, Page } from '../parts/page.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { ListColumn } from '../parts/record-list.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { useCallback } from '../preact.ts';
import { goTo, hrefOf, route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import { CategoryTree, labelOf } from './category-tree.tsx';
import { ExportProductsButton } from './products-export.tsx';
import { UnusedPicturesButton } from './unused-pictures.tsx';

const SHOWN = ['all', 'visible', 'hidden'] as const;
type Shown = (typeof SHOWN)[number];

const constraintOf = (category: number, shown: Shown, words: string) => ({
  AND: [
    ...(category === 0 ? [] : [{ 'category.path.nodes.id': category }]),
    ...(shown === 'all' ? [] : [{ 'main.active': shown === 'visible' ? 1 : 0 }]),
    ...(words === '' ? [] : [{ OR: [{ search: ['MATCH', words] }, ...productConditions(words)] }]),
  ],
});

/** The first price that a product has: that of the attribute which carts take, else any number of money. */
export const priceOf = ({ attributes }: Product): number | undefined => {
  const prices = Object.values(attributes).filter(({ type }) => type === 'FLOAT');
  const price = prices.find(({ name }) => name === 'price') ?? prices[0];
  return typeof price?.value === 'number' ? price.value : undefined;
};

export const VisibleChip = ({ isVisible }: { readonly isVisible: boolean }) =>
  isVisible ? <Chip tone="good">{t().products.visible}</Chip> : <Chip>{t().products.hidden}</Chip>;

const columns = (): readonly ListColumn<Product>[] => {
  const texts = t().products;
  return [
    { name: 'number', title: texts.number, cell: ({ metadata }) => metadata?.element_number },
    { name: 'name', title: texts.name, cell: nameOfProduct },
    {
      name: 'price figure',
      title: texts.price,
      cell: (product) => {
        const price = priceOf(product);
        return price === undefined ? '–' : unitPrice(price);
      },
    },
    {
      name: 'pieces figure minor',
      title: texts.stock,
      cell: ({ availability }) => (availability.active === 1 ? pieces(availability.quantity) : '–'),
    },
    {
      name: 'variations figure minor',
      title: texts.variations,
      cell: ({ variations }) => (variations.length === 0 ? '–' : count(variations.length)),
    },
    {
      name: 'state',
      title: texts.state,
      cell: ({ shop_active: active }) => <VisibleChip isVisible={active !== 0} />,
    },
  ];
};

const TOPICS = ['product', 'price', 'stock', 'category', 'deleted'] as const;

const ProductList = ({ category }: { readonly category: number }) => {
  const texts = t().products;
  const words = searchedWords();
  const given = route.value.query.get('shown') ?? '';
  const shown = SHOWN.find((name) => name === given) ?? 'all';
  const code = wireLanguage();
  const constraint = constraintOf(category, shown, words);
  const key = `${code} ${JSON.stringify(constraint)}`;
  const list = usePages<Product>(
    key,
    async (left, right, signal) => {
      const range = { left_limit: left, right_limit: right, language: code };
      const { count, result } = await call('search_products', { constraint, ...range }, signal);
      return { count, rows: result };
    },
    TOPICS,
  );
  const open = useCallback((product: Product) => goTo(hrefOf('products', product.id)), []);
  return (
    <div class="tall-column">
      <div class="list-tools">
        <Choices
          label={texts.state}
          chosen={shown}
          onChoose={(next) => setQuery({ shown: next === 'all' ? '' : next })}
          choices={SHOWN.map((value) => ({ value, label: texts.shown[value] }))}
        />
        <Searching label={texts.search} hint={texts.searchHint} />
        {list.count !== undefined && <span class="quiet-text figure">{texts.found(count(list.count))}</span>}
      </div>
      <RecordList
        id={key}
        list={list}
        label={t().screens.products}
        kind="products"
        nothing={texts.nothing}
        columns={columns()}
        onOpen={open}
      />
    </div>
  );
};

/** Its label, for a category that the address names and no open branch shows. */
const ChosenCategory = ({ id }: { readonly id: number }) => {
  const code = wireLanguage();
  const data = useData(
    `category-${id}-${code}`,
    (signal) => call('get_categories', { id_parent: id, language: code }, signal),
    { topics: ['category'] },
  );
  return <span class="quiet-text">{data.value === undefined ? '' : labelOf(data.value.parent_category)}</span>;
};

export const Products = () => {
  const texts = t().products;
  const category = idIn(route.value.query.get('category') ?? '') ?? 0;
  const choose = useCallback((next: Category | undefined) => setQuery({ category: next ? String(next.id) : '' }), []);
  return (
    <Page
      title={t().screens.products}
      isTall
      beside={category > 0 && <ChosenCategory id={category} />}
      actions={
        <>
          <ExportProductsButton />
          <UnusedPicturesButton />
        </>
      }
    >
      <div class="catalogue">
        <Card title={texts.categories} class="categories">
          <button type="button" class="plain whole" aria-pressed={category === 0} onClick={() => choose(undefined)}>
            {texts.allCategories}
          </button>
          <CategoryTree chosen={category} onChoose={choose} />
        </Card>
        <ProductList category={category} />
      </div>
    </Page>
  );
};
