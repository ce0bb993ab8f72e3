import type { CommandOf, IndexOf, KindName, StateOf } from '../domain/kinds.ts';
import { MESSAGE_SUBJECTS_FROM } from '../domain/webhooks/message.ts';
import type { ShopRules } from '../domain/rules.ts';
import type { Transaction } from '../domain/transaction.ts';
import { DONE, Fault, must, ok, refuse } from '../kernel/result.ts';
import type { Random } from '../kernel/random.ts';
import type { Result } from '../kernel/result.ts';
import { Look } from './read-context.ts';
import type { Subjects } from './privacy/data-subjects.ts';
import type { Tables } from './read-context.ts';
import type { KindEvent } from './journal/record.ts';
import type { Actor, State, Table } from './actor-table.ts';

export interface Drafted {
  readonly actor: Actor;
  readonly created: boolean;
  /** It was created under an id that was given out before. */
  readonly named: boolean;
  readonly events: KindEvent[];
  /** The state with the events applied; made when somebody asks for it. */
  draft: State | undefined;
}

export interface TransactionLimits {
  /** Actors of a kind that ids may be given to; a kind that is not named has no limit. */
  readonly slotsMax: number;
  readonly subjects: Subjects;
}

/** What is drafted of one kind. */
interface Known {
  readonly byId: Map<number, Drafted>;
  created: number;
}

/** A transaction touches a handful of actors, and a scan beats a map; beyond so many it does not. */
const SCAN_MAX = 32;

/** Drafts over any number of actors; the engine commits all of them as one record, or they never were. */
export class Drafts extends Look implements Transaction {
  /** In the order in which they were decided. */
  readonly events: KindEvent[] = [];
  readonly drafted: Drafted[] = [];
  private readonly source: Random;
  private readonly cut: number;
  private readonly limits: TransactionLimits;
  /** All of `drafted`, once it is longer than SCAN_MAX. */
  private known: Map<Table, Known> | undefined = undefined;
  /** Ids of each kind that drafted events reserve; undefined: none. */
  private reserved: Map<Table, number> | undefined = undefined;

  /** Persons drafted. */
  private subjects = 0;

  constructor(tables: Tables, rules: ShopRules, atMs: number, source: Random, cut: number, limits: TransactionLimits) {
    super(tables, rules, atMs);
    this.source = source;
    this.cut = cut;
    this.limits = limits;
  }

  newSubject(): number {
    const subject = this.limits.subjects.next + this.subjects;
    must(subject < MESSAGE_SUBJECTS_FROM, 'there are numbers left for persons');
    this.subjects += 1;
    return subject;
  }

  isErased(subject: number): boolean {
    return this.limits.subjects.isErased(subject);
  }

  random(bytes: number): string {
    return this.source.text(bytes);
  }

  override index<K extends KindName>(kind: K): IndexOf<K> {
    if (this.tables[kind].kind.index?.steady) return super.index(kind);
    // An index knows nothing of drafts; looking things up before deciding is always possible.
    const drafted = this.known?.has(this.tables[kind]) ?? this.drafted.some(({ actor }) => actor.table.name === kind);
    must(!drafted, 'a kind is looked up after it was drafted');
    return super.index(kind);
  }

  override read<K extends KindName>(kind: K, id: number): StateOf<K> | undefined {
    const drafted = this.draftedOf(this.tables[kind], id);
    return drafted === undefined ? super.read(kind, id) : (this.draftOf(drafted) as StateOf<K>);
  }

  ask<K extends KindName>(kind: K, id: number, command: CommandOf<K>): Result<void> {
    const table = this.tables[kind];
    const drafted = this.draftedOf(table, id);
    const actor = drafted?.actor ?? this.actor(kind, id);
    if (actor === undefined) throw new Fault(`there is no ${kind} ${id} to ask`);
    const state = drafted === undefined ? actor.state : this.draftOf(drafted);
    return this.decide(actor, drafted, state, command as object);
  }

  create<K extends KindName>(kind: K, command: CommandOf<K>, named?: number): Result<number> {
    const table = this.tables[kind];
    if (named !== undefined)
      must(
        this.draftedOf(table, named) === undefined && table.hot.get(named) === undefined,
        `there is no ${kind} ${named} yet`,
      );
    const { id, generation } =
      named === undefined ? table.candidate(this.cut, this.ahead(table)) : { id: named, generation: 0 };
    if (table.kind.slots && id > this.limits.slotsMax) return refuse('SESSION_LIMIT_REACHED', '');
    const actor = table.make(id, generation);
    const drafted: Drafted = { actor, created: true, named: named !== undefined, events: [], draft: undefined };
    const decided = this.decide(actor, drafted, actor.state, command as object);
    if (!decided.ok) return decided;
    this.add(drafted);
    return ok(id);
  }

  nextId(kind: KindName): number {
    const table = this.tables[kind];
    return table.candidate(this.cut, this.ahead(table)).id;
  }

  private decide(actor: Actor, known: Drafted | undefined, state: State, command: object): Result<void> {
    const decision = actor.table.kind.decide(state, command, this.atMs);
    if (!decision.ok) return decision;
    if (decision.value.length === 0) return DONE;
    let drafted = known;
    if (drafted === undefined) {
      drafted = { actor, created: false, named: false, events: [], draft: undefined };
      this.add(drafted);
    }
    const { reservesIn, kind } = actor.table;
    for (const event of decision.value) {
      if (reservesIn !== undefined && event.type === kind.reserves!.event) {
        this.reserved ??= new Map();
        this.reserved.set(reservesIn, (this.reserved.get(reservesIn) ?? 0) + 1);
      }
      const entry = { kind: actor.table.name, id: actor.id, event };
      this.events.push(entry);
      drafted.events.push(entry);
      if (drafted.draft !== undefined) actor.table.kind.apply(drafted.draft, event as never, this.atMs);
    }
    return DONE;
  }

  private add(drafted: Drafted): void {
    this.drafted.push(drafted);
    if (this.known !== undefined) this.learn(this.known, drafted);
    else if (this.drafted.length > SCAN_MAX) {
      this.known = new Map();
      for (const one of this.drafted) this.learn(this.known, one);
    }
  }

  private learn(known: Map<Table, Known>, drafted: Drafted): void {
    const { table, id } = drafted.actor;
    let ofTable = known.get(table);
    if (ofTable === undefined) known.set(table, (ofTable = { byId: new Map(), created: 0 }));
    ofTable.byId.set(id, drafted);
    if (drafted.created && !drafted.named) ofTable.created += 1;
  }

  private draftedOf(table: Table, id: number): Drafted | undefined {
    if (this.known !== undefined) return this.known.get(table)?.byId.get(id);
    for (const one of this.drafted) if (one.actor.id === id && one.actor.table === table) return one;
    return undefined;
  }

  private draftOf(drafted: Drafted): State {
    if (drafted.draft === undefined) {
      const { actor, created, events } = drafted;
      const { kind } = actor.table;
      drafted.draft = created ? actor.table.initial(actor.generation) : actor.table.copy(actor.state);
      for (const { event } of events) kind.apply(drafted.draft, event as never, this.atMs);
    }
    return drafted.draft;
  }

  /** Ids of the kind that this transaction has taken: of new actors, and reserved ones. */
  private ahead(table: Table): number {
    let count = this.reserved?.get(table) ?? 0;
    if (this.known !== undefined) return count + (this.known.get(table)?.created ?? 0);
    for (const one of this.drafted) if (one.created && !one.named && one.actor.table === table) count += 1;
    return count;
  }
}
