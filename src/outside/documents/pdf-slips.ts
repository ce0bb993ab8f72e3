// Packing slips and pick lists as PDF: tables without amounts, a slip on pages of its own.
//
// A text that does not fit into its cell is cut with an ellipsis, so that no text overlaps another. The layout depends
// on the data alone: equal data gives equal bytes, date of creation included.
import { MixedDocument } from './mixed-text.ts';
import type { PdfSlip, PickListData, SlipsData } from './pdf-data.ts';

// Points; the address stands where a window envelope shows it (DIN 5008, form B).
const PAGE = { left: 57, right: 538, top: 57, bottom: 770 };
const PAGE_HEIGHT = 841.89;
const WIDTH = PAGE.right - PAGE.left;
const ADDRESS_TOP = 128;
const ADDRESS_WIDTH = 240;
const ADDRESS_LINES_MAX = 12;
const TITLE_TOP = 250;
const LINE_HEIGHT = 13;
const ROW_MAX = 8 * LINE_HEIGHT;
const BARCODE = { height: 34, widthMax: 200 };
const BOX = 9;
const GREY = '#555555';
const BLACK = '#1a1a1a';

interface Style {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'right';
}

interface Column {
  readonly title: string;
  readonly x: number;
  readonly width: number;
  readonly align?: 'right';
}

/** Texts of a row, by column; a further line below the first is small. */
type Cell = readonly [text: string, small?: string];

class Pages {
  private readonly doc: MixedDocument;
  /** Where the next text begins, in points from the top of the page. */
  y = PAGE.top;

  constructor({ title, language, created_ms: createdMs, company }: Omit<SlipsData, 'slips'>) {
    this.doc = new MixedDocument({
      size: 'A4',
      margins: { left: PAGE.left, right: 595.28 - PAGE.right, top: PAGE.top, bottom: PAGE_HEIGHT - PAGE.bottom },
      bufferPages: true,
      lang: language,
      info: { Title: title, Author: company[0] ?? '', CreationDate: new Date(createdMs) },
    });
  }

  toBytes(): Promise<Buffer> {
    const { doc } = this;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      doc.on('end', () => resolve(Buffer.concat(chunks)));
      doc.on('error', reject);
      doc.end();
    });
  }

  newPage(): void {
    this.doc.addPage();
    this.y = PAGE.top;
  }

  /** Number of pages so far. */
  pages(): number {
    return this.doc.bufferedPageRange().count;
  }

  /** Writes a text, cut at `height` where it is taller; returns where it ends. */
  write(text: string, style: Style = {}): number {
    const { x = PAGE.left, y = this.y, width = WIDTH, size = 9.5, bold = false, color = BLACK, align = 'left' } = style;
    const natural = text === '' ? 0 : this.doc.setFace(bold, size).heightOfString(text, { width });
    const height = style.height ?? Math.min(natural, ROW_MAX);
    this.doc.setFace(bold, size).fillColor(color);
    // A height that just fits would cut the last line by an error of rounding.
    this.doc.text(text, x, y, { width, align, ...(natural > height && { height, ellipsis: true }) });
    return y + height;
  }

  /** Points that a text takes, at most `max`. */
  heightOf(text: string, width: number, size = 9.5, max = ROW_MAX): number {
    return text === '' ? 0 : Math.min(max, this.doc.setFace(false, size).heightOfString(text, { width }));
  }

  rule(width = 0.5, color = '#bbbbbb'): void {
    this.doc.moveTo(PAGE.left, this.y).lineTo(PAGE.right, this.y).lineWidth(width).strokeColor(color).stroke();
  }

  box(x: number): void {
    this.doc.lineWidth(0.8).strokeColor(BLACK).rect(x, this.y, BOX, BOX).stroke();
  }

  bars({ bars, bars_width: modules }: PdfSlip, right: number): void {
    const unit = Math.min(1, BARCODE.widthMax / modules);
    const left = right - modules * unit;
    for (const { x, width } of bars) this.doc.rect(left + x * unit, this.y, width * unit, BARCODE.height);
    this.doc.fill('#000000');
  }

  private head(columns: readonly Column[]): void {
    for (const { title, x, width, align = 'left' } of columns)
      this.write(title, { x, width, align, size: 8, color: GREY, height: 11 });
    this.y += LINE_HEIGHT;
    this.rule(1, BLACK);
    this.y += 5;
  }

  /** A table whose head is repeated on every page. `mark`: drawn at the beginning of each row. */
  table(columns: readonly Column[], rows: readonly (readonly Cell[])[], mark: () => void = () => {}): void {
    this.head(columns);
    for (const cells of rows) {
      const heights = cells.map(([text, small = ''], at) => {
        const { width } = columns[at]!;
        return this.heightOf(text, width) + this.heightOf(small, width, 8);
      });
      const height = Math.max(BOX, ...heights);
      if (this.y + height > PAGE.bottom) {
        this.newPage();
        this.head(columns);
      }
      mark();
      cells.forEach(([text, small = ''], at) => {
        const { x, width, align = 'left' } = columns[at]!;
        const below = text === '' ? this.y : this.write(text, { x, width, align });
        if (small !== '') this.write(small, { x, width, align, y: below, size: 8, color: GREY });
      });
      this.y += height + 4;
      this.rule();
      this.y += 5;
    }
  }

  /** Lines of text, on the next page where this one is full. */
  paragraph(lines: readonly string[], { bold = false }: Style = {}): void {
    for (const line of lines) {
      const height = this.heightOf(line, WIDTH, 9.5, PAGE.bottom - PAGE.top);
      if (this.y + height > PAGE.bottom) this.newPage();
      this.y = this.write(line, { bold, height });
    }
  }

  /** Names each page of a part of the document at its foot. */
  feet(from: number, name: string, page: string): void {
    const { count } = this.doc.bufferedPageRange();
    for (let index = from; index < count; index += 1) {
      this.doc.switchToPage(index);
      this.doc.page.margins.bottom = 0;
      const place = count - from === 1 ? name : `${name}  ·  ${page} ${index - from + 1}/${count - from}`;
      this.write(place, { y: PAGE.bottom + 16, align: 'right', size: 7.5, color: GREY, height: 12 });
    }
    this.doc.switchToPage(count - 1);
  }
}

