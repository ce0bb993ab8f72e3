// An electronic invoice or credit note in UBL 2.1, as Peppol BIS Billing 3.0 and XRechnung 3.0 want it. Elements stand
// in the order of the schema.
import { peppolIds } from '../../domain/orders/e-invoice.ts';
import type { EInvoice, InTax, PositionLine, PostalAddress, Adjustment, TaxOf } from '../../domain/orders/e-invoice.ts';
import { xmlDocument } from '../xml.ts';
import type { XmlElement } from '../xml.ts';
import { amount, each, percent, present, priceOf, quantity } from './e-invoice-amounts.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
/** Piece, of UN/ECE Recommendation 20. */
const PIECE = 'H87';

const CUSTOMIZATIONS = {
  ubl: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
} as const;

const money = (invoice: EInvoice, name: string, minor: number): XmlElement => [
  `cbc:${name}`,
  amount(invoice, minor),
  { currencyID: invoice.currency },
];

const VAT_SCHEME: XmlElement = ['cac:TaxScheme', [['cbc:ID', 'VAT']]];

const category = (name: string, tax: TaxOf, why = false): XmlElement => [
  `cac:${name}`,
  [
    ['cbc:ID', tax.code],
    ['cbc:Percent', percent(tax)],
    ...(why ? present(['cbc:TaxExemptionReasonCode', tax.reasonCode], ['cbc:TaxExemptionReason', tax.reason]) : []),
    VAT_SCHEME,
  ],
];

const address = (name: string, { street, zip, city, country }: PostalAddress): XmlElement => [
  `cac:${name}`,
  present(
    ['cbc:StreetName', street],
    ['cbc:CityName', city],
    ['cbc:PostalZone', zip],
    ['cac:Country', present(['cbc:IdentificationCode', country])],
  ),
];

type UblFormat = keyof typeof CUSTOMIZATIONS;

/** Where a document goes: in Peppol by an id, else by email. */
const endpoint = (invoice: EInvoice, party: 'seller' | 'buyer', format: UblFormat): XmlElement => {
  if (format === 'xrechnung') return ['cbc:EndpointID', invoice[party].email, { schemeID: 'EM' }];
  const id = peppolIds(invoice)[party];
  return ['cbc:EndpointID', id.slice(5), { schemeID: id.slice(0, 4) }];
};

const taxNumber = (id: string, scheme: string): XmlElement => [
  'cac:PartyTaxScheme',
  id === ''
    ? []
    : [
        ['cbc:CompanyID', id],
        ['cac:TaxScheme', [['cbc:ID', scheme]]],
      ],
];

const seller = (invoice: EInvoice, format: UblFormat, { seller: party } = invoice): XmlElement => [
  'cac:AccountingSupplierParty',
  [
    [
      'cac:Party',
      present(
        endpoint(invoice, 'seller', format),
        ['cac:PartyIdentification', party.vatId === '' ? present(['cbc:ID', party.taxNumber]) : []],
        ['cac:PartyName', [['cbc:Name', party.name]]],
        address('PostalAddress', party),
        taxNumber(party.vatId, 'VAT'),
        taxNumber(party.taxNumber, 'FC'),
        ['cac:PartyLegalEntity', [['cbc:RegistrationName', party.name]]],
        [
          'cac:Contact',
          present(['cbc:Name', party.contact], ['cbc:Telephone', party.phone], ['cbc:ElectronicMail', party.email]),
        ],
      ),
    ],
  ],
];

const buyer = (invoice: EInvoice, format: UblFormat, { buyer: party } = invoice): XmlElement => [
  'cac:AccountingCustomerParty',
  [
    [
      'cac:Party',
      present(
        endpoint(invoice, 'buyer', format),
        address('PostalAddress', party),
        taxNumber(party.vatId, 'VAT'),
        ['cac:PartyLegalEntity', [['cbc:RegistrationName', party.name]]],
        ['cac:Contact', present(['cbc:ElectronicMail', party.email])],
      ),
    ],
  ],
];

const delivery = ({ deliverTo, deliveredOn }: EInvoice): XmlElement => [
  'cac:Delivery',
  present(
    ['cbc:ActualDeliveryDate', deliveredOn],
    ['cac:DeliveryLocation', deliverTo.country === '' ? [] : [address('Address', deliverTo)]],
    ['cac:DeliveryParty', present(['cac:PartyName', present(['cbc:Name', deliverTo.name])])],
  ),
];

