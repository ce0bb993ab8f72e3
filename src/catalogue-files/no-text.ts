// Files that hold no text, such as those of spreadsheet programs, whatever they are called: told apart by their first
// bytes.
import { ConfigError } from '../config/setting.ts';
import type { Chunks } from './record-source.ts';

const MAGIC: readonly (readonly [bytes: string, what: string])[] = [
  ['504b0304', 'a spreadsheet (.xlsx, .ods, .numbers) or another zip file'],
  ['504b0506', 'an empty zip file'],
  ['d0cf11e0', 'a spreadsheet of an old version (.xls)'],
  ['1f8b', 'compressed (gzip)'],
  ['25504446', 'a PDF'],
];
const MAGIC_BYTES_MAX = 4;

/** Endings of names that spreadsheet programs give. */
const ENDINGS: ReadonlySet<string> = new Set(['.xlsx', '.xlsm', '.xls', '.ods', '.numbers', '.zip']);

export const SAVE_AS_CSV = 'open it where it comes from, and save it as CSV in UTF-8';

export const isSpreadsheetEnding = (ending: string): boolean => ENDINGS.has(ending);

/** Throws ConfigError for a file that holds no text, with what it is instead. */
export const checkText = (begin: Buffer): void => {
  const head = begin.subarray(0, MAGIC_BYTES_MAX).toString('hex');
  const [, binary] = MAGIC.find(([magic]) => head.startsWith(magic)) ?? [];
  if (binary !== undefined) throw new ConfigError(`the file is ${binary} and no CSV: ${SAVE_AS_CSV}`);
};

/** The same bytes. Throws ConfigError for a file that holds no text, before the first of them. */
export const textOnly = async function* (chunks: Chunks): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < MAGIC_BYTES_MAX) continue;
    checkText(head);
    yield head;
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield head;
};
