// What does the shop offer? Products by category and by words, those that shoppers do not see included.
import type { Category, Product } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { nameOfProduct } from '../api/stock.ts';
import { useData } from '../api/use-data.ts';
import { usePages } from '../api/use-pages.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count, money } from '../format.ts';
import { Chip, Choices } from '../parts/chip.tsx';
import { Card, Empty, Failure, Page, Skeleton } from '../parts/page.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { useCallback } from '../preact.ts';
import { goTo, hrefOf, route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { CategoryTree, labelOf } from './category-tree.tsx';

const SHOWN = ['all', 'visible', 'hidden'] as const;
type Shown = (typeof SHOWN)[number];

const constraintOf = (category: number, shown: Shown, words: string) => ({
  AND: [
    ...(category === 0 ? [] : [{ 'category.path.nodes.id': category }]),
    ...(shown === 'all' ? [] : [{ 'main.active': shown === 'visible' ? 1 : 0 }]),
    ...(words === ''
      ? []
      : [
          {
            OR: [
              { search: ['MATCH', words] },
              { 'metadata.element_number': ['LIKE', words] },
              { 'metadata.ean': words },
              { 'main.name': ['LIKE', words] },
            ],
          },
        ]),
  ],
});

/** The first price that a product has: that of the attribute which carts take, else any number of money. */
export const priceOf = ({ attributes }: Product): number | undefined => {
  const prices = Object.values(attributes).filter(({ type }) => type === 'FLOAT');
  const price = prices.find(({ name }) => name === 'price') ?? prices[0];
  return price === undefined ? undefined : Number(price.value);
};

export const VisibleChip = ({ isVisible }: { readonly isVisible: boolean }) =>
  isVisible ? <Chip tone="good">{t().products.visible}</Chip> : <Chip>{t().products.hidden}</Chip>;

const Head = () => {
  const texts = t().products;
  const cells = [
    ['number', texts.number],
    ['name', texts.name],
    ['price figure', texts.price],
    ['pieces figure minor', texts.stock],
    ['variations figure minor', texts.variations],
    ['state', texts.state],
  ] as const;
  return (
    <>
      {cells.map(([name, title]) => (
        <span key={name} role="columnheader" class={name}>
          {title}
        </span>
      ))}
    </>
  );
};

const Row = ({ product }: { readonly product: Product }) => {
  const price = priceOf(product);
  const { availability, variations } = product;
  return (
    <>
      <span role="gridcell" class="number">
        {product.metadata?.element_number}
      </span>
      <span role="gridcell" class="name">
        {nameOfProduct(product)}
      </span>
      <span role="gridcell" class="price figure">
        {price === undefined ? '–' : money(price)}
      </span>
      <span role="gridcell" class="pieces figure minor">
        {availability.active === 1 ? count(availability.quantity) : '–'}
      </span>
      <span role="gridcell" class="variations figure minor">
        {variations.length === 0 ? '–' : count(variations.length)}
      </span>
      <span role="gridcell" class="state">
        <VisibleChip isVisible={product.shop_active !== 0} />
      </span>
    </>
  );
};

const ROW_PX = 45;
const NOBODY = (): boolean => false;
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
      {list.refused !== undefined && <Failure refused={list.refused} />}
      {list.count === undefined && list.refused === undefined && <Skeleton lines={8} />}
      {list.count === 0 && <Empty>{texts.nothing}</Empty>}
      {list.count !== undefined && list.count > 0 && (
        <VirtualList
          key={key}
          label={t().screens.products}
          kind="products"
          count={list.count}
          rowHeight={ROW_PX}
          rowAt={list.rowAt}
          onRange={list.want}
          head={<Head />}
          row={(product) => <Row product={product} />}
          isPicked={NOBODY}
          onPick={open}
          onOpen={open}
        />
      )}
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
  const given = Number(route.value.query.get('category') ?? '0');
  const category = Number.isSafeInteger(given) && given > 0 ? given : 0;
  const choose = useCallback((next: Category | undefined) => setQuery({ category: next ? String(next.id) : '' }), []);
  return (
    <Page title={t().screens.products} isTall beside={category > 0 && <ChosenCategory id={category} />}>
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
