// The actors of one kind: resident ones as objects in memory, all others as rows in the journal.
//
// Guaranteed: `apply` is the only place where a state changes, and it keeps the kind's index and its search index in
// step; an actor leaves memory only when its row on the disk is current; an id that has a holder is given to nobody
// else. Slots (ids of sessions) are used again, under the next generation, once the journal is truncated past the end
// of their last holder: an older record can then no longer be replayed into the new one.
// Not promised: that two reads give the same object. An actor that was evicted comes back as another one.
// Glossary (docs/glossary.md): eviction, slot.
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
import type { ActorRow, Journal } from './journal/journal.ts';
import { InheritingWriter } from './search/inheriting-writer.ts';
import type { SearchWriter } from './search/inheriting-writer.ts';
import { SearchIndex } from './search/search-index.ts';
import { decryptRow, encryptRow } from './privacy/personal-values.ts';

// Inside the engine a kind's types are opaque: the engine moves states and events and never looks into them.
export type State = object;
type AnyEvent = { readonly type: string };
type AnyKind = ActorKind<State, object, EventShapes, unknown>;

/**
 * Memory of an actor, from the bytes of its row; measured with carts, whose lines have from twice to four times the
 * bytes of their row, and texts once.
 */
const ACTOR_BYTES = 400;
const PER_ROW_BYTE = 2;
const bytesOf = (rowBytes: number): number => ACTOR_BYTES + rowBytes * PER_ROW_BYTE;

export class Actor implements Versioned {
  readonly table: ActorTable;
  readonly id: number;
  state: State;
  /** The last record that changed it; −1 after eviction, so that no cached response relies on it. */
  seq: number;
  /** The last record in the row that it was loaded from; 0 without one. Replay skips records up to it. */
  rowSeq: number;
  /**
   * The first record that its row lacks; 0 when the row is current. Written by `Checkpoint`, and by recovery before it.
   */
  dirtySince = 0;
  /** The commit that wrote its row last: it may be evicted only when that commit has ended. */
  rowCommit = 0;
  /** How often the slot was used before; 0 where ids are not slots. */
  generation = 0;
  /** Its last event was applied. It stays resident until its tombstone is written. */
  ended = false;
  /** Memory that it takes, by its row as it was written or read last, and the records since. */
  bytes = ACTOR_BYTES;
  /** Whether it was read since the last eviction sweep (the reference bit of a clock cache). */
  recentlyUsed = true;
  /** For views: a value derived from the state; every applied event clears it. No part of the state. */
  derivedCache: unknown = undefined;
  /** For session codes: a value derived from what never changes in the actor's life. No part of the state. */
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
  /** The record that ended its last holder. */
  readonly seq: number;
  /** That of its last holder. */
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
  /** Where changes go on their way to the search index; families add what their members inherit. */
  readonly searchRows: SearchWriter<State> | undefined;
  readonly resident = new IdMap<Actor>();
  /** Of its resident actors, as `Actor.bytes` counts them. */
  residentBytes = 0;
  /** The table whose ids events of this kind reserve (`ActorKind.reserves`). */
  reservesIn: ActorTable | undefined = undefined;
  /** Called for every actor that is evicted. One slot: the expiry sweeper uses it. */
  onEvict: ((id: number, state: State) => void) | undefined = undefined;
  /** The id at which the next eviction sweep begins. */
  private evictionCursor = 0;
  /** Slots whose last holder has ended, oldest first; usable once the journal is truncated past that. */
  private freeSlots: FreeSlot[] = [];
  /** Entries of `freeSlots` before this one are taken. */
  private firstFreeSlot = 0;
  private readonly journal: Journal;

  /** `definitionsOf`: the attribute definitions of a class. */
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

  /** The actor, loaded from its row if it is not resident. Undefined when there is none, or it has ended. */
  get(id: number): Actor | undefined {
    const actor = this.resident.get(id) ?? this.load(id);
    if (actor === undefined || actor.ended) return undefined;
    actor.recentlyUsed = true;
    return actor;
  }

  /** As `get`, but it neither makes the actor resident nor keeps it from eviction. */
  peekActor(id: number): Actor | undefined {
    const actor = this.resident.get(id);
    if (actor !== undefined) return actor.ended ? undefined : actor;
    if (!Number.isInteger(id) || id <= 0 || id >= this.nextId) return undefined;
    const bytes = this.journal.row(this.name, id);
    if (bytes === undefined) return undefined;
    const { seq, state } = this.decode(bytes);
    return new Actor(this, id, state, seq);
  }

