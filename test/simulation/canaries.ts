// Ways to break the shop, each of which the simulation must find: they show that its claims can fail.
import { ActorTable } from '../../src/engine/actors/actor-table.ts';
import { DurabilityGate } from '../../src/engine/commit/durability-gate.ts';
import { noteDelivered } from '../../src/domain/webhooks/record-delivery.ts';
import { REOPEN_REFUSALS } from '../../src/domain/orders/unpaid-order.ts';
import { ExpirySweeper } from '../../src/engine/maintenance/expiry-sweeper.ts';
import { Outbox } from '../../src/engine/delivery/outbox.ts';
import { Engine, maintenanceCause } from '../../src/engine/engine.ts';
import { ReadContext } from '../../src/engine/transactions/read-context.ts';
import { UnitOfWork } from '../../src/engine/transactions/unit-of-work.ts';
import { JournalTime } from '../../src/engine/time/journal-time.ts';
import { SubjectKeys } from '../../src/engine/privacy/subject-keys.ts';
import { RowScan } from '../../src/engine/actors/row-scan.ts';
import { TableCheck } from '../../src/engine/recovery/row-check.ts';
import { MethodTable } from '../../src/domain/delivery/method-table.ts';
import { PromotionIndex } from '../../src/domain/promotions/promotion.ts';
import { CompiledWords } from '../../src/domain/words/compiled-words.ts';
import { SearchWordsIndex } from '../../src/domain/words/search-words.ts';
import { PromotionUses } from '../../src/domain/orders/promotion-uses.ts';
import { Truncation } from '../../src/engine/journal/truncation.ts';
import { DONE } from '../../src/kernel/result.ts';
import { IdempotencyKeys } from '../../src/operations/dispatch/idempotency.ts';
import { ReplySender } from '../../src/operations/dispatch/reply-sender.ts';
import { AFTER_SALE_CANARIES } from './after-sale-canaries.ts';
import type { Claim } from './claims.ts';
import { ASKED_CANARIES } from './asked-canaries.ts';
import { EDIT_CANARIES } from './edit-canaries.ts';
import { SimulatedDisk } from '../engine/journal/simulated-disk.ts';
import { all, getter, replaced } from '../harness/replaced.ts';
import { evictEarly } from './evict-early.ts';

export interface Canary {
  /** Breaks the program until the returned function is called. */
  readonly install: () => () => void;
  /** What may find it first. */
  readonly claims: readonly Claim[];
  /** How many commits the disk is behind its log, for what can only go wrong there. */
  readonly lateMax?: number;
  /** Of a shop that has extensions. */
  readonly asks?: boolean;
}

const canary = (claims: Claim | readonly Claim[], install: Canary['install']): Canary => ({
  claims: [claims].flat(),
  install,
});

