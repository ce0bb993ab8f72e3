// Labels of the fields that the record of changes names by their paths: the texts of the forms that change them.
import type { LabelOf } from '../change-value.ts';
import { languageName } from '../countries.ts';
import type { Texts } from '../texts/texts.ts';
import type { Product } from './product-draft.ts';

/** A table of texts by names that may be others. */
type Labels = { readonly [name: string]: string | undefined };

export const customerLabel = ({ customers }: Texts): LabelOf => {
  const { fields, username, email, language, level, status } = customers;
  const own: Labels = { username, email, language, level, status };
  return (field) => (field.startsWith('profile.') ? fields[field.slice('profile.'.length)] : own[field]);
};

const DETAIL = /^details\.fields\.(?:(delivery|invoice)_)?(\w+?)(?:_code)?$/;

export const orderLabel = ({ customers, details, drafts, order, orderDetails }: Texts): LabelOf => {
  const addresses: Labels = { delivery: details.deliveryTo, invoice: details.invoiceTo };
  const contact: Labels = { email: details.email, phone: details.phone, note: details.note };
  const own: Labels = {
    'details.paymentMethodId': drafts.paymentMethod,
    'details.deliveryMethodId': drafts.deliveryMethod,
    payUntilMs: order.deadline,
    parcelsReturned: orderDetails.parcelsReturned,
  };
  return (field) => {
    const [, kind, name = ''] = DETAIL.exec(field) ?? [];
    if (kind === undefined) return contact[name] ?? own[field];
    const label = customers.fields[name];
    return label && `${addresses[kind]}: ${label}`;
  };
};

/** `path`: the attribute's name, which may have dots, and for a picture the part of it that has changed. */
const attributeLabel = (
  { pictures }: Texts['products'],
  definition: Product['definition'],
  language: string,
  path: string,
): string | undefined => {
  const attribute = Object.values(definition?.attributes ?? {}).find(({ name }) => `${path}.`.startsWith(`${name}.`));
  if (attribute === undefined) return undefined;
  const label = attribute.label || attribute.name;
  const inLanguage = languageName(language);
  const [, part = 'value'] = path.slice(attribute.name.length).split('.');
  const parts: Labels = {
    value: `${label}, ${inLanguage}`,
    alt: pictures.alt(label, inLanguage),
    focus: pictures.focus(label),
  };
  return parts[part];
};

/** Labels of a product or a content, whose class names its attributes. */
export const objectLabel = ({ products }: Texts, { definition }: Pick<Product, 'definition'>): LabelOf => {
  const { ownName, metadata, availability, seoFields, categories, visible } = products;
  const [ofMetadata, ofSeo]: readonly [Labels, Labels] = [metadata, seoFields];
  const own: Labels = {
    name: ownName,
    active: visible,
    memberships: categories,
    'availability.managed': availability.active,
    'availability.warningMilli': availability.quantity_warning,
    'availability.override': availability.allow_override,
  };
  return (field) => {
    const [group = '', second = '', third = ''] = field.split('.');
    if (group === 'metadata') return ofMetadata[second];
    if (group === 'seo') return ofSeo[third] && `${ofSeo[third]}, ${languageName(second)}`;
    if (group !== 'attributes') return own[field];
    return attributeLabel(products, definition, second, field.slice(`attributes.${second}.`.length));
  };
};