  /** Loads an actor that is not resident. For recovery, which does not know yet which ids were given out. */
  loadUnchecked(id: number): Actor | undefined {
    const bytes = this.journal.row(this.name, id);
    if (bytes === undefined) return undefined;
    const { seq, state } = this.decode(bytes);
    return this.insert(id, seq, state, bytes.length);
  }

  private load(id: number): Actor | undefined {
    if (!Number.isInteger(id) || id <= 0 || id >= this.nextId) return undefined;
    return this.loadUnchecked(id);
  }

  /** The state, without making the actor resident. Undefined when there is none, or it has ended. */
  peek(id: number): State | undefined {
    const actor = this.resident.get(id);
    if (actor !== undefined) return actor.ended ? undefined : actor.state;
    const bytes = this.journal.row(this.name, id);
    return bytes === undefined ? undefined : this.decode(bytes).state;
  }

  /** The record that a row was written after, and the state in it. */
  decode(bytes: Buffer): { readonly seq: number; readonly state: State } {
    const [seq, row] = unpack(bytes) as [number, unknown[]];
    const { state } = this.kind;
    decryptRow(this.journal.cipher, state.personalValues, row);
    return { seq, state: state.decode(row) };
  }

  /** Makes an actor resident in the state of its row, which has so many bytes. */
  insert(id: number, seq: number, state: State, rowBytes: number): Actor {
    const actor = new Actor(this, id, state, seq);
    actor.bytes = bytesOf(rowBytes);
    this.keep(actor);
    return actor;
  }

  /** Makes an actor resident. */
  keep(actor: Actor): void {
    const before = this.resident.get(actor.id);
    if (before !== undefined) this.residentBytes -= before.bytes;
    this.resident.set(actor.id, actor);
    this.residentBytes += actor.bytes;
  }

  /** A record has changed a resident actor by so many bytes at most. Returns by how much that changes its memory. */
  grow(actor: Actor, recordBytes: number): number {
    return this.resize(actor, actor.bytes + recordBytes * PER_ROW_BYTE);
  }

  private resize(actor: Actor, bytes: number): number {
    const more = bytes - actor.bytes;
    actor.bytes = bytes;
    this.residentBytes += more;
    return more;
  }

