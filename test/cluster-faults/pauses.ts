// For how long a shop sold nothing after a fault: the longest time between two changes that were acknowledged.

export interface Pause {
  readonly fault: string;
  readonly ms: number;
}

/** `endsMs`: when changes were acknowledged, in order. Both ends of the time count. */
export const longestGap = (
  endsMs: readonly number[],
  fromMs: number,
  untilMs: number,
): readonly [ms: number, sinceMs: number] => {
  const within = endsMs.filter((endMs) => endMs >= fromMs && endMs <= untilMs);
  const edges = [fromMs, ...within, untilMs];
  return edges.slice(1).reduce<readonly [number, number]>(
    (longest, endMs, index) => {
      const sinceMs = edges[index]!;
      return endMs - sinceMs > longest[0] ? [endMs - sinceMs, sinceMs] : longest;
    },
    [0, fromMs],
  );
};

/** The lower one of the two in the middle, where there are two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((first, second) => first - second)[Math.floor((values.length - 1) / 2)]!;
const seconds = (ms: number): string => (ms / 1000).toFixed(2);

/** As lines of Markdown: per kind of fault how many, the median and the longest pause in seconds. */
export const pauseTable = (pauses: readonly Pause[]): string[] => {
  const kinds = [...new Set(pauses.map(({ fault }) => fault))].toSorted();
  const rows = kinds.map((kind) => {
    const own = pauses.filter(({ fault }) => fault === kind).map(({ ms }) => ms);
    return [kind, String(own.length), seconds(median(own)), seconds(Math.max(...own))] as const;
  });
  const lines = [['fault', 'times', 'p50, s', 'max, s'] as const, ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]!.length)));
  const shown = lines.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [shown[0]!, rule, ...shown.slice(1)];
};
