// How results are shown: a table for the terminal, or one to paste into README.md.
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { ROOT, pinned } from './processes.ts';
import type { Figure } from './rounds.ts';
import { median } from './stats.ts';

const HEADINGS = [
  'workload',
  'figure',
  'rounds',
  'floor',
  'aim',
  '',
  'measured',
  'ruler',
  'CPU ratio',
  'p50 / p99 / p99.9 ms',
] as const;

/** True when the median keeps the floor. */
export function holds({ target, values }: Figure): boolean {
  const got = median(values);
  return target.unit === 'ratio' ? got >= target.floor : got <= target.floor;
}

/** Rows in the order given, headings first. */
export function rows(figures: readonly Figure[]): string[][] {
  const body = figures.map((figure) => {
    const { target, values, beside } = figure;
    const unit = { ms: ' ms', times: ' ×', ratio: '' }[target.unit];
    const limit = target.unit === 'ratio' ? '≥ ' : '≤ ';
    return [
      target.name,
      `${median(values).toFixed(2)}${unit}`,
      values.map((value) => value.toFixed(2)).join(' '),
      `${limit}${target.floor}`,
      String(target.aim),
      verdict(figure),
      beside.op,
      beside.ruler,
      beside.cpuRatio,
      beside.latencyMs,
    ];
  });
  return [[...HEADINGS], ...body];
}

function verdict(figure: Figure): string {
  if (!holds(figure)) return 'MISSED';
  const { target, values } = figure;
  const got = median(values);
  return (target.unit === 'ratio' ? got >= target.aim : got <= target.aim) ? 'aim' : 'ok';
}

export function asText(table: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const markdownRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

export function asMarkdown(table: readonly (readonly string[])[]): string {
  const [headings = [], ...body] = table;
  return [markdownRow(headings), markdownRow(headings.map(() => '---')), ...body.map(markdownRow)].join('\n');
}

/** What a figure depends on besides the code. */
export function machine(fileSystem: string, isPlaced = pinned): string {
  const all = cpus();
  const placed = isPlaced ? 'generator on a core of its own' : 'processes not pinned';
  return (
    `${new Date().toISOString().slice(0, 10)}, commit ${commit()}, Node ${process.version}, ${all.length} × ${all[0]?.model.trim() ?? 'unknown CPU'}, ` +
    `${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, journal on ${fileSystem}, ${placed}`
  );
}

function commit(): string {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return (
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes')
    );
  } catch {
    return 'unknown';
  }
}
