// The command's part of `kontor prices import` and `kontor delivery import`: reads the table here, in the process of
// the command, and sends the shop its rows in batches, as src/admin/table-rows.ts has them.
//
// The file is read twice: once for what it is encoded in, once for its rows, of which two batches are held; standard
// input is held as a whole. While the shop decides one batch, the next is read. Refused rows are said in the order of
// the file within a batch, those that were never sent among those that the shop refused.
import { ConfigError } from '../config/setting.ts';
import { REFUSED_SHOWN, ROW_CHARACTERS_MAX, headLine, refusedLine, rowLine } from '../admin/table-rows.ts';
import type { RefusedLine, TableGiven, TableKind, TableReader } from '../admin/table-rows.ts';
import type { Output, ShopFacts } from '../admin/terminal.ts';
import { STANDARD, delimiterOf } from '../catalogue-files/file-options.ts';
import { COLUMNS_MAX } from '../catalogue-files/record-limits.ts';
import type { Chunks } from '../catalogue-files/record-source.ts';
import { checkTable, scanParts } from '../catalogue-files/scan-rows.ts';
import type { ScannedRow } from '../catalogue-files/scan-rows.ts';
import { EncodingFinder, decode, encodingOf, inUtf8, notIn } from '../catalogue-files/text-encoding.ts';
import type { Encoding } from '../catalogue-files/text-encoding.ts';
import type { Result } from '../kernel/result.ts';
import { BatchesUnderWay } from './batches-under-way.ts';
import { chunksOf, lengthOf } from './local-terminal.ts';
import type { LocalTerminal } from './local-terminal.ts';

const BATCH_ROWS = 1_000;
const BATCH_CHARACTERS = 262_144;

class Batch {
  readonly refused: RefusedLine[] = [];
  readonly lines: string[] = [];
  /** Refused rows that were not sent. */
  unsent = 0;
  private characters = 0;
  private group: string | undefined;

  /** Rows of one group stay together, up to twice the usual number. */
  hasRoomFor(group: string | undefined): boolean {
    const rows = this.lines.length + this.refused.length;
    if (rows < BATCH_ROWS && this.characters < BATCH_CHARACTERS) return true;
    return (
      group !== undefined && group === this.group && rows < 2 * BATCH_ROWS && this.characters < 2 * BATCH_CHARACTERS
    );
  }

  add(row: Pick<ScannedRow, 'line' | 'cells'>, read: Result<{ readonly group: string }>): void {
    if (!read.ok) {
      this.refused.push(refusedLine(row.line, read));
      this.unsent += 1;
      return;
    }
    const text = rowLine(row);
    this.lines.push(text);
    this.characters += text.length;
    this.group = read.value.group;
  }

  /** Rows that were sent and that the shop has not refused. */
  get taken(): number {
    return this.lines.length - (this.refused.length - this.unsent);
  }
}

const textsOf = async function* (chunks: Chunks): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
};

interface OpenedTable {
  readonly rows: AsyncIterable<ScannedRow>;
  readonly delimiter: string;
  readonly encoding: Encoding;
}

/** Throws ConfigError for what is no table, and where it is not certain what it is encoded in. */
const openTable = async (
  given: TableGiven,
  chunks: Chunks,
  language: string,
  passed: (bytes: number) => void,
): Promise<OpenedTable> => {
  const finder = new EncodingFinder(encodingOf(given), language);
  const held: Buffer[] = [];
  for await (const chunk of chunks) {
    finder.add(chunk);
    if (given.file === STANDARD) held.push(chunk);
  }
  const { head } = finder;
  checkTable(head);
  const encoding = finder.found();
  const [first = ''] = decode(head, encoding, language).text.split(/\r?\n/, 1);
  const delimiter = delimiterOf(given) ?? [';', '\t', ','].find((sign) => first.includes(sign)) ?? ',';
  const again = counted(given.file === STANDARD ? held : chunksOf(given.file), passed);
  return { rows: scanParts(textsOf(inUtf8(again, encoding)), delimiter, ROW_CHARACTERS_MAX), delimiter, encoding };
};

const counted = async function* (
  chunks: Chunks | readonly Buffer[],
  passed: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    passed(chunk.length);
    yield chunk;
  }
};

/** What stands in a text for bytes that are no character. */
const NO_CHARACTER = '\ufffd';

