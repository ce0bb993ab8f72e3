// Catches a sentence that a reader has to read twice, as far as a machine can see one (CONTRIBUTING.md, "Sentences").
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BACK_OFFICE, SRC, textOf } from './source.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Pattern → what to write. With classes of one letter, so that this file does not hold what it looks for. */
const HARD: readonly (readonly [RegExp, string])[] = [
  [/\bs[o]\s+(?:\/\/ |\* )?many\b/g, 'name the number: "`limit` items", "N seconds"'],
  [/\bw[h]oever\b/gi, 'name the reader, the caller, the shopper, or write "anyone who"'],
  [/\bw[e]re nobody\b/g, 'say when it happens: "if there is no …"'],
  [/\/\*\*\s+(?:\* )?O[f] /g, 'begin with the thing itself: "Coupons of one cart", "Returns …"'],
  [/\/\*\*\s+(?:\* )?F[o]r each\. /g, 'say what it is, for each of what'],
];

/** In pages alone: a line or sentence that begins with it. */
const INVERTED = [/(?:^|[.:;] |- )O[f] [a-z]/gm, 'begin with the subject: "Among …, the first …"'] as const;

const hardOf = (file: string, text = textOf(file)): readonly string[] =>
  [...HARD, ...(file.endsWith('.md') ? [INVERTED] : [])].flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map((match) => {
      const line = text.slice(0, match.index).split('\n').length;
      return `${file}:${line} "${match[0].replaceAll(/\s+/g, ' ')}": ${instead}`;
    }),
  );

const isWritten = (page: string): boolean => /^# .+\n\nWritten by `npm run docs`/.test(textOf(page));
const PAGES = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
  'back-office/README.md',
  'examples/storefront/README.md',
  'test/README.md',
  'bench/README.md',
  'snapshots/README.md',
].filter((page) => existsSync(join(ROOT, page)) && !isWritten(page));

const FOLDERS = new Map<string, string[]>([['docs', PAGES]]);
for (const file of [...SRC, ...BACK_OFFICE]) {
  const folder = /^src\/[^/.]+(?=\/)|^[^/]+/.exec(file)![0];
  FOLDERS.set(folder, [...(FOLDERS.get(folder) ?? []), file]);
}

describe('sentences', () => {
  test.each([...FOLDERS])('%s has none that is known to be hard', (_folder, files) => {
    const found = files.flatMap((file) => hardOf(file));
    expect(found, 'Write these sentences anew; behind each stands how.').toEqual([]);
  });

  test('the check finds what it is for', () => {
    const text = ['s', 'o many\n'].join('') + ['W', 'hoever. '].join('') + ['/** O', 'f a\n/**\n * O', 'f b'].join('');
    expect(hardOf('x.ts', text).map((hit) => hit.split(' ')[0])).toEqual(['x.ts:1', 'x.ts:2', 'x.ts:2', 'x.ts:3']);
    expect(hardOf('x.md', ['All. O', 'f these one is left.'].join(''))).toHaveLength(1);
  });
});
