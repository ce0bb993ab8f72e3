// The replay's own small journal: which order an invoice became. One JSON record per line, appended before the
// next step is taken, so that a run killed at any point is continued or checked from it.

import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ReplayError } from './replay-error.ts';

/** The first record: what is replayed, and into which shop. */
export interface Header {
  readonly replay: 1;
  readonly file: string;
  readonly sha256: string;
  /** 0 when every invoice is sold. */
  readonly limit: number;
  /** The own server's data directory; empty when the shop was given by url. */
  readonly store: string;
  readonly url: string;
  readonly pid: number;
}

type Entry =
  | Header
  | { readonly product: string; readonly id: number }
  | { readonly ready: true }
  | { readonly sale: string; readonly session: string }
  | { readonly sale: string; readonly order: number }
  | { readonly returned: string }
  | { readonly finished: true }
  | { readonly resumed: number };

const NEWLINE = 10;

/** What one run has reached, kept in a file. */
export class StateFile {
  readonly productIds = new Map<string, number>();
  /** The session of every sale whose checkout was about to be sent. */
  readonly sessions = new Map<string, string>();
  /** The order of every sale whose checkout was acknowledged. */
  readonly orders = new Map<string, number>();
  /** What was taken back: cancelled orders, and pieces placed again. */
  readonly returned = new Set<string>();
  readonly header: Header;
  private catalogueReady = false;
  private done = false;
  private owner: number;
  private readonly fd: number;

  private constructor(header: Header, fd: number) {
    this.header = header;
    this.owner = header.pid;
    this.fd = fd;
  }

  /** Begins a new file; an older one of this name is kept beside it as .previous. */
  static create(path: string, header: Header): StateFile {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) renameSync(path, `${path}.previous`);
    const state = new StateFile(header, openSync(path, 'wx'));
    state.write(header);
    return state;
  }

  /** Opens the file of an earlier run; undefined when there is none. A record cut off in the middle is removed. */
  static open(path: string): StateFile | undefined {
    if (!existsSync(path)) return undefined;
    const bytes = readFileSync(path);
    const whole = bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1);
    const [header, ...records] = recordsOf(path, whole.toString('utf8'));
    if (header === undefined) return undefined;
    if (!('replay' in header) || header.replay !== 1) throw new ReplayError(`${path} is no state file of a replay.`);
    truncateSync(path, whole.length);
    const state = new StateFile(header, openSync(path, 'a'));
    for (const record of records) state.apply(record);
    return state;
  }

  /** Whether class, category, stock and products are all made. */
  get ready(): boolean {
    return this.catalogueReady;
  }

  get finished(): boolean {
    return this.done;
  }

  /** The process that last worked with this file. */
  get pid(): number {
    return this.owner;
  }

  record(record: Exclude<Entry, Header>): void {
    this.write(record);
    this.apply(record);
  }

  close(): void {
    closeSync(this.fd);
  }

  private write(record: Entry): void {
    writeSync(this.fd, `${JSON.stringify(record)}\n`);
  }

  private apply(record: Entry): void {
    if ('product' in record) this.productIds.set(record.product, record.id);
    else if ('session' in record) this.sessions.set(record.sale, record.session);
    else if ('order' in record) this.orders.set(record.sale, record.order);
    else if ('returned' in record) this.returned.add(record.returned);
    else if ('ready' in record) this.catalogueReady = true;
    else if ('finished' in record) this.done = true;
    else if ('resumed' in record) this.owner = record.resumed;
  }
}

const recordsOf = (path: string, text: string): Entry[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return JSON.parse(line) as Entry;
      } catch {
        throw new ReplayError(`${path}: line ${index + 1} is no JSON; delete the file or choose another with --state.`);
      }
    });
