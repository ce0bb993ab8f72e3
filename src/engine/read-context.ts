// How a request sees the shop: every look is noted, so that its reply waits for what it saw.
import type { IndexOf, KindName, StateOf } from '../domain/kinds.ts';
import type { Scalar } from '../domain/search/constraint.ts';
import type { ShopRules } from '../domain/rules.ts';
import type { Found, Query, SearchKind } from '../domain/search/query.ts';
import type { Reader, Versioned } from '../domain/transaction.ts';
import type { Json } from '../kernel/json.ts';
import { FragmentSlot, toJson } from '../kernel/json.ts';
import type { LazyList } from '../kernel/json.ts';
import type { Result } from '../kernel/result.ts';
import { distinct, find } from './search/find.ts';
import type { Actor, Table } from './actor-table.ts';

export type Tables = { readonly [K in KindName]: Table };

/** A part of a reply, and what was consulted for it. */
export interface LookedApart {
  readonly nodes: readonly Versioned[];
  readonly seenSeq: number;
  readonly text: string;
  readonly show: (shop: Reader, id: number) => Json;
  readonly id: number;
}

export class Look implements Reader {
  readonly atMs: number;
  readonly rules: ShopRules;
  /** The highest record among all that was consulted. */
  seenSeq = 0;
  /** What was consulted, while somebody records it. */
  noted: Versioned[] | undefined = undefined;
  /** What is made anew by itself, while somebody records it. */
  parts: LookedApart[] | undefined = undefined;
  /** Lists of the reply whose records are looked at when they are written. */
  lists: LazyList[] | undefined = undefined;
  /** What is not in memory is looked at and left where it is: a long list would drive out of memory what others use. */
  passing = false;
  /** How much was read from its row, passing. */
  fetched = 0;
  protected readonly tables: Tables;

  constructor(tables: Tables, rules: ShopRules, atMs: number) {
    this.tables = tables;
    this.rules = rules;
    this.atMs = atMs;
  }

  see(node: Versioned): void {
    if (node.seq > this.seenSeq) this.seenSeq = node.seq;
    if (this.noted !== undefined) this.noted.push(node);
  }

  /** Records from here on what is consulted. */
  note(): void {
    this.noted = [];
    this.parts = [];
  }

  apart(show: (shop: Reader, id: number) => Json, id: number): Json {
    const { noted, parts, seenSeq } = this;
    if (noted === undefined || parts === undefined) return show(this, id);
    const nodes: Versioned[] = [];
    this.noted = nodes;
    this.parts = undefined;
    this.seenSeq = 0;
    const text = toJson(show(this, id));
    parts.push({ nodes, seenSeq: this.seenSeq, text, show, id });
    this.noted = noted;
    this.parts = parts;
    this.seenSeq = Math.max(seenSeq, this.seenSeq);
    return new FragmentSlot(parts.length - 1);
  }

  list(records: LazyList): LazyList {
    (this.lists ??= []).push(records);
    return records;
  }

  missed(kind: KindName): void {
    this.see(this.tables[kind]);
  }

  covered<T>(look: () => T): T {
    const { seenSeq, noted } = this;
    this.noted = undefined;
    const found = look();
    this.seenSeq = seenSeq;
    this.noted = noted;
    return found;
  }

  search(kind: SearchKind, query: Query): Result<Found> {
    this.consult(kind, query);
    return find(this.tables[kind].search!, this, query);
  }

  distinct(kind: SearchKind, query: Query, field: string): Result<readonly Scalar[]> {
    this.consult(kind, query);
    return distinct(this.tables[kind].search!, this, query, field);
  }

  /**
   * What is found depends on all actors of the kind, but where a list was seen already: a change of its members changes
   * it, and a change of what its members inherit from where that is a member, too.
   */
  private consult(kind: SearchKind, { within, byRoot }: Query): void {
    if (within === undefined || (byRoot === true && this.tables[kind].search!.reachesBeyond(within))) this.missed(kind);
    this.missed('class');
    this.missed('category');
  }

  index<K extends KindName>(kind: K): IndexOf<K> {
    return this.tables[kind].index as IndexOf<K>;
  }

  /** The actor itself, for what is derived from it. */
  actor(kind: KindName, id: number): Actor | undefined {
    const table = this.tables[kind];
    const actor = this.passing ? this.glimpse(table, id) : table.get(id);
    this.see(actor ?? table);
    return actor;
  }

  private glimpse(table: Table, id: number): Actor | undefined {
    if (!table.hot.has(id)) this.fetched += 1;
    return table.glimpse(id);
  }

  read<K extends KindName>(kind: K, id: number): StateOf<K> | undefined {
    return this.actor(kind, id)?.state as StateOf<K> | undefined;
  }

  isReserved(kind: KindName, id: number): boolean {
    const table = this.tables[kind];
    this.see(table);
    return id > 0 && id < table.nextId && table.get(id) === undefined;
  }
}
