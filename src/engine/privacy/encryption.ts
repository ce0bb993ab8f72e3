// Encryption of personal values: ciphertext in every record, row, audit entry and snapshot file (docs/privacy.md). A
// data subject has two keys, one for contact details and one for invoices; to erase is to destroy a key (D176, D199).
//
// A value is encrypted by AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits. A key encrypts some tens of values
// of a person, or the messages of one hour: never near the 2^32 that the standard allows with random nonces. A nonce
// that is counted was not taken: a store that is restored from an older copy, or copied and opened twice, would count
// the same numbers again under the same keys. AES-SIV (RFC 5297) and AES-GCM-SIV (RFC 8452) would forgive that, but Node
// does not have them, and @noble/ciphers takes 15 to 47 µs per value where this takes 3 to 5 (bench/notes/privacy.md).
//
// Nothing is bound to a value as associated data: another key number is another key, so that a changed one is found.
// Not promised: that a value was not exchanged for another one of the same subject, key and store by somebody who can
// write to its files; and that lengths stay hidden.
import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';
import type { Purpose } from '../../domain/schema.ts';
import { Fault, must } from '../../kernel/result.ts';
import { pack, unpack } from '../disk/codec.ts';
import type { KeyTree } from './key-tree.ts';

/** 32 bytes, a character per byte: thousands are cached, and a Buffer is much more than its bytes. */
type Key = string;

/** A member of a value, which never changes, until it is in a row: details go from draft to order to rows as they are. */
const CIPHERTEXT = Symbol('ciphertext');

interface Ciphertext {
  readonly vault: Vault;
  readonly leaf: number;
  /** A character per byte. */
  readonly text: string;
}

type Encryptable = { [CIPHERTEXT]?: Ciphertext | undefined };

const CIPHER = 'aes-256-gcm';
/** key number u32 · nonce 12 · tag 16 · ciphertext of the value's msgpack. Only the key number: the key was destroyed. */
const NONCE_AT = 4;
const TAG_AT = 16;
const BODY_AT = 32;
/** Keys of shoppers between address and checkout. */
const CACHED_KEYS_MAX = 20_000;

const NONCE_BYTES = TAG_AT - NONCE_AT;
const NONCES = Buffer.allocUnsafeSlow(NONCE_BYTES * 256);
let nextNonceAt = NONCES.length;

/** Random bytes, each given once: drawn 256 at a time, because a draw costs as much as an encryption. */
const newNonce = (): Buffer => {
  if (nextNonceAt === NONCES.length) {
    randomFillSync(NONCES);
    nextNonceAt = 0;
  }
  nextNonceAt += NONCE_BYTES;
  return NONCES.subarray(nextNonceAt - NONCE_BYTES, nextNonceAt);
};

/** The leaf of a subject's key. */
export const leafOf = (subject: number, purpose: Purpose): number => subject * 2 + (purpose === 'contact' ? 0 : 1);

export const isInvoice = (leaf: number): boolean => leaf % 2 === 1;

/** Subjects have two leaves each, of 2^32. */
export const SUBJECTS_MAX = 2 ** 31 - 1;

export class Vault {
  readonly tree: KeyTree;
  /** Keys used since the older ones were set aside; those of two generations are kept. */
  private young = new Map<number, Key>();
  private old = new Map<number, Key>();

  constructor(tree: KeyTree) {
    this.tree = tree;
  }

  /** Equal values give different bytes, but for an object that is encrypted again before `forgetSealing`. */
  seal(subject: number, purpose: Purpose, value: unknown): Buffer {
    must(subject > 0 && subject <= SUBJECTS_MAX, 'a personal value has a subject');
    const leaf = leafOf(subject, purpose);
    // The value can only be one that was read as erased; it is read so again.
    if (!this.tree.has(leaf)) return leafBytes(leaf);
    const known = (value as Encryptable | null)?.[CIPHERTEXT];
    if (known?.leaf === leaf && known.vault === this) return bytesOf(known.text);
    const nonce = newNonce();
    const cipher = createCipheriv(CIPHER, bytesOf(this.keyOf(leaf)!), nonce);
    const body = cipher.update(pack(value));
    cipher.final();
    const bytes = Buffer.concat([leafBytes(leaf), nonce, cipher.getAuthTag(), body]);
    if (Object.isExtensible(value)) {
      const ciphertext: Ciphertext = { vault: this, leaf, text: bytes.toString('latin1') };
      Object.defineProperty(value, CIPHERTEXT, { value: ciphertext, configurable: true, writable: true });
    }
    return bytes;
  }

  /** Undefined where the key is destroyed. Throws on bytes that were changed. */
  open(sealed: Buffer): { readonly value: unknown } | undefined {
    const key = this.keyOf(sealed.readUInt32LE(0));
    // A value written after its key was destroyed has no body, also where an older copy of the keys is put back.
    if (key === undefined || sealed.length === NONCE_AT) return undefined;
    if (sealed.length < BODY_AT) throw new Fault('an encrypted value is too short');
    const decipher = createDecipheriv(CIPHER, bytesOf(key), sealed.subarray(NONCE_AT, TAG_AT));
    decipher.setAuthTag(sealed.subarray(TAG_AT, BODY_AT));
    const plain = decipher.update(sealed.subarray(BODY_AT));
    try {
      decipher.final();
    } catch {
      throw new Fault('an encrypted value was changed, or subject-keys.json is that of another store');
    }
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

  private keyOf(leaf: number): Key | undefined {
    const recent = this.young.get(leaf);
    if (recent !== undefined) return recent;
    const key = this.old.get(leaf) ?? this.tree.seedOf(leaf)?.toString('latin1');
    if (key === undefined) return undefined;
    // A map that loses its oldest key each time it gains one would be searched from its emptied front each time.
    if (this.young.size >= CACHED_KEYS_MAX) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(leaf, key);
    return key;
  }
}

const leafBytes = (leaf: number): Buffer => {
  const bytes = Buffer.allocUnsafe(NONCE_AT);
  bytes.writeUInt32LE(leaf, 0);
  return bytes;
};

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

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
  if ((value as Encryptable | null)?.[CIPHERTEXT] !== undefined) (value as Encryptable)[CIPHERTEXT] = undefined;
};

/** A value on its way back. */
export const opened = (vault: Vault | undefined, value: unknown, erased: unknown): unknown => {
  if (vault === undefined || !Buffer.isBuffer(value)) return value;
  const found = vault.open(value);
  return found === undefined ? erased : found.value;
};
