// An electronic invoice or credit note in the Cross Industry Invoice (D16B), profile EN 16931 of ZUGFeRD and Factur-X.
// Elements stand in the order of the schema.
import type { EInvoice, InTax, PositionLine, PostalAddress, Adjustment, TaxOf } from '../../domain/orders/e-invoice.ts';
import { xmlDocument } from '../xml.ts';
import type { XmlElement } from '../xml.ts';
import { amount, each, percent, present, priceOf, quantity } from './e-invoice-amounts.ts';

const CII = 'urn:un:unece:uncefact';
const GUIDELINE = 'urn:cen.eu:en16931:2017';
/** Piece, of UN/ECE Recommendation 20. */
const PIECE = { unitCode: 'H87' };

const day = (date: string, name = 'udt'): XmlElement => [
  `${name}:DateTimeString`,
  date.replaceAll('-', ''),
  { format: '102' },
];

const money = (invoice: EInvoice, name: string, minor: number): XmlElement => [`ram:${name}`, amount(invoice, minor)];

const address = ({ street, zip, city, country }: PostalAddress): XmlElement => [
  'ram:PostalTradeAddress',
  present(['ram:PostcodeCode', zip], ['ram:LineOne', street], ['ram:CityName', city], ['ram:CountryID', country]),
];

const registration = (id: string, schemeID: string): XmlElement => [
  'ram:SpecifiedTaxRegistration',
  id === '' ? [] : [['ram:ID', id, { schemeID }]],
];

const email = (uri: string, name: string, schemeID = ''): XmlElement => [
  `ram:${name}`,
  uri === '' ? [] : [['ram:URIID', uri, schemeID === '' ? {} : { schemeID }]],
];

const seller = ({ seller: party }: EInvoice): XmlElement => [
  'ram:SellerTradeParty',
  present(
    ['ram:ID', party.vatId === '' ? party.taxNumber : ''],
    ['ram:Name', party.name],
    [
      'ram:DefinedTradeContact',
      present(
        ['ram:PersonName', party.contact],
        ['ram:TelephoneUniversalCommunication', present(['ram:CompleteNumber', party.phone])],
        email(party.email, 'EmailURIUniversalCommunication'),
      ),
    ],
    address(party),
    email(party.email, 'URIUniversalCommunication', 'EM'),
    registration(party.vatId, 'VA'),
    registration(party.taxNumber, 'FC'),
  ),
];

const buyer = ({ buyer: party }: EInvoice): XmlElement => [
  'ram:BuyerTradeParty',
  present(
    ['ram:Name', party.name],
    address(party),
    email(party.email, 'URIUniversalCommunication', 'EM'),
    registration(party.vatId, 'VA'),
  ),
];

const agreement = (invoice: EInvoice): XmlElement => [
  'ram:ApplicableHeaderTradeAgreement',
  present(['ram:BuyerReference', invoice.buyer.reference], seller(invoice), buyer(invoice), [
    'ram:BuyerOrderReferencedDocument',
    [['ram:IssuerAssignedID', invoice.orderNumber]],
  ]),
];

const delivery = ({ deliverTo, deliveredOn }: EInvoice): XmlElement => [
  'ram:ApplicableHeaderTradeDelivery',
  present(
    ['ram:ShipToTradeParty', deliverTo.country === '' ? [] : present(['ram:Name', deliverTo.name], address(deliverTo))],
    ['ram:ActualDeliverySupplyChainEvent', deliveredOn === '' ? [] : [['ram:OccurrenceDateTime', [day(deliveredOn)]]]],
  ),
];

const category = (name: string, tax: TaxOf): XmlElement => [
  `ram:${name}`,
  [
    ['ram:TypeCode', 'VAT'],
    ['ram:CategoryCode', tax.code],
    ['ram:RateApplicablePercent', percent(tax)],
  ],
];

const breakdown = (invoice: EInvoice, tax: TaxOf): XmlElement => [
  'ram:ApplicableTradeTax',
  present(
    money(invoice, 'CalculatedAmount', tax.taxMinor),
    ['ram:TypeCode', 'VAT'],
    ['ram:ExemptionReason', tax.reason],
    money(invoice, 'BasisAmount', tax.baseMinor),
    ['ram:CategoryCode', tax.code],
    ['ram:ExemptionReasonCode', tax.reasonCode],
    ['ram:RateApplicablePercent', percent(tax)],
  ),
];

const adjustment = (invoice: EInvoice, { reason, netMinor, tax }: InTax<Adjustment>): XmlElement => [
  'ram:SpecifiedTradeAllowanceCharge',
  [
    ['ram:ChargeIndicator', [['udt:Indicator', netMinor < 0 ? 'false' : 'true']]],
    money(invoice, 'ActualAmount', Math.abs(netMinor)),
    ['ram:Reason', reason],
    category('CategoryTradeTax', invoice.taxes[tax]!),
  ],
];

