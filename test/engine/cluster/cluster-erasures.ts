// People of a cluster's shop and their erasure: what they do, who is erased, on whose disks they can still be read.
//
// An erasure begins at the leader and has returned when every known node has destroyed what its records say, as each
// node says of itself. What is looked at is a disk as a thief would find it: rows, journal and audit, with the key file
// beside them.
import { logIn } from '../../../src/domain/accounts/log-in.ts';
import { registerUser } from '../../../src/domain/accounts/register-user.ts';
import type { UserIndex } from '../../../src/domain/accounts/user.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import type { KindName } from '../../../src/domain/kind-types.ts';
import { isInRanges, joinedRanges } from '../../../src/domain/privacy/keyring.ts';
import type { KeyRange } from '../../../src/domain/privacy/keyring.ts';
import { unpack } from '../../../src/engine/disk/codec.ts';
import { unpackChecked } from '../../../src/engine/disk/checksummed.ts';
import { readBatch } from '../../../src/engine/journal/record.ts';
import { eraseUser } from '../../../src/engine/maintenance/erasure.ts';
import type { SubjectCipher } from '../../../src/engine/privacy/encryption.ts';
import { NO_KEYS } from '../../../src/engine/privacy/encryption.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { must } from '../../../src/kernel/result.ts';
import { SimulatedKeyPlace } from '../privacy/simulated-key-place.ts';
import type { MemoryLog } from '../replication/memory-log.ts';
import type { Seeded } from '../seeded.ts';
import { CAUSE, PRODUCTS, addPiece } from '../shop.ts';
import type { Check } from './cluster-claims.ts';
import type { SimulatedClusterNode } from './simulated-cluster-node.ts';

const PERSONAL = ['user', 'session', 'order', 'issued_invoice', 'message'] as const satisfies readonly KindName[];
/** Of a batch. */
const FIRST_RECORD_AT = 9;
const PEOPLE_MAX = 6;
/** More than a run gives to people. */
const KEYS_MAX = 200;
const INVOICE_YEARS = 0;

/** The keys with which the shop began, as every node has them. */
export const firstKeys = (): string => {
  const place = new SimulatedKeyPlace();
  SubjectKeys.create(place, 'shop');
  return place.read()!;
};

const cipherIn = ({ durable }: SimulatedKeyPlace): SubjectCipher =>
  SubjectKeys.read(new SimulatedKeyPlace(durable), true).cipher;

/** With the key file of a node as the disk has it. */
export const cipherOnDisk = ({ place }: SimulatedClusterNode): SubjectCipher => cipherIn(place);

const ciphertextsIn = (value: unknown): Buffer[] => {
  if (Buffer.isBuffer(value)) return [value];
  return Array.isArray(value) ? value.flatMap(ciphertextsIn) : [];
};

/** Encrypted values of what was written, which never changes: of a batch record by record, of all else as one. */
const CIPHERTEXTS = new WeakMap<Buffer, readonly Buffer[]>();

const ciphertexts = (bytes: Buffer, values: (bytes: Buffer) => unknown[]): readonly Buffer[] => {
  const known = CIPHERTEXTS.get(bytes) ?? ciphertextsIn(values(bytes));
  CIPHERTEXTS.set(bytes, known);
  return known;
};

const recordsOf = (bytes: Buffer): unknown[] => {
  const records: unknown[] = [];
  for (let at = FIRST_RECORD_AT; at < bytes.length; at += 4 + bytes.readUInt32LE(at))
    records.push(unpack(bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at))));
  return records;
};

const checked = (bytes: Buffer): unknown[] => [unpackChecked(bytes)];

/** Everything that can be read on a disk, as text by its place. */
function* readable({ disk, place }: SimulatedClusterNode): Iterable<readonly [place: string, text: string]> {
  const [{ durable }, cipher] = [disk, cipherIn(place)];
  const opened = (bytes: Buffer, values: (bytes: Buffer) => unknown[]): string => {
    const texts = ciphertexts(bytes, values).map((one) => JSON.stringify(cipher.decrypt(one)?.value));
    return `${texts.join(' ')} ${bytes.toString('latin1')}`;
  };
  for (const kind of PERSONAL)
    for (const [id, bytes] of durable.rows(kind)) yield [`the row of ${kind} ${id}`, opened(bytes, checked)];
  for (const { firstSeq, bytes } of durable.batches(0)) yield [`batch ${firstSeq}`, opened(bytes, recordsOf)];
  for (const [seq, bytes] of durable.audit(0)) yield [`audit entry ${seq}`, opened(bytes, checked)];
}

/** What memory says of anybody. */
function* known(
  { isUp, engine: { tables } }: SimulatedClusterNode,
  names: readonly string[],
): Iterable<readonly [place: string, text: string]> {
  if (!isUp) return;
  for (const kind of PERSONAL)
    for (const { id, state, ended } of tables[kind].resident.values('a test'))
      if (!ended) yield [`${kind} ${id} in memory`, JSON.stringify(state)];
  const { byName } = tables.user.index as UserIndex;
  yield ['the names in memory', names.filter((name) => byName.get(name) !== undefined).join(' ')];
}

interface World {
  readonly random: Seeded;
  readonly log: MemoryLog;
  /** Those that count: known ones. */
  known(): readonly SimulatedClusterNode[];
  readonly claim: Check;
  /** What the leader writes is confirmed late, or never. */
  flap(leader: SimulatedClusterNode): void;
  readonly counts: { people: number; erasures: number };
}

interface Person {
  readonly name: string;
  readonly id: number;
}

