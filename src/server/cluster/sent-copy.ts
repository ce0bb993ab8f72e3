// Sends a node that joins a copy of this node's store, with its keys.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_FILE } from '../../engine/privacy/subject-keys.ts';
import type { StoreIdentity } from '../../engine/store/identity.ts';
import { logInfo } from '../observability/log.ts';
import type { FrameConnection } from '../following/frame-connection.ts';
import type { FromAsked } from './inner-protocol.ts';
import { digestOf } from './store-copies.ts';
import type { StoreCopies } from './store-copies.ts';

interface Copied {
  readonly copies: StoreCopies;
  /** Data directory. */
  readonly data: string;
  readonly identity: StoreIdentity;
  /** Name of the node that gets it. */
  readonly to: string;
}

/**
 * Sends the copy with this id from byte `from` on, or a new one from its first byte on. Rejects with the disk's error.
 */
export const sendCopy = async (
  connection: Pick<FrameConnection<FromAsked, unknown>, 'socket' | 'sendInTurn'>,
  { copies, data, identity, to }: Copied,
  id: string,
  from: number,
): Promise<void> => {
  const copy = await copies.get(id);
  const offset = copy.id === id ? from : 0;
  logInfo(`node ${to} is sent a copy of ${Math.ceil(copy.bytes / 1_048_576)} MB, from byte ${offset} on`);
  await connection.sendInTurn(['copying', { copyId: copy.id, bytes: copy.bytes, offset }]);
  for await (const piece of copies.pieces(copy, offset)) {
    await connection.sendInTurn(['piece', piece]);
    if (connection.socket.destroyed) return;
  }
  const digest = await digestOf(copy.path);
  // Read later than the copy, so that it lacks every key that was destroyed before.
  const keys = await readFile(join(data, KEY_FILE), 'utf8');
  await connection.sendInTurn(['copied', { digest, identity, keys }]);
};
