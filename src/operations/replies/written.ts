// Records whose JSON text is written from their declaration, for replies that are too frequent to be made as values
// first: each member says how it is described and how it is written, in one place.
//
// The writer is compiled once, at start, into one expression: a loop over the members takes longer than the text itself
// (bench/notes/written-replies.md). Members that never change for their source can be marked as fixed and kept by the
// caller; the others must then stand together, so that a text is `start`, `live` and `end`.
import { RawJson, quote, toJson } from '../../kernel/json.ts';
import type { Json, Shown } from '../../kernel/json.ts';
import { octets } from '../../kernel/octets.ts';
import type { Octets } from '../../kernel/octets.ts';
import { Type } from '../../kernel/params.ts';
import type { Static, TSchema } from '../../kernel/params.ts';
import { must } from '../../kernel/result.ts';
import { group, record, reply } from './members.ts';

/** `S`: what the record is written from; `C`: what else it depends on. */
interface Member<S, C, T extends TSchema = TSchema> {
  readonly schema: T;
  /** The value, or its JSON text; undefined: the member is absent. */
  readonly get: (source: S, context: C) => unknown;
  readonly gives: 'value' | 'text' | 'constant';
  readonly isFixed: boolean;
}

type Members<S, C> = { readonly [name: string]: Member<S, C> };
type SchemasOf<M> = { readonly [K in keyof M]: M[K] extends { readonly schema: infer T extends TSchema } ? T : never };

/** `X`: the kind of text, a string or octets. */
type Write<S, C, X extends string> = (source: S, context: C) => X;

/** How values become texts of a kind: texts, numbers and flags, everything else. */
interface Writers<X extends string> {
  readonly ofText: (value: string) => X;
  readonly ofNumber: (value: Json) => string;
  readonly ofAny: (value: Json) => X;
}

const AS_STRING: Writers<string> = { ofText: quote, ofNumber: toJson, ofAny: toJson };
const AS_OCTETS: Writers<Octets> = {
  ofText: (value) => octets(quote(value)),
  ofNumber: toJson,
  ofAny: (value) => octets(toJson(value)),
};

const NUMBERS: readonly unknown[] = ['integer', 'number', 'boolean'];

/** The JSON text of the value that an expression has, as source. `q` writes texts, `n` numbers, `j` everything. */
const writing = ({ gives, schema }: Member<never, never>, value: string): string => {
  if (gives === 'text') return value;
  const { type } = schema as { readonly type?: unknown };
  return `${type === 'string' ? 'q' : NUMBERS.includes(type) ? 'n' : 'j'}(${value})`;
};

/**
 * The texts of members, the first of them after `opening`, joined to one expression. It calls each `get` itself: behind
 * a common function V8 would inline none of them.
 */
const compiled = <S, C, X extends string>(
  members: readonly (readonly [name: string, Member<S, C>])[],
  opening: string,
  { ofText, ofNumber, ofAny }: Writers<X>,
): Write<S, C, X> => {
  const getters: Member<S, C>['get'][] = [];
  const terms = members.map(([name, member], index) => {
    const head = `${index === 0 ? opening : ','}${JSON.stringify(name)}:`;
    if (member.gives === 'constant') return JSON.stringify(head + JSON.stringify(member.get(0 as S, 0 as C)));
    const call = `g${getters.push(member.get) - 1}(s,c)`;
    if (!('~optional' in member.schema)) return `${JSON.stringify(head)}+${writing(member, call)}`;
    must(index > 0, 'a record does not begin with a member that may be absent');
    return `((v=${call})===undefined?'':${JSON.stringify(head)}+${writing(member, 'v')})`;
  });
  const body = `let v;return ${terms.length === 0 ? JSON.stringify(opening) : terms.join('+')}`;
  const names = getters.map((_, index) => `g${index}`);
  // The names are those of declarations in this program; nothing that was sent is in the source.
  const make = new Function('q', 'n', 'j', ...names, `return (s,c)=>{${body}}`) as (
    ...given: unknown[]
  ) => Write<S, C, X>;
  return make(ofText, ofNumber, ofAny, ...getters);
};

class RecordText<S, C, T extends TSchema, X extends string> {
  readonly schema: T;
  /** The members before the live ones, with the opening brace; they are fixed. */
  readonly start: (source: S) => X;
  readonly live: Write<S, C, X>;
  /** The members after the live ones, without the closing brace; they are fixed. */
  readonly end: (source: S) => X;
  /** All of them, without the closing brace. */
  readonly open: Write<S, C, X>;

