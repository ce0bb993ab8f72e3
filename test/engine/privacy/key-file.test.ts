// The file of keys on a disk that fails. Catches keys that are gone from memory and not from the file, or the reverse,
// and a message that names the wrong cause.
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
