// What `npm run check -- quick` does about changed files: its steps, each a few commands, and the tests that are near.
// It reads no file and starts nothing, so that a test can ask it.
import { dirname, join } from 'node:path/posix';

export interface Step {
  readonly name: string;
  /** They run one after the other, until one fails. */
  readonly commands: readonly (readonly string[])[];
}

export interface TestFile {
  readonly file: string;
  readonly text: string;
}

/** More files than these take longer than 20 s; `npm test` runs all. */
const TESTS_MAX = 12;
/** `npm ci` empties it, and git ignores it. */
export const CACHE = 'node_modules/.cache/kontor';

const IS_LINTED = /^(?:src|test|bench|scripts|back-office)\/.*\.[jt]sx?$/;
/** Pages are made from these, or by hand from nothing: the check of pages starts a shop, which takes some seconds. */
const IS_SOURCE_OF_PAGES =
  /^(?:src\/(?:config|operations|catalogue-files|domain\/lifecycles|client\/operations|kernel\/refusals)|scripts\/docs|docs\/(?:reference|start)|docs\/.*README\.md|llms\.txt|[A-Z]+\.md)/;

const isCoreTest = (file: string): boolean => /^test\/(?!tidy\/)(?:.*\/)?[^./]+\.test\.ts$/.test(file);

/** `src/domain/money.ts` → what its tests are called: `test/domain/money.test.ts`, `money-….test.ts`. */
const mirrors = (source: string, test: string): boolean => {
  const stem = source.replace(/^src\//, 'test/').replace(/\.[jt]sx?$/, '');
  return test === `${stem}.test.ts` || (test.startsWith(`${stem}-`) && dirname(test) === dirname(stem));
};

const imports = ({ file, text }: TestFile, sources: ReadonlySet<string>): boolean =>
  [...text.matchAll(/from '(\.[^']+)'/g)].some(([, from]) => sources.has(join(dirname(file), from!)));

/** Core tests that changed, then those named after a changed file, then those that import one; nearest first. */
export const testsNear = (changed: readonly string[], tests: readonly TestFile[]): readonly string[] => {
  const sources = new Set(changed);
  const core = tests.filter(({ file }) => isCoreTest(file));
  const near = [
    ...core.filter(({ file }) => sources.has(file)),
    ...core.filter(({ file }) => changed.some((source) => mirrors(source, file))),
    ...core.filter((test) => imports(test, sources)),
  ];
  return [...new Set(near.map(({ file }) => file))];
};

const typesOf = (project: string, name: string): readonly string[] => {
  const memory = ['--incremental', '--tsBuildInfoFile', `${CACHE}/${name}.tsbuildinfo`];
  return ['tsc', '-p', `${project}tsconfig.json`, ...memory];
};

const stepsOf = (changed: readonly string[], tests: readonly string[]): readonly Step[] => {
  const pages = changed.filter((file) => file.endsWith('.md'));
  const linted = changed.some((file) => IS_LINTED.test(file));
  const program = changed.some((file) => /\.ts$|^tsconfig/.test(file) && !file.startsWith('back-office/'));
  const office = changed.some((file) => /^(?:back-office|src\/client)\//.test(file));
  const types = [...(program ? [typesOf('', 'program')] : []), ...(office ? [typesOf('back-office/', 'office')] : [])];
  const docs = changed.some((file) => IS_SOURCE_OF_PAGES.test(file));
  return [
    { name: 'format', commands: [['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed]] },
    // All files, since a circle is made of several.
    ...(linted ? [{ name: 'lint', commands: [['oxlint', '--deny-warnings', 'src', 'scripts', 'back-office']] }] : []),
    ...(types.length > 0 ? [{ name: 'types', commands: types }] : []),
    ...(pages.length > 0
      ? [{ name: 'pages', commands: [['markdownlint-cli2', '--no-globs', ...pages.map((page) => `:${page}`)]] }]
      : []),
    ...(docs ? [{ name: 'docs', commands: [['node', '--import', 'tsx', 'scripts/docs.ts', '--check']] }] : []),
    { name: 'tests', commands: [['vitest', 'run', '--project', 'core', 'test/tidy/', ...tests]] },
  ];
};

export interface Plan {
  readonly steps: readonly Step[];
  readonly tests: readonly string[];
  /** Near tests beyond the limit, which only `npm test` runs. */
  readonly leftOut: number;
}

/** `changed`: paths from the root of the repository; a file that was deleted is none. */
export const planOf = (changed: readonly string[], tests: readonly TestFile[]): Plan => {
  const near = testsNear(changed, tests);
  const run = near.slice(0, TESTS_MAX);
  return { steps: stepsOf(changed, run), tests: run, leftOut: near.length - run.length };
};
