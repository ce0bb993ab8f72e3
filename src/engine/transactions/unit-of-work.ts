// A unit of work: the pending events of one transaction.
//
// Guaranteed: only the transaction's own reads see them, and a refusal leaves no trace. An index lacks them; a look-up
// in one after a change of its kind is a fault. A unit of several parts (`endPart`) is the exception: a part finds what
// the parts before it did, in indexes as well. Not promised: an order of records before they are made.
// Glossary (docs/internals/glossary.md): pending event.
import { mayReleaseHolds, releaseHolds } from '../../domain/catalogue/release-holds.ts';
import type { CommandOf, IndexOf, KindName, StateOf } from '../../domain/kind-types.ts';
import { MESSAGE_SUBJECTS_FROM } from '../../domain/webhooks/message.ts';
import type { ShopRules } from '../../domain/rules.ts';
import type { SearchKind, SearchQuery, SearchResult } from '../../domain/search/query.ts';
import type { StockIndex } from '../../domain/stock/stock-item.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { DONE, Fault, must, ok } from '../../kernel/result.ts';
import type { Random } from '../../kernel/random.ts';
import type { Result } from '../../kernel/result.ts';
import { ReadContext } from './read-context.ts';
import type { DataSubjects } from '../privacy/data-subjects.ts';
import type { Tables } from '../actors/tables.ts';
import type { KindEvent } from '../journal/record.ts';
import type { Actor, State, ActorTable } from '../actors/actor-table.ts';
import { refuseAt } from '../../kernel/limits.ts';
import type { PendingActor } from './pending-actor.ts';
import { TrialIndexes } from './trial-indexes.ts';

/**
 * A decision that is never applied, about an actor that does not exist and about actors that do. `before` and `after`:
 * states before and after it, by position in `pending`; no actor has the states after it.
 */
export interface Imitated {
  readonly events: readonly KindEvent[];
  readonly pending: readonly PendingActor[];
  readonly before: readonly (State | undefined)[];
  readonly after: readonly State[];
}

export interface UnitLimits {
  /** Highest id of kinds whose ids are slots. */
  readonly slotsMax: number;
  readonly subjects: DataSubjects;
}

/** Pending actors of one kind. */
interface PendingOfTable {
  readonly byId: Map<number, PendingActor>;
  created: number;
}

/** Number of pending actors up to which a scan is faster than a map; most transactions have a handful. */
const SCAN_MAX = 32;

/** Whether the command gets a slot even when all are taken. */
const isSlotGuaranteed = ({ kind: { slotGuarantee } }: ActorTable, command: object): boolean =>
  slotGuarantee !== undefined && (command as { readonly [member: string]: unknown })[slotGuarantee] === true;

/**
 * The pending events of one transaction. `Engine.record` makes all of them one record; without it they leave no trace.
 * Reads within the unit see its own pending events, except through an index, which has none of them.
 */
export class UnitOfWork extends ReadContext implements Transaction {
  /** Pending events, in the order in which they were decided. */
  readonly events: KindEvent[] = [];
  readonly pending: PendingActor[] = [];
  /** Whether the unit becomes a record even without an event. */
  mustRecord = false;
  settlesLater = false;
  /** Decision that is packed like a record, and dropped, when the unit is recorded. */
  imitated: Imitated | undefined = undefined;
  private readonly randomSource: Random;
  private readonly truncatedSeq: number;
  private readonly limits: UnitLimits;
  /** All of `pending`, once it is longer than SCAN_MAX. */
  private pendingByTable: Map<ActorTable, PendingOfTable> | undefined = undefined;
  /** How many ids of each kind pending events reserve; undefined: none. */
  private reservedIds: Map<ActorTable, number> | undefined = undefined;
  /** Data subjects numbered by this unit. */
  private newSubjects = 0;
  /** Undefined until a part has ended, and after the last. */
  private trial: TrialIndexes | undefined = undefined;
  /** Number of events of the parts that have ended. */
  private eventsOfParts = 0;
  /** The record that the unit becomes. */
  private recordSeq = 0;

  constructor(
    tables: Tables,
    rules: ShopRules,
    atMs: number,
    source: Random,
    truncatedSeq: number,
    limits: UnitLimits,
  ) {
    super(tables, rules, atMs);
    this.randomSource = source;
    this.truncatedSeq = truncatedSeq;
    this.limits = limits;
  }

  newSubject(): number {
    const subject = this.limits.subjects.next + this.newSubjects;
    must(subject < MESSAGE_SUBJECTS_FROM, 'a number is left for a new data subject');
    this.newSubjects += 1;
    return subject;
  }

  isErased(subject: number): boolean {
    return this.limits.subjects.isErased(subject);
  }

