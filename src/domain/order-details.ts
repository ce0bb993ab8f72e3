// Who gets an order, where, and how it is paid: the same shape in a session's draft and in a placed order.
import { DONE, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { mergePlain } from './attributes.ts';

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

/** What stands beside the countries as they were sent: the two letters that ISO 3166 has for them. */
export const COUNTRY_CODES: readonly string[] = ['delivery_country_code', 'invoice_country_code'];

const isInvoice = (field: string): boolean => field.startsWith('invoice_');

const FIELDS = [...DETAIL_FIELDS, ...COUNTRY_CODES];
const CONTACT_FIELDS = FIELDS.filter((field) => !isInvoice(field));
const INVOICE_FIELDS = FIELDS.filter(isInvoice);

type Part = 'contact' | 'invoice';
const PLACES = new Map<string, readonly [part: Part, at: number]>([
  ...CONTACT_FIELDS.map((field, at) => [field, ['contact', at]] as const),
  ...INVOICE_FIELDS.map((field, at) => [field, ['invoice', at]] as const),
]);

/** Values by the places of their fields; none at all when every one is empty. */
type Values = readonly string[];
type Texts = { readonly [name: string]: string };

export interface OrderDetails {
  /** 0: not specified. */
  readonly paymentMethodId: number;
  readonly deliveryMethodId: number;
  /** What is about a person, apart by the key that seals it. */
  readonly contact: Values;
  readonly attributes: Texts;
  readonly invoice: Values;
}

/** null takes an attribute away. */
type TextChanges = { readonly [name: string]: string | null };

/** What a call changes: absent members stay, method 0 is none. `fields`: DETAIL_FIELDS and COUNTRY_CODES by their names. */
export interface DetailsChange {
  readonly paymentMethodId?: number;
  readonly deliveryMethodId?: number;
  readonly fields: Texts;
  /** null takes every attribute away. */
  readonly attributes: TextChanges | null;
}

/** The same on its way through the journal: the values as they are then, null where they stay. */
export interface PersonalChange {
  readonly contact: Values | null;
  readonly attributes: TextChanges;
  readonly invoice: Values | null;
}

const NONE: Values = [];

export const NO_DETAILS: OrderDetails = Object.freeze({ paymentMethodId: 0, deliveryMethodId: 0, contact: NONE, attributes: {}, invoice: NONE });

export const fieldOf = (details: OrderDetails, field: string): string => {
  const [part, at] = PLACES.get(field)!;
  return details[part][at] ?? '';
};

/** The fields that are not empty, by their names. */
export const fieldsOf = (details: OrderDetails): Texts =>
  Object.fromEntries(FIELDS.map((field) => [field, fieldOf(details, field)]).filter(([, value]) => value !== ''));

/** For the audit. */
export const shownDetails = (details: OrderDetails): object => {
  const { paymentMethodId, deliveryMethodId, attributes } = details;
  return { paymentMethodId, deliveryMethodId, fields: fieldsOf(details), attributes };
};

const changed = (before: Values, fields: readonly string[], given: Texts): Values | null => {
  if (!fields.some((field) => given[field] !== undefined)) return null;
  const after = fields.map((field, at) => given[field] ?? before[at] ?? '');
  return after.every((value) => value === '') ? NONE : after;
};

const noneLeft = (attributes: Texts): TextChanges => Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));

export const personalChange = (before: OrderDetails, { fields, attributes }: DetailsChange): PersonalChange => ({
  contact: changed(before.contact, CONTACT_FIELDS, fields),
  attributes: attributes ?? noneLeft(before.attributes),
  invoice: changed(before.invoice, INVOICE_FIELDS, fields),
});

/** Each call may bring some; neither a draft nor an order grows for ever. */
const ATTRIBUTES_MAX = 200;

/** Orders of older journals may hold more: those are changed, and none is added. Refuses: PARAMETER_INVALID. */
export const attributesFit = ({ attributes: before }: OrderDetails, { attributes }: DetailsChange): Result<void> => {
  const held = Object.keys(before).length;
  const after = Object.keys(mergePlain(before, attributes ?? {})).length;
  if (after <= held || after <= ATTRIBUTES_MAX) return DONE;
  return refuse('PARAMETER_INVALID', 'attributes', `An order has at most ${ATTRIBUTES_MAX} attributes.`);
};

/** Nothing in it is about anybody. */
export const isAnonymous = ({ contact, attributes, invoice }: PersonalChange): boolean =>
  (contact ?? NONE).length + (invoice ?? NONE).length + Object.keys(attributes).length === 0;

interface DetailsEvent extends PersonalChange {
  readonly paymentMethodId: number | null;
  readonly deliveryMethodId: number | null;
}

export const changedDetails = (before: OrderDetails, { paymentMethodId, deliveryMethodId, contact, attributes, invoice }: DetailsEvent): OrderDetails => ({
  paymentMethodId: paymentMethodId ?? before.paymentMethodId,
  deliveryMethodId: deliveryMethodId ?? before.deliveryMethodId,
  contact: contact ?? before.contact,
  attributes: Object.keys(attributes).length === 0 ? before.attributes : mergePlain(before.attributes, attributes),
  invoice: invoice ?? before.invoice,
});

/** Where to send it and whom to ask; what was said about one order alone is left out. */
export const addressesOf = ({ contact, invoice }: OrderDetails): OrderDetails => ({
  ...NO_DETAILS,
  contact: changed(contact, CONTACT_FIELDS, { note: '' }) ?? contact,
  invoice,
});

/** Nothing that is about anybody. */
export const methodsOf = ({ paymentMethodId, deliveryMethodId }: OrderDetails): OrderDetails => ({ ...NO_DETAILS, paymentMethodId, deliveryMethodId });

export const isBlank = ({ contact, invoice }: OrderDetails): boolean => contact.length + invoice.length === 0;

const erased = (fields: readonly string[]): Values => fields.map(() => 'erased');

/** How a session and an order declare these details (Personal). */
export const SEALED_DETAILS = {
  contact: { purpose: 'contact', erased: erased(CONTACT_FIELDS) },
  attributes: { purpose: 'contact', erased: {} },
  invoice: { purpose: 'invoice', erased: erased(INVOICE_FIELDS) },
} as const;

/** Shape on disk. */
export const detailsToRow = ({ paymentMethodId, deliveryMethodId, contact, attributes, invoice }: OrderDetails): unknown[] => [
  [paymentMethodId, deliveryMethodId],
  contact,
  attributes,
  invoice,
];

export const detailsFromRow = ([methods, contact, attributes, invoice]: readonly unknown[]): OrderDetails => {
  const [paymentMethodId, deliveryMethodId] = methods as [number, number];
  return { paymentMethodId, deliveryMethodId, contact: contact as Values, attributes: attributes as Texts, invoice: invoice as Values };
};
