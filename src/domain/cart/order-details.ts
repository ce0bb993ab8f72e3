// Who gets an order, where, and how it is paid: the same shape in a session's draft and in a placed order.
import { DONE, refuse } from '../../kernel/result.ts';
import { mayLack } from './address-form.ts';
import { nameIn } from '../rules.ts';
import type { Method, Names, ShopRules } from '../rules.ts';
import type { Result } from '../../kernel/result.ts';
import { mergePlain } from '../attributes/attributes.ts';
import { field, schema } from '../schema.ts';

export const ADDRESS_FIELDS = [
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

/** The text fields that set_order_details and update_order_details take, by their wire names. */
export const DETAIL_FIELDS: readonly string[] = [
  ...ADDRESS_FIELDS.map((field) => `delivery_${field}`),
  ...ADDRESS_FIELDS.map((field) => `invoice_${field}`),
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
const PLACES = new Map<string, readonly [part: Part, index: number]>([
  ...CONTACT_FIELDS.map((field, index) => [field, ['contact', index]] as const),
  ...INVOICE_FIELDS.map((field, index) => [field, ['invoice', index]] as const),
]);

/** Values by the places of their fields; none at all when every one is empty. */
type Values = readonly string[];
type Texts = { readonly [name: string]: string };

export interface OrderDetails {
  /** 0: not specified. */
  readonly paymentMethodId: number;
  readonly deliveryMethodId: number;
  /**
   * Their names when the order was placed, '' where it has no such method; null in a draft.
   */
  readonly paymentMethod: Names | null;
  readonly deliveryMethod: Names | null;
  /** Where an order goes that names no delivery country: the country that taxed it; '' in a draft. */
  readonly shopCountry: string;
  /** What is about a person, separated by the key that encrypts it. */
  readonly contact: Values;
  readonly attributes: Texts;
  readonly invoice: Values;
}

/** null takes an attribute away. */
type TextChanges = { readonly [name: string]: string | null };

/**
 * What a call changes: absent members stay, method 0 is none. `fields`: DETAIL_FIELDS and COUNTRY_CODES by their names.
 */
export interface DetailsChange {
  readonly paymentMethodId?: number;
  readonly deliveryMethodId?: number;
  readonly fields: Texts;
  /** null takes every attribute away. */
  readonly attributes: TextChanges | null;
}

/**
 * A change of details as an event holds it: contact and invoice as whole new lists of values, null: unchanged;
 * attributes as changes.
 */
export interface PersonalChange {
  readonly contact: Values | null;
  readonly attributes: TextChanges;
  readonly invoice: Values | null;
}

const NONE: Values = [];

const erasedValues = (fields: readonly string[]): Values => fields.map(() => 'erased');

/** How drafts, orders and their events declare what is about a person. */
const PERSONAL = {
  contact: { personal: 'contact', erased: erasedValues(CONTACT_FIELDS) },
  attributes: { personal: 'contact', erased: {} },
  invoice: { personal: 'invoice', erased: erasedValues(INVOICE_FIELDS) },
} as const;

export const DETAILS = schema<OrderDetails>({
  paymentMethodId: 0,
  deliveryMethodId: 0,
  paymentMethod: null,
  deliveryMethod: null,
  shopCountry: '',
  contact: field(NONE, PERSONAL.contact),
  attributes: field<Texts>({}, PERSONAL.attributes),
  invoice: field(NONE, PERSONAL.invoice),
});

/** The fields of the events that change details, in journal order; a method that is null stays. */
export const DETAILS_CHANGE = {
  paymentMethodId: null as number | null,
  deliveryMethodId: null as number | null,
  subject: 0,
  contact: field<PersonalChange['contact']>(null, PERSONAL.contact),
  attributes: field<PersonalChange['attributes']>({}, PERSONAL.attributes),
  invoice: field<PersonalChange['invoice']>(null, PERSONAL.invoice),
};

/** Nothing entered; never changed. */
export const NO_DETAILS: OrderDetails = Object.freeze(DETAILS.initial());

type Read = (details: OrderDetails) => string;

const reader = (field: string): Read => {
  const [part, index] = PLACES.get(field)!;
  if (field === 'delivery_country' || field === 'delivery_country_code')
    return ({ contact, shopCountry }) => contact[index] || shopCountry;
  return part === 'contact' ? ({ contact }) => contact[index] || '' : ({ invoice }) => invoice[index] || '';
};

const READERS = new Map(FIELDS.map((field) => [field, reader(field)]));

/** Returns what reads a field, for those who read it often. */
export const readerOf = (field: string): Read => READERS.get(field)!;

export const fieldOf = (details: OrderDetails, field: string): string => readerOf(field)(details);

const deliveryCountry = readerOf('delivery_country_code');
const TWO_LETTERS = /^[A-Z]{2}$/;

/** The country that the draft names to deliver to, as two letters; '' while it names none that ISO 3166 knows. */
export const deliveryCountryOf = (draft: OrderDetails): string => {
  const code = draft.contact.length === 0 ? '' : deliveryCountry(draft);
  return TWO_LETTERS.test(code) ? code : '';
};

export type MethodKind = 'payment' | 'delivery';

/** As the order holds it, else as the settings have it; '' for none. */
export const methodName = (details: OrderDetails, kind: MethodKind, rules: ShopRules, language: string): string => {
  const names = kind === 'payment' ? details.paymentMethod : details.deliveryMethod;
  const [methods, id] =
    kind === 'payment'
      ? [rules.paymentMethods, details.paymentMethodId]
      : [rules.deliveryMethods, details.deliveryMethodId];
  return nameIn(names ?? namesOf(methods, id), language, rules.language);
};

/** Names of a method; '' where there is no such method. */
const namesOf = (methods: readonly Method[], id: number): Names =>
  methods.find((method) => method.id === id)?.name ?? '';

/** The names of methods that a change brings, as the settings have them today; null where a method stays. */
export const namesChanged = (
  before: OrderDetails,
  { paymentMethodId: payment, deliveryMethodId: delivery }: DetailsChange,
  rules: ShopRules,
): ChangedNames => ({
  paymentMethod:
    payment === undefined || payment === before.paymentMethodId ? null : namesOf(rules.paymentMethods, payment),
  deliveryMethod:
    delivery === undefined || delivery === before.deliveryMethodId ? null : namesOf(rules.deliveryMethods, delivery),
});

/** A draft as the order that it becomes holds it. `country`: that taxed it, where the draft names none. */
export const placedDetails = (draft: OrderDetails, rules: ShopRules, country: string): OrderDetails => ({
  paymentMethodId: draft.paymentMethodId,
  deliveryMethodId: draft.deliveryMethodId,
  paymentMethod: namesOf(rules.paymentMethods, draft.paymentMethodId),
  deliveryMethod: namesOf(rules.deliveryMethods, draft.deliveryMethodId),
  shopCountry: country,
  contact: draft.contact,
  attributes: draft.attributes,
  invoice: draft.invoice,
});

/** What a checkout may require (`checkoutRequires`). */
export const REQUIRABLE: readonly string[] = [...DETAIL_FIELDS, 'id_payment_method', 'id_delivery_method'];

/**
 * The first of what is required that a draft lacks; a payment method only where there is something to pay, postal code,
 * city and state only where the country of its address has them. `shopCountry`: two letters, of a draft that names
 * none.
 */
export const lacking = (
  draft: OrderDetails,
  required: readonly string[],
  totalMinor: number,
  shopCountry: string,
): string | undefined =>
  required.find((name) => {
    const [, kind, part] = /^(delivery|invoice)_(\w+)$/.exec(name) ?? [];
    if (part !== undefined && mayLack(fieldOf(draft, `${kind}_country_code`) || shopCountry, part)) return false;
    if (name === 'id_payment_method') return totalMinor !== 0 && draft.paymentMethodId === 0;
    return name === 'id_delivery_method' ? draft.deliveryMethodId === 0 : fieldOf(draft, name) === '';
  });

/** The fields that are not empty, by their names. */
export const fieldsOf = (details: OrderDetails): Texts =>
  Object.fromEntries(FIELDS.map((field) => [field, fieldOf(details, field)]).filter(([, value]) => value !== ''));

/** The details as the audit log compares them. */
export const shownDetails = (details: OrderDetails): object => {
  const { paymentMethodId, deliveryMethodId, attributes } = details;
  return { paymentMethodId, deliveryMethodId, fields: fieldsOf(details), attributes };
};

/** The details that `shownDetails` shows so. A method that is another one `now` is called as the settings have it. */
export const restoredDetails = (seen: object, now: OrderDetails): OrderDetails => {
  const { fields, ...rest } = seen as OrderDetails & { readonly fields: Texts };
  const valuesOf = (names: readonly string[]): Values =>
    entered(NONE, names, Object.fromEntries(names.map((name) => [name, fields[name] ?? '']))) ?? NONE;
  return {
    ...now,
    ...rest,
    paymentMethod: rest.paymentMethodId === now.paymentMethodId ? now.paymentMethod : null,
    deliveryMethod: rest.deliveryMethodId === now.deliveryMethodId ? now.deliveryMethod : null,
    contact: valuesOf(CONTACT_FIELDS),
    invoice: valuesOf(INVOICE_FIELDS),
  };
};

/** The values after a change; null where it sends none of the fields. */
const entered = (before: Values, fields: readonly string[], given: Texts): Values | null => {
  if (!fields.some((field) => given[field] !== undefined)) return null;
  const after = fields.map((field, index) => given[field] ?? before[index] ?? '');
  return after.every((value) => value === '') ? NONE : after;
};

/** As `entered`; null also where every value stays: what is as it was is neither journaled nor encrypted again. */
const changed = (before: Values, fields: readonly string[], given: Texts): Values | null => {
  const after: string[] = [];
  let [differs, isEmpty] = [false, true];
  for (let index = 0; index < fields.length; index += 1) {
    const was = before[index] ?? '';
    const is = given[fields[index]!] ?? was;
    if (is !== was) differs = true;
    if (is !== '') isEmpty = false;
    after.push(is);
  }
  return !differs ? null : isEmpty ? NONE : after;
};

const noneLeft = (attributes: Texts): TextChanges =>
  Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));

