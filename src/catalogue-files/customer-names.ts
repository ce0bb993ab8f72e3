// Says which two lines of a file have customers of one user name, where the shop refuses the second.
//
// Not promised: the line of a name that the shop had before the file.
import { caseless } from '../kernel/text.ts';
import type { CatalogueRecord } from './record.ts';
import type { Told } from './report.ts';

interface Twin {
  readonly first: number;
  readonly username: string;
}

export class CustomerNames {
  /** User name → the first line with it. */
  private readonly first = new Map<string, number>();
  /** Line of a later customer → the first one of its name. */
  private readonly later = new Map<number, Twin>();

  /** To be called with every record, in the order of the file. */
  add(line: number, record: CatalogueRecord): void {
    if (record.type !== 'customer') return;
    const username = record.username || record.email;
    const first = this.first.get(caseless(username));
    if (first === undefined) this.first.set(caseless(username), line);
    else this.later.set(line, { first, username });
  }

  /** The refusal of a line, with both lines where another one has its user name. */
  told<T extends Told>(line: number, told: T): T {
    const twin = told.code === 'USERNAME_IN_USE' ? this.later.get(line) : undefined;
    if (twin === undefined) return told;
    const detail = `Lines ${twin.first} and ${line} have customers of one user name, ${JSON.stringify(twin.username)}.`;
    return { ...told, detail };
  }
}
