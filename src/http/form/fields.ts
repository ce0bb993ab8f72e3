import { refuseAt } from '../../kernel/limits.ts';
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

/** As bare as Object.create(null), but V8 keeps what it makes as a record and not as a table of hashes. */
class Bare {
  readonly [name: string]: unknown;
}
Object.setPrototypeOf(Bare.prototype, null);
Reflect.deleteProperty(Bare.prototype, 'constructor');
Object.freeze(Bare.prototype);

export const emptyFields = (): Record<string, unknown> => new Bare();

export const undecodable = (detail: string): Refusal => refuse('BODY_UNDECODABLE', '', detail);

/** `name`: the field; '' if the name itself cannot be decoded. */
export const notInCharset = (charset: string, name: string): Refusal =>
  refuse(
    'BODY_UNDECODABLE',
    name,
    `${name === '' ? 'The name of a field' : 'The value of this field'} is not ${charset}.`,
  );

/** `count`: of all fields, or of the parts that look like one. */
export const tooManyFields = (count: number, { bodyFieldsMax }: FormLimits): Refusal =>
  refuseAt('bodyFieldsMax', 'BODY_UNDECODABLE', '', `The body has ${count} fields, of at most ${bodyFieldsMax}.`);

export const nameTooLong = (name: string, { fieldNameBytesMax }: FormLimits): Refusal => {
  const detail = `The name of a field has ${Buffer.byteLength(name)} bytes, of at most ${fieldNameBytesMax}.`;
  return refuseAt('fieldNameBytesMax', 'BODY_UNDECODABLE', '', detail);
};

export const nameFits = (name: string, limits: FormLimits): boolean =>
  name.length * 3 <= limits.fieldNameBytesMax ||
  (name.length <= limits.fieldNameBytesMax && Buffer.byteLength(name) <= limits.fieldNameBytesMax);
