// Idempotency keys: a call that comes again with its key gets the outcome of the first, also after a restart.
//
// Not promised: byte-equal replies. The outcome is stored; the reply is rendered from it and from the shop as it is.
import { createHmac } from 'node:crypto';
import type { Outcome, IdempotencyRecord } from '../../domain/channels/idempotency-record.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { ReadContext } from '../../engine/transactions/read-context.ts';
import { isAbsent } from '../../kernel/params.ts';
import { must, ok, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { textOf } from '../access/channel-keys.ts';
import type { Caller } from '../context/operation.ts';

export interface IdempotencyOptions {
  /** Hexadecimal; keys the digests of idempotency keys and parameters. */
  readonly storeKey: string;
  readonly idempotencyKeysMax: number;
  readonly idempotencyKeyTtlMs: number;
}

/** Key and parameters of a call as they are stored: digests, never the values. */
export interface KeyDigests {
  readonly keyDigest: string;
  readonly paramsDigest: string;
  readonly channelId: number;
}

/** A call that arrived while the first with its key was being prepared. */
interface Waiting {
  readonly paramsDigest: string;
  restart(): void;
  refused(refusal: Refusal): void;
}

const KEY_LENGTH_MAX = 64;

/** The key of a call: the field wins over the header; '' for none. Refuses: PARAMETER_INVALID. */
export const idempotencyKeyOf = (fields: { readonly [name: string]: unknown }, header: string): Result<string> => {
  const field = fields['idempotency_key'];
  const key = isAbsent(field) ? header : typeof field === 'number' ? String(field) : textOf(field);
  return key.length <= KEY_LENGTH_MAX && (isAbsent(field) || key !== '')
    ? ok(key)
    : refuse('PARAMETER_INVALID', 'idempotency_key', `A key is a text of at most ${KEY_LENGTH_MAX} characters.`);
};

/** Whether the reply shows a secret: then its outcome is not kept. */
export const showsSecret = <A>({ secret }: { readonly secret?: boolean | ((args: A) => boolean) }, args: A): boolean =>
  typeof secret === 'function' ? secret(args) : secret === true;

export class IdempotencyKeys {
  private readonly options: IdempotencyOptions;
  /** Keys of calls being prepared, each with the calls that wait for it. */
  private readonly claimed = new Map<string, Waiting[]>();

  constructor(options: IdempotencyOptions) {
    this.options = options;
  }

  private digest(text: string): string {
    return createHmac('sha256', Buffer.from(this.options.storeKey, 'hex')).update(text).digest('base64url');
  }

  /**
   * Returns digests of key and parameters; a retry may use another encoding, or another order of members. All people of
   * the back office share its channel, so a key is that of one person there.
   */
  digestsOf(
    name: string,
    { channelId, person }: Pick<Caller, 'channelId' | 'person'>,
    session: string,
    key: string,
    args: object,
  ): KeyDigests {
    const owner = person === undefined ? [] : [person.userId];
    return {
      keyDigest: this.digest(JSON.stringify(['key', channelId, name, key, ...owner])),
      paramsDigest: this.digest(
        JSON.stringify(['params', name, session, args], (_name, value: unknown) =>
          value === args ? args : sortedMembers(value),
        ),
      ),
      channelId,
    };
  }

  /** Whether the channel has as many keys as it may. */
  isFull(reader: ReadContext, channelId: number): boolean {
    return reader.index('idempotency_record').count(channelId) >= this.options.idempotencyKeysMax;
  }

  fullRefusal(reader: ReadContext, channelId: number): Refusal {
    const count = reader.index('idempotency_record').count(channelId);
    const { idempotencyKeysMax: max } = this.options;
    return refuse('IDEMPOTENCY_LIMIT_REACHED', '', `The channel has ${count} keys remembered, of at most ${max}.`);
  }

  /** Undefined for a new key. Refuses: IDEMPOTENCY_KEY_REUSED. */
  lookup(reader: ReadContext, { keyDigest, paramsDigest }: KeyDigests): Result<IdempotencyRecord> | undefined {
    const index = reader.index('idempotency_record');
    const id = index.byKey.get(keyDigest);
    const call = id === undefined ? undefined : reader.read('idempotency_record', id);
    if (call === undefined || call.expiresMs <= reader.atMs) {
      reader.trackAbsence('idempotency_record');
      return undefined;
    }
    return call.paramsDigest === paramsDigest ? ok(call) : refuse('IDEMPOTENCY_KEY_REUSED', 'idempotency_key');
  }

  record(tx: Transaction, digests: KeyDigests, result: Result<unknown>): void {
    const outcome: Outcome = result.ok ? { value: result.value ?? null } : outcomeOf(result);
    const recorded = tx.create('idempotency_record', {
      type: 'remember',
      ...digests,
      outcome,
      lifeMs: this.options.idempotencyKeyTtlMs,
    });
    must(recorded.ok, 'an outcome can always be recorded');
  }

  /**
   * True for the first of simultaneous calls with a key. When it releases the key, each other call is refused like it,
   * or restarts.
   */
  claim({ keyDigest, paramsDigest }: KeyDigests, restart: () => void, refused: (refusal: Refusal) => void): boolean {
    const waiting = this.claimed.get(keyDigest);
    if (waiting === undefined) this.claimed.set(keyDigest, []);
    else waiting.push({ paramsDigest, restart, refused });
    return waiting === undefined;
  }

  /** `refusal`: why the first call could not be prepared, if so. */
  release({ keyDigest, paramsDigest }: KeyDigests, refusal: Refusal | undefined): void {
    const waiting = this.claimed.get(keyDigest) ?? [];
    this.claimed.delete(keyDigest);
    for (const call of waiting) {
      if (refusal !== undefined && call.paramsDigest === paramsDigest) call.refused(refusal);
      else call.restart();
    }
  }
}

/** Members sorted by name; lists keep their order. Parameters are in the order of their declaration already. */
const sortedMembers = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = value as { readonly [name: string]: unknown };
  return Object.fromEntries(
    Object.keys(members)
      .sort()
      .map((name) => [name, members[name]]),
  );
};

const outcomeOf = ({ code, param }: Refusal): Outcome => ({ code, param });
