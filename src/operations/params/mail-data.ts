// What mails are made from: the data of their templates, whom they go to, and what is attached.
import { remindedSession, reminderAddress } from '../../domain/accounts/remind-cart.ts';
import { isErased } from '../../domain/accounts/user.ts';
import type { Cart } from '../../domain/cart/cart.ts';
import { fieldOf } from '../../domain/cart/order-details.ts';
import { isOrderMail } from '../../domain/mail.ts';
import type { Mail } from '../../domain/mail.ts';
import { creditNoteNumberOf, invoiceNumberOf } from '../../domain/orders/invoice-number.ts';
import type { InvoiceContent } from '../../domain/orders/issued-invoice.ts';
import type { Order } from '../../domain/orders/order.ts';
import { allCredits } from '../../domain/orders/past-carts.ts';
import { nameIn } from '../../domain/rules.ts';
import { mailTemplate, mailTemplates, templateLanguage } from '../../domain/shop/document-template.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Message } from '../../domain/webhooks/message.ts';
import { orderOf } from '../../domain/webhooks/queue-mail.ts';
import type { Parameters } from '../../domain/webhooks/webhook.ts';
import type { MailAttachment } from '../../kernel/mail-client.ts';
import { mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { DocumentServices } from '../context/document-services.ts';
import { remindedLines } from '../views/cart-reminder.ts';
import { isThere } from '../views/document.ts';
import { SAMPLE_ORDER_ID, sampleOrder, withSampleCredit } from '../views/sample-order.ts';
import { slipsData } from '../views/slips.ts';
import { printedData } from './document-params.ts';
import { CREDIT_NOTE, INVOICE, unpackedData } from './issued-documents.ts';

/** Addresses of pages that mails lead to, with places for what they need; '': no link. */
interface MailPages {
  readonly verifyUrl: string;
  readonly resetUrl: string;
  readonly inviteUrl: string;
  readonly cartUrl: string;
}

interface MailContext {
  readonly shop: Reader;
  readonly service: { readonly documents: DocumentServices };
  readonly pages: MailPages;
}

/** What a mail tells, as its message has it. */
export type Told = Pick<Message, 'userId' | 'atMs'> & { readonly mail: Mail; readonly parameters: Parameters };

export const toldOf = ({ userId, atMs, mail, parameters, secrets }: Message): Told => ({
  userId,
  atMs,
  mail: mail as Mail,
  parameters: { ...parameters, ...secrets },
});

const textOf = (parameters: Parameters, name: string): string => String(parameters[name] ?? '');

/** '': nobody. Undefined: its person, or what it tells of, is gone. */
export const addressOf = (shop: Reader, message: Message): string | undefined => {
  const { mail, parameters, userId } = toldOf(message);
  // Its key is destroyed.
  if (message.secrets === null) return undefined;
  if (isOrderMail(mail)) {
    const order = shop.read('order', Number(parameters['id_order']));
    const email = order === undefined ? undefined : fieldOf(order.details, 'email').trim();
    return email === undefined || email === '' || isThere(email) ? email : undefined;
  }
  if (mail === 'cart_reminder') return reminderAddress(shop, message);
  const user = userId === 0 ? undefined : shop.read('user', userId);
  if (userId !== 0 && (user === undefined || isErased(user))) return undefined;
  return textOf(parameters, 'email') || (user?.email ?? '');
};

/** As the checkout of the order said, else that of the account, else that of the shop. */
const spokenTo = (shop: Reader, { mail, parameters, userId }: Told): string =>
  shop.read('order', orderOf(mail, parameters))?.language ||
  (userId === 0 ? '' : shop.read('user', userId)?.language) ||
  shop.rules.language;

/** A place `{number}` in a subject. */
const withNumber = (text: string, number: string): string => text.replaceAll('{number}', () => number);

const filled = (url: string, values: { readonly [place: string]: string }): string =>
  Object.entries(values).reduce(
    (text, [place, value]) => text.replaceAll(`{${place}}`, () => encodeURIComponent(value)),
    url,
  );

const parcelOf = (ctx: MailContext, orderId: number, order: Order, parcelId: number, spoken: string): object => {
  const { shop, service } = ctx;
  const { provider = '', trackingNumber = '', trackingUrl = '' } = order.parcels[parcelId - 1] ?? {};
  const slips = { shop, documents: service.documents, orders: [[orderId, order] as const], spoken, args: {}, parcelId };
  const { slips: made } = slipsData(slips) as { readonly slips: readonly { readonly lines: readonly object[] }[] };
  return { parcel: { provider, number: trackingNumber, lines: made[0]?.lines ?? [] }, link: trackingUrl };
};

/** What the mail says beside what all say. `number`: for its subject. */
const ownData = (ctx: MailContext, told: Told, spoken: string): object => {
  const { pages } = ctx;
  const { mail, parameters, userId } = told;
  switch (mail) {
    case 'verification':
    case 'password_reset': {
      const code = textOf(parameters, 'token');
      const url = mail === 'verification' ? pages.verifyUrl : pages.resetUrl;
      return { code, link: filled(url, { id_user: String(userId), session_id: code }) };
    }
    case 'invitation': {
      const code = textOf(parameters, 'code');
      return { code, role: textOf(parameters, 'role'), link: filled(pages.inviteUrl, { code }) };
    }
    case 'account_notice':
      return { message: textOf(parameters, 'message') };
    case 'cart_reminder':
      return dataOfCart(ctx, remindedSession(ctx.shop, told)?.session.cart ?? NO_LINES, spoken);
    default:
      return orderData(ctx, mail, parameters, spoken);
  }
};

const NO_LINES: Pick<Cart, 'lines'> = { lines: [] };

const dataOfCart = (
  { shop, service: { documents }, pages }: MailContext,
  cart: Pick<Cart, 'lines'>,
  spoken: string,
) => ({
  lines: remindedLines(cart, documents, documents.templates.labels(spoken, shop.rules.language)),
  link: pages.cartUrl,
});

const orderData = (ctx: MailContext, mail: Mail, parameters: Parameters, spoken: string): object => {
  const { shop } = ctx;
  const orderId = Number(parameters['id_order']);
  const order = shop.read('order', orderId)!;
  return dataOfOrder(ctx, { mail, orderId, order, parameters, spoken });
};

interface OfOrder {
  readonly mail: Mail;
  readonly orderId: number;
  readonly order: Order;
  readonly parameters: Parameters;
  readonly spoken: string;
}

const dataOfOrder = (ctx: MailContext, { mail, orderId, order, parameters, spoken }: OfOrder): object => {
  const { rules } = ctx.shop;
  const shown = printedData(ctx, 'order_confirmation', { orderId, order, language: spoken, texts: {} });
  const creditId = Number(parameters['id_credit'] ?? 0);
  const method = rules.paymentMethods.find(({ id }) => id === order.details.paymentMethodId);
  return {
    ...shown,
    instructions: method?.instructions === undefined ? '' : nameIn(method.instructions, spoken, rules.language),
    ...(mail === 'invoice' && { number: textOf(parameters, 'number') || invoiceNumberOf(order) }),
    ...(mail === 'credit_note' && { number: creditNoteNumberOf(order, creditId) }),
    ...(mail === 'parcel_shipped' && parcelOf(ctx, orderId, order, Number(parameters['id_parcel']), spoken)),
  };
};

/** The data of a mail's template. `of`: the mail's own part of it. */
const withCommon = ({ shop, service }: MailContext, mail: Mail, spoken: string, of: object): object => {
  const { rules } = shop;
  const labels = service.documents.templates.labels(spoken, rules.language);
  const words = labels.mails[mail];
  const { number = '' } = of as { readonly number?: string };
  return {
    link: '',
    ...of,
    greeting: labels.text['greeting'] ?? '',
    ...words,
    subject: withNumber(words['subject'] ?? '', number),
    language: labels.language,
    locale: labels.locale,
    text: labels.text,
    shop: shopName(shop),
    company: rules.company,
    company_foot: rules.companyFoot,
  };
};

/** By whose name the shop writes. */
export const shopName = ({ rules }: Pick<Reader, 'rules'>): string => rules.mail.senderName || (rules.company[0] ?? '');

/** A mail that is not made of a message, but of values that belong to nobody. */
interface SampleMail {
  readonly mail: Mail;
  readonly spoken: string;
  /** An order of the shop; absent: one that nobody placed. */
  readonly placed?: { readonly orderId: number; readonly order: Order } | undefined;
}

const sampleFor = (shop: Reader, mail: Mail): { readonly orderId: number; readonly order: Order } => {
  const order = sampleOrder(shop);
  return { orderId: SAMPLE_ORDER_ID, order: mail === 'credit_note' ? withSampleCredit(order) : order };
};

const SAMPLE_PARAMETERS: Parameters = {
  token: '0000',
  code: '0000',
  role: 'support',
  message: '…',
};

/** Data by which a template is tried and shown. */
export const sampleMailData = (ctx: MailContext, { mail, spoken, placed }: SampleMail): object => {
  const { orderId, order } = placed ?? sampleFor(ctx.shop, mail);
  const parameters = { ...SAMPLE_PARAMETERS, id_parcel: order.parcels.length, id_credit: allCredits(order).length };
  const of =
    mail === 'cart_reminder'
      ? dataOfCart(ctx, order.cart, spoken)
      : isOrderMail(mail)
        ? dataOfOrder(ctx, { mail, orderId, order, parameters, spoken })
        : ownData(ctx, { mail, userId: 0, atMs: 0, parameters }, spoken);
  return withCommon(ctx, mail, spoken, of);
};

/** The PDF of an issued document. */
const pdfOf = (
  ctx: MailContext,
  orderId: number,
  content: InvoiceContent,
  number: string,
): Promise<Result<MailAttachment>> => {
  const { documents } = ctx.service;
  const making: Promise<Result<Uint8Array>> =
    content.pdf === ''
      ? documents.pdf.make(orderId, unpackedData(ctx, content))
      : documents.packing.unpack(content.pdf).then((bytes) => ok(bytes));
  const name = `${number.replaceAll(/[^\p{L}\p{N}.-]+/gu, '_')}.pdf`;
  return making.then((made) => mapOk(made, (bytes) => ({ name, type: 'application/pdf', bytes })));
};

const attachedTo = (ctx: MailContext, { mail, parameters }: Told): Promise<Result<readonly MailAttachment[]>> => {
  const none = Promise.resolve(ok([]));
  if (mail !== 'invoice' && mail !== 'credit_note') return none;
  const orderId = Number(parameters['id_order']);
  const order = ctx.shop.read('order', orderId)!;
  const creditId = Number(parameters['id_credit'] ?? 0);
  const number = mail === 'invoice' ? textOf(parameters, 'number') : creditNoteNumberOf(order, creditId);
  const given = { id_order: orderId, id_credit: creditId, format: 'pdf', args: {}, language: '' } as const;
  const content =
    mail === 'invoice'
      ? INVOICE.contentOf(ctx.shop, { ...given, invoice_number: number })
      : CREDIT_NOTE.contentOf(ctx.shop, given);
  if (content === undefined)
    return Promise.resolve(refuse(mail === 'invoice' ? 'INVOICE_NOT_FOUND' : 'CREDIT_NOTE_NOT_FOUND', number));
  return pdfOf(ctx, orderId, content, number).then((made) => mapOk(made, (pdf) => [pdf]));
};

interface MadeMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Renders a mail. `own`: templates that the shop has of its own. Refuses: as documents do. */
export const renderMail = (
  { service: { documents } }: Pick<MailContext, 'service'>,
  mail: Mail,
  data: object,
  own: { readonly [name: string]: string },
): Promise<Result<MadeMail>> =>
  Promise.resolve(documents.html.make(0, mailTemplate(mail), data, own)).then((made) => {
    if (!made.ok) return made;
    const html = Buffer.from(made.value).toString();
    const parts = documents.mailParts(html);
    const name = mailTemplate(mail);
    const why = `${name}: it has no <title>, which is the subject of the mail.`;
    return parts.subject === '' ? refuse('TEMPLATE_INVALID', name, why) : ok({ html, ...parts });
  });

/** A mail as its templates make it, for those that may write it otherwise. `view`: the data of the templates. */
export interface MailWritten extends MadeMail {
  readonly mail: Mail;
  readonly language: string;
  readonly view: object;
}

interface WholeMail extends MadeMail {
  readonly attachments: readonly MailAttachment[];
}

/** Reads nothing of the shop after it has returned. `rewritten`: never rejects. Refuses: as documents do. */
export const makeMail = (
  ctx: MailContext,
  told: Told,
  rewritten: (written: MailWritten) => Promise<MadeMail>,
): Promise<Result<WholeMail>> => {
  const spoken = spokenTo(ctx.shop, told);
  const own = mailTemplates(ctx.shop, templateLanguage(spoken));
  const data = withCommon(ctx, told.mail, spoken, ownData(ctx, told, spoken));
  const attaching = attachedTo(ctx, told);
  const { mail } = told;
  return Promise.all([renderMail(ctx, mail, data, own), attaching]).then(([made, attached]) => {
    if (!made.ok) return made;
    if (!attached.ok) return attached;
    const attachments = attached.value;
    const written = rewritten({ ...made.value, mail, language: spoken, view: data });
    return written.then((texts) => ok({ ...texts, attachments }));
  });
};
