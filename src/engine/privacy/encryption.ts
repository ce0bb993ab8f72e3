// Encryption of personal values: ciphertext in every record, row, audit entry and snapshot file (docs/sell/privacy.md).
// A data subject has two keys, one for contact details and one for invoices; to erase is to destroy a key (D176, D199).
//
// A value is encrypted by AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits. A key encrypts some tens of
// values of a person, or the messages of one hour: never near the 2^32 that the standard allows with random nonces. A
// nonce that is counted was not taken: a store that is restored from an older copy, or copied and opened twice, would
// count the same numbers again under the same keys. AES-SIV (RFC 5297) and AES-GCM-SIV (RFC 8452) would forgive that,
// but Node does not have them, and @noble/ciphers takes 15 to 47 µs per value where this takes 3 to 5
// (bench/notes/privacy.md).
//
// Nothing is bound to a value as associated data: another key number is another key, so that a changed one is found.
// Not promised: that a value was not exchanged for another one of the same subject, key and store by somebody who can
// write to its files; and that lengths stay hidden.
// Glossary (docs/internals/glossary.md): crypto-shredding.
import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';
import { keyNumberOf } from '../../domain/privacy/key-number.ts';
import type { Keyring } from '../../domain/privacy/keyring.ts';
import type { Purpose } from '../../domain/schema.ts';
import { Fault, must } from '../../kernel/result.ts';
import { pack, unpack } from '../disk/codec.ts';
import { KeyTree } from './key-tree.ts';

/** 32 bytes, a character per byte: thousands are cached, and a Buffer is much more than its bytes. */
type Key = string;

/**
 * Member of a value that was encrypted. A value never changes: details go from a draft to an order and to rows as one
 * object, and are encrypted once for all of them.
 */
const CIPHERTEXT = Symbol('ciphertext');

interface Ciphertext {
  readonly cipher: SubjectCipher;
  readonly keyNumber: number;
  /** A character per byte. */
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

/** Numbers of keys are 32 bits, and a subject has two. */
const SUBJECTS_MAX = 2 ** 31 - 1;

export const isInvoiceKey = (keyNumber: number): boolean => keyNumber % 2 === 1;

/** Of what a follower has decrypted last. */
const RECENT_VALUES_MAX = 16_384;

/** Where the keys of a cipher stand on a disk. */
export interface KeyFile {
  /** Destroys what records have destroyed: in the file first, then in the cipher. Throws where it cannot be written. */
  destroyRecorded(keyring: Keyring): void;
  /** The highest key before this one that is to be destroyed; 0 where none is. */
  lastScheduled(below: number): number;
}

/** Encrypts and decrypts values of data subjects, and caches their keys. */
export class SubjectCipher {
  readonly tree: KeyTree;
  private readonly file: KeyFile | undefined;
  /** Keys used since the older ones were set aside; the cache holds those of two generations. */
  private recentKeys = new Map<number, Key>();
  private olderKeys = new Map<number, Key>();
  /** Values that were decrypted last, by nonce and tag; undefined: none are remembered. */
  private recentValues: Map<string, { readonly value: unknown }> | undefined = undefined;

  /** `file`: absent for keys that are in memory alone. */
  constructor(tree: KeyTree, file?: KeyFile) {
    this.tree = tree;
    this.file = file;
  }

  /** See KeyFile. */
  lastScheduled(below: number): number {
    return this.file?.lastScheduled(below) ?? 0;
  }

  /** Equal values give different bytes, except for one object that is encrypted again before `forgetCiphertext`. */
  encrypt(subject: number, purpose: Purpose, value: unknown): Buffer {
    must(subject > 0 && subject <= SUBJECTS_MAX, 'a personal value has a subject');
    const keyNumber = keyNumberOf(subject, purpose);
    // The value can only be one that was read as erased; it is read so again.
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

  /** Undefined where the key is destroyed. Throws Fault on bytes that were changed or belong to other keys. */
  decrypt(bytes: Buffer): { readonly value: unknown } | undefined {
    const { recentValues } = this;
    const id = recentValues === undefined ? '' : bytes.toString('latin1', NONCE_AT, BODY_AT);
    const recent = recentValues?.get(id);
    if (recent !== undefined) return recent;
    const key = this.keyOf(bytes.readUInt32LE(0));
    // A value written after its key was destroyed has no body, also where an older copy of the keys is put back.
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

  /** What a draft has is in the order that is made of it: whoever folds both decrypts it once. */
  rememberValues(remember: boolean): void {
    this.recentValues = remember ? new Map() : undefined;
  }

  isDestroyed(keyNumber: number): boolean {
    return !this.tree.has(keyNumber);
  }

  /**
   * Destroys what records have destroyed, in the file first, and may be called again with the same. Throws where the
   * file cannot be written; nothing has changed then.
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
    const key = this.olderKeys.get(keyNumber) ?? this.tree.seedOf(keyNumber)?.toString('latin1');
    if (key === undefined) return undefined;
    // A map that loses its oldest key each time it gains one would be searched from its emptied front each time.
    if (this.recentKeys.size >= CACHED_KEYS_MAX) {
      this.olderKeys = this.recentKeys;
      this.recentKeys = new Map();
    }
    this.recentKeys.set(keyNumber, key);
    return key;
  }
}

/** Reads every encrypted value as erased. */
export const NO_KEYS = new SubjectCipher(new KeyTree([]));

const keyNumberBytes = (keyNumber: number): Buffer => {
  const bytes = Buffer.allocUnsafe(NONCE_AT);
  bytes.writeUInt32LE(keyNumber, 0);
  return bytes;
};

const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** '' and empty lists and objects tell nothing of anybody, and stay as they are. */
const isEmpty = (value: unknown): boolean => {
  if (value === '' || value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
};

/** A value as it is written. `cipher` undefined: for a journal that lives in memory alone, in clear. */
export const encryptValue = (
  cipher: SubjectCipher | undefined,
  subject: number,
  purpose: Purpose,
  value: unknown,
): unknown => (cipher === undefined || isEmpty(value) ? value : cipher.encrypt(subject, purpose, value));

/** A value as `encryptValue` wrote it; `erased` where its key is destroyed. */
export const decryptValue = (cipher: SubjectCipher | undefined, written: unknown, erased: unknown): unknown => {
  if (cipher === undefined || !Buffer.isBuffer(written)) return written;
  const decrypted = cipher.decrypt(written);
  return decrypted === undefined ? erased : decrypted.value;
};

/** Frees the ciphertext that a value remembers, once it is in a row. */
export const forgetCiphertext = (value: unknown): void => {
  if ((value as Encrypted | null)?.[CIPHERTEXT] !== undefined) (value as Encrypted)[CIPHERTEXT] = undefined;
};
