// What a format of another system declares about its columns: where they are read, what they become, and what
// the pages of docs/start say of them. A reader reaches cells by these declarations alone, so that the page cannot
// say something else than it does.

/** `brought`: as it is. `otherwise`: as something else, or in part. `left`: it has no place, and is never read. */
export type Fate = 'brought' | 'otherwise' | 'left';

export interface Field {
  /**
   * Names of its columns, in any case; the first one that has something in a row counts. `{n}` stands for a number and
   * `{}` for any text: a field with either has a column for each. A column belongs to the first field that it fits.
   */
  readonly columns: readonly string[];
  readonly fate: Fate;
  /** What becomes of it, for a reader of the page; why, where it is left. */
  readonly becomes: string;
  /** A table without it is of another format. */
  readonly needed?: true;
}

export type Fields = { readonly [name: string]: Field };

/** As names of columns compare: without case, and with one blank where there are several. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()
    .toLowerCase();

export interface Place {
  readonly field: string;
  /** Rank of the name among those of the field: the lower one wins. */
  readonly rank: number;
  /** What stands for `{n}` or `{}`, as the table has it; '' for a field without. */
  readonly part: string;
}

interface Pattern {
  readonly field: string;
  readonly rank: number;
  readonly expression: RegExp;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]|]/g, String.raw`\$&`);

const patternOf = (column: string): RegExp => {
  const source = escaped(column.replaceAll(/\s+/g, ' '))
    .replaceAll('{n}', String.raw`(\d+)`)
    .replaceAll('{}', '(.+)');
  return new RegExp(`^${source}$`, 'iu');
};

/** Which field a column belongs to. */
export class FieldPlaces {
  private readonly byName = new Map<string, Place>();
  private readonly patterns: readonly Pattern[];

  constructor(fields: Fields) {
    const patterns: Pattern[] = [];
    for (const [field, { columns }] of Object.entries(fields)) {
      for (const [rank, column] of columns.entries()) {
        const key = columnKey(column);
        if (/\{n?\}/.test(column)) patterns.push({ field, rank, expression: patternOf(column) });
        else if (!this.byName.has(key)) this.byName.set(key, { field, rank, part: '' });
      }
    }
    this.patterns = patterns;
  }

  /** Undefined for a column that no field has. */
  of(column: string): Place | undefined {
    const named = this.byName.get(columnKey(column));
    if (named !== undefined) return named;
    const name = column.replaceAll(/[\s\u00a0]+/g, ' ').trim();
    for (const { field, rank, expression } of this.patterns) {
      const found = expression.exec(name);
      if (found !== null) return { field, rank, part: found[1] ?? '' };
    }
    return undefined;
  }
}
