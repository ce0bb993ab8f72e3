// What the operations that show documents and countries are given.
import type { Countries } from '../../outside/countries.ts';
import type { HtmlMaker } from '../../outside/documents/html.ts';
import type { Packing } from '../../outside/documents/packing.ts';
import type { PdfMaker } from '../../outside/documents/pdf.ts';
import type { Templates } from '../../outside/documents/templates.ts';

export interface DocumentServices {
  readonly templates: Templates;
  readonly html: HtmlMaker;
  readonly pdf: PdfMaker;
  readonly countries: Countries;
  /** How issued documents are kept. */
  readonly packing: Packing;
  /** HTML as text, at least `lengthMax` characters of it. */
  readonly plainText: (html: string, lengthMax: number) => string;
}
