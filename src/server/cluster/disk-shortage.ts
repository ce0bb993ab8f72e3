// A leader whose disk is short of space refuses changes for the whole shop: it gives the lead to a node with space.
//
// Not promised: that there is such a node. The lead stays then, and is offered again every few seconds.
import { lineOf } from '../../kernel/error-line.ts';
import { logWarning } from '../observability/log.ts';

const RETRY_MS = 5_000;

export interface DiskShortageOptions {
  /** The node leads, and takes no changes because of its disk. */
  readonly isShort: () => boolean;
  readonly handOver: () => Promise<unknown>;
  /** A monotonic clock. */
  readonly nowMs: () => number;
}

export class DiskShortage {
  private triedMs = -Infinity;
  private readonly options: DiskShortageOptions;

  constructor(options: DiskShortageOptions) {
    this.options = options;
  }

  /** To be called several times a second. */
  tick(): void {
    const { isShort, handOver, nowMs } = this.options;
    if (nowMs() - this.triedMs < RETRY_MS || !isShort()) return;
    this.triedMs = nowMs();
    handOver().catch((error: unknown) => logWarning(`the lead stays where the disk is short: ${lineOf(error)}`));
  }
}
