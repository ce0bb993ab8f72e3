// `npm run check`: what must hold of the sources without running a test; and, by name, what CI and releases check.
import type { Tool } from './program.ts';

export const CHECK: Tool = {
  does: 'Checks the sources; with NAME, that one thing.',
  unnamed: ['format', 'types', 'lint', 'pages', 'docs', 'unused'],
  note: 'Without NAME it is format, types, lint, pages, docs and unused. Tests are npm test and npm run test:all.',
  programs: {
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
    threads: {
      does: 'suites of the wire against servers with threads for HTTP',
      file: 'scripts/variants.ts',
      args: ['threads'],
    },
    standby: {
      does: 'suites of the wire, kills and the replay through a standby',
      file: 'scripts/variants.ts',
      args: ['standby'],
    },
    node: { does: 'a short suite with Node 22, 24 and 26, or with those named', file: 'scripts/node-versions.ts' },
    container: { does: 'the image, where a container engine is', file: 'scripts/container.ts' },
    release: { does: 'bill of materials, native binaries, format, vulnerabilities', file: 'scripts/release.ts' },
  },
};
