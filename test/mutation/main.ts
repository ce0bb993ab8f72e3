// npm run sim -- mutation [file …]: breaks the money code in every way that Stryker knows, one file after the other,
// and counts what no test notices. docs/internals/mutation.md has the figures and what it all means.
import { readFileSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';
import { optionsOf } from '../harness/program-options.ts';
import { beginRun } from '../harness/run.ts';
import { filesNamed, missing, sourceOf, testsOf } from './files.ts';

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const reportOf = (file: string): string => `.stryker-tmp/${file.replaceAll('/', '-')}.json`;

const strykerOf = (file: string) => ({
  mutate: [sourceOf(file)],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/runner.ts', related: false },
  // Absent on purpose: Stryker reads it by way of a compiler interface that TypeScript 7 does not have.
  tsconfigFile: 'absent.json',
  coverageAnalysis: 'perTest' as const,
  concurrency: 1,
  // A busy machine makes a slow run look like an endless one, and that would count as a kill.
  timeoutMS: 30_000,
  timeoutFactor: 1.2,
  reporters: ['json'],
  jsonReporter: { fileName: reportOf(file) },
  // With their slash: without it src/engine/snapshots would lack, and with it every test that opens a shop.
  ignorePatterns: ['/bench', '/docs', '/dist', '/data', '/snapshots'],
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
  const source = readFileSync(sourceOf(file), 'utf8').split('\n');
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ location: { start, end }, replacement }) => {
      const line = source[start.line - 1]!;
      const old =
        start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.slice(start.column - 1)} …`;
      return `- ${file}:${start.line} \`${old}\` → \`${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 100)}\``;
    });
};

/** Throws for a file of tests of which none ran: Stryker passes over one that cannot be loaded. */
const checkRan = (file: string): void => {
  const { testFiles } = JSON.parse(readFileSync(reportOf(file), 'utf8')) as { testFiles: object };
  const silent = testsOf(file).filter((path) => !(path in testFiles));
  if (silent.length > 0) throw new Error(`${file}: no test ran of ${silent.join(', ')}`);
};

const gone = missing();
if (gone.length > 0) throw new Error(`test/mutation/files.ts names what is not there: ${gone.join(', ')}`);
const { given } = optionsOf({
  name: 'mutation',
  does: 'Money code broken in every way, and which tests notice; all of it where no file is named.',
  options: {},
  given: 'file …',
});
const filesGiven = (): readonly string[] => {
  try {
    return filesNamed(given);
  } catch (error) {
    console.error((error as Error).message);
    return process.exit(2);
  }
};
const files = filesGiven();
// Often enough to kill, seldom enough to end.
process.env['KONTOR_TEST'] ??= 'mutation';
// Stryker's processes get this TMPDIR; what those leave that it kills goes when this process ends.
beginRun();
const [all, alive]: [Mutant[], string[]] = [[], []];
console.log('| file | mutants | killed | timed out | survived | not covered | score |\n|---|---|---|---|---|---|---|');
for (const file of files) {
  process.env['KONTOR_TEST_MUTATION'] = testsOf(file).join(',');
  const mutants = await new Stryker(strykerOf(file)).runMutationTest();
  checkRan(file);
  all.push(...mutants);
  alive.push(...survivors(file, mutants));
  console.log(rowOf(file, mutants));
}
console.log(`${rowOf('together', all)}\n\nAlive:\n\n${alive.join('\n')}`);
