// What etcd's JSON gateway answers with: members that are zero, false or empty are left out, numbers of 64 bits are
// text, keys and values base64.

interface Header {
  readonly cluster_id: string;
  readonly member_id: string;
  /** Of the whole store, when it answered. */
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
  /** There are further keys behind the limit. */
  readonly more?: boolean;
}

export interface RangeAnswer extends Answer, Range {}

export interface TxnAnswer extends Answer {
  /** All compares were true. */
  readonly succeeded?: boolean;
  /** One for each operation that was done. */
  readonly responses?: readonly { readonly response_range?: Range }[];
}

export interface LeaseAnswer extends Answer {
  readonly ID: string;
  /** In seconds; absent for a lease that has ended. */
  readonly TTL?: string;
}

export interface TokenAnswer extends Answer {
  readonly token: string;
}

export interface StatusAnswer extends Answer {
  readonly version: string;
  /** Of the file, with pages that are free, and of what is used in it. */
  readonly dbSize: string;
  readonly dbSizeInUse: string;
  /** From etcd 3.6 on. */
  readonly dbSizeQuota?: string;
  /** The member id of the leader, and the own one in the header. Absent: there is none. */
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

/** No answer, or none that can be read, or one that does not say what happened. Anything may have been done, or not. */
export class EtcdSilent extends Error {
  override readonly name = 'EtcdSilent';
}

export type RefusalReason =
  | 'too_large'
  | 'too_many_requests'
  /** The request that reached the limit may be done all the same. Others are not. */
  | 'no_space'
  | 'permission_denied'
  | 'credentials'
  | 'token_invalid'
  | 'compacted';

/** etcd says why it does not do this copy of a request. */
export class EtcdRefused extends Error {
  override readonly name = 'EtcdRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The answer is longer than its reader wants it. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** By etcd's own sentences: the gateway's codes do not tell them apart. */
const REFUSALS: readonly (readonly [string, RefusalReason])[] = [
  ['request is too large', 'too_large'],
  // Of gRPC, for what is far above the limit.
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
