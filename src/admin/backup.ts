// `kontor backup`: the whole shop as of one record, as a file, and apart from it the keys that open it.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { STANDARD } from '../catalogue-files/file-options.ts';
import type { Shop } from './command.ts';
import { snapshotNow } from './snapshot.ts';
import type { Terminal } from './terminal.ts';

const KEY_FILES = ['store.json', 'subject-keys.json'] as const;

/** A snapshot file of now is written and copied out, so that every part of it has its checksum. Throws ConfigError. */
export const backUp = async (
  shop: Shop,
  { file, keys }: { readonly file: string; readonly keys?: string },
  terminal: Terminal,
): Promise<boolean> => {
  const { path, seqTo } = await snapshotNow(shop);
  const { size } = statSync(path);
  let done = 0;
  // The file stays whole while it is read, also where it is no longer among those that are kept.
  for await (const chunk of createReadStream(path, { highWaterMark: 262_144 })) {
    const bytes = chunk as Buffer;
    await terminal.write(bytes);
    done += bytes.length;
    await terminal.progress({ what: 'backing up', done, total: size, records: seqTo });
  }
  // After the file: keys that were destroyed while it was written are not in them.
  if (keys !== undefined)
    await terminal.report(
      Object.fromEntries(KEY_FILES.map((name) => [name, readFileSync(join(shop.config.data, name), 'utf8')])),
    );
  const where = file === STANDARD ? 'standard output' : file;
  await terminal.show(
    `kontor: record ${seqTo}, ${size} bytes written to ${where}; its full name is ${basename(path)}`,
    {
      record: seqTo,
      bytes: size,
      name: basename(path),
    },
  );
  if (keys === undefined)
    await terminal.note('kontor: it opens only with store.json and subject-keys.json, which --keys writes');
  return true;
};
