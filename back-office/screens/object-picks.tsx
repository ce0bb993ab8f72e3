// Which objects of a list are picked, and the column that picks them. Another list begins with none.
import type { Pages } from '../api/use-pages.ts';
import type { ListColumn } from '../parts/record-list.tsx';
import { useEffect, useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

/** Objects that are picked at once. */
const PICKED_MAX = 200;

export interface ObjectPicks<T> {
  readonly picked: readonly T[];
  readonly isPicked: (object: T) => boolean;
  readonly onPick: (object: T) => void;
  readonly areAllPicked: boolean;
  readonly pickAll: () => void;
  readonly unpick: () => void;
}

/** The first `PICKED_MAX` of the list, those of them that are loaded. */
const loaded = <T,>({ count = 0, rowAt }: Pages<T>): readonly T[] =>
  Array.from({ length: Math.min(count, PICKED_MAX) }, (_, at) => rowAt(at)).filter((row) => row !== undefined);

/** `key`: of the list. */
export const usePicks = <T extends { readonly id: number }>(key: string, list: Pages<T>): ObjectPicks<T> => {
  const [picks, setPicks] = useState<ReadonlyMap<number, T>>(new Map());
  const unpick = (): void => setPicks(new Map());
  useEffect(unpick, [key]);
  const rows = loaded(list);
  const areAllPicked = rows.length > 0 && rows.every(({ id }) => picks.has(id));
  return {
    picked: [...picks.values()],
    isPicked: ({ id }) => picks.has(id),
    onPick: (object) =>
      setPicks((now) => {
        const next = new Map(now);
        if (!next.delete(object.id) && next.size < PICKED_MAX) next.set(object.id, object);
        return next;
      }),
    areAllPicked,
    pickAll: () => setPicks(areAllPicked ? new Map() : new Map(rows.map((row) => [row.id, row]))),
    unpick,
  };
};

export const pickColumn = <T extends { readonly id: number }>(
  { isPicked, onPick, areAllPicked, pickAll }: ObjectPicks<T>,
  nameOf: (object: T) => string,
): ListColumn<T> => {
  const texts = t().products.bulk;
  return {
    name: 'pick',
    title: <input type="checkbox" aria-label={texts.pickAll} checked={areAllPicked} onInput={pickAll} />,
    cell: (object) => (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={texts.pickOne(nameOf(object))}
        checked={isPicked(object)}
        onClick={() => onPick(object)}
      />
    ),
    isControl: true,
    isFixed: true,
    width: '20px',
  };
};
