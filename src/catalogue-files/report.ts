// The result of an import: counts of records by outcome, and the refused lines.
import { errorRecord, shown } from '../kernel/result.ts';
import type { Refusal } from '../kernel/result.ts';
import { RECORD_TYPES } from './record.ts';
import type { CatalogueRecord } from './record.ts';

const OUTCOMES = ['created', 'updated', 'unchanged'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Counts = { [outcome in Outcome]: number };

/** Counts by type of record; types that there are none of are left out. */
export type ByType = { readonly [type in CatalogueRecord['type']]?: Counts };

const LISTED_MAX = 100;

/** What of a file did not come although no record is refused for it. */
export interface LeftOut {
  /** Columns that hold something and have no place here. */
  readonly columns: number;
  /** Pictures that stay addresses, though they were to be fetched. */
  readonly pictures: number;
}

export const NOTHING_LEFT: LeftOut = { columns: 0, pictures: 0 };

/** For the last line of an import: `; left out: 3 columns, 1 picture`; '' where nothing is left out. */
export const leftText = ({ columns, pictures }: LeftOut): string => {
  const parts = [
    [columns, 'column'],
    [pictures, 'picture'],
  ] as const;
  const told = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`]));
  return told.length === 0 ? '' : `; left out: ${told.join(', ')}`;
};

/** A refused record, without its number. */
export interface Told {
  readonly code: string;
  readonly param: unknown;
  readonly detail: string;
}

/** What a refused record needs that the shop has not, by keys (need-keys.ts). */
export interface Lacks {
  readonly keys: readonly string[];
  /** Key of an object or warehouse entity that the shop has not, whose class must have `attributes`; '': none. */
  readonly of: string;
  readonly attributes: readonly string[];
}

/**
 * What becomes of a record. `there`: the shop already has the refused record's subject. `lacks`: in a dry run, of a
 * refused record.
 */
export type Answer = Outcome | (Told & { readonly there: boolean; readonly lacks?: Lacks });

/** `line` or `record`: its number in the file. */
interface Refused extends Told {
  readonly line?: number;
  readonly record?: number;
}

export const toldOf = (refusal: Refusal): Told => {
  const { message: code, param, detail } = errorRecord(refusal);
  return { code, param, detail };
};

export class Report {
  refused = 0;
  readonly counts = new Map<CatalogueRecord['type'], Counts>();
  /** The first refused records, as `write` gets them. */
  readonly refusals: Refused[] = [];
  private readonly what: 'line' | 'record';
  private readonly write: (line: object) => Promise<void>;

  /** `write` gets every refusal. */
  constructor(what: 'line' | 'record', write: (line: object) => Promise<void> = () => Promise.resolve()) {
    this.what = what;
    this.write = write;
  }

  count(type: CatalogueRecord['type'], outcome: Outcome): void {
    let counts = this.counts.get(type);
    if (counts === undefined) this.counts.set(type, (counts = { created: 0, updated: 0, unchanged: 0 }));
    counts[outcome] += 1;
  }

  refuse(line: number, refusal: Refusal): Promise<void> {
    return this.add(line, toldOf(refusal));
  }

  async add(line: number, told: Told): Promise<void> {
    this.refused += 1;
    const refused = { [this.what]: line, ...told };
    await this.write(refused);
    if (this.refusals.length < LISTED_MAX) this.refusals.push(refused);
  }

  /** The first refused records, as lines of text. */
  get listed(): string[] {
    return this.refusals.map(({ [this.what]: line, code, param, detail }) => {
      const about = param === '' ? '' : ` ${shown(JSON.stringify(param))}`;
      return `${this.what} ${line}: ${code}${about}: ${detail}`;
    });
  }

  /** One line per type of record, then the refused ones. */
  lines(): string[] {
    const types = RECORD_TYPES.flatMap((type) => {
      const counts = this.counts.get(type);
      return counts === undefined
        ? []
        : [`${type}: ${OUTCOMES.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ')}`];
    });
    const more = this.refused - this.refusals.length;
    return [...types, `refused: ${this.refused}`, ...this.listed, ...(more > 0 ? [`… and ${more} more refused`] : [])];
  }

  /** Shape: `{"product":{"created":1,"updated":0,"unchanged":0}}`. */
  get types(): ByType {
    return Object.fromEntries(this.counts);
  }

  total(outcome: Outcome): number {
    return [...this.counts.values()].reduce((sum, counts) => sum + counts[outcome], 0);
  }
}
