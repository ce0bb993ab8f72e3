// The command's part of `kontor import`: reads the file here, in the process of the command, and sends the shop records
// in batches. This process pays for reading the file; the shop gets records within limits, each checked.
//
// While the shop applies one batch, the next is read (batches-under-way.ts). Refused records are told in the order
// of the file within a batch, those that were never sent among those that the shop refused.
import { join } from 'node:path';
import { showReport } from '../admin/catalogue-import.ts';
import type { ImportGiven } from '../admin/catalogue-import.ts';
import type { Output, ShopFacts } from '../admin/terminal.ts';
import { CustomerNames } from '../catalogue-files/customer-names.ts';
import { Foresight } from '../catalogue-files/foresight.ts';
import { delimiterOf, formatOf, lineBytesMaxOf } from '../catalogue-files/file-options.ts';
import { Pictures, withPictures } from '../catalogue-files/pictures.ts';
import { readFile } from '../catalogue-files/read-file.ts';
import type { Format, Sourced } from '../catalogue-files/record-source.ts';
import { Report, leftText, toldOf } from '../catalogue-files/report.ts';
import type { Answer, ByType, Counts, LeftOut, Told } from '../catalogue-files/report.ts';
import { sentLine } from '../catalogue-files/sent-records.ts';
import { taxesOf } from '../catalogue-files/foreign-tax.ts';
import { RECORD_TYPES } from '../catalogue-files/record.ts';
import type { CatalogueRecord } from '../catalogue-files/record.ts';
import { encodingOf } from '../catalogue-files/text-encoding.ts';
import type { Config } from '../config/config.ts';
import { FetchedImages } from '../http/routes/fetched-images.ts';
import { ImageQuota } from '../http/routes/image-quota.ts';
import { IMAGES_DIRECTORY } from '../http/routes/images.ts';
import { IMAGE_BYTES_MAX } from '../kernel/picture-bytes.ts';
import { UndiciClient } from '../outside/http/http-client.ts';
import { BatchesUnderWay } from './batches-under-way.ts';
import { lengthOf } from './local-terminal.ts';
import type { LocalTerminal } from './local-terminal.ts';

const BATCH_RECORDS = 256;
const BATCH_CHARACTERS = 262_144;
const BATCH_REFUSALS = 1_000;

type Refused = Told & { readonly line: number };

class Batch {
  readonly refused: Refused[] = [];
  readonly lines: string[] = [];
  /** Those that the shop has not said yet what would become of, in a dry run. */
  readonly unanswered: { readonly line: number; readonly record: CatalogueRecord }[] = [];
  /** Refused records that were not sent. */
  private unsent = 0;
  private characters = 0;

  get isFull(): boolean {
    return (
      this.lines.length >= BATCH_RECORDS || this.characters >= BATCH_CHARACTERS || this.refused.length >= BATCH_REFUSALS
    );
  }

  /** `isForeseen`: the shop answers each record. */
  add({ line, record, sent }: Sourced, isForeseen: boolean): void {
    const text = record.ok ? sentLine(line, sent!) : record;
    if (text.ok) {
      this.lines.push(text.value);
      if (isForeseen && record.ok) this.unanswered.push({ line, record: record.value });
      this.characters += text.value.length;
    } else {
      this.refused.push({ line, ...toldOf(text) });
      this.unsent += 1;
    }
  }

  /** Records that were sent and that the shop has not refused. */
  get taken(): number {
    return this.lines.length - (this.refused.length - this.unsent);
  }
}

