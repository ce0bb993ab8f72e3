// How a kind of record is searched: which fields it has and where their values come from.
//
// Stored fields are kept in columns by the search index and change with the record. Computed and linked fields are read
// from other actors whenever a search names them, so they cost nothing until then and something for each record left.
import type { Many } from '../../kernel/many.ts';
import type { Texts } from '../attributes/attributes.ts';
import type { KindName } from '../kind-types.ts';
import type { Constraint, FieldValue, Scalar } from '../search/constraint.ts';
import type { WholeKind } from '../search/word-match.ts';
import type { Reader } from '../transaction.ts';

/** A field that is kept in a column of the index. */
export interface StoredField<S> {
  readonly read: (state: S, id: number) => FieldValue;
  /** Its words are indexed: for MATCH, and for candidates of LIKE and equality. */
  readonly words?: true;
}

/** A field whose value is read from actors when a search names it. */
export interface ComputedField {
  /** Kinds of actors that it depends on besides the record itself. */
  readonly kinds: readonly KindName[];
  /** The records whose values a changed actor of these kinds may have changed. */
  changedBy?(shop: Reader, state: object): readonly number[];
  /** `language`, `prices`: of the query. */
  read(shop: Reader, id: number, language: string, prices?: object): FieldValue;
  /** `read` for many records, until something changes; undefined where there is no quicker way. */
  reader?(shop: Reader, language: string, prices?: object): ((id: number) => FieldValue) | undefined;
  /** What values depend on besides actors of one record each: where it changes, a search begins again. */
  readonly meant?: {
    readonly kinds: readonly KindName[];
    /** The attribute that is read, whose definition counts. */
    attribute(shop: Reader): string;
    read(shop: Reader): string;
  };
  /** A stored field that has one of the values of `to` in every record where this field equals the text. */
  readonly narrowedBy?: { readonly by: string; to(text: string): readonly Scalar[] };
  /** The records that have a value, where an index of the domain knows them: no others can meet a condition. */
  readonly holders?: (shop: Reader) => Many<number>;
}

/** A linked actor, and the records that link to it by what they are; conditions in it see other links alone. */
export interface FilledLink {
  readonly id: number;
  readonly constraint: Constraint;
}

/** A field of other actors that a record links to: of its categories, for example. */
export interface LinkedField {
  /** The stored field that holds the ids of the linked actors. */
  readonly through: string;
  /** Whether the linked actors have such a member. */
  has(member: string): boolean;
  /** All ids that may be linked to, parents before children. */
  all(shop: Reader): Many<number>;
  read(shop: Reader, id: number, member: string, language: string): FieldValue;
  /** Members with this prefix are those of an id and of everything above it. */
  readonly path?: {
    readonly prefix: string;
    readonly read: LinkedField['read'];
    above(shop: Reader, id: number): number;
  };
  /** The kind of the linked actors. */
  readonly kind: KindName;
  /** Whether a member is the same in two states of an actor, and what stands above it where that counts. */
  isSame(before: object, after: object, member: string, language: string, fallback: string): boolean;
  /** Ids of the records that link to an id. */
  members(shop: Reader, id: number): Many<number>;
  /** Linked actors that have records by a constraint besides. */
  filled?(shop: Reader): readonly FilledLink[];
}

/** How records of a kind inherit from another record of it. */
export interface Family<S> {
  /** Id of the parent, 0 for the top; it never changes. */
  parentOf(state: S): number;
  /** Ids of the children, from the kind's index. */
  childrenOf(index: unknown, id: number): readonly number[];
  /** A record's state with what it inherits; `parent` has inherited already. */
  inherited(own: S, parent: S): S;
  /**
   * The part of a change that children may inherit, before and after; undefined where there is none.
   */
  inheritedChange(before: S, after: S): readonly [before: S, after: S] | undefined;
}

/** All searchable fields of one kind of record. */
export interface SearchSchema<S> {
  /** Id of the class that defines the attributes; 0 for kinds without classes. */
  readonly classOf: (state: S) => number;
  /** Attribute values by language; undefined for kinds without attributes. */
  readonly texts: ((state: S) => Texts) | undefined;
  readonly stored: { readonly [field: string]: StoredField<S> };
  readonly computed: { readonly [field: string]: ComputedField };
  /** Other names of stored fields. */
  readonly aliases?: { readonly [name: string]: string };
  /** A field for a name that is none of the others; undefined where no record has such a field. */
  readonly named?: (shop: Reader, name: string) => ComputedField | undefined;
  /** By prefix, including the dot. */
  readonly linked: { readonly [prefix: string]: LinkedField };
  /** Whether a bare name that is no attribute means the field with `main.`. */
  readonly bareNames: boolean;
  /** By stored field: finds the ids that may have a value; undefined where that is not known. */
  readonly idsByKey?: { readonly [field: string]: (shop: Reader, value: string) => readonly number[] | undefined };
  /** Fields, named without `main.`, that are compared in another form; they are stored in it. */
  readonly folds?: { readonly [field: string]: (text: string) => string };
  /** Stored fields that hold the record's own id. */
  readonly idFields: readonly string[];
  /** Stored fields of the pseudo field `search`, besides all text attributes; they weigh twice as much. */
  readonly nameFields: readonly string[];
  /** Stored fields that a query may be as a whole. */
  readonly wholeFields?: { readonly [field: string]: WholeKind };
  readonly family?: Family<S>;
  /** When a record was made, in milliseconds, which never changes: its place in lists that are paged by a keyset. */
  readonly madeMs?: (state: S) => number;
}
