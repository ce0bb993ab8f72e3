// What an electronic invoice says of the shop beside the head and the foot of its documents, field by field.
import { plainVatId, isVatId } from './vat-id.ts';

/**
 * Why goods of a tax class have no tax in them: a rate of zero, an exemption, a tax that the buyer owes, or one of the
 * margin, for second-hand goods, works of art and antiques.
 */
export const EXEMPTION_KINDS = ['zero', 'exempt', 'reverse_charge', 'second_hand', 'art', 'antiques'] as const;
export type ExemptionKind = (typeof EXEMPTION_KINDS)[number];

interface Exemption {
  /** Name of the tax class. */
  readonly taxClass: string;
  readonly kind: ExemptionKind;
  /** Words for an invoice; '': those of the kind. An exemption has no other words. */
  readonly reason: string;
}

export interface Seller {
  readonly name: string;
  readonly street: string;
  readonly zip: string;
  readonly city: string;
  /** Two letters. */
  readonly country: string;
  readonly vatId: string;
  /** The number by which the tax office knows it at home. */
  readonly taxNumber: string;
  /** Person or department that answers questions. */
  readonly contact: string;
  readonly phone: string;
  readonly email: string;
  readonly iban: string;
  /** It says no tax, because it is a small business (§ 19 UStG). */
  readonly smallBusiness: boolean;
  readonly exemptions: readonly Exemption[];
}

/** Nothing is told: the shop makes no electronic invoices. */
export const NO_SELLER: Seller = Object.freeze({
  name: '',
  street: '',
  zip: '',
  city: '',
  country: '',
  vatId: '',
  taxNumber: '',
  contact: '',
  phone: '',
  email: '',
  iban: '',
  smallBusiness: false,
  exemptions: [],
});

/** Remainder of ISO 7064 over an account number whose first four characters stand at its end. */
const ibanRest = (iban: string): number => {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) rest = Number(`${rest}${parseInt(character, 36)}`) % 97;
  return rest;
};

const isIban = (iban: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && ibanRest(iban) === 1;

/** As it is stored: numbers without blanks. */
export const heldSeller = (sent: Partial<Seller>): Seller => {
  const seller = { ...NO_SELLER, ...sent };
  return { ...seller, vatId: plainVatId(seller.vatId), iban: seller.iban.replace(/\s/g, '').toUpperCase() };
};

/** What is wrong with it, as a phrase; '' for nothing. */
export const sellerProblem = ({ vatId, iban, exemptions }: Seller): string => {
  if (vatId !== '' && !isVatId(vatId)) return `vat_id ${vatId} has not the form of one of the European Union`;
  if (iban !== '' && !isIban(iban)) return `iban ${iban} is none`;
  const classes = exemptions.map(({ taxClass }) => taxClass);
  const twice = classes.find((name, at) => classes.indexOf(name) !== at);
  if (twice !== undefined) return `exemptions name the tax class ${twice} twice`;
  const silent = exemptions.find(({ kind, reason }) => kind === 'exempt' && reason === '');
  return silent === undefined ? '' : `the exemption of ${silent.taxClass} has no reason`;
};
