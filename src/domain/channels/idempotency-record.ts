// An idempotency record: the outcome of one write that was sent with an idempotency key (D26, D27). A write that comes
// again with the same key is answered from it, also after a restart, until the record expires.
//
// Not promised: the reply of the first call. A reply is rendered anew from the outcome and the shop as it is.
// Glossary (docs/internals/glossary.md): idempotency record.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import type { Code } from '../../kernel/refusals.ts';

/** Ids of what was made, or the code of the refusal; never a reply, nor a sentence that quotes what was sent. */
export type Outcome = { readonly value: unknown } | { readonly code: Code; readonly param: string };

export interface IdempotencyRecord {
  /** Keyed digest of channel, operation and idempotency key, and of the person in the back office. */
  keyDigest: string;
  /** Keyed digest of the parameters. */
  paramsDigest: string;
  channelId: number;
  outcome: Outcome;
  expiresMs: number;
}

export type IdempotencyRecordCommand =
  | ({ readonly type: 'remember'; readonly lifeMs: number } & Omit<IdempotencyRecord, 'expiresMs'>)
  /** After a step back of time: it expires no later than if it were made now. */
  | { readonly type: 'limit_life'; readonly lifeMs: number }
  | { readonly type: 'forget' };

const EVENTS = {
  idempotency_record_created: {
    keyDigest: '',
    paramsDigest: '',
    channelId: 0,
    outcome: { value: null } as Outcome,
    expiresMs: 0,
  },
  idempotency_record_limited: { expiresMs: 0 },
  idempotency_record_deleted: {},
};

export class IdempotencyRecordIndex {
  /** Key digest → the latest record of that key. */
  readonly byKey = new Map<string, number>();
  /** Records whose key was used again after they expired, until they are deleted. */
  readonly superseded = new Set<number>();
  readonly countByChannel = new Map<number, number>();

  /** Ids of all records. */
  ids(): number[] {
    return [...this.byKey.values(), ...this.superseded];
  }

  count(channelId: number): number {
    return this.countByChannel.get(channelId) ?? 0;
  }
}

export const idempotencyRecord: ActorKind<
  IdempotencyRecord,
  IdempotencyRecordCommand,
  typeof EVENTS,
  IdempotencyRecordIndex
> = {
  kind: 'idempotency_record',
  state: schema<IdempotencyRecord>({
    keyDigest: '',
    paramsDigest: '',
    channelId: 0,
    outcome: { value: null },
    expiresMs: 0,
  }),
  events: EVENTS,
  ends: 'idempotency_record_deleted',
  decide(state, command, atMs) {
    switch (command.type) {
      case 'remember': {
        const { keyDigest, paramsDigest, channelId, outcome, lifeMs } = command;
        return decided({
          type: 'idempotency_record_created',
          keyDigest,
          paramsDigest,
          channelId,
          outcome,
          expiresMs: atMs + lifeMs,
        });
      }
      case 'limit_life': {
        const latestMs = atMs + command.lifeMs;
        return state.expiresMs > latestMs
          ? decided({ type: 'idempotency_record_limited', expiresMs: latestMs })
          : decided();
      }
      case 'forget':
        return atMs < state.expiresMs ? decided() : decided({ type: 'idempotency_record_deleted' });
      default:
        return command satisfies never;
    }
  },
  apply(state, event) {
    if (event.type === 'idempotency_record_deleted') return;
    state.expiresMs = event.expiresMs;
    if (event.type === 'idempotency_record_limited') return;
    state.keyDigest = event.keyDigest;
    state.paramsDigest = event.paramsDigest;
    state.channelId = event.channelId;
    state.outcome = event.outcome;
  },
  index: {
    create: () => new IdempotencyRecordIndex(),
    add(index, id, { keyDigest, channelId }) {
      const other = index.byKey.get(keyDigest);
      if (other !== undefined) index.superseded.add(Math.min(id, other));
      // Rows are read in no order that is promised.
      index.byKey.set(keyDigest, Math.max(id, other ?? 0));
      index.countByChannel.set(channelId, index.count(channelId) + 1);
    },
    remove(index, id, { keyDigest, channelId }) {
      // A key that was used again after its record expired belongs to the later record.
      index.superseded.delete(id);
      if (index.byKey.get(keyDigest) === id) index.byKey.delete(keyDigest);
      index.countByChannel.set(channelId, index.count(channelId) - 1);
    },
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly idempotency_record: typeof idempotencyRecord;
  }
}
