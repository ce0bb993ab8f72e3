// Catches a command that a page, a comment or CI names and nobody can run, scripts of package.json that are more than a
// person keeps in mind, and programs beside the product that grow as large as it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TOOLS } from '../../scripts/tools/tools.ts';
import { ALL, textOf } from './source.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SCRIPTS_MAX = 16;
/** Lines of bench and scripts; calls of the tour grow with operations. What is answered is a note in bench/notes. */
const LINES_MAX = 9_445;
/** What is installed, built or written by a run. */
const IGNORED = new Set(['node_modules', 'dist', '.git', 'data', 'release']);
const THIS = 'test/tidy/scripts.test.ts';
const HAS_TEXT = /\.(?:md|[cm]?[jt]sx?|json|ya?ml|txt|service)$|(?:^|\/)(?:run|Containerfile)$/;

const filesOf = (directory: string): string[] =>
  readdirSync(join(ROOT, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : filesOf(path);
    return HAS_TEXT.test(path) && path !== THIS && entry.name !== 'package-lock.json' ? [path] : [];
  });

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: { readonly [name: string]: string };
};
const isKnown = (name: string): boolean => Object.hasOwn(scripts, name);

/** Commands of a text that nobody can run. `NAME` in capitals and `…` stand for any name; a line may end within one. */
const unknownOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /\bnpm run\s+(?:\/\/ |\* )?(?:--?[a-z]+ )*([a-z](?:[\w:-]*\w)?)(?:\s+(?:\/\/ |\* )?-- ([\w-]*))?/g,
    ),
  ].flatMap(([command, name, program = '']) => {
    const isProgram = /^[a-z]/.test(program);
    const programs = TOOLS[name!]?.programs;
    const isRight = isKnown(name!) && (programs === undefined || !isProgram || Object.hasOwn(programs, program));
    return isRight ? [] : [command.replaceAll(/\s+/g, ' ')];
  });

describe('scripts', () => {
  test(`package.json has at most ${SCRIPTS_MAX}`, () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(SCRIPTS_MAX);
  });

  test(`bench and scripts have at most ${LINES_MAX} lines`, () => {
    const files = ALL.filter((file) => /^(?:bench|scripts)\//.test(file));
    const lines = files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0);
    expect(lines).toBeGreaterThan(LINES_MAX / 2);
    expect(lines).toBeLessThanOrEqual(LINES_MAX);
  });

  test('every command that a text names is there', () => {
    const files = filesOf('.');
    expect(files).toEqual(expect.arrayContaining(['.ci/run', 'README.md', 'package.json', 'bench/README.md']));
    const unknown = files.flatMap((file) =>
      unknownOf(readFileSync(join(ROOT, file), 'utf8')).map((command) => `${file}: ${command}`),
    );
    expect(unknown).toEqual([]);
  });

  test('the check finds what it is for', () => {
    const right =
      'npm run build, npm run --silent build, `npm run bench -- overload --seconds 5`, npm run bench -- --quick';
    expect(unknownOf(`${right}, npm run sim -- NAME, npm run check, npm run soak -- --minutes 1`)).toEqual([]);
    expect(unknownOf('npm run bench:carts, npm run typecheck, npm run sim -- carts')).toHaveLength(3);
    expect(unknownOf('// npm run bench\n// -- nothing, npm\nrun x')).toEqual(['npm run bench // -- nothing']);
  });

  test('every program of a tool has its file, and what runs without a name is one of them', () => {
    const [missing, unnamed] = [new Set<string>(), new Set<string>()];
    for (const { programs, unnamed: names } of Object.values(TOOLS)) {
      for (const program of Object.values(programs))
        if ('file' in program && !existsSync(join(ROOT, program.file))) missing.add(program.file);
      for (const name of names) if (!Object.hasOwn(programs, name)) unnamed.add(name);
    }
    expect([...missing, ...unnamed]).toEqual([]);
  });
});
