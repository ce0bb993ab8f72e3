// Notes of the nodes of a shop in etcd.
//
// A transaction that puts a note compares what its writer has read of the name and of the id, so that a late copy of it
// changes nothing. Whether a node is alive is a key with a lease of etcd's, in whole seconds, which etcd ends some
// seconds late. Its value is the URL of the process that put it; no other URL replaces it while it lasts.
// Not promised: that a late copy of a first `join` changes nothing if the node was forgotten meanwhile.
import type { KnownNode, LogNodes, NodeNote, NoteOutcome } from '../engine/replication/log.ts';
import { LogSilent } from '../engine/replication/log.ts';
import type { KeyValue } from '../outside/etcd/answers.ts';
import type { EtcdClient } from '../outside/etcd/etcd-client.ts';
import { base64, hasValue, isAtRevision, put, range, remove, txn } from '../outside/etcd/requests.ts';
import { asLogErrors } from './log-errors.ts';
import { noteOf, noteValue } from './log-keys.ts';
import type { LogKeys } from './log-keys.ts';

/** Attempts to write a note while other writers come first. */
const TRIES = 5;

const revisionOf = (kv: KeyValue | undefined): string => kv?.mod_revision ?? '0';

export class EtcdNodes implements LogNodes {
  private readonly client: EtcdClient;
  private readonly keys: LogKeys;
  private readonly leases = new Map<
    string,
    { readonly id: string; readonly ttlSeconds: number; readonly url: string }
  >();

  constructor(client: EtcdClient, keys: LogKeys) {
    this.client = client;
    this.keys = keys;
  }

  join(note: NodeNote): Promise<NoteOutcome> {
    return this.note(note, true);
  }

  announce(note: NodeNote): Promise<NoteOutcome> {
    return this.note(note, false);
  }

  async keepAlive(name: string, url: string, ttlMs: number): Promise<string> {
    const ttlSeconds = Math.ceil(ttlMs / 1_000);
    const lease = this.leases.get(name);
    // The key lasts as long as the lease, and no other URL replaces it.
    const isSame = lease?.ttlSeconds === ttlSeconds && lease.url === url;
    if (isSame && (await asLogErrors(this.client.leaseKeepAlive(lease.id)))) return '';
    const key = this.keys.aliveNode(name);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const [present] = await this.read([key]);
      const other = present === undefined ? url : Buffer.from(present.value ?? '', 'base64').toString();
      if (other !== url) return other;
      const { ID: id } = await asLogErrors(this.client.leaseGrant(ttlSeconds));
      const claim = txn([isAtRevision(key, revisionOf(present))], [put(key, base64(url), id)]);
      if ((await asLogErrors(this.client.txn(claim))).succeeded !== true) continue;
      this.leases.set(name, { id, ttlSeconds, url });
      return '';
    }
    throw new LogSilent(`the sign of life of node ${name} is written again and again`);
  }

  async signOff(name: string, url: string): Promise<void> {
    this.leases.delete(name);
    const key = this.keys.aliveNode(name);
    await asLogErrors(this.client.txn(txn([hasValue(key, base64(url))], [remove({ key })])));
  }

  async forget(name: string): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const key = this.keys.node(name);
      const [known] = await this.read([key]);
      if (known === undefined) return;
      const compare = [isAtRevision(key, revisionOf(known))];
      const removal = [remove({ key }), remove({ key: this.keys.nodeId(noteOf(known).id) })];
      if ((await asLogErrors(this.client.txn(txn(compare, removal)))).succeeded === true) return;
    }
    throw new LogSilent(`the note of node ${name} is written again and again`);
  }

  async list(): Promise<readonly KnownNode[]> {
    const body = txn([], [range(this.keys.nodes), range(this.keys.alive)]);
    const { responses } = await asLogErrors(this.client.txn(body));
    const [notes, alive] = responses!.map(({ response_range: one }) => one?.kvs ?? []);
    const names = new Set(alive!.map(({ key }) => this.keys.aliveName(key)));
    const known = notes!.map(noteOf).map((note) => ({ ...note, isAlive: names.has(note.name) }));
    return known.sort((one, two) => (one.name < two.name ? -1 : 1));
  }

  /** Writes a note. `isNew`: the name may be unknown. */
  private async note(note: NodeNote, isNew: boolean): Promise<NoteOutcome> {
    const [key, idKey] = [this.keys.node(note.name), this.keys.nodeId(note.id)];
    for (let tries = 0; tries < TRIES; tries += 1) {
      const [byName, byId] = await this.read([key, idKey]);
      const other = byName === undefined ? await this.named(byId) : noteOf(byName);
      if (other === undefined ? !isNew : other.id !== note.id || other.name !== note.name)
        return { written: false, note: other };
      const compare = [isAtRevision(key, revisionOf(byName)), isAtRevision(idKey, revisionOf(byId))];
      const puts = [put(key, noteValue(note)), put(idKey, base64(note.name))];
      const answer = await asLogErrors(this.client.txn(txn(compare, puts)));
      if (answer.succeeded === true) return { written: true };
    }
    throw new LogSilent(`the note of node ${note.name} is written again and again`);
  }

  /** Returns the note of the node that an id belongs to. */
  private async named(byId: KeyValue | undefined): Promise<NodeNote | undefined> {
    if (byId === undefined) return undefined;
    const [known] = await this.read([this.keys.node(Buffer.from(byId.value ?? '', 'base64').toString())]);
    return known === undefined ? undefined : noteOf(known);
  }

  /** Reads several keys at one revision. */
  private async read(keys: readonly string[]): Promise<(KeyValue | undefined)[]> {
    const reads = keys.map((key) => range({ key }));
    const { responses } = await asLogErrors(this.client.txn(txn([], reads)));
    return responses!.map(({ response_range: one }) => one?.kvs?.[0]);
  }
}
