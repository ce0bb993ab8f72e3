// Reads a JSON array, one item after the other. In memory are a chunk of the file and one item.
//
// An item that is too long, too deep or of too many values is refused by its number, and reading goes on. What is no
// JSON, and a single text that is too long, ends it: items before that have been read by then.
import { isUtf8 } from 'node:buffer';
import { TokenParser, TokenType, Tokenizer } from '@streamparser/json';
import { ConfigError } from '../config/setting.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { RECORD_DEPTH_MAX, RECORD_VALUES_MAX, tooDeep, tooLong, tooManyValues } from './record-limits.ts';
import type { Chunks } from './record-source.ts';

export interface ArrayItem {
  /** From 1. */
  readonly number: number;
  readonly value: Result<unknown>;
}

interface Token {
  readonly token: TokenType;
  readonly value: string | number | boolean | null;
  readonly offset: number;
}

const NO_UTF_8 = refuse('PARAMETER_INVALID', '', 'It holds bytes that are no UTF-8: --encoding says what the file is.');

/** Bytes read before their items are given: items of two bytes would fill the memory otherwise. */
const PIECE_BYTES = 16_384;

class ItemReader {
  readonly items: ArrayItem[] = [];
  /** Offset of the last token. */
  lastOffset = 0;
  number = 1;
  isEnded = false;
  private readonly bytesMax: number;
  private readonly what: string;
  private parser = this.newParser();
  /** 1 within the array itself. */
  private depth = 0;
  private needs: 'array' | 'first' | 'item' | 'comma' = 'array';
  private values = 0;
  private startOffset = 0;
  /** Where the last byte that is no UTF-8 stands, or somewhat later; -1 for none. */
  private unsoundOffset = -1;
  private refused: Result<never> | undefined;

  constructor(bytesMax: number, what: string) {
    this.bytesMax = bytesMax;
    this.what = what;
  }

  /** Throws ConfigError for what is no array. */
  take(token: Token): void {
    this.lastOffset = token.offset;
    if (this.isEnded) throw this.noJson();
    if (this.depth > 1) this.within(token);
    else if (this.needs === 'array') this.begin(token);
    else if (token.token === TokenType.RIGHT_BRACKET && this.needs !== 'item') this.isEnded = true;
    else if (this.needs === 'comma') this.comma(token);
    else this.beginItem(token);
  }

  noJson(): ConfigError {
    return new ConfigError(`the file is no JSON: ${this.what} ${this.number} is wrong or cut off`);
  }

  private newParser(): TokenParser {
    const parser = new TokenParser({ paths: ['$'], separator: '' });
    parser.onValue = ({ value }) => this.end(ok(value));
    return parser;
  }

  private begin({ token }: Token): void {
    if (token !== TokenType.LEFT_BRACKET) throw new ConfigError(`the file is no JSON array of ${this.what}s`);
    [this.depth, this.needs] = [1, 'first'];
  }

  private comma({ token }: Token): void {
    if (token !== TokenType.COMMA) throw this.noJson();
    this.needs = 'item';
  }

  private beginItem(token: Token): void {
    [this.values, this.startOffset, this.refused] = [0, token.offset, undefined];
    this.within(token);
  }

  private within(token: Token): void {
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) this.depth += 1;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) this.depth -= 1;
    if (token.token !== TokenType.COLON && token.token !== TokenType.COMMA) this.values += 1;
    this.refused ??= this.limit(token.offset);
    if (this.refused === undefined) this.parser.write(token);
    else if (this.depth === 1) {
      this.parser = this.newParser();
      this.end(this.refused);
    }
  }

  private limit(offset: number): Result<never> | undefined {
    if (offset - this.startOffset > this.bytesMax) return tooLong('record', this.bytesMax);
    // A member counts twice, for its name, and an object or a list twice, for its end.
    if (this.values > 2 * RECORD_VALUES_MAX) return tooManyValues();
    return this.depth - 1 > RECORD_DEPTH_MAX ? tooDeep() : undefined;
  }

  /** The bytes before an offset are no UTF-8: the items that lost some of them are refused. */
  unsound(offset: number): void {
    this.unsoundOffset = offset;
  }

  private end(given: Result<unknown>): void {
    const isDamaged =
      given.ok && this.startOffset <= this.unsoundOffset && JSON.stringify(given.value).includes('\ufffd');
    const value = isDamaged ? NO_UTF_8 : given;
    this.items.push({ number: this.number, value });
    this.number += 1;
    this.needs = 'comma';
  }
}

/** Bytes that come in pieces as UTF-8: U+FFFD stands for what is none. A character may be cut between two of them. */
class SoundBytes {
  /** Whether the last piece was UTF-8. */
  isSound = true;
  private cut: Buffer = Buffer.alloc(0);

  /** At most three bytes of a character wait for its last one. */
  take(piece: Buffer): Buffer {
    const bytes = this.cut.length === 0 ? piece : Buffer.concat([this.cut, piece]);
    let lead = bytes.length;
    while (lead > 0 && bytes.length - lead < 3 && (bytes[lead - 1]! & 0xc0) === 0x80) lead -= 1;
    const isCut = lead > 0 && bytes[lead - 1]! >= 0xc0 && !isUtf8(bytes.subarray(lead - 1));
    const end = isCut ? lead - 1 : bytes.length;
    this.cut = bytes.subarray(end);
    return this.sound(bytes.subarray(0, end));
  }

  rest(): Buffer {
    return this.sound(this.cut);
  }

  private sound(bytes: Buffer): Buffer {
    this.isSound = isUtf8(bytes);
    return this.isSound ? bytes : Buffer.from(bytes.toString());
  }
}

/** `what`: of an item, for messages. Throws ConfigError. */
export const readJsonArray = async function* (
  chunks: Chunks,
  bytesMax: number,
  what: string,
): AsyncGenerator<ArrayItem> {
  const tokenizer = new Tokenizer();
  const reader = new ItemReader(bytesMax, what);
  tokenizer.onToken = (token) => reader.take(token as Token);
  const read = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      throw error instanceof ConfigError ? error : reader.noJson();
    }
  };
  let bytes = 0;
  const checked = new SoundBytes();
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = checked.take(chunk.subarray(at, at + PIECE_BYTES));
      bytes += piece.length;
      if (!checked.isSound) reader.unsound(bytes);
      read(() => tokenizer.write(piece));
      if (!reader.isEnded && bytes - reader.lastOffset > bytesMax + PIECE_BYTES)
        throw new ConfigError(`${what} ${reader.number} has a text of more than ${bytesMax} bytes`);
      yield* reader.items.splice(0);
    }
  }
  const rest = checked.rest();
  if (rest.length > 0) read(() => tokenizer.write(rest));
  read(() => tokenizer.end());
  if (!reader.isEnded) throw reader.noJson();
};
