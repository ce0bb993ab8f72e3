// The tree of categories: each is opened by its own button and chosen by its name; what is below it is read then.
import type { Category } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { Icon } from '../parts/icon.tsx';
import { Empty, Loaded } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

export const labelOf = ({ label, name }: Pick<Category, 'label' | 'name'>): string => (label === '' ? name : label);

interface LevelProps {
  /** 0: the roots. */
  readonly idParent: number;
  /** Id; 0 for none. */
  readonly chosen: number;
  readonly onChoose: (category: Category) => void;
}

const Branch = ({ category, chosen, onChoose }: Omit<LevelProps, 'idParent'> & { readonly category: Category }) => {
  const [isOpen, setOpen] = useState(false);
  const label = labelOf(category);
  return (
    <li>
      <div class={category.id === chosen ? 'branch chosen' : 'branch'}>
        <button
          type="button"
          class="plain fold"
          aria-expanded={isOpen}
          aria-label={t().products.below(label)}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="right" size={14} />
        </button>
        <button
          type="button"
          class="plain name"
          aria-pressed={category.id === chosen}
          onClick={() => {
            onChoose(category);
            setOpen(true);
          }}
        >
          {label}
        </button>
      </div>
      {isOpen && <Level idParent={category.id} chosen={chosen} onChoose={onChoose} />}
    </li>
  );
};

const Level = ({ idParent, chosen, onChoose }: LevelProps) => {
  const code = wireLanguage();
  const data = useData(
    `categories-${idParent}-${code}`,
    (signal) => call('get_categories', { id_parent: idParent, language: code }, signal),
    { topics: ['category'] },
  );
  return (
    <Loaded data={data} lines={1}>
      {({ categories }) => {
        if (categories.length === 0) return idParent === 0 ? <Empty>{t().products.noCategories}</Empty> : null;
        return (
          <ul>
            {categories.map((category) => (
              <Branch key={category.id} category={category} chosen={chosen} onChoose={onChoose} />
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
};

export const CategoryTree = ({ chosen, onChoose }: Omit<LevelProps, 'idParent'>) => (
  <div class="category-tree">
    <Level idParent={0} chosen={chosen} onChoose={onChoose} />
  </div>
);
