// Who gets an order, where, and how it is paid: the same shape in a session's draft and in a placed order.

const ADDRESS = [
  'companyname',
  'department',
  'salutation',
  'firstname',
  'lastname',
  'street',
  'number',
  'zip',
  'state',
  'city',
  'country',
] as const;
export const ADDRESS_FIELDS: readonly string[] = ADDRESS;

/** The text fields that set_order_details and update_order_details take, by their wire names. */
export const DETAIL_FIELDS: readonly string[] = [
  ...ADDRESS.map((field) => `delivery_${field}`),
  ...ADDRESS.map((field) => `invoice_${field}`),
  'note',
  'email',
  'phone',
];

export interface OrderDetails {
  /** 0: not specified. */
  paymentMethodId: number;
  deliveryMethodId: number;
  /** DETAIL_FIELDS that were given; the others are empty. */
  fields: { readonly [field: string]: string };
  attributes: { readonly [name: string]: string };
}

/** What a call changes: absent members stay. */
export interface DetailsChange {
  readonly paymentMethodId?: number;
  readonly deliveryMethodId?: number;
  readonly fields: { readonly [field: string]: string };
  readonly attributes: { readonly [name: string]: string };
}

export const NO_DETAILS: OrderDetails = Object.freeze({
  paymentMethodId: 0,
  deliveryMethodId: 0,
  fields: {},
  attributes: {},
});

export const changedDetails = (before: OrderDetails, change: DetailsChange): OrderDetails => ({
  paymentMethodId: change.paymentMethodId ?? before.paymentMethodId,
  deliveryMethodId: change.deliveryMethodId ?? before.deliveryMethodId,
  fields: { ...before.fields, ...change.fields },
  attributes: { ...before.attributes, ...change.attributes },
});

type Texts = { readonly [name: string]: string };

/** What of the details is about a person, apart by the key that seals it. */
export interface PersonalDetails {
  readonly contact: Texts;
  readonly attributes: Texts;
  readonly invoice: Texts;
}

const NONE: Texts = Object.freeze({});

const isInvoice = (field: string): boolean => field.startsWith('invoice_');

export const personalOf = ({ fields, attributes }: Pick<OrderDetails, 'fields' | 'attributes'>): PersonalDetails => {
  const names = Object.keys(fields);
  if (!names.some(isInvoice)) return { contact: fields, attributes, invoice: NONE };
  const contact: { [field: string]: string } = {};
  const invoice: { [field: string]: string } = {};
  for (const name of names) (isInvoice(name) ? invoice : contact)[name] = fields[name]!;
  return { contact, attributes, invoice };
};

export const fieldsOf = ({ contact, invoice }: Pick<PersonalDetails, 'contact' | 'invoice'>): Texts => (Object.keys(invoice).length === 0 ? contact : { ...contact, ...invoice });

export const isAnonymous = ({ contact, attributes, invoice }: PersonalDetails): boolean =>
  Object.keys(contact).length + Object.keys(attributes).length + Object.keys(invoice).length === 0;

const erased = (wanted: (field: string) => boolean): Texts =>
  Object.fromEntries(DETAIL_FIELDS.filter(wanted).map((field) => [field, 'erased']));

/** How a session and an order declare these details (Personal). */
export const SEALED_DETAILS = {
  contact: { purpose: 'contact', erased: erased((field) => !isInvoice(field)) },
  attributes: { purpose: 'contact', erased: {} },
  invoice: { purpose: 'invoice', erased: erased(isInvoice) },
} as const;

export const detailsToRow = (details: OrderDetails): readonly [methods: readonly number[], ...personal: Texts[]] => {
  const { contact, attributes, invoice } = personalOf(details);
  return [[details.paymentMethodId, details.deliveryMethodId], contact, attributes, invoice];
};

export const detailsFromRow = ([methods, contact, attributes, invoice]: readonly unknown[]): OrderDetails => {
  const [paymentMethodId, deliveryMethodId] = methods as [number, number];
  const fields = fieldsOf({ contact: contact as Texts, invoice: invoice as Texts });
  return { paymentMethodId, deliveryMethodId, fields, attributes: attributes as Texts };
};
