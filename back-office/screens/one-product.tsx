// What is with this product? Its texts and prices by language, its variations, stock, categories and history; what is
// typed is kept until it is saved or dropped, and only what has changed is sent.
import { nameOfProduct } from '../api/stock.ts';
import { isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { pieces } from '../format.ts';
import { NotFound } from '../parts/not-found.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { objectLabel } from './field-labels.ts';
import { DeleteButton, PublishButton } from './object-actions.tsx';
import { readObject } from './object-calls.ts';
import { useEditing } from './object-editing.ts';
import type { Reading } from './object-editing.ts';
import { ObjectForm } from './object-form.tsx';
import { ObjectCategories } from './product-categories.tsx';
import type { Product } from './product-draft.ts';
import { PricesOfProduct } from './product-prices.tsx';
import { SaveBar } from './save-bar.tsx';
import { VisibleChip } from './object-list.tsx';
import { Variations } from './product-variations.tsx';

const StockCard = ({ product: { own, details } }: { readonly product: Product }) => {
  const texts = t().products;
  const { active, quantity, quantity_warning: warning } = details.availability;
  return (
    <Card
      title={texts.stock}
      beside={
        <a class="button" href={hrefOf('stock', `product/${own.id}`)}>
          {texts.openStock}
        </a>
      }
    >
      <Pairs
        pairs={[
          [t().stock.sellable, active === 1 ? pieces(quantity) : t().stock.states.uncounted],
          [t().stock.warning, warning > 0 ? pieces(warning) : '–'],
        ]}
        areFigures
      />
    </Card>
  );
};

/** Its code is loaded beside the page. */
const Together = ({ id }: { readonly id: number }) => {
  const code = useData('code-of-together', () => import('./product-together.tsx'));
  return code.value === undefined ? null : <code.value.BoughtTogether id={id} />;
};

const Editor = ({ product, reading }: { readonly product: Product; readonly reading: Reading }) => {
  const { editing, save, drop, bar } = useEditing(product, reading);
  return (
    <ObjectForm
      editing={editing}
      onSubmit={bar.changes > 0 && !bar.isRunning ? () => void save() : undefined}
      variations={<Variations product={product} reading={reading} />}
      side={
        <>
          <StockCard product={product} />
          {may('explain_price') && <PricesOfProduct id={product.own.id} />}
          <ObjectCategories product={product} />
          {may('get_bought_together') && <Together id={product.own.id} />}
          <History
            object={`product/${product.own.id}`}
            topics={['product', 'price', 'stock']}
            labelOf={objectLabel(t(), product)}
          />
        </>
      }
      bar={<SaveBar {...bar} onDrop={drop} />}
    />
  );
};

export const OneProduct = ({ id }: { readonly id: number }) => {
  const texts = t().products;
  const code = wireLanguage();
  const data = useData(`product-${id}-${code}`, (signal) => readObject(id, code, signal), {
    topics: ['product', 'price', 'stock', 'class', 'deleted', 'category'],
  });
  const product = data.value;
  if (isGone(data.refused) || product?.own.type === 'content') return <NotFound screen="products" />;
  const parent = product?.own.id_product ?? 0;
  return (
    <Page
      title={product === undefined ? t().screens.products : nameOfProduct(product.shown[code] ?? product.details)}
      beside={
        product !== undefined && (
          <>
            <span class="quiet-text">{product.details.metadata?.element_number}</span>
            <VisibleChip isVisible={product.own.shop_active === 1} />
          </>
        )
      }
      actions={
        <>
          <a class="button" href={hrefOf('products', parent === 0 ? '' : parent)}>
            <Icon name="left" size={16} />
            {parent === 0 ? texts.back : texts.parent}
          </a>
          {product !== undefined && parent === 0 && may('create_product') && (
            <a class="button" href={hrefOf('products', 'new', { like: String(id) })}>
              {texts.duplicate}
            </a>
          )}
          {product !== undefined && may('delete_product') && <DeleteButton object={product} />}
          {product !== undefined && may('update_product') && <PublishButton object={product} />}
        </>
      }
    >
      <Loaded data={data} lines={10}>
        {(one) => <Editor product={one} reading={data} />}
      </Loaded>
    </Page>
  );
};
