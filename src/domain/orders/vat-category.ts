// Why a position of an order has the tax that it has, as electronic invoices say it: categories of UNTDID 5305 and
// reasons of the VATEX list.
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { TaxCategory } from '../accounting.ts';
import type { RateE6 } from '../money.ts';
import type { ExemptionKind, Seller } from '../seller.ts';
import { countryOfVatId, isInUnion, isVatId } from '../vat-id.ts';

/** Standard rate, zero rate, exempt, reverse charge, supply within the Union, export. */
type VatCode = TaxCategory;

export interface Vat {
  readonly code: VatCode;
  readonly rateE6: RateE6;
  /** Code of the VATEX list; '': none. */
  readonly reasonCode: string;
  /** '' where there is tax, or a rate of zero. */
  readonly reason: string;
}

interface Reason {
  readonly code: VatCode;
  readonly reasonCode: string;
  readonly de: string;
  readonly en: string;
}

type ReasonName = Exclude<ExemptionKind, 'zero' | 'exempt'> | 'small' | 'union' | 'export';

const REASONS: { readonly [name in ReasonName]: Reason } = {
  small: {
    code: 'E',
    reasonCode: '',
    de: 'Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG',
    en: 'No VAT: small business, § 19 UStG',
  },
  reverse_charge: {
    code: 'AE',
    reasonCode: 'VATEX-EU-AE',
    de: 'Steuerschuldnerschaft des Leistungsempfängers',
    en: 'Reverse charge',
  },
  union: {
    code: 'K',
    reasonCode: 'VATEX-EU-IC',
    de: 'Steuerfreie innergemeinschaftliche Lieferung',
    en: 'Intra-Community supply',
  },
  export: {
    code: 'G',
    reasonCode: 'VATEX-EU-G',
    de: 'Steuerfreie Ausfuhrlieferung',
    en: 'Export outside the EU',
  },
  second_hand: {
    code: 'E',
    reasonCode: 'VATEX-EU-F',
    de: 'Gebrauchtgegenstände/Sonderregelung',
    en: 'Margin scheme: second-hand goods',
  },
  art: {
    code: 'E',
    reasonCode: 'VATEX-EU-I',
    de: 'Kunstgegenstände/Sonderregelung',
    en: 'Margin scheme: works of art',
  },
  antiques: {
    code: 'E',
    reasonCode: 'VATEX-EU-J',
    de: 'Sammlungsstücke und Antiquitäten/Sonderregelung',
    en: 'Margin scheme: collectors’ items and antiques',
  },
};

export interface TaxFacts {
  readonly seller: Seller;
  /** Where the goods go, two letters; '': not known. */
  readonly country: string;
  /** Plain; '': none is known. */
  readonly buyerVatId: string;
  readonly isGerman: boolean;
}

const NO_TAX = 0 as RateE6;

const because = (name: ReasonName, { isGerman }: TaxFacts, words = ''): Vat => {
  const { code, reasonCode, de, en } = REASONS[name];
  return { code, rateE6: NO_TAX, reasonCode, reason: words || (isGerman ? de : en) };
};

const buyerOwes = (name: 'reverse_charge' | 'union', facts: TaxFacts, words = ''): Result<Vat> =>
  isVatId(facts.buyerVatId)
    ? ok(because(name, facts, words))
    : refuse('E_INVOICE_INCOMPLETE', 'attributes.vat_id', 'The order has no VAT id of its buyer that has its form.');

/**
 * The category of a position in the books. It follows from what never changes of an order, also after its person is
 * erased, so it takes goods without tax that go to another country of the Union for a supply within it.
 */
export const bookedCategory = (taxClass: string, rateE6: number, country: string, seller: Seller): TaxCategory => {
  if (rateE6 !== 0) return 'S';
  if (seller.smallBusiness) return 'E';
  const { kind } = seller.exemptions.find((one) => one.taxClass === taxClass) ?? {};
  if (kind === 'reverse_charge') return 'AE';
  if (kind !== undefined && kind !== 'zero') return 'E';
  if (country === '' || country === seller.country || !isInUnion(seller.country)) return 'Z';
  return isInUnion(country) ? 'K' : 'G';
};

/**
 * `taxClass`: of the position; '' where none is known. Refuses: E_INVOICE_INCOMPLETE where nothing says why there is no
 * tax.
 */
export const vatOf = (taxClass: string, rateE6: RateE6, facts: TaxFacts): Result<Vat> => {
  if (rateE6 !== 0) return ok({ code: 'S', rateE6, reasonCode: '', reason: '' });
  const { seller, country, buyerVatId } = facts;
  if (seller.smallBusiness) return ok(because('small', facts));
  const { kind, reason = '' } = seller.exemptions.find((one) => one.taxClass === taxClass) ?? {};
  if (kind === 'reverse_charge') return buyerOwes(kind, facts, reason);
  if (kind === 'exempt') return ok({ code: 'E', rateE6, reasonCode: '', reason });
  if (kind !== undefined && kind !== 'zero') return ok(because(kind, facts, reason));
  if (country !== '' && isInUnion(seller.country) && !isInUnion(country)) return ok(because('export', facts));
  const isAbroad = country !== '' && country !== seller.country && countryOfVatId(buyerVatId) !== seller.country;
  if (isAbroad && buyerVatId !== '') return buyerOwes('union', facts);
  if (kind === 'zero') return ok({ code: 'Z', rateE6, reasonCode: '', reason: '' });
  return refuse(
    'E_INVOICE_INCOMPLETE',
    'seller.exemptions',
    `The settings of the shop do not say why the tax class ${shown(taxClass)} has no tax in it.`,
  );
};
