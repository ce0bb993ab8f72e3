// Entity tags of HTTP (RFC 9110): a client that already has a body is told so instead of getting it again.
import { hash } from 'node:crypto';

/** Base64url digits of the digest: 132 bits. */
const DIGITS = 22;

export const entityTag = (body: Uint8Array): string => `"${hash('sha256', body, 'base64url').slice(0, DIGITS)}"`;

/** Whether the header If-None-Match, '' without one, names the tag; `*` names all. */
export const isKnownTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.split(',').some((known) => [tag, `W/${tag}`, '*'].includes(known.trim()));
