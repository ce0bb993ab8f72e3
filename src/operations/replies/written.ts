// Records whose JSON text is written from their declaration, for replies that are too frequent to be made as values
// first: each member says how it is described and how it is written, in one place.
//
// The writer is compiled once, at start, into one expression: a loop over the members takes longer than the text itself
// (bench/notes/written-replies.md). Members that never change for their source can be marked as fixed and kept by the
// caller; the others must then stand together, so that a text is `start`, `live` and `end`.
import { RawJson, quote, toJson } from '../../kernel/json.ts';
import type { Shown } from '../../kernel/json.ts';
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

type Write<S, C> = (source: S, context: C) => string;

/** The JSON text of the value that an expression has, as source. `q` writes texts, `j` everything. */
const writing = ({ gives, schema }: Member<never, never>, value: string): string => {
  if (gives === 'text') return value;
  return `${(schema as { readonly type?: unknown }).type === 'string' ? 'q' : 'j'}(${value})`;
};

/**
 * The texts of members, the first of them after `opening`, joined to one expression. It calls each `get` itself: behind
 * a common function V8 would inline none of them.
 */
const compiled = <S, C>(members: readonly (readonly [name: string, Member<S, C>])[], opening: string): Write<S, C> => {
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
  const make = new Function('q', 'j', ...names, `return (s,c)=>{${body}}`) as (...given: unknown[]) => Write<S, C>;
  return make(quote, toJson, ...getters);
};

export class WrittenRecord<S, C, T extends TSchema> {
  readonly schema: T;
  /** The members before the live ones, with the opening brace; they are fixed. */
  readonly start: (source: S) => string;
  readonly live: Write<S, C>;
  /** The members after the live ones, without the closing brace; they are fixed. */
  readonly end: (source: S) => string;
  /** All of them, without the closing brace. */
  readonly open: Write<S, C>;

  constructor(schema: T, members: Members<S, C>) {
    const all = Object.entries(members);
    const first = all.findIndex(([, { isFixed }]) => !isFixed);
    const last = all.findLastIndex(([, { isFixed }]) => !isFixed);
    must(
      all.every(([, { isFixed }], index) => isFixed === (index < first || index > last)),
      'the members that change stand together',
    );
    this.schema = schema;
    this.start = compiled(all.slice(0, first), '{') as (source: S) => string;
    this.live = compiled(all.slice(first, last + 1), first === 0 ? '{' : ',');
    this.end = compiled(all.slice(last + 1), ',') as (source: S) => string;
    this.open = compiled(all, '{');
  }

  text(source: S, context: C): string {
    return `${this.open(source, context)}}`;
  }

  json(source: S, context: C): RawJson<Static<T>> {
    return new RawJson(this.text(source, context));
  }
}

/** How members of records of `S` are declared. */
export class Writing<S, C = void> {
  /** `get`: its value; undefined: the member is absent. */
  value<T extends TSchema>(schema: T, get: (source: S, context: C) => Shown<Static<T>> | undefined): Member<S, C, T> {
    return { schema, get, gives: 'value', isFixed: false };
  }

  /** `get`: its JSON text. */
  text<T extends TSchema>(schema: T, get: (source: S, context: C) => string): Member<S, C, T> {
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

const schemasOf = <M extends { readonly [name: string]: { readonly schema: TSchema } }>(members: M): SchemasOf<M> =>
  Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema])) as SchemasOf<M>;
