// The pages of a long list: which are there, which are being read, and which are out of date.
//
// Guaranteed: a page that was read before the last change, or whose reading began before it, is read again while it is
// wanted; until then its older rows stay. However fast changes come, every read of a wanted page ends and is shown.
// Pages far from the wanted ones are dropped.
import { Refused } from './refused.ts';

export interface PageOf<T> {
  /** Records of the whole list; undefined: this page has not counted them. */
  readonly count: number | undefined;
  readonly rows: readonly T[];
  /** Where the page behind it begins, for lists that are read behind a record. */
  readonly next?: number | undefined;
}

/** `after`: the `next` of the page before, which costs the same wherever the page is; undefined: it is not known. */
export type LoadPage<T> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
  after: number | undefined,
) => Promise<PageOf<T>>;

interface ReadPage<T> {
  readonly rows: readonly T[];
  /** Changes that had come when its reading began. */
  readonly changes: number;
}

export const PAGE_ROWS = 100;
/** Number of pages kept before and behind the wanted ones. */
export const KEPT_PAGES = 20;

export class PageStore<T> {
  /** Undefined until the first page is there. */
  count: number | undefined = undefined;
  refused: Refused | undefined = undefined;
  private readonly load: LoadPage<T>;
  private readonly redraw: () => void;
  private readonly pages = new Map<number, ReadPage<T>>();
  private readonly reading = new Map<number, AbortController>();
  /** Page number → where it begins, if the page before it was read since the last change. */
  private readonly begins = new Map<number, number>();
  private changes = 0;
  private first = 0;
  private last = 0;
  private hasEnded = false;

  constructor(load: LoadPage<T>, redraw: () => void) {
    this.load = load;
    this.redraw = redraw;
  }

  rowAt(index: number): T | undefined {
    return this.pages.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS];
  }

  /** Says which rows are in sight; `read` then reads their pages. */
  want(firstRow: number, lastRow: number): void {
    this.first = Math.floor(firstRow / PAGE_ROWS);
    this.last = Math.floor(Math.max(firstRow, lastRow) / PAGE_ROWS);
  }

  /** Something in the list may have changed: what was read until now is out of date. */
  readonly changed = (): void => {
    this.changes += 1;
    this.begins.clear();
    this.read();
  };

  /** Reads the wanted pages that are missing or out of date, and ends the reading of those no longer wanted. */
  read(): void {
    if (this.hasEnded) return;
    for (const [page, ending] of this.reading) {
      if (this.first <= page && page <= this.last) continue;
      ending.abort();
      this.reading.delete(page);
    }
    for (const page of this.pages.keys()) {
      if (page < this.first - KEPT_PAGES || page > this.last + KEPT_PAGES) this.pages.delete(page);
    }
    for (let page = this.first; page <= this.last; page += 1) {
      const isFresh = this.pages.get(page)?.changes === this.changes;
      if (!isFresh && !this.reading.has(page)) this.readPage(page);
    }
  }

  /** Ends what is being read, and reads nothing from now on. */
  end(): void {
    this.hasEnded = true;
    for (const ending of this.reading.values()) ending.abort();
  }

  private readPage(page: number): void {
    const { changes } = this;
    const ending = new AbortController();
    this.reading.set(page, ending);
    const settle = (refused: Refused | undefined): void => {
      this.reading.delete(page);
      this.refused = refused;
      this.redraw();
      if (changes !== this.changes) this.read();
    };
    this.load(page * PAGE_ROWS, PAGE_ROWS, ending.signal, this.begins.get(page)).then(
      ({ count, rows, next }) => {
        if (ending.signal.aborted) return;
        this.pages.set(page, { rows, changes });
        this.count = count ?? this.count;
        if (next !== undefined && changes === this.changes) this.begins.set(page + 1, next);
        settle(undefined);
      },
      (error: unknown) => {
        if (ending.signal.aborted) return;
        settle(error instanceof Refused ? error : undefined);
        if (!(error instanceof Refused)) throw error;
      },
    );
  }
}
