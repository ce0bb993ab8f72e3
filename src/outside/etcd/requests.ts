// Requests to etcd's JSON gateway as text, built from constants; keys and values are base64 and need no escaping.

export const base64 = (bytes: string | Buffer): string =>
  (typeof bytes === 'string' ? Buffer.from(bytes) : bytes).toString('base64');

/** Keys from `key` on, base64, and before `end`; without it, one key. */
export interface KeyRange {
  readonly key: string;
  readonly end?: string;
}

const keysOf = ({ key, end }: KeyRange): string =>
  end === undefined ? `"key":"${key}"` : `"key":"${key}","range_end":"${end}"`;

export const put = (key: string, value: string, lease = '0'): string =>
  `{"request_put":{"key":"${key}","value":"${value}","lease":"${lease}"}}`;

/** `limit`: how many keys at most; 0 for all. */
export const range = (keys: KeyRange, limit = 0, keysOnly = false): string =>
  `{"request_range":{${keysOf(keys)},"limit":"${limit}","keys_only":${keysOnly}}}`;

export const remove = (keys: KeyRange): string => `{"request_delete_range":{${keysOf(keys)}}}`;

/** Compare: this revision put the key last; '0': the key is absent. */
export const isAtRevision = (key: string, revision: string): string =>
  `{"key":"${key}","target":"MOD","mod_revision":"${revision}"}`;

export const hasValue = (key: string, value: string): string => `{"key":"${key}","target":"VALUE","value":"${value}"}`;

/** `success` is done where all compares are true, `failure` otherwise. */
export const txn = (compare: readonly string[], success: readonly string[], failure: readonly string[] = []): string =>
  `{"compare":[${compare.join()}],"success":[${success.join()}],"failure":[${failure.join()}]}`;

/** Request for puts from this revision on; an event larger than a message comes in parts. */
export const watchOf = (keys: KeyRange, revision: number): string =>
  `{"create_request":{${keysOf(keys)},"start_revision":"${revision}","filters":["NODELETE"],"fragment":true}}`;
