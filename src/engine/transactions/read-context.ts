// Read context: how one request reads the shop, with dependency tracking.
//
// `readSeq`, the highest record among all that was read, says how long the reply waits at the durability gate. The read
// set says when a cached response is out of date; it is recorded only for operations whose replies are cached.
// Not promised: isolation over time. A request that awaits something reads later states afterwards.
// Glossary (docs/internals/glossary.md): read context.
import type { IndexOf, KindName, StateOf } from '../../domain/kind-types.ts';
import type { ComputedField } from '../../domain/listing/search-schema.ts';
import { amongGoods } from '../../domain/listing/goods.ts';
import type { Scalar } from '../../domain/search/constraint.ts';
import type { ShopRules } from '../../domain/rules.ts';
import type { ShopIndex } from '../../domain/shop/shop.ts';
import type { SearchResult, SearchQuery, SearchKind } from '../../domain/search/query.ts';
import type { ListRecord, ProductGoods, Reader, Recorded } from '../../domain/transaction.ts';
import type { QuoteBy } from '../../kernel/extensions.ts';
import { isOutdated } from '../../kernel/versioned.ts';
import type { Versioned } from '../../kernel/versioned.ts';
import type { Json, LazyList, LazyPart, LazyText, Shown } from '../../kernel/json.ts';
import { FragmentSlot, RawJson, splitAtFragments, toJson } from '../../kernel/json.ts';
import { matchLeavesOf } from '../../domain/search/word-conditions.ts';
import { WordsMissing } from '../../kernel/interrupted.ts';
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { runToEnd } from '../../kernel/steps.ts';
import type { Steps, Work } from '../../kernel/steps.ts';
import type { CallPace } from '../search/call-pace.ts';
import type { IndexChanges } from '../search/index-changes.ts';
import type { WorkProbe } from '../search/work-estimate.ts';
import { PacedQuery, computedFields } from '../search/paced-query.ts';
import { distinctInSteps } from '../search/distinct.ts';
import { distinctValues, search, searchInSteps } from '../search/search.ts';
import type { Actor, ActorTable } from '../actors/actor-table.ts';
import type { Tables } from '../actors/tables.ts';

/** Rules that the shop holds, and those of `base` for all else; untracked. */
export const rulesOf = ({ shop }: { readonly shop: { readonly index: unknown } }, base: ShopRules): ShopRules =>
  (shop.index as ShopIndex).rulesOn(base);

/** A rendered fragment and what it was rendered from. */
export interface RenderedFragment {
  readonly readSet: readonly Versioned[];
  readonly readSeq: number;
  readonly text: string;
  readonly render: (shop: Reader, id: number) => Json;
  readonly id: number;
}

/** A record of a list as text, and what it was made from. */
export interface KeptRecord extends Omit<ListRecord<unknown>, 'shown'> {
  readonly readSet: readonly Versioned[];
  readonly readSeq: number;
  /** Around the fragments, one more than those. */
  readonly texts: readonly string[];
  /** As they were rendered last. */
  readonly fragments: RenderedFragment[];
}

/** Records that replies share. `shape`: all that the text depends on beside the shop. */
export interface RecordStore {
  /** Undefined where it is not kept, or something of it has changed; its fragments may be outdated. */
  known(shape: string, id: number): KeptRecord | undefined;
  keep(shape: string, id: number, record: KeptRecord): void;
}

/** Who has a pace, which is made when it is first asked for: most calls search nothing. */
export interface Paced {
  readonly pace: CallPace;
}

class ReadPart<T> implements Recorded<T> {
  readonly value: T;
  private readonly nodes: readonly Versioned[];
  private readonly seq: number;

  constructor(value: T, nodes: readonly Versioned[], seq: number) {
    this.value = value;
    this.nodes = nodes;
    this.seq = seq;
  }

  get isCurrent(): boolean {
    return !isOutdated(this.nodes, this.seq);
  }

  track(shop: Reader): void {
    for (const node of this.nodes) shop.track(node);
  }
}

export class ReadContext implements Reader {
  readonly atMs: number;
  quoteBy: QuoteBy | undefined = undefined;
  /** Rules of the configuration, which count where the shop holds none. */
  protected readonly base: ShopRules;
  /** The read set that has the shop already, so that it is not added with each rule that is read. */
  private rulesReadIn: Versioned[] | undefined = undefined;
  /** The highest sequence number read. */
  readSeq = 0;
  /** Read set; undefined while it is not recorded. */
  readSet: Versioned[] | undefined = undefined;
  /** Fragments with read sets of their own; undefined while they are not recorded, and within a fragment. */
  fragments: RenderedFragment[] | undefined = undefined;
  /** Records that its reply may share with others; undefined: none. */
  records: RecordStore | undefined = undefined;
  /** Lists of the reply whose records are read when they are written. */
  lazyParts: LazyPart[] | undefined = undefined;
  /** Whether reads leave actors on the disk, because a long list must not evict what other requests use. */
  bulkRead = false;
  /** Rows read from the journal by bulk reads. */
  rowsFetched = 0;
  /** How long searches may take in one go; undefined: they run to their end. */
  paced: Paced | undefined = undefined;
  protected readonly tables: Tables;

