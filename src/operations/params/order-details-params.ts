// The details of an order or draft: addresses, methods, attributes. Existing fields stay unless a call sends them.
import { checkEmail } from '../../domain/accounts/user-fields.ts';
import type { DetailsChange } from '../../domain/cart/order-details.ts';
import { DETAIL_FIELDS } from '../../domain/cart/order-details.ts';
import { typedPairs } from '../../domain/catalogue/typed-values.ts';
import type { Method } from '../../domain/rules.ts';
import type { Param } from '../../kernel/params.ts';
import { int, map, optional, text } from '../../kernel/params.ts';
import type { Result } from '../../kernel/result.ts';
import { mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';
import { pairChanges } from './attribute-pairs.ts';
import { countryCode } from './countries.ts';

/** Only the note may have several lines: mailers and labels take the other fields as they are (D201). */
const fieldText = (name: string): Param<string> => {
  if (name === 'note') return text('order field note', { max: 10_000 });
  if (name === 'email') return map(text('order field email'), (email) => mapOk(checkEmail(email), () => email));
  const meaning = name.endsWith('_country') ? ': a code of ISO 3166, or the name of a country' : '';
  return text(`order field ${name}${meaning}`, { line: true });
};

// Empty text leaves a field as it is; JSON null clears it.
const detail = (name: string): Param<string | undefined> => ({
  ...optional(fieldText(name), undefined),
  cleared: { value: '' },
});

/** 0 and what is absent leave the method as it is, JSON null unsets it. */
const method = (description: string): Param<number | null> => ({
  ...optional(int(`${description}; 0 = not sent, null = none`), 0, 'stays as it is'),
  cleared: { value: null },
});

export const orderDetails = {
  id_payment_method: method('payment method id'),
  id_delivery_method: method('delivery method id'),
  ...(Object.fromEntries(DETAIL_FIELDS.map((name) => [name, detail(name)])) as {
    [name: string]: Param<string | undefined>;
  }),
  attributes: pairChanges,
};

interface DetailArgs {
  readonly id_payment_method: unknown;
  readonly id_delivery_method: unknown;
  readonly attributes: unknown;
}

type Fields = { readonly [field: string]: string };

/**
 * The fields that were sent, with the codes of the countries among them. Refuses: COUNTRY_NOT_FOUND,
 * COUNTRY_NOT_DELIVERED_TO.
 */
const fieldsSent = (
  args: { readonly [field: string]: unknown },
  { shop, service, backOffice }: Context,
): Result<Fields> => {
  const { countries } = service.documents;
  const fields: { [field: string]: string } = {};
  for (const name of DETAIL_FIELDS) if (args[name] !== undefined) fields[name] = args[name] as string;
  for (const kind of ['delivery', 'invoice']) {
    const param = `${kind}_country`;
    const given = fields[param];
    if (given === undefined) continue;
    const code = countryCode(countries, given, param);
    if (!code.ok) return code;
    const isRefused = (): boolean => !countries.among(shop.rules.deliveryCountries).delivers(code.value);
    if (kind === 'delivery' && !backOffice && given !== '' && isRefused())
      return refuse('COUNTRY_NOT_DELIVERED_TO', param);
    fields[`${param}_code`] = code.value;
  }
  return ok(fields);
};

type MethodRefusal = 'PAYMENT_METHOD_NOT_FOUND' | 'DELIVERY_METHOD_NOT_FOUND';

/** Undefined where it stays as it is; 0 unsets it. */
const methodSent = (methods: readonly Method[], sent: unknown, code: MethodRefusal): Result<number | undefined> => {
  if (sent === 0) return ok(undefined);
  if (sent === null) return ok(0);
  return methods.some(({ id }) => id === sent) ? ok(sent as number) : refuse(code, sent as number);
};

/**
 * Refuses: PAYMENT_METHOD_NOT_FOUND, DELIVERY_METHOD_NOT_FOUND, COUNTRY_NOT_FOUND, COUNTRY_NOT_DELIVERED_TO,
 * SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID.
 */
export const detailsChange = (
  args: DetailArgs & { readonly [field: string]: unknown },
  ctx: Context,
): Result<DetailsChange> => {
  const { paymentMethods, deliveryMethods } = ctx.shop.rules;
  const payment = methodSent(paymentMethods, args.id_payment_method, 'PAYMENT_METHOD_NOT_FOUND');
  if (!payment.ok) return payment;
  const delivery = methodSent(deliveryMethods, args.id_delivery_method, 'DELIVERY_METHOD_NOT_FOUND');
  if (!delivery.ok) return delivery;
  const fields = fieldsSent(args, ctx);
  if (!fields.ok) return fields;
  const pairs = args.attributes as readonly (readonly [string, string | null])[] | null;
  const attributes = pairs === null ? ok(null) : typedPairs(ctx.shop, 'order', pairs);
  if (!attributes.ok) return attributes;
  return ok({
    ...(payment.value !== undefined && { paymentMethodId: payment.value }),
    ...(delivery.value !== undefined && { deliveryMethodId: delivery.value }),
    fields: fields.value,
    attributes: attributes.value && Object.fromEntries(attributes.value),
  });
};