const means = ({ seller: { iban, name }, payment }: EInvoice): XmlElement => [
  'cac:PaymentMeans',
  [
    ['cbc:PaymentMeansCode', iban === '' ? '1' : '58', payment === '' ? {} : { name: payment }],
    ...present([
      'cac:PayeeFinancialAccount',
      iban === ''
        ? []
        : [
            ['cbc:ID', iban],
            ['cbc:Name', name],
          ],
    ]),
  ],
];

const adjustment = (invoice: EInvoice, { reason, netMinor, tax }: InTax<Adjustment>): XmlElement => [
  'cac:AllowanceCharge',
  [
    ['cbc:ChargeIndicator', netMinor < 0 ? 'false' : 'true'],
    ['cbc:AllowanceChargeReason', reason],
    money(invoice, 'Amount', Math.abs(netMinor)),
    category('TaxCategory', invoice.taxes[tax]!),
  ],
];

const taxTotal = (invoice: EInvoice): XmlElement => [
  'cac:TaxTotal',
  [
    money(invoice, 'TaxAmount', invoice.totals.taxMinor),
    ...each(invoice.taxes, (tax) => [
      'cac:TaxSubtotal',
      [
        money(invoice, 'TaxableAmount', tax.baseMinor),
        money(invoice, 'TaxAmount', tax.taxMinor),
        category('TaxCategory', tax, true),
      ],
    ]),
  ],
];

const totals = (invoice: EInvoice): XmlElement => {
  const { linesMinor, netMinor, grossMinor, allowancesMinor, chargesMinor, roundingMinor, dueMinor } = invoice.totals;
  return [
    'cac:LegalMonetaryTotal',
    [
      money(invoice, 'LineExtensionAmount', linesMinor),
      money(invoice, 'TaxExclusiveAmount', netMinor),
      money(invoice, 'TaxInclusiveAmount', grossMinor),
      money(invoice, 'AllowanceTotalAmount', allowancesMinor),
      money(invoice, 'ChargeTotalAmount', chargesMinor),
      ...(roundingMinor === 0 ? [] : [money(invoice, 'PayableRoundingAmount', roundingMinor)]),
      money(invoice, 'PayableAmount', dueMinor),
    ],
  ];
};

const line = (invoice: EInvoice, one: InTax<PositionLine>): XmlElement => {
  const isCredit = invoice.kind === 'credit_note';
  const [price, base] = priceOf(invoice, one);
  return [
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    [
      ['cbc:ID', one.position],
      [isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', quantity(one.quantityMilli), { unitCode: PIECE }],
      money(invoice, 'LineExtensionAmount', one.netMinor),
      [
        'cac:Item',
        present(
          ['cbc:Name', one.name],
          ['cac:SellersItemIdentification', present(['cbc:ID', one.number])],
          category('ClassifiedTaxCategory', invoice.taxes[one.tax]!),
        ),
      ],
      [
        'cac:Price',
        [
          ['cbc:PriceAmount', price, { currencyID: invoice.currency }],
          ['cbc:BaseQuantity', base, { unitCode: PIECE }],
        ],
      ],
    ],
  ];
};

const head = (invoice: EInvoice, format: UblFormat): XmlElement[] => {
  const { kind, number, date, preceding, orderNumber, currency, buyer: to } = invoice;
  return present(
    ['cbc:CustomizationID', CUSTOMIZATIONS[format]],
    ['cbc:ProfileID', PROFILE],
    ['cbc:ID', number],
    ['cbc:IssueDate', date],
    kind === 'invoice' ? ['cbc:InvoiceTypeCode', '380'] : ['cbc:CreditNoteTypeCode', '381'],
    ['cbc:DocumentCurrencyCode', currency],
    ['cbc:BuyerReference', to.reference],
    ['cac:OrderReference', [['cbc:ID', orderNumber]]],
    [
      'cac:BillingReference',
      preceding === null
        ? []
        : [
            [
              'cac:InvoiceDocumentReference',
              [
                ['cbc:ID', preceding.number],
                ['cbc:IssueDate', preceding.date],
              ],
            ],
          ],
    ],
  );
};

/** The document as text. */
export const ublOf = (invoice: EInvoice, format: UblFormat): string => {
  const name = invoice.kind === 'invoice' ? 'Invoice' : 'CreditNote';
  return xmlDocument([
    name,
    [
      ...head(invoice, format),
      seller(invoice, format),
      buyer(invoice, format),
      ...present(delivery(invoice)),
      means(invoice),
      ['cac:PaymentTerms', [['cbc:Note', invoice.payment || '–']]],
      ...each(invoice.adjustments, (one) => adjustment(invoice, one)),
      taxTotal(invoice),
      totals(invoice),
      ...each(invoice.lines, (one) => line(invoice, one)),
    ],
    {
      xmlns: `${UBL}:${name}-2`,
      'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
    },
  ]);
};