  constructor(tables: Tables, rules: ShopRules, atMs: number) {
    this.tables = tables;
    this.base = rules;
    this.atMs = atMs;
  }

  get rules(): ShopRules {
    const { shop } = this.tables;
    if (this.readSet === undefined) this.readSeq = Math.max(this.readSeq, shop.seq);
    else if (this.rulesReadIn !== this.readSet) {
      this.rulesReadIn = this.readSet;
      this.track(shop);
    }
    return rulesOf(this.tables, this.base);
  }

  track(node: Versioned): void {
    if (node.seq > this.readSeq) this.readSeq = node.seq;
    if (this.readSet !== undefined) this.readSet.push(node);
  }

  /** Starts to record the read set and the fragments. */
  recordReadSet(): void {
    this.readSet = [];
    this.fragments = [];
  }

  fragment<T>(render: (shop: Reader, id: number) => Shown<T>, id: number): Shown<T> {
    if (this.readSet === undefined || this.fragments === undefined) return render(this, id);
    return this.slotOf(this.rendered(render as RenderedFragment['render'], id)) as Shown<T>;
  }

  /** Renders a fragment, whose read set is not that of the reply. */
  private rendered(render: RenderedFragment['render'], id: number): RenderedFragment {
    const { readSet, fragments, readSeq } = this;
    const nodes: Versioned[] = [];
    this.readSet = nodes;
    this.fragments = undefined;
    this.readSeq = 0;
    const text = toJson(render(this, id));
    const fragment = { readSet: nodes, readSeq: this.readSeq, text, render, id };
    this.readSet = readSet;
    this.fragments = fragments;
    this.readSeq = readSeq;
    return fragment;
  }

  private slotOf(fragment: RenderedFragment): FragmentSlot {
    this.readSeq = Math.max(this.readSeq, fragment.readSeq);
    this.fragments!.push(fragment);
    return new FragmentSlot(this.fragments!.length - 1);
  }

  record<T>(make: () => ListRecord<Shown<T>>, shape: string, id: number): ListRecord<Shown<T>> {
    const { records } = this;
    if (this.readSet === undefined || this.fragments === undefined || records === undefined) return make();
    let kept = records.known(shape, id);
    if (kept === undefined) {
      kept = this.madeRecord(make);
      if (kept.isAlike) records.keep(shape, id, kept);
    }
    const { size, nested, isAlike } = kept;
    return { shown: this.textOf(kept) as Shown<T>, size, nested, isAlike };
  }

  private madeRecord(make: () => ListRecord<unknown>): KeptRecord {
    const { readSet, fragments, readSeq } = this;
    const nodes: Versioned[] = [];
    const own: RenderedFragment[] = [];
    this.readSet = nodes;
    this.fragments = own;
    this.readSeq = 0;
    const { shown, size, nested, isAlike } = make();
    const pieces = splitAtFragments(toJson(shown as Json));
    const isText = (_piece: string, index: number): boolean => index % 2 === 0;
    const kept = {
      readSet: [...new Set(nodes)],
      readSeq: this.readSeq,
      texts: pieces.filter(isText),
      fragments: pieces.filter((piece, index) => !isText(piece, index)).map((slot) => own[Number(slot)]!),
      size,
      nested,
      isAlike,
    };
    this.readSet = readSet;
    this.fragments = fragments;
    this.readSeq = readSeq;
    return kept;
  }

  /** The text of a record with slots of this reply, which is made from what the record was made from. */
  private textOf({ readSet, readSeq, texts, fragments }: KeptRecord): RawJson {
    const nodes = this.readSet!;
    for (let index = 0; index < readSet.length; index += 1) nodes.push(readSet[index]!);
    this.readSeq = Math.max(this.readSeq, readSeq);
    let text = texts[0]!;
    for (let index = 0; index < fragments.length; index += 1) {
      let fragment = fragments[index]!;
      if (isOutdated(fragment.readSet, fragment.readSeq))
        fragments[index] = fragment = this.rendered(fragment.render, fragment.id);
      text += toJson(this.slotOf(fragment)) + texts[index + 1]!;
    }
    return new RawJson(text);
  }

  lazyList<V extends Json>(records: LazyList<V>): LazyList<V> {
    (this.lazyParts ??= []).push(records);
    return records;
  }

  lazyText(text: LazyText): LazyText {
    (this.lazyParts ??= []).push(text);
    return text;
  }

  trackAbsence(kind: KindName): void {
    this.track(this.tables[kind]);
  }

  seqOfKind(kind: KindName): number {
    this.trackAbsence(kind);
    return this.tables[kind].seq;
  }

  amongGoods(productId: number): ProductGoods {
    return amongGoods(this, productId);
  }

  untracked<T>(read: () => T): T {
    const { readSeq, readSet } = this;
    this.readSet = undefined;
    const result = read();
    this.readSeq = readSeq;
    this.readSet = readSet;
    return result;
  }

  /** What it reads makes the reply wait, but not outdated. */
  unrecorded<T>(read: () => T): T {
    const { readSet } = this;
    this.readSet = undefined;
    try {
      return read();
    } finally {
      this.readSet = readSet;
    }
  }

