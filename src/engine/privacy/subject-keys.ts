// The key file, subject-keys.json, with the keys that encrypt personal values. It is separate from journal, rows and
// snapshot files, so that erasing a person rewrites this one small file and reaches every copy of the others
// (docs/sell/privacy.md).
//
// It follows records (src/domain/privacy/keyring.ts): every process that has a record destroys the keys in it, and may
// repeat that. A change is in the file, synced, before it is in memory, because values can be read after the next start
// while the file has their key. If the file cannot be written, the error names it and memory does not change.
// Not promised: that the disk keeps no remnant of an earlier version of the file.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInRanges } from '../../domain/privacy/keyring.ts';
import type { Keyring } from '../../domain/privacy/keyring.ts';
import { MESSAGE_SUBJECTS_FROM } from '../../domain/webhooks/message.ts';
import { checkedJson, readCheckedJson } from '../disk/checked-json.ts';
import { KEYS_FORMAT, mustRead, whyNotWritten } from '../disk/format.ts';
import type { FormatRange } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { syncDirectory } from '../disk/sync-directory.ts';
import { SubjectCipher, isInvoiceKey } from './encryption.ts';
import type { KeyFile } from './encryption.ts';
import { KeyTree } from './key-tree.ts';
import type { TreeNode } from './key-tree.ts';

/** A key that is destroyed once `dueMs` has come. */
interface ScheduledErasure {
  readonly keyNumber: number;
  readonly dueMs: number;
}

export const KEY_FILE = 'subject-keys.json';

interface KeyFileContent {
  /** Id of the store; '' in a file last written before the file had it. */
  readonly storeId: string;
  /** Roots of the subtrees with intact keys. */
  readonly nodes: readonly TreeNode[];
  readonly scheduled: readonly ScheduledErasure[];
}

/** Storage of the file's text. Its methods throw errors of the system. */
export interface KeyPlace {
  readonly path: string;
  /** Undefined where there is no file. */
  read(): string | undefined;
  /** Replaces the text atomically, also if the power fails. */
  write(text: string): void;
  /** Makes written text survive a power failure. */
  sync(): void;
}

