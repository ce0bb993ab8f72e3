// The file of the keys that encrypt personal values, subject-keys.json. It stands apart from journal, rows and snapshot
// files, so that erasing a person rewrites this one small file and reaches every copy of the others (docs/privacy.md).
//
// A change is in the file, synced, before it is in memory: as long as the file has a key, what is encrypted with it can
// be read after the next start. A file that cannot be written is named and leaves both as they were.
// Not promised: that the disk keeps no remnant of a former version of the file.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MESSAGE_SUBJECTS_FROM } from '../../domain/webhooks/message.ts';
import { checkedJson, readCheckedJson } from '../disk/checked-json.ts';
import { KEYS_FORMAT, mustRead, whyNotWritten } from '../disk/format.ts';
import type { FormatRange } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { syncDirectory } from '../disk/sync-directory.ts';
import { SubjectCipher, isInvoiceKey, keyNumberOf } from './encryption.ts';
import { KeyTree } from './key-tree.ts';
import type { TreeNode } from './key-tree.ts';

/** A key that is destroyed once `dueMs` has come. */
export interface ScheduledErasure {
  readonly keyNumber: number;
  readonly dueMs: number;
}

/** Keys of messages, numbered by hour: those of the hours before `below`, without hours of which a message waits. */
export interface PastMessageKeys {
  readonly below: number;
  readonly waiting: readonly number[];
}

const NAME = 'subject-keys.json';

interface KeyFile {
  /** '' in files of a store that has not written them since it knew its id. */
  readonly storeId: string;
  /** Subtrees whose keys are intact. */
  readonly nodes: readonly TreeNode[];
  readonly scheduled: readonly ScheduledErasure[];
}

const firstInvoiceDueMs = (scheduled: readonly ScheduledErasure[]): number =>
  scheduled.reduce(
    (first, { keyNumber, dueMs }) => (isInvoiceKey(keyNumber) ? Math.min(first, dueMs) : first),
    Infinity,
  );

const notPossible = (path: string, what: 'read' | 'written', error: unknown): string =>
  `${path} cannot be ${what}: ${(error as Error).message}`;

/**
 * Undefined where there is no file. Throws StoreDamage with the system's reason: a file that may not be read is not
 * damaged, and must not be replaced by an older copy.
 */
const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StoreDamage(notPossible(path, 'read', error));
  }
};

const without = (path: string, what: 'damaged' | 'missing'): StoreDamage =>
  new StoreDamage(`${path} is ${what}: without its keys nothing about persons can be read; put its last copy back`);

/** Destroys keys: of a copy of the tree for the file first, then of the keys in memory. */
type Destruction = (keys: Pick<SubjectCipher, 'destroy' | 'destroyRange'>) => void;

const destroyMessageHours = (keys: Pick<SubjectCipher, 'destroyRange'>, { below, waiting }: PastMessageKeys): void => {
  let from = MESSAGE_SUBJECTS_FROM;
  for (const hour of [...waiting.filter((waited) => waited < below).sort((a, b) => a - b), below]) {
    if (from < hour) keys.destroyRange(keyNumberOf(from, 'contact'), keyNumberOf(hour, 'contact'));
    from = hour + 1;
  }
};

export class SubjectKeys {
  readonly cipher: SubjectCipher;
  /** When the first scheduled invoice is due; Infinity where none is. */
  nextInvoiceDueMs: number;
  /** Of the store whose keys they are; '' where the file does not say. */
  storeId: string;
  /** In which the file is written: that of the file, until the store is migrated. */
  format: FormatRange;
  /** Called when keys were destroyed or are to be. One slot: a server that is followed tells its standbys. */
  onChange: (() => void) | undefined = undefined;
  /** The disk cannot be written: keys are destroyed in memory alone, and in the file by the next start that can. */
  private readonly readOnly: boolean;
  private directory: string;
  private scheduled: readonly ScheduledErasure[];

