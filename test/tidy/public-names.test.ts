// Catches a name that the package exports, or that a page tells others to implement, and that an editor explains to
// nobody: one without a docstring.
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from './source.ts';

const { exports: entries } = JSON.parse(textOf('package.json')) as {
  readonly exports: { readonly [path: string]: string | { readonly default: string } };
};
const ENTRIES = Object.values(entries)
  .filter((entry) => typeof entry !== 'string')
  .map((entry) => entry.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
/** `npm run docs` writes its names and what they say. */
const isWritten = (file: string): boolean => file === 'src/client/operations.ts';

interface Public {
  readonly file: string;
  readonly name: string;
}

/** Names that a file exports: what it declares, and what it hands on from another one. */
const publicOf = (file: string, text = textOf(file)): readonly Public[] => {
  const declared = [...text.matchAll(/^export (?:async |abstract )*(?:const|function|class|interface|type) (\w+)/gm)];
  const handedOn = [...text.matchAll(/^export (?:type )?\{([^}]+)\}(?: from '([^']+)')?;/gm)];
  return [
    ...declared.map(([, name]) => ({ file, name: name! })),
    ...handedOn.flatMap(([, names, from]) =>
      names!
        .split(',')
        .map((name) => name.trim().split(' ')[0]!)
        .filter((name) => name !== '')
        .map((name) => {
          const imported = new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} from '(\\.[^']+)'`).exec(text)?.[1];
          return { file: join(dirname(file), from ?? imported!), name };
        }),
    ),
  ];
};

const isExplained = ({ file, name }: Public, text = textOf(file)): boolean => {
  const lines = text.split('\n');
  const at = lines.findIndex((line) =>
    new RegExp(`^export (?:async |abstract )*(?:const|function|class|interface|type) ${name}\\b`).test(line),
  );
  return at > 0 && lines[at - 1]!.trimEnd().endsWith('*/');
};

/** docs/sell/payment-providers.md says what a provider of one's own implements. */
const EXTENDED = ['src/kernel/payment-provider.ts'];

test('every name that the package exports, or that others implement, has a docstring', () => {
  expect(ENTRIES).toHaveLength(4);
  const names = [...ENTRIES, ...EXTENDED].flatMap((file) => publicOf(file)).filter(({ file }) => !isWritten(file));
  expect(names.length).toBeGreaterThan(25);
  const silent = names.filter((one) => !isExplained(one)).map(({ file, name }) => `${file}: ${name}`);
  expect(silent, 'Write a docstring above each of these: users of the package see it in their editor.').toEqual([]);
});

test('the check finds what it is for', () => {
  const text = "export const a = 1;\n/** B. */\nexport interface B {}\nexport { c } from './c.ts';\n";
  expect(publicOf('src/x/d.ts', text).map(({ file, name }) => `${file} ${name}`)).toEqual([
    'src/x/d.ts a',
    'src/x/d.ts B',
    'src/x/c.ts c',
  ]);
  expect(isExplained({ file: '', name: 'B' }, text)).toBe(true);
  expect(isExplained({ file: '', name: 'a' }, `\n${text}`)).toBe(false);
});
