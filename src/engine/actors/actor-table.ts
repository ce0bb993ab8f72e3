// The actors of one kind: resident ones as objects in memory, all others as rows in the journal.
//
// Guaranteed: `apply` is the only place where a state changes, and it keeps the kind's index and its search index in
// step; an actor leaves memory only when its row on the disk is current; an id has one holder at a time. Slots (ids of
// sessions) are used again, under the next generation, once the journal is truncated past the end of their last holder:
// an older record can then no longer be replayed into the new one.
// Not promised: that two reads give the same object. An evicted actor comes back as another object.
// Glossary (docs/internals/glossary.md): eviction, slot.
import type { ActorKind, EventShapes } from '../../domain/actor.ts';
import type { AttributeDefinition } from '../../domain/attributes/attributes.ts';
import { KINDS } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import { SEARCH_SCHEMAS } from '../../domain/listing/search-schemas.ts';
import type { SearchSchema } from '../../domain/listing/search-schema.ts';
import type { SearchKind } from '../../domain/search/query.ts';
import { forsake, touch } from '../../kernel/versioned.ts';
import type { Versioned, Watcher } from '../../kernel/versioned.ts';
import { IdMap } from '../../kernel/id-map.ts';
import { must } from '../../kernel/result.ts';
import { ACTOR_BYTES, PER_ROW_BYTE, actorBytes } from './actor-bytes.ts';
import { RowDamage } from '../journal/row-damage.ts';
import { checksumOf, isWhole, packChecked, seqOf, unpackChecked } from '../disk/checksummed.ts';
import type { ChecksumSeed } from '../disk/checksummed.ts';
import type { ActorRow, Journal } from '../journal/journal.ts';
import { rowSeed, tombstoneMark, tombstoneSeed } from '../journal/row-marks.ts';
import type { RowMark } from '../journal/row-digests.ts';
import { FreeSlots } from './free-slots.ts';
import { InheritingWriter } from '../search/inheriting-writer.ts';
import type { SearchWriter } from '../search/inheriting-writer.ts';
import { SearchIndex } from '../search/search-index.ts';
import { decryptRow, encryptRow } from '../privacy/personal-values.ts';

// Inside the engine a kind's types are opaque: the engine moves states and events and never looks into them.
export type State = object;
type AnyEvent = { readonly type: string };
type AnyKind = ActorKind<State, object, EventShapes, unknown>;

export class Actor implements Versioned {
  readonly table: ActorTable;
  readonly id: number;
  state: State;
  /** The last record that changed it; −1 after eviction, so that no cached response relies on it. */
  seq: number;
  watcher: Watcher | undefined = undefined;
  /** The last record in its row as it was read or taken for a commit; 0 without one. Replay skips records up to it. */
  rowSeq: number;
  /** The checksum at the end of that row. */
  rowSum = 0;
  /** The first record that its row lacks; 0 when the row is current. Set by `Checkpoint`, and before it by recovery. */
  dirtySince = 0;
  /** The commit that wrote its row last: it may be evicted only when that commit has ended. */
  rowCommit = 0;
  /** How often the slot was used before; 0 where ids are not slots. */
  generation = 0;
  /** Whether its last event was applied. The actor stays resident until its tombstone is written. */
  ended = false;
  /** Estimated memory, by its row as last written or read, and the records since. */
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

  /** What the digest of its kind holds of its row; undefined without one. */
  get rowMark(): RowMark | undefined {
    const { id, rowSeq: seq, rowSum: sum } = this;
    return seq === 0 ? undefined : { id, seq, sum };
  }
}

export class ActorTable implements Versioned {
  readonly name: KindName;
  readonly kind: AnyKind;
  private readonly rowSeed: ChecksumSeed;
  private readonly tombstoneSeed: ChecksumSeed;
  /** The last record that changed any actor of this kind. */
  seq = 0;
  watcher: Watcher | undefined = undefined;
  nextId = 1;
  readonly index: unknown;
  /** Undefined for kinds that cannot be searched. */
  readonly search: SearchIndex | undefined;
  /** Writes changes to the search index; families add what their members inherit. */
  readonly searchRows: SearchWriter<State> | undefined;
  readonly resident = new IdMap<Actor>();
  /** Sum of `Actor.bytes` over the resident actors. */
  residentBytes = 0;
  /** The table whose ids events of this kind reserve (`ActorKind.reserves`). */
  reservesIn: ActorTable | undefined = undefined;
  /** Called for every actor that is evicted. One slot: the expiry sweeper uses it. */
  onEvict?: (id: number, state: State) => void;
  /** Called for every damaged row that is read. One slot: the engine uses it. */
  onDamage: ((damage: RowDamage) => void) | undefined = undefined;
  /** Called for every actor that changes. `before`: its state until then; undefined: it is new. `ends`: it ended. */
  readonly watchers = new Set<(state: State, before: State | undefined, ends: boolean) => void>();
  /** The id at which the next eviction sweep begins. */
  private evictionCursor = 0;
  readonly freeSlots = new FreeSlots();
  readonly journal: Journal;

