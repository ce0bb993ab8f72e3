// The file of the keys that encrypt personal values, subject-keys.json. It stands apart from journal, rows and snapshot
// files, so that erasing a person rewrites this one small file and reaches every copy of the others
// (docs/sell/privacy.md).
//
// It follows records (src/domain/privacy/keyring.ts): what they destroy is destroyed here, by every process that has
// them, and may be destroyed again. A change is in the file, synced, before it is in memory: as long as the file has a
// key, what is encrypted with it can be read after the next start. A file that cannot be written is named, and memory
// stays as it was.
// Not promised: that the disk keeps no remnant of a former version of the file.
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
  /** '' in files of a store that has not written them since it knew its id. */
  readonly storeId: string;
  /** Subtrees whose keys are intact. */
  readonly nodes: readonly TreeNode[];
  readonly scheduled: readonly ScheduledErasure[];
}

/** Where the text of the file is. Its methods throw what the system says. */
export interface KeyPlace {
  readonly path: string;
  /** Undefined where there is no file. */
  read(): string | undefined;
  /** All of the new text is there, or all of the old one, whenever the power fails. */
  write(text: string): void;
  /** When it returns, what was written survives a power failure. */
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
 * Undefined where there is no file. Throws StoreDamage with the system's reason: a file that may not be read is not
 * damaged, and must not be replaced by an older copy.
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

/** Destroys keys: of a copy of the tree for the file first, then of the keys in memory. */
type Destruction = (keys: Pick<SubjectCipher, 'destroy' | 'destroyRange'>) => void;

export class SubjectKeys implements KeyFile {
  readonly cipher: SubjectCipher;
  /** Of the store whose keys they are; '' where the file does not say. */
  storeId: string;
  /** In which the file is written: that of the file, until the store is migrated. */
  format: FormatRange;
  /** The disk cannot be written: keys are destroyed in memory alone, and in the file by the next start that can. */
  private readonly readOnly: boolean;
  private place: KeyPlace;
  /** Called once, when the file has followed the records for the first time: a later one may give keys more time. */
  followed: () => void = () => {};
  /** In the order of their numbers. */
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
   * Writes keys for a new store. For one whose keys are lost: of all persons from `subject` on, and of messages from
   * `messageSubject` on. `where`: a data directory, or a place.
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

  /** Undefined where there is no file. Throws StoreDamage, and WrongFormat. */
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

  /** As `readIfPresent`, where there must be a file. Throws StoreDamage. */
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

  /** Writes the text of the file of the same store elsewhere. Throws StoreDamage, and WrongFormat. */
  static write(directory: string, text: string, storeId: string): void {
    const sent = { path: 'the key file of the other store', read: () => text, write: () => {}, sync: () => {} };
    SubjectKeys.read(sent, true).mustBeOf(storeId);
    const place = placeOf(directory);
    place.write(text);
    place.sync();
  }

  /** Puts the file of a copy of the store in its place; nothing where that was done before. */
  static move(from: string, directory: string): void {
    if (!existsSync(join(from, KEY_FILE))) return;
    renameSync(join(from, KEY_FILE), join(directory, KEY_FILE));
    syncDirectory(directory);
  }

  /** The file was moved. */
  isIn(directory: string): void {
    this.place = placeOf(directory);
  }

  /** Why this program may read the file and not write it; '' where it may write it. */
  get whyNotWritten(): string {
    return whyNotWritten(this.place.path, this.format);
  }

  /** Throws StoreDamage where these are the keys of another store. A file that does not say so takes this one's id. */
  mustBeOf(storeId: string): void {
    if (this.storeId === '') this.storeId = storeId;
    if (this.storeId !== storeId)
      throw new StoreDamage(`${this.place.path} holds the keys of another store: put this store's file there`);
  }

  /**
   * Destroys what records have destroyed, and schedules what they schedule. What the file alone knows of, from before
   * there was a keyring, stays scheduled. Writes nothing where nothing changes. When it returns, destroyed keys are
   * gone from the file. Throws an error that names the file where it cannot be written.
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
   * Destroys all scheduled keys that are due, by the clock and without a record; only before the store is in memory.
   * Returns their numbers, of which whoever leads makes a record.
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
   * Numbers of the scheduled keys of invoices that are due. Other keys that are due wait for a start: the person, whose
   * erasure was interrupted, is in memory, and what is written of them must be readable until then.
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