const attributeLines = (attributes: PdfSlip['lines'][number]['attributes']): string =>
  attributes.map(({ name, value }) => `${name}: ${value}`).join('\n');

const slipColumns = (text: PdfSlip['text']): readonly Column[] => [
  { title: text['position']!, x: 57, width: 26 },
  { title: text['element_number']!, x: 87, width: 92 },
  { title: text['name']!, x: 185, width: 190 },
  { title: text['storage']!, x: 381, width: 92 },
  { title: text['quantity']!, x: 479, width: 59, align: 'right' },
];

const drawSlip = (pages: Pages, slip: PdfSlip, company: readonly string[]): void => {
  const { text, address, lines, note_lines: note } = slip;
  let { y } = pages;
  company.slice(0, 5).forEach((line, index) => {
    const style = {
      x: 320,
      width: PAGE.right - 320,
      size: index === 0 ? 11 : 8.5,
      bold: index === 0,
      height: index === 0 ? 16 : 12,
    };
    y = pages.write(line, { ...style, y, align: 'right' });
  });
  y = ADDRESS_TOP;
  // The parcel is packed by it: long lines are broken, and the rest of the slip moves down.
  for (const line of address.slice(0, ADDRESS_LINES_MAX)) {
    const height = pages.heightOf(line, ADDRESS_WIDTH, 9.5, 3 * LINE_HEIGHT);
    y = pages.write(line, { y, width: ADDRESS_WIDTH, height });
  }
  pages.y = Math.max(TITLE_TOP, y + LINE_HEIGHT);
  pages.bars(slip, PAGE.right);
  pages.y = pages.write(`${slip.title} ${slip.order_number}`, { width: 260, size: 16, bold: true, height: 24 }) + 4;
  for (const name of ['order_number', 'date', 'delivery_method'] as const) {
    if (slip[name] === '') continue;
    pages.write(text[name]!, { color: GREY, width: 100, height: LINE_HEIGHT });
    pages.y = pages.write(slip[name], { x: PAGE.left + 105, width: 160, height: LINE_HEIGHT });
  }
  pages.y += 10;
  if (slip.intro !== '') {
    pages.paragraph([slip.intro]);
    pages.y += 8;
  }
  pages.table(
    slipColumns(text),
    lines.map(({ position, element_number: number, name, attributes, storage, quantity, ordered }) => [
      [position],
      [number],
      [name, attributeLines(attributes)],
      [storage],
      [quantity, ordered === quantity ? '' : `${text['ordered']!}: ${ordered}`],
    ]),
  );
  pages.y += 4;
  if (note.length > 0) pages.paragraph([text['note']!], { bold: true });
  pages.paragraph(note);
  pages.y += 6;
  if (slip.closing !== '') pages.paragraph([slip.closing]);
};

export const slipsPdf = (data: SlipsData): Promise<Buffer> => {
  const pages = new Pages(data);
  data.slips.forEach((slip, index) => {
    if (index > 0) pages.newPage();
    const from = pages.pages() - 1;
    drawSlip(pages, slip, data.company);
    pages.feet(from, `${slip.title} ${slip.order_number}`, slip.text['page']!);
  });
  return pages.toBytes();
};

const pickColumns = (text: PickListData['text']): readonly Column[] => [
  { title: text['storage']!, x: 75, width: 100 },
  { title: text['element_number']!, x: 181, width: 110 },
  { title: text['name']!, x: 297, width: 170 },
  { title: text['quantity']!, x: 473, width: 65, align: 'right' },
];

export const pickListPdf = (data: PickListData): Promise<Buffer> => {
  const { text, title, date, intro, closing, rows } = data;
  const pages = new Pages(data);
  pages.y = pages.write(`${title} ${date}`, { size: 16, bold: true, height: 24 }) + 4;
  pages.paragraph([`${text['orders']!}: ${data.orders}`, intro].filter((line) => line !== ''));
  pages.y += 10;
  pages.table(
    pickColumns(text),
    rows.map(({ storage, element_number: number, name, attributes, quantity }) => [
      [storage],
      [number],
      [name, attributeLines(attributes)],
      [quantity],
    ]),
    () => pages.box(PAGE.left),
  );
  if (closing !== '') pages.paragraph([closing]);
  pages.feet(0, `${title} ${date}`, text['page']!);
  return pages.toBytes();
};