  private constructor(
    directory: string,
    { nodes, scheduled, storeId }: KeyFile,
    format: FormatRange,
    readOnly = false,
  ) {
    this.directory = directory;
    this.format = format;
    this.cipher = new SubjectCipher(new KeyTree(nodes));
    this.scheduled = scheduled;
    this.storeId = storeId;
    this.readOnly = readOnly;
    this.nextInvoiceDueMs = firstInvoiceDueMs(scheduled);
  }

  /**
   * Writes keys for a new store. For one whose keys are lost: of all persons from `subject` on, and of messages from
   * `messageSubject` on.
   */
  static create(directory: string, storeId: string, subject = 0, messageSubject = MESSAGE_SUBJECTS_FROM): SubjectKeys {
    const tree = KeyTree.create(subject * 2);
    tree.destroyRange(MESSAGE_SUBJECTS_FROM * 2, messageSubject * 2);
    const keys = new SubjectKeys(directory, { storeId, nodes: tree.nodes(), scheduled: [] }, KEYS_FORMAT);
    keys.write(tree, []);
    keys.sync();
    return keys;
  }

  /** Undefined where there is no file. Throws StoreDamage, and WrongFormat. */
  static readIfPresent(directory: string, readOnly = false): SubjectKeys | undefined {
    const path = join(directory, NAME);
    const text = textOf(path);
    if (text === undefined) return undefined;
    const file = readCheckedJson(text);
    if (file === 'damaged') throw without(path, 'damaged');
    mustRead(path, file.format);
    const { nodes, scheduled, storeId = '' } = file.members as unknown as KeyFile & Partial<KeyFile>;
    return new SubjectKeys(directory, { nodes, scheduled, storeId }, file.format, readOnly);
  }

  /** As `readIfPresent`, where there must be a file. Throws StoreDamage. */
  static read(directory: string, readOnly = false): SubjectKeys {
    const keys = SubjectKeys.readIfPresent(directory, readOnly);
    if (keys === undefined) throw without(join(directory, NAME), 'missing');
    return keys;
  }

  /** Copies the file of a store into another directory. Throws StoreDamage, and WrongFormat. */
  static copy(from: string, directory: string): void {
    const source = SubjectKeys.read(from, true);
    const { format, scheduled, storeId } = source;
    const nodes = source.cipher.tree.nodes();
    new SubjectKeys(directory, { storeId, nodes, scheduled }, format).rewrite();
  }

  /** Puts the file of a copy of the store in its place; nothing where that was done before. */
  static move(from: string, directory: string): void {
    if (!existsSync(join(from, NAME))) return;
    renameSync(join(from, NAME), join(directory, NAME));
    syncDirectory(directory);
  }

  /** The file was moved. */
  isIn(directory: string): void {
    this.directory = directory;
  }

  private rewrite(): void {
    this.write(this.cipher.tree, this.scheduled);
    this.sync();
  }

  /**
   * Destroys what is destroyed in the file of the same store in another directory, as `destroy` does. Returns whether
   * that was anything. Throws StoreDamage, and WrongFormat.
   */
  mirror(from: string): boolean {
    const { cipher, scheduled } = SubjectKeys.read(from, true);
    const own = JSON.stringify([this.cipher.tree.nodes(), this.scheduled]);
    if (JSON.stringify([cipher.tree.nodes(), scheduled]) === own) return false;
    this.write(cipher.tree, scheduled);
    this.cipher.replaceTree(cipher.tree.nodes());
    this.scheduled = scheduled;
    this.nextInvoiceDueMs = firstInvoiceDueMs(scheduled);
    this.sync();
    return true;
  }

  /** Why this program may read the file and not write it; '' where it may write it. */
  get whyNotWritten(): string {
    return whyNotWritten(join(this.directory, NAME), this.format);
  }

