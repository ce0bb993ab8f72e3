// A list of any length; only the rows in sight are on the page. Arrows, Page keys, Home and End move the current row,
// Enter opens it, the space bar picks it.
//
// Not promised: that the browser's own search finds rows out of sight.
import { useEffect, useId, useRef, useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import type { ListPlace } from './list-places.ts';

interface VirtualListProps<T> {
  readonly label: string;
  /** Names the widths of its columns in the style. */
  readonly kind: string;
  readonly count: number;
  /** Pixels, the same for all rows. */
  readonly rowHeight: number;
  /** Undefined: not loaded yet. */
  readonly rowAt: (index: number) => T | undefined;
  /** A row that moves while a pointer is down on it is not taken for the one that comes there. */
  readonly idOf: (row: T) => number | string;
  /** What is in sight, and a little around it. */
  readonly onRange: (first: number, last: number) => void;
  readonly head: ComponentChildren;
  readonly row: (row: T, index: number) => ComponentChildren;
  readonly isPicked: (row: T) => boolean;
  readonly onPick: (row: T, index: number) => void;
  readonly onOpen: (row: T, index: number) => void;
  /** Where it was left, and where it is noted from now on. */
  readonly place: ListPlace;
  /** Widths of the columns that a person has chosen, for wide windows; absent: as the style has them. */
  readonly chosen?: string | undefined;
}

const AROUND = 12;
/** A browser lays out no element taller than this; a longer list is scrolled in proportion. */
const HEIGHT_MAX = 12_000_000;

const useWindow = (count: number, rowHeight: number, place: ListPlace) => {
  const frame = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const element = frame.current!;
    const measure = (): void => {
      // What has left the page is at its top.
      if (!element.isConnected) return;
      place.top = element.scrollTop;
      setSeen({ top: element.scrollTop, height: element.clientHeight });
    };
    element.scrollTop = place.top;
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => {
      // Left before the browser has told of the last scrolling.
      if (element.isConnected) place.top = element.scrollTop;
      element.removeEventListener('scroll', measure);
      sizes.disconnect();
    };
  }, []);
  const whole = Math.min(count * rowHeight, HEIGHT_MAX);
  /** Rows per pixel of the scroll bar. */
  const scale = whole === 0 ? 1 : (count * rowHeight) / whole;
  const top = seen.top * scale;
  const first = Math.max(0, Math.floor(top / rowHeight) - AROUND);
  const last = Math.min(count - 1, Math.ceil((top + seen.height) / rowHeight) + AROUND);
  /** Pixels from the top of the inner element. */
  const placeOf = (index: number): number => index * rowHeight - top + seen.top;
  return { frame, whole, first, last, scale, placeOf, inSight: Math.floor(seen.height / rowHeight) };
};

export const VirtualList = <T,>(props: VirtualListProps<T>) => {
  const { label, kind, count, rowHeight, rowAt, idOf, onRange, head, row, isPicked, onPick, onOpen, place, chosen } =
    props;
  const id = useId();
  const { frame, whole, first, last, scale, placeOf, inSight } = useWindow(count, rowHeight, place);
  const [current, setCurrent] = useState(place.current);
  place.current = current;
  useEffect(() => onRange(first, last), [first, last, onRange]);
  const moveTo = (index: number): void => {
    const next = Math.max(0, Math.min(count - 1, index));
    setCurrent(next);
    const element = frame.current!;
    const place = (next * rowHeight) / scale;
    if (place < element.scrollTop) element.scrollTop = place;
    const below = place + rowHeight - element.clientHeight + HEAD_PX;
    if (below > element.scrollTop) element.scrollTop = below;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = rowAt(current);
    const moves: { readonly [key: string]: number } = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + inSight - 1,
      PageUp: current - inSight + 1,
      Home: 0,
      End: count - 1,
    };
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && chosen !== undefined) onOpen(chosen, current);
    else if (event.key === ' ' && chosen !== undefined) onPick(chosen, current);
    else if (moves[event.key] !== undefined) moveTo(moves[event.key]!);
    else return;
    event.preventDefault();
  };
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  return (
    <div
      ref={frame}
      class={chosen === undefined ? `virtual-list ${kind}` : `virtual-list ${kind} chosen`}
      {...(chosen === undefined ? {} : { style: { '--chosen': chosen } })}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-activedescendant={count === 0 ? undefined : `${id}-${current}`}
      tabIndex={0}
      data-list
      onKeyDown={onKeyDown}
    >
      <div class="list-head" role="rowgroup">
        <div role="row" aria-rowindex={1}>
          {head}
        </div>
      </div>
      <div class="list-rows" role="rowgroup" style={{ height: `${whole}px` }}>
        {shown.map((index) => {
          const one = rowAt(index);
          return (
            <div
              key={one === undefined ? `at ${index}` : idOf(one)}
              id={`${id}-${index}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={one !== undefined && isPicked(one)}
              class={index === current ? 'list-row current' : 'list-row'}
              style={{ transform: `translateY(${placeOf(index)}px)`, height: `${rowHeight}px` }}
              onClick={() => {
                setCurrent(index);
                place.current = index;
                if (one !== undefined) onOpen(one, index);
              }}
            >
              {one === undefined ? <span role="gridcell" class="waiting" /> : row(one, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
};

/** The head stays in sight above the rows. */
const HEAD_PX = 38;
