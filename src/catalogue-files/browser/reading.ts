// Reads a catalogue file for a page: what it holds, and then its records for the shop, a batch at a time.
//
// Guaranteed: the same records, refusals and notes as `kontor import` gives, which reads with the same readers. Not
// promised: constant memory; a table of another system is held as a whole (foreign-table.ts).
import { ConfigError } from '../../config/setting.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import { LINE_BYTES_MAX, delimiterOf } from '../file-options.ts';
import { CustomerNames } from '../customer-names.ts';
import { Foresight } from '../foresight.ts';
import { readFile } from '../read-file.ts';
import { HEAD_BYTES, recognise } from '../recognise.ts';
import { FORMATS } from '../record-source.ts';
import type { CatalogueRecord } from '../record.ts';
import type { Finding, Format, Sent, Sourced } from '../record-source.ts';
import { Report, toldOf } from '../report.ts';
import type { Answer } from '../report.ts';
import { sentLine } from '../sent-records.ts';
import { encodingOf } from '../text-encoding.ts';
import type {
  Chosen,
  ImportReport,
  Preview,
  PreviewProduct,
  Questions,
  RecordType,
  RefusedLine,
  ShopAnswer,
  Step,
} from './messages.ts';

const PREVIEW_PRODUCTS = 10;
const LISTED_MAX = 100;
/** Lines of the report; what is refused beyond is counted. */
const REPORT_LINES_MAX = 100_000;
/** A longer record is a batch by itself. */
const BATCH_BYTES = 262_144;
/** A file of another format is not sent to its end, however long it is. */
const REFUSED_IN_A_ROW_MAX = 100_000;

const chunksOf = async function* (file: Blob): AsyncGenerator<Buffer> {
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield Buffer.from(value);
  }
};

const formatNamed = (name: string): Format => {
  const format = FORMATS.find((known) => known === name);
  if (format === undefined) throw new ConfigError(`${name} is no format`);
  return format;
};

interface Found {
  readonly note?: (line: string, finding?: Finding) => void;
  readonly unknownTax?: (label: string) => void;
}

const unless = (text: string): string | undefined => (text === '' ? undefined : text);

const read = ({ file, facts, ...choice }: Chosen, { note = () => {}, unknownTax }: Found): AsyncIterable<Sourced> => {
  const delimiter = unless(choice.delimiter);
  const encoding = unless(choice.encoding);
  return readFile(
    formatNamed(choice.format),
    chunksOf(file),
    { ...facts, attributes: new Set(facts.attributes) },
    {
      delimiter: delimiterOf(delimiter === undefined ? {} : { delimiter }),
      encoding: encodingOf(encoding === undefined ? {} : { encoding }),
      taxes: new Map(Object.entries(choice.taxes).map(([label, taxClass]) => [label.toLowerCase(), taxClass])),
      bytesMax: LINE_BYTES_MAX,
      note,
      unknownTax,
    },
  );
};

type Members = { readonly [name: string]: unknown };

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const pathText = (given: unknown): string => {
  const path = Array.isArray(given) ? (given as unknown[]) : membersOf(given)['path'];
  return Array.isArray(path)
    ? path.map((segment: unknown) => textOf(Array.isArray(segment) ? segment[0] : segment)).join(' / ')
    : '';
};

/** As `sent` has it: the members of a record in JSON, or the cells of a row. */
const shownProduct = (line: number, name: string, sent: Sent, language: string): PreviewProduct => {
  const isRow = 'row' in sent;
  const record: Members = isRow ? {} : membersOf(sent.record);
  const texts = membersOf(membersOf(isRow ? sent.row.attributes : record['attributes'])[language]);
  const availability = membersOf(record['availability']);
  const isCounted = availability['active'] === 1 || availability['active'] === true;
  const cells = isRow ? sent.row.fixed : {};
  const categories = isRow
    ? (cells.categories ?? '').split('|')
    : Array.from((record['categories'] as unknown[]) ?? [], pathText);
  return {
    line,
    name,
    title: textOf(texts['name']) || name,
    price: textOf(texts['price']),
    quantity: isRow ? (cells.quantity ?? '') : isCounted ? textOf(availability['quantity'] ?? 0) : '',
    categories: categories.filter((path) => path !== ''),
    pictures: Object.keys(texts).filter((attribute) => /^image(_\d+)?$/.test(attribute)).length,
    variations: 0,
  };
};