/** The first one is found soonest. */
export const CANARIES: { readonly [name: string]: Canary } = {
  'a reply leaves before the disk': canary('early', () =>
    replaced(DurabilityGate.prototype, 'wait', () => (_, waiter) => void waiter.release()),
  ),
  'rows are believed whatever their checksum says': canary('damage', () =>
    replaced(ActorTable.prototype, 'isWhole', () => () => true),
  ),
  'digests are not compared': canary('damage', () =>
    all(
      replaced(
        TableCheck.prototype,
        'damage',
        (own) =>
          function (this: TableCheck, expected) {
            const damage = own.call(this, expected);
            return damage?.differs === true ? undefined : damage;
          },
      ),
      getter(RowScan.prototype, 'agrees', () => true),
    ),
  ),
  'an order ends before its time': canary('ended', () =>
    replaced(
      ExpirySweeper.prototype,
      'sweep',
      (own) =>
        function (this: ExpirySweeper, ...looks) {
          const { engine } = this as unknown as { readonly engine: Engine };
          const id = engine.readContext().index('order').unpaid.ids.at(0);
          const end = {
            type: 'move',
            lifecycle: 'order',
            event: 'cancel',
            byHand: false,
            by: 0,
            expired: true,
          } as const;
          if (id !== undefined)
            engine.transact(maintenanceCause('expire_order'), (tx) => tx.ask('order', id, { ...end, mode: 'lenient' }));
          own.call(this, ...looks);
        },
    ),
  ),
  'late money for goods that are gone is refused': canary('money', () => {
    const refusals = REOPEN_REFUSALS as string[];
    const own = refusals.splice(0);
    return () => void refusals.push(...own);
  }),
  'money comes, and the order stays ended': canary('money', () =>
    replaced(
      UnitOfWork.prototype,
      'ask',
      (own) =>
        function (this: UnitOfWork, ...given: Parameters<UnitOfWork['ask']>) {
          const command = given[2] as { readonly type: string; readonly event?: string; readonly byHand?: boolean };
          const isLost = command.type === 'move' && command.event === 'reopen' && command.byHand === false;
          return isLost ? DONE : own.apply(this, given);
        } as UnitOfWork['ask'],
    ),
  ),
  'an idempotency key is forgotten': canary('once', () =>
    replaced(IdempotencyKeys.prototype, 'lookup', () => () => undefined),
  ),
  'a change is denied': canary('denied', () => {
    let replies = 0;
    return replaced(
      ReplySender.prototype,
      'reply',
      (own) =>
        function (this: ReplySender, call, seq, body) {
          replies += 1;
          const denial = '{"object":"error","status":"error","message":"PARAMETER_INVALID","param":"","detail":""}';
          own.call(this, call, seq, replies % 40 === 0 ? denial : body);
        },
    );
  }),
  'an invoice number is left out': canary('numbers', () => {
    let orders = 0;
    return replaced(
      Engine.prototype,
      'record',
      (own) =>
        function (this: Engine, unit, cause) {
          for (const { event } of unit.events)
            if (event.type === 'order_placed' && (orders += 1) % 5 === 0)
              (event as unknown as { invoiceNumber: number }).invoiceNumber += 1;
          return own.call(this, unit, cause);
        },
    );
  }),
  'an order is dearer than its lines': canary('verify', () =>
    replaced(
      Engine.prototype,
      'record',
      (own) =>
        function (this: Engine, unit, cause) {
          for (const { event } of unit.events) {
            if (event.type !== 'order_placed') continue;
            const placed = event as unknown as { cart: { readonly sumMinor: number } };
            placed.cart = { ...placed.cart, sumMinor: placed.cart.sumMinor + 1 };
          }
          return own.call(this, unit, cause);
        },
    ),
  ),
  'an order that changes has its promotions twice': canary(['promotion', 'verify'], () =>
    replaced(
      PromotionUses.prototype,
      'count',
      (own) =>
        function (this: PromotionUses, order, by, seq) {
          if (by === 1) own.call(this, order, by, seq);
        },
    ),
  ),
  'a delivery rule counts no goods': canary('delivery', () =>
    replaced(
      MethodTable.prototype,
      'choose',
      (own) =>
        function (this: MethodTable, facts) {
          return own.call(this, { ...facts, sumBeforeMinor: 0 });
        },
    ),
  ),
  'words that change are searched as they were': canary('words', () =>
    all(
      replaced(SearchWordsIndex.prototype, 'remove', () => () => {}),
      replaced(
        SearchWordsIndex.prototype,
        'add',
        (own) =>
          function (this: SearchWordsIndex, id, words) {
            if (this.idOf(words.language) === 0) own.call(this, id, words);
          },
      ),
    ),
  ),
  'a query shows its pinned products where words put them': canary('words', () =>
    replaced(
      CompiledWords.prototype,
      'applied',
      (own) =>
        function (this: CompiledWords, leaf) {
          const applied = own.call(this, leaf);
          return applied && { ...applied, leaf: { ...applied.leaf, pinned: [] } };
        },
    ),
  ),
  'a reply that is kept goes on leading to the address of before': canary('words', () =>
    replaced(
      ReadContext.prototype,
      'trackAbsence',
      (own) =>
        function (this: ReadContext, kind) {
          if (kind !== 'search_words') own.call(this, kind);
        },
    ),
  ),
  'a promotion has no limits': canary('promotion', () =>
    replaced(
      PromotionIndex.prototype,
      'add',
      (own) =>
        function (this: PromotionIndex, id, { terms, ...rest }) {
          own.call(this, id, { ...rest, terms: { ...terms, usesMax: 0, usesPerPersonMax: 0, budgetMinor: 0 } });
        },
    ),
  ),
  'a promotion takes off a cent that no line gets': canary(['promotion', 'verify'], () =>
    replaced(
      Engine.prototype,
      'record',
      (own) =>
        function (this: Engine, unit, cause) {
          for (const { event } of unit.events) {
            if (event.type !== 'cart_promotions_set') continue;
            const changed = event as unknown as { promotions: readonly { readonly usedMinor: number }[] };
            changed.promotions = changed.promotions.map((use) => ({ ...use, usedMinor: use.usedMinor + 1 }));
          }
          return own.call(this, unit, cause);
        },
    ),
  ),
  'a call breaks': canary('fault', () => {
    let calls = 0;
    return replaced(
      IdempotencyKeys.prototype,
      'lookup',
      (own) =>
        function (this: IdempotencyKeys, ...given) {
          calls += 1;
          if (calls % 20 === 0) throw new RangeError('broken on purpose');
          return own.apply(this, given);
        },
    );
  }),
  'time runs backwards': canary('time', () =>
    replaced(
      Engine.prototype,
      'nowMs',
      () =>
        function (this: Engine) {
          return this.clock.nowMs();
        },
    ),
  ),
  'a wrong clock is believed at once, and for ever': canary('time', () =>
    all(
      replaced(
        JournalTime.prototype,
        'nowMs',
        () =>
          function (this: JournalTime) {
            return Math.max(this['clock'].nowMs(), this.lastMs);
          },
      ),
      getter(JournalTime.prototype, 'mustFollow', () => false),
    ),
  ),
  'a message is noted as told, and nobody was': canary('told', () =>
    replaced(
      Outbox.prototype,
      'send' as never,
      () =>
        function (this: Outbox, webhookId: number, { id }: { readonly id: number }) {
          this['engine'].transact(maintenanceCause('webhook'), (tx) => noteDelivered(tx, webhookId, id, ''));
          return Promise.resolve(true);
        } as never,
    ),
  ),
  // Erasures wait for the disk in the same way.
  'a webhook tells of what is not on the disk yet': canary(['told', 'early', 'erased'], () =>
    replaced(Engine.prototype, 'whenDurable', () => () => Promise.resolve()),
  ),
  'keys of an erased person are kept': canary('erased', () =>
    replaced(SubjectKeys.prototype, 'destroyRecorded', () => () => {}),
  ),
  'keys of an erased person come back with the next start': canary('erased', () =>
    replaced(SubjectKeys.prototype, 'write' as never, (own: (...given: unknown[]) => void) => {
      const written = new WeakSet<SubjectKeys>();
      return function (this: SubjectKeys, ...given: unknown[]) {
        if (written.has(this)) return;
        written.add(this);
        own.apply(this, given);
      } as never;
    }),
  ),
  'answers of applications are mixed up': canary('own', () => {
    let [answers, last] = [0, undefined as Parameters<ReplySender['reply']>[2] | undefined];
    return replaced(
      ReplySender.prototype,
      'reply',
      (own) =>
        function (this: ReplySender, call, seq, body) {
          const isAnswer = String(body).startsWith('{"object":"answer"');
          const given = isAnswer && (answers += 1) % 3 === 0 ? (last ?? body) : body;
          if (isAnswer) last = body;
          own.call(this, call, seq, given);
        },
    );
  }),
  'a commit is acknowledged and not written': canary('early', () => {
    let commits = 0;
    return replaced(
      SimulatedDisk.prototype,
      'enqueue',
      (own) =>
        function (this: SimulatedDisk, commit) {
          commits += 1;
          return commits % 50 === 0 ? Promise.resolve(true) : own.call(this, commit);
        },
    );
  }),
  'replay skips the first record after a row': canary('alarm', () =>
    replaced(
      ActorTable.prototype,
      'insert',
      (own) =>
        function (this: ActorTable, ...given) {
          const actor = own.apply(this, given);
          actor.rowSeq += 1;
          return actor;
        },
    ),
  ),
  'an actor leaves memory before its row is written': canary(['order', 'alarm'], () =>
    replaced(
      ActorTable.prototype,
      'evict',
      () =>
        function (this: ActorTable) {
          for (const actor of this.resident.values('a test')) {
            if (actor.dirtySince === 0 || actor.ended) continue;
            this.resident.delete(actor.id);
            actor.seq = -1;
          }
        },
    ),
  ),
  'a state changes without an event': canary(['state', 'damage'], () => {
    let sessions = 0;
    return replaced(
      ActorTable.prototype,
      'rowOf',
      (own) =>
        function (this: ActorTable, actor) {
          const { state } = actor as unknown as { readonly state: { expiresMs?: number } };
          if (this.name === 'session' && (sessions += 1) % 20 === 0) state.expiresMs! += 1;
          return own.call(this, actor);
        },
    );
  }),
  'an actor leaves memory with the first of its rows that are on their way': {
    ...canary(['order', 'alarm', 'lost', 'state', 'denied', 'verify'], evictEarly),
    lateMax: 8,
  },
  'the journal is truncated too far': canary(['lost', 'verify'], () =>
    replaced(
      Truncation.prototype,
      'plan',
      (own) =>
        function (this: Truncation) {
          return own.call(this, Number.MAX_SAFE_INTEGER);
        },
    ),
  ),
  ...AFTER_SALE_CANARIES,
  ...EDIT_CANARIES,
  ...ASKED_CANARIES,
};
