// The order of the products, or of the contents, of a category, as storefronts list them: by dragging, and by buttons
// for the keyboard.
import { call, callByName } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { carry } from '../parts/dragging.ts';
import { Icon } from '../parts/icon.tsx';
import { Meanwhile } from '../parts/meanwhile.tsx';
import { Empty, Loaded } from '../parts/page.tsx';
import { useLayoutEffect, useRef, useState } from '../preact.ts';
import { isMeanwhile, seenAs } from '../seen.ts';
import { t } from '../texts/texts.ts';
import { nameOfProduct } from '../api/stock.ts';
import { putFirst } from './category-places.ts';
import type { Placed } from './category-places.ts';
import { titleOf } from './object-title.ts';

type Kind = 'products' | 'contents';

const idsOf = (placed: readonly Placed[]): number[] => placed.map(({ id }) => id);

/** As many as a call orders; those behind them keep their places. */
const PLACED_MAX = 1000;

/** Maximum number of calls in an aggregate. */
const AT_ONCE = 50;

/** Object → its position in the category, of those that were put into it. Throws Refused. */
const positionsIn = async (category: number, ids: readonly number[], signal: AbortSignal) => {
  const positions = new Map<number, number>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = ids.slice(from, from + AT_ONCE);
    const pipe = Object.fromEntries(
      part.map((id, at) => [String(at), { request: 'get_shopobject_languages', args: { id_shopobject: id } }]),
    );
    const reply = (await callByName('aggregate', { pipe }, signal)) as { readonly [member: string]: unknown };
    for (const [at, id] of part.entries()) {
      const own = reply[`aggregate_${at}`] as
        | { readonly categories?: readonly { readonly id_category: number; readonly position: number }[] }
        | undefined;
      const position = own?.categories?.find((one) => one.id_category === category)?.position;
      if (position !== undefined) positions.set(id, position);
    }
  }
  return positions;
};

interface Read {
  /** The first `PLACED_MAX`. */
  readonly placed: readonly Placed[];
  /** Number of all of them. */
  readonly all: number;
  readonly seq: number | undefined;
}

interface Listed {
  readonly names: readonly string[];
  /** Those that were put into it, and behind them those that it finds by itself. */
  readonly placed: readonly Placed[];
  readonly all: number;
  readonly seq: number | undefined;
}

type Lister = (asked: Parameters<typeof call<'get_contents_in_category'>>[1], signal: AbortSignal) => Promise<Listed>;

/** Number of products that were put into a category. */
const countPutInto = async (category: number, signal: AbortSignal): Promise<number> => {
  const constraint = { 'main.categories': category };
  return (await call('search_products', { constraint, left_limit: 0, right_limit: 1 }, signal)).count;
};

const LISTERS: { readonly [kind in Kind]: Lister } = {
  contents: async (asked, signal) => {
    const { contents, contents_count: all, seq } = await call('get_contents_in_category', asked, signal);
    const placed = Object.values(contents).map((content) => ({ id: content.id, title: titleOf(content) }));
    return { names: Object.keys(contents), placed, all, seq };
  },
  products: async (asked, signal) => {
    const [{ products, seq }, all] = await Promise.all([
      call('get_products_in_category', asked, signal),
      countPutInto(asked.id_category, signal),
    ]);
    const placed = Object.values(products).map((product) => ({ id: product.id, title: nameOfProduct(product) }));
    return { names: Object.keys(products), placed, all, seq };
  },
};

/** Objects that are in the category itself, in their order. Throws Refused. */
const readPlaced = async (kind: Kind, category: number, language: string, signal: AbortSignal): Promise<Read> => {
  const asked = { id_category: category, language, left_limit: 0, right_limit: PLACED_MAX };
  const { names, placed, all, seq } = await LISTERS[kind](asked, signal);
  // An object of JavaScript puts names that are numbers first.
  const isMixed = names.some((name) => /^\d+$/.test(name));
  const positions = isMixed ? await positionsIn(category, idsOf(placed), signal) : undefined;
  return { placed: putFirst(placed, all, positions), all, seq };
};

interface PlacesProps {
  readonly kind: Kind;
  readonly placed: readonly Placed[];
  /** Puts the one at `from` to the place `to`. */
  readonly onMove: (from: number, to: number) => void;
}

const Places = ({ kind, placed, onMove }: PlacesProps) => {
  const texts = t()[kind].order;
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | undefined>();
  const [over, setOver] = useState<number | undefined>();
  const [moved, setMoved] = useState<{ readonly id: number; readonly side: 'up' | 'down' } | undefined>();
  // A row that changes its place on the page loses the focus.
  useLayoutEffect(() => {
    if (moved === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${moved.side} ${moved.id}"]`)?.focus();
  }, [moved]);
  const step = (at: number, side: 'up' | 'down'): void => {
    const to = at + (side === 'up' ? -1 : 1);
    if (placed[to] === undefined) return;
    onMove(at, to);
    setMoved({ id: placed[at]!.id, side });
  };
  const mover = ({ id, title }: Placed, at: number, side: 'up' | 'down') => {
    const label = side === 'up' ? texts.up(title) : texts.down(title);
    return (
      <button
        type="button"
        class="plain"
        data-move={`${side} ${id}`}
        aria-label={label}
        title={label}
        aria-disabled={placed[at + (side === 'up' ? -1 : 1)] === undefined}
        onClick={() => step(at, side)}
      >
        <Icon name={side} size={16} />
      </button>
    );
  };
  const place = moved === undefined ? -1 : placed.findIndex(({ id }) => id === moved.id);
  return (
    <>
      <ol class="content-places" ref={list}>
        {placed.map((one, at) => (
          <li
            key={one.id}
            class={over === at && dragged !== at ? 'over' : ''}
            draggable
            onDragStart={(event) => {
              carry(event, one.title);
              setDragged(at);
            }}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setOver(at);
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(undefined);
              if (dragged !== undefined && dragged !== at) onMove(dragged, at);
            }}
          >
            <span class="handle" title={texts.drag}>
              <Icon name="menu" size={16} />
            </span>
            <span class="grow">{one.title}</span>
            {mover(one, at, 'up')}
            {mover(one, at, 'down')}
          </li>
        ))}
      </ol>
      <p class="hint" role="status">
        {place >= 0 && texts.at(placed[place]!.title, count(place + 1), count(placed.length))}
      </p>
    </>
  );
};

