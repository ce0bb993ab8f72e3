// The file of keys. Catches keys that are gone from memory and not from the file, or the reverse, where its disk fails;
// a message that names the wrong cause; and a description of the file by which nobody could open a value.
import { createDecipheriv, createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messageSubject } from '../../../src/domain/webhooks/message.ts';
import { StoreDamage } from '../../../src/engine/disk/store-damage.ts';
import { FORMAT } from '../../../src/engine/disk/format.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import { pastMessageKeys } from '../../../src/engine/privacy/message-keys.ts';
import { newDirectory } from '../../harness/directories.ts';
import { scheduled } from './recorded.ts';

const STORE_ID = '00112233445566778899aabbccddeeff';

const HOUR = messageSubject(1_700_000_000_000);

describe('a key file that cannot be written', () => {
  const contact = keyNumberOf(1, 'contact');
  const ways: { readonly [what: string]: (keys: SubjectKeys) => void } = {
    'a record': (keys) =>
      keys.destroyRecorded({ destroyed: [[contact, contact + 1]], scheduled: [[contact + 1, 900]] }),
    'a record with hours': (keys) =>
      keys.destroyRecorded({ destroyed: pastMessageKeys(HOUR + 2, [HOUR]), scheduled: [] }),
    'a schedule alone': (keys) => scheduled(keys, contact, 900),
    'keys that are due at a start': (keys) => keys.destroyDue(600),
  };

  test.each(Object.entries(ways))('leaves memory as the file is, and is named: %s', (_what, way) => {
    const directory = newDirectory();
    const path = join(directory, 'subject-keys.json');
    const keys = SubjectKeys.create(directory, STORE_ID);
    scheduled(keys, keyNumberOf(2, 'invoice'), 500);
    const given = [
      keyNumberOf(1, 'contact'),
      keyNumberOf(1, 'invoice'),
      keyNumberOf(2, 'invoice'),
      keyNumberOf(HOUR, 'contact'),
      keyNumberOf(HOUR + 1, 'contact'),
    ];
    const alive = (of: SubjectKeys): boolean[] => given.map((leaf) => !of.cipher.isDestroyed(leaf));
    const due = (): number[] => keys.dueInvoiceKeys(Infinity);
    const [before, file] = [[alive(keys), due()], readFileSync(path, 'utf8')];
    mkdirSync(`${path}.part`);
    expect(() => way(keys)).toThrow(`${path} cannot be written: EISDIR`);
    expect([[alive(keys), due()], readFileSync(path, 'utf8')]).toEqual([before, file]);
    rmdirSync(`${path}.part`);
    // Nothing was forgotten that is still to be done.
    way(keys);
    expect(readFileSync(path, 'utf8')).not.toBe(file);
    expect(alive(SubjectKeys.read(directory))).toEqual(alive(keys));
  });
});

describe('a key file that cannot be read', () => {
  const broken: { readonly [reason: string]: (path: string) => void } = {
    EISDIR: (path) => mkdirSync(path),
    ELOOP: (path) => symlinkSync(path, path),
    ENOTDIR: (path) => {
      renameSync(path.replace('/subject-keys.json', ''), `${path.replace('/subject-keys.json', '')}-away`);
      symlinkSync('/dev/null', path.replace('/subject-keys.json', ''));
    },
  };

  test.each(Object.entries(broken))(
    'is not called damaged, and nobody is told to put a copy back: %s',
    (reason, breaking) => {
      // Catches an old copy that is put back for want of a permission, and with it the keys of everybody erased since.
      const directory = join(newDirectory(), 'data');
      mkdirSync(directory);
      SubjectKeys.create(directory, STORE_ID);
      const path = join(directory, 'subject-keys.json');
      rmSync(path);
      breaking(path);
      for (const read of [SubjectKeys.readIfPresent, SubjectKeys.read]) {
        let error: unknown;
        try {
          read(directory);
        } catch (thrown) {
          error = thrown;
        }
        expect(error).toBeInstanceOf(StoreDamage);
        const { message } = error as Error;
        expect(message).toMatch(new RegExp(`^${path} cannot be read: ${reason}: .+$`));
        expect(message).not.toMatch(/damaged|missing|copy/);
      }
    },
  );
});

test('a key file of another version is named as one, and not called damaged', () => {
  const directory = newDirectory();
  SubjectKeys.create(directory, STORE_ID);
  const path = join(directory, 'subject-keys.json');
  const { nodes, scheduled } = JSON.parse(readFileSync(path, 'utf8')) as { readonly [member: string]: unknown };
  writeFileSync(path, JSON.stringify({ version: 1, nodes, scheduled }));
  expect(() => SubjectKeys.read(directory)).toThrow(
    `${path} has format version 1, and this kontor, of version ${FORMAT}, reads version 3 and later`,
  );
});

// Catches a page that describes the cipher, the bytes of a value or the tree as they were before a change.
test('a value is opened by what snapshots/README.md says of it, with the key file and nothing of Kontor', () => {
  const page = readFileSync(new URL('../../../snapshots/README.md', import.meta.url), 'utf8');
  const section = page.split('### Encrypted values\n')[1]!.split('\n### ')[0]!;
  const [cipher] = /AES-256-[A-Z]+/.exec(section)!;
  const offsets = [...section.matchAll(/^\| (\d+) /gm)].map(([, offset]) => Number(offset));
  const [keyAt, nonceAt, tagAt, bodyAt] = offsets as [number, number, number, number];
  const directory = newDirectory();
  const keys = SubjectKeys.create(directory, STORE_ID);
  const bytes = keys.cipher.encrypt(7, 'invoice', 'Anna');
  keys.destroyRecorded({ destroyed: [[14, 15]], scheduled: [] });
  const keyNumber = bytes.readUInt32LE(keyAt);
  expect(keyNumber).toBe(7 * 2 + 1);

  const { nodes } = JSON.parse(readFileSync(join(directory, 'subject-keys.json'), 'utf8')) as {
    readonly nodes: readonly { readonly depth: number; readonly index: number; readonly seed: string }[];
  };
  const path = keyNumber.toString(2).padStart(32, '0');
  const root = nodes.find(({ depth, index }) => index === Number(`0b${path.slice(0, depth)}`))!;
  const key = path
    .slice(root.depth)
    .split('')
    .reduce<Buffer>(
      (seed, bit) =>
        createHash('sha256')
          .update(seed)
          .update(Buffer.of(Number(bit)))
          .digest(),
      Buffer.from(root.seed, 'base64'),
    );
  const decipher = createDecipheriv(cipher.toLowerCase() as 'aes-256-gcm', key, bytes.subarray(nonceAt, tagAt));
  decipher.setAuthTag(bytes.subarray(tagAt, bodyAt));
  const text = Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]);
  expect(text.subarray(1).toString()).toBe('Anna');
});
