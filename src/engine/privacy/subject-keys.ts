// The file of the keys that seal what is about persons. It stands outside journal, rows and snapshot files, so that to
// erase a person is to rewrite this one small file (docs/privacy.md).
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MESSAGE_SUBJECTS_FROM } from '../../domain/webhooks/message.ts';
import { KeyTree } from './key-tree.ts';
import type { TreeNode } from './key-tree.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { syncDirectory } from '../disk/sync-directory.ts';
import { Vault, isInvoice, leafOf } from './encryption.ts';

/** A key on its way out: destroyed once `dueMs` has come. */
export interface Doomed {
  readonly leaf: number;
  readonly dueMs: number;
}

/**
 * Keys of messages, numbered by their hours: those before `below`, but for the hours of which a message still waits.
 */
export interface PastHours {
  readonly below: number;
  readonly waiting: readonly number[];
}

const VERSION = 1;
const NAME = 'subject-keys.json';

interface KeyFile {
  readonly version: number;
  /** Subtrees whose keys are alive. */
  readonly nodes: readonly TreeNode[];
  readonly doomed: readonly Doomed[];
}

const firstInvoice = (doomed: readonly Doomed[]): number =>
  doomed.reduce((first, { leaf, dueMs }) => (isInvoice(leaf) ? Math.min(first, dueMs) : first), Infinity);

const isKeyFile = (value: unknown): value is KeyFile => {
  const { version, nodes, doomed } = (value ?? {}) as { readonly [member: string]: unknown };
  return version === VERSION && Array.isArray(nodes) && Array.isArray(doomed);
};

const notPossible = (path: string, what: 'read' | 'written', error: unknown): string =>
  `${path} cannot be ${what}: ${(error as Error).message}`;

/**
 * Undefined where there is none. Throws StoreDamage: what the system keeps back is not damaged, and no older copy mends
 * it.
 */
const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StoreDamage(notPossible(path, 'read', error));
  }
};

/** What a change destroys: of a tree for the file first, then of the keys in memory. */
type Destroying = (keys: Pick<Vault, 'destroy' | 'destroyRange'>) => void;

const hoursDestroyed = (keys: Pick<Vault, 'destroyRange'>, { below, waiting }: PastHours): void => {
  let from = MESSAGE_SUBJECTS_FROM;
  for (const hour of [...waiting.filter((one) => one < below).sort((a, b) => a - b), below]) {
    if (from < hour) keys.destroyRange(leafOf(from, 'contact'), leafOf(hour, 'contact'));
    from = hour + 1;
  }
};

export class SubjectKeys {
  readonly vault: Vault;
  private readonly directory: string;
  /** When the first invoice that waits is due; Infinity where none does. */
  nextDueMs: number;
  private doomed: readonly Doomed[];

  private constructor(directory: string, tree: KeyTree, doomed: readonly Doomed[]) {
    this.directory = directory;
    this.vault = new Vault(tree);
    this.doomed = doomed;
    this.nextDueMs = firstInvoice(doomed);
  }

  /**
   * Keys for a new store; for one whose old keys are lost, of all persons from `subject` on, and of messages from
   * `sealer` on.
   */
  static make(directory: string, subject = 0, sealer = MESSAGE_SUBJECTS_FROM): SubjectKeys {
    const tree = KeyTree.grow(subject * 2);
    tree.destroyRange(MESSAGE_SUBJECTS_FROM * 2, sealer * 2);
    const keys = new SubjectKeys(directory, tree, []);
    keys.write(tree, []);
    keys.sync();
    return keys;
  }

  /** Undefined where there is no file. Throws StoreDamage. */
  static read(directory: string): SubjectKeys | undefined {
    const path = join(directory, NAME);
    const text = textOf(path);
    if (text === undefined) return undefined;
    try {
      const file: unknown = JSON.parse(text);
      if (isKeyFile(file)) return new SubjectKeys(directory, new KeyTree(file.nodes), file.doomed);
    } catch {
      // Said below.
    }
    throw new StoreDamage(
      `${path} is damaged: without its keys nothing about persons can be read; put its last copy back`,
    );
  }

  /** As `read`, where there must be one. Throws StoreDamage. */
  static of(directory: string): SubjectKeys {
    const keys = SubjectKeys.read(directory);
    if (keys === undefined)
      throw new StoreDamage(
        `${join(directory, NAME)} is missing: without its keys nothing about persons can be read; put its last copy back`,
      );
    return keys;
  }

  /**
   * Destroys what of these is due by now, and notes the rest; with it, in the same write, the keys of hours. When it
   * returns, what is destroyed is gone from the disk. Throws an error that names the file where it cannot be written.
   */
  destroy(doomed: readonly Doomed[], nowMs: number, hours?: PastHours): void {
    const given = new Set(doomed.map(({ leaf }) => leaf));
    this.keep(
      [...this.doomed.filter(({ leaf }) => !given.has(leaf)), ...doomed],
      ({ leaf, dueMs }) => dueMs > nowMs || !given.has(leaf),
      hours,
    );
  }

  /** All that was noted and is due: before a shop is in memory. */
  destroyDue(nowMs: number): void {
    if (this.doomed.some(({ dueMs }) => dueMs <= nowMs)) this.destroy([...this.doomed], nowMs);
  }

  /**
   * The same while it is served, where a person whose erasure was interrupted is still in memory: what is sealed now
   * must be readable after the next start, so that only the start destroys a key for contact.
   */
  destroyInvoices(nowMs: number): void {
    if (this.nextDueMs <= nowMs) this.keep(this.doomed, ({ leaf, dueMs }) => dueMs > nowMs || !isInvoice(leaf));
  }

  /** Nothing is written where all of them were destroyed before. */
  destroyMessages(hours: PastHours): void {
    const tree = this.copy();
    hoursDestroyed(tree, hours);
    const left = new Set(tree.nodes().map(({ depth, index }) => `${depth} ${index}`));
    const isNew = this.vault.tree.nodes().some(({ depth, index }) => !left.has(`${depth} ${index}`));
    if (isNew) this.change(this.doomed, (keys) => hoursDestroyed(keys, hours));
  }

  private keep(doomed: readonly Doomed[], waits: (one: Doomed) => boolean, hours?: PastHours): void {
    this.change(doomed.filter(waits), (keys) => {
      for (const one of doomed) if (!waits(one)) keys.destroy(one.leaf);
      if (hours !== undefined) hoursDestroyed(keys, hours);
    });
  }

  /** Memory follows the file: as long as that has a key, what is sealed with it can be read after the next start. */
  private change(doomed: readonly Doomed[], destroying: Destroying): void {
    const tree = this.copy();
    destroying(tree);
    this.write(tree, doomed);
    destroying(this.vault);
    this.doomed = doomed;
    this.nextDueMs = firstInvoice(doomed);
    this.sync();
  }

  private copy(): KeyTree {
    return new KeyTree(this.vault.tree.nodes());
  }

  private write(tree: KeyTree, doomed: readonly Doomed[]): void {
    const file: KeyFile = { version: VERSION, nodes: tree.nodes(), doomed };
    this.attempt((path) => {
      writeFileSync(`${path}.part`, `${JSON.stringify(file, undefined, 1)}\n`, { mode: 0o600, flush: true });
      renameSync(`${path}.part`, path);
    });
  }

  private sync(): void {
    this.attempt(() => syncDirectory(this.directory));
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
