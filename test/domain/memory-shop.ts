// The smallest thing that can run the domain: no disk, no gate, every rule of the actor contract checked on the way.
// States that decisions see are deep-frozen copies; events are deep-frozen before they are applied.
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { loadConfig } from '../../src/config/config.ts';
import { shopRules } from '../../src/config/shop-rules.ts';
import type { ActorKind, EventShapes } from '../../src/domain/actor.ts';
import { KINDS, KIND_NAMES } from '../../src/domain/kinds.ts';
import type { CommandOf, IndexOf, KindName, StateOf } from '../../src/domain/kind-types.ts';
import type { Milli, RateE6 } from '../../src/domain/money.ts';
import { amongGoods } from '../../src/domain/listing/goods.ts';
import type { ShopRules } from '../../src/domain/rules.ts';
import type { ProductGoods, Transaction } from '../../src/domain/transaction.ts';
import { DONE, must, ok } from '../../src/kernel/result.ts';
import type { Result } from '../../src/kernel/result.ts';
import type { Json, LazyList, LazyText } from '../../src/kernel/json.ts';
import { pack, unpack } from '../../src/engine/disk/codec.ts';
import { BatchWriter, readBatch } from '../../src/engine/journal/record.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';

export type AnyKind = ActorKind<object, object, EventShapes, unknown>;
export const kindOf = (name: KindName): AnyKind => KINDS[name] as unknown as AnyKind;

export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if ('derivedCache' in value) {
    // What views derive and find again is no part of a state.
    Object.preventExtensions(value);
    for (const name of Object.keys(value))
      if (name !== 'derivedCache') Object.defineProperty(value, name, { writable: false, configurable: false });
  } else Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
  return value;
};

/** The state as the disk would give it back; it shares nothing with the one given. */
export const copyOf = (name: KindName, state: object): object =>
  kindOf(name).state.decode(unpack(pack(kindOf(name).state.encode(state))) as unknown[]);

export const rowHex = (name: KindName, state: object): string => pack(kindOf(name).state.encode(state)).toString('hex');

/** The rules of a shop with default settings, but for what tests count on. */
export const RULES: ShopRules = deepFreeze({
  ...shopRules(loadConfig({}, {}, undefined)),
  languages: ['de_DE', 'en_GB'],
  taxClasses: [
    { name: 'default', calculation: 'included', rates: { DE: 190_000 as RateE6, AT: 200_000 as RateE6 } },
    { name: 'reduced', calculation: 'included', rates: { DE: 70_000 as RateE6 } },
    { name: 'net', calculation: 'added', rates: { DE: 190_000 as RateE6, FR: 55_000 as RateE6 } },
    { name: 'export', calculation: 'subtracted', rates: { DE: 190_000 as RateE6, AT: 200_000 as RateE6 } },
  ],
  paymentMethods: [{ id: 2, name: 'PrePayment' }],
  quantityStepMilli: 1 as Milli,
  stateLabels: {},
  orderIdFirst: 1,
  recordsMax: 10_000,
  channelsMax: 100,
  webhookBacklogMax: 100,
});

export interface Committed {
  readonly seq: number;
  readonly atMs: number;
  readonly events: readonly KindEvent[];
}

export class MemoryShop {
  readonly rules: ShopRules;
  readonly log: Committed[] = [];
  nowMs = 1_700_000_000_000;
  randoms = 0;
  subjects = 0;
  /** Ids that events have reserved, by kind. */
  readonly reserved = new Map<string, Set<number>>();
  private readonly states = new Map<KindName, Map<number, object>>(KIND_NAMES.map((name) => [name, new Map()]));
  private readonly indexes = new Map<KindName, unknown>(KIND_NAMES.map((name) => [name, kindOf(name).index?.create()]));

  constructor(rules: Partial<ShopRules> = {}) {
    this.rules = { ...RULES, ...rules };
  }

  /** Another shop with the same past. */
  replayed(rules: Partial<ShopRules> = this.rules): MemoryShop {
    const shop = new MemoryShop(rules);
    for (const record of this.log) {
      shop.log.push(record);
      shop.apply(record);
    }
    shop.nowMs = this.nowMs;
    shop.randoms = this.randoms;
    return shop;
  }

  find(kind: KindName, id: number): object | undefined {
    return this.states.get(kind)!.get(id);
  }

  state<K extends KindName>(kind: K, id: number): StateOf<K> {
    const state = this.find(kind, id);
    must(state !== undefined, `no ${kind} ${id}`);
    return state as StateOf<K>;
  }

  ids(kind: KindName): number[] {
    return [...this.states.get(kind)!.keys()];
  }

  index<K extends KindName>(kind: K): IndexOf<K> {
    return this.indexes.get(kind) as IndexOf<K>;
  }

  transact<T>(decide: (tx: Transaction) => Result<T>): Result<T> {
    this.nowMs += 7;
    const drafts = new TestDrafts(this);
    const result = decide(drafts);
    if (result.ok && drafts.events.length > 0) this.commit(drafts.events);
    return result;
  }

  /** A command to one actor as a transaction of its own. */
  ask<K extends KindName>(kind: K, id: number, command: CommandOf<K>): Result<void> {
    return this.transact((tx) => tx.ask(kind, id, command));
  }

  /** By way of the journal's own bytes, so that every event that is ever applied has made the round trip. */
  private commit(events: readonly KindEvent[]): void {
    const seq = this.log.length + 1;
    const writer = new BatchWriter();
    writer.add(seq, this.nowMs, { operation: 'test', channelId: 0, sessionId: 0, userId: 0 }, events);
    const record = readBatch(writer.take().batches[0]!.bytes)[0]!;
    must(isDeepStrictEqual(record.events, events), `the journal changes ${JSON.stringify(events)}`);
    const committed = deepFreeze({ seq, atMs: this.nowMs, events: record.events });
    this.log.push(committed);
    this.apply(committed);
  }

