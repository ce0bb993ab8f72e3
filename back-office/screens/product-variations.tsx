// The variations of a product: a list, and the sheet that makes and changes them.
import { pictureOf } from '../api/picture-of.ts';
import { may } from '../api/rights.ts';
import { count, pieces, unitPrice } from '../format.ts';
import { Card, Empty } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { Thumb } from '../parts/thumb.tsx';
import { useState } from '../preact.ts';
import { priceOf } from '../price.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import type { Reading } from './object-editing.ts';
import type { Product } from './product-draft.ts';
import { VisibleChip } from './object-list.tsx';
import { VariationGrid } from './variation-grid.tsx';
import { ownVariations } from './variation-options.ts';

interface VariationsProps {
  readonly product: Product;
  readonly reading: Reading;
}

export const Variations = ({ product, reading }: VariationsProps) => {
  const texts = t().products;
  const [isEditing, setEditing] = useState(false);
  const own = ownVariations(product);
  const mayEdit = product.own.id_product === 0 && may('create_variation') && may('update_product');
  if (own.length === 0 && !mayEdit) return null;
  if (isEditing) {
    return (
      <Card title={texts.variations}>
        <VariationGrid product={product} reading={reading} onClose={() => setEditing(false)} />
      </Card>
    );
  }
  const tools = (
    <span class="button-row">
      {own.length > 0 && <span class="figure">{count(own.length)}</span>}
      {mayEdit && (
        <button type="button" onClick={() => setEditing(true)}>
          {texts.grid.open}
        </button>
      )}
    </span>
  );
  if (own.length === 0) {
    return (
      <Card title={texts.variations} beside={tools}>
        <Empty>{texts.noVariations}</Empty>
      </Card>
    );
  }
  return (
    <Card title={texts.variations} beside={tools}>
      <Table
        caption={texts.variations}
        rows={own}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => hrefOf('products', id)}
        columns={[
          {
            title: texts.name,
            cell: (one) => (
              <>
                <Thumb url={pictureOf(one)} /> {one.name}
              </>
            ),
          },
          { title: texts.number, cell: ({ metadata }) => metadata?.element_number, isMinor: true },
          {
            title: texts.price,
            cell: (one) => (priceOf(one) === undefined ? '–' : unitPrice(priceOf(one)!)),
            isFigure: true,
          },
          {
            title: texts.stock,
            cell: ({ availability }) => (availability.active === 1 ? pieces(availability.quantity) : '–'),
            isFigure: true,
          },
          { title: texts.state, cell: (one) => <VisibleChip isVisible={one.shop_active !== 0} /> },
        ]}
      />
    </Card>
  );
};
