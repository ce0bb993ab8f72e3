// Decides how far the log may be trimmed.

/**
 * The last entry that `copiesMin` known nodes, alive or not, have on their disks; all of them where fewer are known.
 * The log keeps later entries, however old, because it may have the only copy.
 */
export const trimTo = (storedAts: readonly number[], copiesMin: number): number => {
  const descending = [...storedAts].sort((one, two) => two - one);
  return descending[Math.min(copiesMin, descending.length) - 1] ?? 0;
};

/** How long entries stay in the log, for nodes that lag a little. */
const KEEP_MS = 600_000;

/** Tail of the log kept for nodes that lag: entries younger than ten minutes, up to a limit of bytes. */
export class LogTail {
  private samples: { readonly at: number; readonly bytes: number; readonly atMs: number }[] = [];
  private readonly keepBytes: number;

  constructor(keepBytes: number) {
    this.keepBytes = keepBytes;
  }

  /** Notes the last entry, and all bytes ever appended, as this process knows. */
  noteGrowth(at: number, bytes: number, nowMs: number): void {
    this.samples.push({ at, bytes, atMs: nowMs });
  }

  /** The last entry before the tail, which may be trimmed; 0 where it is not known yet. */
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
