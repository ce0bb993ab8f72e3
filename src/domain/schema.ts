// Declarations of states, events and the records within them: name → default value, in the order of the bytes on disk.
//
// One declaration gives the initial value, the row on disk (an array in declared order; names stand in the code only),
// the value of a field that older bytes lack, and which fields are encrypted under a person's keys. A field is only
// ever appended: a row that ends before it was written before it was declared.
//
// Each schema compiles its literals once, at start, from its field names: an object that a loop fills key by key takes
// two to three times as long to encode and decode (bench/notes/state-rows.md), and all states of a kind share one
// hidden class this way. Not promised: that a default is a fresh object each time. Defaults are shared and never
// changed; a nested schema gives a fresh one.
// Glossary (docs/internals/glossary.md): schema.
import { must } from '../kernel/result.ts';
import { functionOf } from '../kernel/source-function.ts';

/**
 * Which of a person's two keys encrypts a value: the invoice key outlives an erasure until invoices may be forgotten,
 * the contact key does not.
 */
export type Purpose = 'contact' | 'invoice';

interface FieldOptions<V> {
  /** What is written to disk; absent: the value itself, which is then plain data. */
  encode?(value: V): unknown;
  /** The value from what `encode` gave; it shares nothing that may be changed later. */
  decode?(data: never): V;
  /** What `decode` gives of what `encode` gives; absent: that. */
  copy?(value: V): V;
  /** The key that encrypts it, of the data subject that the field `subject` beside it names. */
  readonly personal?: Purpose;
  /** What it reads as once its key is destroyed. */
  readonly erased?: NoInfer<V>;
  /** The records of a list. */
  readonly items?: Schema<unknown>;
}

/** A field that is more than plain data with a default. */
export class Field<V> {
  readonly initial: V;
  readonly options: FieldOptions<V> | Schema<V>;
  /** False: derived from other fields or kept for speed only; never on disk. */
  readonly isStored: boolean;

  constructor(initial: V, options: FieldOptions<V> | Schema<V>, isStored = true) {
    this.initial = initial;
    this.options = options;
    this.isStored = isStored;
  }
}

/** `options` may be the schema of a record that is never changed, whose default is then shared. */
export const field = <V>(initial: V, options: FieldOptions<V> | Schema<V>): Field<V> => new Field(initial, options);

/** A member that no row holds: `restore` of the schema computes it, or it begins anew. */
export const derived = <V>(initial: V): Field<V> => new Field(initial, {}, false);

/** Plain data as its own default, a field with options, or a record of its own within the record. */
type Declared<V> = V | Field<V> | Schema<V>;

export type Fields<T> = { readonly [F in keyof T]: Declared<T[F]> };

/** The value of a declared field. */
export type ValueOf<D> = D extends Field<infer V> | Schema<infer V> ? V : D;

/** Where a personal value stands in an encoded row: its index, or those of a nested row and of the value there. */
export interface PersonalValue {
  readonly path: readonly number[];
  readonly purpose: Purpose;
  readonly erased: unknown;
}

/** The literals of one schema, compiled from its field names. */
interface Literals<T> {
  initial(): T;
  encode(value: T): unknown[];
  decode(row: readonly unknown[]): T;
  copy(value: T): T;
  flat(value: T): T;
}

type Coder = {
  initial?: () => unknown;
  encode?(value: never): unknown;
  decode?(data: never): unknown;
  copy?(value: never): unknown;
};

const NAME = /^[A-Za-z]\w*$/;

/** As source text where that is exact, so that nothing is looked up. */
const isInline = (value: unknown): boolean =>
  value === undefined || value === null || ['string', 'number', 'boolean'].includes(typeof value);

