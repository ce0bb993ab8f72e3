// Fetches the pictures that records name by an address at another server, and puts their addresses here in its place.
//
// Guaranteed: only http and https, no private address unless the shop allows such (D160), behind redirects too; at most
// `bytesMax` a picture; one that is known is not fetched again. What cannot be fetched stays as it stands in the file,
// and is counted with why; so does what is not there by `deadlineMs`. Once the folder of pictures is full nothing more
// is fetched. Not promised: that a server which was down is asked again within a run: after a few failures in a row it
// is left alone (picture-failures.ts).
import type { HttpAnswer, HttpClient } from '../kernel/http-call.ts';
import type { Result } from '../kernel/result.ts';
import { PictureFailures } from './picture-failures.ts';
import type { Sent, Sourced } from './record-source.ts';
import { sourced } from './record-source.ts';
import { rowRecord } from './table-row.ts';

const AT_A_TIME = 8;
/** Records read ahead of the one whose pictures are waited for. */
const RECORDS_AHEAD = 32;
const TIMEOUT_MS = 20_000;
const ATTEMPTS = 3;
const PAUSE_MS = 500;
const REDIRECTS_MAX = 5;
const LISTED_MAX = 100;
/** Addresses that failed are counted once, however many variations of a product have them. */
const FAILED_MAX = 10_000;
const OUT_OF_TIME = 'the time for this part of the import was over; the same import again fetches it';

interface PictureStore {
  /** The path of the picture that came from an address; undefined where it is not there. */
  known(address: string): Promise<string | undefined>;
  keep(address: string, bytes: Uint8Array): Promise<Result<string>>;
}

export interface PictureOptions {
  readonly client: HttpClient;
  readonly store: PictureStore;
  readonly privateAllowed: boolean;
  /** Largest picture. */
  readonly bytesMax: number;
  /** Nothing is fetched: what is known already is put in, and no more. */
  readonly dryRun?: boolean;
  readonly sleep?: (ms: number) => Promise<void>;
  /** What failed in earlier runs; undefined: nothing. */
  readonly failures?: PictureFailures;
  /** Limit for one call; by default TIMEOUT_MS. */
  readonly timeoutMs?: number;
  /** By `now`: no call lasts longer, and none begins then. */
  readonly deadlineMs?: number;
  readonly now?: () => number;
  /** Called when another picture has come or failed. */
  readonly settled?: () => void;
  /** How many may be fetched at once, asked anew for each; at most AT_A_TIME, which it is by default. */
  readonly atATime?: () => number;
}

const clock = (): number => performance.now();

const sleepMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const isTransient = (answer: HttpAnswer): boolean =>
  answer.ok
    ? answer.status === 429 || answer.status >= 500
    : answer.failure === 'timeout' || answer.failure === 'unreachable';

const whyNot = (answer: HttpAnswer): string => {
  if (answer.ok) return answer.status === 200 ? '' : `its server answers ${answer.status}`;
  return answer.detail;
};

/** An address at another server, as it stands in a file. */
const isAddress = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//i.test(value);

export interface PictureFinder {
  /** The address here, or the same where the picture could not be fetched. `line`: for the report. */
  bring(line: number, address: string): Promise<string>;
}

export class Pictures implements PictureFinder {
  fetched = 0;
  /** Those that were there already. */
  present = 0;
  failed = 0;
  /** The first that failed, a line each. */
  readonly failures: string[] = [];
  private readonly options: PictureOptions;
  private readonly underWay = new Map<string, Promise<string>>();
  private readonly failedAddresses = new Set<string>();
  private readonly remembered: PictureFailures;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(options: PictureOptions) {
    this.options = options;
    this.remembered =
      options.failures ?? new PictureFailures({ failedMs: Infinity, fullMs: Infinity, now: options.now ?? clock });
  }

  private get leftMs(): number {
    const { deadlineMs = Infinity, now = clock } = this.options;
    return deadlineMs - now();
  }

  bring(line: number, address: string): Promise<string> {
    if (this.failedAddresses.has(address)) return Promise.resolve(address);
    const before = this.underWay.get(address);
    if (before !== undefined) return before;
    const brought = this.inTurn(() => this.find(line, address)).finally(() => {
      this.underWay.delete(address);
      this.options.settled?.();
    });
    this.underWay.set(address, brought);
    return brought;
  }

  /** Those that have come or failed. */
  get settled(): number {
    return this.fetched + this.present + this.failed;
  }

  /** What became of all, a line; '' where there was none. */
  get summary(): string {
    const { fetched, present, failed } = this;
    if (this.settled === 0) return '';
    return `pictures: ${fetched} fetched, ${present} already there, ${failed} left as addresses`;
  }

