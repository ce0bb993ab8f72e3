// Sessions of the shop: drafts of orders, and edits of placed ones. Nobody is logged in there.
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { Session } from './session.ts';
import type { SessionRef } from './session-commands.ts';

const NONCE_BYTES = 12;

export const refTo = (shop: Reader, id: number): SessionRef => {
  const { generation, nonce, createdMs } = shop.read('session', id)!;
  return { id, generation, nonce, createdMs };
};

/** Names a session for lists; another one that has the same slot later has another name. */
export const preparedName = (id: number, { generation }: Session): string => `${id}.${generation}`;

/** The session of the shop that has this name; undefined: there is none, or it has ended. */
export const preparedNamed = (
  shop: Reader,
  name: string,
): { readonly id: number; readonly session: Session } | undefined => {
  const id = /^[1-9]\d{0,9}\.\d{1,10}$/.test(name) ? Number(name.split('.')[0]) : 0;
  const session = id === 0 ? undefined : shop.read('session', id);
  const isThere = session?.isPrepared === true && preparedName(id, session) === name && shop.atMs < session.expiresMs;
  return isThere ? { id, session } : undefined;
};

/** Opens one; the caller says what for. Refuses: SESSION_LIMIT_REACHED. */
export const openPrepared = (tx: Transaction): Result<number> => {
  const id = tx.create('session', {
    type: 'start',
    nonce: tx.random(NONCE_BYTES),
    lifeMs: tx.rules.draftTtlMs,
    userId: 0,
    subject: 0,
    username: '',
  });
  return id.ok ? ok(id.value) : id;
};