const compile = <T>(fields: readonly (readonly [name: string, declared: unknown])[]): Literals<T> => {
  const constants: unknown[] = [];
  const constant = (value: unknown): string => `c${constants.push(value) - 1}`;
  const [initial, encoded, decoded, copied]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const [name, declared] of fields) {
    must(NAME.test(name), `${name} is a field name`);
    const isNested = declared instanceof Schema;
    const coder: Coder = isNested ? declared : declared instanceof Field ? declared.options : {};
    const value: unknown = declared instanceof Field ? declared.initial : declared;
    const first = isNested
      ? `${constant(declared)}.initial()`
      : isInline(value)
        ? (JSON.stringify(value) ?? 'undefined')
        : constant(value);
    initial.push(`${name}: ${first}`);
    if (declared instanceof Field && !declared.isStored) {
      decoded.push(`${name}: ${first}`);
      copied.push(`${name}: ${first}`);
      continue;
    }
    const index = encoded.length;
    const called = (method: 'encode' | 'decode' | 'copy', data: string): string =>
      coder[method] === undefined ? data : `${constant(coder)}.${method}(${data})`;
    const plain = `value.${name}`;
    encoded.push(called('encode', plain));
    // A record that is a field is never changed, and shared.
    const isShared = declared instanceof Field && declared.options instanceof Schema;
    const again = coder.copy === undefined ? called('decode', called('encode', plain)) : called('copy', plain);
    const copy = isShared ? plain : again;
    copied.push(`${name}: ${copy}`);
    decoded.push(`${name}: row.length > ${index} ? ${called('decode', `row[${index}]`)} : ${first}`);
  }
  const source = `return {
    initial: () => ({ ${initial.join(', ')} }),
    encode: (value) => [${encoded.join(', ')}],
    decode: (row) => ({ ${decoded.join(', ')} }),
    copy: (value) => ({ ${copied.join(', ')} }),
    flat: (value) => ({ ${fields.map(([name]) => `${name}: value.${name}`).join(', ')} }),
  };`;
  // The names are those of declarations in this program, checked above; nothing that was sent is in the source.
  const names = constants.map((_, index) => `c${index}`);
  const make = functionOf<(...values: unknown[]) => Literals<T>>(names, source);
  return make(...constants);
};

export class Schema<T> {
  /** The fields as declared. */
  readonly fields: Fields<T>;
  readonly personalValues: readonly PersonalValue[];
  /** How many fields a row has. */
  readonly length: number;
  private readonly literals: Literals<T>;
  private readonly restore: ((value: T) => void) | undefined;

  constructor(fields: Fields<T>, restore?: (value: T) => void) {
    const entries = Object.entries(fields);
    const stored = entries.filter(([, declared]) => !(declared instanceof Field) || declared.isStored);
    this.fields = fields;
    this.length = stored.length;
    this.personalValues = stored.flatMap(([, declared], index) => personalOf(declared, index));
    this.literals = compile(entries);
    this.restore = restore;
  }

  /** A value of its own with every field at its default. */
  initial(): T {
    return this.literals.initial();
  }

  /** The stored fields in declared order; a new array, whose personal values are still in clear. */
  encode(value: T): unknown[] {
    return this.literals.encode(value);
  }

  /** A value of its own: nothing that may change is shared with the row. Fields past its end have their defaults. */
  decode(row: readonly unknown[]): T {
    const value = this.literals.decode(row);
    this.restore?.(value);
    return value;
  }

  /** The same members in another object: a spread of thirty takes twenty times as long in Node 20. */
  flat(value: T): T {
    return this.literals.flat(value);
  }

  /** Equal to what a row of the value is decoded as; records that are never changed are shared. */
  copy(value: T): T {
    const copy = this.literals.copy(value);
    this.restore?.(copy);
    return copy;
  }
}

const personalOf = (declared: unknown, index: number): PersonalValue[] => {
  const options: unknown = declared instanceof Field ? declared.options : declared;
  if (options instanceof Schema)
    return options.personalValues.map((nested) => ({ ...nested, path: [index, ...nested.path] }));
  if (!(declared instanceof Field)) return [];
  const { personal: purpose, erased } = options as FieldOptions<unknown>;
  return purpose === undefined ? [] : [{ path: [index], purpose, erased }];
};

/** `restore` completes a decoded value: it sets what is derived from its stored fields. */
export const schema = <T>(fields: Fields<T>, restore?: (value: T) => void): Schema<T> => new Schema(fields, restore);

const NOTHING: never[] = [];

/** A list of records, at first empty. None of their fields may be personal: a row knows one place per value. */
export const list = <T>(items: Schema<T>): Field<T[]> => {
  must(items.personalValues.length === 0, 'no record of a list is about a person');
  const encode = (item: T): unknown[] => items.encode(item);
  const decode = (row: readonly unknown[]): T => items.decode(row);
  const copy = (item: T): T => items.copy(item);
  return new Field<T[]>(NOTHING, {
    items: items as unknown as Schema<unknown>,
    encode: (values) => (values.length === 0 ? NOTHING : values.map(encode)),
    decode: (rows: readonly (readonly unknown[])[]) => (rows.length === 0 ? NOTHING : rows.map(decode)),
    copy: (values) => (values.length === 0 ? NOTHING : values.map(copy)),
  });
};

/** A list that may be null, and is at first. */
export const nullable = <V>({ options }: Field<V>): Field<V | null> => {
  const { encode, decode } = options as Required<Pick<FieldOptions<V>, 'encode' | 'decode'>>;
  return new Field<V | null>(null, {
    encode: (value) => (value === null ? null : encode(value)),
    decode: (data: never) => (data === null ? null : decode(data)),
  });
};
