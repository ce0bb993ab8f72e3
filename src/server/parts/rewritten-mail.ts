// What extensions make of a mail that the templates have made.
import type { Extensions } from '../../kernel/extensions.ts';
import type { DocumentServices } from '../../operations/context/document-services.ts';
import type { MailWritten } from '../../operations/params/mail-data.ts';
import { askMessage } from '../../outside/extensions/ask-message.ts';

/**
 * A mail as extensions write it, once what it tells of is `durable`; the plain text is that of their HTML where they
 * say none.
 */
export const rewrittenBy =
  (extensions: Extensions | undefined, { mailParts }: DocumentServices, durable: () => Promise<void>) =>
  async ({ mail: kind, language, view, subject, html, text }: MailWritten) => {
    if (extensions?.has('message') === true) await durable();
    const said = await askMessage(extensions, { kind, language, view, subject, text });
    return {
      subject: said?.subject || subject,
      html: said?.html ?? html,
      text: said?.text ?? (said?.html === undefined ? text : mailParts(said.html).text),
    };
  };
