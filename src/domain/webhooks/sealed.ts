// What a message tells, the secret part of it under the key of the hour (D163).
import type { Transaction } from '../transaction.ts';
import { messageSubject } from './message.ts';
import type { Message } from './message.ts';
import type { Parameters } from './webhook.ts';

/** That of the hour; the next one where its key went with an erasure. */
const currentSubject = (tx: Transaction): number => {
  let subject = messageSubject(tx.atMs);
  while (tx.isErased(subject)) subject += 1;
  return subject;
};

export const sealed = (
  tx: Transaction,
  parameters: Parameters,
  secrets: Parameters,
): Pick<Message, 'parameters' | 'subject'> & { readonly secrets: Parameters } => ({
  parameters,
  subject: Object.keys(secrets).length > 0 ? currentSubject(tx) : 0,
  secrets,
});
