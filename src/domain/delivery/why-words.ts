// The words for why a delivery method is not for a cart, and for what became of each rule, in English and German.
import { decimalText } from '../money.ts';
import type { WhyNot } from './facts.ts';

type Why = WhyNot | 'method_gone' | 'out_of_range' | 'no_quote';

/** `about`: as NotFor has it. Amounts of money are left out: the caller's currency says how they are written. */
type Reasons = { readonly [W in Why]: (about: number) => string };

interface DeliveryWords {
  readonly why: Reasons;
  /** A call has named the delivery costs. */
  readonly noneAsked: string;
  decides(ruleId: number, name: string): string;
  not(ruleId: number, name: string, why: string): string;
}

const grams = (weight: number, point = '.'): string => `${decimalText(weight, 3).replace('.', point)} kg`;
const litres = (volume: number, point = '.'): string => `${decimalText(volume, 6).replace('.', point)} l`;
const pieces = (milli: number, point = '.'): string => decimalText(milli, 3).replace('.', point);

const IN_ENGLISH: Reasons = {
  other_country: () => 'It does not go to this country.',
  needs_zip: () => 'It goes to some postal codes, and the address has none.',
  other_zip: () => 'It does not go to this postal code.',
  other_currency: () => 'It has no price in this currency.',
  other_channels: () => 'It is for other channels.',
  other_groups: () => 'It is for other customers.',
  excluded_goods: (product) => `It does not take the product ${product}.`,
  other_goods: (product) => `It is for other goods than the product ${product}.`,
  volume_unknown: (product) =>
    product < 0 ? 'How large the goods are is not known.' : `The product ${product} does not say how large it is.`,
  below_volume: (volume) => `It is for ${litres(volume)} and more.`,
  above_volume: (volume) => `It is for less than ${litres(volume)}.`,
  weight_unknown: (product) => `The product ${product} does not say what it weighs.`,
  below_weight: (weight) => `It is for ${grams(weight)} and more.`,
  above_weight: (weight) => `It is for less than ${grams(weight)}.`,
  below_pieces: (milli) => `It is for ${pieces(milli)} pieces and more.`,
  above_pieces: (milli) => `It is for less than ${pieces(milli)} pieces.`,
  below_sum: () => 'The goods come to too little.',
  above_sum: () => 'The goods come to too much.',
  not_in_storage: (product) => `The product ${product} is not there in these pieces.`,
  method_gone: () => 'The shop has this delivery method no more.',
  out_of_range: () => 'It would cost more than a price may be.',
  no_quote: () => 'Who says its price does not answer.',
};

const IN_GERMAN: Reasons = {
  other_country: () => 'Sie geht nicht in dieses Land.',
  needs_zip: () => 'Sie geht an bestimmte Postleitzahlen, und die Adresse hat keine.',
  other_zip: () => 'Sie geht nicht an diese Postleitzahl.',
  other_currency: () => 'Sie hat keinen Preis in dieser Währung.',
  other_channels: () => 'Sie gilt für andere Kanäle.',
  other_groups: () => 'Sie gilt für andere Kunden.',
  excluded_goods: (product) => `Sie nimmt das Produkt ${product} nicht mit.`,
  other_goods: (product) => `Sie gilt für andere Waren als das Produkt ${product}.`,
  volume_unknown: (product) =>
    product < 0 ? 'Wie groß die Waren sind, ist nicht bekannt.' : `Das Produkt ${product} sagt nicht, wie groß es ist.`,
  below_volume: (volume) => `Sie gilt ab ${litres(volume, ',')}.`,
  above_volume: (volume) => `Sie gilt für weniger als ${litres(volume, ',')}.`,
  weight_unknown: (product) => `Das Produkt ${product} sagt nicht, was es wiegt.`,
  below_weight: (weight) => `Sie gilt ab ${grams(weight, ',')}.`,
  above_weight: (weight) => `Sie gilt für weniger als ${grams(weight, ',')}.`,
  below_pieces: (milli) => `Sie gilt ab ${pieces(milli, ',')} Stück.`,
  above_pieces: (milli) => `Sie gilt für weniger als ${pieces(milli, ',')} Stück.`,
  below_sum: () => 'Der Wert der Waren ist zu klein.',
  above_sum: () => 'Der Wert der Waren ist zu groß.',
  not_in_storage: (product) => `Das Produkt ${product} liegt dort nicht in dieser Stückzahl.`,
  method_gone: () => 'Der Shop hat diese Versandart nicht mehr.',
  out_of_range: () => 'Sie würde mehr kosten, als ein Preis sein darf.',
  no_quote: () => 'Wer ihren Preis nennt, antwortet nicht.',
};

const ENGLISH: DeliveryWords = {
  why: IN_ENGLISH,
  noneAsked: 'Delivery rules: none was asked, because a call has named the delivery costs.',
  decides: (ruleId, name) => `Delivery rule ${ruleId}, ${name}: decides.`,
  not: (ruleId, name, why) => `Delivery rule ${ruleId}, ${name}: no. ${why}`,
};

const GERMAN: DeliveryWords = {
  why: IN_GERMAN,
  noneAsked: 'Versandregeln: Keine wurde gefragt, weil ein Aufruf die Versandkosten genannt hat.',
  decides: (ruleId, name) => `Versandregel ${ruleId}, ${name}: entscheidet.`,
  not: (ruleId, name, why) => `Versandregel ${ruleId}, ${name}: nein. ${why}`,
};

/** German for German, in whatever country it is spoken; English for all others. */
export const deliveryWords = (language: string): DeliveryWords => (language.startsWith('de') ? GERMAN : ENGLISH);
