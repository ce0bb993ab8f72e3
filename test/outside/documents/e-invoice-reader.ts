// Reads an electronic invoice in UBL or CII back by somebody else's parser, into what EN 16931 names: texts as they
// stand there, and amounts as exact integers of 1/100, so that rules can be checked without a float.
import { XMLParser, XMLValidator } from 'fast-xml-parser';

type Tree = { readonly [name: string]: unknown };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  alwaysCreateTextNode: true,
});

/** A decimal text as an integer of `digits` decimals; NaN for anything else, and for one with more decimals. */
export const scaled = (text: string, digits: number): number => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > digits) return NaN;
  return Number(`${sign}${whole}${fraction.padEnd(digits, '0')}`);
};

const all = (tree: unknown, path: string): readonly Tree[] =>
  path
    .split('/')
    .reduce<readonly unknown[]>(
      (trees, name) => trees.flatMap((one) => ((one as Tree | undefined)?.[name] as readonly Tree[] | undefined) ?? []),
      [tree],
    ) as readonly Tree[];

const text = (tree: unknown, path: string): string => {
  const [first] = all(tree, path);
  return first === undefined ? '' : ((first['#text'] as string | undefined) ?? '');
};

const attribute = (tree: unknown, path: string, name: string): string => {
  const [first] = all(tree, path);
  return (first?.[`@${name}`] as string | undefined) ?? '';
};

export interface ReadTax {
  readonly code: string;
  readonly rate: string;
  readonly base: string;
  readonly tax: string;
  readonly reason: string;
  readonly reasonCode: string;
}

interface ReadParty {
  readonly name: string;
  readonly street: string;
  readonly zip: string;
  readonly city: string;
  readonly country: string;
  readonly vatId: string;
  readonly taxNumber: string;
  readonly id: string;
  readonly endpoint: string;
  readonly endpointScheme: string;
  readonly contact: string;
  readonly phone: string;
  readonly email: string;
}

export interface ReadInvoice {
  readonly specification: string;
  readonly number: string;
  readonly date: string;
  readonly typeCode: string;
  readonly currency: string;
  readonly buyerReference: string;
  readonly preceding: string;
  readonly seller: ReadParty;
  readonly buyer: ReadParty;
  readonly deliverCountry: string;
  readonly deliverCity: string;
  readonly deliverZip: string;
  readonly deliveredOn: string;
  readonly meansCode: string;
  readonly iban: string;
  readonly terms: string;
  readonly adjustments: readonly {
    readonly isCharge: boolean;
    readonly amount: string;
    readonly reason: string;
    readonly code: string;
    readonly rate: string;
  }[];
  readonly taxes: readonly ReadTax[];
  /** BT-106 to BT-115, and BT-110. */
  readonly totals: { readonly [name in Total]: string };
  readonly lines: readonly {
    readonly id: string;
    readonly quantity: string;
    readonly unit: string;
    readonly net: string;
    readonly name: string;
    readonly code: string;
    readonly rate: string;
    readonly price: string;
    readonly base: string;
  }[];
}

type Total = 'lines' | 'allowances' | 'charges' | 'net' | 'tax' | 'gross' | 'rounding' | 'due';

/** Every element as a list. */
const listed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (name.startsWith('@') || name === '#text') return [name, one];
      return [name, (Array.isArray(one) ? (one as unknown[]) : [one]).map(listed)];
    }),
  );
};

const treeOf = (xml: string): Tree => {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new Error(valid.err.msg);
  return listed(parser.parse(xml)) as Tree;
};

const ublParty = (tree: Tree, role: string): ReadParty => {
  const of = (path: string): string => text(tree, `${role}/Party/${path}`);
  const schemes = all(tree, `${role}/Party/PartyTaxScheme`);
  const number = (scheme: string): string =>
    text(
      schemes.find((one) => text(one, 'TaxScheme/ID') === scheme),
      'CompanyID',
    );
  return {
    name: of('PartyLegalEntity/RegistrationName'),
    street: of('PostalAddress/StreetName'),
    zip: of('PostalAddress/PostalZone'),
    city: of('PostalAddress/CityName'),
    country: of('PostalAddress/Country/IdentificationCode'),
    vatId: number('VAT'),
    taxNumber: number('FC'),
    id: of('PartyIdentification/ID'),
    endpoint: of('EndpointID'),
    endpointScheme: attribute(tree, `${role}/Party/EndpointID`, 'schemeID'),
    contact: of('Contact/Name'),
    phone: of('Contact/Telephone'),
    email: of('Contact/ElectronicMail'),
  };
};

