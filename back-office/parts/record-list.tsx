// A long list of records, read page by page as it comes into sight; until the first page is there, or instead, what is
// the matter.
import type { Pages } from '../api/use-pages.ts';
import type { ComponentChildren } from '../preact.ts';
import { Empty, Failure, Skeleton } from './page.tsx';
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
}

interface RecordListProps<T> {
  /** Names what is listed; another list begins at its top. */
  readonly id: string;
  readonly list: Pages<T>;
  readonly label: string;
  /** Names the widths of its columns in the style. */
  readonly kind: string;
  /** Said where the list is empty. */
  readonly nothing: string;
  readonly columns: readonly ListColumn<T>[];
  readonly onOpen: (row: T) => void;
  /** Absent: rows are opened, and never picked. */
  readonly picking?: { readonly isPicked: (row: T) => boolean; readonly onPick: (row: T) => void };
}

const ROW_PX = 45;
const NEVER = (): boolean => false;
const withoutOpening = (event: MouseEvent): void => event.stopPropagation();

export const RecordList = <T,>({ id, list, label, kind, nothing, columns, onOpen, picking }: RecordListProps<T>) => {
  const { count, refused, rowAt, want } = list;
  const head = columns.map(({ name, title }) => (
    <span key={name} role="columnheader" class={name}>
      {title}
    </span>
  ));
  const row = (one: T) =>
    columns.map(({ name, cell, hint, isControl }) => (
      <span
        key={name}
        role="gridcell"
        class={name}
        title={hint?.(one)}
        onClick={isControl === true ? withoutOpening : undefined}
      >
        {cell(one)}
      </span>
    ));
  return (
    <>
      {refused !== undefined && <Failure refused={refused} />}
      {count === undefined && refused === undefined && <Skeleton lines={8} />}
      {count === 0 && <Empty>{nothing}</Empty>}
      {count !== undefined && count > 0 && (
        <VirtualList
          key={id}
          label={label}
          kind={kind}
          count={count}
          rowHeight={ROW_PX}
          rowAt={rowAt}
          onRange={want}
          head={<>{head}</>}
          row={row}
          isPicked={picking?.isPicked ?? NEVER}
          onPick={picking?.onPick ?? onOpen}
          onOpen={onOpen}
        />
      )}
    </>
  );
};
