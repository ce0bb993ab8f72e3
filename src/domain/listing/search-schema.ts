// How a kind of record is searched: which fields it has and where their values come from.
//
// Stored fields are kept in columns by the search index and change with the record. Computed and linked fields are read
// from other actors whenever a search names them, so they cost nothing until then and something for each record left.
import type { Texts } from '../attributes/attributes.ts';
import type { KindName } from '../kinds.ts';
import type { FieldValue, Scalar } from '../search/constraint.ts';
import type { Reader } from '../transaction.ts';

export interface StoredField<S> {
  readonly read: (state: S, id: number) => FieldValue;
  /** Its words are indexed, for MATCH and for what LIKE and equality can be narrowed by. */
  readonly words?: true;
}

/** A field whose value is asked of the actors. */
export interface ComputedField {
  /** What it depends on beside the actor itself. */
  readonly kinds: readonly KindName[];
  /** `language`: of the query. */
  read(shop: Reader, id: number, language: string): FieldValue;
  /** The stored field that has one of these values wherever this one equals a text. */
  readonly narrowedBy?: { readonly by: string; to(text: string): readonly Scalar[] };
}

/** A field of other actors: of the categories that an object is in, say. */
export interface LinkedField {
  /** The stored field with the ids that it follows. */
  readonly through: string;
  /** Whether there is such a member. */
  has(member: string): boolean;
  /** All ids that may stand there. */
  all(shop: Reader): readonly number[];
  read(shop: Reader, id: number, member: string, language: string): FieldValue;
  /** What begins so holds a member of an id and of all above it, of whom `all` gives the highest first. */
  readonly path?: {
    readonly prefix: string;
    readonly read: LinkedField['read'];
    above(shop: Reader, id: number): number;
  };
  /** The objects that have this id there. */
  members(shop: Reader, id: number): readonly number[];
}

/** Records that hang below another one of their kind and inherit from it. */
export interface Family<S> {
  /** 0 for the one at the top; never another one later. */
  parentOf(state: S): number;
  /** The records right below one, of the kind's index. */
  childrenOf(index: unknown, id: number): readonly number[];
  /** A record's own state with what it inherits; `parent` has inherited already. */
  inherited(own: S, parent: S): S;
  /**
   * What others may inherit of a change, before and after, nothing else of `texts`; undefined where there is nothing.
   */
  inheritedChange(before: S, after: S): readonly [before: S, after: S] | undefined;
}

export interface SearchSchema<S> {
  /** The class that gives an actor its attributes; 0 for kinds without classes. */
  readonly classOf: (state: S) => number;
  readonly texts: ((state: S) => Texts) | undefined;
  readonly stored: { readonly [field: string]: StoredField<S> };
  readonly computed: { readonly [field: string]: ComputedField };
  /** A field of a name that nothing else has; undefined where no actor has one. */
  readonly named?: (shop: Reader, name: string) => ComputedField | undefined;
  /** Prefix with its dot → field. */
  readonly linked: { readonly [prefix: string]: LinkedField };
  /** A bare name that no class attribute has is looked for under `main.`. */
  readonly bareNames: boolean;
  /** Stored fields with a map from their value to the ids that may have it; undefined where the map does not know. */
  readonly idsByKey?: { readonly [field: string]: (shop: Reader, value: string) => readonly number[] | undefined };
  /** Fields that are compared without case, bare or under `main.`, and stored in lower case. */
  readonly caseInsensitive?: readonly string[];
  /** Stored fields that hold the actor's own id. */
  readonly idFields: readonly string[];
  /** Of the pseudo field `search`, beside all text attributes: they count double. */
  readonly nameFields: readonly string[];
  readonly family?: Family<S>;
}