/** To be given to the shop as what it reads, and what it says to `emit`. */
export class ImportFile {
  /** Lines as src/catalogue-files/sent-records.ts has them, once the shop has said what they must know. */
  readonly input: AsyncIterable<Buffer>;
  private readonly terminal: LocalTerminal;
  private readonly given: ImportGiven;
  private readonly format: Format;
  private readonly report: Report;
  private readonly notes: string[] = [];
  /** Columns that have no place. */
  private placeless = 0;
  private readonly startedMs = performance.now();
  private readonly totalBytes: number;
  private readonly attributes = new Set<string>();
  private readonly shop: Promise<ShopFacts>;
  private hasShop: (shop: ShopFacts) => void = () => {};
  private readonly underWay = new BatchesUnderWay<Batch>(
    (batch) => this.applied(batch),
    (refused) => `${refused} records in a row are refused: is the file of another format?`,
  );
  private bytes = 0;
  private records = 0;
  private readonly data: string;
  private client: UndiciClient | undefined;
  private pictures: Pictures | undefined;
  private readonly foresight = new Foresight();
  private readonly customers = new CustomerNames();
  /** Whether a shop says what would become of each record. */
  private isForeseen = false;
  /** What would come, where the file is only read. */
  private readonly foreseen = new Map<CatalogueRecord['type'], number>();
  private failure: unknown;

  /** `data`: the directory of the shop. Throws ConfigError. */
  constructor(given: ImportGiven, terminal: LocalTerminal, { data }: Pick<Config, 'data'>) {
    this.data = data;
    this.given = given;
    this.terminal = terminal;
    this.format = formatOf(given.file, given);
    this.report = new Report(this.format === 'best-buy' ? 'record' : 'line', (line) => terminal.report(line));
    this.totalBytes = lengthOf(given.file);
    this.shop = new Promise((resolve) => (this.hasShop = resolve));
    this.input = this.sent();
  }

  async emit(output: Output): Promise<void> {
    if ('attributes' in output) for (const name of output.attributes) this.attributes.add(name);
    else if ('shop' in output) this.hasShop(output.shop);
    else if ('report' in output) this.underWay.oldest?.refused.push(output.report as Refused);
    else if ('foreseen' in output) this.takeForeseen(output.foreseen);
    else if ('applied' in output) await this.underWay.done();
    else if ('line' in output) this.count(output.data as { readonly types?: ByType } | undefined);
    else if ('note' in output) await this.terminal.emit(output);
  }

  /** False if records were refused. Throws ConfigError with why the file could not be read. */
  async finish(): Promise<boolean> {
    await this.client?.close();
    if (this.failure !== undefined) throw this.failure;
    const { summary = '', failures = [], failed = 0 } = this.pictures ?? {};
    this.notes.push(...failures);
    if (failed > failures.length) this.notes.push(`… and ${failed - failures.length} more pictures`);
    if (summary !== '') this.notes.push(summary);
    const tookMs = Math.max(1, Math.round(performance.now() - this.startedMs));
    if (this.given.dryRun !== undefined) {
      await this.showForeseen(tookMs);
      return this.report.refused === 0;
    }
    await showReport(this.report, tookMs, this.notes, this.terminal, { left: this.left });
    return this.report.refused === 0;
  }

  /** Where the file cannot be read on, the shop applies what came before; `finish` says why. */
  private async *sent(): AsyncGenerator<Buffer> {
    try {
      yield* this.batches(await this.shop);
    } catch (error) {
      this.failure = error;
    }
  }

  private read(shop: ShopFacts): AsyncIterable<Sourced> {
    const source = this.readRecords(shop);
    const { pictures: rules } = shop;
    if (rules === undefined) return source;
    this.client = new UndiciClient();
    this.pictures = new Pictures({
      client: this.client,
      store: new FetchedImages(new ImageQuota(join(this.data, IMAGES_DIRECTORY), rules.megabytesMax)),
      privateAllowed: rules.privateAllowed,
      bytesMax: IMAGE_BYTES_MAX,
      dryRun: this.given.dryRun !== undefined,
      settled: () => void this.showProgress(),
    });
    return withPictures(source, this.pictures, rules.attributes);
  }

  private readRecords(shop: ShopFacts): AsyncIterable<Sourced> {
    return readFile(
      this.format,
      this.chunks(),
      { ...shop, attributes: this.attributes },
      {
        delimiter: delimiterOf(this.given),
        encoding: encodingOf(this.given),
        taxes: taxesOf(this.given),
        bytesMax: lineBytesMaxOf(this.given, this.format),
        anyCurrency: this.given.anyCurrency !== undefined,
        note: (line, finding) => {
          this.notes.push(line);
          if (finding?.kind === 'placeless') this.placeless += 1;
        },
      },
    );
  }

