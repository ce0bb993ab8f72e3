// Options of `kontor import` and `kontor export`, and the checks of their values.
import { ConfigError } from '../config/setting.ts';
import { shown } from '../kernel/result.ts';
import { PRODUCT_FORMATS } from '../operations/context/export-services.ts';
import { SAVE_AS_CSV, isSpreadsheetEnding } from './no-text.ts';
import { RECORD_BYTES_MAX } from './record-limits.ts';
import { FORMATS } from './record-source.ts';
import type { Format } from './record-source.ts';

export interface FileFlags {
  readonly format?: string;
  readonly delimiter?: string;
}

export const LINE_BYTES_MAX = 1_048_576;
export const STANDARD = '-';

/** The whole catalogue as JSON Lines, and products in the formats of the operation export_products. */
export const EXPORT_FORMATS = ['jsonl', ...PRODUCT_FORMATS] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number];

const EXTENSIONS = new Map<string, Format>([
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  ['.csv', 'csv'],
]);

/** `.csv`; '' for a name without an ending. Not of node:path: browsers read files, too. */
const endingOf = (file: string): string => /[^/\\](\.[^./\\]*)$/.exec(file)?.[1]?.toLowerCase() ?? '';

/** The named format, or that of the extension; JSON Lines for standard input and output. Throws ConfigError. */
export const formatOf = (file: string, { format }: FileFlags): Format => {
  const named = FORMATS.find((known) => known === format);
  if (format !== undefined && named === undefined)
    throw new ConfigError(`--format: ${shown(JSON.stringify(format))} is not one of ${FORMATS.join(', ')}`);
  const ending = endingOf(file);
  if (named === undefined && isSpreadsheetEnding(ending))
    throw new ConfigError(`${file} is called as a spreadsheet or a zip file is, and no CSV: ${SAVE_AS_CSV}`);
  const effective = named ?? EXTENSIONS.get(ending) ?? (file === STANDARD ? 'jsonl' : undefined);
  if (effective === undefined)
    throw new ConfigError(`${file} does not say by its name what is in it: use --format ${FORMATS.join(', ')}`);
  return effective;
};

/** Whether `kontor export` writes it; the others are only read. */
export const isExported = (format: Format): format is ExportFormat =>
  (EXPORT_FORMATS as readonly string[]).includes(format);

/** One printable character or a tab; undefined where none is said. Throws ConfigError. */
export const delimiterOf = ({ delimiter }: FileFlags): string | undefined => {
  if (delimiter === undefined) return undefined;
  const sign = delimiter === 'tab' || delimiter === '\\t' ? '\t' : delimiter;
  if (!/^[\t\x20-\x7E]$/.test(sign) || sign === '"')
    throw new ConfigError(
      `--delimiter: ${shown(JSON.stringify(delimiter))} is not one character such as , or ;, or tab`,
    );
  return sign;
};

/** From 1 KiB to 256 MiB; where none is said, in JSON Lines what the shop takes. Throws ConfigError. */
export const lineBytesMaxOf = ({ lineBytesMax }: { readonly lineBytesMax?: string }, format: Format): number => {
  if (lineBytesMax === undefined) return format === 'jsonl' ? RECORD_BYTES_MAX : LINE_BYTES_MAX;
  const bytes = /^\d{1,10}$/.test(lineBytesMax) ? Number(lineBytesMax) : 0;
  if (bytes < 1024 || bytes > 268_435_456)
    throw new ConfigError(
      `--line-bytes-max: ${shown(JSON.stringify(lineBytesMax))} is not a whole number from 1024 to 268435456`,
    );
  return bytes;
};
