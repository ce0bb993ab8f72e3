// What a command of the administration reads and writes: a terminal here, or at the other end of the control socket.
import type { Answer } from '../catalogue-files/report.ts';
import { SLICE_MS, pauseAfter } from './slices.ts';

export interface Progress {
  /** What is going on, such as `importing`. */
  readonly what: string;
  /** In the unit of `total`. */
  readonly done: number;
  /** 0: not known. */
  readonly total: number;
  readonly records: number;
  /** How many have been fetched or failed; absent where none are fetched. */
  readonly pictures?: number;
}

/** What a command says. On the control socket each is a line of JSON. */
export type Output =
  /** A result: text for a person, and the same as data for --json. Lines without data are for persons only. */
  | { readonly line: string; readonly data?: object }
  /** A remark, for standard error. */
  | { readonly note: string }
  | { readonly progress: Progress }
  /** A part of the file that the command writes, in base64. */
  | { readonly bytes: string }
  /** A line of the report file. */
  | { readonly report: object }
  /** Names of attributes, and then what else reading a catalogue file needs of the shop. */
  | { readonly attributes: readonly string[] }
  | { readonly shop: ShopFacts }
  /** What would become of the next record, in a dry run. */
  | { readonly foreseen: Answer }
  /** The number of a batch of records that have been applied or refused. */
  | { readonly applied: number };

export interface ShopFacts {
  /** Absent: no shop is there, and nobody says what would become of a record. */
  readonly foresees?: true;
  readonly language: string;
  readonly languages: readonly string[];
  readonly country: string;
  readonly currency: string;
  readonly currencyDigits: number;
  /** Attributes that carts take as a price; none: any. */
  readonly priceFields: readonly string[];
  /** Where pictures are to be fetched. */
  readonly pictures?: {
    /** Names of the shop's attributes that are pictures. */
    readonly attributes: readonly string[];
    readonly privateAllowed: boolean;
    readonly megabytesMax: number;
  };
  /** With the rate in the shop's own country. */
  readonly taxClasses: readonly { readonly name: string; readonly percent: number }[];
}

export abstract class Terminal {
  /** The file that the command reads. */
  abstract readonly input: AsyncIterable<Buffer>;
  private readonly paused = pauseAfter(SLICE_MS);

  /** Resolves when there is room for more. Rejects when nobody listens any more. */
  protected abstract emit(output: Output): Promise<void>;

  /** Whether anybody still looks at what a command shows that has no end of its own. */
  get isWatched(): boolean {
    return true;
  }

  /** Lets others be served once the slice of time is used up. */
  async pause(): Promise<void> {
    await this.paused();
  }

  private async say(output: Output): Promise<void> {
    await this.emit(output);
    await this.pause();
  }

  show(line: string, data?: object): Promise<void> {
    return this.say(data === undefined ? { line } : { line, data });
  }

  note(note: string): Promise<void> {
    return this.say({ note });
  }

  progress(progress: Progress): Promise<void> {
    return this.say({ progress });
  }

  write(bytes: Buffer): Promise<void> {
    return this.say({ bytes: bytes.toString('base64') });
  }

  report(report: object): Promise<void> {
    return this.say({ report });
  }

  attributes(attributes: readonly string[]): Promise<void> {
    return this.say({ attributes });
  }

  shop(shop: ShopFacts): Promise<void> {
    return this.say({ shop });
  }

  foreseen(foreseen: Answer): Promise<void> {
    return this.say({ foreseen });
  }

  applied(applied: number): Promise<void> {
    return this.say({ applied });
  }
}
