// The command's part of `kontor words import`: reads the file here, in the process of the command, and sends the shop
// JSON, whatever it is: a table becomes what it says.
import { wordsIn } from '../admin/word-table.ts';
import { readAll } from '../admin/word-files.ts';
import type { WordsGiven } from '../admin/word-files.ts';
import { delimiterOf } from '../catalogue-files/file-options.ts';
import type { Chunks } from '../catalogue-files/record-source.ts';
import { checkTable, scanRows } from '../catalogue-files/scan-rows.ts';
import { decode, encodingOf, notIn } from '../catalogue-files/text-encoding.ts';
import { ConfigError } from '../config/setting.ts';

const ROW_CHARACTERS_MAX = 65_536;

/** `language`: of the shop. Throws ConfigError for a file that is neither JSON nor a table of words. */
export const readWordFile = async (given: WordsGiven, chunks: Chunks, language: string): Promise<Buffer> => {
  const bytes = await readAll(chunks);
  const { text, wrong, encoding } = decode(bytes, encodingOf(given), language);
  const [line] = wrong;
  if (line !== undefined) throw new ConfigError(`line ${line}: ${notIn(encoding).detail}`);
  if (/^\s*[[{]/.test(text)) return Buffer.from(text);
  checkTable(bytes);
  const [header = ''] = text.split(/\r?\n/, 1);
  const delimiter = delimiterOf(given) ?? [';', '\t', ','].find((sign) => header.includes(sign)) ?? ',';
  return Buffer.from(JSON.stringify(wordsIn(scanRows(text, delimiter, ROW_CHARACTERS_MAX))));
};
