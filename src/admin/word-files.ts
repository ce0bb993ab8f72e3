// `kontor words export` and `import`: what the words of searches mean, of all languages, as one JSON file. It names
// products by their names, so that another shop with the same catalogue can read it.
import { ConfigError } from '../config/setting.ts';
import type { Reader, Transaction } from '../domain/transaction.ts';
import { setWords, wordsIn } from '../domain/words/change-words.ts';
import type { Synonyms } from '../domain/words/terms.ts';
import { Type, json, readParams } from '../kernel/params.ts';
import type { Static } from '../kernel/params.ts';
import { DONE, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { Shop } from './command.ts';
import { decideDurably, mustTakeChanges, orConfigError } from './decide.ts';
import type { Terminal } from './terminal.ts';

/** Ten languages of all the words that they may have. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

const strict = { additionalProperties: false };
const Texts = Type.Array(Type.String());
const Words = Type.Object(
  {
    synonyms: Type.Optional(Type.Array(Type.Object({ words: Texts, finds: Type.Optional(Texts) }, strict))),
    pinned: Type.Optional(Type.Array(Type.Object({ query: Type.String(), products: Texts }, strict))),
    redirects: Type.Optional(Type.Array(Type.Object({ query: Type.String(), url: Type.String() }, strict))),
    ignored: Type.Optional(Texts),
  },
  strict,
);
const PARAMS = { words: json(Type.Record(Type.String(), Words)) };
type Words = Static<typeof Words>;
/** The content of the file. */
export interface WordsFile {
  readonly [language: string]: Words;
}

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

const readAll = async ({ input }: Terminal): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > FILE_BYTES_MAX) throw new ConfigError(`the file is longer than ${FILE_BYTES_MAX} bytes`);
  }
  return Buffer.concat(chunks).toString();
};

/** All of the file or nothing, in one record. Throws ConfigError. */
export const importWords = async (
  { store: { engine } }: Shop,
  given: { readonly dryRun?: string },
  terminal: Terminal,
): Promise<boolean> => {
  const { words } = orConfigError(readParams(PARAMS, { words: await readAll(terminal) }));
  if (given.dryRun === undefined) await decideDurably(engine, 'words_import', (tx) => setAllWords(tx, words));
  else {
    await mustTakeChanges(engine);
    orConfigError(setAllWords(engine.begin(), words));
  }
  const languages = Object.keys(words);
  const so = given.dryRun === undefined ? 'set' : 'would be set';
  await terminal.show(`kontor: words of ${languages.join(', ') || 'no language'} ${so}`, { languages });
  return true;
};

/** What was pinned and is gone is left out, as searches pass it over. */
const wordsOf = (shop: Reader, language: string): Words => {
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

export const exportWords = async (
  { store: { engine } }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  const shop = engine.readContext();
  const languages = shop.rules.languages.filter((language) => wordsIn(shop, language).id !== 0);
  const file = Object.fromEntries(languages.map((language) => [language, wordsOf(shop, language)]));
  await terminal.write(Buffer.from(`${JSON.stringify(file, null, 2)}\n`));
  await terminal.note(`kontor: words of ${languages.join(', ') || 'no language'}`);
  return true;
};
