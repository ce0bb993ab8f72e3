// Ways to break replication, each of which the cluster simulation must find: they show that its claims can fail.
import { AuditLog } from '../../../src/engine/audit/audit-log.ts';
import { ClusterNode } from '../../../src/engine/cluster-node.ts';
import { Destruction } from '../../../src/engine/destruction/destruction.ts';
import { DurabilityGate } from '../../../src/engine/commit/durability-gate.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { Folding } from '../../../src/engine/commit/folding.ts';
import { RememberedStates } from '../../../src/engine/destruction/forget.ts';
import { FreeSlots } from '../../../src/engine/actors/free-slots.ts';
import type { Commit } from '../../../src/engine/journal/journal.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { Lease, momentOf } from '../../../src/engine/replication/lease.ts';
import { ReplicatedJournal } from '../../../src/engine/replication/replicated-journal.ts';
import { FreshReads } from '../../../src/server/following/fresh-reads.ts';
import { all, getter, replaced } from '../../harness/replaced.ts';
import { evictEarly } from '../../simulation/evict-early.ts';
import { MemoryLog } from '../replication/memory-log.ts';
import type { ClusterClaim } from './cluster-claims.ts';

export interface ClusterCanary {
  /** Breaks the program until the returned function is called. */
  readonly install: () => () => void;
  /** What may find it first. */
  readonly claims: readonly ClusterClaim[];
  readonly copiesMin?: number;
}

