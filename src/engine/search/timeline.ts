// Records of a kind in the order in which they were made: by time, those of one millisecond by id.
//
// A page of a list that begins behind a known record is found by a binary search, however far down the list it is.
// Records in order are appended. Late ones, such as an order whose id was reserved long before, wait until the timeline
// is read and are then merged from the end, which moves only later records.
// Not promised: stable places; a reader that pauses keeps the last record, not its place. Nor the exact place of a
// removed record after a step back of time, which is found by the ids of others.

const CAPACITY_MIN = 64;

export class Timeline {
  /** Milliseconds by record id; NaN: no such record. */
  private times = new Float64Array(0);
  /** Record ids, oldest first, without late ones. */
  private ids = new Uint32Array(0);
  private count = 0;
  /** Ids of late records, unordered. */
  private late: number[] = [];

  /** `ms`: when it was made. */
  add(id: number, ms: number): void {
    this.remove(id);
    if (id >= this.times.length) {
      const wider = new Float64Array(id + (id >>> 2) + CAPACITY_MIN).fill(NaN, this.times.length);
      wider.set(this.times);
      this.times = wider;
    }
    this.times[id] = ms;
    if (this.count > 0 && !this.isOlder(this.ids[this.count - 1]!, id)) {
      this.late.push(id);
      return;
    }
    this.grow(this.count + 1);
    this.ids[this.count] = id;
    this.count += 1;
  }

  remove(id: number): void {
    if (!this.has(id)) return;
    const place = this.countBefore(this.times[id]!, id);
    this.ids.copyWithin(place, place + 1, this.count);
    this.count -= 1;
    this.times[id] = NaN;
  }

  has(id: number): boolean {
    return id < this.times.length && !Number.isNaN(this.times[id]!);
  }

  /** Number of records. */
  get length(): number {
    return this.count + this.late.length;
  }

  /** The id at a place, from 0 for the oldest. */
  at(place: number): number {
    this.merge();
    return this.ids[place]!;
  }

  /** How many records are older than one of this time and id, which need not be there. */
  countBefore(ms: number, id: number): number {
    this.merge();
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.isBefore(this.ids[middle]!, ms, id)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /**
   * Time of the record before a removed one, by ids, which are given in order; -Infinity: there is none. After a step
   * back of time, the time of some record with a lower id.
   */
  msBefore(id: number): number {
    this.merge();
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.ids[middle]! < id) from = middle + 1;
      else to = middle;
    }
    return from === 0 ? -Infinity : this.times[this.ids[from - 1]!]!;
  }

  /** Time of an existing record, in milliseconds. */
  msOf(id: number): number {
    return this.times[id]!;
  }

  /** Whether a record that is there is older than one of this time and id. */
  isBefore(id: number, ms: number, other: number): boolean {
    const own = this.times[id]!;
    return own < ms || (own === ms && id < other);
  }

  private isOlder(id: number, other: number): boolean {
    return this.isBefore(id, this.times[other]!, other);
  }

  /** Merges late records into their places, the newest first. */
  private merge(): void {
    if (this.late.length === 0) return;
    const late = this.late.sort((a, b) => (this.isOlder(a, b) ? -1 : 1));
    this.late = [];
    const { count: before } = this;
    this.count += late.length;
    this.grow(this.count);
    let from = before - 1;
    let to = this.count - 1;
    for (let next = late.length - 1; next >= 0; to -= 1) {
      const id = late[next]!;
      if (from >= 0 && this.isOlder(id, this.ids[from]!)) {
        this.ids[to] = this.ids[from]!;
        from -= 1;
      } else {
        this.ids[to] = id;
        next -= 1;
      }
    }
  }

  private grow(count: number): void {
    if (count <= this.ids.length) return;
    const wider = new Uint32Array(count + (count >>> 2) + CAPACITY_MIN);
    wider.set(this.ids);
    this.ids = wider;
  }
}
