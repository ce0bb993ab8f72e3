// The shop's part of an import by the back office: a page has read the file and sends records in batches, each a call.
//
//   {"import":{"stock":true}}                     what is asked for: stock, replace_attributes, dry_run, pictures
//   {"line":17,"record":{"type":"product",…}}     records, as src/catalogue-files/sent-records.ts has them
//
// Guaranteed: each record is decided as `kontor import` decides it, between the calls of others, and the reply says
// what became of each, in their order, when all of it is on the disk. The same batch again changes nothing more. One
// batch is applied at a time; the next ones wait, a few, and others are refused. What the caller may do, and whether
// anything is written, is asked when a batch begins and while it is under way. Pictures take a batch PICTURES_MS at
// most, before its turn to be applied: a picture server that is slow holds up the imports that name it. It takes no
// other its place: batches with pictures are counted apart from those without. What waits is kept as the bytes that
// came and the addresses found, and decoded in its turn.
import { eachActor } from '../catalogue-files/catalogue.ts';
import { columnAttributes } from '../catalogue-files/columns.ts';
import { FOREIGN } from '../catalogue-files/foreign-formats.ts';
import { PictureFailures } from '../catalogue-files/picture-failures.ts';
import { KeptPaths } from '../catalogue-files/kept-paths.ts';
import { Pictures, withPictures } from '../catalogue-files/pictures.ts';
import type { PictureFinder, PictureOptions } from '../catalogue-files/pictures.ts';
import { RECORD_BYTES_MAX } from '../catalogue-files/record-limits.ts';
import { FORMATS, isForeign } from '../catalogue-files/record-source.ts';
import type { Sourced } from '../catalogue-files/record-source.ts';
import { Report } from '../catalogue-files/report.ts';
import type { Answer } from '../catalogue-files/report.ts';
import { runImport } from '../catalogue-files/run-import.ts';
import { readSentRecords } from '../catalogue-files/sent-records.ts';
import { ENCODINGS } from '../catalogue-files/text-encoding.ts';
import type { Config } from '../config/config.ts';
import { BACK_OFFICE_CHANNEL } from '../domain/channels/back-office.ts';
import type { Engine } from '../engine/engine.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import type { ImportAsked, ImportServices } from '../operations/context/import-services.ts';
import { factsOf, pictureAttributes } from './catalogue-import.ts';
import { SLICE_MS, pauseAfter } from './slices.ts';

const BATCH_RECORDS_MAX = 1_000;
/** Most batches that wait: with pictures, and as many without. */
const WAITING_MAX = 8;
/** Records between two questions whether the batch may go on. */
const ASKED_RECORDS = 256;
/** Pictures that are fetched at once, of all batches: each has an equal share of them. */
const FETCHES_MAX = 16;
/** Proxies give up on a call after 30 s or more. */
const PICTURES_MS = 25_000;
/** Limit for one picture: short enough that a server which is down uses it up, and is remembered. */
const TIMEOUT_MS = 10_000;
/** Longer than an import needs for its next batches, and short for somebody who has mended a server. */
const FAILED_MS = 300_000;
/** Somebody may delete pictures and begin again. */
const FULL_MS = 60_000;
const LINE_END = 0x0a;
/** Bytes of a line beside its record. */
const FRAME_BYTES = 1_024;

interface Options {
  readonly stock: boolean;
  readonly replaceAttributes: boolean;
  readonly dryRun: boolean;
  /** Pictures are fetched by their addresses. */
  readonly pictures: boolean;
}

const FLAGS = ['stock', 'replace_attributes', 'dry_run', 'pictures'] as const;