export const personalChange = (before: OrderDetails, { fields, attributes }: DetailsChange): PersonalChange => ({
  contact: changed(before.contact, CONTACT_FIELDS, fields),
  attributes: attributes ?? noneLeft(before.attributes),
  invoice: changed(before.invoice, INVOICE_FIELDS, fields),
});

/** Whether a change says anything about a person, be it what the details say already. */
export const saysAnything = (before: OrderDetails, { fields, attributes }: DetailsChange): boolean =>
  (entered(before.contact, CONTACT_FIELDS, fields) ?? NONE).length +
    (entered(before.invoice, INVOICE_FIELDS, fields) ?? NONE).length +
    Object.keys(attributes ?? before.attributes).length >
  0;

/** Each call may bring some; neither a draft nor an order grows for ever. */
const ATTRIBUTES_MAX = 200;

/** A change that adds none is always possible. Refuses: PARAMETER_INVALID. */
export const attributesFit = ({ attributes: before }: OrderDetails, { attributes }: DetailsChange): Result<void> => {
  if (attributes === null || Object.keys(attributes).length === 0) return DONE;
  const held = Object.keys(before).length;
  const after = Object.keys(mergePlain(before, attributes)).length;
  if (after <= held || after <= ATTRIBUTES_MAX) return DONE;
  return refuse('PARAMETER_INVALID', 'attributes', `An order has at most ${ATTRIBUTES_MAX} attributes.`);
};

