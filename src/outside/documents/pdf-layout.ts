// Lays a document out as PDF: head, table of lines, totals, closing texts and the foot of every page.
//
// Texts of the operator and of buyers may have any length: text that exceeds a page is cut or broken, and no text
// overlaps another. The layout depends on the data alone: equal data gives equal bytes, date of creation included.
import { MixedDocument } from './mixed-text.ts';
import type { PdfData, PdfLine } from './pdf-data.ts';
import { withinBudget } from './text-budget.ts';

// Points; the address stands where a window envelope shows it (DIN 5008, form B).
const PAGE = { left: 57, right: 538, top: 57, bottom: 760, foot: 780 };
const PAGE_HEIGHT = 841.89;
const WIDTH = PAGE.right - PAGE.left;
const ADDRESS_TOP = 128;
const TITLE_TOP = 262;
const COLUMNS = [
  { key: 'position', x: 57, width: 26, align: 'left' },
  { key: 'name', x: 85, width: 210, align: 'left' },
  { key: 'quantity', x: 298, width: 52, align: 'right' },
  { key: 'price', x: 353, width: 76, align: 'right' },
  { key: 'rate', x: 432, width: 34, align: 'right' },
  { key: 'sum', x: 469, width: 69, align: 'right' },
] as const;
const NAME_COLUMN = { x: COLUMNS[1].x, width: COLUMNS[1].width };
const AMOUNT_WIDTH = 150;
const LABEL_WIDTH = WIDTH - AMOUNT_WIDTH - 10;
const FOOT_WIDTH = 310;
const FOOT_HEIGHT = 51;
const TAX_COLUMNS = ['rate', 'net', 'tax', 'gross'];
const TABLE_HEAD_HEIGHT = 18;
/** Greatest height of a line of the order: a page below the table's head. Descriptions get what is left. */
const ROW_MAX = PAGE.bottom - PAGE.top - TABLE_HEAD_HEIGHT - 12;
const NAME_MAX = 340;
const NUMBER_MAX = 22;
const ATTRIBUTES_MAX = 330;
const LINE_HEIGHT = 13;
/** Height up to which the last line moves to the next page together with the totals. */
const KEEP_TOGETHER_MAX = 600;
/** An address is never broken over two pages. */
const ADDRESS_LINES_MAX = 12;
const ADDRESS_LINE_MAX = 3 * LINE_HEIGHT;
/** Characters of one text. */
const TEXT_LENGTH_MAX = 600;
/** Characters of a line's attributes with the separators. */
const ATTRIBUTES_LENGTH_MAX = 700;
const TITLE_LENGTH_MAX = 100;
const TEXT_LINES_MAX = 30;
const GREY = '#555555';
const BLACK = '#1a1a1a';
const SMALL = { size: 8, color: GREY };

interface TextStyle {
  /** Points. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly link?: string;
}

interface Placement extends TextStyle {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  /** Text that is taller ends in an ellipsis. */
  readonly height?: number;
  readonly align?: 'left' | 'right';
}

/** A text with the height that it gets. */
interface Block {
  readonly text: string;
  readonly height: number;
  readonly style: Placement;
}

/** Cuts a text of the operator; texts of an order are cut before. */
const cut = (text: string, lengthMax = TEXT_LENGTH_MAX): string => {
  const lines = text.split('\n').slice(0, TEXT_LINES_MAX).join('\n');
  return lines.length <= lengthMax ? lines : `${lines.slice(0, lengthMax - 1)}…`;
};

export class PdfLayout {
  private readonly data: PdfData;
  private readonly doc: MixedDocument;
  /** Where the next text begins, in points from the top of the page. */
  private y = PAGE.top;

