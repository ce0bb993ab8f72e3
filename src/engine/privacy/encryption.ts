// What is about a person is ciphertext in every row, record and snapshot file (docs/privacy.md). A person has two keys,
// numbered by the subject: one for contact, one for invoices.
import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto';
import type { Purpose } from '../../domain/schema.ts';
import { Fault, must } from '../../kernel/result.ts';
import { pack, unpack } from '../disk/codec.ts';
import { digest, digestText } from './digest.ts';
import type { KeyTree } from './key-tree.ts';

/**
 * 32 bytes that encrypt and 32 that tag, a character per byte: thousands are kept, and a Buffer is much more than its
 * bytes.
 */
type Keys = string;

/**
 * Stands in a value, which never changes, until it is in a row: details go from draft to order to their rows as they
 * are.
 */
const SEALED = Symbol('sealed');

interface Sealing {
  readonly vault: Vault;
  readonly leaf: number;
  readonly text: string;
}

type Sealable = { [SEALED]?: Sealing | undefined };

// Encryption with a synthetic initialization vector (Rogaway and Shrimpton): the tag is a keyed digest of the value and
// begins the key stream, so that equal values give equal bytes, nothing random is needed, and a changed byte is found.
const CIPHER = 'aes-256-ctr';
/** leaf u32 · tag 16 · ciphertext of the value's msgpack. */
const TAG_AT = 4;
const BODY_AT = 20;
/** Shoppers between address and checkout. */
const KEYS_KEPT_MAX = 20_000;

/** The leaf of a subject's key. */
export const leafOf = (subject: number, purpose: Purpose): number => subject * 2 + (purpose === 'contact' ? 0 : 1);

export const isInvoice = (leaf: number): boolean => leaf % 2 === 1;

/** Subjects have two leaves each, of 2^32. */
export const SUBJECTS_MAX = 2 ** 31 - 1;

export class Vault {
  readonly tree: KeyTree;
  /** Keys used since the older ones were set aside; those of two generations are kept. */
  private young = new Map<number, Keys>();
  private old = new Map<number, Keys>();

  constructor(tree: KeyTree) {
    this.tree = tree;
  }

  /** The same value under the same key gives the same bytes: two ways to one state stay comparable. */
  seal(subject: number, purpose: Purpose, value: unknown): Buffer {
    must(subject > 0 && subject <= SUBJECTS_MAX, 'what is about a person has a subject');
    const leaf = leafOf(subject, purpose);
    // Only what read as erased can come here; it reads so again.
    if (!this.tree.has(leaf)) return leafBytes(leaf);
    const known = (value as Sealable | null)?.[SEALED];
    if (known?.leaf === leaf && known.vault === this) return bytesOf(known.text);
    const keys = this.keysOf(leaf)!;
    const plain = pack(value);
    const tag = tagOf(keys, plain);
    const bytes = Buffer.concat([leafBytes(leaf), tag, createCipheriv(CIPHER, sealKey(keys), tag).update(plain)]);
    if (Object.isExtensible(value)) {
      const sealing: Sealing = { vault: this, leaf, text: bytes.toString('latin1') };
      Object.defineProperty(value, SEALED, { value: sealing, configurable: true, writable: true });
    }
    return bytes;
  }

  /** Undefined where the key is destroyed. Throws on bytes that were changed. */
  open(sealed: Buffer): { readonly value: unknown } | undefined {
    const keys = this.keysOf(sealed.readUInt32LE(0));
    // What was sealed after its key was destroyed says nothing, also where an older copy of the keys is put back.
    if (keys === undefined || sealed.length === TAG_AT) return undefined;
    const tag = sealed.subarray(TAG_AT, BODY_AT);
    if (sealed.length < BODY_AT) throw new Fault('a sealed value is too short');
    const plain = createDecipheriv(CIPHER, sealKey(keys), tag).update(sealed.subarray(BODY_AT));
    if (!timingSafeEqual(tagOf(keys, plain), tag))
      throw new Fault('a sealed value was changed, or subject-keys.json is that of another store');
    return { value: unpack(plain) };
  }

  isDestroyed(leaf: number): boolean {
    return !this.tree.has(leaf);
  }

  /** Gone from memory and from what the tree can give; the file is its owner's. */
  destroy(leaf: number): void {
    this.tree.destroy(leaf);
    this.young.delete(leaf);
    this.old.delete(leaf);
  }

  /** From `first` on, before `below`. */
  destroyRange(first: number, below: number): void {
    this.tree.destroyRange(first, below);
    for (const kept of [this.young, this.old])
      for (const leaf of kept.keys()) if (leaf >= first && leaf < below) kept.delete(leaf);
  }

  private keysOf(leaf: number): Keys | undefined {
    const known = this.young.get(leaf);
    if (known !== undefined) return known;
    const seed = this.old.has(leaf) ? undefined : this.tree.seedOf(leaf);
    const keys = this.old.get(leaf) ?? (seed && keysFrom(seed));
    if (keys === undefined) return undefined;
    // A map that loses its oldest key each time it gains one would be searched from its emptied front each time.
    if (this.young.size >= KEYS_KEPT_MAX) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(leaf, keys);
    return keys;
  }
}

const leafBytes = (leaf: number): Buffer => {
  const bytes = Buffer.allocUnsafe(TAG_AT);
  bytes.writeUInt32LE(leaf, 0);
  return bytes;
};

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

const keysFrom = (seed: Buffer): Keys => digestText('sha512', seed);

const sealKey = (both: Keys): Buffer => bytesOf(both).subarray(0, 32);

/** Of each leaf a key of its own, so that the value alone is digested; cut to a quarter, it cannot be gone on with. */
const tagOf = (both: Keys, plain: Buffer): Buffer =>
  digest('sha512', Buffer.concat([bytesOf(both).subarray(32), plain])).subarray(0, BODY_AT - TAG_AT);

/** '' and empty lists and objects say nothing about anybody. */
const isEmpty = (value: unknown): boolean => {
  if (value === '' || value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
};

/** A value on its way to the disk. `vault` undefined: a journal that is never written down. */
export const sealed = (vault: Vault | undefined, subject: number, purpose: Purpose, value: unknown): unknown =>
  vault === undefined || isEmpty(value) ? value : vault.seal(subject, purpose, value);

/** Its bytes are in a row and need not be kept with it. */
export const forgetSealing = (value: unknown): void => {
  if ((value as Sealable | null)?.[SEALED] !== undefined) (value as Sealable)[SEALED] = undefined;
};

/** A value on its way back. */
export const opened = (vault: Vault | undefined, value: unknown, erased: unknown): unknown => {
  if (vault === undefined || !Buffer.isBuffer(value)) return value;
  const found = vault.open(value);
  return found === undefined ? erased : found.value;
};