  search(kind: SearchKind, query: SearchQuery): Result<SearchResult> {
    this.trackSearch(kind, query);
    const index = this.tables[kind].search!;
    if (this.paced === undefined) return search(index, this, query);
    return this.inTurns(this.paced.pace, kind, query, '', (changes, probe) =>
      searchInSteps(index, this, query, changes, probe),
    );
  }

  distinct(kind: SearchKind, query: SearchQuery, field: string): Result<readonly Scalar[]> {
    this.trackSearch(kind, query);
    const index = this.tables[kind].search!;
    if (this.paced === undefined) return distinctValues(index, this, query, field);
    return this.inTurns(this.paced.pace, kind, query, field, (changes, probe) =>
      distinctInSteps(index, this, query, field, changes, probe),
    );
  }

  inSteps<T>(name: string, begin: () => Work<T>): Result<T> {
    if (this.paced === undefined) return runToEnd(begin().steps());
    const { result, reader } = this.paced.pace.work(name, begin, this);
    this.readSeq = Math.max(this.readSeq, reader.readSeq);
    return result;
  }

  *searching(kind: SearchKind, query: SearchQuery): Steps<Result<SearchResult>> {
    const index = this.tables[kind].search!;
    const pace = this.paced?.pace;
    const steps = (changes?: IndexChanges, probe?: WorkProbe): Steps<Result<SearchResult>> =>
      searchInSteps(index, this, query, changes, probe);
    const result = yield* pace === undefined ? steps() : pace.searching(this.pacedQuery(pace, kind, query, '', steps));
    // A search shows the moment in which it ends, so it is tracked then.
    this.trackSearch(kind, query);
    this.trackComputed(computedFields(index, query, ''));
    return result;
  }

  *recorded<T>(make: (shop: Reader) => Steps<T>): Steps<Recorded<T>> {
    const reader = new ReadContext(this.tables, this.base, this.atMs);
    reader.readSet = [];
    reader.paced = this.paced;
    const value = yield* make(reader);
    return new ReadPart(value, [...new Set(reader.readSet)], reader.readSeq);
  }

  /**
   * Runs a paced query. `field`: field whose distinct values are wanted; '' for records. Throws Interrupted,
   * WordsMissing.
   */
  private inTurns<T>(
    pace: CallPace,
    kind: SearchKind,
    query: SearchQuery,
    field: string,
    steps: (changes: IndexChanges, probe: WorkProbe) => Steps<Result<T>>,
  ): Result<T> {
    return pace.result(this.pacedQuery(pace, kind, query, field, steps));
  }

  /** Makes a paced query. Throws WordsMissing. */
  private pacedQuery<T>(
    pace: CallPace,
    kind: SearchKind,
    query: SearchQuery,
    field: string,
    steps: (changes: IndexChanges, probe: WorkProbe) => Steps<Result<T>>,
  ): PacedQuery<T> {
    const index = this.tables[kind].search!;
    const computed = computedFields(index, query, field);
    this.trackComputed(computed);
    if (index.warming && matchLeavesOf(query.constraint).length > 0) {
      pace.endTurn();
      throw new WordsMissing(index.missingWords, refuse('SEARCH_WARMING_UP'));
    }
    return new PacedQuery(kind, query, field, steps, computed, { tables: this.tables, shop: this, pace });
  }

  /**
   * Tracks a search. A result depends on all actors of the kind, unless the search is within a tracked list: a change
   * of a member, or of a parent that is a member too, changes the list.
   */
  private trackSearch(kind: SearchKind, { within, collapseToRoots }: SearchQuery): void {
    if (within === undefined || (collapseToRoots === true && this.tables[kind].search!.reachesBeyond(within)))
      this.trackAbsence(kind);
    this.trackAbsence('class');
    this.trackAbsence('category');
  }

  private trackComputed(fields: readonly ComputedField[]): void {
    for (const { kinds } of fields) for (const read of kinds) this.trackAbsence(read);
  }

  index<K extends KindName>(kind: K): IndexOf<K> {
    return this.tables[kind].index as IndexOf<K>;
  }

  /** Returns the actor itself, for values derived from it. */
  actor(kind: KindName, id: number): Actor | undefined {
    const table = this.tables[kind];
    const actor = this.bulkRead ? this.peekActor(table, id) : table.get(id);
    this.track(actor ?? table);
    return actor;
  }

  /** Returns the actor without making it resident; counts fetched rows. */
  private peekActor(table: ActorTable, id: number): Actor | undefined {
    if (!table.resident.has(id)) this.rowsFetched += 1;
    return table.peekActor(id);
  }

  read<K extends KindName>(kind: K, id: number): StateOf<K> | undefined {
    return this.actor(kind, id)?.state as StateOf<K> | undefined;
  }

  seqOf(kind: KindName, id: number): number {
    return this.actor(kind, id)?.seq ?? 0;
  }

  isReserved(kind: KindName, id: number): boolean {
    const table = this.tables[kind];
    this.track(table);
    return id > 0 && id < table.nextId && table.get(id) === undefined;
  }
}
