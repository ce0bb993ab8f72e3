// The tree of categories: each is opened by its own button and chosen by its name; what is below it is read then.
import type { Category } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { carry } from '../parts/dragging.ts';
import { Icon } from '../parts/icon.tsx';
import { Empty, Loaded } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import type { Side } from './category-moves.ts';

export const labelOf = ({ label, name }: Pick<Category, 'label' | 'name'>): string => (label === '' ? name : label);

/** Puts a category that was dragged beside or into another one. */
export type OnMove = (moved: Category, side: Side, target: Category) => void;

interface LevelProps {
  /** 0: the roots. */
  readonly idParent: number;
  /** Undefined: branches cannot be dragged. */
  readonly onMove?: OnMove | undefined;
  /** Id; 0 for none. */
  readonly chosen: number;
  readonly onChoose: (category: Category) => void;
}

/** The category under way; browsers show what is dragged only when it is dropped. */
let dragged: Category | undefined;

/** Its upper and its lower quarter mean beside it. */
const sideAt = ({ clientY, currentTarget }: DragEvent): Side => {
  const { top, height } = (currentTarget as HTMLElement).getBoundingClientRect();
  const share = (clientY - top) / height;
  if (share < 0.25) return 'before';
  return share > 0.75 ? 'after' : 'into';
};

const useDragging = (category: Category, onMove: OnMove | undefined) => {
  const [side, setSide] = useState<Side | undefined>();
  if (onMove === undefined) return { handlers: {}, mark: '' };
  const handlers = {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      carry(event, category.name);
      dragged = category;
    },
    onDragEnd: () => (dragged = undefined),
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined || dragged.id === category.id) return;
      event.preventDefault();
      setSide(sideAt(event));
    },
    onDragLeave: () => setSide(undefined),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setSide(undefined);
      if (dragged !== undefined) onMove(dragged, sideAt(event), category);
    },
  };
  return { handlers, mark: side === undefined ? '' : ` drop-${side}` };
};

const Branch = ({
  category,
  chosen,
  onChoose,
  onMove,
}: Omit<LevelProps, 'idParent'> & { readonly category: Category }) => {
  const [isOpen, setOpen] = useState(false);
  const label = labelOf(category);
  const { handlers, mark } = useDragging(category, onMove);
  return (
    <li>
      <div class={`branch${category.id === chosen ? ' chosen' : ''}${mark}`} {...handlers}>
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
      {isOpen && <Level idParent={category.id} chosen={chosen} onChoose={onChoose} onMove={onMove} />}
    </li>
  );
};

const Level = ({ idParent, chosen, onChoose, onMove }: LevelProps) => {
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
              <Branch key={category.id} category={category} chosen={chosen} onChoose={onChoose} onMove={onMove} />
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
};

export const CategoryTree = ({ chosen, onChoose, onMove }: Omit<LevelProps, 'idParent'>) => (
  <div class="category-tree">
    <Level idParent={0} chosen={chosen} onChoose={onChoose} onMove={onMove} />
  </div>
);
