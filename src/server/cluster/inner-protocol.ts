// Messages between the nodes of a shop, beside calls that are passed on (following/call-forwarding.ts):
//
//   GET /node, Upgrade: kontor-node          then frames (following/frames.ts), each a list that begins with its name
//
//   asking: hello     →                      which shop and log
//                     ←  welcome             which program it is; or refused, and why
//           ask       →
//                     ←  promised            up to which record, when the question came; or not_leading
//           tell      →                      what it knows of itself (status), or do something (hand_over)
//                     ←  told, or failed
//           usage     →                      calls that it has counted
//           entries   →                      of the log, behind this number, from its own disk
//                     ←  entry …, end        or cut: it has them no more
//           copy      →                      of its store, from this byte of that copy on
//                     ←  copying, piece …, copied
//
// Secrets pass in `copied` alone, over mutual TLS: the store's key, and the keys of personal values.
import { programVersion } from '../../config/version.ts';
import type { CountedUsage } from '../../engine/maintenance/usage-counter.ts';
import type { StoreIdentity } from '../../engine/store/identity.ts';

export const NODE_PATH = '/node';
export const NODE_UPGRADE = 'kontor-node';
/** Version of these messages; two nodes must agree. */
export const NODE_PROTOCOL = 1;
/** Milliseconds from the upgrade of a connection until its peer must be welcome. */
export const STRANGER_MS = 5_000;

export interface NodeHello {
  readonly protocol: number;
  readonly version: string;
  readonly shop: string;
  /** Empty: the directory is no node yet. */
  readonly logId: string;
  readonly node: string;
}

/** Returns the greeting of a node of this program. */
export const helloOf = ({ shop, node, logId }: Pick<NodeHello, 'shop' | 'node' | 'logId'>): NodeHello => ({
  protocol: NODE_PROTOCOL,
  version: programVersion(),
  shop,
  logId,
  node,
});

export interface CopyEnd {
  /** SHA-256 of the whole file, hexadecimal. */
  readonly digest: string;
  readonly identity: StoreIdentity;
  /** Text of the key file, later than the copy. */
  readonly keys: string;
}

/** A node's answer for `kontor cluster status`. */
export interface NodeStatus {
  readonly state: string;
  /** Why the node would take no changes, such as DISK_FULL; '' where it would. */
  readonly refuses: string;
  /** The last record that the node has folded, and the last one on its disk. */
  readonly record: number;
  readonly stored: number;
  readonly at: number;
  readonly questions: number;
  readonly passedOn: number;
  readonly waiting: number;
  readonly nowMs: number;
}

/** Digest of the batches of these records, hexadecimal. */
export type Span = readonly [firstSeq: number, lastSeq: number, digest: string];

export type Wanted = 'status' | 'hand_over' | 'spans';

export type FromAsking =
  | readonly ['hello', NodeHello]
  | readonly ['ask', id: number]
  | readonly ['tell', id: number, wanted: Wanted, argument: string]
  | readonly ['usage', CountedUsage]
  | readonly ['entries', afterAt: number, afterSeq: number]
  | readonly ['copy', copyId: string, offset: number];

export type FromAsked =
  | readonly ['welcome', { readonly node: string; readonly version: string; readonly logId: string }]
  | readonly ['refused', why: string]
  | readonly ['promised', id: number, seq: number, nowMs: number]
  | readonly ['not_leading', id: number]
  | readonly ['told', id: number, value: unknown]
  | readonly ['failed', id: number, why: string]
  | readonly ['entry', bytes: Buffer]
  | readonly ['end']
  | readonly ['cut']
  | readonly ['copying', { readonly copyId: string; readonly bytes: number; readonly offset: number }]
  | readonly ['piece', bytes: Buffer]
  | readonly ['copied', CopyEnd];
