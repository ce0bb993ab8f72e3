// A table for what fits on a page. Rows that lead somewhere are links; arrows go from row to row. A table without links
// can be focused, so that the keyboard scrolls it where it is wider than the window.
import { seen } from '../api/rights.ts';
import type { FieldGroup } from '../api/session.ts';
import type { ComponentChildren } from '../preact.ts';
import { SortTitle, ariaSort } from './sorting.tsx';
import type { Sorting } from './sorting.tsx';

export interface Column<T> {
  readonly title: string;
  /** By which the address says that it is sorted; absent: never. */
  readonly name?: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Figures stand right, with digits of one width. */
  readonly isFigure?: boolean;
  /** Left out on narrow screens. */
  readonly isMinor?: boolean;
  /** It is in every choice of columns. */
  readonly isFixed?: true;
  /** What its fields belong to: it is left out where the person does not see them. */
  readonly group?: FieldGroup;
}

interface TableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
  readonly sorting?: Sorting;
  /** Columns that the person has taken away in wide windows, by their names. */
  readonly hidden?: ReadonlySet<string>;
  /** Where the first cell leads. */
  readonly hrefOf?: (row: T) => string;
}

/** Moves the focus to the link of a neighbouring row. */
export const moveByArrows = (event: KeyboardEvent): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('a.row')];
  const next = links[links.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
};

type Styled = Pick<Column<never>, 'name' | 'isFigure' | 'isMinor'>;

const classOf = ({ name = '', isFigure, isMinor }: Styled, hidden: ReadonlySet<string>): string =>
  `${isFigure === true ? 'figure' : ''} ${isMinor === true ? 'minor' : ''} ${hidden.has(name) ? 'off' : ''}`;

interface HeadProps {
  readonly column: Styled & Pick<Column<never>, 'title'>;
  readonly sorting: Sorting | undefined;
  readonly hidden: ReadonlySet<string>;
}

const Head = ({ column, sorting, hidden }: HeadProps) => {
  const { title, name = '' } = column;
  const sorted = sorting?.columns.includes(name) === true ? sorting : undefined;
  return (
    <th scope="col" class={classOf(column, hidden)} aria-sort={sorted && ariaSort(sorted, name)}>
      {sorted === undefined ? (
        title
      ) : (
        <SortTitle name={name} sorting={sorted}>
          {title}
        </SortTitle>
      )}
    </th>
  );
};

const NONE: ReadonlySet<string> = new Set();

export const Table = <T,>(props: TableProps<T>) => {
  const { caption, columns: all, rows, keyOf, hrefOf, sorting, hidden = NONE } = props;
  const columns = seen(all);
  return (
    // Keys scroll a wide table without links only if the table itself has the focus.
    <div
      class="table-frame"
      {...(hrefOf === undefined ? ({ tabIndex: 0, role: 'region', 'aria-label': caption } as const) : {})}
    >
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.title} column={column} sorting={sorting} hidden={hidden} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveByArrows}>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => (
                <td key={column.title} class={classOf(column, hidden)}>
                  {index === 0 && hrefOf !== undefined ? (
                    <a class="row" href={hrefOf(row)}>
                      {column.cell(row)}
                    </a>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
