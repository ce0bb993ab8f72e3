// The actors of one kind: hot ones as objects, idle ones as rows on disk (DESIGN: the row is the passive form).
import type { ActorKind, EventShapes } from '../domain/actor.ts';
import type { AttributeDefinition } from '../domain/attributes/attributes.ts';
import { KINDS } from '../domain/kinds.ts';
import type { KindName } from '../domain/kinds.ts';
import { SEARCH_SCHEMAS } from '../domain/listing/search-schemas.ts';
import type { Family, SearchSchema } from '../domain/listing/search-schema.ts';
import type { SearchKind } from '../domain/search/query.ts';
import type { Versioned } from '../domain/transaction.ts';
import { IdMap } from '../kernel/id-map.ts';
import { must } from '../kernel/result.ts';
import { pack, unpack } from './disk/codec.ts';
import type { Journal, ActorRow } from './journal/journal.ts';
import { InheritingWriter } from './search/inheriting-writer.ts';
import type { SearchWriter } from './search/inheriting-writer.ts';
import { SearchIndex } from './search/search-index.ts';
import { decryptRow, encryptRow } from './privacy/personal-values.ts';

// Inside the engine a kind's types are opaque: it moves states and events and never looks into them.
export type State = object;
type AnyEvent = { readonly type: string };
type AnyKind = ActorKind<State, object, EventShapes, unknown>;

export class Actor implements Versioned {
  readonly table: ActorTable;
  readonly id: number;
  state: State;
  /** The last record that changed it; −1 once it has left memory, so that nothing cached relies on it. */
  seq: number;
  /** The record up to which the row on disk holds, as read at recovery. */
  rowSeq: number;
  /** The first record not in its row; 0 when the row is current. */
  dirtySince = 0;
  /** The commit that wrote its row last: it may leave memory only after that. */
  rowCommit = 0;
  generation = 0;
  ended = false;
  recentlyUsed = true;
  /** Whatever a reader derives from the state and wants to find again while `seq` stays the same. */
  derivedCache: unknown = undefined;
  /** Whatever is derived from what never changes in the actor's life. */
  lifetimeCache: unknown = undefined;

  constructor(table: ActorTable, id: number, state: State, seq: number) {
    this.table = table;
    this.id = id;
    this.state = state;
    this.seq = seq;
    this.rowSeq = seq;
  }
}

interface FreeSlot {
  readonly id: number;
  readonly seq: number;
  readonly generation: number;
}

export class ActorTable implements Versioned {
  readonly name: KindName;
  readonly kind: AnyKind;
  /** The last record that changed any actor of this kind. */
  seq = 0;
  nextId = 1;
  readonly index: unknown;
  /** Undefined for kinds that cannot be searched. */
  readonly search: SearchIndex | undefined;
  /** What the search index is told of: of records that inherit also what others have for them. */
  readonly searchRows: SearchWriter<State> | undefined;
  readonly resident = new IdMap<Actor>();
  /** The table whose ids events of this kind reserve (`ActorKind.reserves`). */
  reservesIn: ActorTable | undefined = undefined;
  /** Told of every actor that leaves memory and lives on in its row. */
  onEvict: ((id: number, state: State) => void) | undefined = undefined;
  /** Where the last sweep ended. */
  private evictionCursor = 0;
  /** Slots whose last holder has ended, oldest first; usable once the journal is cut behind them. */
  private freeSlots: FreeSlot[] = [];
  private firstFreeSlot = 0;
  private readonly journal: Journal;

  /** `definitionsOf`: the attributes that a class gives. */
  constructor(
    name: KindName,
    journal: Journal,
    definitionsOf: (classId: number) => readonly AttributeDefinition[] = () => [],
  ) {
    this.name = name;
    this.kind = KINDS[name] as unknown as AnyKind;
    this.journal = journal;
    this.index = this.kind.index?.create();
    const searchable = Object.hasOwn(SEARCH_SCHEMAS, name) ? SEARCH_SCHEMAS[name as SearchKind] : undefined;
    this.search = searchable && new SearchIndex(searchable as unknown as SearchSchema<State>, definitionsOf);
    const family = searchable?.family as unknown as Family<State> | undefined;
    this.searchRows =
      family === undefined
        ? this.search
        : new InheritingWriter(this.search!, family, this.index, (id) => this.peek(id));
  }

  /** Undefined when there is no such actor, or it has ended. */
  get(id: number): Actor | undefined {
    const actor = this.resident.get(id) ?? this.load(id);
    if (actor === undefined || actor.ended) return undefined;
    actor.recentlyUsed = true;
    return actor;
  }