  /** `definitionsOf`: the attribute definitions of a class. */
  constructor(
    name: KindName,
    journal: Journal,
    definitionsOf: (classId: number) => readonly AttributeDefinition[] = () => [],
  ) {
    this.name = name;
    this.kind = KINDS[name] as unknown as AnyKind;
    this.rowSeed = rowSeed(name);
    this.tombstoneSeed = tombstoneSeed(name);
    this.journal = journal;
    this.index = this.kind.index?.create();
    const searchable = Object.hasOwn(SEARCH_SCHEMAS, name) ? SEARCH_SCHEMAS[name as SearchKind] : undefined;
    const schema = searchable as unknown as SearchSchema<State> | undefined;
    const family = schema?.family;
    this.search = schema && new SearchIndex(schema, definitionsOf, (id) => family?.childrenOf(this.index, id) ?? []);
    const inheriting = family && new InheritingWriter(this.search!, family, this.index, (id) => this.peek(id));
    this.searchRows = inheriting ?? this.search;
  }

  /** The actor, loaded from its row if it is not resident. Undefined when there is none, or it has ended. */
  get(id: number): Actor | undefined {
    const actor = this.resident.get(id) ?? this.load(id);
    if (actor === undefined || actor.ended) return undefined;
    actor.recentlyUsed = true;
    return actor;
  }

  /** As `get`, without making the actor resident or keeping it from eviction. */
  peekActor(id: number): Actor | undefined {
    const actor = this.resident.get(id);
    if (actor !== undefined) return actor.ended ? undefined : actor;
    if (!Number.isInteger(id) || id <= 0 || id >= this.nextId) return undefined;
    const bytes = this.journal.row(this.name, id);
    if (bytes === undefined) return undefined;
    const { seq, state } = this.decode(id, bytes);
    return new Actor(this, id, state, seq);
  }

  /** Loads an actor that is not resident. For recovery, which does not know yet which ids were given out. */
  loadUnchecked(id: number): Actor | undefined {
    const bytes = this.journal.row(this.name, id);
    if (bytes === undefined) return undefined;
    const { seq, state } = this.decode(id, bytes);
    return this.insert(id, seq, state, bytes);
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
    return bytes === undefined ? undefined : this.decode(id, bytes).state;
  }

  /** The last record in a row, and the state in it. Throws RowDamage where the row is not as it was written. */
  decode(id: number, bytes: Buffer): { readonly seq: number; readonly state: State } {
    this.checkRow(id, bytes);
    const [seq, row] = unpackChecked(bytes) as [number, unknown[]];
    const { state } = this.kind;
    decryptRow(this.journal.cipher, state.personalValues, row);
    return { seq, state: state.decode(row) };
  }

  /** Whether a row of this id is as it was written. */
  isWhole(id: number, bytes: Buffer): boolean {
    return isWhole(this.rowSeed, id, bytes);
  }

  private checkRow(id: number, bytes: Buffer): void {
    if (this.isWhole(id, bytes)) return;
    const damage = new RowDamage(this.name, id, seqOf(bytes));
    this.onDamage?.(damage);
    throw damage;
  }

  /** Notes that the id is taken, so that no new actor gets it. */
  noteId(id: number): void {
    if (id >= this.nextId) this.nextId = id + 1;
  }

  /** Makes an actor resident in the state of its row. */
  insert(id: number, seq: number, state: State, row: Buffer): Actor {
    this.noteId(id);
    const actor = new Actor(this, id, state, seq);
    actor.rowSum = checksumOf(row);
    actor.bytes = actorBytes(row.length);
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

  /** Notes that a record of `recordBytes` has changed a resident actor. Returns by how much that changes its memory. */
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
    // Its slot may have its next holder already.
    if (this.resident.get(actor.id) !== actor) return;
    this.resident.delete(actor.id);
    this.residentBytes -= actor.bytes;
  }

  /** State before the first event. `generation`: how often the slot was used before; 0 where ids are not slots. */
  initial(generation: number): State {
    const state = this.kind.state.initial();
    if (this.kind.slots) (state as { generation: number }).generation = generation;
    return state;
  }

  /** Makes an actor in its state before the first event. */
  make(id: number, generation: number): Actor {
    const actor = new Actor(this, id, this.initial(generation), 0);
    actor.generation = generation;
    return actor;
  }

  /** Applies an event of record `seq`: the only place where a state changes, erasures aside. */
  apply(actor: Actor, event: AnyEvent, seq: number, atMs: number): void {
    const { kind, index, searchRows } = this;
    const { id, state } = actor;
    const [begins, ends] = [actor.seq === 0, event.type === kind.ends];
    // `kind.apply` replaces members of a state and changes nothing within them: a flat copy is the state before.
    const isRead = searchRows !== undefined || this.watchers.size > 0;
    const before = begins || !isRead ? undefined : kind.state.flat(state);
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
    if (this.watchers.size > 0) for (const watch of this.watchers) watch(state, before, ends);
    touch(actor, seq);
    actor.derivedCache = undefined;
    touch(this, seq);
    this.noteId(actor.id);
    if (this.reservesIn === undefined || event.type !== kind.reserves!.event) return;
    this.reservesIn.noteId((event as unknown as { readonly [field: string]: number })[kind.reserves!.field]!);
    // A reply about the reserved id must wait for this record, although there is no actor to track.
    touch(this.reservesIn, seq);
  }