  /** `options`: beside those of the page. */
  constructor(data: PdfData, options: PDFKit.PDFDocumentOptions = {}) {
    // The title stands at the foot of every page.
    this.data = withinBudget({ ...data, title: cut(data.title.replace(/\s+/g, ' '), TITLE_LENGTH_MAX) });
    this.doc = new MixedDocument({
      ...options,
      size: 'A4',
      // A text that is longer than a page goes on at the top of the next.
      margins: { left: PAGE.left, right: 595.28 - PAGE.right, top: PAGE.top, bottom: PAGE_HEIGHT - PAGE.bottom },
      bufferPages: true,
      lang: data.language,
      info: {
        Title: `${this.data.title} ${data.number}`,
        Author: data.company[0] ?? '',
        CreationDate: new Date(data.created_ms),
      },
    });
  }

  /** The file. `complete`: called before it ends. */
  toBytes(complete = (_doc: MixedDocument): void => {}): Promise<Buffer> {
    const { doc } = this;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      doc.on('end', () => resolve(Buffer.concat(chunks)));
      doc.on('error', reject);
      this.head();
      this.lines();
      this.totals();
      this.closing();
      this.feet();
      complete(doc);
      doc.end();
    });
  }

  /** Writes a text. Returns where it ends; `this.y` stays. */
  private write(
    text: string,
    {
      x = PAGE.left,
      y = this.y,
      width = WIDTH,
      height,
      size = 9.5,
      bold = false,
      color = BLACK,
      align = 'left',
      link,
    }: Placement = {},
  ): number {
    this.doc.setFace(bold, size).fillColor(color);
    this.doc.text(text, x, y, {
      width,
      align,
      ...(height !== undefined && { height, ellipsis: true }),
      ...(link !== undefined && { link }),
    });
    return this.doc.y;
  }

  private height(text: string, width: number, size = 9.5, bold = false): number {
    return this.doc.setFace(bold, size).heightOfString(text, { width });
  }

  private rule(y: number, width = 0.5, color = '#bbbbbb'): void {
    this.doc.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(width).strokeColor(color).stroke();
  }

  /** Begins a page, with `head` on top of it, where the rest of this one is shorter than `height`. */
  private reserve(height: number, head = (): void => {}): void {
    if (this.y + height <= PAGE.bottom) return;
    this.doc.addPage();
    this.y = PAGE.top;
    head();
  }

  /** `gap`: points below it. */
  private paragraph(
    text: string,
    { bold = false, size = 9.5, gap = 6, link }: TextStyle & { readonly gap?: number } = {},
  ): void {
    if (text === '') return;
    const height = this.height(text, WIDTH, size, bold);
    // A text that no page holds begins here and is broken where pages end.
    if (height <= PAGE.bottom - PAGE.top) this.reserve(height);
    this.y = this.write(text, { bold, size, ...(link !== undefined && { link }) }) + gap;
  }

  private head(): void {
    const { data } = this;
    let y = PAGE.top;
    data.company.slice(0, 8).forEach((line, index) => {
      y = this.write(cut(line), {
        x: 320,
        y,
        width: PAGE.right - 320,
        align: 'right',
        size: index === 0 ? 12 : 9,
        bold: index === 0,
      });
    });
    const besideTop = y + 14;
    if (data.sender !== '')
      this.write(cut(data.sender), { y: ADDRESS_TOP - 14, size: 6.5, color: GREY, width: 240, height: 9 });
    y = ADDRESS_TOP;
    for (const line of data.invoice_address) y = this.write(cut(line), { y, width: 240 });
    const factsTop = Math.max(TITLE_TOP, besideTop, y + 14);
    this.y = this.write(`${data.title} ${data.number}`, { y: factsTop, size: 16, bold: true }) + 6;
    if (data.canceled) this.y = this.write(data.text['canceled']!, { bold: true, color: '#aa0000', size: 11 }) + 4;
    for (const name of ['invoice_number', 'order_number', 'date', 'payment_method', 'delivery_method'] as const) {
      const value = data[name] ?? '';
      if (value === '') continue;
      this.reserve(13);
      this.write(data.text[name]!, { color: GREY, width: 110 });
      this.y = this.write(cut(value), { x: PAGE.left + 115, width: WIDTH - 115 });
    }
    this.y += 10;
    this.paragraph(`${data.greeting},`);
    this.paragraph(data.intro, { gap: 10 });
  }

  private tableHead(): void {
    const { text } = this.data;
    for (const { key, x, width, align } of COLUMNS) {
      this.write(text[key === 'sum' ? 'amount' : key]!, { x, width, align, size: 8, color: GREY });
    }
    this.y += TABLE_HEAD_HEIGHT - 4;
    this.rule(this.y, 1, BLACK);
    this.y += 4;
  }

  /**
   * Texts of a line in the column of names, each within its share of a page, so that a long description never displaces
   * attributes.
   */
  private nameBlocks({ name, element_number: number, description, attributes }: PdfLine): Block[] {
    const { text } = this.data;
    let left = ROW_MAX;
    const fit = (written: string, heightMax: number, style: TextStyle = SMALL): Block => {
      const natural = written === '' ? 0 : this.height(written, NAME_COLUMN.width, style.size);
      const fitting = Math.min(natural, heightMax, left);
      const height = fitting < Math.min(natural, LINE_HEIGHT) ? 0 : fitting;
      left -= height;
      return { text: written, height, style: natural > height ? { ...style, height } : style };
    };
    const nameBlock = fit(cut(name), NAME_MAX, {});
    const numberBlock = fit(cut(number === '' ? '' : `${text['element_number']} ${number}`), NUMBER_MAX);
    const attributesBlock = fit(
      cut(attributes.map((attribute) => `${attribute.name}: ${attribute.value}`).join('\n'), ATTRIBUTES_LENGTH_MAX),
      ATTRIBUTES_MAX,
    );
    const descriptionBlock = fit(cut(description), left);
    return [nameBlock, numberBlock, descriptionBlock, attributesBlock].filter(({ height }) => height > 0);
  }

  private lines(): void {
    const { lines } = this.data;
    const below = this.totalsHeight();
    lines.forEach((line, index) => {
      const blocks = this.nameBlocks(line);
      const blocksHeight = blocks.reduce((sum, { height }) => sum + height, 0);
      const height = COLUMNS.reduce(
        (most, { key, width }) => (key === 'name' ? most : Math.max(most, this.height(line[key], width))),
        blocksHeight,
      );
      // The last line moves with the totals, which alone on a page do not show what they are the sum of.
      const kept = index === lines.length - 1 && height + below <= KEEP_TOGETHER_MAX ? below : 0;
      const needed = height + 8 + kept;
      if (index > 0) this.reserve(needed, () => this.tableHead());
      else {
        this.reserve(needed + TABLE_HEAD_HEIGHT);
        this.tableHead();
      }
      for (const { key, x, width, align } of COLUMNS) if (key !== 'name') this.write(line[key], { x, width, align });
      let { y } = this;
      for (const block of blocks) {
        this.write(block.text, { ...NAME_COLUMN, y, ...block.style });
        y += block.height;
      }
      this.y += height + 4;
      this.rule(this.y);
      this.y += 4;
    });
  }

  private total(label: string, amount: string, { bold = false, size = 9.5 }: TextStyle = {}): void {
    const text = cut(label);
    const height = this.height(text, LABEL_WIDTH, size, bold);
    this.reserve(height + 4);
    this.write(text, { bold, size, width: LABEL_WIDTH });
    this.write(amount, { x: PAGE.right - AMOUNT_WIDTH, width: AMOUNT_WIDTH, align: 'right', bold, size });
    this.y += height + 2;
  }

  /** Amounts between the sum of the lines and the amount to pay. */
  private summands(): (readonly [label: string, amount: string])[] {
    const { text, sum, coupons, delivery_costs: costs } = this.data;
    return [
      [text['sum']!, sum],
      ...coupons.map(({ label, code, amount }) => [`${label} (${code})`, amount] as const),
      ...costs.map(({ label, rate, amount }) => [`${label} (${text['rate']} ${rate})`, amount] as const),
    ];
  }

  /** Height of the amount to pay and its taxes. */
  private payableHeight(): number {
    return 60 + this.data.taxes.length * 13;
  }

  private totalsHeight(): number {
    return (
      this.summands().reduce((sum, [label]) => sum + this.height(cut(label), LABEL_WIDTH) + 2, 4) + this.payableHeight()
    );
  }

  private totals(): void {
    const { text, total, taxes } = this.data;
    this.y += 4;
    for (const [label, amount] of this.summands()) this.total(label, amount);
    this.reserve(this.payableHeight());
    this.rule(this.y + 1, 1, BLACK);
    this.y += 4;
    this.total(text['total']!, total, { bold: true, size: 12 });
    this.y += 10;
    this.paragraph(text['tax_title']!, { bold: true, gap: 2 });
    for (const row of [text, ...taxes]) {
      this.reserve(13);
      TAX_COLUMNS.forEach((key, index) => {
        this.write(row[key]!, {
          x: PAGE.left + index * 85,
          width: 80,
          align: 'right',
          size: 8.5,
          color: row === text ? GREY : BLACK,
        });
      });
      this.y += 13;
    }
    this.y += 8;
  }

  /** Writes an address on one page, because the parcel is packed by it. */
  private address(title: string, lines: readonly string[]): void {
    if (lines.length === 0) return;
    const blocks = lines.slice(0, ADDRESS_LINES_MAX).map((line): Block => {
      const text = cut(line);
      const natural = this.height(text, WIDTH);
      const height = Math.min(natural, ADDRESS_LINE_MAX);
      return { text, height, style: natural > height ? { height } : {} };
    });
    this.reserve(blocks.reduce((sum, { height }) => sum + height, LINE_HEIGHT + 1));
    this.paragraph(title, { bold: true, gap: 1 });
    for (const { text, height, style } of blocks) {
      this.write(text, style);
      this.y += height;
    }
    this.y += 8;
  }

  /** Writes what follows the totals. */
  private closing(): void {
    const { text, delivery_address: address, note_lines: note, closing, invoice_link: link = '' } = this.data;
    if (link !== '') this.paragraph(`${text['invoice_link']}: ${link}`, { link: new URL(link).href });
    this.address(text['delivery_address']!, address);
    if (note.length > 0) {
      this.reserve(30);
      this.paragraph(text['note']!, { bold: true, gap: 1 });
      for (const line of note) this.paragraph(cut(line), { gap: 0 });
      this.y += 8;
    }
    this.paragraph(closing);
  }

  /** A sentence that names the scripts with characters here that no font has; '' for none. */
  private missingFonts(): string {
    const { locale, text } = this.data;
    const scripts = this.doc.missingIn(locale);
    return scripts === '' ? '' : `${text['missing_fonts']} ${scripts}`;
  }

  private feet(): void {
    const { company_foot: foot, text, number, title } = this.data;
    const { start, count } = this.doc.bufferedPageRange();
    const missing = this.missingFonts();
    for (let index = 0; index < count; index += 1) {
      this.doc.switchToPage(start + index);
      // Otherwise a foot would begin a page.
      this.doc.page.margins.bottom = 0;
      this.rule(PAGE.foot - 6);
      if (missing !== '') this.write(missing, { y: PAGE.foot - 16, size: 6.5, color: GREY, height: 9 });
      this.write(cut(foot.join('\n')), {
        y: PAGE.foot,
        size: 7.5,
        color: GREY,
        width: FOOT_WIDTH,
        height: FOOT_HEIGHT,
      });
      const page = count === 1 ? `${title} ${number}` : `${title} ${number}  ·  ${text['page']} ${index + 1}/${count}`;
      const numberWidth = WIDTH - FOOT_WIDTH - 10;
      this.write(page, {
        x: PAGE.right - numberWidth,
        y: PAGE.foot,
        width: numberWidth,
        align: 'right',
        size: 7.5,
        color: GREY,
      });
    }
  }
}
