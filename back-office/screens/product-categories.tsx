// The categories of a product or a content, and the tree to add others from.
import type { Category } from '../../src/client/operations.ts';
import { may } from '../api/rights.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { CategoryTree, labelOf } from './category-tree.tsx';
import { screenOf, updateObject } from './object-calls.ts';
import type { Product } from './product-draft.ts';

interface PickedProps {
  readonly chosen: readonly Category[];
  readonly onChange: (chosen: readonly Category[]) => void;
}

/** The categories that are chosen, and the tree to choose others from. */
export const PickedCategories = ({ chosen, onChange }: PickedProps) => {
  const texts = t().products;
  return (
    <>
      {chosen.length === 0 ? (
        <Empty>{texts.inNoCategory}</Empty>
      ) : (
        <ul class="list">
          {chosen.map((category) => (
            <li key={category.id}>
              <span class="grow">{labelOf(category)}</span>
              <button
                type="button"
                class="plain"
                aria-label={texts.removeFrom(labelOf(category))}
                onClick={() => onChange(chosen.filter(({ id }) => id !== category.id))}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <fieldset>
        <legend>{texts.addTo}</legend>
        <CategoryTree
          chosen={0}
          onChoose={(category) => {
            if (!chosen.some(({ id }) => id === category.id)) onChange([...chosen, category]);
          }}
        />
      </fieldset>
    </>
  );
};

interface ObjectProps {
  readonly product: Product;
}

const shownOf = ({ shown, details }: Product) => shown[wireLanguage()] ?? details;

const CategoriesDialog = ({ product, onClose }: ObjectProps & { readonly onClose: () => void }) => {
  const texts = t().products;
  const details = shownOf(product);
  const before = details.categories ?? [];
  const [chosen, setChosen] = useState<readonly Category[]>(before);
  const ids = (categories: readonly Category[]): string =>
    categories
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .join();
  const act = async (): Promise<string> => {
    await updateObject(product.own, { categories: chosen.map(({ id }) => id) });
    return texts.categoriesSaved;
  };
  return (
    <ConfirmDialog
      title={texts.categoriesTitle(details.name)}
      label={texts.save}
      isReady={ids(chosen) !== ids(before)}
      act={act}
      onClose={onClose}
    >
      <PickedCategories chosen={chosen} onChange={setChosen} />
    </ConfirmDialog>
  );
};

export const ObjectCategories = ({ product }: ObjectProps) => {
  const texts = t().products;
  const [isOpen, setOpen] = useState(false);
  const categories = shownOf(product).categories ?? [];
  const mayChange = may(product.own.type === 'product' ? 'update_product' : 'update_content');
  return (
    <Card
      title={texts.categories}
      beside={
        mayChange && (
          <button type="button" class="plain" onClick={() => setOpen(true)}>
            {texts.changeCategories}
          </button>
        )
      }
    >
      {categories.length === 0 ? (
        <Empty>{texts.inNoCategory}</Empty>
      ) : (
        <ul class="list">
          {categories.map((category) => (
            <li key={category.id}>
              <a class="grow" href={hrefOf(screenOf(product.own), '', { category: String(category.id) })}>
                {labelOf(category)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {isOpen && <CategoriesDialog product={product} onClose={() => setOpen(false)} />}
    </Card>
  );
};