export class ClusterErasures {
  private readonly world: World;
  private readonly people: string[] = [];
  private readonly begun = new Set<string>();
  /** Erased at the leader: every node must have done what records up to `seq` say. */
  private waiting: { readonly name: string; readonly seq: number }[] = [];
  private readonly erased: string[] = [];
  /** Keys that records of the log destroy, and how many of its entries were read for that. */
  private logged: readonly KeyRange[] = [];
  private entriesRead = 0;

  constructor(world: World) {
    this.world = world;
  }

  private living({ engine }: SimulatedClusterNode): Person[] {
    const { byName } = engine.tables.user.index as UserIndex;
    return this.people.flatMap((name) => {
      const id = byName.get(name);
      return id === undefined || this.begun.has(name) ? [] : [{ name, id }];
    });
  }

  /** Something that a person does, or their erasure. At a node that decides. */
  act(node: SimulatedClusterNode): void {
    const { random } = this.world;
    const living = this.living(node);
    const person = living.length === 0 ? undefined : random.of(living);
    try {
      this.step(node, living.length, person);
    } catch (error) {
      // Its power has failed in the middle of it.
      if (node.isUp) throw error;
    }
  }

  private step(node: SimulatedClusterNode, count: number, person: Person | undefined): void {
    const { random } = this.world;
    if (person === undefined || (count < PEOPLE_MAX && random.chance(0.3))) return this.register(node);
    if (random.chance(0.35)) return this.erase(node, person.name, person.id);
    return this.shop(node, person.name, person.id);
  }

  private register({ engine }: SimulatedClusterNode): void {
    const username = `person-${this.people.length}-@example.org`;
    this.people.push(username);
    this.world.counts.people += 1;
    const person = { username, email: username, passwordHash: 'hash', language: '', level: 0, verifyDigest: '' };
    engine.transact(CAUSE, (tx) => registerUser(tx, { ...person, className: '' }));
  }

  /** Logs in, says where to send it, and orders, where the shop lets them. */
  private shop({ engine }: SimulatedClusterNode, name: string, userId: number): void {
    const { random } = this.world;
    const session = engine.transact(CAUSE, (tx) => logIn(tx, userId, 0));
    if (!session.ok) return;
    const { id } = session.value;
    engine.transact(CAUSE, (tx) =>
      tx.ask('session', id, {
        type: 'set_details',
        subject: tx.read('session', id)!.subject || tx.newSubject(),
        reservedOrderId: tx.nextId('order'),
        bytesMax: 1_048_576,
        fields: { delivery_lastname: name },
        attributes: {},
      }),
    );
    const added = engine.transact(CAUSE, (tx) => addPiece(tx, id, random.of(PRODUCTS), false));
    if (added.ok && random.chance(0.7)) engine.transact(CAUSE, (tx) => checkout(tx, id));
  }

  private erase(at: SimulatedClusterNode, name: string, userId: number): void {
    const { engine, node } = at;
    this.begun.add(name);
    if (this.world.random.chance(0.2)) this.world.flap(at);
    const pause = async (): Promise<void> => must(node.mayBegin, 'this node decides nothing more');
    void eraseUser(engine, userId, { years: INVOICE_YEARS, pause }).then(
      () => this.waiting.push({ name, seq: engine.durableSeq }),
      // Its leader has ended, or gives the lead away. Somebody begins it again.
      () => this.begun.delete(name),
    );
  }

  get isWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /** Erasures return when every known node has said that it is done. */
  advance(): void {
    if (this.waiting.length === 0) return;
    const known = this.world.known();
    const doneSeq = Math.min(
      ...known.map(({ isUp, isPaused, engine }) => (isUp && !isPaused ? engine.destruction.doneSeq : -1)),
    );
    const done = this.waiting.filter(({ seq }) => seq <= doneSeq);
    if (done.length === 0) return;
    this.waiting = this.waiting.filter(({ seq }) => seq > doneSeq);
    this.erased.push(...done.map(({ name }) => name));
    this.world.counts.erasures += done.length;
    for (const node of known)
      this.look(
        node,
        done.map(({ name }) => name),
      );
  }

  /** Nobody who was erased is on the disk of a known node, or in its memory, and everybody else is. */
  check(): void {
    for (const node of this.world.known()) {
      if (this.erased.length > 0) this.look(node, this.erased);
      this.checkKept(node);
    }
  }

  private look(node: SimulatedClusterNode, names: readonly string[]): void {
    if (node.place.durable === undefined) return;
    for (const [place, text] of [...readable(node), ...known(node, names)]) {
      const name = names.find((one) => text.includes(one));
      this.world.claim('erased', name === undefined, () => `${name} can be read in ${place} of ${node.name}`);
    }
  }

  /** No key is gone that no record destroys: whoever was not erased can be read. */
  private checkKept(node: SimulatedClusterNode): void {
    if (node.place.durable === undefined) return;
    const { history } = this.world.log;
    for (; this.entriesRead < history.length; this.entriesRead += 1) {
      const { bytes } = history[this.entriesRead]!.entry;
      if (!bytes.includes('keys_destroyed')) continue;
      const events = readBatch(bytes, NO_KEYS).flatMap((record) => record.events.map(({ event }) => event));
      const ranges = events.flatMap((event) => (event as { readonly ranges?: readonly KeyRange[] }).ranges ?? []);
      this.logged = joinedRanges([...this.logged, ...ranges]);
    }
    const { tree } = cipherOnDisk(node);
    for (let key = 0; key < KEYS_MAX; key += 1)
      this.world.claim(
        'kept',
        tree.has(key) || isInRanges(this.logged, key),
        () => `${node.name} has destroyed key ${key}, and the log has no record of that`,
      );
  }
}
