// Random commands for webhooks and messages, well-formed as the operations and the outbox make them.
import * as fc from 'fast-check';
import { MAILS } from '../../../src/domain/mail.ts';
import { WEBHOOK_BODIES, WEBHOOK_EVENT_NAMES } from '../../../src/domain/webhooks/webhook.ts';

const text = fc.oneof(fc.constantFrom('', 'a', 'erased'), fc.string({ maxLength: 8 }));
const as = <const T extends string>(type: T): fc.Arbitrary<T> => fc.constant(type);
const count = fc.integer({ min: 0, max: 5 });
const parameters = fc.dictionary(fc.constantFrom('id_order', 'state1', 'language'), fc.oneof(text, count));

/** All commands may come first, and later. */
const first = <T>(command: fc.Arbitrary<T>) => ({ first: command, rest: command });

const content = {
  body: fc.constantFrom(...WEBHOOK_BODIES),
  filter: fc.constantFrom('', '{"main.id":1}'),
  fields: fc.subarray(['id', 'lines']),
};

export const WEBHOOK_COMMANDS = {
  webhook: {
    first: fc.record({
      type: as('create_webhook'),
      name: fc.constantFrom('A', 'SHOP_1', 'ORDER_CREATE', 'no', ''),
      event: fc.constantFrom(...WEBHOOK_EVENT_NAMES),
      nonce: text,
      ...content,
    }),
    rest: fc.oneof(
      fc.record({
        type: as('update_webhook'),
        url: fc.constantFrom('', 'https://a.example/hook'),
        parameter: text,
        room: count,
        ...content,
      }),
      fc.record({ type: as('rotate_secret'), nonce: text }),
      fc.record({ type: as('note_success'), answer: text }),
      fc.record({ type: as('note_failure'), answer: text, retryMs: fc.option(count) }),
      fc.record({ type: as('lose'), parameters, suspends: fc.boolean() }),
      fc.record({ type: as('forget_loss'), lost: count, firstLostSeq: count }),
      fc.record({ type: as('delete_webhook') }),
    ),
  },
  message: {
    first: fc.record({
      type: as('queue_message'),
      webhookId: count,
      atMs: count,
      dueMs: count,
      parameters,
      subject: fc.constant(3),
      secrets: parameters,
      firstId: count,
      firstSeq: count,
      userId: count,
      invitationId: count,
      mail: fc.constantFrom('' as const, ...MAILS),
      lane: count,
    }),
    rest: fc.oneof(
      fc.record({ type: fc.constantFrom('deliver_message' as const, 'end_message' as const, 'retry_mail' as const) }),
      fc.record({ type: as('note_mail_failure'), answer: text, retryMs: fc.option(count) }),
    ),
  },
  mailer: first(
    fc.oneof(
      fc.record({ type: as('note_server'), answer: text, retryMs: fc.option(count) }),
      fc.record({ type: fc.constantFrom('lose_mail' as const, 'renew_mailer' as const) }),
    ),
  ),
};