  private forget(actor: Actor): void {
    this.resident.delete(actor.id);
    this.residentBytes -= actor.bytes;
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

  /** Applies an event of record `seq`: the only place where a state changes. */
  apply(actor: Actor, event: AnyEvent, seq: number, atMs: number): void {
    const { kind, index, searchRows } = this;
    const { id, state } = actor;
    const [begins, ends] = [actor.seq === 0, event.type === kind.ends];
    // `kind.apply` replaces members of a state and changes nothing within them: a flat copy is the state before.
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
   * Keeps an id from actors whose id is chosen here. The table's `seq` rises, because the reply to a caller who asks
   * for the id must wait for this record, although there is no actor to track.
   */
  private reserve(id: number, seq: number): void {
    if (id >= this.nextId) this.nextId = id + 1;
    this.seq = Math.max(this.seq, seq);
  }

  /** A deep copy, for the pending state of a unit of work. */
  copy(state: State): State {
    return this.kind.state.decode(this.kind.state.encode(state));
  }

  /** `isLast`: the value will hardly be encrypted again, so that its ciphertext need not be cached. */
  private rowBytes(actor: Actor, isLast = false): Buffer {
    const { state } = this.kind;
    const row = state.encode(actor.state);
    if (state.personalValues.length > 0) {
      const { subject } = actor.state as { readonly subject: number };
      encryptRow(this.journal.cipher, state.personalValues, subject, row, isLast);
    }
    return pack([actor.seq, row]);
  }

  /** The row as it would be written now; undefined when there is no such actor, or it has ended. */
  currentRowBytes(id: number): Buffer | undefined {
    const actor = this.resident.get(id);
    if (actor === undefined) return this.journal.row(this.name, id);
    return actor.ended ? undefined : this.rowBytes(actor);
  }

  /** The row to write: the state, or the tombstone of an actor that has ended. */
  rowOf(actor: Actor): ActorRow {
    const { id, seq, ended } = actor;
    if (!ended) {
      const bytes = this.rowBytes(actor, this.isEvictable(actor));
      this.resize(actor, bytesOf(bytes.length));
      return { kind: this.name, id, bytes, tombstone: undefined };
    }
    const generation = this.kind.slots ? this.generationOf(actor) : 0;
    return { kind: this.name, id, bytes: undefined, tombstone: pack([seq, generation]) };
  }

  /** Whether the actor leaves memory as soon as its row is written, because hardly anyone will read it again. */
  isEvictable({ state }: Actor): boolean {
    return this.kind.evictable?.(state) === true;
  }

  private generationOf(actor: Actor): number {
    return (actor.state as { readonly generation: number }).generation;
  }

  /**
   * The id of the next actor and, for a slot, its generation. `truncatedSeq`: slots freed by records up to it may be
   * used; `ahead`: ids that the unit of work has taken already.
   */
  nextFreeId(truncatedSeq: number, ahead: number): { readonly id: number; readonly generation: number } {
    const slot = this.freeSlots[this.firstFreeSlot + ahead];
    if (slot !== undefined && slot.seq <= truncatedSeq) return { id: slot.id, generation: slot.generation + 1 };
    let usable = Math.min(ahead, this.freeSlots.length - this.firstFreeSlot);
    while (usable > 0 && (this.freeSlots[this.firstFreeSlot + usable - 1]?.seq ?? Infinity) > truncatedSeq) usable -= 1;
    return { id: this.nextId + ahead - usable, generation: 0 };
  }

  /** Called when a new actor has become resident. */
  takeSlot(id: number): void {
    if (this.freeSlots[this.firstFreeSlot]?.id !== id) return;
    this.firstFreeSlot += 1;
    if (this.firstFreeSlot < 1024 || this.firstFreeSlot * 2 < this.freeSlots.length) return;
    this.freeSlots = this.freeSlots.slice(this.firstFreeSlot);
    this.firstFreeSlot = 0;
  }

  /** Ids in use, including those of actors whose tombstone is not on the disk yet. */
  get idsInUse(): number {
    return this.nextId - 1 - (this.freeSlots.length - this.firstFreeSlot);
  }

  /** How many free slots may be used at once: those freed by records up to `truncatedSeq`. */
  reusableSlots(truncatedSeq: number): number {
    let [low, high] = [this.firstFreeSlot, this.freeSlots.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.freeSlots[middle]!.seq <= truncatedSeq) low = middle + 1;
      else high = middle;
    }
    return low - this.firstFreeSlot;
  }

  /** Gives a slot back, when the tombstone of its holder is on the disk. */
  freeSlot(slot: FreeSlot): void {
    // Tombstones are written in the order of their actors' oldest unwritten change, not of their end.
    let index = this.freeSlots.length;
    while (index > this.firstFreeSlot && this.freeSlots[index - 1]!.seq > slot.seq) index -= 1;
    this.freeSlots.splice(index, 0, slot);
  }

  /** Called when the tombstone of an actor is on the disk. */
  tombstoneWritten(actor: Actor): void {
    this.forget(actor);
    const { id, seq } = actor;
    if (this.kind.slots) this.freeSlot({ id, seq, generation: this.generationOf(actor) });
  }

  /** Called when the row of an evictable actor is on the disk; it stays if it was read or changed meanwhile. */
  evictWritten(actor: Actor): void {
    if (!actor.recentlyUsed && actor.dirtySince === 0) this.evictActor(actor);
  }

  private evictActor(actor: Actor): void {
    this.forget(actor);
    actor.seq = -1;
    this.onEvict?.(actor.id, actor.state);
  }

  /**
   * Evicts clean actors that were not read since the last sweep, until the capacity of the kind and `bytesMax` are kept
   * or `stepsMax` actors were visited. `commitNumber`: the last commit that is in the journal.
   */
  evict(residentActorsMax: number, bytesMax: number, commitNumber: number, stepsMax: number): void {
    const { resident, kind } = this;
    const capacity = kind.residentMax ?? residentActorsMax * (kind.residentShare ?? 1);
    const isOver = (): boolean => resident.size > capacity || (this.residentBytes > bytesMax && resident.size > 0);
    for (let step = 0; isOver() && step < stepsMax; step += 1) {
      const id = resident.from(this.evictionCursor) ?? resident.from(0)!;
      this.evictionCursor = id + 1;
      const actor = resident.get(id)!;
      // Its row is on its way: `evictWritten` decides by `recentlyUsed` whether it stays.
      if (actor.rowCommit > commitNumber) continue;
      if (actor.recentlyUsed || actor.dirtySince !== 0) {
        actor.recentlyUsed = false;
        continue;
      }
      must(!actor.ended, 'an ended actor stays until its tombstone is written');
      this.evictActor(actor);
    }
  }
}