  constructor(schema: T, members: Members<S, C>, writers: Writers<X>) {
    const all = Object.entries(members);
    const first = all.findIndex(([, { isFixed }]) => !isFixed);
    const last = all.findLastIndex(([, { isFixed }]) => !isFixed);
    must(
      all.every(([, { isFixed }], index) => isFixed === (index < first || index > last)),
      'the members that change stand together',
    );
    this.schema = schema;
    this.start = compiled(all.slice(0, first), '{', writers) as (source: S) => X;
    this.live = compiled(all.slice(first, last + 1), first === 0 ? '{' : ',', writers);
    this.end = compiled(all.slice(last + 1), ',', writers) as (source: S) => X;
    this.open = compiled(all, '{', writers);
  }

  text(source: S, context: C): X {
    return `${this.open(source, context)}}` as X;
  }
}

/** A record that is written as a string. */
class WrittenRecord<S, C, T extends TSchema> extends RecordText<S, C, T, string> {
  constructor(schema: T, members: Members<S, C>) {
    super(schema, members, AS_STRING);
  }

  json(source: S, context: C): RawJson<Static<T>> {
    return new RawJson(this.text(source, context));
  }
}

/** A record that is written as octets: its values are encoded here, and its texts are octets by their type. */
class OctetRecord<S, C, T extends TSchema> extends RecordText<S, C, T, Octets> {
  constructor(schema: T, members: Members<S, C>) {
    super(schema, members, AS_OCTETS);
  }
}

/** How members of records of `S` are declared, whose texts are of the kind `X`. */
abstract class MembersOf<S, C, X extends string> {
  /** `get`: its value; undefined: the member is absent. */
  value<T extends TSchema>(schema: T, get: (source: S, context: C) => Shown<Static<T>> | undefined): Member<S, C, T> {
    return { schema, get, gives: 'value', isFixed: false };
  }

  /** `get`: its JSON text. */
  text<T extends TSchema>(schema: T, get: (source: S, context: C) => X): Member<S, C, T> {
    return { schema, get, gives: 'text', isFixed: false };
  }

  /** As `text`; undefined: the member is absent. */
  maybeText<T extends TSchema>(schema: T, get: (source: S, context: C) => X | undefined): Member<S, C, T> {
    return { schema, get, gives: 'text', isFixed: false };
  }

  constant<T extends TSchema>(schema: T, value: Static<T>): Member<S, C, T> {
    return { schema, get: () => value, gives: 'constant', isFixed: false };
  }

  /** A member at the end that the writer of the record adds behind its text, or leaves out. */
  appended<T extends TSchema>(schema: T): Member<S, C, T> {
    return { schema, get: () => undefined, gives: 'value', isFixed: true };
  }

  /** As `value`, of a member that stays as it is for its source. */
  fixed<T extends TSchema>(schema: T, get: (source: S) => Shown<Static<T>>): Member<S, C, T> {
    return { schema, get, gives: 'value', isFixed: true };
  }
}

/** Records of `S` that are written as strings. */
export class Writing<S, C = void> extends MembersOf<S, C, string> {
  record<const M extends Members<S, C>>(
    title: string,
    description: string,
    members: M,
  ): WrittenRecord<S, C, ReturnType<typeof record<SchemasOf<M>>>> {
    return new WrittenRecord(record(title, description, schemasOf(members)), members);
  }

  /** The reply of an operation; `object`: its first member, which names the kind of reply. */
  reply<const O extends string, const M extends Members<S, C>>(
    object: O,
    members: M,
  ): WrittenRecord<S, C, ReturnType<typeof reply<O, SchemasOf<M>>>> {
    const named = { object: this.constant(Type.Literal(object as string), object), ...members };
    return new WrittenRecord(reply(object, schemasOf(members)), named);
  }

  /** A record that has no name of its own. */
  group<const M extends Members<S, C>>(
    description: string,
    members: M,
  ): WrittenRecord<S, C, ReturnType<typeof group<SchemasOf<M>>>> {
    return new WrittenRecord(group(description, schemasOf(members)), members);
  }
}

/** Records of `S` that are written as octets. */
export class OctetWriting<S, C = void> extends MembersOf<S, C, Octets> {
  record<const M extends Members<S, C>>(
    title: string,
    description: string,
    members: M,
  ): OctetRecord<S, C, ReturnType<typeof record<SchemasOf<M>>>> {
    return new OctetRecord(record(title, description, schemasOf(members)), members);
  }

  /** A record that has no name of its own. */
  group<const M extends Members<S, C>>(
    description: string,
    members: M,
  ): OctetRecord<S, C, ReturnType<typeof group<SchemasOf<M>>>> {
    return new OctetRecord(group(description, schemasOf(members)), members);
  }
}

const schemasOf = <M extends { readonly [name: string]: { readonly schema: TSchema } }>(members: M): SchemasOf<M> =>
  Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema])) as SchemasOf<M>;
