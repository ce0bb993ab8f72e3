// The file of the keys that seal what is about persons. It stands outside journal, rows and snapshot files, so that to
// erase a person is to rewrite this one small file (docs/privacy.md).
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MESSAGE_SUBJECTS_FROM } from '../domain/message.ts';
import { KeyTree } from './key-tree.ts';
import type { TreeNode } from './key-tree.ts';
import { StoreDamage } from './recovery.ts';
import { syncDirectory } from './sync-directory.ts';
import { Vault, isInvoice, leafOf } from './vault.ts';

/** A key on its way out: destroyed once `dueMs` has come. */
export interface Doomed {
  readonly leaf: number;
  readonly dueMs: number;
}

const VERSION = 1;
const NAME = 'subject-keys.json';

interface KeyFile {
  readonly version: number;
  /** Subtrees whose keys are alive. */
  readonly nodes: readonly TreeNode[];
  readonly doomed: readonly Doomed[];
}

const firstInvoice = (doomed: readonly Doomed[]): number => doomed.reduce((first, { leaf, dueMs }) => (isInvoice(leaf) ? Math.min(first, dueMs) : first), Infinity);

const isKeyFile = (value: unknown): value is KeyFile => {
  const { version, nodes, doomed } = (value ?? {}) as { readonly [member: string]: unknown };
  return version === VERSION && Array.isArray(nodes) && Array.isArray(doomed);
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

  /** Keys for a new store; for one whose old keys are lost, of all persons from `subject` on, and of messages from `sealer` on. */
  static make(directory: string, subject = 0, sealer = MESSAGE_SUBJECTS_FROM): SubjectKeys {
    const tree = KeyTree.grow(subject * 2);
    tree.destroyRange(MESSAGE_SUBJECTS_FROM * 2, sealer * 2);
    const keys = new SubjectKeys(directory, tree, []);
    keys.write();
    return keys;
  }

  /** Undefined where there is no file. Throws StoreDamage. */
  static read(directory: string): SubjectKeys | undefined {
    const path = join(directory, NAME);
    if (!existsSync(path)) return undefined;
    try {
      const file: unknown = JSON.parse(readFileSync(path, 'utf8'));
      if (isKeyFile(file)) return new SubjectKeys(directory, new KeyTree(file.nodes), file.doomed);
    } catch {
      // Said below.
    }
    throw new StoreDamage(`${path} is damaged: without its keys nothing about persons can be read; put its last copy back`);
  }

  /** As `read`, where there must be one. Throws StoreDamage. */
  static of(directory: string): SubjectKeys {
    const keys = SubjectKeys.read(directory);
    if (keys === undefined) throw new StoreDamage(`${join(directory, NAME)} is missing: without its keys nothing about persons can be read; put its last copy back`);
    return keys;
  }

  /** Destroys what of these is due by now, and notes the rest. When it returns, what is destroyed is gone from the disk. */
  destroy(doomed: readonly Doomed[], nowMs: number): void {
    const given = new Set(doomed.map(({ leaf }) => leaf));
    this.keep([...this.doomed.filter(({ leaf }) => !given.has(leaf)), ...doomed], ({ leaf, dueMs }) => dueMs > nowMs || !given.has(leaf));
  }

  /** All that was noted and is due: before a shop is in memory. */
  destroyDue(nowMs: number): void {
    if (this.doomed.some(({ dueMs }) => dueMs <= nowMs)) this.destroy([...this.doomed], nowMs);
  }

  /**
   * The same while it is served, where a person whose erasure was interrupted is still in memory: what is sealed now must be
   * readable after the next start, so that only the start destroys a key for contact.
   */
  destroyInvoices(nowMs: number): void {
    if (this.nextDueMs <= nowMs) this.keep(this.doomed, ({ leaf, dueMs }) => dueMs > nowMs || !isInvoice(leaf));
  }

  /** Of messages: of these, and of all before `below`. */
  destroyMessages(subjects: readonly number[], below: number): void {
    for (const subject of subjects) if (subject >= below) this.destroySubject(subject);
    this.vault.destroyRange(MESSAGE_SUBJECTS_FROM * 2, below * 2);
    this.write();
  }

  private destroySubject(subject: number): void {
    for (const purpose of ['contact', 'invoice'] as const) this.vault.destroy(leafOf(subject, purpose));
  }

  private keep(doomed: readonly Doomed[], waits: (one: Doomed) => boolean): void {
    for (const one of doomed) if (!waits(one)) this.vault.destroy(one.leaf);
    this.doomed = doomed.filter(waits);
    this.nextDueMs = firstInvoice(this.doomed);
    this.write();
  }

  private write(): void {
    const path = join(this.directory, NAME);
    const file: KeyFile = { version: VERSION, nodes: this.vault.tree.nodes(), doomed: this.doomed };
    writeFileSync(`${path}.part`, `${JSON.stringify(file, undefined, 1)}\n`, { mode: 0o600, flush: true });
    renameSync(`${path}.part`, path);
    syncDirectory(this.directory);
  }
}