const means = ({ seller: { iban, name }, payment }: EInvoice): XmlElement => [
  'ram:SpecifiedTradeSettlementPaymentMeans',
  present(
    ['ram:TypeCode', iban === '' ? '1' : '58'],
    ['ram:Information', payment],
    [
      'ram:PayeePartyCreditorFinancialAccount',
      iban === ''
        ? []
        : [
            ['ram:IBANID', iban],
            ['ram:AccountName', name],
          ],
    ],
  ),
];

const totals = (invoice: EInvoice): XmlElement => {
  const { linesMinor, netMinor, grossMinor, allowancesMinor, chargesMinor, roundingMinor, dueMinor, taxMinor } =
    invoice.totals;
  return [
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    [
      money(invoice, 'LineTotalAmount', linesMinor),
      money(invoice, 'ChargeTotalAmount', chargesMinor),
      money(invoice, 'AllowanceTotalAmount', allowancesMinor),
      money(invoice, 'TaxBasisTotalAmount', netMinor),
      ['ram:TaxTotalAmount', amount(invoice, taxMinor), { currencyID: invoice.currency }],
      ...(roundingMinor === 0 ? [] : [money(invoice, 'RoundingAmount', roundingMinor)]),
      money(invoice, 'GrandTotalAmount', grossMinor),
      money(invoice, 'DuePayableAmount', dueMinor),
    ],
  ];
};

const preceding = ({ preceding: before }: EInvoice): XmlElement => [
  'ram:InvoiceReferencedDocument',
  before === null
    ? []
    : [
        ['ram:IssuerAssignedID', before.number],
        ['ram:FormattedIssueDateTime', [day(before.date, 'qdt')]],
      ],
];

const settlement = (invoice: EInvoice): XmlElement => [
  'ram:ApplicableHeaderTradeSettlement',
  [
    ['ram:InvoiceCurrencyCode', invoice.currency],
    means(invoice),
    ...each(invoice.taxes, (tax) => breakdown(invoice, tax)),
    ...each(invoice.adjustments, (one) => adjustment(invoice, one)),
    ['ram:SpecifiedTradePaymentTerms', [['ram:Description', invoice.payment || '–']]],
    totals(invoice),
    ...present(preceding(invoice)),
  ],
];

const line = (invoice: EInvoice, one: InTax<PositionLine>): XmlElement => {
  const [price, base] = priceOf(invoice, one);
  return [
    'ram:IncludedSupplyChainTradeLineItem',
    [
      ['ram:AssociatedDocumentLineDocument', [['ram:LineID', one.position]]],
      ['ram:SpecifiedTradeProduct', present(['ram:SellerAssignedID', one.number], ['ram:Name', one.name])],
      [
        'ram:SpecifiedLineTradeAgreement',
        [
          [
            'ram:NetPriceProductTradePrice',
            [
              ['ram:ChargeAmount', price],
              ['ram:BasisQuantity', base, PIECE],
            ],
          ],
        ],
      ],
      ['ram:SpecifiedLineTradeDelivery', [['ram:BilledQuantity', quantity(one.quantityMilli), PIECE]]],
      [
        'ram:SpecifiedLineTradeSettlement',
        [
          category('ApplicableTradeTax', invoice.taxes[one.tax]!),
          ['ram:SpecifiedTradeSettlementLineMonetarySummation', [money(invoice, 'LineTotalAmount', one.netMinor)]],
        ],
      ],
    ],
  ];
};

/** The document as text. */
export const ciiOf = (invoice: EInvoice): string =>
  xmlDocument([
    'rsm:CrossIndustryInvoice',
    [
      ['rsm:ExchangedDocumentContext', [['ram:GuidelineSpecifiedDocumentContextParameter', [['ram:ID', GUIDELINE]]]]],
      [
        'rsm:ExchangedDocument',
        [
          ['ram:ID', invoice.number],
          ['ram:TypeCode', invoice.kind === 'invoice' ? '380' : '381'],
          ['ram:IssueDateTime', [day(invoice.date)]],
        ],
      ],
      [
        'rsm:SupplyChainTradeTransaction',
        [
          ...each(invoice.lines, (one) => line(invoice, one)),
          agreement(invoice),
          delivery(invoice),
          settlement(invoice),
        ],
      ],
    ],
    {
      'xmlns:rsm': `${CII}:data:standard:CrossIndustryInvoice:100`,
      'xmlns:ram': `${CII}:data:standard:ReusableAggregateBusinessInformationEntity:100`,
      'xmlns:udt': `${CII}:data:standard:UnqualifiedDataType:100`,
      'xmlns:qdt': `${CII}:data:standard:QualifiedDataType:100`,
    },
  ]);
