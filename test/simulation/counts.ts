// What has happened in a simulation.
export interface Counts {
  calls: number;
  refused: number;
  records: number;
  orders: number;
  restarts: number;
  failedCommits: number;
  damages: number;
  repaired: number;
  snapshots: number;
  erasures: number;
  /** Orders that late money has opened again, and money that was kept instead. */
  reopened: number;
  kept: number;
  /**
   * What came off orders, returns that were received, refunds that were done, of which by a provider, those that a
   * person was asked about, and credit notes that were shown.
   */
  credits: number;
  returns: number;
  refunds: number;
  paidBack: number;
  settled: number;
  creditNotes: number;
  /** Orders that were edited, those that had been just so before, edits that came too late, and money of exchanges. */
  edits: number;
  restored: number;
  meanwhile: number;
  exchanged: number;
  /** Changes of promotions, orders that begin to have one, and calls that were told of a limit. */
  promotions: number;
  promoted: number;
  usedUp: number;
  /** Changes of delivery rules, and orders that are delivered by one. */
  deliveryRules: number;
  delivered: number;
  /** Changes of the words of searches, replies to a search box that were compared, and texts that were suggested. */
  words: number;
  /** Questions to extensions, answers that were none, and prices of lines that they have said. */
  asked: number;
  lies: number;
  saidPrices: number;
  boxes: number;
  suggested: number;
  operations: number;
}

export const noCounts = (): Counts => ({
  calls: 0,
  refused: 0,
  records: 0,
  orders: 0,
  restarts: 0,
  failedCommits: 0,
  damages: 0,
  repaired: 0,
  snapshots: 0,
  erasures: 0,
  reopened: 0,
  kept: 0,
  credits: 0,
  returns: 0,
  refunds: 0,
  paidBack: 0,
  settled: 0,
  creditNotes: 0,
  edits: 0,
  restored: 0,
  meanwhile: 0,
  exchanged: 0,
  promotions: 0,
  promoted: 0,
  usedUp: 0,
  deliveryRules: 0,
  delivered: 0,
  words: 0,
  asked: 0,
  lies: 0,
  saidPrices: 0,
  boxes: 0,
  suggested: 0,
  operations: 0,
});
