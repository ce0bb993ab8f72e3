// A reply that is too long for one piece, written slice by slice: the same characters as in one piece.
import { entryTemplate, jsonTemplate } from './json.ts';
import type { JsonTemplate, Json, LazyList } from './json.ts';

/** A list in a template. */
export interface ListSlot {
  readonly list: LazyList;
  /** One of its records, with what stands before it in the list. */
  template(at: number): Template;
}

/** A text with lists that are written later: there is one text more than holes. */
export interface Template {
  readonly texts: readonly string[];
  readonly slots: readonly ListSlot[];
}

/** How values become text. */
export type ReplyFormat = (value: Json) => Template;

const templateOf = ({ texts, lists }: JsonTemplate): Template => ({ texts, slots: lists.map(holeOf) });

const holeOf = (records: LazyList): ListSlot => ({
  list: records,
  template: (at) => templateOf(entryTemplate(records, at, records.record(at))),
});

export const jsonFormat: ReplyFormat = (value) => templateOf(jsonTemplate(value));

/** What is being written: which of the holes of a template. */
interface Frame {
  readonly template: Template;
  at: number;
}

/** What a record costs beside its characters, in characters. */
const RECORD_WORK = 500;

const NO_WORK = (): number => 0;

export class ReplyChunks {
  private readonly frames: Frame[];
  private begun = false;

  constructor(template: Template) {
    this.frames = [{ template, at: 0 }];
  }

  get done(): boolean {
    return this.frames.length === 0;
  }

  /**
   * The next slice: it ends behind the record with which the work comes to `workMax`, counted in characters and a fixed
   * price per record; `more`: work done elsewhere since the slice began. A record with lists in it may end in a later
   * slice.
   */
  nextChunk(workMax: number, more: () => number = NO_WORK): string {
    const { frames } = this;
    let text = '';
    let work = 0;
    if (!this.begun) {
      this.begun = true;
      text = frames[0]!.template.texts[0]!;
      work = text.length;
    }
    while (frames.length > 0 && work + more() < workMax) {
      const frame = frames.at(-1)!;
      const hole = frame.template.slots[frame.at];
      if (hole === undefined) {
        frames.pop();
        continue;
      }
      let piece: string;
      const { list: records } = hole;
      if (records.nextIndex < records.count) {
        const template = hole.template(records.nextIndex);
        records.nextIndex += 1;
        piece = template.texts[0]!;
        work += RECORD_WORK;
        if (template.slots.length > 0) frames.push({ template, at: 0 });
      } else {
        frame.at += 1;
        piece = frame.template.texts[frame.at]!;
      }
      text += piece;
      work += piece.length;
    }
    while (frames.length > 0 && frames.at(-1)!.template.slots.length === frames.at(-1)!.at) frames.pop();
    return text;
  }
}
