// Maps the tax of another system's product to a tax class of the shop. Goods never get another rate silently: a tax
// that the shop does not know is refused, unless the command names its class.
import { ConfigError } from '../config/setting.ts';
import { ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';

export interface ForeignTax {
  /** As the table calls it; '' where it has only a rate. */
  readonly name: string;
  /** In percent, as the table has it; '' for none. */
  readonly percent?: string;
}

export interface KnownTaxClass {
  readonly name: string;
  /** Percent in the shop's own country. */
  readonly percent: number;
}

const percentOf = ({ name, percent = '' }: ForeignTax): number | undefined => {
  const text = percent === '' ? (/(\d+(?:[.,]\d+)?)\s*%/.exec(name)?.[1] ?? '') : percent.replace(/\s*%$/, '');
  return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
};

/** As it is said what the tax is here. */
export const taxLabel = ({ name, percent = '' }: ForeignTax = { name: '' }): string =>
  name === '' ? `${percent} %` : name;

const isRate = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6;

/**
 * The name of a class; '' for a product without a tax, which gets the shop's first one. First come the command's
 * classes, then the name where no rate contradicts it, then the rate where exactly one class has it, and last the
 * shop's only class where the table has a name without a rate.
 *
 * Refuses: PARAMETER_INVALID.
 */
export const taxClassFor = (
  tax: ForeignTax | undefined,
  known: readonly KnownTaxClass[],
  said: ReadonlyMap<string, string>,
): Result<string> => {
  const { name = '', percent: given = '' } = tax ?? {};
  if (name === '' && given === '') return ok('');
  const percent = percentOf({ name, percent: given });
  const label = taxLabel(tax);
  const told = said.get(label.toLowerCase()) ?? (name === '' ? said.get(`${given}%`) : undefined);
  if (told !== undefined) return ok(told);
  const byName = known.find((one) => one.name === name) ?? known.find((one) => lower(one.name) === lower(name));
  if (byName !== undefined && (percent === undefined || isRate(byName.percent, percent))) return ok(byName.name);
  const byRate = percent === undefined ? [] : known.filter((one) => isRate(one.percent, percent));
  if (byRate.length === 1) return ok(byRate[0]!.name);
  const any = said.get('*');
  if (any !== undefined) return ok(any);
  if (percent === undefined && known.length === 1) return ok(known[0]!.name);
  const rates = percent === undefined ? '' : `, and ${byRate.length === 0 ? 'none' : 'several'} with ${percent} %`;
  const why =
    `The shop has no tax class ${shown(JSON.stringify(label))}${rates}: --tax ` +
    `${JSON.stringify(`${label}=${known[0]?.name ?? 'default'}`)} would say which one it is.`;
  return refuse('PARAMETER_INVALID', 'tax', why);
};

const lower = (text: string): string => text.toLowerCase();

/** `7%=reduced,*=default`. Throws ConfigError. */
export const taxesOf = ({ tax }: { readonly tax?: string }): ReadonlyMap<string, string> => {
  const taxes = new Map<string, string>();
  for (const part of tax === undefined ? [] : tax.split(',')) {
    const at = part.lastIndexOf('=');
    const [name, taxClass] = [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()];
    if (at < 0 || name === '' || taxClass === '')
      throw new ConfigError(`--tax: ${JSON.stringify(part)} does not say NAME=CLASS, such as "7%=reduced"`);
    taxes.set(name.toLowerCase(), taxClass);
  }
  return taxes;
};