class KeyDirectory implements KeyPlace {
  readonly path: string;
  private readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
    this.path = join(directory, KEY_FILE);
  }

  read(): string | undefined {
    try {
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  write(text: string): void {
    writeFileSync(`${this.path}.part`, text, { mode: 0o600, flush: true });
    renameSync(`${this.path}.part`, this.path);
  }

  sync(): void {
    syncDirectory(this.directory);
  }
}

const placeOf = (where: string | KeyPlace): KeyPlace => (typeof where === 'string' ? new KeyDirectory(where) : where);

const notPossible = (path: string, what: 'read' | 'written', error: unknown): string =>
  `${path} cannot be ${what}: ${(error as Error).message}`;

/**
 * Reads the text; undefined where there is no file. Throws StoreDamage with the system's reason: an unreadable file is
 * not damaged, and must not be replaced by an older copy.
 */
const textOf = (place: KeyPlace): string | undefined => {
  try {
    return place.read();
  } catch (error) {
    throw new StoreDamage(notPossible(place.path, 'read', error));
  }
};

const without = (path: string, what: 'damaged' | 'missing'): StoreDamage =>
  new StoreDamage(`${path} is ${what}: without its keys nothing about persons can be read; put its last copy back`);

const inOrder = (scheduled: readonly ScheduledErasure[]): ScheduledErasure[] =>
  [...scheduled].sort((one, two) => one.keyNumber - two.keyNumber);

/** Destroys keys, first in a copy of the tree for the file, then in memory. */
type Destruction = (keys: Pick<SubjectCipher, 'destroy' | 'destroyRange'>) => void;

export class SubjectKeys implements KeyFile {
  readonly cipher: SubjectCipher;
  /** Id of the store; '' where the file does not have it. */
  storeId: string;
  /** Format in which the file is written: its own until the store is migrated. */
  format: FormatRange;
  /**
   * Whether the disk takes no writes: keys are destroyed in memory only, and in the file by the next start that can
   * write.
   */
  private readonly readOnly: boolean;
  private place: KeyPlace;
  /** Called once, when the file first follows the records. */
  followed: () => void = () => {};
  /** Scheduled keys in the order of their numbers. */
  private scheduled: readonly ScheduledErasure[];

  private constructor(
    place: KeyPlace,
    { nodes, scheduled, storeId }: KeyFileContent,
    format: FormatRange,
    readOnly = false,
  ) {
    this.place = place;
    this.format = format;
    this.cipher = new SubjectCipher(new KeyTree(nodes), this);
    this.scheduled = inOrder(scheduled);
    this.storeId = storeId;
    this.readOnly = readOnly;
  }

  /**
   * Writes keys for a new store; for one whose keys are lost, only those of persons from `subject` on and of messages
   * from `messageSubject` on. `where`: a data directory, or a place.
   */
  static create(
    where: string | KeyPlace,
    storeId: string,
    subject = 0,
    messageSubject = MESSAGE_SUBJECTS_FROM,
  ): SubjectKeys {
    const tree = KeyTree.create(subject * 2);
    tree.destroyRange(MESSAGE_SUBJECTS_FROM * 2, messageSubject * 2);
    const keys = new SubjectKeys(placeOf(where), { storeId, nodes: tree.nodes(), scheduled: [] }, KEYS_FORMAT);
    keys.write(tree, []);
    return keys;
  }

  /** Reads the file; undefined where there is none. Throws StoreDamage, and WrongFormat. */
  static readIfPresent(where: string | KeyPlace, readOnly = false): SubjectKeys | undefined {
    const place = placeOf(where);
    const text = textOf(place);
    if (text === undefined) return undefined;
    const file = readCheckedJson(text);
    if (file === 'damaged') throw without(place.path, 'damaged');
    mustRead(place.path, file.format);
    const { nodes, scheduled, storeId = '' } = file.members as unknown as KeyFileContent & Partial<KeyFileContent>;
    return new SubjectKeys(place, { nodes, scheduled, storeId }, file.format, readOnly);
  }

  /** As `readIfPresent`, but throws StoreDamage where there is no file. */
  static read(where: string | KeyPlace, readOnly = false): SubjectKeys {
    const keys = SubjectKeys.readIfPresent(where, readOnly);
    if (keys === undefined) throw without(placeOf(where).path, 'missing');
    return keys;
  }

  /** Copies the file of a store into another directory. Throws StoreDamage, and WrongFormat. */
  static copy(from: string, directory: string): void {
    const { cipher, format, scheduled, storeId } = SubjectKeys.read(from, true);
    const copied = new SubjectKeys(placeOf(directory), { storeId, nodes: cipher.tree.nodes(), scheduled }, format);
    copied.write(copied.cipher.tree, copied.scheduled);
  }

  /** Writes the text of another copy of the same store's file. Throws StoreDamage, and WrongFormat. */
  static write(directory: string, text: string, storeId: string): void {
    const sent = { path: 'the key file of the other store', read: () => text, write: () => {}, sync: () => {} };
    SubjectKeys.read(sent, true).mustBeOf(storeId);
    const place = placeOf(directory);
    place.write(text);
    place.sync();
  }

  /** Moves the file of a copy of the store into its place; does nothing if that was done before. */
  static move(from: string, directory: string): void {
    if (!existsSync(join(from, KEY_FILE))) return;
    renameSync(join(from, KEY_FILE), join(directory, KEY_FILE));
    syncDirectory(directory);
  }

  /** Notes that the file was moved to a directory. */
  isIn(directory: string): void {
    this.place = placeOf(directory);
  }

  /** Why this program may read the file but not write it; '' if it may write it. */
  get whyNotWritten(): string {
    return whyNotWritten(this.place.path, this.format);
  }

  /** Throws StoreDamage for keys of another store. A file without an id takes this one. */
  mustBeOf(storeId: string): void {
    if (this.storeId === '') this.storeId = storeId;
    if (this.storeId !== storeId)
      throw new StoreDamage(`${this.place.path} holds the keys of another store: put this store's file there`);
  }

  /**
   * Destroys and schedules keys as records say. Keys scheduled only in the file, from before there was a keyring, stay
   * scheduled. Writes only a change. When it returns, destroyed keys are gone from the file. Throws an error that names
   * the file if it cannot be written.
   */
  destroyRecorded({ destroyed, scheduled }: Keyring): void {
    const { tree } = this.cipher;
    const ranges = tree.intactAmong(destroyed);
    const recorded = scheduled.map(([keyNumber, dueMs]) => ({ keyNumber, dueMs }));
    const numbers = new Set(recorded.map(({ keyNumber }) => keyNumber));
    const next = inOrder([...this.scheduled.filter(({ keyNumber }) => !numbers.has(keyNumber)), ...recorded]).filter(
      ({ keyNumber }) => tree.has(keyNumber) && !isInRanges(destroyed, keyNumber),
    );
    if (ranges.length > 0 || JSON.stringify(next) !== JSON.stringify(this.scheduled))
      this.change(next, (keys) => {
        for (const [first, below] of ranges) keys.destroyRange(first, below);
      });
    const { followed } = this;
    this.followed = () => {};
    followed();
  }

  /**
   * Destroys all due keys by the clock, without a record; only before the store is in memory. Returns their numbers, of
   * which the leader makes a record.
   */
  destroyDue(nowMs: number): number[] {
    const due = this.dueKeys(nowMs);
    if (due.length > 0)
      this.change(
        this.scheduled.filter(({ dueMs }) => dueMs > nowMs),
        (keys) => due.forEach((keyNumber) => keys.destroy(keyNumber)),
      );
    return due;
  }

  /** See KeyFile. */
  lastScheduled(below: number): number {
    return this.scheduled.findLast(({ keyNumber }) => keyNumber < below)?.keyNumber ?? 0;
  }

  private dueKeys(nowMs: number): number[] {
    return this.scheduled.filter(({ dueMs }) => dueMs <= nowMs).map(({ keyNumber }) => keyNumber);
  }

  /**
   * Numbers of due keys of invoices. Other due keys wait for a start: the person, whose erasure was interrupted, is in
   * memory, and rows written of them must stay readable until then.
   */
  dueInvoiceKeys(nowMs: number): number[] {
    return this.dueKeys(nowMs).filter(isInvoiceKey);
  }

  private change(scheduled: readonly ScheduledErasure[], destruction: Destruction): void {
    const tree = new KeyTree(this.cipher.tree.nodes());
    destruction(tree);
    this.write(tree, scheduled);
    destruction(this.cipher);
    this.scheduled = scheduled;
  }

  private write(tree: KeyTree, scheduled: readonly ScheduledErasure[]): void {
    if (this.readOnly) return;
    const content: KeyFileContent = { storeId: this.storeId, nodes: tree.nodes(), scheduled };
    try {
      this.place.write(checkedJson(this.format, content, 1));
      this.sync();
    } catch (error) {
      throw new Error(notPossible(this.place.path, 'written', error), { cause: error });
    }
  }

  private sync(): void {
    this.place.sync();
  }
}
