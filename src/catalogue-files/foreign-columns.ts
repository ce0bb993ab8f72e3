// The columns of another system's table: which field each belongs to, which were read, and what the others hold.
import { ConfigError } from '../config/setting.ts';
import { shown } from '../kernel/result.ts';
import { Doubts } from './doubts.ts';
import { COLUMNS_MAX } from './record-limits.ts';
import { FieldPlaces, columnKey } from './foreign-fields.ts';
import type { Fields } from './foreign-fields.ts';

interface Example {
  readonly line: number;
  readonly cell: string;
}

/** What a column holds that nobody read. */
export interface Placeless {
  readonly column: string;
  readonly values: number;
  readonly example: Example;
}

export class TableColumns {
  readonly currencyDigits: number;
  readonly doubts = new Doubts();
  private readonly names: readonly string[];
  private readonly keys: readonly string[];
  /** Indexes by field, then by part, best names first. */
  private readonly places = new Map<string, Map<string, number[]>>();
  private readonly parts = new Map<string, readonly string[]>();
  private readonly taken: boolean[];
  private readonly filled: number[];
  private readonly examples: Example[] = [];

  /** Throws ConfigError for too many columns. */
  constructor(header: readonly string[], fields: Fields, currencyDigits: number) {
    if (header.length > COLUMNS_MAX)
      throw new ConfigError(`the table has ${header.length} columns, ${COLUMNS_MAX} are read at most`);
    this.currencyDigits = currencyDigits;
    this.names = header;
    this.keys = header.map(columnKey);
    this.taken = header.map(() => false);
    this.filled = header.map(() => 0);
    const known = new FieldPlaces(fields);
    const ranked: (readonly [rank: number, field: string, part: string, index: number])[] = [];
    for (const [index, name] of header.entries()) {
      const place = known.of(name);
      if (place !== undefined) ranked.push([place.rank, place.field, place.part, index]);
    }
    const inOrder = new Map<string, Set<string>>();
    for (const [, field, part] of ranked) {
      const parts = inOrder.get(field) ?? new Set<string>();
      inOrder.set(field, parts.add(part));
    }
    for (const [field, parts] of inOrder) this.parts.set(field, [...parts]);
    for (const [, field, part, index] of ranked.sort(([one], [other]) => one - other)) {
      const byPart = this.places.get(field) ?? new Map<string, number[]>();
      this.places.set(field, byPart);
      const key = part.toLowerCase();
      byPart.set(key, [...(byPart.get(key) ?? []), index]);
    }
  }

  get count(): number {
    return this.names.length;
  }

  indexesOf(field: string): readonly number[] {
    return [...(this.places.get(field)?.values() ?? [])].flat();
  }

  nameOf(index: number): string {
    return this.names[index] ?? '';
  }

  keyOf(index: number): string {
    return this.keys[index] ?? '';
  }

  /** For messages. */
  shownName(index: number): string {
    return shown(JSON.stringify(this.nameOf(index)));
  }

  placesOf(field: string, part = ''): readonly number[] {
    return this.places.get(field)?.get(part.toLowerCase()) ?? [];
  }

  /** What stands for `{n}` or `{}` in the columns of a field, in the order of the table. */
  partsOf(field: string): readonly string[] {
    return this.parts.get(field) ?? [];
  }

  hasField(field: string): boolean {
    return this.places.has(field);
  }

  /** Fields of which a column was read. */
  takenFields(): string[] {
    return [...this.places]
      .filter(([, parts]) => [...parts.values()].flat().some((index) => this.taken[index] === true))
      .map(([field]) => field);
  }

  take(index: number): void {
    this.taken[index] = true;
  }

  /** Counts what a row holds. */
  fill(line: number, cells: readonly string[]): void {
    for (const [index, cell] of cells.entries()) {
      if (cell === '' || index >= this.names.length) continue;
      this.filled[index]! += 1;
      this.examples[index] ??= { line, cell };
    }
  }

  /** Columns that hold something and were never read, in the order of the table. */
  placeless(): Placeless[] {
    return this.names.flatMap((name, index) =>
      this.taken[index] === true || this.filled[index] === 0
        ? []
        : [
            {
              column: name === '' ? `column ${index + 1}, without a name` : name,
              values: this.filled[index]!,
              example: this.examples[index]!,
            },
          ],
    );
  }
}
