// A thread that lays documents out as PDF, with less claim to the processor than the thread that serves. Plain
// JavaScript, because a thread starts from a file as it stands on the disk, in tests as well as in the build.
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { MixedDocument } from './pdf-text.js';

const NICE = 10;

// On Linux the number belongs to the thread; elsewhere it would slow the whole process.
if (platform === 'linux') setPriority(NICE);

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
];
const NAME_COLUMN = { x: COLUMNS[1].x, width: COLUMNS[1].width };
const AMOUNT_WIDTH = 150;
const LABEL_WIDTH = WIDTH - AMOUNT_WIDTH - 10;
const FOOT_WIDTH = 310;
const FOOT_HEIGHT = 51;
const TAX_COLUMNS = ['rate', 'net', 'tax', 'gross'];
const TABLE_HEAD_HEIGHT = 18;
/** Of one line of the order: a page below the head of the table. Its description has what the rest of it leaves. */
const ROW_MAX = PAGE.bottom - PAGE.top - TABLE_HEAD_HEIGHT - 12;
const NAME_MAX = 340;
const NUMBER_MAX = 22;
const ATTRIBUTES_MAX = 330;
const LINE_HEIGHT = 13;
/** Of a last line and the totals below it, where they are to stand on one page. */
const ALONG_MAX = 600;
/** Of an address, which is never broken over two pages. */
const ADDRESS_LINES_MAX = 12;
const ADDRESS_LINE_MAX = 3 * LINE_HEIGHT;
const LACKING_MAX = 12;
const TEXT_LENGTH_MAX = 600;
/** With what stands between them. */
const ATTRIBUTES_LENGTH_MAX = 700;
const TITLE_LENGTH_MAX = 100;
const TEXT_LINES_MAX = 30;
const GREY = '#555555';
const BLACK = '#1a1a1a';
const SMALL = { size: 8, color: GREY };

/** For whoever asks: what operations give is cut already (views/document.ts). @param {string} text */
const cut = (text, lengthMax = TEXT_LENGTH_MAX) => {
  const lines = text.split('\n').slice(0, TEXT_LINES_MAX).join('\n');
  return lines.length <= lengthMax ? lines : `${lines.slice(0, lengthMax - 1)}…`;
};

