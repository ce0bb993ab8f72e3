// What must hold of nodes that share a log. Kept apart by name, so that a canary shows that each claim can fail.

export const CLUSTER_CLAIMS = [
  'early',
  'lease',
  'fence',
  'stale',
  'lost',
  'state',
  'audit',
  'batches',
  'erased',
  'kept',
  'stock',
  'once',
  'alarm',
  'stuck',
] as const;
export type ClusterClaim = (typeof CLUSTER_CLAIMS)[number];

export class ClusterViolation extends Error {
  readonly claim: ClusterClaim;

  constructor(claim: ClusterClaim, message: string) {
    super(`${claim}: ${message}`);
    this.claim = claim;
  }
}

/** Notes what does not hold; the first one counts. */
export type Check = (claim: ClusterClaim, holds: boolean, message: () => string) => void;
