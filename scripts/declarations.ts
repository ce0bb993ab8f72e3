// Which declaration files of a build somebody can reach: those that package.json exports, and what their types name.
// All others would be a third of what every installation downloads, for nobody.
import { dirname, join } from 'node:path';

/** `from '…'`, `import '…'` and `import('…')` of another file of the build. */
const NAMED = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)\.[jt]s["']/g;

/** Files that these declarations name, as paths like theirs. */
const namedIn = (file: string, text: string): string[] =>
  [...text.matchAll(NAMED)].map(([, path]) => `${join(dirname(file), path!)}.d.ts`);

/** Paths of all that is reached; `textOf` gives undefined for a file that there is not, which only a comment names. */
export const reachedDeclarations = (
  entries: readonly string[],
  textOf: (file: string) => string | undefined,
): ReadonlySet<string> => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    const text = reached.has(file) ? undefined : textOf(file);
    if (text === undefined) return;
    reached.add(file);
    for (const named of namedIn(file, text)) visit(named);
  };
  for (const entry of entries) visit(join(entry));
  return reached;
};

interface Exports {
  readonly [name: string]: string | { readonly types: string };
}

/** Declaration files that the `exports` of a package.json name. */
export const exportedDeclarations = (exported: Exports): string[] =>
  Object.values(exported).flatMap((entry) => (typeof entry === 'string' ? [] : [join(entry.types)]));
