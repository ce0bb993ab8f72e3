// Documents as HTML, from templates and labels that a shop may replace file by file (docs/documents.md). All of them
// are parsed and rendered once at the start: a document never fails for a typing error in a template.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toAscii } from './ascii.ts';
import { limitOf, newLiquid } from './liquid.ts';
import type { Liquid, Template } from './liquid.ts';

const DOCUMENTS = ['invoice', 'order_confirmation'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

/** How a language writes numbers, money and dates. */
export interface Format {
  readonly decimal: string;
  readonly group: string;
  /** With {amount} and {currency}. */
  readonly money: string;
  /** With {day}, {month} and {year}; where a language has none, a date is written as Intl writes it. */
  readonly date?: string;
}

const LAST_RESORT = 'en';
const LAST_LOCALE = 'en-GB';

type Words = { readonly [name: string]: string };

/** The words of one language: templates/labels/de.json. */
export interface Labels {
  /** `de`, as a file of labels is named. */
  readonly language: string;
  /**
   * The language that was asked for and found, whose habits dates follow: `en-US` where the words are those of `en`.
   */
  readonly locale: string;
  readonly format: Format;
  /** ISO 4217 code → sign. */
  readonly currencies: Words;
  /** Title, intro and closing of each document, which a call's `args` may replace. */
  readonly documents: { readonly [K in DocumentName]: Words };
  readonly text: Words;
}

/** A template or a file of labels that cannot be used; the start stops with this line. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

const BUILT_IN = fileURLToPath(new URL('../../../templates/', import.meta.url));

/** Name → files of that name and ending: the built-in one, then the shop's own. */
const filesOf = (directory: string, ending: string): Map<string, string[]> => {
  const files = new Map<string, string[]>();
  for (const root of [BUILT_IN, directory]) {
    const from = ending === '.json' ? join(root, 'labels') : root;
    if (root === '' || !existsSync(from)) continue;
    for (const file of readdirSync(from)
      .filter((entry) => entry.endsWith(ending))
      .sort()) {
      const name = basename(file, ending);
      files.set(name, [...(files.get(name) ?? []), join(from, file)]);
    }
  }
  return files;
};

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new TemplateError(`${path}: ${(error as Error).message}`);
  }
};

type Sections = { readonly [section: string]: Words };

const sectionsOf = (path: string): Sections => {
  const fail = (why: string): never => {
    throw new TemplateError(`${path}: ${why}`);
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(read(path));
  } catch (error) {
    return fail((error as Error).message);
  }
  if (typeof parsed !== 'object' || parsed === null) return fail('it is no JSON object');
  for (const [section, words] of Object.entries(parsed)) {
    const fits =
      typeof words === 'object' &&
      words !== null &&
      Object.values(words as object).every((word) => typeof word === 'string');
    if (!fits) return fail(`${section} is no object of texts`);
  }
  return parsed as Sections;
};

/** BCP 47 tag that Intl supports for a caller's language code (`de_DE`, `en`); British English where it knows none. */
const localeOf = (language: string): string => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language.replaceAll('_', '-'))[0] ?? LAST_LOCALE;
  } catch {
    return LAST_LOCALE;
  }
};

/** Each word of `basis` (English) that the files do not replace stays: a shop's own file holds only what differs. */
const labelsOf = (language: string, paths: readonly string[], basis: Labels | undefined): Labels => {
  const sections = paths.map(sectionsOf);
  const words = (section: string, under: Words): Words =>
    Object.assign({}, under, ...sections.map((file) => file[section] ?? {})) as Words;
  return {
    language,
    locale: localeOf(language),
    format: words('format', (basis?.format ?? {}) as Words) as unknown as Format,
    currencies: words('currencies', basis?.currencies ?? {}),
    documents: {
      invoice: words('invoice', basis?.documents.invoice ?? {}),
      order_confirmation: words('order_confirmation', basis?.documents.order_confirmation ?? {}),
    },
    text: words('text', basis?.text ?? {}),
  };
};

/** Data of the trial rendering at the start: lists have one item without values, so that every tag and filter runs. */
const emptyDocument = (labels: Labels): object => ({
  language: labels.language,
  text: labels.text,
  lines: [{}],
  coupons: [{}],
  delivery_costs: [{}],
  taxes: [{}],
});

export class Templates {
  /** Template texts by name, as they were read at the start. */
  readonly texts: Words;
  private readonly engine: Liquid;
  private readonly parsed = new Map<string, Template[]>();
  /** The values of the data that a document's template, or a template it includes, names. */
  private readonly named = new Map<DocumentName, ReadonlySet<string>>();
  private readonly languages = new Map<string, Labels>();

  /** `directory`: of the shop's own files; '' for none. Throws TemplateError. */
  constructor(directory: string) {
    if (directory !== '' && !existsSync(directory))
      throw new TemplateError(`there is no template directory ${directory}`);
    const paths = new Map([...filesOf(directory, '.liquid')].map(([name, files]) => [name, files.at(-1)!]));
    this.texts = Object.fromEntries([...paths].map(([name, path]) => [name, read(path)]));
    this.engine = newLiquid(this.texts);
    const labels = filesOf(directory, '.json');
    const basis = labelsOf(LAST_RESORT, labels.get(LAST_RESORT)!, undefined);
    for (const [language, files] of labels)
      this.languages.set(language.toLowerCase(), labelsOf(language, files, basis));
    for (const [name, path] of paths)
      this.attempt(path, () => this.parsed.set(name, this.engine.parse(this.texts[name]!)));
    for (const name of DOCUMENTS) {
      this.attempt(paths.get(name)!, () => this.html(name, emptyDocument(basis)));
      this.named.set(name, new Set(this.engine.globalVariablesSync(this.parsed.get(name)!)));
    }
  }

  private attempt(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      throw new TemplateError(`${path}: ${(error as Error).message}`);
    }
  }

  /**
   * Labels of the first language that has a file, else of English; `de_DE` is `de` where it has no file of its own.
   * With English as the last resort, dates still follow the last language given.
   */
  labels(...languages: readonly string[]): Labels {
    for (const language of languages) {
      const code = language.toLowerCase();
      const labels = this.languages.get(code) ?? this.languages.get(code.split(/[_-]/)[0]!);
      if (labels !== undefined) return { ...labels, locale: localeOf(language) };
    }
    return { ...this.languages.get(LAST_RESORT)!, locale: localeOf(languages.at(-1) ?? LAST_RESORT) };
  }

  /** Whether the template of a document names this value of its data. */
  names(document: DocumentName, value: string): boolean {
    return this.named.get(document)!.has(value);
  }

  /** Values are escaped, and never read as templates. ASCII. */
  html(name: DocumentName, data: object): string {
    return toAscii(this.engine.renderSync(this.parsed.get(name)!, data) as string);
  }

  /** As `html`; undefined where it exceeds `msMax` or a limit of the template engine. */
  htmlWithin(msMax: number, name: DocumentName, data: object): string | undefined {
    try {
      return toAscii(this.engine.renderSync(this.parsed.get(name)!, data, { renderLimit: msMax }) as string);
    } catch (error) {
      if (limitOf(error) === undefined) throw error;
      return undefined;
    }
  }
}