  /**
   * Releases stock that carts hold and no longer need after the unit's events. Actors on the disk do not become
   * resident, because thousands of idle carts may hold a popular product. `later` gets held items still to be checked.
   */
  releaseHolds(later: Set<number>): void {
    const { tables, base, atMs, events, bulkRead } = this;
    if ((tables.stock.index as StockIndex).held.size === 0 || !mayReleaseHolds(events)) return;
    const before = new ReadContext(tables, base, atMs);
    before.bulkRead = this.bulkRead = true;
    releaseHolds(this, before, events, later);
    this.bulkRead = bulkRead;
  }

  /**
   * Ends a part: what follows sees its changes as if record `seq` had made them, which is the one that the whole unit
   * becomes. After the last part, or a refused one, the caller calls `endParts`.
   */
  endPart(seq: number): void {
    this.recordSeq = seq;
    this.trial ??= new TrialIndexes();
    const changed = new Set<PendingActor>();
    for (const { kind, id } of this.events.slice(this.eventsOfParts))
      changed.add(this.pendingOf(this.tables[kind], id)!);
    this.eventsOfParts = this.events.length;
    for (const pending of changed) this.trial.hold(pending, this.pendingStateOf(pending));
  }

  /** Leaves the indexes as they were before the unit. It may be recorded, or given up. */
  endParts(): void {
    this.trial?.takeBack();
    this.trial = undefined;
  }

  recordAnyway(): void {
    this.mustRecord = true;
  }

  imitate<K extends KindName>(
    kind: K,
    command: CommandOf<K>,
    decide: (tx: Transaction, id: number) => Result<unknown>,
  ): void {
    const { tables, base, atMs, randomSource, truncatedSeq, limits } = this;
    const unit = new UnitOfWork(tables, base, atMs, randomSource, truncatedSeq, limits);
    const made = unit.create(kind, command);
    const [first] = unit.pending;
    if (!made.ok || first === undefined) return;
    const created = first.actor.table.copy(unit.pendingStateOf(first));
    const from = unit.events.length;
    if (!decide(unit, made.value).ok) return;
    const { pending } = unit;
    const before = pending.map((change) => (change.created ? undefined : change.actor.state));
    before[0] = created;
    const after = pending.map((change) => unit.pendingStateOf(change));
    this.imitated = { events: unit.events.slice(from), pending, before, after };
  }

  random(bytes: number): string {
    return this.randomSource.text(bytes);
  }

  override index<K extends KindName>(kind: K): IndexOf<K> {
    if (this.pending.length === 0 || this.tables[kind].kind.index?.ignoresPending) return super.index(kind);
    // An index lacks pending events. Callers look things up before they decide.
    must(!this.hasPending(kind), 'a kind is looked up while it has pending events');
    return super.index(kind);
  }

  /** Whether an actor of the kind has events that its index lacks. */
  private hasPending(kind: KindName): boolean {
    const { trial, events, eventsOfParts, pending, pendingByTable } = this;
    if (trial === undefined)
      return pendingByTable?.has(this.tables[kind]) ?? pending.some(({ actor }) => actor.table.name === kind);
    for (let at = eventsOfParts; at < events.length; at += 1) if (events[at]!.kind === kind) return true;
    return false;
  }

  override read<K extends KindName>(kind: K, id: number): StateOf<K> | undefined {
    const pending = this.pendingOf(this.tables[kind], id);
    if (pending === undefined) return super.read(kind, id);
    if (this.trial?.hasEnded(pending) === true) return undefined;
    return this.pendingStateOf(pending) as StateOf<K>;
  }

  /** State of an actor as the unit would leave it; undefined: it would end it, or there is none. */
  stateAfter(kind: KindName, id: number): State | undefined {
    const { ends } = this.tables[kind].kind;
    const isEnded = this.pendingOf(this.tables[kind], id)?.events.some(({ event }) => event.type === ends);
    return isEnded === true ? undefined : (this.read(kind, id) as State | undefined);
  }

  override seqOf(kind: KindName, id: number): number {
    const pending = this.trial && this.pendingOf(this.tables[kind], id);
    if (pending === undefined || !this.trial!.has(pending)) return super.seqOf(kind, id);
    return this.trial!.hasEnded(pending) ? 0 : this.recordSeq;
  }

  // A search index lacks what earlier parts did.
  override search(kind: SearchKind, query: SearchQuery): Result<SearchResult> {
    must(this.trial === undefined, 'a part of several searches nothing');
    return super.search(kind, query);
  }

  ask<K extends KindName>(kind: K, id: number, command: CommandOf<K>): Result<void> {
    const table = this.tables[kind];
    const pending = this.pendingOf(table, id);
    // The actor is made resident, even during bulk reads, because events apply to one object.
    const actor = pending?.actor ?? table.get(id);
    if (pending === undefined) this.track(actor ?? table);
    if (actor === undefined) throw new Fault(`there is no ${kind} ${id} to ask`);
    const state = pending === undefined ? actor.state : this.pendingStateOf(pending);
    return this.decide(actor, pending, state, command as object);
  }

