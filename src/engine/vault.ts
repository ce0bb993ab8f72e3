// What is about a person is ciphertext in every row, record and snapshot file (docs/privacy.md). A person has two keys,
// numbered by the subject: one for contact, one for invoices.
import { createCipheriv, createDecipheriv, createHmac, hash } from 'node:crypto';
import type { Purpose } from '../domain/actor.ts';
import { must } from '../kernel/result.ts';
import { pack, unpack } from './codec.ts';
import type { KeyTree } from './key-tree.ts';

interface Keys {
  readonly seal: Buffer;
  readonly nonce: Buffer;
  /** What they sealed last: details go from draft to order to both their rows as they are. */
  readonly recent: { readonly plain: Buffer; readonly bytes: Buffer }[];
}

const RECENT_MAX = 3;

const CIPHER = 'aes-256-gcm';
/** leaf u32 · nonce 12 · tag 16 · ciphertext of the value's msgpack. */
const NONCE_AT = 4;
const TAG_AT = 16;
const BODY_AT = 32;
const KEYS_KEPT_MAX = 10_000;

/** The leaf of a subject's key. */
export const leafOf = (subject: number, purpose: Purpose): number => subject * 2 + (purpose === 'contact' ? 0 : 1);

/** Subjects have two leaves each, of 2^32. */
export const SUBJECTS_MAX = 2 ** 31 - 1;

export class Vault {
  readonly tree: KeyTree;
  private readonly keys = new Map<number, Keys | undefined>();

  constructor(tree: KeyTree) {
    this.tree = tree;
  }

  /** The same value under the same key gives the same bytes: two ways to one state stay comparable. */
  seal(subject: number, purpose: Purpose, value: unknown): Buffer {
    must(subject > 0 && subject <= SUBJECTS_MAX, 'what is about a person has a subject');
    const leaf = leafOf(subject, purpose);
    const keys = this.keysOf(leaf);
    // Only what read as erased can come here; it reads so again.
    if (keys === undefined) return leafBytes(leaf);
    const plain = pack(value);
    const known = keys.recent.find((one) => one.plain.equals(plain));
    if (known !== undefined) return known.bytes;
    const sealed = Buffer.allocUnsafe(BODY_AT + plain.length);
    leafBytes(leaf).copy(sealed);
    createHmac('sha256', keys.nonce).update(plain).digest().copy(sealed, NONCE_AT, 0, TAG_AT - NONCE_AT);
    const cipher = createCipheriv(CIPHER, keys.seal, sealed.subarray(NONCE_AT, TAG_AT));
    cipher.setAAD(sealed.subarray(0, NONCE_AT));
    cipher.update(plain).copy(sealed, BODY_AT);
    cipher.final();
    cipher.getAuthTag().copy(sealed, TAG_AT);
    keys.recent.push({ plain, bytes: sealed });
    if (keys.recent.length > RECENT_MAX) keys.recent.shift();
    return sealed;
  }

  /** Undefined where the key is destroyed. Throws on bytes that were changed. */
  open(sealed: Buffer): { readonly value: unknown } | undefined {
    const keys = this.keysOf(sealed.readUInt32LE(0));
    if (keys === undefined) return undefined;
    const decipher = createDecipheriv(CIPHER, keys.seal, sealed.subarray(NONCE_AT, TAG_AT));
    decipher.setAAD(sealed.subarray(0, NONCE_AT));
    decipher.setAuthTag(sealed.subarray(TAG_AT, BODY_AT));
    const plain = decipher.update(sealed.subarray(BODY_AT));
    decipher.final();
    return { value: unpack(plain) };
  }

  isDestroyed(leaf: number): boolean {
    return this.keysOf(leaf) === undefined;
  }

  /** Gone from memory and from what the tree can give; the file is its owner's. */
  destroy(leaf: number): void {
    this.tree.destroy(leaf);
    this.keys.delete(leaf);
  }

  private keysOf(leaf: number): Keys | undefined {
    const known = this.keys.get(leaf);
    if (known !== undefined || this.keys.has(leaf)) return known;
    const seed = this.tree.seedOf(leaf);
    const keys = seed && keysFrom(seed);
    if (this.keys.size >= KEYS_KEPT_MAX) this.keys.delete(this.keys.keys().next().value!);
    this.keys.set(leaf, keys);
    return keys;
  }
}

const leafBytes = (leaf: number): Buffer => {
  const bytes = Buffer.alloc(NONCE_AT);
  bytes.writeUInt32LE(leaf, 0);
  return bytes;
};

const keysFrom = (seed: Buffer): Keys => {
  const both = hash('sha512', seed, 'buffer');
  return { seal: both.subarray(0, 32), nonce: both.subarray(32), recent: [] };
};

/** '' and empty lists and objects say nothing about anybody. */
const isEmpty = (value: unknown): boolean => {
  if (value === '' || value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
};

/** A value on its way to the disk. `vault` undefined: a journal that is never written down. */
export const sealed = (vault: Vault | undefined, subject: number, purpose: Purpose, value: unknown): unknown =>
  vault === undefined || isEmpty(value) ? value : vault.seal(subject, purpose, value);

/** A value on its way back. */
export const opened = (vault: Vault | undefined, value: unknown, erased: unknown): unknown => {
  if (vault === undefined || !Buffer.isBuffer(value)) return value;
  const found = vault.open(value);
  return found === undefined ? erased : found.value;
};
