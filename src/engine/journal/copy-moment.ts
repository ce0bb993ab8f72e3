// Copies the file of a journal that another process writes, while that process keeps a moment (store/beside.ts).
//
// LMDB's own copy takes the meta pages under the lock of writers, which another lock file does not have: they may be of
// a later commit than the pages. So the newest meta page is read first, and what it leads to afterwards: pages of
// that commit stay as they are while the moment is kept. The other meta page gets the same content, because what the
// commit before had may be overwritten meanwhile.
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { metaBefore, readMeta } from './lmdb-page.ts';
import type { MetaPage } from './lmdb-page.ts';

const CHUNK_BYTES = 1_048_576;
/** The pages of LMDB are as large as those of memory; the first one says how large. */
const PAGE_BYTES_MAX = 65_536;
/** The writer may be in the middle of one of them. */
const READS_MAX = 1000;

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
};

interface Metas {
  readonly newest: Buffer;
  readonly other: Buffer;
  readonly isFirst: boolean;
  readonly meta: MetaPage;
}

/** Reads both meta pages until two readings agree. Throws where the file has none. */
const readMetas = async (file: FileHandle): Promise<Metas> => {
  let before: Buffer | undefined;
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    const start = await readAt(file, 0, 2 * PAGE_BYTES_MAX);
    const pageBytes = readMeta(start)?.pageBytes ?? 0;
    const both = start.subarray(0, 2 * pageBytes);
    const [first, second] = [both.subarray(0, pageBytes), both.subarray(pageBytes)];
    const metas = [first, second].map((page) =>
      page.length < pageBytes || pageBytes === 0 ? undefined : readMeta(page),
    );
    if (metas[0] === undefined || metas[1] === undefined) throw new Error('its first pages are no pages of LMDB');
    const isFirst = metas[0].txnid > metas[1].txnid;
    const [newest, other, meta] = isFirst ? [first, second, metas[0]] : [second, first, metas[1]];
    if (before?.equals(both) === true) return { newest, other, isFirst, meta };
    before = both;
  }
  throw new Error('its first pages change all the time');
};

/** Copies a data file into a new one. Rejects with one phrase where it is no file of LMDB. */
export const copyMoment = async (from: string, to: string): Promise<void> => {
  const source = await open(from, 'r');
  const target = await open(to, 'wx');
  try {
    const { newest, other, isFirst, meta } = await readMetas(source);
    const { pageBytes, lastPage } = meta;
    const end = (lastPage + 1) * pageBytes;
    for (let at = 2 * pageBytes; at < end;) {
      const chunk = await readAt(source, at, Math.min(CHUNK_BYTES, end - at));
      // Pages that one transaction has taken and freed were never written.
      if (chunk.length === 0) break;
      await target.write(chunk, 0, chunk.length, at);
      at += chunk.length;
    }
    const before = metaBefore(other, newest);
    await target.write(isFirst ? newest : before, 0, pageBytes, 0);
    await target.write(isFirst ? before : newest, 0, pageBytes, pageBytes);
  } finally {
    await source.close();
    await target.close();
  }
};
