// Catches a job of the week without a page, a page that calls a button otherwise than the back office does or says
// otherwise who may do it, and a picture that is missing or large.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { en } from '../../back-office/texts/en.ts';
import { JOBS } from './jobs.ts';

const PAGES = join(import.meta.dirname, '../../docs/sell/jobs');
const PICTURE_BYTES_MAX = 60_000;

const SAYS = {
  'hold,hold': 'The roles support and warehouse hold it.',
  'lack,lack': 'The roles support and warehouse lack it.',
  'hold,lack': 'The role support holds it, the role warehouse lacks it.',
  'lack,hold': 'The role warehouse holds it, the role support lacks it.',
} as const;

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
const TEXTS = new Set(textsIn(en));

describe('jobs of a week', () => {
  test('there are twenty-one, and the index of their pages has them in their order', () => {
    expect(JOBS).toHaveLength(21);
    const files = JOBS.map(({ name }) => `${name}.md`);
    const index = [...readFileSync(join(PAGES, 'README.md'), 'utf8').matchAll(/^- \[.+\]\((.+)\)$/gm)];
    expect(index.map(([, file]) => file)).toEqual(files);
    expect(readdirSync(PAGES).toSorted()).toEqual(['README.md', ...files].toSorted());
  });

  test.each(JOBS)('the page of $name has its picture, the words of the screens, and who may do it', (job) => {
    const page = readFileSync(join(PAGES, `${job.name}.md`), 'utf8');
    expect(page).toContain(`](../pictures/job-${job.name}.webp)`);
    const { size } = statSync(join(PAGES, '../pictures', `job-${job.name}.webp`));
    expect(size).toBeLessThanOrEqual(PICTURE_BYTES_MAX);
    const words = [...page.matchAll(/\*\*(.+?)\*\*/gs)].map(([, word]) => word!.replace(/\s+/g, ' '));
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((word) => !TEXTS.has(word))).toEqual([]);
    const holds = (limit: object | undefined) => (limit === undefined ? 'hold' : 'lack');
    expect(page.trimEnd().split('\n').at(-1)).toBe(SAYS[`${holds(job.support)},${holds(job.warehouse)}`]);
  });
});
