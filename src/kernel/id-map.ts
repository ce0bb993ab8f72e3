const SHIFT = 10;
/** Ids of one page. */
const PAGE = 1 << SHIFT;

/** Ids up to here; whatever else is asked for is not in the map. */
export const ID_MAX = 2 ** 31 - 1;

const isId = (id: number): boolean => (id | 0) === id && id >= 0;

/**
 * Values by ids that were given in order, as a map: two looks at memory where a hash table takes four, in the order of
 * the ids, and without the pause in which a hash table of 100,000 entries is laid out again.
 *
 * Memory is taken by pages of 1,024 ids; pages that have become empty are given back, but for one.
 */
export class IdMap<T extends object | number> {
  readonly #pages: (T | undefined)[][] = [];
  /** How many of a page are in use. */
  readonly #counts: number[] = [];
  #held = 0;
  /** An empty page, for an id that comes and goes alone. */
  #spare: (T | undefined)[] | undefined = undefined;

  get size(): number {
    return this.#held;
  }

  get(id: number): T | undefined {
    return isId(id) ? this.#pages[id >> SHIFT]?.[id & (PAGE - 1)] : undefined;
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  /** Throws a RangeError for what is no whole number from 0 to ID_MAX. */
  set(id: number, value: T): void {
    if (!isId(id)) throw new RangeError(`${id} is no id`);
    const at = id >> SHIFT;
    // Without holes, so that the engine below keeps it an array.
    while (this.#pages.length <= at) {
      this.#pages.push(NONE as []);
      this.#counts.push(0);
    }
    if (this.#counts[at] === 0) {
      this.#pages[at] = this.#spare ?? Array.from({ length: PAGE }, () => undefined);
      this.#spare = undefined;
    }
    const page = this.#pages[at]!;
    if (page[id & (PAGE - 1)] === undefined) {
      this.#counts[at]! += 1;
      this.#held += 1;
    }
    page[id & (PAGE - 1)] = value;
  }

  delete(id: number): void {
    if (!this.has(id)) return;
    const at = id >> SHIFT;
    this.#pages[at]![id & (PAGE - 1)] = undefined;
    this.#counts[at]! -= 1;
    this.#held -= 1;
    if (this.#counts[at] !== 0) return;
    this.#spare = this.#pages[at];
    this.#pages[at] = NONE as [];
  }

  /** The lowest id from this one on; undefined when there is none. */
  from(id: number): number | undefined {
    for (let at = id >> SHIFT; at < this.#pages.length; at += 1) {
      if (this.#counts[at] === 0) continue;
      const page = this.#pages[at]!;
      for (let slot = at === id >> SHIFT ? id & (PAGE - 1) : 0; slot < PAGE; slot += 1) {
        if (page[slot] !== undefined) return at * PAGE + slot;
      }
    }
    return undefined;
  }

  *[Symbol.iterator](): IterableIterator<[id: number, value: T]> {
    for (let id = this.from(0); id !== undefined; id = this.from(id + 1)) yield [id, this.get(id)!];
  }

  *values(): IterableIterator<T> {
    for (const [, value] of this) yield value;
  }
}

/** A page of which nothing is in use. */
const NONE: readonly undefined[] = [];
