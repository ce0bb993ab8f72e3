// npm run sim -- mutation [file …]: breaks the money code in every way that Stryker knows, one file after the other,
// and counts what no test notices. docs/mutation.md has the figures and what it all means.
import { readFileSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** File of src/domain → its tests, quick ones first. */
const FILES: { readonly [file: string]: readonly string[] } = {
  'money.ts': ['domain/money', 'domain/pricing', 'domain/limits', 'operations/known-carts'],
  'pricing.ts': ['domain/pricing', 'operations/prices', 'operations/cart', 'domain/cart'],
  'cart.ts': [
    'operations/known-carts',
    'domain/limits',
    'domain/cart-lines',
    'domain/reachable-carts',
    'operations/cart',
    'operations/coupons',
    'domain/cart',
  ],
  'cart-lines.ts': ['domain/cart-lines', 'domain/limits', 'domain/reachable-carts', 'operations/cart', 'domain/cart'],
  'line-index.ts': ['domain/line-index', 'domain/cart-lines', 'operations/cart', 'domain/cart'],
  'discount.ts': ['domain/discount', 'operations/known-carts', 'domain/reachable-carts'],
  'coupon.ts': ['domain/coupon', 'domain/coupons', 'operations/create-coupons', 'operations/coupons', 'domain/cart'],
  'coupons.ts': ['domain/coupons', 'operations/create-coupons', 'operations/coupons', 'domain/cart'],
  'coupon-terms.ts': ['domain/coupon-terms', 'operations/create-coupons', 'operations/coupons'],
  'explanation.ts': ['domain/explanation', 'operations/coupons'],
  'rules.ts': ['domain/pricing', 'operations/prices'],
  'checkout.ts': [
    'domain/checkout',
    'operations/known-carts',
    'operations/coupons',
    'domain/limits',
    'operations/checkout',
    'operations/webhooks',
    'operations/orders',
    'domain/cart',
  ],
  'availability.ts': ['domain/availability', 'operations/cart', 'domain/cart'],
};

const optionsOf = (file: string) => ({
  mutate: [`src/domain/${file}`],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/runner.ts', related: false },
  // Absent on purpose: Stryker reads it by way of a compiler interface that TypeScript 7 does not have.
  tsconfigFile: 'absent.json',
  coverageAnalysis: 'perTest' as const,
  concurrency: 1,
  // A busy machine makes a slow run look like an endless one, and that would count as a kill.
  timeoutMS: 10_000,
  timeoutFactor: 1.2,
  reporters: ['json'],
  jsonReporter: { fileName: `.stryker-tmp/${file}.json` },
  ignorePatterns: ['bench', 'docs', 'dist', 'data', 'snapshots'],
  warnings: false,
  logLevel: 'error' as never,
});

const rowOf = (file: string, mutants: readonly Mutant[]): string => {
  const many = (status: Mutant['status']): number => mutants.filter((one) => one.status === status).length;
  const [killed, timedOut, survived, uncovered] = [
    many('Killed'),
    many('Timeout'),
    many('Survived'),
    many('NoCoverage'),
  ];
  const all = killed + timedOut + survived + uncovered;
  return `| ${[file, all, killed, timedOut, survived, uncovered, `${(((killed + timedOut) * 100) / all).toFixed(1)} %`].join(' | ')} |`;
};

const survivors = (file: string, mutants: readonly Mutant[]): string[] => {
  const source = readFileSync(`src/domain/${file}`, 'utf8').split('\n');
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ location: { start, end }, replacement }) => {
      const line = source[start.line - 1]!;
      const old =
        start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.slice(start.column - 1)} …`;
      return `- ${file}:${start.line} \`${old}\` → \`${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 100)}\``;
    });
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((file) => !Object.hasOwn(FILES, file));
if (unknown.length > 0) throw new Error(`not mutated: ${unknown.join(', ')}; known: ${Object.keys(FILES).join(', ')}`);
// Often enough to kill, seldom enough to end.
process.env['KONTOR_TEST'] ??= 'mutation';
const [all, alive]: [Mutant[], string[]] = [[], []];
console.log('| file | mutants | killed | timed out | survived | not covered | score |\n|---|---|---|---|---|---|---|');
for (const [file, tests] of Object.entries(FILES)) {
  if (wanted.length > 0 && !wanted.includes(file)) continue;
  process.env['KONTOR_TEST_MUTATION'] = tests.map((test) => `test/${test}.test.ts`).join(',');
  const mutants = await new Stryker(optionsOf(file)).runMutationTest();
  all.push(...mutants);
  alive.push(...survivors(file, mutants));
  console.log(rowOf(file, mutants));
}
console.log(`${rowOf('together', all)}\n\nAlive:\n\n${alive.join('\n')}`);