/** Products in the order of the file, the first of them with their variations counted. */
class FirstProducts {
  readonly shown: PreviewProduct[] = [];
  private readonly language: string;

  constructor(language: string) {
    this.language = language;
  }

  add(line: number, record: CatalogueRecord, sent: Sent): void {
    if (record.type !== 'product') return;
    const parent = this.shown.findIndex(({ name }) => name === record.variation_of);
    if (parent >= 0) {
      const product = this.shown[parent]!;
      this.shown[parent] = { ...product, variations: product.variations + 1 };
    } else if (record.variation_of === '' && this.shown.length < PREVIEW_PRODUCTS)
      this.shown.push(shownProduct(line, record.name, sent, this.language));
  }
}

/** Reads the whole file. Throws ConfigError. */
const preview = async (chosen: Chosen): Promise<Preview> => {
  const types: { [type in RecordType]?: number } = {};
  const refusals: RefusedLine[] = [];
  const notes: string[] = [];
  const placeless: Preview['placeless'][number][] = [];
  const doubts: Preview['doubts'][number][] = [];
  const unknownTaxes = new Set<string>();
  const products = new FirstProducts(chosen.facts.language);
  let refused = 0;
  const note = (line: string, finding?: Finding): void => {
    if (finding === undefined) notes.push(line);
    else if (finding.kind === 'doubt') doubts.push(finding);
    else placeless.push({ column: finding.column, values: finding.values, ...finding.example });
  };
  for await (const { line, record, sent } of read(chosen, { note, unknownTax: (label) => unknownTaxes.add(label) })) {
    if (record.ok) {
      types[record.value.type] = (types[record.value.type] ?? 0) + 1;
      products.add(line, record.value, sent!);
      continue;
    }
    refused += 1;
    if (refusals.length < LISTED_MAX) refusals.push({ line, ...toldOf(record) });
  }
  const shown = products.shown;
  return { types, products: shown, placeless, doubts, notes, refused, refusals, unknownTaxes: [...unknownTaxes] };
};

/** Records of a file on their way to the shop. */
class Sending {
  private readonly source: AsyncIterator<Sourced>;
  private readonly foresight: Foresight | undefined;
  private readonly customers = new CustomerNames();
  private readonly batchRecords: number;
  private readonly recordBytesMax: number;
  private readonly report: Report;
  private readonly reportLines: string[] = [];
  /** The batch under way: records that the shop gets, and refused ones that it does not. */
  private sent: { readonly line: number; readonly record: CatalogueRecord }[] = [];
  private unsent: RefusedLine[] = [];
  /** The first record of the next batch, which the one under way has no place for. */
  private held: { readonly line: number; readonly record: CatalogueRecord; readonly text: string } | undefined;
  private records = 0;
  private refusedInARow = 0;
  private failure: unknown;

  constructor(asked: Questions['begin']['asked']) {
    const { batchRecords, isDryRun, facts, format } = asked;
    this.report = new Report(format === 'best-buy' ? 'record' : 'line', (line) => this.keep(line));
    const note = (text: string): void => void this.keep({ note: text });
    this.source = read(asked, { note })[Symbol.asyncIterator]();
    this.foresight = isDryRun ? new Foresight() : undefined;
    this.batchRecords = batchRecords;
    this.recordBytesMax = facts.recordBytesMax;
  }

  private keep(line: object): Promise<void> {
    if (this.reportLines.length < REPORT_LINES_MAX) this.reportLines.push(`${JSON.stringify(line)}\n`);
    return Promise.resolve();
  }

  get reportText(): string {
    return this.reportLines.join('');
  }

  async next(answers: readonly ShopAnswer[]): Promise<Step> {
    await this.take(answers);
    if (this.failure !== undefined) throw this.failure;
    if (this.refusedInARow >= REFUSED_IN_A_ROW_MAX)
      throw new ConfigError(`${this.refusedInARow} records in a row are refused: is the file of another format?`);
    const lines = await this.fill();
    // Lines refused behind the last record have no answer to wait for.
    if (lines.length === 0) await this.take([]);
    if (lines.length === 0 && this.failure !== undefined) throw this.failure;
    return { lines, records: this.records, report: this.shown };
  }

