// By which column is a long list sorted, and which way? Kept in the address as `sort`: the column's name, with a minus
// sign before it where the last come first.
import { useLayoutEffect, useRef } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { Icon } from './icon.tsx';

/** Column that can be sorted by → fields of the engine, the first deciding. */
interface Sortable {
  readonly [column: string]: readonly string[];
}

export interface Sorting {
  readonly columns: readonly string[];
  /** As in the address; '': an order that is no column's. */
  readonly sort: string;
  /** The order without a choice, in the same words. */
  readonly usual: string;
  /** Parameters of a search; undefined: no column was chosen. */
  readonly order: { readonly order_columns: string[]; readonly order: 'ASC' | 'DESC' } | undefined;
}

const columnOf = (sort: string): string => sort.replace(/^-/, '');
const isDescending = (sort: string): boolean => sort.startsWith('-');

/** What the address asks for; a column that is not there is passed over. */
export const sortingOf = (sortable: Sortable, usual = ''): Sorting => {
  const given = route.value.query.get('sort') ?? '';
  const isChosen = given !== usual && Object.hasOwn(sortable, columnOf(given));
  const sort = isChosen ? given : usual;
  return {
    columns: Object.keys(sortable),
    sort,
    usual,
    order: isChosen
      ? { order_columns: [...sortable[columnOf(sort)]!], order: isDescending(sort) ? 'DESC' : 'ASC' }
      : undefined,
  };
};

/** First upwards, then downwards, then as without a choice. */
const after = ({ sort, usual }: Sorting, name: string): string => {
  if (sort === name) return `-${name}`;
  return sort === `-${name}` && usual !== sort ? usual : name;
};

/** How a column is sorted by, as its head says it; undefined: not at all. */
export const ariaSort = ({ sort }: Sorting, name: string): 'ascending' | 'descending' | undefined => {
  if (columnOf(sort) !== name) return undefined;
  return isDescending(sort) ? 'descending' : 'ascending';
};

/** The title that was pressed: the list that comes then is another one, and its title takes the focus. */
let pressed = '';
const forget = (): void => {
  pressed = '';
};

export const SortTitle = ({
  name,
  sorting,
  children,
}: {
  readonly name: string;
  readonly sorting: Sorting;
  readonly children: ComponentChildren;
}) => {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (pressed !== name) return;
    forget();
    button.current?.focus();
  }, [sorting.sort]);
  const press = (): void => {
    pressed = name;
    // It takes no focus from what has it by then.
    document.addEventListener('focusin', forget, { once: true });
    const next = after(sorting, name);
    setQuery({ sort: next === sorting.usual ? '' : next });
  };
  const way = ariaSort(sorting, name);
  return (
    <button ref={button} type="button" class="sort" title={t().lists.sort} onClick={press}>
      <span>{children}</span>
      {way !== undefined && <Icon name={way === 'ascending' ? 'up' : 'down'} size={14} />}
    </button>
  );
};

/** Offered where a list cannot be read in the order that was chosen. */
export const UsualOrder = ({ sorting }: { readonly sorting: Sorting }) =>
  sorting.order === undefined ? null : (
    <p>
      <button
        type="button"
        onClick={() => {
          forget();
          setQuery({ sort: '' });
        }}
      >
        {t().lists.usualOrder}
      </button>
    </p>
  );
