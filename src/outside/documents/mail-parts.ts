// Subject and plain text of a mail, both read from its HTML: a shop has one template to keep, and the two agree.
import { plainText, readText } from './plain-text.ts';

/** Characters of a subject. */
const SUBJECT_LENGTH_MAX = 250;
/** Characters of the HTML that the plain text is made of: an order of several hundred lines. */
const HTML_LENGTH_MAX = 400_000;

export interface MailParts {
  /** '': the HTML has no title. */
  readonly subject: string;
  readonly text: string;
}

const TITLE = /<title>([^<]*)<\/title>/i;

/** The subject is one line without control characters: none of it can end a header. */
export const mailParts = (html: string): MailParts => ({
  subject: plainText(TITLE.exec(html)?.[1] ?? '', SUBJECT_LENGTH_MAX)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, SUBJECT_LENGTH_MAX)
    .replace(/[\ud800-\udbff]$/, ''),
  text: readText(html, HTML_LENGTH_MAX, { htmlMax: HTML_LENGTH_MAX, links: true }),
});
