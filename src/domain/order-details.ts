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

export const detailsToRow = ({ paymentMethodId, deliveryMethodId, fields, attributes }: OrderDetails): unknown[] => [
  paymentMethodId,
  deliveryMethodId,
  fields,
  attributes,
];

export const detailsFromRow = ([paymentMethodId, deliveryMethodId, fields, attributes]: readonly unknown[]) =>
  ({ paymentMethodId, deliveryMethodId, fields, attributes }) as OrderDetails;
