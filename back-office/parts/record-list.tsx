// A long list of records, read page by page as it comes into sight; problems are shown instead until the first page is
// there.
import { seen } from '../api/rights.ts';
import type { FieldGroup } from '../api/session.ts';
import type { Pages } from '../api/use-pages.ts';
import type { ComponentChildren } from '../preact.ts';
import { useMemo } from '../preact.ts';
import { placeOf } from './list-places.ts';
import { Empty, Failure, Skeleton } from './page.tsx';
import { SortTitle, UsualOrder, ariaSort } from './sorting.tsx';
import type { Sorting } from './sorting.tsx';
import { VirtualList } from './virtual-list.tsx';

export interface ListColumn<T> {
  /** Names its width in the style; further words are classes of its own. */
  readonly name: string;
  readonly title: ComponentChildren;
  readonly cell: (row: T) => ComponentChildren;
  /** Shown where the pointer rests. */
  readonly hint?: (row: T) => string;
  /** It holds a control: a click on it does not open the row. */
  readonly isControl?: true;
  /** As a track of a grid, for lists whose columns are chosen. */
  readonly width?: string;
  /** It is in every choice of columns. */
  readonly isFixed?: true;
  /** What its fields belong to: see `seen`. */
  readonly group?: FieldGroup;
}

/** The column's own name, by which it is chosen. */
export const keyOf = ({ name }: { readonly name: string }): string => name.split(' ')[0]!;

interface RecordListProps<T> {
  /** Names what is listed; another list begins at its top. */
  readonly id: string;
  readonly list: Pages<T>;
  readonly idOf: (row: T) => number;
  readonly label: string;
  /** Names the widths of its columns in the style. */
  readonly kind: string;
  /** What an empty list says. */
  readonly nothing: ComponentChildren;
  readonly columns: readonly ListColumn<T>[];
  /** Columns that the person has taken away in wide windows, by their own names. */
  readonly hidden?: ReadonlySet<string>;
  /** `at`: its place in the list. */
  readonly onOpen: (row: T, at: number) => void;
  /** Absent: the list has one order. */
  readonly sorting?: Sorting;
  /** Absent: rows are opened, and never picked. */
  readonly picking?: { readonly isPicked: (row: T) => boolean; readonly onPick: (row: T) => void };
}

const ROW_PX = 45;
const NEVER = (): boolean => false;
const withoutOpening = (event: MouseEvent): void => event.stopPropagation();

const NONE: ReadonlySet<string> = new Set();

/** Tracks of the columns that are shown. */
const chosenTracks = (columns: readonly ListColumn<never>[], hidden: ReadonlySet<string>): string =>
  columns
    .filter((column) => !hidden.has(keyOf(column)))
    .map(({ width }) => width ?? 'minmax(80px, 1fr)')
    .join(' ');

export const RecordList = <T,>(props: RecordListProps<T>) => {
  const { id, list, idOf, label, kind, nothing, onOpen, picking, sorting, hidden = NONE } = props;
  const columns = seen(props.columns);
  // The style has tracks for all of them.
  const isLacking = columns.length < props.columns.length;
  const { count, refused, rowAt, want } = list;
  const place = useMemo(() => placeOf(`${kind} ${id}`), [kind, id]);
  const classOf = (column: ListColumn<T>): string => (hidden.has(keyOf(column)) ? `${column.name} off` : column.name);
  const head = columns.map((column) => {
    const name = keyOf(column);
    const sorted = sorting?.columns.includes(name) === true ? sorting : undefined;
    return (
      <span
        key={column.name}
        role="columnheader"
        class={classOf(column)}
        aria-sort={sorted === undefined ? undefined : ariaSort(sorted, name)}
      >
        {sorted === undefined ? (
          column.title
        ) : (
          <SortTitle name={name} sorting={sorted}>
            {column.title}
          </SortTitle>
        )}
      </span>
    );
  });
  const row = (one: T) =>
    columns.map((column) => (
      <span
        key={column.name}
        role="gridcell"
        class={classOf(column)}
        title={column.hint?.(one)}
        onClick={column.isControl === true ? withoutOpening : undefined}
      >
        {column.cell(one)}
      </span>
    ));
  return (
    <>
      {refused !== undefined && <Failure refused={refused} />}
      {refused !== undefined && sorting !== undefined && <UsualOrder sorting={sorting} />}
      {count === undefined && refused === undefined && <Skeleton lines={8} />}
      {count === 0 && <Empty>{nothing}</Empty>}
      {count !== undefined && count > 0 && (
        <VirtualList
          key={id}
          label={label}
          kind={isLacking ? `${kind} lacking` : kind}
          count={count}
          rowHeight={ROW_PX}
          rowAt={rowAt}
          idOf={idOf}
          onRange={want}
          head={<>{head}</>}
          row={row}
          isPicked={picking?.isPicked ?? NEVER}
          onPick={picking?.onPick ?? onOpen}
          onOpen={onOpen}
          place={place}
          chosen={isLacking || hidden.size > 0 ? chosenTracks(columns, hidden) : undefined}
        />
      )}
    </>
  );
};