/** The first one is found soonest. */
export const CLUSTER_CANARIES: { readonly [name: string]: ClusterCanary } = {
  'a reply leaves before the log has what it shows': {
    claims: ['early', 'stale', 'lease'],
    install: () => replaced(DurabilityGate.prototype, 'wait', () => (_, waiter) => void waiter.release()),
  },
  'a batch is promised before the log has it': {
    claims: ['early'],
    install: () =>
      replaced(
        ReplicatedJournal.prototype,
        'commit',
        (own) =>
          function (this: ReplicatedJournal, commit: Commit, promised = () => {}) {
            promised();
            return own.call(this, commit, () => {});
          },
      ),
  },
  'a batch is on the disk before the log has it': {
    claims: ['batches', 'alarm', 'state', 'stuck', 'stale', 'early'],
    install: () =>
      replaced(
        ReplicatedJournal.prototype,
        'commit',
        (own) =>
          async function (this: ReplicatedJournal, commit: Commit, promised = () => {}) {
            if (this['writer'] === undefined) return own.call(this, commit, promised);
            const stored = this['queue'].store(commit);
            stored.catch(() => {});
            await own.call(
              { ...this, queue: { room: async () => {}, store: () => stored } } as never,
              commit,
              promised,
            );
            return stored;
          },
      ),
  },
  'the fence compares nothing': {
    claims: ['fence', 'alarm', 'batches', 'state', 'early', 'stale', 'lease'],
    install: () => replaced(MemoryLog.prototype, 'isBehind', () => () => true),
  },
  'a leader answers whatever has become of its lease': {
    claims: ['stale', 'lease'],
    install: () =>
      getter(ClusterNode.prototype, 'mayAnswer', function (this: ClusterNode) {
        return this.state === 'LEADING';
      }),
  },
  'a lease is kept while the lead is handed over': {
    claims: ['stale', 'lease'],
    install: () =>
      all(
        replaced(Lease.prototype, 'giveUp', () => () => {}),
        getter(ClusterNode.prototype, 'mayAnswer', function (this: ClusterNode) {
          return this.state === 'LEADING' && this.lease.isValid();
        }),
        // It ends when the other one has the lead, and not before.
        replaced(
          ClusterNode.prototype,
          'finish' as never,
          (own: (why: string) => void) =>
            function (this: ClusterNode, why: string) {
              if (!why.startsWith('the lead is handed')) own.call(this, why);
            } as never,
        ),
      ),
  },
  'a lease counts from when its request was answered': {
    claims: ['stale', 'lease'],
    install: () =>
      replaced(
        Lease.prototype,
        'renew',
        (own) =>
          function (this: Lease) {
            own.call(this, momentOf(this['clock']));
          },
      ),
  },
  'a follower answers without asking': {
    claims: ['stale', 'lease'],
    install: () => replaced(FreshReads.prototype, 'whenFresh', () => (_, run) => run()),
  },
  'a node that has ended goes on answering': {
    claims: ['stale'],
    install: () => getter(ClusterNode.prototype, 'hasEnded', () => false),
  },
  'a leader tells what it has promised, and not what it has sent': {
    claims: ['stale', 'lease'],
    install: () =>
      replaced(
        ClusterNode.prototype,
        'fresh',
        () =>
          function (this: ClusterNode) {
            return this.mayAnswer ? this['engine'].durableSeq : undefined;
          },
      ),
  },
  'a slot gets its next holder before its last one is buried': {
    claims: ['state', 'alarm', 'stock', 'once'],
    install: () => replaced(Folding.prototype, 'slotsAreFree' as never, () => (async () => {}) as never),
  },
  'a slot that the leader has taken stays free': {
    claims: ['state', 'alarm', 'stock', 'once'],
    install: () =>
      replaced(
        FreeSlots.prototype,
        'take',
        () =>
          function (this: FreeSlots, id: number) {
            if (this.usable(Infinity, 0)?.id === id) this['first'] += 1;
          },
      ),
  },
  'a part of an entry is not fenced': {
    claims: ['fence', 'batches', 'alarm', 'state', 'stuck', 'early', 'stale', 'lease'],
    install: () =>
      replaced(
        MemoryLog.prototype,
        'append',
        (own) =>
          function (this: MemoryLog, after, entry, head, part) {
            const isMiddle = part.index < part.count - 1;
            const mend = isMiddle ? replaced(MemoryLog.prototype, 'isBehind', () => () => true) : (): void => {};
            try {
              return own.call(this, after, entry, head, part);
            } finally {
              mend();
            }
          },
      ),
  },
  'the log is trimmed to what one node has': { claims: ['stuck', 'lost'], copiesMin: 1, install: () => () => {} },
  'an actor leaves memory with the first of its rows that are on their way': {
    claims: ['state', 'alarm', 'stock', 'lost', 'once'],
    install: evictEarly,
  },
  'a destruction is noted before the key file is synced': {
    claims: ['erased'],
    install: () => replaced(SubjectKeys.prototype, 'sync' as never, () => (() => {}) as never),
  },
  'a follower folds a destruction, and destroys nothing': {
    claims: ['erased', 'state'],
    install: () =>
      replaced(
        Destruction.prototype,
        'carryOut',
        (own) =>
          function (this: Destruction) {
            if ((this['engine'] as Engine).isLeading) own.call(this);
            else this['waiting'] = [];
          },
      ),
  },
  'a store that is joined brings no destructions along': {
    claims: ['erased', 'state'],
    install: () => {
      // The first time is that of its recovery.
      const recovered = new WeakSet<SubjectKeys>();
      return replaced(
        SubjectKeys.prototype,
        'destroyRecorded',
        (own) =>
          function (this: SubjectKeys, keyring) {
            if (recovered.has(this)) own.call(this, keyring);
            recovered.add(this);
          },
      );
    },
  },
  'a key is destroyed before the log has the record': {
    claims: ['kept', 'state', 'erased'],
    install: () =>
      replaced(
        Destruction.prototype,
        'noteRecord',
        (own) =>
          function (this: Destruction, seq, events) {
            own.call(this, seq, events);
            this.notePromised(seq);
          },
      ),
  },
  'memory goes on knowing whoever was erased': {
    claims: ['erased', 'state'],
    install: () => replaced(RememberedStates.prototype, 'forget', () => () => {}),
  },
  'an audit log lacks what its node did not notice': {
    claims: ['audit'],
    install: () => {
      let entries = 0;
      return replaced(
        AuditLog.prototype,
        'append',
        (own) =>
          function (this: AuditLog, ...given) {
            entries += 1;
            if (entries % 10 !== 0) own.apply(this, given);
          },
      );
    },
  },
};
