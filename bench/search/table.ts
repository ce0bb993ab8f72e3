// Measured searches as they are shown: a table to paste into README.md, and what the start took.
import type { Measured } from './measure.ts';

const ms = (us: number): string => `${(us / 1000).toFixed(2)} ms`;

export const searchTable = ({
  products,
  readyMs,
  warmMs,
  longestTurnMs,
  longestTurnCpuMs,
  heapMb,
  rows,
}: Measured): string =>
  [
    `| search, ${products} products | matches | p50 | p99 | max |`,
    '|---|---|---|---|---|',
    ...rows.map(
      ({ name, latency, matches }) =>
        `| ${name} | ${name.startsWith('update') ? '' : Math.round(matches)} | ${ms(latency.p50Us)} | ${ms(latency.p99Us)} | ${ms(latency.maxUs)} |`,
    ),
    '',
    `open and ready for reads in ${(readyMs / 1000).toFixed(1)} s, MATCH in ${(warmMs / 1000).toFixed(1)} s, longest slice ${longestTurnMs.toFixed(1)} ms, ${longestTurnCpuMs.toFixed(1)} ms of CPU`,
    `${heapMb.toFixed(0)} MB heap and buffers, ${((heapMb * 1000) / products).toFixed(1)} kB per product`,
  ].join('\n');
