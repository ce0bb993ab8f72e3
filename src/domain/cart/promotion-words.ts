// The words for promotions in an explanation of a cart, in the languages that it speaks. Amounts come as texts.
import type { AudienceVerdict } from '../promotions/audience.ts';
import type { PromotionVerdict } from '../calculation/promote.ts';

export interface PromotionWords {
  gives(name: string, amount: string, borne: string, tax: string): string;
  bears(lineId: number, pieces: string, part: string): string;
  ofDelivery(part: string): string;
  /** Its days are over. */
  ended(name: string, day: string): string;
  /** `missing`: money, or pieces. */
  not(name: string, verdict: Exclude<PromotionVerdict, 'gives'> | AudienceVerdict, missing: string): string;
}

type Reasons = { readonly [V in Exclude<PromotionVerdict, 'gives'> | AudienceVerdict]: (missing: string) => string };

const IN_ENGLISH: Reasons = {
  needs_sum: (missing) => `goods for ${missing} more are needed`,
  needs_pieces: (missing) => `${missing} more of its goods are needed`,
  no_goods: () => 'none of its goods are in the cart',
  taken: () => 'another promotion has these pieces',
  spent: () => 'its budget is spent',
  nothing_off: () => 'it has nothing to take off',
  other_currency: () => 'it is for another currency',
  needs_code: () => 'it needs a code',
  other_groups: () => 'it is for other customers',
  other_channels: () => 'it is for other channels',
  other_countries: () => 'it is for other countries',
  not_first_order: () => 'it is for the first order of an account',
  used_up: () => 'it was used as often as it may be',
  used_by_person: () => 'this person has had it as often as anybody may',
};

const IN_GERMAN: Reasons = {
  needs_sum: (missing) => `es fehlen Waren für ${missing}`,
  needs_pieces: (missing) => `es fehlen ${missing} Stück ihrer Waren`,
  no_goods: () => 'keine ihrer Waren ist im Warenkorb',
  taken: () => 'eine andere Aktion hat diese Stücke',
  spent: () => 'ihr Budget ist aufgebraucht',
  nothing_off: () => 'es gibt nichts, was sie abziehen könnte',
  other_currency: () => 'sie gilt in einer anderen Währung',
  needs_code: () => 'sie braucht einen Code',
  other_groups: () => 'sie gilt für andere Kunden',
  other_channels: () => 'sie gilt in anderen Kanälen',
  other_countries: () => 'sie gilt für andere Länder',
  not_first_order: () => 'sie gilt für die erste Bestellung eines Kontos',
  used_up: () => 'sie wurde so oft genutzt, wie sie darf',
  used_by_person: () => 'diese Person hatte sie so oft, wie sie darf',
};

const ENGLISH: PromotionWords = {
  gives: (name, amount, borne, tax) => `Promotion ${name}: takes ${amount} off${borne}; tax contained ${tax}.`,
  bears: (lineId, pieces, part) => `, line ${lineId} bears ${part} for ${pieces}`,
  ofDelivery: (part) => `, delivery bears ${part}`,
  ended: (name, day) => `Promotion ${name}: nothing, because it ended on ${day}.`,
  not: (name, verdict, missing) => `Promotion ${name}: nothing, because ${IN_ENGLISH[verdict](missing)}.`,
};

const GERMAN: PromotionWords = {
  gives: (name, amount, borne, tax) => `Aktion ${name}: zieht ${amount} ab${borne}; darin Steuer ${tax}.`,
  bears: (lineId, pieces, part) => `, Position ${lineId} trägt ${part} für ${pieces}`,
  ofDelivery: (part) => `, die Lieferung trägt ${part}`,
  ended: (name, day) => `Aktion ${name}: nichts, denn sie endete am ${day}.`,
  not: (name, verdict, missing) => `Aktion ${name}: nichts, denn ${IN_GERMAN[verdict](missing)}.`,
};

/** German for German, in whatever country it is spoken; English for all others. */
export const promotionWords = (language: string): PromotionWords => (language.startsWith('de') ? GERMAN : ENGLISH);
