// Leaves members out of JSON text while it is written, in one piece or chunk by chunk.
//
// Guaranteed: everything else stays as it was, character by character; a member is left out with its comma, so the text
// stays JSON. Not promised: that text which is no JSON is found out.

/** What is left out of a value; undefined: nothing. */
export interface JsonMask {
  /** Members of the object that are left out. */
  readonly hidden: ReadonlySet<string>;
  /** Masks of members that stay. */
  readonly members: ReadonlyMap<string, JsonMask>;
  /** Mask of members that have none of their own. */
  readonly rest: JsonMask | undefined;
  /** Mask of the entries of a list. */
  readonly items: JsonMask | undefined;
}

interface Frame {
  readonly mask: JsonMask | undefined;
  /** An object whose members are looked at. */
  readonly isMasked: boolean;
  /** Mask of the value that comes next. */
  next: JsonMask | undefined;
  awaitsName: boolean;
  hasMember: boolean;
}

/** `copies` what is read, holds a `name` back until it is known, or `drops` a member. */
type Mode = 'copies' | 'name' | 'drops';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export class MaskedJson {
  private readonly frames: Frame[] = [];
  private readonly mask: JsonMask;
  private mode: Mode = 'copies';
  private isInText = false;
  private isEscaped = false;
  /** The name that is held back, as far as it is read. */
  private name = '';
  /** Objects and lists that are open within the member that is dropped. */
  private droppedDepth = 0;
  private out = '';
  /** Where what is copied, or the name, begins in the chunk. */
  private from = 0;

  constructor(mask: JsonMask) {
    this.mask = mask;
  }

  /** Returns what is left of the next chunk; it may end anywhere. */
  write(text: string): string {
    this.out = '';
    this.from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.isInText) this.readText(code, text, at);
      else if (code === QUOTE) this.beginText(text, at);
      else if (code === COMMA) this.separate(text, at);
      else if (code === OPEN_OBJECT || code === OPEN_LIST) this.open(code === OPEN_OBJECT);
      else if (code === CLOSE_OBJECT || code === CLOSE_LIST) this.close(at);
    }
    if (this.mode === 'copies') this.out += text.slice(this.from);
    else if (this.mode === 'name') this.name += text.slice(this.from);
    return this.out;
  }

  private get top(): Frame | undefined {
    return this.frames.at(-1);
  }

  private readText(code: number, text: string, at: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === BACKSLASH) this.isEscaped = true;
    else if (code === QUOTE) {
      this.isInText = false;
      if (this.mode === 'name') this.decide(this.name + text.slice(this.from, at + 1), at);
    }
  }

  private beginText(text: string, at: number): void {
    this.isInText = true;
    const { top } = this;
    if (this.mode !== 'copies' || top?.awaitsName !== true) return;
    top.awaitsName = false;
    this.out += text.slice(this.from, at);
    this.mode = 'name';
    this.name = '';
    this.from = at;
  }

  /** `quoted`: a name as it is written. */
  private decide(quoted: string, at: number): void {
    const top = this.top!;
    const { hidden, members, rest } = top.mask!;
    const name = JSON.parse(quoted) as string;
    if (hidden.has(name)) {
      this.mode = 'drops';
      this.droppedDepth = 0;
      return;
    }
    this.out += top.hasMember ? `,${quoted}` : quoted;
    top.hasMember = true;
    top.next = members.get(name) ?? rest;
    this.mode = 'copies';
    this.from = at + 1;
  }

  /** The comma of a looked-at object is written with the next member that stays. */
  private separate(text: string, at: number): void {
    const { top } = this;
    if (top?.isMasked !== true || (this.mode === 'drops' && this.droppedDepth > 0)) return;
    if (this.mode === 'copies') this.out += text.slice(this.from, at);
    this.mode = 'copies';
    this.from = at + 1;
    top.awaitsName = true;
  }

  private open(isObject: boolean): void {
    if (this.mode === 'drops') {
      this.droppedDepth += 1;
      return;
    }
    const { top } = this;
    const mask = top === undefined ? this.mask : top.next;
    const isMasked = isObject && mask !== undefined;
    this.frames.push({
      mask,
      isMasked,
      next: isObject ? undefined : mask?.items,
      awaitsName: isMasked,
      hasMember: false,
    });
  }

  private close(at: number): void {
    if (this.mode === 'drops' && this.droppedDepth > 0) {
      this.droppedDepth -= 1;
      return;
    }
    if (this.mode === 'drops') {
      this.mode = 'copies';
      this.from = at;
    }
    this.frames.pop();
  }
}
