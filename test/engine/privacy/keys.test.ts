// Keys of persons. Catches a destroyed key that can still be derived, another one that cannot, a value that is
// encrypted otherwise than the header says, and a file that does not hold what memory does.
import * as fc from 'fast-check';
import { createCipheriv } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KeyTree } from '../../../src/engine/privacy/key-tree.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { SubjectCipher, forgetCiphertext } from '../../../src/engine/privacy/encryption.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import { newDirectory } from '../../harness/directories.ts';
import { destroyed, scheduled } from './recorded.ts';
import { newCipher } from './test-cipher.ts';

const STORE_ID = '00112233445566778899aabbccddeeff';

const hex = (seed: string | undefined): string | undefined =>
  seed === undefined ? undefined : Buffer.from(seed, 'latin1').toString('hex');
const leaf = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1),
);

describe('the tree', () => {
  test('a destroyed leaf is gone, every other gives what it gave', () => {
    // Catches: a sibling that is forgotten, a seed on the way that is kept, a remembered path that outlives its leaf.
    fc.assert(
      fc.property(fc.array(leaf, { minLength: 1, maxLength: 12 }), fc.array(leaf, { maxLength: 30 }), (gone, looks) => {
        const whole = KeyTree.create();
        const tree = new KeyTree(whole.nodes());
        for (const one of gone) {
          tree.seedOf(looks[0] ?? one);
          tree.destroy(one);
        }
        const saved = new KeyTree(tree.nodes());
        for (const one of [...looks, ...gone, ...gone.map((at) => at ^ 1).map((at) => at >>> 0)]) {
          const expected = gone.includes(one) ? undefined : hex(whole.seedOf(one));
          expect(hex(tree.seedOf(one))).toBe(expected);
          expect(hex(saved.seedOf(one))).toBe(expected);
          // Asked for nothing else, so that nothing was kept on the way.
          expect(hex(new KeyTree(tree.nodes()).seedOf(one))).toBe(expected);
        }
      }),
    );
  });

  test('no node that is kept leads to a destroyed leaf', () => {
    fc.assert(
      fc.property(fc.array(leaf, { minLength: 1, maxLength: 8 }), (gone) => {
        const tree = KeyTree.create();
        for (const one of gone) tree.destroy(one);
        for (const { depth, index } of tree.nodes()) {
          for (const one of gone) expect(depth === 0 ? 0 : one >>> (32 - depth)).not.toBe(index);
        }
      }),
    );
  });

  test('leaves differ, and a tree grown from a number on has none before it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        fc.uniqueArray(leaf, { minLength: 2, maxLength: 20 }),
        (first, leaves) => {
          const tree = KeyTree.create(first);
          const seeds = leaves.map((one) => hex(tree.seedOf(one)));
          leaves.forEach((one, at) => expect(seeds[at] === undefined, `${one} of ${first}`).toBe(one < first));
          const known = seeds.filter((seed) => seed !== undefined);
          expect(new Set(known).size).toBe(known.length);
        },
      ),
    );
  });
});

describe('a run of leaves', () => {
  test('is destroyed as each of them would be, and every other stays', () => {
    fc.assert(
      fc.property(
        fc.array(leaf, { maxLength: 4 }),
        fc.tuple(leaf, leaf),
        fc.array(leaf, { minLength: 1, maxLength: 30 }),
        (gone, [one, other], looks) => {
          const [first, below] = [Math.min(one, other), Math.max(one, other)];
          const whole = KeyTree.create();
          const tree = new KeyTree(whole.nodes());
          for (const at of gone) tree.destroy(at);
          tree.seedOf(looks[0]!);
          tree.destroyRange(first, below);
          for (const at of [...looks, first, below, Math.max(0, first - 1), Math.max(0, below - 1)]) {
            expect(hex(tree.seedOf(at)), `${at}`).toBe(
              gone.includes(at) || (at >= first && at < below) ? undefined : hex(whole.seedOf(at)),
            );
          }
        },
      ),
    );
  });

  // Catches a file of keys that grows with every hour that a message was sent in.
  test('costs no more nodes however long it is', () => {
    const tree = KeyTree.create();
    let most = 0;
    for (let hour = 1; hour <= 10_000; hour += 1) {
      tree.destroy(2 ** 31 + 990_000 + hour * 6);
      tree.destroyRange(2 ** 31, 2 ** 31 + 990_000 + hour * 6);
      most = Math.max(most, tree.nodes().length);
    }
    expect(most).toBeLessThanOrEqual(64);
  });
});

