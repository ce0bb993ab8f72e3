// `npm run check`: what must hold of the sources without running the program; and, by name, what CI and releases check.
import type { Tool } from './program.ts';

const SUITE = ['vitest', 'run'];
/** What runs again in another shape of the server. */
const WIRE = ['test/kill/kill.system.test.ts', 'test/rush', 'test/client'];

export const CHECK: Tool = {
  does: 'Checks the sources; with NAME, that one thing.',
  unnamed: ['format', 'types', 'lint', 'pages', 'docs', 'unused', 'house'],
  note: `Without NAME it is format, types, lint, pages, docs, unused and house. While you work: quick. Tests are npm test
and npm run test:all.`,
  programs: {
    quick: { does: 'what a commit needs, in 20 s: of what changed, with its tests', file: 'scripts/check-quick.ts' },
    format: { does: 'whether every file is formatted (npm run format does it)', commands: [['oxfmt', '--check', '.']] },
    types: {
      does: 'types of the program and of the back office',
      commands: [
        ['tsc', '-p', 'tsconfig.json'],
        ['tsc', '-p', 'back-office/tsconfig.json'],
      ],
    },
    lint: {
      does: 'rules of the linter',
      commands: [['oxlint', '--deny-warnings', 'src', 'test', 'bench', 'scripts', 'back-office']],
    },
    pages: { does: 'rules for Markdown', commands: [['markdownlint-cli2']] },
    docs: {
      does: 'whether what is written from the code is current (npm run docs does it)',
      file: 'scripts/docs.ts',
      args: ['--check'],
    },
    unused: { does: 'files, exports and packages that nothing uses', commands: [['knip']] },
    house: {
      does: 'rooms, floors, circles, links, names, sizes and words (test/tidy)',
      commands: [['vitest', 'run', '--project', 'core', 'test/tidy/']],
    },
    threads: {
      does: 'suites of the wire against servers with threads for HTTP',
      commands: [
        [
          'env',
          'KONTOR_TEST_IO_THREADS=2',
          'KONTOR_IO_THREADS=2',
          ...SUITE,
          '--project',
          'rest',
          ...WIRE,
          'test/server/tls.system.test.ts',
          'test/server/stop.system.test.ts',
        ],
      ],
    },
    standby: {
      does: 'suites of the wire and kills through a standby',
      commands: [
        [
          'env',
          'KONTOR_TEST_STANDBY=1',
          ...SUITE,
          ...WIRE,
          'test/kill/reports.system.test.ts',
          'test/kill/webhooks.system.test.ts',
          'test/kill/invoices.system.test.ts',
          'test/operations/clients',
        ],
      ],
    },
    node: { does: 'a short suite with Node 22, 24 and 26, or with those named', file: 'scripts/node-versions.ts' },
    container: { does: 'the image, where a container engine is', file: 'scripts/container.ts' },
    release: { does: 'bill of materials, native binaries, format, vulnerabilities', file: 'scripts/release.ts' },
  },
};
