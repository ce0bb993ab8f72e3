// Which delivery rules were asked about a cart, in their order, and what became of each: a sentence each, up to the one
// that decides.
import type { Steps } from '../../kernel/steps.ts';
import { deliveryWords } from '../delivery/why-words.ts';
import type { Reader } from '../transaction.ts';
import type { DeliveredSession } from './deliver-cart.ts';
import { factsOfCart, isNamed, undeliveredText } from './deliver-cart.ts';

/** Rules that are named. */
const NAMED_MAX = 50;
/** Rules that are asked between two steps. */
const STEP = 64;

/** None where the chosen method has no rules, or no method is chosen. `language`: a code such as de_DE. */
export function* deliverySentences(
  shop: Reader,
  session: DeliveredSession,
  sessionId: number,
  language: string,
): Steps<readonly string[]> {
  const { cart, draft } = session;
  shop.trackAbsence('delivery_rule');
  const table = shop.index('delivery_rule').tableOf(draft.deliveryMethodId);
  if (table === undefined || cart.lines.length === 0) return [];
  const words = deliveryWords(language);
  if (isNamed(cart)) return [words.noneAsked];
  const facts = factsOfCart(shop, session, sessionId, cart.promotions);
  const sentences: string[] = [];
  let asked = 0;
  for (const { rule, not } of table.considered(facts)) {
    if ((asked += 1) % STEP === 0) yield '';
    const { id, name } = rule;
    if (not === undefined) return [...sentences, words.decides(id, name)];
    if (sentences.length < NAMED_MAX)
      sentences.push(words.not(id, name, undeliveredText([not.why, not.about], language)));
  }
  return sentences;
}