test('the number behind the last destroyed key is the first from which on all are there', () => {
  fc.assert(
    fc.property(
      fc.array(leaf, { maxLength: 8 }),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.array(leaf, { maxLength: 4 }),
      (gone, first, looks) => {
        const tree = KeyTree.create(first);
        for (const one of gone) tree.destroy(one);
        expect(tree.firstIntactLeaf()).toBe(Math.max(first, ...gone.map((one) => one + 1)));
        for (const below of looks)
          expect(tree.firstIntactLeaf(below)).toBe(
            Math.min(below, Math.max(first, ...gone.filter((one) => one < below).map((one) => one + 1))),
          );
      },
    ),
  );
});

describe('an encrypted value', () => {
  const value = fc.anything({
    values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
    maxDepth: 2,
    key: fc.string().filter((key) => key !== '__proto__'),
  });

  test('comes back as it was', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        fc.constantFrom('contact', 'invoice'),
        value,
        (subject, purpose, given) => {
          expect(newCipher().decrypt(newCipher().encrypt(subject, purpose, given))).toEqual({ value: given });
        },
      ),
    );
  });

  // Catches a nonce that is used twice, also where one draw of random bytes ends and the next begins.
  test('has a nonce of its own, so that equal values cannot be told from different ones', () => {
    const cipher = newCipher();
    const nonces = Array.from({ length: 2000 }, () => cipher.encrypt(7, 'contact', 'Anna').toString('hex', 4, 16));
    expect(new Set(nonces).size).toBe(2000);
  });

  // Catches a mode of operation that is not the one the header names.
  test('is what the platform’s AES-256-GCM makes of key, nonce and msgpack', () => {
    const tree = KeyTree.create();
    const bytes = new SubjectCipher(tree).encrypt(7, 'invoice', 'Anna');
    const key = Buffer.from(tree.seedOf(keyNumberOf(7, 'invoice'))!, 'latin1');
    const cipher = createCipheriv('aes-256-gcm', key, bytes.subarray(4, 16));
    const body = Buffer.concat([cipher.update(Buffer.from([0xa4, ...Buffer.from('Anna')])), cipher.final()]);
    expect(bytes.readUInt32LE(0)).toBe(keyNumberOf(7, 'invoice'));
    expect(bytes.subarray(16).equals(Buffer.concat([cipher.getAuthTag(), body]))).toBe(true);
  });

  // Catches a change of the format or of the way from tree to key: values that were written before must be readable.
  test('that was written by an earlier build is read', () => {
    const written =
      '0e000000f272656a3c52e5b99cae78d956688b8bc9ff1a2f93db65650990e970c12790be0acae212d689133973d99b7f745e71a4c0c28e4b';
    expect(newCipher().decrypt(Buffer.from(written, 'hex'))).toEqual({ value: { email: 'anna@example.org' } });
  });

  // Catches bytes that are remembered with a value and given to another person, for another purpose, by other keys, or
  // after the key is destroyed.
  test('is remembered with its object, for that subject, purpose and keys alone, until it is forgotten', () => {
    const step = fc.record({
      cipher: fc.nat(1),
      subject: fc.integer({ min: 1, max: 2 }),
      purpose: fc.constantFrom('contact' as const, 'invoice' as const),
      after: fc.constantFrom('nothing', 'nothing', 'forget', 'destroy'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.boolean(), (steps, isFrozen) => {
        const ciphers = [KeyTree.create(), KeyTree.create()].map((tree) => new SubjectCipher(tree));
        const made = ['Anna', '', 'Bahnhofstraße 1'];
        const given = isFrozen ? Object.freeze(made) : made;
        for (const { cipher: index, subject, purpose, after } of steps) {
          const cipher = ciphers[index]!;
          const bytes = cipher.encrypt(subject, purpose, given);
          expect(bytes.readUInt32LE(0)).toBe(keyNumberOf(subject, purpose));
          expect(cipher.decrypt(bytes)).toEqual(
            cipher.isDestroyed(keyNumberOf(subject, purpose)) ? undefined : { value: made },
          );
          if (!isFrozen) expect(cipher.encrypt(subject, purpose, given).equals(bytes)).toBe(true);
          if (after === 'forget') forgetCiphertext(given);
          if (after === 'destroy') cipher.destroy(keyNumberOf(subject, purpose));
        }
        expect(given).toEqual(['Anna', '', 'Bahnhofstraße 1']);
      }),
    );
  });

  test('neither a changed byte nor another key opens it', () => {
    const encrypted = newCipher().encrypt(7, 'contact', { email: 'anna@example.org' });
    expect(encrypted.includes('anna')).toBe(false);
    for (let at = 0; at < encrypted.length; at += 1) {
      const changed = Buffer.from(encrypted);
      changed[at]! ^= 1;
      expect(() => newCipher().decrypt(changed), `byte ${at}`).toThrow();
    }
    expect(() => new SubjectCipher(KeyTree.create()).decrypt(encrypted)).toThrow();
  });

  test('reads as erased without its key, and the person’s other key is another', () => {
    const cipher = newCipher();
    const contact = cipher.encrypt(7, 'contact', 'Anna');
    const invoice = cipher.encrypt(7, 'invoice', 'Anna');
    cipher.destroy(keyNumberOf(7, 'contact'));
    expect(cipher.decrypt(contact)).toBeUndefined();
    expect(cipher.decrypt(invoice)).toEqual({ value: 'Anna' });
    expect(cipher.decrypt(cipher.encrypt(7, 'contact', 'erased'))).toBeUndefined();
  });

  test('a value that is remembered goes with its key, however that is destroyed', () => {
    const [contact, tree] = [keyNumberOf(7, 'contact'), KeyTree.create()];
    const ways: ((cipher: SubjectCipher) => void)[] = [
      (cipher) => cipher.destroy(contact),
      (cipher) => cipher.destroyRange(contact, contact + 1),
      (cipher) => cipher.destroyRecorded({ destroyed: [[contact, contact + 1]], scheduled: [] }),
    ];
    for (const destroy of ways) {
      const cipher = new SubjectCipher(new KeyTree(tree.nodes()));
      cipher.rememberValues(true);
      const [gone, kept] = [7, 8].map((subject) => cipher.encrypt(subject, 'contact', { name: `${subject}` }));
      const first = cipher.decrypt(gone!);
      expect(cipher.decrypt(gone!)).toBe(first);
      destroy(cipher);
      expect(cipher.decrypt(gone!)).toBeUndefined();
      expect(cipher.decrypt(kept!)).toEqual({ value: { name: '8' } });
    }
  });
});