  /** Throws StoreDamage where these are the keys of another store. A file that does not say so takes this one's id. */
  mustBeOf(storeId: string): void {
    if (this.storeId === '') this.storeId = storeId;
    if (this.storeId !== storeId)
      throw new StoreDamage(
        `${join(this.directory, NAME)} holds the keys of another store: put this store's file there`,
      );
  }

  /**
   * Destroys those of the keys that are due by now and schedules the others; in the same write it destroys keys of past
   * messages. When it returns, destroyed keys are gone from the file. Throws an error that names the file where it
   * cannot be written.
   */
  destroy(erasures: readonly ScheduledErasure[], nowMs: number, messages?: PastMessageKeys): void {
    const given = new Set(erasures.map(({ keyNumber }) => keyNumber));
    this.keepScheduled(
      [...this.scheduled.filter(({ keyNumber }) => !given.has(keyNumber)), ...erasures],
      ({ keyNumber, dueMs }) => dueMs > nowMs || !given.has(keyNumber),
      messages,
    );
  }

  /** Destroys all scheduled keys that are due; only before the store is in memory. */
  destroyDue(nowMs: number): void {
    if (this.scheduled.some(({ dueMs }) => dueMs <= nowMs)) this.destroy([...this.scheduled], nowMs);
  }

  /**
   * As `destroyDue` while the store is served: only keys of invoices. A person whose erasure was interrupted is still
   * in memory then, and what is written of them must be readable after the next start, which destroys their contact
   * key.
   */
  destroyDueInvoiceKeys(nowMs: number): void {
    if (this.nextInvoiceDueMs > nowMs) return;
    this.keepScheduled(this.scheduled, ({ keyNumber, dueMs }) => dueMs > nowMs || !isInvoiceKey(keyNumber));
  }

  /** Writes nothing where all of them were destroyed before. */
  destroyMessageKeys(messages: PastMessageKeys): void {
    const tree = this.copyTree();
    destroyMessageHours(tree, messages);
    const left = new Set(tree.nodes().map(({ depth, index }) => `${depth} ${index}`));
    const changes = this.cipher.tree.nodes().some(({ depth, index }) => !left.has(`${depth} ${index}`));
    if (changes) this.change(this.scheduled, (keys) => destroyMessageHours(keys, messages));
  }

  /** Schedules the erasures that wait and destroys the keys of the others. */
  private keepScheduled(
    erasures: readonly ScheduledErasure[],
    waits: (erasure: ScheduledErasure) => boolean,
    messages?: PastMessageKeys,
  ): void {
    this.change(erasures.filter(waits), (keys) => {
      for (const erasure of erasures) if (!waits(erasure)) keys.destroy(erasure.keyNumber);
      if (messages !== undefined) destroyMessageHours(keys, messages);
    });
  }

  private change(scheduled: readonly ScheduledErasure[], destruction: Destruction): void {
    const tree = this.copyTree();
    destruction(tree);
    this.write(tree, scheduled);
    destruction(this.cipher);
    this.scheduled = scheduled;
    this.nextInvoiceDueMs = firstInvoiceDueMs(scheduled);
    this.sync();
    this.onChange?.();
  }

  private copyTree(): KeyTree {
    return new KeyTree(this.cipher.tree.nodes());
  }

  private write(tree: KeyTree, scheduled: readonly ScheduledErasure[]): void {
    if (this.readOnly) return;
    const file: KeyFile = { storeId: this.storeId, nodes: tree.nodes(), scheduled };
    this.attempt((path) => {
      writeFileSync(`${path}.part`, checkedJson(this.format, file, 1), { mode: 0o600, flush: true });
      renameSync(`${path}.part`, path);
    });
  }

  private sync(): void {
    if (!this.readOnly) this.attempt(() => syncDirectory(this.directory));
  }

  private attempt(writing: (path: string) => void): void {
    const path = join(this.directory, NAME);
    try {
      writing(path);
    } catch (error) {
      throw new Error(notPossible(path, 'written', error), { cause: error });
    }
  }
}