  /** As `get`, but what is not in memory stays out of it, and what is may leave. */
  peekActor(id: number): Actor | undefined {
    const actor = this.resident.get(id);
    if (actor !== undefined) return actor.ended ? undefined : actor;
    if (!Number.isInteger(id) || id <= 0 || id >= this.nextId) return undefined;
    const bytes = this.journal.row(this.name, id);
    if (bytes === undefined) return undefined;
    const { seq, state } = this.decode(bytes);
    return new Actor(this, id, state, seq);
  }

  /** The row of an actor that is not in memory, brought into it; for recovery, which does not know the next id yet. */
  loadUnchecked(id: number): Actor | undefined {
    const bytes = this.journal.row(this.name, id);
    return bytes === undefined ? undefined : this.insertRow(id, bytes);
  }

  private load(id: number): Actor | undefined {
    if (!Number.isInteger(id) || id <= 0 || id >= this.nextId) return undefined;
    return this.loadUnchecked(id);
  }

  /** The state without bringing it into memory; undefined when there is no such actor, or it has ended. */
  peek(id: number): State | undefined {
    const actor = this.resident.get(id);
    if (actor !== undefined) return actor.ended ? undefined : actor.state;
    const bytes = this.journal.row(this.name, id);
    return bytes === undefined ? undefined : this.decode(bytes).state;
  }

  /** What a row says, without bringing it into memory. */
  decode(bytes: Buffer): { readonly seq: number; readonly state: State } {
    const [seq, row] = unpack(bytes) as [number, unknown[]];
    const { state } = this.kind;
    decryptRow(this.journal.cipher, state.personalValues, row);
    return { seq, state: state.decode(row) };
  }

  /** Brings a row into memory. */
  insertRow(id: number, bytes: Buffer): Actor {
    const { seq, state } = this.decode(bytes);
    const actor = new Actor(this, id, state, seq);
    this.resident.set(id, actor);
    return actor;
  }

  /** The state before the first event. `generation`: how often the slot was used before; 0 where ids are not slots. */
  initial(generation: number): State {
    const state = this.kind.state.initial();
    if (this.kind.slots) (state as { generation: number }).generation = generation;
    return state;
  }

  /** An actor before its first event. */
  make(id: number, generation: number): Actor {
    const actor = new Actor(this, id, this.initial(generation), 0);
    actor.generation = generation;
    return actor;
  }

  /** The only place where a state changes. */
  apply(actor: Actor, event: AnyEvent, seq: number, atMs: number): void {
    const { kind, index, searchRows } = this;
    const { id, state } = actor;
    const [begins, ends] = [actor.seq === 0, event.type === kind.ends];
    // Applying replaces parts of a state and never changes within them, so a flat copy is the state before.
    const before = searchRows === undefined || begins ? undefined : { ...state };
    const indexed = kind.index !== undefined && (begins || ends || (kind.index.watches?.includes(event.type) ?? true));
    if (indexed && !begins) kind.index!.remove(index, id, state, seq);
    kind.apply(state, event as never, atMs, seq);
    if (indexed && !ends) kind.index!.add(index, id, state, seq);
    if (searchRows !== undefined) {
      if (before === undefined) searchRows.add(id, state);
      else if (ends) searchRows.remove(id, before);
      else searchRows.change(id, before, state);
    }
    if (ends) actor.ended = true;
    actor.seq = seq;
    actor.derivedCache = undefined;
    this.seq = seq;
    if (actor.id >= this.nextId) this.nextId = actor.id + 1;
    if (this.reservesIn !== undefined && event.type === kind.reserves!.event) {
      this.reservesIn.reserve((event as unknown as { readonly [field: string]: number })[kind.reserves!.field]!, seq);
    }
  }

  /**
   * No later actor is given this id unless it is named. Who asks for it waits for the record: `seq` covers what is not
   * there, too.
   */
  private reserve(id: number, seq: number): void {
    if (id >= this.nextId) this.nextId = id + 1;
    this.seq = Math.max(this.seq, seq);
  }

  /** A state of its own with the same content, for a transaction's drafts. */
  copy(state: State): State {
    return this.kind.state.decode(this.kind.state.encode(state));
  }

  private rowBytes(actor: Actor, forGood = false): Buffer {
    const { state } = this.kind;
    const row = state.encode(actor.state);
    if (state.personalValues.length > 0) {
      const { subject } = actor.state as { readonly subject: number };
      encryptRow(this.journal.cipher, state.personalValues, subject, row, forGood);
    }
    return pack([actor.seq, row]);
  }