/** The first line, and the bytes behind it. Refuses: BODY_UNDECODABLE. */
const readBody = (body: Buffer): Result<{ readonly options: Options; readonly records: Buffer }> => {
  const end = body.indexOf(LINE_END);
  const wrong = refuse(
    'BODY_UNDECODABLE',
    '',
    `The first line is {"import":{…}} with ${FLAGS.join(', ')}, each true or false.`,
  );
  let head: { readonly import?: unknown } | null;
  try {
    head = JSON.parse(body.subarray(0, end < 0 ? body.length : end).toString()) as typeof head;
  } catch {
    return wrong;
  }
  const given = head?.import;
  if (typeof given !== 'object' || given === null) return wrong;
  const flags = given as { readonly [flag: string]: unknown };
  const isKnown = Object.entries(flags).every(
    ([name, value]) => (FLAGS as readonly string[]).includes(name) && typeof value === 'boolean',
  );
  if (!isKnown) return wrong;
  const options = {
    stock: flags['stock'] === true,
    replaceAttributes: flags['replace_attributes'] === true,
    dryRun: flags['dry_run'] === true,
    pictures: flags['pictures'] === true,
  };
  return ok({ options, records: end < 0 ? Buffer.alloc(0) : body.subarray(end + 1) });
};

const linesIn = (bytes: Buffer): number => {
  let lines = bytes.length > 0 && bytes.at(-1) !== LINE_END ? 1 : 0;
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
};

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** By what pictures are fetched and kept. */
type Fetching = Omit<PictureOptions, 'dryRun' | 'failures' | 'deadlineMs' | 'timeoutMs' | 'atATime'>;

/** The records until `refusal` says that no more may be brought. */
class Permitted {
  refused: Refusal | undefined;
  private readonly refusal: () => Refusal | undefined;

  constructor(refusal: () => Refusal | undefined) {
    this.refusal = refusal;
  }

  /** Once it is refused, it stays so. */
  mayGoOn(): boolean {
    this.refused ??= this.refusal();
    return this.refused === undefined;
  }

  async *of(source: AsyncIterable<Sourced>, askedRecords: number): AsyncGenerator<Sourced> {
    let records = 0;
    for await (const given of source) {
      if (this.refused !== undefined || (records % askedRecords === 0 && !this.mayGoOn())) return;
      records += 1;
      yield given;
    }
  }
}

/** Puts in what was found before, and nothing else. */
const foundBefore = (found: ReadonlyMap<string, string>): PictureFinder => ({
  bring: (_line, address) => Promise.resolve(found.get(address) ?? address),
});

/** A batch whose pictures are here, or stay addresses. */
interface Pictured {
  readonly source: AsyncIterable<Sourced>;
  readonly pictures: Pictures | undefined;
}

interface Brought {
  readonly answers: readonly Answer[];
  /** Pictures that stay addresses, a line each. */
  readonly notes: readonly string[];
  readonly pictures: { readonly fetched: number; readonly present: number; readonly failed: number };
}

export class UploadImports implements ImportServices {
  private readonly engine: Engine;
  private readonly config: Pick<Config, 'bodyBytesMax'>;
  private readonly fetching: Fetching;
  private readonly now: () => number;
  /** Shared by all batches: else each would wait again for a server that is down. */
  private readonly failures: PictureFailures;
  private readonly paths: KeptPaths;
  private last: Promise<unknown> = Promise.resolve();
  /** Batches that are not applied yet. */
  private readonly waiting = { pictured: 0, plain: 0 };
  /** Batches whose pictures are being fetched. */
  private fetchingBatches = 0;

  constructor(engine: Engine, config: Pick<Config, 'bodyBytesMax'>, fetching: Fetching) {
    this.engine = engine;
    this.fetching = fetching;
    this.config = config;
    this.now = fetching.now ?? ((): number => performance.now());
    this.failures = new PictureFailures({ failedMs: FAILED_MS, fullMs: FULL_MS, now: this.now });
    this.paths = new KeptPaths(engine);
  }

  async facts(): Promise<string> {
    const { engine, config } = this;
    const pause = pauseAfter(SLICE_MS);
    const attributes = new Set<string>();
    for (const [, state] of eachActor(engine, engine.readContext(), 'class')) {
      for (const name of columnAttributes([state])) attributes.add(name);
      await pause();
    }
    const recordBytesMax = Math.min(RECORD_BYTES_MAX, config.bodyBytesMax - FRAME_BYTES);
    const formats = FORMATS.map((name) => ({ name, system: isForeign(name) ? FOREIGN[name].system : '' }));
    const known = { attributes: [...attributes], recordBytesMax, formats, encodings: ENCODINGS };
    return JSON.stringify({ object: 'import_facts', ...factsOf(engine.rules), ...known });
  }