  private get shown(): ImportReport {
    const { refused, refusals, types } = this.report;
    const listed = refusals.map(({ line = 0, record = line, code, param, detail }) => ({
      line: record,
      code,
      param,
      detail,
    }));
    return { types, refused, refusals: listed };
  }

  private async take(answers: readonly ShopAnswer[]): Promise<void> {
    const refused = this.unsent;
    let taken = 0;
    for (const [index, answer] of answers.entries()) {
      const { line, record } = this.sent[index]!;
      const outcome = this.foresight?.foresee(record, answer as Answer) ?? (answer as Answer);
      if (typeof outcome === 'string') this.report.count(record.type, outcome);
      else refused.push({ line, code: outcome.code, param: outcome.param, detail: outcome.detail });
      if (typeof outcome === 'string') taken += 1;
    }
    refused.sort((one, other) => one.line - other.line);
    for (const { line, code, param, detail } of refused)
      await this.report.add(line, this.customers.told(line, { code, param, detail }));
    this.refusedInARow = taken > 0 ? 0 : this.refusedInARow + refused.length;
    [this.sent, this.unsent] = [[], []];
  }

  /** Also what came before a part of the file that cannot be read. */
  private async fill(): Promise<string[]> {
    const lines: string[] = [];
    let bytes = 0;
    // A call has room for one record of any length, and so for a batch of that length.
    const bytesMax = Math.min(BATCH_BYTES, this.recordBytesMax);
    const add = (line: number, record: CatalogueRecord, text: string): number => {
      lines.push(text);
      this.sent.push({ line, record });
      this.customers.add(line, record);
      this.records += 1;
      return Buffer.byteLength(text);
    };
    if (this.held !== undefined) bytes += add(this.held.line, this.held.record, this.held.text);
    this.held = undefined;
    while (lines.length < this.batchRecords && bytes < bytesMax) {
      const next = await this.source.next().catch((error: unknown) => void (this.failure = error));
      if (next === undefined || next.done === true) break;
      const { line, record, sent } = next.value;
      const text = record.ok ? this.lineOf(line, sent!) : record;
      if (text.ok && record.ok) {
        if (lines.length > 0 && bytes + Buffer.byteLength(text.value) > bytesMax) {
          this.held = { line, record: record.value, text: text.value };
          break;
        }
        bytes += add(line, record.value, text.value);
      } else if (!text.ok) this.refuse(line, text);
      if (this.unsent.length >= REFUSED_IN_A_ROW_MAX) break;
    }
    return lines;
  }

  private refuse(line: number, refusal: Refusal): void {
    this.unsent.push({ line, ...toldOf(refusal) });
    this.records += 1;
  }

  private lineOf(line: number, sent: Sent): ReturnType<typeof sentLine> {
    const text = sentLine(line, sent);
    if (!text.ok || Buffer.byteLength(text.value) <= this.recordBytesMax) return text;
    return refuse('BODY_TOO_LARGE', 'record', `The record is longer than ${this.recordBytesMax} bytes.`);
  }
}

/** Answers the questions of a page, one after the other. */
export class PageReader {
  private sending: Sending | undefined;

  readonly answers: {
    readonly [name in keyof Questions]: (asked: Questions[name]['asked']) => Promise<Questions[name]['told']>;
  } = {
    recognise: async ({ file, facts, encoding }) => {
      const head = Buffer.from(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
      const known = {
        attributes: new Set(facts.attributes),
        language: facts.language,
        encoding: encodingOf(encoding === '' ? {} : { encoding }),
      };
      const found = recognise(head, known);
      return found && { format: found.format, delimiter: found.delimiter ?? '', encoding, taxes: {} };
    },
    preview,
    begin: async (asked) => void (this.sending = new Sending(asked)),
    next: ({ answers }) => this.begun.next(answers),
    report: async () => this.begun.reportText,
  };

  private get begun(): Sending {
    if (this.sending === undefined) throw new ConfigError('no import has begun');
    return this.sending;
  }
}