  private get hasRoom(): boolean {
    return this.running < Math.min(AT_A_TIME, this.options.atATime?.() ?? AT_A_TIME);
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    while (!this.hasRoom) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
    // There may be room for more than there was.
    if (this.hasRoom) this.waiting.shift()?.();
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  private async find(line: number, address: string): Promise<string> {
    const { options, remembered } = this;
    const known = await options.store.known(address);
    if (known !== undefined) {
      this.present += 1;
      return known;
    }
    if (options.dryRun === true) return address;
    const host = URL.canParse(address) ? new URL(address).host : '';
    const reason = remembered.reason(host, address);
    if (reason !== undefined) return this.fail(line, address, reason);
    const answer = await this.get(address);
    if (answer === undefined) return this.fail(line, address, OUT_OF_TIME);
    if (isTransient(answer)) remembered.hostFailed(host);
    else remembered.hostAnswered(host);
    const why = whyNot(answer);
    if (why !== '' || !answer.ok) {
      remembered.addressFailed(address, why);
      return this.fail(line, address, why);
    }
    const kept = await options.store.keep(address, answer.bytes);
    if (!kept.ok) {
      if (kept.code === 'IMAGES_FULL') remembered.folderFull(kept.detail);
      else remembered.addressFailed(address, kept.detail);
      return this.fail(line, address, kept.detail);
    }
    this.fetched += 1;
    return kept.value;
  }

  private fail(line: number, address: string, why: string): string {
    this.failed += 1;
    if (this.failedAddresses.size < FAILED_MAX) this.failedAddresses.add(address);
    if (this.failures.length < LISTED_MAX)
      this.failures.push(`line ${line}: the picture ${JSON.stringify(address.slice(0, 200))} stays an address: ${why}`);
    return address;
  }

  /** Undefined: there was no time for an answer. */
  private async get(address: string): Promise<HttpAnswer | undefined> {
    const { sleep = sleepMs } = this.options;
    let last: HttpAnswer | undefined;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.follow(address);
      // One that had its whole time says more of the server than one that was cut off.
      if (answer === undefined) return last;
      if (attempt === ATTEMPTS || !isTransient(answer)) return answer;
      last = answer;
      const pauseMs = PAUSE_MS * 2 ** (attempt - 1);
      if (this.leftMs <= pauseMs) return last;
      await sleep(pauseMs);
    }
  }

  private async follow(address: string): Promise<HttpAnswer | undefined> {
    const { client, bytesMax, privateAllowed, timeoutMs: timeoutMsMax = TIMEOUT_MS } = this.options;
    let url = address;
    for (let redirects = 0; ; redirects += 1) {
      const timeoutMs = Math.min(timeoutMsMax, Math.ceil(this.leftMs));
      if (timeoutMs <= 0) return undefined;
      const answer = await client.call({
        method: 'GET',
        url,
        headers: { accept: 'image/*' },
        body: '',
        timeoutMs,
        bytesMax,
        privateAllowed,
      });
      if (timeoutMs < timeoutMsMax && !answer.ok && answer.failure === 'timeout') return undefined;
      const location = answer.ok ? answer.location : undefined;
      if (location === undefined || !URL.canParse(location, url)) return answer;
      if (redirects === REDIRECTS_MAX)
        return { ok: false, failure: 'url_invalid', detail: `it leads on more than ${REDIRECTS_MAX} times` };
      url = new URL(location, url).href;
    }
  }
}

type Values = { readonly [name: string]: unknown };
type Texts = { readonly [language: string]: Values };

const isMembers = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same values with what `bring` makes of each address; the same object where there is no address. */
const rewritten = async (
  texts: Texts,
  images: ReadonlySet<string>,
  bring: (url: string) => Promise<string>,
): Promise<Texts> => {
  const changes: Promise<void>[] = [];
  // The names are the file's: one may be `constructor`, which every plain object has a member of.
  const changed = new Map<string, Map<string, unknown>>();
  for (const [language, values] of Object.entries(texts)) {
    if (!isMembers(values)) continue;
    for (const [name, value] of Object.entries(values)) {
      if (!images.has(name)) continue;
      const sized = isMembers(value) ? value : undefined;
      const address = sized === undefined ? value : sized['value'];
      if (!isAddress(address)) continue;
      const replace = (found: string): void => {
        if (found === address) return;
        let put = changed.get(language);
        if (put === undefined) changed.set(language, (put = new Map(Object.entries(values))));
        put.set(name, sized === undefined ? found : { ...sized, value: found });
      };
      changes.push(bring(address).then(replace));
    }
  }
  await Promise.all(changes);
  if (changed.size === 0) return texts;
  return {
    ...texts,
    ...Object.fromEntries(Array.from(changed, ([language, values]) => [language, Object.fromEntries(values)])),
  };
};

/** Names of attributes that are pictures, from the classes of the file and of the shop. */
const noteImages = ({ record }: Sourced, images: Set<string>): void => {
  if (!record.ok || record.value.type !== 'class') return;
  for (const { name, type } of record.value.attributes ?? []) if (type === 'IMG') images.add(name);
};

const textsOf = (sent: Sent): Texts => {
  const texts = 'row' in sent ? sent.row.attributes : (sent.record as Values)['attributes'];
  return isMembers(texts) ? (texts as Texts) : {};
};

const brought = async (given: Sourced, images: ReadonlySet<string>, pictures: PictureFinder): Promise<Sourced> => {
  const { line, sent } = given;
  if (sent === undefined || images.size === 0) return given;
  const texts = textsOf(sent);
  const found = await rewritten(texts, images, (address) => pictures.bring(line, address));
  if (found === texts) return given;
  if (!('row' in sent)) return sourced(line, { ...sent.record, attributes: found });
  const row = { ...sent.row, attributes: found as typeof sent.row.attributes };
  return { line, record: rowRecord(row), sent: { row } };
};

/** The records of a source with their pictures, in their order. `images`: attributes of the shop that are pictures. */
export const withPictures = async function* (
  source: AsyncIterable<Sourced>,
  pictures: PictureFinder,
  images: Iterable<string>,
): AsyncGenerator<Sourced> {
  const names = new Set(images);
  const ahead: Promise<Sourced>[] = [];
  let failure: { readonly error: unknown } | undefined;
  try {
    for await (const given of source) {
      noteImages(given, names);
      const next = brought(given, names, pictures);
      // It is asked for later; a rejection is thrown there.
      next.catch(() => {});
      ahead.push(next);
      if (ahead.length === RECORDS_AHEAD) yield await ahead.shift()!;
    }
  } catch (error) {
    failure = { error };
  }
  // Also what came before a part of the file that cannot be read.
  for (const next of ahead) yield await next;
  if (failure !== undefined) throw failure.error;
};
