// Catches a dear call that ends in a fault, in a status that no call may get, or in no reply: those of the corpus and
// those that are bred from them, on a shop that is large enough for lists in pieces.
import { onTestFinished, test } from 'vitest';
import { runs, sample } from '../../harness/effort.ts';
import { DEAREST, openSmallShop, replay } from './dearest-calls.ts';

test('the dearest calls, and calls bred from them, get a reply that a call may get', async () => {
  const shop = await openSmallShop(runs(200), runs(200));
  onTestFinished(() => shop.close());
  await replay(shop, sample(DEAREST), runs(40));
});
