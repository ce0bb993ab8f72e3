// Batches of a file that a command sends to the shop: while the shop takes one, the next is read, so that two are under
// way at most.
import { batchEnd } from '../catalogue-files/sent-records.ts';
import { ConfigError } from '../config/setting.ts';

const UNDER_WAY_MAX = 2;
/** A file of another format is not read to its end, however long it is. */
const REFUSED_IN_A_ROW_MAX = 100_000;

interface Batch {
  readonly lines: readonly string[];
  /** What the shop refused of it, and what was not sent. */
  readonly refused: readonly unknown[];
  /** Lines that were sent and that the shop has not refused. */
  readonly taken: number;
}

export class BatchesUnderWay<B extends Batch> {
  /** Those that the shop has not done yet, oldest first. */
  private readonly batches: B[] = [];
  private readonly whyEnough: (refusedInARow: number) => string;
  private readonly applied: (batch: B) => Promise<void>;
  private number = 0;
  private refusedInARow = 0;
  private hasDone: () => void = () => {};

  /**
   * `applied`: says what became of a batch. `whyEnough`: why a file of which so much is refused in a row is given up.
   */
  constructor(applied: (batch: B) => Promise<void>, whyEnough: (refusedInARow: number) => string) {
    this.applied = applied;
    this.whyEnough = whyEnough;
  }

  get oldest(): B | undefined {
    return this.batches[0];
  }

  /** What is sent for a batch, once there is room for it: nothing where it has no line. Throws ConfigError. */
  async *send(batch: B): AsyncGenerator<Buffer> {
    await this.untilLeft(batch.lines.length === 0 ? 0 : UNDER_WAY_MAX - 1);
    this.batches.push(batch);
    this.number += 1;
    if (batch.lines.length === 0) await this.done();
    else yield Buffer.from(batch.lines.join('') + batchEnd(this.number));
  }

  /** The oldest batch is in the shop. */
  async done(): Promise<void> {
    const batch = this.batches.shift()!;
    await this.applied(batch);
    this.refusedInARow = batch.taken > 0 ? 0 : this.refusedInARow + batch.refused.length;
    this.hasDone();
  }

  /** Throws ConfigError. */
  async untilLeft(batches: number): Promise<void> {
    while (this.batches.length > batches) await new Promise<void>((resolve) => (this.hasDone = resolve));
    if (this.refusedInARow >= REFUSED_IN_A_ROW_MAX) throw new ConfigError(this.whyEnough(this.refusedInARow));
  }
}
