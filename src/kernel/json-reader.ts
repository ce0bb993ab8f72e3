// JSON text back to values, with members in the order of the text also where they are named by digits: JSON.parse and
// JavaScript objects put those first (Decision 9). For text that this program wrote.
import { Keyed } from './json.ts';
import type { Json } from './json.ts';

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  value(): Json {
    switch (this.text[this.at]) {
      case '{':
        return this.object();
      case '[':
        return this.list();
      default:
        return this.scalar();
    }
  }

  private object(): Json {
    const entries: [string, Json][] = [];
    this.at += 1;
    while (this.text[this.at] !== '}') {
      if (this.text[this.at] === ',') this.at += 1;
      const name = this.scalar() as string;
      this.at += 1;
      entries.push([name, this.value()]);
    }
    this.at += 1;
    return new Keyed(entries);
  }

  private list(): Json {
    const items: Json[] = [];
    this.at += 1;
    while (this.text[this.at] !== ']') {
      if (this.text[this.at] === ',') this.at += 1;
      items.push(this.value());
    }
    this.at += 1;
    return items;
  }

  private scalar(): Json {
    const from = this.at;
    if (this.text[from] === '"') {
      do {
        this.at = this.text.indexOf('"', this.at + 1);
      } while (this.isEscaped(this.at));
      this.at += 1;
    } else {
      const end = /[,\]}]/g;
      end.lastIndex = from;
      this.at = end.exec(this.text)?.index ?? this.text.length;
    }
    return JSON.parse(this.text.slice(from, this.at)) as Json;
  }

  private isEscaped(quote: number): boolean {
    let strokes = 0;
    while (this.text[quote - 1 - strokes] === '\\') strokes += 1;
    return strokes % 2 === 1;
  }
}

/** Text as `toJson` makes it: without white space between tokens. */
export const readJson = (text: string): Json => new Reader(text).value();