interface OrderProps {
  readonly kind: Kind;
  readonly category: number;
  readonly onClose: () => void;
}

interface Order {
  readonly placed: readonly Placed[];
  /** What was read when the first one was moved. */
  readonly begun: Read;
}

const isSameOrder = (one: readonly Placed[], other: readonly Placed[]): boolean =>
  idsOf(one).join() === idsOf(other).join();

/** Titles that are named of an order that somebody else has saved. */
const NAMED_MAX = 8;

const titlesOf = (placed: readonly Placed[]): string => {
  const named = placed.slice(0, NAMED_MAX).map(({ title }) => title);
  return placed.length > NAMED_MAX ? `${named.join(', ')} …` : named.join(', ');
};

/** One's own order of what is there now; what has come since stands at the end. */
const kept = (mine: readonly Placed[], now: readonly Placed[]): readonly Placed[] => {
  const there = new Set(idsOf(now));
  const known = new Set(idsOf(mine));
  return [...mine.filter(({ id }) => there.has(id)), ...now.filter(({ id }) => !known.has(id))];
};

const OrderDialog = ({ kind, category, onClose }: OrderProps) => {
  const texts = t()[kind].order;
  const code = wireLanguage();
  const data = useData(`order-of-${kind}-${category}-${code}`, (signal) => readPlaced(kind, category, code, signal), {
    topics: [kind === 'contents' ? 'content' : 'product', 'category', 'deleted'],
  });
  const [order, setOrder] = useState<Order | undefined>();
  /** What somebody else has saved, while it is not chosen. */
  const [theirs, setTheirs] = useState<Read | undefined>();
  const save = (placed: readonly Placed[], seq: number | undefined) =>
    call('set_positions', { id_category: category, shopobjects: idsOf(placed), ...seenAs(seq) });
  /** Where somebody else has changed one of them and not the order, it is sent again; else the person chooses. */
  const act = async (): Promise<string | undefined> => {
    const { placed, begun } = order!;
    try {
      await save(placed, begun.seq);
    } catch (error) {
      if (!isMeanwhile(error)) throw error;
      const now = await readPlaced(kind, category, code, new AbortController().signal);
      if (!isSameOrder(now.placed, begun.placed) && !isSameOrder(now.placed, placed)) {
        setTheirs(now);
        return undefined;
      }
      await save(placed, now.seq);
    }
    return texts.saved;
  };
  return (
    <ConfirmDialog
      title={texts.title}
      label={texts.save}
      isReady={order !== undefined && theirs === undefined}
      act={act}
      onClose={onClose}
    >
      <p class="hint">{texts.hint}</p>
      <Loaded data={data}>
        {(read) => {
          const { placed, begun } = order ?? { placed: read.placed, begun: read };
          const move: PlacesProps['onMove'] = (from, to) =>
            setOrder({ placed: placed.toSpliced(from, 1).toSpliced(to, 0, placed[from]!), begun });
          return (
            <>
              {read.all > read.placed.length && (
                <p class="hint">{texts.onlyFirst(count(read.placed.length), count(read.all))}</p>
              )}
              {theirs !== undefined && (
                <Meanwhile
                  conflicts={[{ theirs: titlesOf(theirs.placed) }]}
                  nameOf={() => texts.title}
                  onChoose={(_order, whose) => {
                    setOrder(whose === 'theirs' ? undefined : { placed: kept(placed, theirs.placed), begun: theirs });
                    setTheirs(undefined);
                  }}
                />
              )}
              {theirs === undefined && ![begun.placed, placed].some((known) => isSameOrder(known, read.placed)) && (
                <div class="conflict" role="alert">
                  <p>{texts.meanwhile}</p>
                  <button type="button" onClick={() => setOrder(undefined)}>
                    {texts.anew}
                  </button>
                </div>
              )}
              {placed.length < 2 ? <Empty>{texts.few}</Empty> : <Places kind={kind} placed={placed} onMove={move} />}
            </>
          );
        }}
      </Loaded>
    </ConfirmDialog>
  );
};

/** Orders what is in the category that is chosen. */
export const OrderButton = ({ kind, category }: Pick<OrderProps, 'kind' | 'category'>) => {
  const [isOpen, setOpen] = useState(false);
  if (category === 0 || !may('set_positions')) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <Icon name="sort" size={16} />
        {t()[kind].order.open}
      </button>
      {isOpen && <OrderDialog kind={kind} category={category} onClose={() => setOpen(false)} />}
    </>
  );
};
