// Decides which document is made next. Orders take turns, so that an order requested again and again takes one turn in
// a round, whatever its documents cost.
//
// A document requested again while it waits or is made is made once. When the queue is full, an order with fewer
// waiting documents takes the place of the newest one of the order with most; otherwise the new document is refused.

interface TurnOptions<J, R> {
  /** Documents that may wait. */
  readonly waitingMax: number;
  /** Makes one; never called while it makes another. */
  make(job: J): Promise<R>;
  /** Outcome of a document that found no place. */
  readonly busy: R;
}

interface Waiting<J, R> {
  readonly key: string;
  readonly job: J;
  resolve(outcome: R | Promise<R>): void;
}

export class DocumentTurns<J, R> {
  private readonly options: TurnOptions<J, R>;
  /** Waiting documents by order, in the order of turns; an order without any has no entry. */
  private readonly byOrder = new Map<number, Waiting<J, R>[]>();
  private waiting = 0;
  private isMaking = false;
  /** Documents that wait or are being made, by key. */
  private readonly wanted = new Map<string, Promise<R>>();

  constructor(options: TurnOptions<J, R>) {
    this.options = options;
  }

  /** `key`: equal keys mean equal documents. */
  make(orderId: number, key: string, job: J): Promise<R> {
    const wanted = this.wanted.get(key);
    if (wanted !== undefined) return wanted;
    if (this.isMaking && !this.hasPlaceFor(orderId)) return Promise.resolve(this.options.busy);
    const promise = new Promise<R>((resolve) => this.add(orderId, { key, job, resolve }));
    this.wanted.set(key, promise);
    this.next();
    return promise;
  }

  private add(orderId: number, added: Waiting<J, R>): void {
    const own = this.byOrder.get(orderId);
    if (own === undefined) this.byOrder.set(orderId, [added]);
    else own.push(added);
    this.waiting += 1;
  }

  private hasPlaceFor(orderId: number): boolean {
    if (this.waiting < this.options.waitingMax) return true;
    const most = [...this.byOrder.values()].reduce((longest, one) => (one.length > longest.length ? one : longest), []);
    if ((this.byOrder.get(orderId)?.length ?? 0) + 1 >= most.length) return false;
    const { key, resolve } = most.pop()!;
    this.waiting -= 1;
    this.wanted.delete(key);
    resolve(this.options.busy);
    return true;
  }

  private next(): void {
    const turn = this.byOrder.entries().next();
    if (this.isMaking || turn.done === true) return;
    const [orderId, waiting] = turn.value;
    const first = waiting.shift()!;
    this.waiting -= 1;
    if (waiting.length === 0) this.byOrder.delete(orderId);
    void this.run(orderId, first);
  }

  private async run(orderId: number, { key, job, resolve }: Waiting<J, R>): Promise<void> {
    this.isMaking = true;
    const outcome = this.options.make(job);
    resolve(outcome);
    await outcome.catch(() => undefined);
    this.wanted.delete(key);
    this.isMaking = false;
    // The order goes behind those requested meanwhile.
    const others = this.byOrder.get(orderId);
    this.byOrder.delete(orderId);
    if (others !== undefined) this.byOrder.set(orderId, others);
    this.next();
  }
}
