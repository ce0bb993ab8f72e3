// What the operations that show documents and countries are given.
import type { Countries } from '../outside/countries.ts';
import type { HtmlMaker } from '../outside/html.ts';
import type { PdfMaker } from '../outside/pdf.ts';
import type { Templates } from '../outside/templates.ts';

export interface Printing {
  readonly templates: Templates;
  readonly html: HtmlMaker;
  readonly pdf: PdfMaker;
  readonly countries: Countries;
  /** Name and address of the shop's operator, line by line. */
  readonly company: readonly string[];
  /** What stands at the foot of a document: tax number, register, bank account. */
  readonly companyFoot: readonly string[];
}
