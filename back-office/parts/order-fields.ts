// The details of an order as fields of text, by the names of the parameters of set_order_details.
export const ADDRESS_FIELDS = [
  'companyname',
  'department',
  'salutation',
  'firstname',
  'lastname',
  'street',
  'number',
  'zip',
  'city',
  'state',
  'country',
] as const;

/** By the names of the parameters of set_order_details. */
export interface Typed {
  readonly [field: string]: string;
}

/** Why fields were refused. */
export interface Errors {
  readonly [field: string]: string | undefined;
}

/** An order whose invoice goes where the goods go. */
export const NO_INVOICE: Typed = Object.fromEntries(ADDRESS_FIELDS.map((field) => [`invoice_${field}`, '']));

/** Fields that differ, as set_order_details and update_order_details take them: null clears a field. */
export const changedDetails = (before: Typed, typed: Typed): { readonly [field: string]: string | null } =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([field, value]) => value.trim() !== (before[field] ?? ''))
      .map(([field, value]) => [field, value.trim() === '' ? null : value.trim()]),
  );
