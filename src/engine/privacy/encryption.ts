// Encryption of personal values: ciphertext in every record, row, audit entry and snapshot file (docs/sell/privacy.md).
// A data subject has two keys, one for contact details and one for invoices. Erasing means destroying a key (D176,
// D199).
//
// A value is encrypted by AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits. A key encrypts some tens of
// values of a person, or the messages of one hour: never near the 2^32 that the standard allows with random nonces.
// Nonces are not counted, because a store restored from an older copy, or copied and opened twice, would count the same
// numbers again under the same keys. AES-SIV (RFC 5297) and AES-GCM-SIV (RFC 8452) would forgive that, but Node does
// not have them, and @noble/ciphers takes 15 to 47 µs per value where this takes 3 to 5 (bench/notes/privacy.md).
//
// Values have no associated data: a changed key number selects another key, so it is found.
// Not promised: protection against a writer of the files who exchanges values of one subject, key and store; and hidden
// lengths.
// Glossary (docs/internals/glossary.md): crypto-shredding.
import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';
import { keyNumberOf } from '../../domain/privacy/key-number.ts';
import type { Keyring } from '../../domain/privacy/keyring.ts';
import type { Purpose } from '../../domain/schema.ts';
import { Fault, must } from '../../kernel/result.ts';
import { pack, unpack } from '../disk/codec.ts';
import { KeyTree } from './key-tree.ts';
import type { Seed } from './key-tree.ts';

/** A leaf of the tree; thousands are cached. */
type Key = Seed;

/**
 * Member with the ciphertext of a value. Values never change: details go from a draft to an order and to rows as one
 * object, so one encryption serves all of them.
 */
const CIPHERTEXT = Symbol('ciphertext');

interface Ciphertext {
  readonly cipher: SubjectCipher;
  readonly keyNumber: number;
  /** Ciphertext, a character per byte. */
  readonly text: string;
}

type Encrypted = { [CIPHERTEXT]?: Ciphertext | undefined };

const CIPHER = 'aes-256-gcm';
/**
 * key number u32 · nonce 12 · tag 16 · ciphertext of the value's msgpack. Only the key number: the key was destroyed.
 */
const NONCE_AT = 4;
const TAG_AT = 16;
const BODY_AT = 32;
/** Cached keys; enough for shoppers between address and checkout. */
const CACHED_KEYS_MAX = 20_000;

const NONCE_BYTES = TAG_AT - NONCE_AT;
const NONCES = Buffer.allocUnsafeSlow(NONCE_BYTES * 256);
let nextNonceAt = NONCES.length;

/**
 * Returns random bytes, never the same twice; they are drawn for 256 nonces at a time, because a draw costs as much as
 * an encryption.
 */
const newNonce = (): Buffer => {
  if (nextNonceAt === NONCES.length) {
    randomFillSync(NONCES);
    nextNonceAt = 0;
  }
  nextNonceAt += NONCE_BYTES;
  return NONCES.subarray(nextNonceAt - NONCE_BYTES, nextNonceAt);
};

/** Highest number of subjects: a subject has two keys, and key numbers have 32 bits. */
const SUBJECTS_MAX = 2 ** 31 - 1;

export const isInvoiceKey = (keyNumber: number): boolean => keyNumber % 2 === 1;

/** Recently decrypted values that a follower remembers. */
const RECENT_VALUES_MAX = 16_384;

/** File with the keys of a cipher. */
export interface KeyFile {
  /**
   * Destroys the keys that records destroy, first in the file, then in the cipher. Throws if the file cannot be
   * written.
   */
  destroyRecorded(keyring: Keyring): void;
  /** The highest scheduled key below this one; 0 where there is none. */
  lastScheduled(below: number): number;
}

/** Encrypts and decrypts values of data subjects, and caches their keys. */
export class SubjectCipher {
  readonly tree: KeyTree;
  private readonly file: KeyFile | undefined;
  /** Recently used keys; the cache holds two generations. */
  private recentKeys = new Map<number, Key>();
  private olderKeys = new Map<number, Key>();
  /** Recently decrypted values by nonce and tag; undefined: none are remembered. */
  private recentValues: Map<string, { readonly value: unknown }> | undefined = undefined;

  /** `file`: absent for keys in memory only. */
  constructor(tree: KeyTree, file?: KeyFile) {
    this.tree = tree;
    this.file = file;
  }

  /** See KeyFile. */
  lastScheduled(below: number): number {
    return this.file?.lastScheduled(below) ?? 0;
  }

  /**
   * Encrypts a value. Equal values give different bytes, except for one object encrypted again before
   * `forgetCiphertext`.
   */
  encrypt(subject: number, purpose: Purpose, value: unknown): Buffer {
    must(subject > 0 && subject <= SUBJECTS_MAX, 'a personal value has a subject');
    const keyNumber = keyNumberOf(subject, purpose);
    // Only a value read as erased can get here; it is written as erased again.
    if (!this.tree.has(keyNumber)) return keyNumberBytes(keyNumber);
    const known = (value as Encrypted | null)?.[CIPHERTEXT];
    if (known?.keyNumber === keyNumber && known.cipher === this) return toBytes(known.text);
    const nonce = newNonce();
    const cipher = createCipheriv(CIPHER, toBytes(this.keyOf(keyNumber)!), nonce);
    const body = cipher.update(pack(value));
    cipher.final();
    const bytes = Buffer.concat([keyNumberBytes(keyNumber), nonce, cipher.getAuthTag(), body]);
    if (Object.isExtensible(value)) {
      const ciphertext: Ciphertext = { cipher: this, keyNumber, text: bytes.toString('latin1') };
      Object.defineProperty(value, CIPHERTEXT, { value: ciphertext, configurable: true, writable: true });
    }
    return bytes;
  }

