// The file of the keys that seal what is about persons. It stands outside journal, rows and snapshot files, so that to
// erase a person is to rewrite this one small file (docs/privacy.md).
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyTree } from './key-tree.ts';
import type { TreeNode } from './key-tree.ts';
import { StoreDamage } from './recovery.ts';
import { syncDirectory } from './sync-directory.ts';
import { Vault } from './vault.ts';

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

const firstDue = (doomed: readonly Doomed[]): number => doomed.reduce((first, { dueMs }) => Math.min(first, dueMs), Infinity);

const isKeyFile = (value: unknown): value is KeyFile => {
  const { version, nodes, doomed } = (value ?? {}) as { readonly [member: string]: unknown };
  return version === VERSION && Array.isArray(nodes) && Array.isArray(doomed);
};

export class SubjectKeys {
  readonly vault: Vault;
  private readonly directory: string;
  /** When the first of those that wait is due; Infinity where none does. */
  nextDueMs: number;
  private doomed: readonly Doomed[];

  private constructor(directory: string, tree: KeyTree, doomed: readonly Doomed[]) {
    this.directory = directory;
    this.vault = new Vault(tree);
    this.doomed = doomed;
    this.nextDueMs = firstDue(doomed);
  }

  /** Keys for a new store; for one whose old keys are lost, of all subjects from `subject` on. */
  static make(directory: string, subject = 0): SubjectKeys {
    const keys = new SubjectKeys(directory, KeyTree.grow(subject * 2), []);
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

  /** Destroys what is due by now, and notes the rest. When it returns, what is destroyed is gone from the disk. */
  destroy(doomed: readonly Doomed[], nowMs: number): void {
    const all = [...this.doomed.filter(({ leaf }) => !doomed.some((one) => one.leaf === leaf)), ...doomed];
    if (doomed.length === 0 && this.nextDueMs > nowMs) return;
    for (const { leaf, dueMs } of all) if (dueMs <= nowMs) this.vault.destroy(leaf);
    this.doomed = all.filter(({ dueMs }) => dueMs > nowMs);
    this.nextDueMs = firstDue(this.doomed);
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
