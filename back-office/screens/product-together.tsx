// What orders have together with a product, those of most orders first.
import { call } from '../api/call.ts';
import { pictureOf } from '../api/picture-of.ts';
import { nameOfProduct } from '../api/stock.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { Card } from '../parts/page.tsx';
import { Thumb } from '../parts/thumb.tsx';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';

const SHOWN = 5;

/** Nothing where no order has another product with it. */
export const BoughtTogether = ({ id }: { readonly id: number }) => {
  const texts = t().products;
  const asked = { id_product: id, language: wireLanguage(), limit: SHOWN };
  const data = useData(`together-${id}-${asked.language}`, (signal) => call('get_bought_together', asked, signal), {
    topics: ['order', 'product'],
  });
  if (data.value === undefined || data.value.products.length === 0) return null;
  const { orders, products } = data.value;
  return (
    <Card title={texts.together}>
      <ul class="list">
        {products.map(({ count, product }) => (
          <li key={product.id}>
            <Thumb url={pictureOf(product)} />
            <a class="grow" href={hrefOf('products', product.id)}>
              {nameOfProduct(product)}
            </a>
            <span class="figure">{texts.inOrders(count, orders)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