  /**
   * Decrypts a value; undefined where its key is destroyed. Throws Fault on bytes that were changed or belong to other
   * keys.
   */
  decrypt(bytes: Buffer): { readonly value: unknown } | undefined {
    const { recentValues } = this;
    const id = recentValues === undefined ? '' : bytes.toString('latin1', NONCE_AT, BODY_AT);
    const recent = recentValues?.get(id);
    if (recent !== undefined) return recent;
    const key = this.keyOf(bytes.readUInt32LE(0));
    // A value written after its key was destroyed has no body, even with an older copy of the keys.
    if (key === undefined || bytes.length === NONCE_AT) return undefined;
    if (bytes.length < BODY_AT) throw new Fault('an encrypted value is too short');
    const decipher = createDecipheriv(CIPHER, toBytes(key), bytes.subarray(NONCE_AT, TAG_AT));
    decipher.setAuthTag(bytes.subarray(TAG_AT, BODY_AT));
    const plain = decipher.update(bytes.subarray(BODY_AT));
    try {
      decipher.final();
    } catch {
      throw new Fault('an encrypted value was changed, or subject-keys.json is that of another store');
    }
    const decrypted = { value: unpack(plain) };
    if (recentValues === undefined) return decrypted;
    if (recentValues.size >= RECENT_VALUES_MAX) recentValues.clear();
    recentValues.set(id, decrypted);
    return decrypted;
  }

  /**
   * Sets whether decrypted values are remembered: an order has the values of its draft, so a follower that folds both
   * decrypts them once.
   */
  rememberValues(remember: boolean): void {
    this.recentValues = remember ? new Map() : undefined;
  }

  isDestroyed(keyNumber: number): boolean {
    return !this.tree.has(keyNumber);
  }

  /**
   * Destroys the keys that records destroy, first in the file. May be repeated. Throws without a change if the file
   * cannot be written.
   */
  destroyRecorded(keyring: Keyring): void {
    if (this.file !== undefined) return this.file.destroyRecorded(keyring);
    for (const [first, below] of this.tree.intactAmong(keyring.destroyed)) this.destroyRange(first, below);
  }

  /** Destroys a key in memory; SubjectKeys destroys it in the file. */
  destroy(keyNumber: number): void {
    this.tree.destroy(keyNumber);
    this.recentValues?.clear();
    this.recentKeys.delete(keyNumber);
    this.olderKeys.delete(keyNumber);
  }

  /** Destroys the keys from `first` on, before `below`. */
  destroyRange(first: number, below: number): void {
    this.tree.destroyRange(first, below);
    this.recentValues?.clear();
    for (const cache of [this.recentKeys, this.olderKeys])
      for (const keyNumber of cache.keys()) if (keyNumber >= first && keyNumber < below) cache.delete(keyNumber);
  }

  private keyOf(keyNumber: number): Key | undefined {
    const recent = this.recentKeys.get(keyNumber);
    if (recent !== undefined) return recent;
    const key = this.olderKeys.get(keyNumber) ?? this.tree.seedOf(keyNumber);
    if (key === undefined) return undefined;
    // Two generations are kept, because a map that loses its oldest key at each insertion is searched from its emptied
    // front each time.
    if (this.recentKeys.size >= CACHED_KEYS_MAX) {
      this.olderKeys = this.recentKeys;
      this.recentKeys = new Map();
    }
    this.recentKeys.set(keyNumber, key);
    return key;
  }
}

/** Cipher that reads every encrypted value as erased. */
export const NO_KEYS = new SubjectCipher(new KeyTree([]));

const keyNumberBytes = (keyNumber: number): Buffer => {
  const bytes = Buffer.allocUnsafe(NONCE_AT);
  bytes.writeUInt32LE(keyNumber, 0);
  return bytes;
};

const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Whether a value is '', or an empty list or object; these say nothing about a person and are not encrypted. */
const isEmpty = (value: unknown): boolean => {
  if (value === '' || value === null || value === undefined) return true;
  // What was encrypted is not empty; listing the names of a draft's fields takes longer than all else here.
  if (typeof value !== 'object' || (value as Encrypted)[CIPHERTEXT] !== undefined) return false;
  return Object.keys(value).length === 0;
};

/** Encrypts a value to be written. Without `cipher` it stays in clear, for a journal in memory. */
export const encryptValue = (
  cipher: SubjectCipher | undefined,
  subject: number,
  purpose: Purpose,
  value: unknown,
): unknown => (cipher === undefined || isEmpty(value) ? value : cipher.encrypt(subject, purpose, value));

/** Decrypts what `encryptValue` wrote; `erased` where the key is destroyed. */
export const decryptValue = (cipher: SubjectCipher | undefined, written: unknown, erased: unknown): unknown => {
  if (cipher === undefined || !Buffer.isBuffer(written)) return written;
  const decrypted = cipher.decrypt(written);
  return decrypted === undefined ? erased : decrypted.value;
};

/** Frees the ciphertext cached in a value, once it is in a row. */
export const forgetCiphertext = (value: unknown): void => {
  if ((value as Encrypted | null)?.[CIPHERTEXT] !== undefined) (value as Encrypted)[CIPHERTEXT] = undefined;
};
