// Services that the operations of mail use.
import type { MailClient } from '../../kernel/mail-client.ts';

export interface MailServices {
  /** Undefined: the settings name no server, and nothing is sent. */
  readonly client: MailClient | undefined;
  /** Address that mails come from; '': none. */
  readonly from: string;
}

/** A shop that sends no mail. */
export const NO_MAIL: MailServices = { client: undefined, from: '' };
