import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';

/** What a body said, by field name; inherits nothing, so every name is safe to look up. */
export type Fields = { readonly [name: string]: unknown };

export interface FormLimits {
  /** Fields as sent: one sent twice counts twice. */
  readonly bodyFieldsMax: number;
  /** Bytes of a field's name, decoded, in UTF-8. */
  readonly fieldNameBytesMax: number;
}

export const emptyFields = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

export const undecodable = (detail: string): Refusal => refuse('BODY_UNDECODABLE', '', detail);

/** `name`: the field, or '' where the name itself is no text of the set. */
export const notInCharset = (charset: string, name: string): Refusal =>
  refuse(
    'BODY_UNDECODABLE',
    name,
    `${name === '' ? 'The name of a field' : 'The value of this field'} is not ${charset}.`,
  );

export const tooManyFields = (limits: FormLimits): Refusal =>
  undecodable(`The body has more than ${limits.bodyFieldsMax} fields.`);

export const nameTooLong = (limits: FormLimits): Refusal =>
  undecodable(`The name of a field is longer than ${limits.fieldNameBytesMax} bytes.`);

export const nameFits = (name: string, limits: FormLimits): boolean =>
  name.length * 3 <= limits.fieldNameBytesMax ||
  (name.length <= limits.fieldNameBytesMax && Buffer.byteLength(name) <= limits.fieldNameBytesMax);
