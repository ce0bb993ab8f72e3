// Deleting webhooks. Catches a deleted one that a start makes again, a name that cannot be used again, one that still
// counts, and messages that are queued for one that is gone.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBuiltIns, createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { deleteWebhook, orphanedMessages } from '../../../src/domain/webhooks/delete-webhook.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import { webhookIds } from '../../../src/domain/webhooks/list-webhooks.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { WEBHOOK_EVENT_NAMES } from '../../../src/domain/webhooks/webhook.ts';
import { runs } from '../../harness/effort.ts';
import { MemoryShop } from '../memory-shop.ts';

const LIMIT = 9;
const NAMES = ['ORDER_CREATE', 'SEND_MESSAGE_TO_USER', 'MINE', 'OTHER'];

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('create', 'delete'), name: fc.constantFrom(...NAMES) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('start', 'fire'), name: fc.constant('') }) },
  ),
  { maxLength: 30 },
);

test('the webhooks there are follow a plain model of names; a start brings none back', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const shop = new MemoryShop({ webhooksMax: LIMIT });
      const reader = shop as unknown as Transaction;
      expect(shop.transact(createBuiltIns).ok).toBe(true);
      const model = new Set<string>(WEBHOOK_EVENT_NAMES);
      for (const { do: step, name } of taken) {
        if (step === 'create') {
          const made = shop.transact((tx) => createWebhook(tx, name, 'ORDER_CREATE'));
          const refusal = model.has(name)
            ? 'WEBHOOK_NAME_ALREADY_IN_USE'
            : model.size >= LIMIT
              ? 'WEBHOOK_LIMIT_REACHED'
              : undefined;
          expect(made.ok ? undefined : made.code).toBe(refusal);
          if (refusal !== undefined) continue;
          model.add(name);
          const aimed = shop.transact((tx) =>
            updateWebhook(tx, name, { url: 'https://a.example', parameter: '', rotateSecret: false }),
          );
          expect(aimed.ok).toBe(true);
        } else if (step === 'delete') {
          const gone = shop.transact((tx) => deleteWebhook(tx, name));
          expect(gone.ok ? undefined : gone.code).toBe(model.has(name) ? undefined : 'WEBHOOK_NOT_FOUND');
          model.delete(name);
        } else if (step === 'start') expect(shop.transact(createBuiltIns).ok).toBe(true);
        else {
          const orphans = orphanedMessages(reader, Infinity).length;
          expect(shop.transact((tx) => fire(tx, 'ORDER_CREATE', { id_order: 1 })).ok).toBe(true);
          expect(orphanedMessages(reader, Infinity)).toHaveLength(orphans);
        }
        const ids = webhookIds(reader);
        expect(ids.map((id) => shop.state('webhook', id).name).sort()).toEqual([...model].sort());
        expect(orphanedMessages(reader, 1).length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: runs(100) },
  );
});