  /** Reads the file to its end and sends nothing. */
  private async foresee(shop: ShopFacts): Promise<void> {
    for await (const { line, record, sent } of this.read(shop)) {
      const refusal = record.ok ? sentLine(line, sent!) : record;
      if (!refusal.ok) await this.report.add(line, toldOf(refusal));
      else if (record.ok) this.foreseen.set(record.value.type, (this.foreseen.get(record.value.type) ?? 0) + 1);
    }
  }

  private takeForeseen(answer: Answer): void {
    const batch = this.underWay.oldest;
    const next = batch?.unanswered.shift();
    if (next === undefined) return;
    const foreseen = this.foresight.foresee(next.record, answer);
    if (typeof foreseen === 'string') this.report.count(next.record.type, foreseen);
    else batch!.refused.push({ line: next.line, ...foreseen });
  }

  private get left(): LeftOut {
    return { columns: this.placeless, pictures: this.pictures?.failed ?? 0 };
  }

  private async showForeseen(tookMs: number): Promise<void> {
    if (this.isForeseen)
      return showReport(this.report, tookMs, this.notes, this.terminal, { isForeseen: true, left: this.left });
    const types = RECORD_TYPES.flatMap((type) => {
      const count = this.foreseen.get(type);
      return count === undefined ? [] : [[type, count] as const];
    });
    const { refused, refusals } = this.report;
    const lines = [
      ...types.map(([type, count]) => `${type}: ${count} would come`),
      ...this.report.lines(),
      ...this.notes,
    ];
    for (const line of lines) await this.terminal.show(`kontor: ${line}`);
    const records = types.reduce((sum, [, count]) => sum + count, refused);
    await this.terminal.show(
      `kontor: ${records} records read in ${tookMs} ms, nothing is changed${leftText(this.left)}`,
      {
        records,
        refused,
        types: Object.fromEntries(types),
        took_ms: tookMs,
        refusals,
        left_out: this.left,
        notes: this.notes,
      },
    );
  }

  private async *batches(shop: ShopFacts): AsyncGenerator<Buffer> {
    const isDryRun = this.given.dryRun !== undefined;
    this.isForeseen = isDryRun && shop.foresees === true;
    if (isDryRun && !this.isForeseen) {
      await this.foresee(shop);
      return;
    }
    const source = this.read(shop);
    let batch = new Batch();
    let failure: unknown;
    try {
      for await (const sourced of source) {
        batch.add(sourced, this.isForeseen);
        if (sourced.record.ok) this.customers.add(sourced.line, sourced.record.value);
        if (!batch.isFull) continue;
        yield* this.underWay.send(batch);
        batch = new Batch();
      }
    } catch (error) {
      failure = error;
    }
    // Also what came before a part of the file that cannot be read.
    yield* this.underWay.send(batch);
    await this.underWay.untilLeft(0);
    if (failure !== undefined) throw failure;
  }

  private async *chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of this.terminal.input) {
      this.bytes += chunk.length;
      yield chunk;
    }
  }

  private async applied({ lines, refused }: Batch): Promise<void> {
    refused.sort((one, other) => one.line - other.line);
    for (const { line, code, param, detail } of refused)
      await this.report.add(line, this.customers.told(line, { code, param, detail }));
    this.records += lines.length;
    await this.showProgress();
  }

  /** A batch with pictures may take minutes: it is shown by them as well. */
  private showProgress(): Promise<void> {
    const { bytes: done, totalBytes: total, records, pictures } = this;
    const what = this.isForeseen ? 'checking' : 'importing';
    const fetched = pictures === undefined ? {} : { pictures: pictures.settled };
    return this.terminal.progress({ what, done, total, records, ...fetched });
  }

  private count(data: { readonly types?: ByType } | undefined): void {
    for (const [type, counts] of Object.entries(data?.types ?? {}))
      this.report.counts.set(type as keyof ByType, counts as Counts);
  }
}
