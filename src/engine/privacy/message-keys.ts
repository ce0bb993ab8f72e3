// Keys of messages, numbered by hour, and which of them are destroyed once their hour is over.
import type { KeyRange } from '../../domain/privacy/keyring.ts';
import { MESSAGE_SUBJECTS_FROM } from '../../domain/webhooks/message.ts';
import { keyNumberOf } from '../../domain/privacy/key-number.ts';

/** The first key of messages; all lower ones are keys of persons. */
export const FIRST_MESSAGE_KEY = keyNumberOf(MESSAGE_SUBJECTS_FROM, 'contact');

/** Keys of all hours before `below`, without hours of waiting messages. Hours are those of `messageSubject`. */
export const pastMessageKeys = (below: number, waiting: readonly number[]): KeyRange[] => {
  const ranges: KeyRange[] = [];
  let from = MESSAGE_SUBJECTS_FROM;
  for (const hour of [...waiting.filter((waited) => waited < below).sort((a, b) => a - b), below]) {
    if (from < hour) ranges.push([keyNumberOf(from, 'contact'), keyNumberOf(hour, 'contact')]);
    from = hour + 1;
  }
  return ranges;
};
