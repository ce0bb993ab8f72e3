// `kontor words export` and `import`: what the words of searches mean, of all languages, as one file (word-table.ts).
import { tableLine } from '../catalogue-files/csv-line.ts';
import { delimiterOf } from '../catalogue-files/file-options.ts';
import { ConfigError } from '../config/setting.ts';
import type { Reader, Transaction } from '../domain/transaction.ts';
import { setWords, wordsIn } from '../domain/words/change-words.ts';
import type { Synonyms } from '../domain/words/terms.ts';
import { Type, json, readParams } from '../kernel/params.ts';
import { DONE, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { Shop } from './command.ts';
import { decideDurably, mustTakeChanges, orConfigError } from './decide.ts';
import type { Terminal } from './terminal.ts';
import { LISTS, Words, rowsOf, tableOf } from './word-table.ts';
import type { List, WordsFile } from './word-table.ts';

/** Ten languages of all the words that they may have. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

const PARAMS = { words: json(Type.Record(Type.String(), Words)) };

/** Each language of the file, each list that it has as a whole. Refuses as `setWords` does, with the language. */
export const setAllWords = (tx: Transaction, file: WordsFile): Result<void> => {
  const { byName } = tx.index('shopobject');
  for (const [language, { synonyms, pinned = [], ...lists }] of Object.entries(file)) {
    const missing = pinned.flatMap(({ products }) => products).find((name) => byName.get(name) === undefined);
    if (missing !== undefined)
      return refuse('SHOPOBJECT_NOT_FOUND', language, `${language}: no product is called ${shown(missing)}.`);
    const change = {
      ...lists,
      ...(synonyms && { synonyms: synonyms.map(({ words, finds = [] }): Synonyms => ({ words, finds })) }),
      ...(file[language]!.pinned && {
        pinned: pinned.map(({ query, products }) => ({ query, ids: products.map((name) => byName.get(name)!) })),
      }),
    };
    const set = setWords(tx, language, change, undefined);
    if (!set.ok) return { ...set, detail: `${language}: ${set.detail}` };
  }
  return DONE;
};

/** Throws ConfigError. */
export const readAll = async (input: Terminal['input']): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > FILE_BYTES_MAX) throw new ConfigError(`the file is longer than ${FILE_BYTES_MAX} bytes`);
  }
  return Buffer.concat(chunks);
};

export interface WordsGiven {
  readonly file: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly dryRun?: string;
}

/** What was pinned and is gone is left out, as searches pass it over. */
const wordsOf = (shop: Reader, language: string): Required<Words> => {
  const { synonyms, pinned, redirects, ignored } = wordsIn(shop, language).terms;
  const named = pinned.map(({ query, ids }) => ({
    query,
    products: ids.flatMap((id) => shop.read('shopobject', id)?.name ?? []),
  }));
  return {
    synonyms: synonyms.map(({ words, finds }) => ({
      words: [...words],
      ...(finds.length > 0 && { finds: [...finds] }),
    })),
    pinned: named.filter(({ products }) => products.length > 0),
    redirects: [...redirects],
    ignored: [...ignored],
  };
};

interface Change {
  readonly language: string;
  readonly list: List;
  /** Rows of the table that are new and that go; neither where others come first. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const changesOf = (shop: Reader, file: WordsFile): readonly Change[] =>
  Object.entries(file).flatMap(([language, words]) =>
    LISTS.flatMap((list) => {
      if (words[list] === undefined) return [];
      const [had, has] = [wordsOf(shop, language), words].map((one) =>
        rowsOf(one, list).map(([said, finds]) => (finds === '' ? said : `${said} → ${finds}`)),
      ) as [string[], string[]];
      if (JSON.stringify(had) === JSON.stringify(has)) return [];
      const without = (rows: readonly string[], others: ReadonlySet<string>) => rows.filter((row) => !others.has(row));
      return [{ language, list, added: without(has, new Set(had)), removed: without(had, new Set(has)) }];
    }),
  );

/** Entries that are shown; --json has all. */
const SHOWN_MAX = 40;

const showChanges = async (changes: readonly Change[], terminal: Terminal): Promise<void> => {
  const lines = changes.flatMap(({ language, list, added, removed }) =>
    added.length + removed.length === 0
      ? [`${language} ${list}: the same in another order`]
      : [...removed.map((row) => `- ${row}`), ...added.map((row) => `+ ${row}`)].map(
          (row) => `${language} ${list}: ${row}`,
        ),
  );
  for (const line of lines.slice(0, SHOWN_MAX)) await terminal.show(`kontor: ${line}`);
  if (lines.length > SHOWN_MAX) await terminal.show(`kontor: … and ${lines.length - SHOWN_MAX} more`);
};

/** `terminal.input`: JSON. All of it or nothing, in one record. Throws ConfigError. */
export const importWords = async (
  { store: { engine } }: Shop,
  given: WordsGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const { words } = orConfigError(readParams(PARAMS, { words: (await readAll(terminal.input)).toString() }));
  const isTried = given.dryRun !== undefined;
  let changes: readonly Change[] = [];
  const set = (tx: Transaction): Result<void> => {
    changes = changesOf(tx, words);
    return setAllWords(tx, words);
  };
  if (isTried) {
    await mustTakeChanges(engine);
    orConfigError(set(engine.begin()));
    await showChanges(changes, terminal);
  } else await decideDurably(engine, 'words_import', set);
  const languages = Object.keys(words);
  const [so, change] = isTried ? ['would be set', 'would change'] : ['set', 'changed'];
  const told = `kontor: words of ${languages.join(', ') || 'no language'} ${so}, ${changes.length} lists ${change}`;
  await terminal.show(told, { languages, changes });
  return true;
};

export const exportWords = async (
  { store: { engine } }: Shop,
  given: Pick<WordsGiven, 'file' | 'delimiter'>,
  terminal: Terminal,
): Promise<boolean> => {
  const shop = engine.readContext();
  const languages = shop.rules.languages.filter((language) => wordsIn(shop, language).id !== 0);
  const file = Object.fromEntries(languages.map((language) => [language, wordsOf(shop, language)]));
  const isTable = given.file.toLowerCase().endsWith('.csv') || given.delimiter !== undefined;
  const line = tableLine(delimiterOf(given) ?? ';');
  const text = isTable ? tableOf(file).map(line).join('') : `${JSON.stringify(file, null, 2)}\n`;
  await terminal.write(Buffer.from(text));
  await terminal.note(`kontor: words of ${languages.join(', ') || 'no language'}`);
  return true;
};
