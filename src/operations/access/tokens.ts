// Secrets that are shown once: only their digests are kept.
import { hash } from 'node:crypto';
import type { Transaction } from '../../domain/transaction.ts';

/** 32 characters, of [A-Za-z0-9_-]. */
const TOKEN_BYTES = 24;

export interface Token {
  readonly token: string;
  readonly digest: string;
}

export const digestOf = (token: string): string => hash('sha256', token, 'base64url');

export const newToken = (tx: Transaction): Token => {
  const token = tx.random(TOKEN_BYTES);
  return { token, digest: digestOf(token) };
};
