// The result of a comparison as one page without anything outside it: bars by system for each figure.
import { middle } from './measurement.ts';
import type { Measurement, Row } from './measurement.ts';

const CHARTS: readonly (readonly [title: string, of: keyof Measurement, unit: string])[] = [
  ['Operations per second', 'perSecond', ''],
  ['Latency, median', 'p50Ms', ' ms'],
  ['Latency, 99 of 100', 'p99Ms', ' ms'],
  ['Latency, longest', 'maxMs', ' ms'],
  ['CPU for an operation', 'cpuUs', ' µs'],
  ['Memory', 'memoryMb', ' MB'],
];
const STYLE = `body{font:16px/1.5 system-ui;max-width:52rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
h2{font-size:1.1rem;margin:2rem 0 .5rem}dl{display:grid;grid-template-columns:16rem 1fr;gap:.25rem 1rem}dd{margin:0}
dd span{display:inline-block;background:#3b6fd8;height:1em;vertical-align:middle;margin-right:.5rem;min-width:2px}
dd.ruler span{background:#9aa4b5}`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const chart = (rows: readonly Row[], [title, of, unit]: (typeof CHARTS)[number]): string => {
  const all = rows.map((row) => middle(row, of));
  const most = Math.max(...all);
  const bars = rows.map(({ system, does }, at) => {
    const value = all[at]!;
    const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
    const kind = system === 'Kontor' ? 'ours' : 'ruler';
    const bar = `<span style="width:${((value / most) * 70).toFixed(1)}%"></span>`;
    return `<dt>${escaped(`${system}: ${does}`)}</dt><dd class="${kind}">${bar}${shown}${unit}</dd>`;
  });
  return `<h2>${title}</h2><dl>${bars.join('')}</dl>`;
};

export const htmlOf = (where: string, rows: readonly Row[], ratios: readonly string[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Durable writes compared</title><style>${STYLE}</style>
<h1>Durable writes compared</h1><p>${escaped(where)}</p><ul>${ratios.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>
${CHARTS.map((one) => chart(rows, one)).join('\n')}</html>
`;
