// Which test files the check tries in their long form: of those that ask test/effort.ts how often, and those with
// properties, for which test/setup.ts asks, the ones about what must not be lost: domain, engine, kills, fuzz. All
// others do the same in both forms, and the check leaves them to `npm test`, or have their long form at night. The two
// simulations run for as long as `npm run test:sim` and `npm run test:cluster` are told to.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const HERE = import.meta.dirname;
const OF_EFFORT = new Set([join(HERE, 'effort.ts'), 'fast-check']);

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(?) ?'([^']+)'/g)].map(([, name]) =>
    name!.startsWith('.') ? resolve(dirname(file), name!) : name!,
  );

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

const OF_CHECK = /^(?:domain|engine|fuzz|kill|simulation)\//;
const BY_MINUTES = new Set(['engine/simulation.test.ts', 'engine/cluster/cluster-simulation.test.ts']);

const isInCheck = (name: string): boolean =>
  OF_CHECK.test(name) && !BY_MINUTES.has(name) && hasLongForm(join(HERE, name));

/** Paths from the root of the project. */
export const withoutLongForm = (): string[] =>
  readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !isInCheck(name))
    .map((name) => `test/${name}`);
