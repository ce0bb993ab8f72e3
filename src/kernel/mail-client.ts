// The interface of a client for mail: what it is given, and what became of it.

export interface MailAttachment {
  /** Name of the file. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface OutgoingMail {
  /** One address, which the caller has checked. */
  readonly to: string;
  /** Shown beside the address of the sender; '': none. */
  readonly senderName: string;
  /** '': answers go to the sender. */
  readonly replyTo: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
  /** Address that a receiver writes to who wants no more mails of its kind; absent: there is none. */
  readonly stopTo?: string;
  /** Left part of its Message-ID: a repeat has the same one. */
  readonly key: string;
  readonly atMs: number;
}

/**
 * `refused`: the server never takes this mail. `deferred`: it may take it later. `unreachable`: it takes none now, or
 * none from this shop. `closed`: the client was closed, which says nothing about the mail.
 */
export type MailFailure = 'refused' | 'deferred' | 'unreachable' | 'closed';

export type MailAnswer =
  | { readonly ok: true; readonly answer: string }
  /** `detail`: one line, without addresses. */
  | { readonly ok: false; readonly failure: MailFailure; readonly detail: string };

export interface MailClient {
  /** Never rejects: what goes wrong is a `failure`. */
  send(mail: OutgoingMail): Promise<MailAnswer>;
}
