// The mailer: how the SMTP server of the shop does, as a webhook says how its receiver does. One actor, made when there
// is something to say. What fails for the server is no attempt at any mail (D540).
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';

export const MAILER_ID = 1;

export interface Mailer {
  /** Failed attempts to reach the server since it was reached last. */
  attempts: number;
  /** Nothing is sent before this time. */
  nextMs: number;
  /** Why the last attempt failed; '': the server took what it was sent last. */
  answer: string;
  answeredMs: number;
  /** Mails that found no place, or were refused and held a secret; and the record of the first of them; 0: none. */
  lost: number;
  firstLostSeq: number;
}

export type MailerCommand =
  /** `retryMs`: until the server is tried again; null: it was reached. */
  | { readonly type: 'note_server'; readonly answer: string; readonly retryMs: number | null }
  | { readonly type: 'lose_mail' }
  /** It is tried at once, and what was lost is known. */
  | { readonly type: 'renew_mailer' };

const EVENTS = {
  mail_server_answered: { answer: '', attempts: 0, nextMs: 0 },
  mail_lost: {},
  mailer_renewed: {},
};

export const mailer: ActorKind<Mailer, MailerCommand, typeof EVENTS> = {
  kind: 'mailer',
  state: schema<Mailer>({ attempts: 0, nextMs: 0, answer: '', answeredMs: 0, lost: 0, firstLostSeq: 0 }),
  events: EVENTS,
  decide(state, command, atMs) {
    switch (command.type) {
      case 'note_server': {
        const { answer, retryMs } = command;
        if (retryMs === null && state.attempts === 0) return decided();
        const failed = { attempts: state.attempts + 1, nextMs: atMs + (retryMs ?? 0) };
        return decided({
          type: 'mail_server_answered',
          answer,
          ...(retryMs === null ? { attempts: 0, nextMs: 0 } : failed),
        });
      }
      case 'lose_mail':
        return decided({ type: 'mail_lost' });
      case 'renew_mailer':
        return state.attempts === 0 && state.lost === 0 ? decided() : decided({ type: 'mailer_renewed' });
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs, seq = 0) {
    switch (event.type) {
      case 'mail_server_answered':
        state.attempts = event.attempts;
        state.nextMs = event.nextMs;
        state.answer = event.answer;
        state.answeredMs = atMs;
        return;
      case 'mail_lost':
        state.lost += 1;
        if (state.lost === 1) state.firstLostSeq = seq;
        return;
      case 'mailer_renewed':
        state.attempts = 0;
        state.nextMs = 0;
        state.answer = '';
        state.answeredMs = 0;
        state.lost = 0;
        state.firstLostSeq = 0;
        return;
      default:
        event satisfies never;
    }
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly mailer: typeof mailer;
  }
}
