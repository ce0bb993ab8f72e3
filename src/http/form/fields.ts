import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';

/** The fields of a body by name. The object inherits nothing, so that every name is safe to look up. */
export type Fields = { readonly [name: string]: unknown };

export interface FormLimits {
  /** Number of fields; one that is sent twice counts twice. */
  readonly bodyFieldsMax: number;
  /** Length of a field's decoded name in bytes of UTF-8. */
  readonly fieldNameBytesMax: number;
}

export const emptyFields = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

export const undecodable = (detail: string): Refusal => refuse('BODY_UNDECODABLE', '', detail);

/** `name`: the field; '' if the name itself cannot be decoded. */
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