class Layout {
  /** @param {any} data */
  constructor(data) {
    // It stands at the foot of every page.
    this.data = { ...data, title: cut(data.title.replace(/\s+/g, ' '), TITLE_LENGTH_MAX) };
    this.doc = new MixedDocument({
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
    this.y = PAGE.top;
  }

  /**
   * Where there is a `height`, what is longer ends in an ellipsis.
   *
   * @param {string} text
   * @param {{x?: number, y?: number, width?: number, height?: number, size?: number, bold?: boolean, color?: string,
   * align?: string, link?: string}} how
   */
  write(
    text,
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
    } = {},
  ) {
    this.doc.face(bold, size).fillColor(color);
    this.doc.text(text, x, y, {
      width,
      align,
      ...(height !== undefined && { height, ellipsis: true }),
      ...(link !== undefined && { link }),
    });
    return this.doc.y;
  }

  /** @param {string} text @param {number} width */
  height(text, width, size = 9.5, bold = false) {
    return this.doc.face(bold, size).heightOfString(text, { width });
  }

  /** @param {number} y */
  rule(y, width = 0.5, color = '#bbbbbb') {
    this.doc.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(width).strokeColor(color).stroke();
  }

  /** Begins a page where the rest of this one is too short. @param {number} height */
  room(height, head = () => {}) {
    if (this.y + height <= PAGE.bottom) return;
    this.doc.addPage();
    this.y = PAGE.top;
    head();
  }

  /** @param {string} text @param {{bold?: boolean, size?: number, gap?: number, link?: string}} how */
  paragraph(text, { bold = false, size = 9.5, gap = 6, link } = {}) {
    if (text === '') return;
    const height = this.height(text, WIDTH, size, bold);
    // What no page holds begins here and is broken where pages end.
    if (height <= PAGE.bottom - PAGE.top) this.room(height);
    this.y = this.write(text, { bold, size, ...(link !== undefined && { link }) }) + gap;
  }

  head() {
    const { data } = this;
    let y = PAGE.top;
    data.company.slice(0, 8).forEach((line, at) => {
      y = this.write(cut(line), {
        x: 320,
        y,
        width: PAGE.right - 320,
        align: 'right',
        size: at === 0 ? 12 : 9,
        bold: at === 0,
      });
    });
    const besideTop = y + 14;
    if (data.sender !== '')
      this.write(cut(data.sender), { y: ADDRESS_TOP - 14, size: 6.5, color: GREY, width: 240, height: 9 });
    y = ADDRESS_TOP;
    for (const line of data.invoice_address) y = this.write(cut(line), { y, width: 240 });
    const factsTop = Math.max(TITLE_TOP, besideTop, y + 14);
    this.y = this.write(`${data.title} ${data.number}`, { y: factsTop, size: 16, bold: true }) + 6;
    if (data.canceled) this.y = this.write(data.text.canceled, { bold: true, color: '#aa0000', size: 11 }) + 4;
    for (const name of ['invoice_number', 'order_number', 'date', 'payment_method', 'delivery_method']) {
      const value = data[name] ?? '';
      if (value === '') continue;
      this.room(13);
      this.write(data.text[name], { color: GREY, width: 110 });
      this.y = this.write(cut(value), { x: PAGE.left + 115, width: WIDTH - 115 });
    }
    this.y += 10;
    this.paragraph(`${data.greeting},`);
    this.paragraph(data.intro, { gap: 10 });
  }

  tableHead() {
    const { text } = this.data;
    for (const { key, x, width, align } of COLUMNS) {
      this.write(text[key === 'sum' ? 'amount' : key], { x, width, align, size: 8, color: GREY });
    }
    this.y += TABLE_HEAD_HEIGHT - 4;
    this.rule(this.y, 1, BLACK);
    this.y += 4;
  }

  /**
   * What stands below each other under the name of a line, each in what it may take of a page: attributes are never
   * lost to a long description.
   *
   * @param {any} line
   */
  lineTexts({ name, element_number: number, description, attributes }) {
    const { text } = this.data;
    let room = ROW_MAX;
    /** @param {string} written @param {number} most @param {{size?: number, color?: string}} how */
    const fitted = (written, most, how = SMALL) => {
      const natural = written === '' ? 0 : this.height(written, NAME_COLUMN.width, how.size);
      const least = Math.min(natural, most, room);
      const height = least < Math.min(natural, LINE_HEIGHT) ? 0 : least;
      room -= height;
      return { text: written, height, how: natural > height ? { ...how, height } : how };
    };
    const first = fitted(cut(name), NAME_MAX, {});
    const second = fitted(cut(number === '' ? '' : `${text.element_number} ${number}`), NUMBER_MAX);
    const last = fitted(
      cut(attributes.map((one) => `${one.name}: ${one.value}`).join('\n'), ATTRIBUTES_LENGTH_MAX),
      ATTRIBUTES_MAX,
    );
    return [first, second, fitted(cut(description), room), last].filter((one) => one.height > 0);
  }

  lines() {
    const { lines } = this.data;
    const below = this.totalsHeight();
    lines.forEach((line, at) => {
      const texts = this.lineTexts(line);
      const textHeight = texts.reduce((sum, { height }) => sum + height, 0);
      const height = COLUMNS.reduce(
        (most, { key, width }) => (key === 'name' ? most : Math.max(most, this.height(line[key], width))),
        textHeight,
      );
      // The totals take the last line along: alone on a page they say nothing of what they are the sum.
      const along = at === lines.length - 1 && height + below <= ALONG_MAX ? below : 0;
      const needed = height + 8 + along;
      if (at > 0) this.room(needed, () => this.tableHead());
      else {
        this.room(needed + TABLE_HEAD_HEIGHT);
        this.tableHead();
      }
      for (const { key, x, width, align } of COLUMNS) if (key !== 'name') this.write(line[key], { x, width, align });
      let { y } = this;
      for (const { text: written, height: taken, how } of texts) {
        this.write(written, { ...NAME_COLUMN, y, ...how });
        y += taken;
      }
      this.y += height + 4;
      this.rule(this.y);
      this.y += 4;
    });
  }

  /** @param {string} label @param {string} amount */
  total(label, amount, { bold = false, size = 9.5 } = {}) {
    const text = cut(label);
    const height = this.height(text, LABEL_WIDTH, size, bold);
    this.room(height + 4);
    this.write(text, { bold, size, width: LABEL_WIDTH });
    this.write(amount, { x: PAGE.right - AMOUNT_WIDTH, width: AMOUNT_WIDTH, align: 'right', bold, size });
    this.y += height + 2;
  }

  /** What leads from the sum of the lines to the amount to pay. @returns {[label: string, amount: string][]} */
  summands() {
    const { text, sum, coupons, delivery_costs: costs } = this.data;
    return [
      [text.sum, sum],
      ...coupons.map(({ label, code, amount }) => [`${label} (${code})`, amount]),
      ...costs.map(({ label, rate, amount }) => [`${label} (${text.rate} ${rate})`, amount]),
    ];
  }

  /** The amount to pay and its taxes. */
  payableHeight() {
    return 60 + this.data.taxes.length * 13;
  }

  totalsHeight() {
    return (
      this.summands().reduce((sum, [label]) => sum + this.height(cut(label), LABEL_WIDTH) + 2, 4) + this.payableHeight()
    );
  }

  totals() {
    const { text, total, taxes } = this.data;
    this.y += 4;
    for (const [label, amount] of this.summands()) this.total(label, amount);
    this.room(this.payableHeight());
    this.rule(this.y + 1, 1, BLACK);
    this.y += 4;
    this.total(text.total, total, { bold: true, size: 12 });
    this.y += 10;
    this.paragraph(text.tax_title, { bold: true, gap: 2 });
    for (const row of [text, ...taxes]) {
      this.room(13);
      TAX_COLUMNS.forEach((key, at) => {
        this.write(row[key], {
          x: PAGE.left + at * 85,
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

  /** Whoever packs the parcel reads it on one page. @param {string} title @param {string[]} lines */
  address(title, lines) {
    if (lines.length === 0) return;
    const texts = lines.slice(0, ADDRESS_LINES_MAX).map((line) => {
      const text = cut(line);
      const natural = this.height(text, WIDTH);
      const height = Math.min(natural, ADDRESS_LINE_MAX);
      return { text, height, how: natural > height ? { height } : {} };
    });
    this.room(texts.reduce((sum, { height }) => sum + height, LINE_HEIGHT + 1));
    this.paragraph(title, { bold: true, gap: 1 });
    for (const { text, height, how } of texts) {
      this.write(text, how);
      this.y += height;
    }
    this.y += 8;
  }

  rest() {
    const { text, delivery_address: address, note_lines: note, closing, invoice_link: link = '' } = this.data;
    if (link !== '') this.paragraph(`${text.invoice_link}: ${link}`, { link: new URL(link).href });
    this.address(text.delivery_address, address);
    if (note.length > 0) {
      this.room(30);
      this.paragraph(text.note, { bold: true, gap: 1 });
      for (const line of note) this.paragraph(cut(line), { gap: 0 });
      this.y += 8;
    }
    this.paragraph(closing);
  }

  /** Which scripts have characters here that no font has; '' for none. */
  lacking() {
    const { missing } = this.doc;
    if (missing.size === 0) return '';
    const names = new Intl.DisplayNames([this.data.locale, 'en'], { type: 'script' });
    const shown = [...missing]
      .slice(0, LACKING_MAX)
      .map((script) => (script.length === 4 ? (names.of(script) ?? script) : script));
    return `${this.data.text.missing_fonts} ${shown.join(', ')}`;
  }

  feet() {
    const { company_foot: foot, text, number, title } = this.data;
    const { start, count } = this.doc.bufferedPageRange();
    const lacking = this.lacking();
    for (let at = 0; at < count; at += 1) {
      this.doc.switchToPage(start + at);
      // Otherwise a foot would begin a page.
      this.doc.page.margins.bottom = 0;
      this.rule(PAGE.foot - 6);
      if (lacking !== '') this.write(lacking, { y: PAGE.foot - 16, size: 6.5, color: GREY, height: 9 });
      this.write(cut(foot.join('\n')), {
        y: PAGE.foot,
        size: 7.5,
        color: GREY,
        width: FOOT_WIDTH,
        height: FOOT_HEIGHT,
      });
      const page = count === 1 ? `${title} ${number}` : `${title} ${number}  ·  ${text.page} ${at + 1}/${count}`;
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

  /** @returns {Promise<Buffer>} */
  finished() {
    const { doc } = this;
    return new Promise((resolve, reject) => {
      /** @type {Buffer[]} */
      const chunks = [];
      doc.on('data', (chunk) => chunks.push(chunk));
      doc.on('end', () => resolve(Buffer.concat(chunks)));
      doc.on('error', reject);
      this.head();
      this.lines();
      this.totals();
      this.rest();
      this.feet();
      doc.end();
    });
  }
}

/** @param {Buffer} made */
const answered = (made) => (made.length > workerData.bytesMax ? { refused: 'DOCUMENT_TOO_LARGE' } : { made });

parentPort.on('message', (data) => {
  const made = Promise.resolve(data).then((given) => new Layout(given).finished());
  made.then(
    (pdf) => parentPort.postMessage(answered(pdf)),
    (error) => parentPort.postMessage({ error: String(error?.stack ?? error) }),
  );
});
