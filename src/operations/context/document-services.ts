// Services that the operations of documents and countries use.
import type { Countries } from '../../outside/countries.ts';
import type { MailParts } from '../../outside/documents/mail-parts.ts';
import type { HtmlMaker } from '../../outside/documents/html.ts';
import type { Packing } from '../../outside/documents/packing.ts';
import type { PdfMaker } from '../../outside/documents/pdf.ts';
import type { Templates } from '../../outside/documents/templates.ts';

export interface DocumentServices {
  readonly templates: Templates;
  readonly html: HtmlMaker;
  readonly pdf: PdfMaker;
  readonly countries: Countries;
  /** Compresses issued documents for the journal. */
  readonly packing: Packing;
  /** Subject and plain text of a mail. */
  readonly mailParts: (html: string) => MailParts;
  /** HTML as text, at least `lengthMax` characters of it. */
  readonly plainText: (html: string, lengthMax: number) => string;
}
