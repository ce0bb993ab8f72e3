// The keys of persons: a tree of seeds, what it seals, and the file that an erasure rewrites.
import * as fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ActorKind, EventShapes } from '../../src/domain/actor.ts';
import { KINDS, KIND_NAMES } from '../../src/domain/kinds.ts';
import { KeyTree } from '../../src/engine/key-tree.ts';
import { SubjectKeys } from '../../src/engine/subject-keys.ts';
import { Vault, leafOf } from '../../src/engine/vault.ts';
import { newDirectory } from './stores.ts';
import { newVault } from './vault.ts';

const hex = (seed: Buffer | undefined): string | undefined => seed?.toString('hex');
const leaf = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1));

describe('the tree', () => {
  test('a destroyed leaf is gone, every other gives what it gave', () => {
    // Catches: a sibling that is forgotten, a seed on the way that is kept, a remembered path that outlives its leaf.
    fc.assert(
      fc.property(fc.array(leaf, { minLength: 1, maxLength: 12 }), fc.array(leaf, { maxLength: 30 }), (gone, looks) => {
        const whole = KeyTree.grow();
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
        }
      }),
    );
  });

  test('no node that is kept leads to a destroyed leaf', () => {
    fc.assert(
      fc.property(fc.array(leaf, { minLength: 1, maxLength: 8 }), (gone) => {
        const tree = KeyTree.grow();
        for (const one of gone) tree.destroy(one);
        for (const { depth, index } of tree.nodes()) {
          for (const one of gone) expect(depth === 0 ? 0 : one >>> (32 - depth)).not.toBe(index);
        }
      }),
    );
  });

  test('leaves differ, and a tree grown from a number on has none before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.uniqueArray(leaf, { minLength: 2, maxLength: 20 }), (first, leaves) => {
        const tree = KeyTree.grow(first);
        const seeds = leaves.map((one) => hex(tree.seedOf(one)));
        leaves.forEach((one, at) => expect(seeds[at] === undefined, `${one} of ${first}`).toBe(one < first));
        const known = seeds.filter((seed) => seed !== undefined);
        expect(new Set(known).size).toBe(known.length);
      }),
    );
  });
});

describe('what it seals', () => {
  const value = fc.anything({ values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)], maxDepth: 2, key: fc.string().filter((key) => key !== '__proto__') });

  test('comes back as it was, in bytes that are the same each time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.constantFrom('contact', 'invoice'), value, (subject, purpose, given) => {
        const bytes = newVault().seal(subject, purpose, given);
        expect(newVault().open(bytes)).toEqual({ value: given });
        expect(newVault().seal(subject, purpose, given).equals(bytes)).toBe(true);
      }),
    );
  });

  test('neither a changed byte nor another key opens it', () => {
    const sealed = newVault().seal(7, 'contact', { email: 'anna@example.org' });
    expect(sealed.includes('anna')).toBe(false);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => newVault().open(changed), `byte ${at}`).toThrow();
    }
    expect(() => new Vault(KeyTree.grow()).open(sealed)).toThrow();
  });

  test('reads as erased without its key, and the person’s other key is another', () => {
    const vault = newVault();
    const contact = vault.seal(7, 'contact', 'Anna');
    const invoice = vault.seal(7, 'invoice', 'Anna');
    vault.destroy(leafOf(7, 'contact'));
    expect(vault.open(contact)).toBeUndefined();
    expect(vault.open(invoice)).toEqual({ value: 'Anna' });
    expect(vault.open(vault.seal(7, 'contact', 'erased'))).toBeUndefined();
  });
});

describe('the file', () => {
  test('what is due is destroyed at once, the rest when its time has come, and a restart knows both', () => {
    const directory = newDirectory();
    const keys = SubjectKeys.make(directory);
    const sealed = [1, 2, 3].map((subject) => keys.vault.seal(subject, 'contact', `person ${subject}`));
    keys.destroy([{ leaf: leafOf(1, 'contact'), dueMs: 0 }, { leaf: leafOf(2, 'contact'), dueMs: 500 }], 100);
    const opened = ({ vault }: SubjectKeys): unknown[] => sealed.map((bytes) => vault.open(bytes)?.value);
    expect(opened(keys)).toEqual([undefined, 'person 2', 'person 3']);
    const again = SubjectKeys.of(directory);
    expect(again.nextDueMs).toBe(500);
    expect(opened(again)).toEqual([undefined, 'person 2', 'person 3']);
    again.destroy([], 499);
    expect(opened(again)).toEqual([undefined, 'person 2', 'person 3']);
    again.destroy([], 500);
    expect(opened(SubjectKeys.of(directory))).toEqual([undefined, undefined, 'person 3']);
  });

  test('damaged or missing it is named', () => {
    const directory = newDirectory();
    expect(() => SubjectKeys.of(directory)).toThrow('subject-keys.json is missing');
    SubjectKeys.make(directory);
    const path = join(directory, 'subject-keys.json');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -9));
    expect(() => SubjectKeys.read(directory)).toThrow('is damaged');
  });
});

test('every kind declares its personal values by fields and positions that exist', () => {
  for (const name of KIND_NAMES) {
    const { personal, events, initial, toRow } = KINDS[name] as unknown as ActorKind<object, object, EventShapes>;
    if (personal === undefined) continue;
    for (const [type, fields] of Object.entries(personal.events)) {
      expect(events[type], `${name}: ${type}`).toHaveProperty('subject');
      for (const field of Object.keys(fields)) expect(events[type], `${name}: ${type}`).toHaveProperty(field);
    }
    const row = toRow(initial(0));
    expect(row[personal.row.subject], name).toBe(0);
    for (const at of Object.keys(personal.row.sealed)) expect(Number(at), name).toBeLessThan(row.length);
  }
});
