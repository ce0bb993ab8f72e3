// What is asked for by nobody from whom a role hides it: a search by a hidden field would find out what it holds.
import { COUNTRY_CODES, DETAIL_FIELDS } from '../../domain/cart/order-details.ts';
import type { FieldGroup } from '../../domain/accounts/role.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Rights } from '../context/rights.ts';

const isAddress = (field: string): boolean => field.startsWith('delivery_') || field.startsWith('invoice_');
const detailNames = (fields: readonly string[]): readonly string[] =>
  fields.flatMap((field) => [`main.${field}`, `main.order_${field}`]);

/** They mean the state of the delivery and the number of the invoice. */
const NO_ADDRESSES: ReadonlySet<string> = new Set(['main.order_delivery_state', 'main.invoice_number']);

/** Fields of a search for orders, each with `main.`; without it they mean the same (search-fields.md). */
const ORDER_FIELDS: { readonly [group in FieldGroup]: ReadonlySet<string> } = {
  addresses: new Set([
    ...detailNames([...DETAIL_FIELDS, ...COUNTRY_CODES].filter(isAddress)).filter((field) => !NO_ADDRESSES.has(field)),
    'main.person_name',
    // Without `main.` it is the number of a house.
    'invoice_number',
  ]),
  contacts: new Set([...detailNames(['email', 'phone']), 'main.username']),
  amounts: new Set([
    'main.cart.sum',
    'main.cart.total',
    'main.nothing_to_pay',
    // No field of a search: its refusal tells what is outstanding.
    'main.received_amount',
    'main.with_coupon',
    'main.id_promotion',
    'main.with_promotion',
  ]),
};

/** Fields of a search for users that are about no address, e-mail or name. */
const USER_FIELDS: ReadonlySet<string> = new Set(
  [
    'id',
    'id_user',
    'status',
    'security_level',
    'default_language',
    'reg_date',
    'creation_date',
    'first_login',
    'last_login',
  ].flatMap((field) => [field, `main.${field}`]),
);

const groupOf = (kind: 'order' | 'user', field: string, hidden: readonly FieldGroup[]): FieldGroup | undefined => {
  const [first] = hidden.filter((group) => group !== 'amounts');
  if (kind === 'user') return USER_FIELDS.has(field) ? undefined : first;
  return hidden.find((group) => ORDER_FIELDS[group].has(field) || ORDER_FIELDS[group].has(`main.${field}`));
};

/**
 * Whether the caller may set each of these details of an order that exists: what becomes of the call would tell whether
 * a value is the one that it has. Refuses: PERMISSION_DENIED with the first that is hidden.
 */
export const mayCompare = ({ role, hidden }: Rights, sent: { readonly [detail: string]: unknown }): Result<void> => {
  if (hidden === undefined) return DONE;
  const field = Object.keys(sent).find(
    (name) => sent[name] !== undefined && hidden.some((group) => ORDER_FIELDS[group].has(`main.${name}`)),
  );
  return field === undefined ? DONE : refuse('PERMISSION_DENIED', field, `The role ${role} hides what it is now.`);
};

/**
 * Whether the caller may search for, or sort by, each of the fields. Refuses: PERMISSION_DENIED with the field.
 */
export const mayAskFor = ({ role, hidden }: Rights, kind: 'order' | 'user', fields: Iterable<string>): Result<void> => {
  if (hidden === undefined) return DONE;
  for (const field of fields) {
    const group = groupOf(kind, field, hidden);
    if (group !== undefined)
      return refuse(
        'PERMISSION_DENIED',
        field,
        `The role ${role} hides ${group}; nothing is sought or sorted by them.`,
      );
  }
  return DONE;
};