const ublOf = (tree: Tree, isCredit: boolean): ReadInvoice => {
  const of = (path: string): string => text(tree, path);
  const total = (name: string): string => of(`LegalMonetaryTotal/${name}`);
  const category = (one: Tree, name: string) => ({ code: text(one, `${name}/ID`), rate: text(one, `${name}/Percent`) });
  return {
    specification: of('CustomizationID'),
    number: of('ID'),
    date: of('IssueDate'),
    typeCode: of(isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode'),
    currency: of('DocumentCurrencyCode'),
    buyerReference: of('BuyerReference'),
    preceding: of('BillingReference/InvoiceDocumentReference/ID'),
    seller: ublParty(tree, 'AccountingSupplierParty'),
    buyer: ublParty(tree, 'AccountingCustomerParty'),
    deliverCountry: of('Delivery/DeliveryLocation/Address/Country/IdentificationCode'),
    deliverCity: of('Delivery/DeliveryLocation/Address/CityName'),
    deliverZip: of('Delivery/DeliveryLocation/Address/PostalZone'),
    deliveredOn: of('Delivery/ActualDeliveryDate'),
    meansCode: of('PaymentMeans/PaymentMeansCode'),
    iban: of('PaymentMeans/PayeeFinancialAccount/ID'),
    terms: of('PaymentTerms/Note'),
    adjustments: all(tree, 'AllowanceCharge').map((one) => ({
      isCharge: text(one, 'ChargeIndicator') === 'true',
      amount: text(one, 'Amount'),
      reason: text(one, 'AllowanceChargeReason'),
      ...category(one, 'TaxCategory'),
    })),
    taxes: all(tree, 'TaxTotal/TaxSubtotal').map((one) => ({
      ...category(one, 'TaxCategory'),
      base: text(one, 'TaxableAmount'),
      tax: text(one, 'TaxAmount'),
      reason: text(one, 'TaxCategory/TaxExemptionReason'),
      reasonCode: text(one, 'TaxCategory/TaxExemptionReasonCode'),
    })),
    totals: {
      lines: total('LineExtensionAmount'),
      allowances: total('AllowanceTotalAmount'),
      charges: total('ChargeTotalAmount'),
      net: total('TaxExclusiveAmount'),
      tax: of('TaxTotal/TaxAmount'),
      gross: total('TaxInclusiveAmount'),
      rounding: total('PayableRoundingAmount'),
      due: total('PayableAmount'),
    },
    lines: all(tree, isCredit ? 'CreditNoteLine' : 'InvoiceLine').map((one) => ({
      id: text(one, 'ID'),
      quantity: text(one, isCredit ? 'CreditedQuantity' : 'InvoicedQuantity'),
      unit: attribute(one, isCredit ? 'CreditedQuantity' : 'InvoicedQuantity', 'unitCode'),
      net: text(one, 'LineExtensionAmount'),
      name: text(one, 'Item/Name'),
      ...category(one, 'Item/ClassifiedTaxCategory'),
      price: text(one, 'Price/PriceAmount'),
      base: text(one, 'Price/BaseQuantity'),
    })),
  };
};

const ciiParty = (agreement: unknown, role: string): ReadParty => {
  const of = (path: string): string => text(agreement, `${role}/${path}`);
  const numbers = all(agreement, `${role}/SpecifiedTaxRegistration`);
  const number = (scheme: string): string =>
    text({ one: numbers.filter((one) => attribute(one, 'ID', 'schemeID') === scheme) }, 'one/ID');
  return {
    name: of('Name'),
    street: of('PostalTradeAddress/LineOne'),
    zip: of('PostalTradeAddress/PostcodeCode'),
    city: of('PostalTradeAddress/CityName'),
    country: of('PostalTradeAddress/CountryID'),
    vatId: number('VA'),
    taxNumber: number('FC'),
    id: of('ID'),
    endpoint: of('URIUniversalCommunication/URIID'),
    endpointScheme: attribute(agreement, `${role}/URIUniversalCommunication/URIID`, 'schemeID'),
    contact: of('DefinedTradeContact/PersonName'),
    phone: of('DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber'),
    email: of('DefinedTradeContact/EmailURIUniversalCommunication/URIID'),
  };
};

const dated = (day: string): string => day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

const ciiOf = (tree: Tree): ReadInvoice => {
  const of = (path: string): string => text(tree, path);
  const trade = 'SupplyChainTradeTransaction';
  const agreement = all(tree, `${trade}/ApplicableHeaderTradeAgreement`)[0];
  const settlement = all(tree, `${trade}/ApplicableHeaderTradeSettlement`)[0];
  const delivery = all(tree, `${trade}/ApplicableHeaderTradeDelivery`)[0];
  const total = (name: string): string => text(settlement, `SpecifiedTradeSettlementHeaderMonetarySummation/${name}`);
  const category = (one: Tree, name: string) => ({
    code: text(one, `${name}CategoryCode`),
    rate: text(one, `${name}RateApplicablePercent`),
  });
  return {
    specification: of('ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'),
    number: of('ExchangedDocument/ID'),
    date: dated(of('ExchangedDocument/IssueDateTime/DateTimeString')),
    typeCode: of('ExchangedDocument/TypeCode'),
    currency: text(settlement, 'InvoiceCurrencyCode'),
    buyerReference: text(agreement, 'BuyerReference'),
    preceding: text(settlement, 'InvoiceReferencedDocument/IssuerAssignedID'),
    seller: ciiParty(agreement, 'SellerTradeParty'),
    buyer: ciiParty(agreement, 'BuyerTradeParty'),
    deliverCountry: text(delivery, 'ShipToTradeParty/PostalTradeAddress/CountryID'),
    deliverCity: text(delivery, 'ShipToTradeParty/PostalTradeAddress/CityName'),
    deliverZip: text(delivery, 'ShipToTradeParty/PostalTradeAddress/PostcodeCode'),
    deliveredOn: dated(text(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString')),
    meansCode: text(settlement, 'SpecifiedTradeSettlementPaymentMeans/TypeCode'),
    iban: text(settlement, 'SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID'),
    terms: text(settlement, 'SpecifiedTradePaymentTerms/Description'),
    adjustments: all(settlement, 'SpecifiedTradeAllowanceCharge').map((one) => ({
      isCharge: text(one, 'ChargeIndicator/Indicator') === 'true',
      amount: text(one, 'ActualAmount'),
      reason: text(one, 'Reason'),
      ...category(one, 'CategoryTradeTax/'),
    })),
    taxes: all(settlement, 'ApplicableTradeTax').map((one) => ({
      ...category(one, ''),
      base: text(one, 'BasisAmount'),
      tax: text(one, 'CalculatedAmount'),
      reason: text(one, 'ExemptionReason'),
      reasonCode: text(one, 'ExemptionReasonCode'),
    })),
    totals: {
      lines: total('LineTotalAmount'),
      allowances: total('AllowanceTotalAmount'),
      charges: total('ChargeTotalAmount'),
      net: total('TaxBasisTotalAmount'),
      tax: total('TaxTotalAmount'),
      gross: total('GrandTotalAmount'),
      rounding: total('RoundingAmount'),
      due: total('DuePayableAmount'),
    },
    lines: all(tree, `${trade}/IncludedSupplyChainTradeLineItem`).map((one) => ({
      id: text(one, 'AssociatedDocumentLineDocument/LineID'),
      quantity: text(one, 'SpecifiedLineTradeDelivery/BilledQuantity'),
      unit: attribute(one, 'SpecifiedLineTradeDelivery/BilledQuantity', 'unitCode'),
      net: text(one, 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
      name: text(one, 'SpecifiedTradeProduct/Name'),
      ...category(one, 'SpecifiedLineTradeSettlement/ApplicableTradeTax/'),
      price: text(one, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'),
      base: text(one, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity'),
    })),
  };
};

/** Throws where it is no XML, or neither of the two. */
export const readInvoice = (xml: string): ReadInvoice => {
  const tree = treeOf(xml);
  const [cii] = all(tree, 'CrossIndustryInvoice');
  if (cii !== undefined) return ciiOf(cii);
  const [credit] = all(tree, 'CreditNote');
  const [invoice] = all(tree, 'Invoice');
  if ((credit ?? invoice) === undefined) throw new Error('neither UBL nor CII');
  return ublOf((credit ?? invoice)!, credit !== undefined);
};
