// Would catch a page that nobody finds or reads: one outside of a room or of its room's index, one that grew beyond
// what is read in one go, and a README or an ARCHITECTURE that became a manual again.
import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textOf } from './source.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const ROOMS = ['start', 'sell', 'build', 'operate', 'reference', 'internals', 'decisions'];
const PAGE_LINES_MAX = 200;
const COLUMNS_MAX = 120;

const FILES = readdirSync(join(ROOT, 'docs'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
  .sort();
const PAGES = FILES.filter((file) => file.endsWith('.md'));
/** `npm run docs` writes it whole, and says so at its head. */
const isWritten = (page: string): boolean => /^# .+\n\nWritten by `npm run docs`/.test(textOf(page));

const linesOf = (page: string): readonly string[] => textOf(page).replace(/\n$/, '').split('\n');

/** Lines of more columns than a screen has; code stays as it is run. */
const wideLines = (text: string): readonly string[] =>
  text
    .replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
    .split('\n')
    .filter((line) => line.length > COLUMNS_MAX);

/** Pages that an index leads to, from the root of the repository. */
const linkedBy = (index: string): ReadonlySet<string> =>
  new Set(
    [...textOf(index).matchAll(/\]\(([^)#\s]+)/g)].map(([, target]) => posix.join(posix.dirname(index), target!)),
  );

/** The index of a page's room; of a page of settings that of all settings. */
const indexOf = (page: string): string => {
  if (page.startsWith('docs/reference/settings/')) return 'docs/reference/settings.md';
  const folder = posix.dirname(page);
  return page.endsWith('/README.md') ? 'docs/README.md' : `${folder}/README.md`;
};

describe('what is read first', () => {
  test('README.md is one screen and a half', () => {
    expect(linesOf('README.md').length).toBeLessThanOrEqual(110);
    expect(Buffer.byteLength(textOf('README.md'))).toBeLessThanOrEqual(8192);
    expect(linesOf('README.md').filter((line) => line.length > COLUMNS_MAX)).toEqual([]);
  });

  test('ARCHITECTURE.md is read in ten minutes, and begins with one call', () => {
    expect(linesOf('ARCHITECTURE.md').length).toBeLessThanOrEqual(200);
    expect(/^## (.+)$/m.exec(textOf('ARCHITECTURE.md'))?.[1]).toBe('Follow one call');
  });

  test('the changelog says of a version what a user gets, in at most 40 lines', () => {
    const [, ...versions] = textOf('CHANGELOG.md').split(/^## /m);
    expect(versions.length).toBeGreaterThan(0);
    for (const version of versions) {
      expect(version).toMatch(/^\[\d+\.\d+\.\d+\] - (?:Unreleased|\d{4}-\d{2}-\d{2})\n/);
      expect(version.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
    }
  });
});

describe('pages', () => {
  test('stand in a room', () => {
    const outside = FILES.filter((file) => !ROOMS.includes(file.split('/')[1]!));
    expect(outside, `Move the page to the room of its reader: docs/${ROOMS.join(', ')}.`).toEqual(['docs/README.md']);
  });

  test('stand in the index of their room, and the rooms in that of all', () => {
    const missing = PAGES.filter((page) => page !== 'docs/README.md' && !linkedBy(indexOf(page)).has(page));
    expect(missing, 'Give each a line in the README.md of its room.').toEqual([]);
  });

  test(`have at most ${PAGE_LINES_MAX} lines where they are written by hand`, () => {
    const long = PAGES.filter((page) => !isWritten(page) && linesOf(page).length > PAGE_LINES_MAX);
    expect(long, 'Divide each: a page has one reader and one question.').toEqual([]);
  });

  test(`have no line of more than ${COLUMNS_MAX} columns where they are written by hand`, () => {
    const pages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...PAGES];
    const wide = pages
      .filter((page) => !isWritten(page))
      .flatMap((page) => wideLines(textOf(page)).map((line) => `${page}: ${line}`));
    expect(wide, "Break these lines; a table's long cell is a list.").toEqual([]);
    expect(wideLines(`${'x'.repeat(121)}\n\`\`\`sh\n${'y'.repeat(121)}\n\`\`\`\n`)).toHaveLength(1);
  });

  test('of the reference say that they are written, but for the index', () => {
    const byHand = PAGES.filter((page) => page.startsWith('docs/reference/') && !isWritten(page));
    expect(byHand).toEqual(['docs/reference/README.md']);
  });
});
