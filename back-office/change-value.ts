// Writes values of the record of changes for a person. The end of a field's name says the unit.
import { count, dateTime, fractionDigits, money, pieces, rate, unitPrice } from './format.ts';

const UNITS = /(Ms|Milli|Minor|E4|E6|(?<=From|To)G|Mm3|Minute)$/;
/** Numbers below it are durations in milliseconds, not times. */
const CLOCK_MS_MIN = 1e11;
const CLOCK_MS_MAX = 8e15;
const SHOWN = 3;

/** What forms call the field at a path of the record of changes; undefined: none has it. */
export type LabelOf = (field: string) => string | undefined;

/** Name of a field without its unit. */
export const plainName = (field: string): string => field.replace(UNITS, '');

const two = (figure: number): string => String(figure).padStart(2, '0');
const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

const numberText = (field: string, value: number): string => {
  const [unit = ''] = UNITS.exec(field) ?? [];
  if (unit === 'Milli') return pieces(value / 1000);
  if (unit === 'Minor') return money(value / 10 ** fractionDigits());
  if (unit === 'E4') return unitPrice(value / 1e4);
  if (unit === 'E6') return rate(value / 1e6);
  // Kilograms and litres, as forms have them.
  if (unit === 'G') return count(value / 1000, 3);
  if (unit === 'Mm3') return count(value / 1e6, 6);
  if (unit === 'Minute') return value < 0 ? '' : clockOf(value);
  if (unit === 'Ms' && value === 0) return '–';
  const isTime = unit === 'Ms' && value >= CLOCK_MS_MIN && value <= CLOCK_MS_MAX;
  return isTime ? dateTime(new Date(value).toISOString().slice(0, 19).replace('T', ' ')) : String(value);
};

/** Returns the first parts, and the number of all. */
const partsOf = (parts: readonly string[], separator: string, shown: number): string =>
  parts.slice(0, shown).join(separator) + (parts.length > shown ? ` … (${count(parts.length)})` : '');

/** Returns '' for no value. `shown`: maximum number of members of a list or an object. */
export const valueText = (field: string, value: unknown, shown = SHOWN): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(field, value);
  if (Array.isArray(value)) {
    const parts = value.map((one) => valueText(field, one, shown));
    return partsOf(parts, '; ', shown);
  }
  if (typeof value !== 'object') return String(value);
  const parts = Object.entries(value).map(([name, one]) => `${plainName(name)} ${valueText(name, one, shown)}`);
  return partsOf(parts, ', ', shown);
};