  async bring({ body, userId, refusal }: ImportAsked): Promise<Result<string>> {
    const read = readBody(Buffer.from(body.buffer, body.byteOffset, body.length));
    if (!read.ok) return read;
    const { options, records } = read.value;
    if (linesIn(records) > BATCH_RECORDS_MAX)
      return refuse('BODY_TOO_LARGE', '', `A batch has at most ${BATCH_RECORDS_MAX} records.`);
    const kind = options.pictures ? 'pictured' : 'plain';
    if (this.waiting[kind] >= WAITING_MAX) return refuse('OVERLOADED', '', 'Other imports are under way; try again.');
    this.waiting[kind] += 1;
    try {
      const ready = await this.ready(options, records, refusal);
      if (!ready.ok) return ready;
      const run = this.last.then(() => this.run(options, ready.value, userId, refusal));
      this.last = run.catch(() => {});
      const brought = await run;
      return brought.ok ? ok(JSON.stringify({ object: 'import', ...brought.value })) : brought;
    } finally {
      this.waiting[kind] -= 1;
    }
  }

  /** Refuses: as `refusal`. */
  private async ready(options: Options, records: Buffer, refusal: ImportAsked['refusal']): Promise<Result<Pictured>> {
    const sent = (): AsyncGenerator<Sourced> => readSentRecords(once(records), () => Promise.resolve());
    if (!options.pictures) return ok({ source: sent(), pictures: undefined });
    const refused = refusal();
    if (refused !== undefined) return refused;
    const { engine, fetching, failures } = this;
    this.fetchingBatches += 1;
    try {
      const pictures = new Pictures({
        ...fetching,
        dryRun: options.dryRun,
        failures,
        deadlineMs: this.now() + PICTURES_MS,
        timeoutMs: TIMEOUT_MS,
        atATime: () => Math.max(1, Math.floor(FETCHES_MAX / this.fetchingBatches)),
      });
      const nextSlice = pauseAfter(SLICE_MS);
      const images = await pictureAttributes(engine, async () => void (await nextSlice()));
      const found = new Map<string, string>();
      const finder: PictureFinder = {
        bring: async (line, address) => {
          const here = await pictures.bring(line, address);
          if (here !== address) found.set(address, here);
          return here;
        },
      };
      const permitted = new Permitted(refusal);
      // Pictures make one record as long as many. A record that is decoded takes many times its bytes, and is dropped.
      const pictured = permitted.of(withPictures(sent(), finder, images), 1);
      while ((await pictured.next()).done !== true) await nextSlice();
      return permitted.refused ?? ok({ source: withPictures(sent(), foundBefore(found), images), pictures });
    } finally {
      this.fetchingBatches -= 1;
    }
  }

  /** Refuses: as `refusal`, maybe after the first records. */
  private async run(
    options: Options,
    { source, pictures }: Pictured,
    userId: number,
    refusal: ImportAsked['refusal'],
  ): Promise<Result<Brought>> {
    const refused = refusal();
    if (refused !== undefined) return refused;
    const answers: Answer[] = [];
    const nextSlice = pauseAfter(SLICE_MS);
    const permitted = new Permitted(refusal);
    await runImport(this.engine, permitted.of(source, ASKED_RECORDS), new Report('line'), {
      ...options,
      cause: { operation: 'import', channelId: BACK_OFFICE_CHANNEL, sessionId: 0, userId },
      pause: async () => void (await nextSlice()),
      paths: this.paths,
      mayGoOn: () => permitted.mayGoOn(),
      answered: async (answer) => void answers.push(answer),
    });
    const { fetched = 0, present = 0, failed = 0, failures = [] } = pictures ?? {};
    return permitted.refused ?? ok({ answers, notes: failures, pictures: { fetched, present, failed } });
  }
}
