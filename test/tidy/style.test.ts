// Catches what a machine can see of style: impurity, size, names, and what was left behind.
import { describe, expect, test } from 'vitest';
import { ALL, BACK_OFFICE, SCRIPTS, SRC, textOf, withoutComments } from './source.ts';

const LINES_MAX = 400;
/** `npm run docs` writes it. */
const WRITTEN = 'src/client/operations.ts';
const COLUMNS_MAX = 120;
const FUNCTION_LINES_MAX = 80;

const layerOf = (file: string): string => file.split('/')[1]!;

describe('tests', () => {
  test('a test file begins with what it would catch', () => {
    const wrong = ALL.filter((file) => file.endsWith('.test.ts') && !textOf(file).startsWith('// '));
    expect(wrong, 'Begin each with a comment: "Catches a …".').toEqual([]);
  });
});

describe('purity', () => {
  const banned = (layer: string, words: readonly RegExp[]): string[] =>
    SRC.filter((file) => layerOf(file) === layer).flatMap((file) => {
      const text = withoutComments(textOf(file));
      return words.filter((word) => word.test(text)).map((word) => `${file}: ${word}`);
    });

  test('the domain knows no time, no chance, no process and never waits', () => {
    expect(
      banned('domain', [
        /\bawait\b/,
        /\basync\b/,
        /\bDate\b/,
        /Math\.random/,
        /\bprocess\b/,
        /\bglobalThis\b/,
        /\bsetTimeout\b/,
        /\bPromise\b/,
      ]),
    ).toEqual([]);
  });

  test('the kernel knows no clock, no chance and no environment', () => {
    expect(
      banned('kernel', [
        /\bawait\b/,
        /\bDate\b/,
        /Math\.random/,
        /\bprocess\b/,
        /\bglobalThis\b/,
        /\bperformance\b/,
        /\bcrypto\b/,
      ]),
    ).toEqual([]);
  });

  test('the back office moves the focus before the next key, which an effect after the painting may miss', () => {
    const late = /\buseEffect\(\(\) => (?:\{(?:(?!\n {2}\}, \[)[^])*?)?[\w?.!<>'"()[\]-]*\.focus\(/;
    expect(BACK_OFFICE.filter((file) => late.test(withoutComments(textOf(file))))).toEqual([]);
  });

  test('operations answer in one turn', () => {
    expect(banned('operations', [/\bawait\b/, /\basync\b/, /Math\.random/, /\bprocess\b/, /\bsetTimeout\b/])).toEqual(
      [],
    );
  });

  // What the caller is comes by getters of its class, which neither has.
  test('operations take no rest and make no copy of their context', () => {
    const copies = /\.\.\.\w+\s*,?\s*\}: ?(?:Readonly<|Pick<)?(?:Context|Changer|Holder)\b|\.\.\.(?:ctx|context)\b/;
    expect(copies.test('({ shop, ...caller }: Context): void')).toBe(true);
    expect(SRC.filter((file) => file.startsWith('src/operations/') && copies.test(textOf(file)))).toEqual([]);
  });

  test('fields of states and events have names: the domain counts no places of a row', () => {
    expect(banned('domain', [/\brow\[\d/])).toEqual([]);
  });

  test('a switch over a union ends in satisfies never', () => {
    const count = (text: string, part: string): number => text.split(part).length - 1;
    const wrong = SRC.filter((file) => layerOf(file) === 'domain').filter((file) => {
      const text = withoutComments(textOf(file));
      return count(text, 'switch (') !== count(text, 'satisfies never');
    });
    expect(wrong).toEqual([]);
  });
});

/**
 * Functions whose body is longer than the limit: name of the first line, lines. Relies on the formatting, as readers
 * do.
 */
const longFunctions = (file: string, text = textOf(file)): string[] => {
  const lines = text.split('\n');
  const method =
    /^\s+((private|public|protected|static|override|async|get|set|\*)\s*)*[\w$#]+(<[^>]*>)?\(.*\)(: [^{]+)? \{$/;
  return lines.flatMap((line, at) => {
    const isHead =
      /(=>|\bfunction\b.*\)(: .*)?) \{$/.test(line) ||
      /^\s*\).*\{$/.test(line) ||
      (method.test(line) && !/^\s*(if|for|while|switch|catch)\b/.test(line));
    if (!isHead || /^\s*\} ?(else|catch)/.test(line)) return [];
    const indent = /^\s*/.exec(line)![0];
    const end = lines.findIndex((other, index) => index > at && other.startsWith(`${indent}}`));
    return end - at - 1 > FUNCTION_LINES_MAX ? [`${file}:${at + 1} ${line.trim()} has ${end - at - 1} lines`] : [];
  });
};

describe('size and names', () => {
  test(`no line is wider than ${COLUMNS_MAX} columns, texts that cannot be broken aside`, () => {
    const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);
    const holdsText = (line: string): boolean => /['"`/]/.test(line);
    const wide = ALL.filter((file) => file !== WRITTEN && !file.startsWith('scripts/docs/')).flatMap((file) =>
      textOf(file)
        .split('\n')
        .map((line, index) => ({ line, where: `${file}:${index + 1}` }))
        .filter(({ line }) => line.length > COLUMNS_MAX && (isComment(line) || !holdsText(line))),
    );
    expect(
      wide.map(({ where }) => where),
      `Break these lines: they have more than ${COLUMNS_MAX} columns (npm run format breaks code).`,
    ).toEqual([]);
  });

  test(`no file is longer than ${LINES_MAX} lines`, () => {
    const long = ALL.map((file) => [file, textOf(file).split('\n').length - 1] as const).filter(
      ([file, lines]) => lines > LINES_MAX && file !== WRITTEN,
    );
    expect(long, 'Divide these files by what they do: a subject is a file.').toEqual([]);
  });

  test(`no function is longer than ${FUNCTION_LINES_MAX} lines`, () => {
    // One switch over all events of a kind reads best in one piece.
    const exceptions = [/^src\/domain\/cart\/session\.ts:\d+ (apply|decide)\(/];
    const long = [...SRC, ...SCRIPTS, ...BACK_OFFICE].flatMap((file) => longFunctions(file));
    const wrong = long.filter((one) => !exceptions.some((exception) => exception.test(one)));
    expect(wrong, 'Take out of each a part that has a name.').toEqual([]);
  });

  test.each([
    'const long = (a: number): void => {',
    'export function long(\n  a: number,\n): void {',
    'class X {\n  private long(a: string): Map<string, number> {',
    'test(() => {',
  ])('the check finds %j', (head) => {
    const indent = /^\s*/.exec(head.split('\n').at(-1)!)![0];
    const body = (lines: number): string => `${head}\n${`${indent}  a;\n`.repeat(lines)}${indent}};\n}\n`;
    expect(longFunctions('x.ts', body(FUNCTION_LINES_MAX))).toEqual([]);
    expect(longFunctions('x.ts', body(FUNCTION_LINES_MAX + 1))).toHaveLength(1);
  });

  test('files are named after their concept, in kebab-case', () => {
    expect(
      ALL.filter(
        (file) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*((\.[a-z]+)?\.test)?\.[jt]sx?$/.test(file),
      ),
    ).toEqual([]);
    expect(ALL.filter((file) => /\b(utils?|helpers?|managers?|common|misc|shared)\b/.test(file))).toEqual([]);
  });

  test('words that the code gave up do not come back, and nobody is he or she', () => {
    const retired =
      /\b(vaults?|graves?|levelled|cuttable|seenSeq|housekeeping|upkeep|doomed|beside the traffic|he|his|him|himself)\b/i;
    const isGerman = (file: string): boolean => file.startsWith('back-office/texts/de');
    const found = ALL.filter((file) => file !== 'test/tidy/style.test.ts' && !isGerman(file)).flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) => (retired.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
    expect(found, 'The glossary has the words that replaced these (docs/internals/glossary.md).').toEqual([]);
  });

  test('nothing stays behind', () => {
    // With a class of one letter each, so that this file does not hold what it looks for.
    const left = [
      /\bT[O]DO\b/,
      /\bF[I]XME\b/,
      /\bX[X]X\b/,
      /\bas [a]ny\b/,
      /\.s[k]ip\(/,
      /\.o[n]ly\(/,
      /lint-d[i]sable/,
      /@ts-(i[g]nore|n[o]check|e[x]pect-error)/,
      /^\s*d[e]bugger;/m,
    ];
    const found = ALL.flatMap((file) => {
      const text = textOf(file);
      return left.filter((one) => one.test(text)).map((one) => `${file}: ${one}`);
    });
    expect(found, 'Finish it, or remove it.').toEqual([]);
  });
});
