// How far the log may be trimmed.

/**
 * The last entry that so many of the known nodes have on their disks, whether they are alive or not; where fewer are
 * known, all of them. The log keeps what follows, however old it is: it may be the only copy.
 */
export const trimTo = (storedAts: readonly number[], copiesMin: number): number => {
  const descending = [...storedAts].sort((one, two) => two - one);
  return descending[Math.min(copiesMin, descending.length) - 1] ?? 0;
};

/** Entries stay in the log for so long, for nodes that lag a little. */
const KEEP_MS = 600_000;

/** How much of the log is kept for nodes that lag: what is younger than ten minutes, up to so many bytes. */
export class LogTail {
  private samples: { readonly at: number; readonly bytes: number; readonly atMs: number }[] = [];
  private readonly keepBytes: number;

  constructor(keepBytes: number) {
    this.keepBytes = keepBytes;
  }

  /** The last entry, and bytes that were ever appended, as this process knows. */
  grew(at: number, bytes: number, nowMs: number): void {
    this.samples.push({ at, bytes, atMs: nowMs });
  }

  /** The last entry that nobody needs from the log who does not lag; 0 where that is not known yet. */
  mayGoAt(nowMs: number): number {
    const head = this.samples.at(-1);
    if (head === undefined) return 0;
    const isBeyond = ({ bytes, atMs }: (typeof this.samples)[number]): boolean =>
      nowMs - atMs >= KEEP_MS || head.bytes - bytes > this.keepBytes;
    const kept = this.samples.findIndex((sample) => !isBeyond(sample));
    this.samples = this.samples.slice(Math.max(0, kept - 1));
    return isBeyond(this.samples[0]!) ? this.samples[0]!.at : 0;
  }
}
