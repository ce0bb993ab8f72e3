// Which test files try more often in the long form: those that ask test/effort.ts how often, and those with properties,
// for which test/setup.ts asks. All others do the same in both forms, so the check leaves them to `npm test`; and those
// that start the program for each of their cases, of which few have a long form, to the nights.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const HERE = import.meta.dirname;
const OF_EFFORT = new Set([join(HERE, 'effort.ts'), 'fast-check']);

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(?) ?'([^']+)'/g)].map(([, name]) =>
    name!.startsWith('.') ? resolve(dirname(file), name!) : name!,
  );

const STARTS_PROGRAMS = /^(?:bench|cli|cluster|faults|package|rush|server)\//;

const known = new Map<string, boolean>();

/** Whether a module of the tests leads to one of them, by itself or by what it imports. */
const hasLongForm = (file: string): boolean => {
  const seen = known.get(file);
  if (seen !== undefined) return seen;
  // Modules may import each other.
  known.set(file, false);
  const imported = importsOf(file);
  const has =
    imported.some((name) => OF_EFFORT.has(name)) ||
    imported.some((name) => name.startsWith(HERE) && existsSync(name) && hasLongForm(name));
  known.set(file, has);
  return has;
};

/** Paths from the root of the project. */
export const withoutLongForm = (): string[] =>
  readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && (STARTS_PROGRAMS.test(name) || !hasLongForm(join(HERE, name))))
    .map((name) => `test/${name}`);
