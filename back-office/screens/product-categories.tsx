// Which categories a product is in: those that it has, and the tree to add others from.
import type { Category } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { Ask } from '../parts/ask.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { CategoryTree, labelOf } from './category-tree.tsx';
import type { Details } from './product-draft.ts';

const CategoriesDialog = ({ details, onClose }: { readonly details: Details; readonly onClose: () => void }) => {
  const texts = t().products;
  const before = details.categories ?? [];
  const [chosen, setChosen] = useState<readonly Category[]>(before);
  const ids = (categories: readonly Category[]): string =>
    categories
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .join();
  const act = async (): Promise<string> => {
    await call('update_product', { id_product: details.id, categories: chosen.map(({ id }) => id) });
    return texts.categoriesSaved;
  };
  return (
    <Ask
      title={texts.categoriesTitle(details.name)}
      label={texts.save}
      isReady={ids(chosen) !== ids(before)}
      act={act}
      onClose={onClose}
    >
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
                onClick={() => setChosen(chosen.filter(({ id }) => id !== category.id))}
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
            if (!chosen.some(({ id }) => id === category.id)) setChosen([...chosen, category]);
          }}
        />
      </fieldset>
    </Ask>
  );
};

export const ProductCategories = ({ details }: { readonly details: Details }) => {
  const texts = t().products;
  const [isOpen, setOpen] = useState(false);
  const categories = details.categories ?? [];
  return (
    <Card
      title={texts.categories}
      beside={
        <button type="button" class="plain" onClick={() => setOpen(true)}>
          {texts.changeCategories}
        </button>
      }
    >
      {categories.length === 0 ? (
        <Empty>{texts.inNoCategory}</Empty>
      ) : (
        <ul class="list">
          {categories.map((category) => (
            <li key={category.id}>
              <a class="grow" href={hrefOf('products', '', { category: String(category.id) })}>
                {labelOf(category)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {isOpen && <CategoriesDialog details={details} onClose={() => setOpen(false)} />}
    </Card>
  );
};
