// Which declaration files of a build somebody can reach: those that package.json exports, and what their types name.
// All others would be a third of what every installation downloads, for nobody.
import { dirname, join } from 'node:path';

/** `from '…'`, `import '…'` and `import('…')` of another file of the build. */
const NAMED = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;
/** Texts, which are kept, and comments, which may name a file that there is not. */
const TEXT_OR_COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g;

/** Files that these declarations name, as paths like theirs. */
const namedIn = (file: string, text: string): string[] =>
  [...text.replace(TEXT_OR_COMMENT, '$1').matchAll(NAMED)].map(
    ([, path]) => `${join(dirname(file), path!.replace(/\.[jt]s$/, ''))}.d.ts`,
  );

/** Paths of all that is reached. `textOf` gives undefined for a file that there is not; throws where one is named. */
export const reachedDeclarations = (
  entries: readonly string[],
  textOf: (file: string) => string | undefined,
): ReadonlySet<string> => {
  const reached = new Set<string>();
  const visit = (file: string, namedBy: string): void => {
    if (reached.has(file)) return;
    const text = textOf(file);
    if (text === undefined) throw new Error(`${namedBy} names ${file}, which there is not`);
    reached.add(file);
    for (const named of namedIn(file, text)) visit(named, file);
  };
  for (const entry of entries) visit(join(entry), 'package.json');
  return reached;
};

/** Without comments: of what types of the inside say to nobody, they are half. */
export const withoutComments = (text: string): string => text.replace(TEXT_OR_COMMENT, '$1').replace(/^[ \t]*\n/gm, '');

interface Exports {
  readonly [name: string]: string | { readonly types: string };
}

/** Declaration files that the `exports` of a package.json name. */
export const exportedDeclarations = (exported: Exports): string[] =>
  Object.values(exported).flatMap((entry) => (typeof entry === 'string' ? [] : [join(entry.types)]));