  /** A deep copy, for the pending state of a unit of work. */
  copy(state: State): State {
    return this.kind.state.copy(state);
  }

  /**
   * Encodes the actor's row. `isLast`: its values will hardly be encrypted again, so their ciphertext is not cached.
   */
  private rowBytes(actor: Actor, isLast = false): Buffer {
    const { state } = this.kind;
    const row = state.encode(actor.state);
    if (state.personalValues.length > 0) {
      const { subject } = actor.state as { readonly subject: number };
      encryptRow(this.journal.cipher, state.personalValues, subject, row, isLast);
    }
    return packChecked(this.rowSeed, actor.id, [actor.seq, row]);
  }

  /**
   * Row as it would be written now; undefined when there is no such actor, or it has ended. Throws RowDamage where the
   * row on the disk is damaged.
   */
  currentRowBytes(id: number): Buffer | undefined {
    const actor = this.resident.get(id);
    if (actor !== undefined) return actor.ended ? undefined : this.rowBytes(actor);
    return this.storedRow(id);
  }

  /** The row on the disk. Throws RowDamage. */
  storedRow(id: number): Buffer | undefined {
    const bytes = this.journal.row(this.name, id);
    if (bytes !== undefined) this.checkRow(id, bytes);
    return bytes;
  }

  /** The row to write: the state, or the tombstone of an actor that has ended. */
  rowOf(actor: Actor): ActorRow {
    const { id, seq, ended } = actor;
    if (!ended) {
      const bytes = this.rowBytes(actor, this.isEvictable(actor));
      this.resize(actor, actorBytes(bytes.length));
      return { kind: this.name, id, bytes, tombstone: undefined };
    }
    const tombstone = packChecked(this.tombstoneSeed, id, [seq, this.tombstoneGenerationOf(actor)]);
    return { kind: this.name, id, bytes: undefined, tombstone };
  }

  /** Whether the actor leaves memory as soon as its row is written, because hardly anyone will read it again. */
  isEvictable({ state }: Actor): boolean {
    return this.kind.evictable?.(state) === true;
  }

  /** The generation that the actor's tombstone holds. */
  tombstoneGenerationOf(actor: Actor): number {
    return this.kind.slots ? (actor.state as { readonly generation: number }).generation : 0;
  }

  /** What the digest holds of the tombstone on the disk, which is that of the slot's previous holder. */
  tombstoneMark(id: number): RowMark | undefined {
    const bytes = this.kind.slots ? this.journal.tombstone(this.name, id) : undefined;
    return bytes && tombstoneMark(this.name, id, bytes);
  }

  /**
   * The id of the next actor, `firstId` at least, and for a slot its generation. `truncatedSeq`: slots freed by records
   * up to it may be used; `ahead`: ids that the unit of work has taken already.
   */
  nextFreeId(truncatedSeq: number, ahead: number, firstId = 1): { readonly id: number; readonly generation: number } {
    const slot = this.freeSlots.usable(truncatedSeq, ahead);
    if (slot !== undefined) return { id: slot.id, generation: slot.generation + 1 };
    const behind = this.freeSlots.usableCount(truncatedSeq, ahead) - ahead;
    return { id: Math.max(this.nextId, firstId) - behind, generation: 0 };
  }

  /** Ids in use, including those of actors whose tombstone is not on the disk yet. */
  get idsInUse(): number {
    return this.nextId - 1 - this.freeSlots.size;
  }

  /** Called when the tombstone of an actor is on the disk. */
  noteTombstoneWritten(actor: Actor): void {
    this.forget(actor);
    const { id, seq } = actor;
    if (this.kind.slots)
      this.freeSlots.add({ id, seq, generation: (actor.state as { readonly generation: number }).generation });
  }

  /** Evicts an evictable actor once its row is on the disk, unless it was read or changed meanwhile. */
  evictWritten(actor: Actor): void {
    if (!actor.recentlyUsed && actor.dirtySince === 0) this.evictActor(actor);
  }

  private evictActor(actor: Actor): void {
    this.forget(actor);
    forsake(actor);
    this.onEvict?.(actor.id, actor.state);
  }

  /**
   * Evicts clean actors not read since the last sweep, until the kind keeps its capacity and `bytesMax`, or `stepsMax`
   * actors were visited. `commitNumber`: the last commit that is in the journal.
   */
  evict(residentActorsMax: number, bytesMax: number, commitNumber: number, stepsMax: number): void {
    const { resident, kind } = this;
    const capacity = kind.residentMax ?? residentActorsMax * (kind.residentShare ?? 1);
    const isOver = (): boolean => resident.size > capacity || (this.residentBytes > bytesMax && resident.size > 0);
    // After two rounds only actors that must stay would be met again.
    const steps = Math.min(stepsMax, 2 * resident.size);
    for (let step = 0; isOver() && step < steps; step += 1) {
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