  apply({ seq, atMs, events }: Committed): void {
    for (const { kind: name, id, event } of events) {
      const kind = kindOf(name);
      const known = this.states.get(name)!.get(id);
      const state = known ?? kind.state.initial();
      const index = this.indexes.get(name);
      if (known !== undefined) kind.index?.remove(index, id, state, seq);
      kind.apply(state, event as never, atMs, seq);
      if (event.type === kind.reserves?.event) this.reserve(kind.reserves.kind, event as never, kind.reserves.field);
      if (event.type === kind.ends) this.states.get(name)!.delete(id);
      else {
        kind.index?.add(index, id, state, seq);
        this.states.get(name)!.set(id, state);
      }
    }
  }

  private reserve(kind: string, event: { readonly [field: string]: number }, field: string): void {
    const taken = this.reserved.get(kind) ?? new Set();
    must(
      !taken.has(event[field]!) && this.find(kind as KindName, event[field]!) === undefined,
      `${kind} ${event[field]} is reserved once`,
    );
    this.reserved.set(kind, taken.add(event[field]!));
  }

  /** Every row of the shop as hexadecimal text: equal shops give equal maps. */
  rows(): Map<string, string> {
    const rows = new Map<string, string>();
    for (const kind of KIND_NAMES) {
      for (const id of this.ids(kind)) rows.set(`${kind} ${id}`, rowHex(kind, this.states.get(kind)!.get(id)!));
    }
    return rows;
  }
}

class TestDrafts implements Transaction {
  isErased(): boolean {
    return false;
  }

  newSubject(): number {
    return (this.shop.subjects += 1);
  }

  search = (): never => {
    throw new Error('decisions do not search');
  };
  distinct = this.search;
  fragment = this.search;
  record = this.search;
  inSteps = this.search;
  searching = this.search;
  recorded = this.search;
  readonly events: KindEvent[] = [];
  readonly atMs: number;
  readonly rules: ShopRules;
  private readonly shop: MemoryShop;
  private readonly drafts = new Map<string, object>();
  private readonly touched = new Set<KindName>();
  private readonly made = new Map<KindName, number>();

  constructor(shop: MemoryShop) {
    this.shop = shop;
    this.atMs = shop.nowMs;
    this.rules = shop.rules;
  }

  read<K extends KindName>(kind: K, id: number): StateOf<K> | undefined {
    const state = this.drafts.get(`${kind} ${id}`) ?? this.shop.find(kind, id);
    return state === undefined ? undefined : (deepFreeze(copyOf(kind, state)) as StateOf<K>);
  }

  /** It has no records. */
  seqOf(): number {
    return 0;
  }

  seqOfKind(): number {
    return 0;
  }

  amongGoods(productId: number): ProductGoods {
    return amongGoods(this, productId);
  }

  index<K extends KindName>(kind: K): IndexOf<K> {
    must(
      kindOf(kind).index?.ignoresPending || !this.touched.has(kind),
      `the index of ${kind} is read before the transaction changes an actor of it`,
    );
    return this.shop.index(kind);
  }

  track(): void {}
  recordAnyway(): void {}

  imitate(): void {}
  trackAbsence(): void {}
  lazyText(text: LazyText): LazyText {
    return text;
  }

  lazyList<V extends Json>(records: LazyList<V>): LazyList<V> {
    return records;
  }

  untracked<T>(look: () => T): T {
    return look();
  }
  random(bytes: number): string {
    this.shop.randoms += 1;
    return hash('sha512', `${this.shop.randoms}`, 'base64url').slice(0, Math.ceil((bytes * 4) / 3));
  }

  nextId(kind: KindName): number {
    const given = [...this.shop.ids(kind), ...(this.shop.reserved.get(kind) ?? [])];
    return given.reduce((most, id) => Math.max(most, id), 0) + 1 + (this.made.get(kind) ?? 0);
  }

  isReserved(kind: KindName, id: number): boolean {
    return id > 0 && id < this.nextId(kind) && this.read(kind, id) === undefined;
  }

  create<K extends KindName>(kind: K, command: CommandOf<K>, named?: number): Result<number> {
    const id = named ?? this.nextId(kind);
    must(this.shop.find(kind, id) === undefined, `there is no ${kind} ${id} yet`);
    if (named === undefined) this.made.set(kind, (this.made.get(kind) ?? 0) + 1);
    this.drafts.set(`${kind} ${id}`, kindOf(kind).state.initial());
    const done = this.ask(kind, id, command);
    return done.ok ? ok(id) : done;
  }

  ask<K extends KindName>(name: K, id: number, command: CommandOf<K>): Result<void> {
    const key = `${name} ${id}`;
    const before = this.drafts.get(key) ?? this.shop.find(name, id);
    must(before !== undefined, `there is no ${key} to ask`);
    const kind = kindOf(name);
    const decision = kind.decide(deepFreeze(copyOf(name, before)), deepFreeze(command) as object, this.atMs);
    if (!decision.ok) return decision;
    this.touched.add(name);
    const draft = copyOf(name, before);
    for (const event of decision.value) {
      deepFreeze(event);
      this.events.push({ kind: name, id, event });
      kind.apply(draft, event as never, this.atMs);
    }
    this.drafts.set(key, draft);
    return DONE;
  }
}
