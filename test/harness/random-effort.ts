// Which test files try more often in a full run than in a quick one: those that ask effort.ts how often, and those with
// properties, for which setup.ts asks. All others do the same in both, and `npm run test:all` leaves them to its first
// part, which is `npm test`.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const TEST = join(import.meta.dirname, '..');
const OF_EFFORT = new Set([join(import.meta.dirname, 'effort.ts'), 'fast-check']);

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(?) ?'([^']+)'/g)].map(([, name]) =>
    name!.startsWith('.') ? resolve(dirname(file), name!) : name!,
  );

const known = new Map<string, boolean>();

/** Whether a module of the tests leads to one of them, by itself or by what it imports. */
const triesMore = (file: string): boolean => {
  const seen = known.get(file);
  if (seen !== undefined) return seen;
  // Modules may import each other.
  known.set(file, false);
  const imported = importsOf(file);
  const has =
    imported.some((name) => OF_EFFORT.has(name)) ||
    imported.some((name) => name.startsWith(TEST) && existsSync(name) && triesMore(name));
  known.set(file, has);
  return has;
};

/** Files of `npm test` that do the same in a full run, as paths from the root of the project. */
export const withoutRandomEffort = (): string[] =>
  readdirSync(TEST, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[^.]+\.test\.ts$/.test(name) && !triesMore(join(TEST, name)))
    .map((name) => `test/${name}`);