describe('the file', () => {
  test('what is due is destroyed at once, the rest when its time has come, and a restart knows both', () => {
    const directory = newDirectory();
    const keys = SubjectKeys.create(directory, STORE_ID);
    const encrypted = [1, 2, 3].map((subject) => keys.cipher.encrypt(subject, 'contact', `person ${subject}`));
    destroyed(keys, keyNumberOf(1, 'contact'));
    scheduled(keys, keyNumberOf(2, 'contact'), 500);
    const decrypted = ({ cipher }: SubjectKeys): unknown[] => encrypted.map((bytes) => cipher.decrypt(bytes)?.value);
    expect(decrypted(keys)).toEqual([undefined, 'person 2', 'person 3']);
    const again = SubjectKeys.read(directory);
    expect(decrypted(again)).toEqual([undefined, 'person 2', 'person 3']);
    expect(again.destroyDue(499)).toEqual([]);
    expect(decrypted(again)).toEqual([undefined, 'person 2', 'person 3']);
    expect(again.destroyDue(500)).toEqual([keyNumberOf(2, 'contact')]);
    expect(decrypted(SubjectKeys.read(directory))).toEqual([undefined, undefined, 'person 3']);
  });

  test('while a shop is served, invoices alone are due: whoever is still in memory must be written down readably', () => {
    const keys = SubjectKeys.create(newDirectory(), STORE_ID);
    const [contact, invoice] = [keyNumberOf(1, 'contact'), keyNumberOf(1, 'invoice')];
    scheduled(keys, contact, 500);
    scheduled(keys, invoice, 600);
    expect([599, 600].map((nowMs) => keys.dueInvoiceKeys(nowMs))).toEqual([[], [invoice]]);
    destroyed(keys, invoice);
    expect([contact, invoice].map((one) => keys.cipher.isDestroyed(one))).toEqual([false, true]);
    expect([keys.dueInvoiceKeys(600), keys.destroyDue(600)]).toEqual([[], [contact]]);
  });

  test('follows a keyring however often it comes, and keeps what only the file has scheduled', () => {
    // Catches a schedule of a store of before that is lost with the first record, and a key that a record cannot reach.
    const directory = newDirectory();
    const keys = SubjectKeys.create(directory, STORE_ID);
    scheduled(keys, 9, 900);
    const keyring = {
      destroyed: [
        [4, 6],
        [8, 9],
      ] as const,
      scheduled: [[20, 700]] as const,
    };
    keys.destroyRecorded(keyring);
    const path = join(directory, 'subject-keys.json');
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    keys.destroyRecorded(keyring);
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, text);
    const again = SubjectKeys.read(directory);
    expect([3, 4, 5, 6, 7, 8, 9].filter((key) => again.cipher.isDestroyed(key))).toEqual([4, 5, 8]);
    expect([again.dueInvoiceKeys(900), again.destroyDue(900)]).toEqual([[9], [9, 20]]);
    again.destroyRecorded(keyring);
    expect(again.destroyDue(900)).toEqual([]);
  });

  test('damaged or missing it is named', () => {
    const directory = newDirectory();
    expect(() => SubjectKeys.read(directory)).toThrow('subject-keys.json is missing');
    SubjectKeys.create(directory, STORE_ID);
    const path = join(directory, 'subject-keys.json');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -9));
    expect(() => SubjectKeys.readIfPresent(directory)).toThrow('is damaged');
  });
});
