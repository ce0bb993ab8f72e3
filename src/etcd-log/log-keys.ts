// Keys and values of a shop's log in etcd, in base64 as the gateway takes them.
//
//   <prefix>alive/<name>                      the URL of the process; leased: it has said that it is there
//   <prefix>head                              JSON of the head; its version is the revision that put it
//   <prefix>log/<at, 16 digits>/<epoch>/<part, 6 digits>
//   <prefix>node-ids/<id>                     the name of the node with this id
//   <prefix>nodes/<name>                      JSON of the note
//
// The transaction that puts the last part of an entry also moves the head to it, so an entry with its last part belongs
// to the log. A leader that did not finish leaves parts of the same number in another epoch.
import { decodeEntry, encodeEntry, sliceOf } from '../engine/replication/entry.ts';
import type { Entry, Part } from '../engine/replication/entry.ts';
import type { Head, NewHead, NodeNote } from '../engine/replication/log.ts';
import type { KeyValue } from '../outside/etcd/answers.ts';
import { base64 } from '../outside/etcd/requests.ts';
import type { KeyRange } from '../outside/etcd/requests.ts';

const NUMBER_DIGITS = 16;
const PART_DIGITS = 6;
/** The number of parts; three bytes are four characters, so that base64 of header and slice can be joined as text. */
const PART_HEADER_BYTES = 3;

const textOf = (base64Text: string): string => Buffer.from(base64Text, 'base64').toString();

export class LogKeys {
  readonly head: string;
  /** Base64. */
  readonly nodes: Required<KeyRange>;
  readonly alive: Required<KeyRange>;
  readonly all: Required<KeyRange>;
  /** Head and entries. */
  readonly watched: Required<KeyRange>;
  private readonly prefix: string;
  private readonly logStart: string;

  constructor(prefix: string) {
    this.prefix = prefix;
    this.logStart = `${prefix}log/`;
    this.head = base64(`${prefix}head`);
    this.nodes = this.below('nodes/');
    this.alive = this.below('alive/');
    this.all = this.below('');
    this.watched = { key: this.head, end: this.below('log/').end };
  }

  node(name: string): string {
    return base64(`${this.prefix}nodes/${name}`);
  }

  nodeId(id: string): string {
    return base64(`${this.prefix}node-ids/${id}`);
  }

  aliveNode(name: string): string {
    return base64(`${this.prefix}alive/${name}`);
  }

  /** Returns the name in a key of `alive`. */
  aliveName(key: string): string {
    return textOf(key).slice(this.prefix.length + 'alive/'.length);
  }

  part({ at, epoch }: Entry, { index }: Part): string {
    return base64(`${this.logStart}${digits(at)}/${epoch}/${String(index).padStart(PART_DIGITS, '0')}`);
  }

  /** Entries from this number on, and before number `beforeAt`. */
  entries(fromAt: number, beforeAt?: number): Required<KeyRange> {
    const end = beforeAt === undefined ? this.watched.end : base64(`${this.logStart}${digits(beforeAt)}/`);
    return { key: base64(`${this.logStart}${digits(fromAt)}/`), end };
  }

  /** Entries behind the one with this key. */
  behind(key: string): Required<KeyRange> {
    return { key: base64(`${textOf(key)}\0`), end: this.watched.end };
  }

  /** Number, epoch and index in the key of a part; undefined for another key. */
  partOf(key: string): { readonly at: number; readonly epoch: number; readonly index: number } | undefined {
    const text = textOf(key);
    if (!text.startsWith(this.logStart)) return undefined;
    const [at, epoch, index] = text.slice(this.logStart.length).split('/').map(Number);
    return { at: at!, epoch: epoch!, index: index! };
  }

  /** Keys that begin with the prefix and `name`, which is empty or ends with a slash. */
  private below(name: string): Required<KeyRange> {
    const first = this.prefix + name;
    const end = `${first.slice(0, -1)}${String.fromCharCode('/'.charCodeAt(0) + 1)}`;
    return { key: base64(first), end: base64(end) };
  }
}

const digits = (at: number): string => String(at).padStart(NUMBER_DIGITS, '0');

/** Members of a head in the order in which they are written; heads are compared by these bytes. */
export const newHeadOf = (head: NewHead): NewHead => {
  const { logId, at, epoch, seq, chain, leader, claim, url, feedEpoch, nowMs, to } = head;
  const fixed = { logId, at, epoch, seq, chain, leader, claim, url, feedEpoch, nowMs };
  return to === undefined ? fixed : { ...fixed, to };
};

export const headValue = (head: NewHead): string => base64(JSON.stringify(newHeadOf(head)));

export const headOf = ({ value = '', mod_revision: version }: KeyValue): Head => ({
  ...newHeadOf(JSON.parse(textOf(value)) as NewHead),
  version,
});

export const noteValue = ({ name, id, url, storedAt, puncturedSeq, version, format, settings }: NodeNote): string =>
  base64(JSON.stringify({ name, id, url, storedAt, puncturedSeq, version, format, settings }));

type Kept = Omit<NodeNote, 'format'> & Partial<Pick<NodeNote, 'format'>>;

export const noteOf = ({ value = '' }: KeyValue): NodeNote => ({ format: 0, ...(JSON.parse(textOf(value)) as Kept) });

/** Makes the values of an entry's parts; encodes each entry once. */
export class PartEncoder {
  private entry: Entry | undefined;
  private bytes: Buffer = Buffer.alloc(0);

  value(entry: Entry, part: Part): string {
    if (entry !== this.entry) {
      this.entry = entry;
      this.bytes = encodeEntry(entry);
    }
    const header = Buffer.alloc(PART_HEADER_BYTES);
    header.writeUIntLE(part.count, 0, PART_HEADER_BYTES);
    const value = base64(header) + base64(sliceOf(this.bytes, part));
    if (part.index === part.count - 1) this.entry = undefined;
    return value;
  }
}

/** Parts of one number, until its entry is whole. */
export class PartCollector {
  private epoch = 0;
  private readonly slices = new Map<number, Buffer>();

  clear(): void {
    this.slices.clear();
  }

  /** Returns the entry once all of its parts are there. Throws EntryDamage or EntryVersionUnknown. */
  add(epoch: number, index: number, { value = '' }: KeyValue): Entry | undefined {
    if (epoch !== this.epoch) this.clear();
    this.epoch = epoch;
    const bytes = Buffer.from(value, 'base64');
    const count = bytes.readUIntLE(0, PART_HEADER_BYTES);
    this.slices.set(index, bytes.subarray(PART_HEADER_BYTES));
    if (index !== count - 1 || this.slices.size !== count) return undefined;
    const slices = Array.from({ length: count }, (_, one) => this.slices.get(one)!);
    this.clear();
    return decodeEntry(count === 1 ? slices[0]! : Buffer.concat(slices));
  }
}
