// Answers of etcd's JSON gateway. It leaves out members that are zero, false or empty, and writes numbers of 64 bits as
// text, keys and values as base64.

interface Header {
  readonly cluster_id: string;
  readonly member_id: string;
  /** Revision of the whole store at the time of the answer. */
  readonly revision: string;
}

export interface KeyValue {
  readonly key: string;
  readonly value?: string;
  /** The revision that put it last. */
  readonly mod_revision: string;
}

export interface Answer {
  readonly header: Header;
}

interface Range {
  readonly kvs?: readonly KeyValue[];
  /** Whether there are keys beyond the limit. */
  readonly more?: boolean;
}

export interface RangeAnswer extends Answer, Range {}

export interface TxnAnswer extends Answer {
  /** Whether all compares were true. */
  readonly succeeded?: boolean;
  /** One response per operation that was done. */
  readonly responses?: readonly { readonly response_range?: Range }[];
}

export interface LeaseAnswer extends Answer {
  readonly ID: string;
  /** Time to live in seconds; absent for a lease that has ended. */
  readonly TTL?: string;
}

export interface TokenAnswer extends Answer {
  readonly token: string;
}

export interface StatusAnswer extends Answer {
  readonly version: string;
  /** Size of the file with its free pages, and size of the part in use. */
  readonly dbSize: string;
  readonly dbSizeInUse: string;
  /** Limit of the size; from etcd 3.6 on. */
  readonly dbSizeQuota?: string;
  /** Member id of the leader; the header has the member's own. Absent: there is no leader. */
  readonly leader?: string;
  /** Alarms, such as that of the space. */
  readonly errors?: readonly string[];
}

export interface WatchAnswer extends Answer {
  readonly created?: boolean;
  readonly canceled?: boolean;
  readonly cancel_reason?: string;
  /** Revisions before this one are gone; the stream ends. */
  readonly compact_revision?: string;
  readonly events?: readonly { readonly kv: KeyValue }[];
}

/** No answer, an unreadable one, or one that does not say what happened. The request may have been done or not. */
export class EtcdSilent extends Error {
  override readonly name = 'EtcdSilent';
}

export type RefusalReason =
  | 'too_large'
  | 'too_many_requests'
  /** The request that reached the limit may still be done; later ones are not. */
  | 'no_space'
  | 'permission_denied'
  | 'credentials'
  | 'token_invalid'
  | 'compacted';

/** etcd refuses this copy of a request and names a reason. */
export class EtcdRefused extends Error {
  override readonly name = 'EtcdRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The answer is longer than its reader accepts. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** Reasons by etcd's own sentences; the gateway's codes do not distinguish them. */
const REFUSALS: readonly (readonly [string, RefusalReason])[] = [
  ['request is too large', 'too_large'],
  // gRPC's sentence, for what is far above the limit.
  ['message larger than max', 'too_large'],
  ['too many requests', 'too_many_requests'],
  ['database space exceeded', 'no_space'],
  ['permission denied', 'permission_denied'],
  ['invalid auth token', 'token_invalid'],
  ['revision of auth store is old', 'token_invalid'],
  ['user name is empty', 'credentials'],
  ['authentication failed', 'credentials'],
  ['authentication is not enabled', 'credentials'],
  ['revision has been compacted', 'compacted'],
];

export const errorOf = (message: string): EtcdRefused | EtcdSilent => {
  const known = REFUSALS.find(([part]) => message.includes(part));
  return known === undefined ? new EtcdSilent(message) : new EtcdRefused(known[1], message);
};
