// What does the shop offer? Products by category and by words, those that shoppers do not see included.
import type { Product } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { productConditions } from '../api/find.ts';
import { pictureOf } from '../api/picture-of.ts';
import { nameOfProduct } from '../api/stock.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count, pieces, unitPrice } from '../format.ts';
import { ColumnChoice, hiddenColumns } from '../parts/column-choice.tsx';
import type { ListColumn } from '../parts/record-list.tsx';
import { Thumb } from '../parts/thumb.tsx';
import { orWarn } from '../parts/toast.tsx';
import { sortingOf } from '../parts/sorting.tsx';
import { priceFields, priceOf } from '../price.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { moveCategory, sayMoved } from './category-moves.ts';
import { OrderButton } from './category-order.tsx';
import { labelOf } from './category-tree.tsx';
import type { OnMove } from './category-tree.tsx';
import { NewObjectLink, ObjectsPage, VisibleChip, shownCategory } from './object-list.tsx';
import { ProductsBulk } from './products-bulk.tsx';
import { ExportProductsButton } from './products-export.tsx';
import { UntranslatedLink } from './untranslated.tsx';
import { UnusedPicturesButton } from './unused-pictures.tsx';

const columns = (): readonly ListColumn<Product>[] => {
  const texts = t().products;
  return [
    {
      name: 'number',
      title: texts.number,
      cell: ({ metadata }) => metadata?.element_number,
      width: 'minmax(96px, 0.7fr)',
    },
    {
      name: 'name',
      title: texts.name,
      isFixed: true,
      width: 'minmax(160px, 2.2fr)',
      cell: (product) => (
        <>
          <Thumb url={pictureOf(product)} />
          {nameOfProduct(product)}
        </>
      ),
    },
    {
      name: 'price figure',
      title: texts.price,
      width: 'minmax(90px, 0.7fr)',
      cell: (product) => {
        const price = priceOf(product);
        return price === undefined ? '–' : unitPrice(price);
      },
    },
    {
      name: 'pieces figure minor',
      title: texts.stock,
      width: '72px',
      cell: ({ availability }) => (availability.active === 1 ? pieces(availability.quantity) : '–'),
    },
    {
      name: 'variations figure minor',
      title: texts.variations,
      width: '84px',
      cell: ({ variations }) => (variations.length === 0 ? '–' : count(variations.length)),
    },
    {
      name: 'state',
      title: texts.state,
      width: '112px',
      cell: ({ shop_active: active }) => <VisibleChip isVisible={active !== 0} />,
    },
  ];
};

const productSorting = () =>
  sortingOf({
    number: ['metadata.element_number'],
    name: ['name', 'main.name'],
    price: [priceFields.value[0] ?? 'price'],
    pieces: ['availability.quantity'],
    state: ['main.active'],
  });

const PICKING = {
  nameOf: nameOfProduct,
  Bar: ({ picked, onUnpick }: { readonly picked: readonly Product[]; readonly onUnpick: () => void }) => (
    <ProductsBulk products={picked} onUnpick={onUnpick} />
  ),
};

/** A category without products may be one of contents, such as a journal. */
const ContentsHere = ({ category }: { readonly category: number }) => {
  const texts = t().contents;
  const data = useData(`contents-in-${category}`, (signal) =>
    call(
      'search_contents',
      { constraint: { 'category.path.nodes.id': category }, left_limit: 0, right_limit: 1 },
      signal,
    ),
  );
  const number = data.value?.count ?? 0;
  return number === 0 ? null : (
    <p>
      {texts.here(number, count(number))}{' '}
      <a href={hrefOf('contents', '', { category: String(category) })}>{texts.open}</a>
    </p>
  );
};

const TOPICS = ['product', 'price', 'stock', 'category', 'deleted'] as const;

/** Label of a category that the address names and no open branch shows. */
const ChosenCategory = ({ id }: { readonly id: number }) => {
  const code = wireLanguage();
  const data = useData(
    `category-${id}-${code}`,
    (signal) => call('get_categories', { id_parent: id, language: code }, signal),
    { topics: ['category'] },
  );
  return <span class="quiet-text">{data.value === undefined ? '' : labelOf(data.value.parent_category)}</span>;
};

/** What is dropped in the tree is moved at once: it can be put back. */
const drop: OnMove = (moved, side, target) =>
  void orWarn(async () => {
    const back = await moveCategory(moved.id, side, target);
    if (back !== undefined) sayMoved(labelOf(moved), back);
    refreshAll();
  });

export const Products = () => {
  const category = shownCategory();
  return (
    <ObjectsPage<Product>
      kind="products"
      all={t().products.allCategories}
      beside={category > 0 && <ChosenCategory id={category} />}
      actions={
        <>
          <NewObjectLink kind="products" />
          <UntranslatedLink kind="products" />
          <OrderButton kind="products" category={category} />
          <ColumnChoice kept="columns.products" columns={columns()} />
          {may('export_products') && <ExportProductsButton />}
          <UnusedPicturesButton />
        </>
      }
      onMove={may('update_category') && may('set_positions') ? drop : undefined}
      columns={columns()}
      {...(may('update_product') && may('get_shopobject_languages') && { picking: PICKING })}
      sorting={productSorting()}
      hidden={hiddenColumns('columns.products')}
      conditionsOf={productConditions}
      search={(query, signal) => call('search_products', query, signal)}
      topics={TOPICS}
      others={(id) => id > 0 && may('search_contents') && <ContentsHere category={id} />}
    />
  );
};
