// A table for what fits on a page. Rows that lead somewhere are links; arrows go from row to row. A table without links
// can be focused, so that the keyboard scrolls it where it is wider than the window.
import type { ComponentChildren } from '../preact.ts';

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Figures stand right, with digits of one width. */
  readonly isFigure?: boolean;
  /** Left out on narrow screens. */
  readonly isMinor?: boolean;
}

interface TableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
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

const classOf = ({ isFigure, isMinor }: { readonly isFigure?: boolean; readonly isMinor?: boolean }): string =>
  `${isFigure === true ? 'figure' : ''} ${isMinor === true ? 'minor' : ''}`;

export const Table = <T,>({ caption, columns, rows, keyOf, hrefOf }: TableProps<T>) => (
  // Without links in it, a table that is too wide is scrolled by keys once it has the focus itself.
  <div
    class="table-frame"
    {...(hrefOf === undefined ? ({ tabIndex: 0, role: 'region', 'aria-label': caption } as const) : {})}
  >
    <table>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={classOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={moveByArrows}>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, index) => (
              <td key={column.title} class={classOf(column)}>
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