  create<K extends KindName>(kind: K, command: CommandOf<K>, named?: number): Result<number> {
    const table = this.tables[kind];
    if (named !== undefined)
      must(
        this.pendingOf(table, named) === undefined && table.resident.get(named) === undefined,
        `there is no ${kind} ${named} yet`,
      );
    const { id, generation } = named === undefined ? this.nextFree(table) : { id: named, generation: 0 };
    if (table.kind.slots && id > this.limits.slotsMax && !isSlotGuaranteed(table, command as object))
      return refuseAt(
        'sessionsMax',
        'SESSION_LIMIT_REACHED',
        '',
        `There are ${table.idsInUse} sessions, of at most ${this.limits.slotsMax}; try again.`,
      );
    const actor = table.make(id, generation);
    const pending: PendingActor = {
      actor,
      created: true,
      hasGivenId: named !== undefined,
      events: [],
      pendingState: undefined,
    };
    const decided = this.decide(actor, pending, actor.state, command as object);
    if (!decided.ok) return decided;
    this.add(pending);
    return ok(id);
  }

  nextId(kind: KindName): number {
    return this.nextFree(this.tables[kind]).id;
  }

  private nextFree(table: ActorTable): { readonly id: number; readonly generation: number } {
    return table.nextFreeId(this.truncatedSeq, this.idsTaken(table), table.kind.firstId?.(this.rules));
  }

  private decide(actor: Actor, known: PendingActor | undefined, state: State, command: object): Result<void> {
    const decision = actor.table.kind.decide(state, command, this.atMs);
    if (!decision.ok) return decision;
    if (decision.value.length === 0) return DONE;
    let pending = known;
    if (pending === undefined) {
      pending = { actor, created: false, hasGivenId: false, events: [], pendingState: undefined };
      this.add(pending);
    }
    const { reservesIn, kind } = actor.table;
    // What a later part has read of it is the state before its own events, and stays so.
    if (this.trial !== undefined && pending.pendingState !== undefined)
      pending.pendingState = kind.state.flat(pending.pendingState);
    for (const event of decision.value) {
      if (reservesIn !== undefined && event.type === kind.reserves!.event) {
        this.reservedIds ??= new Map();
        this.reservedIds.set(reservesIn, (this.reservedIds.get(reservesIn) ?? 0) + 1);
      }
      const entry = { kind: actor.table.name, id: actor.id, event };
      this.events.push(entry);
      pending.events.push(entry);
      if (pending.pendingState !== undefined) actor.table.kind.apply(pending.pendingState, event as never, this.atMs);
    }
    return DONE;
  }

  private add(pending: PendingActor): void {
    this.pending.push(pending);
    if (this.pendingByTable !== undefined) this.addToMap(this.pendingByTable, pending);
    else if (this.pending.length > SCAN_MAX) {
      this.pendingByTable = new Map();
      for (const known of this.pending) this.addToMap(this.pendingByTable, known);
    }
  }

  private addToMap(known: Map<ActorTable, PendingOfTable>, pending: PendingActor): void {
    const { table, id } = pending.actor;
    let ofTable = known.get(table);
    if (ofTable === undefined) known.set(table, (ofTable = { byId: new Map(), created: 0 }));
    ofTable.byId.set(id, pending);
    if (pending.created && !pending.hasGivenId) ofTable.created += 1;
  }

  private pendingOf(table: ActorTable, id: number): PendingActor | undefined {
    if (this.pendingByTable !== undefined) return this.pendingByTable.get(table)?.byId.get(id);
    for (const pending of this.pending) if (pending.actor.id === id && pending.actor.table === table) return pending;
    return undefined;
  }

  private pendingStateOf(pending: PendingActor): State {
    if (pending.pendingState === undefined) {
      const { actor, created, events } = pending;
      const { kind } = actor.table;
      pending.pendingState = created ? actor.table.initial(actor.generation) : actor.table.copy(actor.state);
      for (const { event } of events) kind.apply(pending.pendingState, event as never, this.atMs);
    }
    return pending.pendingState;
  }

  /** Ids of the kind that this unit has taken, for new actors and by reservations. */
  private idsTaken(table: ActorTable): number {
    let count = this.reservedIds?.get(table) ?? 0;
    if (this.pendingByTable !== undefined) return count + (this.pendingByTable.get(table)?.created ?? 0);
    for (const { actor, created, hasGivenId } of this.pending)
      if (created && !hasGivenId && actor.table === table) count += 1;
    return count;
  }
}
