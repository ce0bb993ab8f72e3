// What documents and countries need of the configuration.
import type { Config } from '../config.ts';
import { ConfigError } from '../config.ts';
import type { Printing } from '../operations/printing.ts';
import { Countries } from '../outside/countries.ts';
import { PdfMaker } from '../outside/pdf.ts';
import { TemplateError, Templates } from '../outside/templates.ts';

const linesOf = (text: string): readonly string[] => text.split(/\r?\n|\\n/).map((line) => line.trim()).filter((line) => line !== '');

/** Throws ConfigError where a template is broken or a country is none. */
export const printingOf = ({ templates, deliveryCountries, company, companyFoot, pdfQueueMax, pdfMsMax }: Config): Printing => {
  const countries = Countries.of(deliveryCountries);
  if (typeof countries === 'string') throw new ConfigError(`deliveryCountries: ${countries}`);
  try {
    return {
      templates: new Templates(templates),
      pdf: new PdfMaker({ pdfQueueMax, pdfMsMax }),
      countries,
      company: linesOf(company),
      companyFoot: linesOf(companyFoot),
    };
  } catch (error) {
    if (error instanceof TemplateError) throw new ConfigError(error.message);
    throw error;
  }
};
