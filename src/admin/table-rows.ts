// A table that a command reads whole, and what is said of the rows that are refused.
import { ConfigError } from '../config/setting.ts';
import { delimiterOf } from '../catalogue-files/file-options.ts';
import { checkTable, scanInSteps } from '../catalogue-files/scan-rows.ts';
import type { ScannedRow } from '../catalogue-files/scan-rows.ts';
import { decode, encodingOf } from '../catalogue-files/text-encoding.ts';
import type { Terminal } from './terminal.ts';

const FILE_BYTES_MAX = 64 * 1024 * 1024;
const ROW_CHARACTERS_MAX = 65_536;
/** Refused rows that are shown; a report has all. */
export const REFUSED_SHOWN = 20;

export interface TableGiven {
  readonly file: string;
  readonly delimiter?: string;
  readonly encoding?: string;
}

export interface Table {
  /** Undefined: a pause, where nothing is found for long. */
  readonly rows: Iterable<ScannedRow | undefined>;
  readonly delimiter: string;
}

/** Throws ConfigError. */
export const readTable = async (terminal: Terminal, given: TableGiven, language: string): Promise<Table> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of terminal.input) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > FILE_BYTES_MAX) throw new ConfigError(`the file is longer than ${FILE_BYTES_MAX} bytes`);
  }
  const bytes = Buffer.concat(chunks);
  checkTable(bytes);
  const { text } = decode(bytes, encodingOf(given), language);
  const [first = ''] = text.split(/\r?\n/, 1);
  const delimiter = delimiterOf(given) ?? [';', '\t', ','].find((sign) => first.includes(sign)) ?? ',';
  return { rows: scanInSteps(text, delimiter, ROW_CHARACTERS_MAX), delimiter };
};

/** Null: an empty cell. A comma may stand before decimals where `;` or a tab parts the cells. */
export const amountIn = (cell: string, delimiter: string): string | null =>
  cell === '' ? null : delimiter === ',' ? cell : cell.replace(',', '.');

export class RefusedRows {
  count = 0;
  private readonly terminal: Terminal;

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  async add(line: number, code: string, detail: string): Promise<void> {
    this.count += 1;
    await this.terminal.report({ line, code, detail });
    if (this.count <= REFUSED_SHOWN) await this.terminal.show(`kontor: line ${line}: ${code}: ${detail}`);
  }

  /** Says how many were not shown. */
  async end(): Promise<void> {
    const { count, terminal } = this;
    if (count > REFUSED_SHOWN) await terminal.show(`kontor: … and ${count - REFUSED_SHOWN} more lines`);
  }
}