/** Whether the change holds no personal data. */
export const isAnonymous = ({ contact, attributes, invoice }: PersonalChange): boolean =>
  (contact ?? NONE).length + (invoice ?? NONE).length + Object.keys(attributes).length === 0;

/** null: as it is. */
interface ChangedNames {
  readonly paymentMethod: Names | null;
  readonly deliveryMethod: Names | null;
}

interface DetailsEvent extends PersonalChange, Partial<ChangedNames> {
  readonly paymentMethodId: number | null;
  readonly deliveryMethodId: number | null;
}

/** One literal in the order of DETAILS: spread objects took a fifth of a call that sets details. */
export const changedDetails = (before: OrderDetails, event: DetailsEvent): OrderDetails => ({
  paymentMethodId: event.paymentMethodId ?? before.paymentMethodId,
  deliveryMethodId: event.deliveryMethodId ?? before.deliveryMethodId,
  paymentMethod: event.paymentMethod ?? before.paymentMethod,
  deliveryMethod: event.deliveryMethod ?? before.deliveryMethod,
  shopCountry: before.shopCountry,
  contact: event.contact ?? before.contact,
  attributes: withChanges(before.attributes, event.attributes),
  invoice: event.invoice ?? before.invoice,
});

const withChanges = (before: Texts, changes: TextChanges): Texts =>
  Object.keys(changes).length === 0 ? before : mergePlain(before, changes);

export const sameDetails = (a: OrderDetails, b: OrderDetails): boolean =>
  JSON.stringify(DETAILS.encode(a)) === JSON.stringify(DETAILS.encode(b));

/** The addresses of a draft, without note, methods and attributes: what the next draft begins with. */
export const addressesOf = ({ contact, invoice }: OrderDetails): OrderDetails => ({
  ...NO_DETAILS,
  contact: entered(contact, CONTACT_FIELDS, { note: '' }) ?? contact,
  invoice,
});

/** The draft as the fields of `draft_details_set`. */
export const enteredOf = ({ paymentMethodId, deliveryMethodId, contact, attributes, invoice }: OrderDetails) => ({
  paymentMethodId,
  deliveryMethodId,
  contact,
  attributes,
  invoice,
});

/** The draft without personal data: its methods only. */
export const methodsOf = ({ paymentMethodId, deliveryMethodId }: OrderDetails): OrderDetails => ({
  ...NO_DETAILS,
  paymentMethodId,
  deliveryMethodId,
});

export const isBlank = ({ contact, invoice }: OrderDetails): boolean => contact.length + invoice.length === 0;
