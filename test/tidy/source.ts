// The repository as text: its files, what they import, and their lines without comments.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

const filesOf = (directory: string): string[] =>
  readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    // A run of tests that is killed leaves its config there, compiled.
    .filter((file) => !file.includes('node_modules/'))
    .sort();

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

export const SRC = filesOf('src');
export const SCRIPTS = filesOf('scripts');
const TESTS = filesOf('test');
export const BACK_OFFICE = filesOf('back-office');
export const ALL = [...SRC, ...TESTS, ...SCRIPTS, ...BACK_OFFICE, ...filesOf('bench')];

export interface Import {
  readonly file: string;
  /** A package, or a path from the root of the repository. */
  readonly from: string;
  readonly local: boolean;
  readonly typeOnly: boolean;
}

/** Static and dynamic imports, `export … from`, and files that a thread starts with (`new URL('./x', …)`). */
export const importsOf = (file: string, source = textOf(file)): Import[] => {
  const text = withoutComments(source);
  const named = [...text.matchAll(/^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'/gm)].map((match) => ({
    from: match[2]!,
    typeOnly: match[1] !== undefined,
  }));
  const loaded = [
    ...text.matchAll(/(?:^import|import\(|require\()\s*'([^']+)'/gm),
    ...text.matchAll(/new URL\(\s*'(\.[^']+\.[jt]s)'/gm),
  ].map((match) => ({ from: match[1]!, typeOnly: false }));
  return [...named, ...loaded].map(({ from, typeOnly }) => {
    const local = from.startsWith('.');
    return { file, local, from: local ? join(dirname(file), from) : from, typeOnly };
  });
};

export const IMPORTS = SRC.flatMap((file) => importsOf(file));
