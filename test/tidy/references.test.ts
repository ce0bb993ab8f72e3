// Catches a reference that a reader of the repository cannot follow: a decision, a file or a heading that is not there.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALL, textOf } from './source.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const IGNORED = new Set(['node_modules', 'dist', '.git']);

const pagesOf = (directory: string): string[] =>
  readdirSync(join(ROOT, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : pagesOf(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });

const PAGES = pagesOf('.');
const DECISIONS = PAGES.filter((page) => page.startsWith('docs/decisions/'));
/** Without the tests that hold examples of what is wrong. */
const TEXTS = [...PAGES, ...ALL.filter((file) => !file.startsWith('test/tidy/'))];

const decided = DECISIONS.flatMap((page) =>
  [...textOf(page).matchAll(/^## (D\d+) /gm)].map(([, number]) => ({ page, number: number! })),
);

/** Lines of all pages and source files that a pattern matches, as `file:line match`. */
const hits = (pattern: RegExp, wrong: (match: string) => boolean = () => true): string[] =>
  TEXTS.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(pattern)].filter(([match]) => wrong(match)).map(([match]) => `${file}:${index + 1} ${match}`),
      ),
  );

/** The anchors of a page, as GitHub makes them from its headings; a comment in code is none. */
const readAnchors = (page: string): Set<string> =>
  new Set(
    [
      ...readFileSync(page, 'utf8')
        .replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
        .matchAll(/^#+ (.+)$/gm),
    ].map(([, heading]) =>
      heading!
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );

const anchors = new Map<string, Set<string>>();

const anchorsOf = (page: string): Set<string> => {
  let known = anchors.get(page);
  if (known === undefined) anchors.set(page, (known = readAnchors(page)));
  return known;
};

describe('references', () => {
  test('each decision has one number, in ascending order within its page', () => {
    const numbers = decided.map(({ number }) => number);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    for (const page of DECISIONS) {
      const here = decided.filter((one) => one.page === page).map(({ number }) => Number(number.slice(1)));
      expect(here, page).toEqual([...here].sort((a, b) => a - b));
    }
  });

  test('every decision that is cited exists', () => {
    const known = new Set(decided.map(({ number }) => number));
    expect(known.size).toBeGreaterThan(100);
    const missing = hits(/\bD\d{1,3}\b/g, (number) => !known.has(number));
    expect(missing, 'No page of docs/decisions/ has these numbers.').toEqual([]);
  });

  test('links of pages lead to files and headings', () => {
    const broken = PAGES.flatMap((page) =>
      [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => {
          const [path, anchor] = target.split('#');
          const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path!);
          return !existsSync(file) || (anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor));
        })
        .map((target) => `${page}: ${target}`),
    );
    const advice = 'These links lead nowhere: write where the page is now, or the heading as it reads now.';
    expect(broken, advice).toEqual([]);
  });

  test('nothing outside the repository is cited', () => {
    const outside = /\b(?:Decisions? \d+|S \d+\.\d+|K\d{1,3})\b|\bW §|\bDESIGN\b/g;
    expect('as Decision 30, S 4.6, W §5, K7 and DESIGN say'.match(outside)).toHaveLength(5);
    expect(hits(outside), 'Say what it says, instead of citing what a reader does not have.').toEqual([]);
  });

  test('the glossary has few words, each with the file that declares it and points back', () => {
    const words = textOf('docs/internals/glossary.md')
      .split(/^## /m)
      .slice(1)
      .map((entry) => ({ word: entry.split('\n')[0]!, file: /\]\(\.\.\/\.\.\/(src\/[^)]+)\)/.exec(entry)?.[1] ?? '' }));
    expect(words.length).toBeLessThanOrEqual(40);
    const pointsBack = (word: string, file: string): boolean =>
      textOf(file)
        .split('\n')
        .some((line) => line.startsWith('// Glossary (docs/internals/glossary.md): ') && line.includes(word));
    expect(words.filter(({ word, file }) => !pointsBack(word, file))).toEqual([]);
  });

  test('tests that comments and pages name without their folder exist', () => {
    const named = /(?<![\w*./}-])\w[\w./-]*\.test\.ts\b/g;
    const isGone = (name: string): boolean => !ALL.some((file) => `/${file}`.endsWith(`/${name}`));
    const examples = 'Beside money.test.ts, kept-replies.test.ts; *.long.test.ts and .test.ts are kinds';
    expect([...examples.matchAll(named)].map(([name]) => [name, isGone(name)])).toEqual([
      ['money.test.ts', false],
      ['kept-replies.test.ts', true],
    ]);
    expect(hits(named, isGone), 'No test has these names: write what it is called now.').toEqual([]);
  });

  test('files and folders that comments and pages name exist', () => {
    const named = /(?<![\w./-])(?:src|test|bench|docs|scripts|templates|snapshots)\/[\w./-]*[\w/]/g;
    const gone = hits(named, (path) => !existsSync(join(ROOT, path)));
    expect(gone, 'These paths are gone: write where the file is now.').toEqual([]);
  });
});
