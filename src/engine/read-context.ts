// How a request sees the shop: every look is noted, so that its reply waits for what it saw.
import type { IndexOf, KindName, StateOf } from '../domain/kinds.ts';
import type { Scalar } from '../domain/search/constraint.ts';
import type { ShopRules } from '../domain/rules.ts';
import type { SearchResult, SearchQuery, SearchKind } from '../domain/search/query.ts';
import type { Reader, Versioned } from '../domain/transaction.ts';
import type { Json } from '../kernel/json.ts';
import { FragmentSlot, toJson } from '../kernel/json.ts';
import type { LazyList } from '../kernel/json.ts';
import type { Result } from '../kernel/result.ts';
import { distinctValues, search } from './search/search.ts';
import type { Actor, ActorTable } from './actor-table.ts';

export type Tables = { readonly [K in KindName]: ActorTable };

/** A part of a reply, and what was consulted for it. */
export interface RenderedFragment {
  readonly readSet: readonly Versioned[];
  readonly readSeq: number;
  readonly text: string;
  readonly render: (shop: Reader, id: number) => Json;
  readonly id: number;
}

export class ReadContext implements Reader {
  readonly atMs: number;
  readonly rules: ShopRules;
  /** The highest record among all that was consulted. */
  readSeq = 0;
  /** What was consulted, while somebody records it. */
  readSet: Versioned[] | undefined = undefined;
  /** What is made anew by itself, while somebody records it. */
  fragments: RenderedFragment[] | undefined = undefined;
  /** Lists of the reply whose records are looked at when they are written. */
  lazyLists: LazyList[] | undefined = undefined;
  /** What is not in memory is looked at and left where it is: a long list would drive out of memory what others use. */
  bulkRead = false;
  /** How much was read from its row, passing. */
  rowsFetched = 0;
  protected readonly tables: Tables;

  constructor(tables: Tables, rules: ShopRules, atMs: number) {
    this.tables = tables;
    this.rules = rules;
    this.atMs = atMs;
  }

  track(node: Versioned): void {
    if (node.seq > this.readSeq) this.readSeq = node.seq;
    if (this.readSet !== undefined) this.readSet.push(node);
  }

  /** Records from here on what is consulted. */
  recordReadSet(): void {
    this.readSet = [];
    this.fragments = [];
  }

  fragment(show: (shop: Reader, id: number) => Json, id: number): Json {
    const { readSet, fragments, readSeq } = this;
    if (readSet === undefined || fragments === undefined) return show(this, id);
    const nodes: Versioned[] = [];
    this.readSet = nodes;
    this.fragments = undefined;
    this.readSeq = 0;
    const text = toJson(show(this, id));
    fragments.push({ readSet: nodes, readSeq: this.readSeq, text, render: show, id });
    this.readSet = readSet;
    this.fragments = fragments;
    this.readSeq = Math.max(readSeq, this.readSeq);
    return new FragmentSlot(fragments.length - 1);
  }

  lazyList(records: LazyList): LazyList {
    (this.lazyLists ??= []).push(records);
    return records;
  }

  trackAbsence(kind: KindName): void {
    this.track(this.tables[kind]);
  }

  untracked<T>(look: () => T): T {
    const { readSeq, readSet } = this;
    this.readSet = undefined;
    const found = look();
    this.readSeq = readSeq;
    this.readSet = readSet;
    return found;
  }

  search(kind: SearchKind, query: SearchQuery): Result<SearchResult> {
    this.trackSearch(kind, query);
    return search(this.tables[kind].search!, this, query);
  }

  distinct(kind: SearchKind, query: SearchQuery, field: string): Result<readonly Scalar[]> {
    this.trackSearch(kind, query);
    return distinctValues(this.tables[kind].search!, this, query, field);
  }

  /**
   * What is found depends on all actors of the kind, but where a list was seen already: a change of its members changes
   * it, and a change of what its members inherit from where that is a member, too.
   */
  private trackSearch(kind: SearchKind, { within, collapseToRoots }: SearchQuery): void {
    if (within === undefined || (collapseToRoots === true && this.tables[kind].search!.reachesBeyond(within)))
      this.trackAbsence(kind);
    this.trackAbsence('class');
    this.trackAbsence('category');
  }

  index<K extends KindName>(kind: K): IndexOf<K> {
    return this.tables[kind].index as IndexOf<K>;
  }

  /** The actor itself, for what is derived from it. */
  actor(kind: KindName, id: number): Actor | undefined {
    const table = this.tables[kind];
    const actor = this.bulkRead ? this.glimpse(table, id) : table.get(id);
    this.track(actor ?? table);
    return actor;
  }

  private glimpse(table: ActorTable, id: number): Actor | undefined {
    if (!table.resident.has(id)) this.rowsFetched += 1;
    return table.peekActor(id);
  }

  read<K extends KindName>(kind: K, id: number): StateOf<K> | undefined {
    return this.actor(kind, id)?.state as StateOf<K> | undefined;
  }

  isReserved(kind: KindName, id: number): boolean {
    const table = this.tables[kind];
    this.track(table);
    return id > 0 && id < table.nextId && table.get(id) === undefined;
  }
}
