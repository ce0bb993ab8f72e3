// Documents and countries, as the settings name them.
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import type { DocumentServices } from '../../operations/context/document-services.ts';
import { Countries, countryNames } from '../../outside/countries.ts';
import type { CountryNames } from '../../outside/countries.ts';
import { HtmlMaker } from '../../outside/documents/html.ts';
import { mailParts } from '../../outside/documents/mail-parts.ts';
import { Packing } from '../../outside/documents/packing.ts';
import { PdfMaker } from '../../outside/documents/pdf.ts';
import { plainText } from '../../outside/documents/plain-text.ts';
import { TemplateError, Templates } from '../../outside/documents/templates.ts';

/** Names of countries, in the languages of the shop first. */
export const countryNamesOf = ({ language, languages }: Config): CountryNames => countryNames([language, ...languages]);

const countriesOf = (setting: string, codes: readonly string[], names?: CountryNames): Countries => {
  const countries = Countries.of(codes, names);
  if (typeof countries === 'string') throw new ConfigError(`${setting}: ${countries}`);
  return countries;
};

/** Throws ConfigError if a template is broken or a country code is unknown. */
export const documentServices = (config: Config): DocumentServices => {
  const { deliveryCountries, country, taxClasses } = config;
  const countries = countriesOf('deliveryCountries', [], countryNamesOf(config));
  countriesOf('deliveryCountries', deliveryCountries);
  countriesOf('country', [country]);
  countriesOf(
    'taxClasses',
    taxClasses.flatMap(({ rates }) => Object.keys(rates)),
  );
  try {
    const templates = new Templates(config.templates);
    const settings = { ...config, documentsKeptBytesMax: Math.floor(config.documentsKeptBytesMax / 2) };
    return {
      templates,
      html: new HtmlMaker(templates, settings),
      pdf: new PdfMaker(settings),
      countries,
      packing: new Packing(),
      plainText,
      mailParts,
    };
  } catch (error) {
    if (error instanceof TemplateError) throw new ConfigError(error.message);
    throw error;
  }
};
