// Fetches a copy of another node's store, and makes a data directory a node's with it.
//
// Guaranteed: a copy is used once its digest proves it whole; a broken download is resumed while the other node keeps
// the copy. The key file is later than the copy. The directory's old content is put aside, without keys.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { mustWrite } from '../../engine/disk/format.ts';
import { makeDirectory } from '../../engine/disk/make-directory.ts';
import { SubjectKeys } from '../../engine/privacy/subject-keys.ts';
import { journalPath, machineBootId, writeIdentity } from '../../engine/store/identity.ts';
import type { ClusterPlace, StoreIdentity } from '../../engine/store/identity.ts';
import { newJournalPath, publishJournal } from '../../engine/store/open-journal.ts';
import { bufferOf } from '../following/frames.ts';
import type { InnerNetwork } from './inner-network.ts';
import type { CopyEnd, NodeHello } from './inner-protocol.ts';
import { digestOf } from './store-copies.ts';

const RESUME = 'copy.json';

interface Resume {
  readonly url: string;
  readonly copyId: string;
}

const resumeOf = (directory: string): Resume | undefined => {
  try {
    return JSON.parse(readFileSync(join(newJournalPath(directory), RESUME), 'utf8')) as Resume;
  } catch {
    return undefined;
  }
};

/** Fetches the store of the node at `url` into `journal.part`. Rejects with why it broke; the next attempt goes on. */
export const fetchCopy = async (
  network: InnerNetwork,
  url: string,
  hello: NodeHello,
  directory: string,
  progress: (bytes: number, ofBytes: number) => void,
): Promise<CopyEnd> => {
  const part = newJournalPath(directory);
  const file = join(part, 'data.mdb');
  const resume = resumeOf(directory);
  const held = resume?.url === url && existsSync(file) ? statSync(file).size : 0;
  const peer = await network.connect(url, hello);
  let fd: number | undefined;
  try {
    let [bytes, ofBytes] = [0, 0];
    for await (const message of peer.copy(held > 0 ? resume!.copyId : '', held)) {
      if (message[0] === 'copying') {
        const { copyId, offset } = message[1];
        if (offset === 0) rmSync(part, { recursive: true, force: true });
        makeDirectory(part);
        writeFileSync(join(part, RESUME), JSON.stringify({ url, copyId } satisfies Resume));
        fd = openSync(file, offset === 0 ? 'w' : 'r+', 0o600);
        [bytes, ofBytes] = [offset, message[1].bytes];
      } else if (message[0] === 'piece' && fd !== undefined) {
        bytes += writeSync(fd, bufferOf(message[1]), 0, message[1].length, bytes);
        progress(bytes, ofBytes);
      } else if (message[0] === 'copied' && fd !== undefined) {
        fsyncSync(fd);
        if (bytes === ofBytes && (await digestOf(file)) === message[1].digest) return message[1];
        rmSync(part, { recursive: true, force: true });
        throw new Error(`the copy of ${url} was damaged on its way: it is fetched anew`);
      } else throw new Error(`${url} sends no copy`);
    }
    throw new Error(`${url} has ended the copy`);
  } finally {
    if (fd !== undefined) closeSync(fd);
    peer.close();
  }
};

/** Makes the directory that of a node of this name; its old content is put aside. */
export const installCopy = (directory: string, { identity, keys }: CopyEnd, place: ClusterPlace): void => {
  mustWrite('the store of the other node', identity.format);
  rmSync(join(newJournalPath(directory), RESUME), { force: true });
  const { replaced: _, promotedFrom: __, rowsSuspect: ___, reserved: ____, ...shared } = identity;
  const own: StoreIdentity = { ...shared, bootId: machineBootId(), synced: true, cluster: place };
  // If this is interrupted, the next start fetches the copy again.
  writeIdentity(directory, { ...own, cluster: { ...place, isBehind: true } });
  SubjectKeys.write(directory, keys, identity.id);
  const old = journalPath(directory);
  if (existsSync(old)) renameSync(old, join(directory, `journal.behind-${Date.now()}`));
  publishJournal(directory);
  writeIdentity(directory, own);
};