  /** The actor as its row would be now, without bringing it into memory. */
  currentRowBytes(id: number): Buffer | undefined {
    const actor = this.resident.get(id);
    if (actor === undefined) return this.journal.row(this.name, id);
    return actor.ended ? undefined : this.rowBytes(actor);
  }

  rowOf(actor: Actor): ActorRow {
    const { id, seq, ended } = actor;
    // What rests will hardly be sealed again.
    if (!ended)
      return { kind: this.name, id, bytes: this.rowBytes(actor, this.isEvictable(actor)), tombstone: undefined };
    const generation = this.kind.slots ? this.generationOf(actor) : 0;
    return { kind: this.name, id, bytes: undefined, tombstone: pack([seq, generation]) };
  }

  /** Hardly anybody will ask for it again. */
  isEvictable({ state }: Actor): boolean {
    const { rests } = this.kind;
    return rests === true || rests?.(state) === true;
  }

  private generationOf(actor: Actor): number {
    return (actor.state as { readonly generation: number }).generation;
  }

  /** The id of the next actor and, for a slot, its generation. `ahead` others are drafted already. */
  nextFreeId(cut: number, ahead: number): { readonly id: number; readonly generation: number } {
    const slot = this.freeSlots[this.firstFreeSlot + ahead];
    if (slot !== undefined && slot.seq <= cut) return { id: slot.id, generation: slot.generation + 1 };
    let usable = Math.min(ahead, this.freeSlots.length - this.firstFreeSlot);
    while (usable > 0 && (this.freeSlots[this.firstFreeSlot + usable - 1]?.seq ?? Infinity) > cut) usable -= 1;
    return { id: this.nextId + ahead - usable, generation: 0 };
  }

  /** Called when a new actor is in memory. */
  takeSlot(id: number): void {
    if (this.freeSlots[this.firstFreeSlot]?.id !== id) return;
    this.firstFreeSlot += 1;
    if (this.firstFreeSlot < 1024 || this.firstFreeSlot * 2 < this.freeSlots.length) return;
    this.freeSlots = this.freeSlots.slice(this.firstFreeSlot);
    this.firstFreeSlot = 0;
  }

  /** Ids in use, those included whose end is not on the disk yet. */
  get idsInUse(): number {
    return this.nextId - 1 - (this.freeSlots.length - this.firstFreeSlot);
  }

  /** Of the slots that were freed, those behind the cut: they can be given again at once. */
  reusableSlots(cut: number): number {
    let [low, high] = [this.firstFreeSlot, this.freeSlots.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.freeSlots[middle]!.seq <= cut) low = middle + 1;
      else high = middle;
    }
    return low - this.firstFreeSlot;
  }

  freeSlot(slot: FreeSlot): void {
    // Actors are buried in the order of their oldest change, not of their end.
    let at = this.freeSlots.length;
    while (at > this.firstFreeSlot && this.freeSlots[at - 1]!.seq > slot.seq) at -= 1;
    this.freeSlots.splice(at, 0, slot);
  }

  /** Called when the tombstone of an actor is on disk. */
  tombstoneWritten(actor: Actor): void {
    this.resident.delete(actor.id);
    const { id, seq } = actor;
    if (this.kind.slots) this.freeSlot({ id, seq, generation: this.generationOf(actor) });
  }

  /** Called when the row of an actor that rests is on disk; `touched` says whether anybody asked for it meanwhile. */
  evictWritten(actor: Actor): void {
    if (!actor.recentlyUsed && actor.dirtySince === 0) this.evictActor(actor);
  }

  private evictActor(actor: Actor): void {
    this.resident.delete(actor.id);
    actor.seq = -1;
    this.onEvict?.(actor.id, actor.state);
  }

  /**
   * Drops clean actors that nobody touched since the last sweep, until `residentActorsMax` are left, a tenth of it where all of
   * the kind rest, or `looksMax` were looked at.
   */
  evict(residentActorsMax: number, committed: number, looksMax: number): void {
    const { resident, kind } = this;
    const max = kind.residentMax ?? (kind.rests === true ? residentActorsMax / 10 : residentActorsMax);
    for (let looks = 0; resident.size > max && looks < looksMax; looks += 1) {
      const id = resident.from(this.evictionCursor) ?? resident.from(0)!;
      this.evictionCursor = id + 1;
      const actor = resident.get(id)!;
      // Whether it was touched meanwhile decides whether it leaves with its row.
      if (actor.rowCommit > committed) continue;
      if (actor.recentlyUsed || actor.dirtySince !== 0) {
        actor.recentlyUsed = false;
        continue;
      }
      must(!actor.ended, 'an ended actor stays until it is buried');
      this.evictActor(actor);
    }
  }
}
