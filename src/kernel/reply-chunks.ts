// A reply that is too long to be made at once, made chunk by chunk. Joined, the chunks are the text that would have
// been made at once; in between, memory holds one chunk and the text around the lists that are open.
//
//   value → template: texts with slots between them → each record of a slot's list is a template of its own, and each
//   piece of a slot's text
//
// Not promised: a chunk of bounded size. It ends after the record with which its work is done, however long that is.
import { jsonTemplate, partTemplate } from './json.ts';
import type { JsonTemplate, Json, LazyPart } from './json.ts';

/** The place of a list, or of a long text, within a template. */
export interface Slot {
  readonly part: LazyPart;
  /** The record at `index`, with the comma and the name that stand before it in the list; or that piece of the text. */
  template(index: number): Template;
}

/** Texts with a slot between each two of them. */
export interface Template {
  readonly texts: readonly string[];
  readonly slots: readonly Slot[];
}

/** How a value becomes text: JSON or XML. */
export type ReplyFormat = (value: Json) => Template;

const templateOf = ({ texts, parts }: JsonTemplate): Template => ({ texts, slots: parts.map(slotOf) });

const slotOf = (part: LazyPart): Slot => ({ part, template: (index) => templateOf(partTemplate(part, index)) });

export const jsonFormat: ReplyFormat = (value) => templateOf(jsonTemplate(value));

/** A template that is being written. */
interface Frame {
  readonly template: Template;
  /** The slot that is being filled. */
  slotIndex: number;
}

/** Work that a record costs beside its text, in characters. */
const RECORD_WORK = 500;

const NO_WORK = (): number => 0;

export class ReplyChunks {
  /** The template of the reply, and within it those of the records that are being written. */
  private readonly frames: Frame[];
  private hasBegun = false;
  /** Work of the last chunk: characters, RECORD_WORK for each record, and the other work of `nextChunk`. */
  work = 0;

  constructor(template: Template) {
    this.frames = [{ template, slotIndex: 0 }];
  }

  get done(): boolean {
    return this.frames.length === 0;
  }

  /**
   * The next chunk. It ends after the record with which its work reaches `workMax`: characters, and RECORD_WORK for
   * each record or piece of a text. `otherWork`: work that was done elsewhere since the chunk began, in the same unit.
   * A record with lists in it may end in a later chunk.
   */
  nextChunk(workMax: number, otherWork: () => number = NO_WORK): string {
    const { frames } = this;
    let chunk = '';
    let work = 0;
    if (!this.hasBegun) {
      this.hasBegun = true;
      chunk = frames[0]!.template.texts[0]!;
      work = chunk.length;
    }
    while (frames.length > 0 && work + otherWork() < workMax) {
      const frame = frames.at(-1)!;
      const slot = frame.template.slots[frame.slotIndex];
      if (slot === undefined) {
        frames.pop();
        continue;
      }
      let text: string;
      const { part } = slot;
      if (part.nextIndex < part.count) {
        const template = slot.template(part.nextIndex);
        part.nextIndex += 1;
        text = template.texts[0]!;
        work += RECORD_WORK;
        if (template.slots.length > 0) frames.push({ template, slotIndex: 0 });
      } else {
        frame.slotIndex += 1;
        text = frame.template.texts[frame.slotIndex]!;
      }
      chunk += text;
      work += text.length;
    }
    while (frames.length > 0 && frames.at(-1)!.template.slots.length === frames.at(-1)!.slotIndex) frames.pop();
    this.work = work + otherWork();
    return chunk;
  }
}