/** To be given to the shop as what it reads, and what it says to `emit`. */
export class TableFile<G extends TableGiven, Done extends { readonly refused: number }> {
  readonly input: AsyncIterable<Buffer>;
  private readonly given: G;
  private readonly terminal: LocalTerminal;
  private readonly kind: TableKind<G, Done>;
  private readonly shop: Promise<ShopFacts>;
  private hasShop: (shop: ShopFacts) => void = () => {};
  private readonly underWay = new BatchesUnderWay<Batch>(
    (batch) => this.applied(batch),
    (refused) => `${refused} rows in a row are refused: is the file another one?`,
  );
  private readonly results: { readonly line: string; readonly data?: object }[] = [];
  private refused = 0;
  private rows = 0;
  private bytes = 0;
  private readonly totalBytes: number;
  private failure: unknown;

  /** Throws ConfigError. */
  constructor(given: G, terminal: LocalTerminal, kind: TableKind<G, Done>) {
    [this.given, this.terminal, this.kind] = [given, terminal, kind];
    this.totalBytes = lengthOf(given.file);
    this.shop = new Promise((resolve) => (this.hasShop = resolve));
    this.input = this.sent();
  }

  async emit(output: Output): Promise<void> {
    if ('shop' in output) this.hasShop(output.shop);
    else if ('report' in output) this.underWay.oldest?.refused.push(output.report as RefusedLine);
    else if ('applied' in output) await this.underWay.done();
    else if ('line' in output) this.results.push(output);
    else await this.terminal.emit(output);
  }

  /** False if rows were refused. Throws ConfigError with why the file could not be read to its end. */
  async finish(): Promise<boolean> {
    if (this.failure !== undefined) throw this.failure;
    const { refused, terminal } = this;
    if (refused > REFUSED_SHOWN) await terminal.show(`kontor: … and ${refused - REFUSED_SHOWN} more lines`);
    for (const { line, data } of this.results) {
      const done = { ...(data as Done), refused };
      await (data === undefined
        ? terminal.show(line)
        : terminal.show(this.kind.summary(done, this.given.dryRun !== undefined), done));
    }
    return refused === 0;
  }

  /** Where the file cannot be read on, the shop does what came before; `finish` says why. */
  private async *sent(): AsyncGenerator<Buffer> {
    try {
      yield* this.batches(await this.shop);
    } catch (error) {
      this.failure = error;
    }
  }

  private async *batches({ language }: ShopFacts): AsyncGenerator<Buffer> {
    const { rows, delimiter, encoding } = await openTable(
      this.given,
      this.terminal.input,
      language,
      (bytes) => (this.bytes += bytes),
    );
    let batch = new Batch();
    let failure: unknown;
    let header: readonly string[] | undefined;
    let reader: TableReader | undefined;
    try {
      for await (const row of rows) {
        if (header === undefined || reader === undefined) {
          header = headerOf(row);
          reader = this.kind.reader(header, delimiter, this.given);
          yield Buffer.from(headLine(header, delimiter));
          continue;
        }
        // Cells behind the columns say nothing.
        const shown = { ...row, cells: row.cells.slice(0, header.length) };
        const isWrong = row.fault === undefined && shown.cells.some((cell) => cell.includes(NO_CHARACTER));
        const read = isWrong ? notIn(encoding) : reader.read(shown);
        if (read === undefined) continue;
        if (!batch.hasRoomFor(read.ok ? read.value.group : undefined)) {
          yield* this.underWay.send(batch);
          batch = new Batch();
        }
        batch.add(shown, read);
      }
      if (header === undefined) throw new ConfigError('the table has no header line');
    } catch (error) {
      failure = error;
    }
    // Also what came before a part of the file that cannot be read.
    yield* this.underWay.send(batch);
    await this.underWay.untilLeft(0);
    if (failure !== undefined) throw failure;
  }

  private async applied({ lines, refused, unsent }: Batch): Promise<void> {
    for (const row of refused.toSorted((one, other) => one.line - other.line)) {
      this.refused += 1;
      await this.terminal.report(row);
      if (this.refused <= REFUSED_SHOWN)
        await this.terminal.show(`kontor: line ${row.line}: ${row.code}: ${row.detail}`);
    }
    this.rows += lines.length + unsent;
    const { bytes: done, totalBytes: total, rows: records } = this;
    await this.terminal.progress({ what: 'importing', done, total, records });
  }
}

/** Throws ConfigError. */
const headerOf = ({ cells, fault }: ScannedRow): readonly string[] => {
  if (fault !== undefined) throw new ConfigError(`the table has no header line: ${fault}`);
  if (cells.length > COLUMNS_MAX)
    throw new ConfigError(`the table has ${cells.length} columns, ${COLUMNS_MAX} are read at most`);
  return cells;
};
