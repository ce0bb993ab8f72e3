// What the rules of a shop claim of each record: promotions, delivery, words of searches.
import type { Engine } from '../../src/engine/engine.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';
import type { Claim } from './claims.ts';
import type { Counts } from './counts.ts';
import { checkDelivery } from './delivery-claims.ts';
import { checkPromotions } from './promotion-claims.ts';
import { checkWords } from './word-claims.ts';

/** Looks at a record that the engine has applied. */
export const checkRules = (
  engine: Engine,
  events: readonly KindEvent[],
  counts: Counts,
  found: (claim: Claim) => (wrong: string) => void,
): void => {
  checkPromotions(engine.tables, events, counts, found('promotion'));
  checkDelivery(engine.tables, events, counts, found('delivery'));
  checkWords(engine, events, counts, found('words'));
};
