// The mails that a shop sends, and what it says of them: which are sent, by whose name.
import { composed } from '../kernel/text.ts';

/** Mails by the names that settings, templates and messages have for them. */
export const MAILS = [
  'order_confirmation',
  'payment_received',
  'parcel_shipped',
  'invoice',
  'credit_note',
  'verification',
  'password_reset',
  'invitation',
  'account_notice',
  'cart_reminder',
] as const;
export type Mail = (typeof MAILS)[number];

/** About an order, which `id_order` names; others are about a person, or a cart. */
const ORDER_MAILS = ['order_confirmation', 'payment_received', 'parcel_shipped', 'invoice', 'credit_note'] as const;
export type OrderMail = (typeof ORDER_MAILS)[number];

export const isOrderMail = (mail: Mail): mail is OrderMail => ORDER_MAILS.some((one) => one === mail);

export interface MailRules {
  readonly sends: readonly Mail[];
  /** Shown beside the address of the sender; '': the first line of `company`. */
  readonly senderName: string;
  /** Where answers go; '': to the sender. */
  readonly replyTo: string;
}

export type WrittenMail = Partial<MailRules>;

const STANDARD_MAIL: MailRules = Object.freeze({
  sends: MAILS,
  senderName: '',
  replyTo: '',
});

export const heldMail = (written: WrittenMail): MailRules => ({
  ...STANDARD_MAIL,
  ...written,
  senderName: composed(written.senderName ?? ''),
});

/** Characters of an address, as SMTP allows them. */
const ADDRESS_LENGTH_MAX = 254;

/**
 * One address without a name: no blank, no sign that ends a header or begins another address. Narrower than the
 * standard, which allows such signs within quotation marks.
 */
export const MAIL_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]+$/u;

export const isMailAddress = (text: string): boolean => text.length <= ADDRESS_LENGTH_MAX && MAIL_ADDRESS.test(text);

/** What is wrong with the setting, as a phrase; '' for nothing. */
export const mailProblem = ({ replyTo }: MailRules): string =>
  replyTo === '' || isMailAddress(replyTo) ? '' : 'reply_to is no e-mail address';

/** The queues that mails wait in. Mails to one address are in one queue, and so in order. */
const MAIL_LANES = 1024;

/** The queue of an address: ten bits, by which nobody is recognised (D541). */
export const mailLane = (address: string): number => {
  let hash = 0;
  for (const char of address.toLowerCase()) hash = (Math.imul(hash, 31) + char.codePointAt(0)!) | 0;
  return (hash >>> 4) % MAIL_LANES;
};
