// Files as they come from other systems and from spreadsheets: would catch text that is guessed wrongly, a file that is
// no table and is read as one, and a row whose fault is told in other words than a shop owner has.
import { describe, expect, test } from 'vitest';
import { editorHtml } from '../../src/catalogue-files/editor-js.ts';
import { formatOf } from '../../src/catalogue-files/file-options.ts';
import { taxClassFor, taxesOf } from '../../src/catalogue-files/foreign-tax.ts';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import type { FileOptions } from '../../src/catalogue-files/read-file.ts';
import type { Format } from '../../src/catalogue-files/record-source.ts';
import { toldOf } from '../../src/catalogue-files/report.ts';
import { scanRows } from '../../src/catalogue-files/scan-rows.ts';
import { decode, encodingOf } from '../../src/catalogue-files/text-encoding.ts';
import { pieces } from './catalogue-shop.ts';

const RULES = {
  language: 'de_DE',
  languages: ['de_DE', 'en_GB'],
  country: 'DE',
  currency: 'EUR',
  currencyDigits: 2,
  priceFields: [],
  taxClasses: [{ name: 'default', percent: 19 }],
  attributes: new Set(['price']),
};

interface ReadFile {
  /** Names of products. */
  readonly products: readonly string[];
  readonly refused: readonly string[];
  readonly notes: readonly string[];
}

const read = async (
  format: Format,
  bytes: Buffer | string,
  options: Partial<FileOptions> & { readonly language?: string } = {},
): Promise<ReadFile> => {
  const [products, refused, notes]: [string[], string[], string[]] = [[], [], []];
  const { language = 'de_DE', ...given } = options;
  const source = readFile(
    format,
    pieces(bytes, bytes.length > 65_536 ? 65_536 : 5),
    { ...RULES, language },
    { delimiter: undefined, encoding: undefined, bytesMax: 65_536, note: (line) => void notes.push(line), ...given },
  );
  for await (const { line, record } of source) {
    if (!record.ok) {
      const { code, param, detail } = toldOf(record);
      refused.push(`${line} ${code} ${String(param)}: ${detail}`);
    } else if (record.value.type === 'product') products.push(record.value.name);
  }
  return { products, refused, notes };
};

const HEADER = 'name,slug,sku,price';
const table = (...rows: readonly string[]): string => [HEADER, ...rows].join('\n');
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('encodings', () => {
  test('bytes that are no UTF-8 are windows-1252 where nothing speaks against it, and the import says so', async () => {
    const { products, notes } = await read('vendure', latin1(table('M\xFCsli \x96 \x80 5,,M,1')));
    expect(products).toEqual(['Müsli – € 5']);
    expect(notes).toEqual([expect.stringMatching(/^read as windows-1252, because line 2 is no UTF-8/)]);
  });

  test.each([
    ['a DOS letter', 'M\x81sli'],
    ['a letter of a Macintosh', 'M\x9Fsli'],
    ['a Polish letter', 'z\xB3oty'],
    ['a Russian word', '\xCC\xFB\xEB\xEE'],
    ['a Turkish letter', 'a\xF0a'],
    ['UTF-8 with one damaged character', `${Buffer.from('für').toString('latin1')} \xFC`],
    ['a byte without a character', 'x\x8Dx'],
  ])('%s is not guessed: the line is named, and the option', async (_what, name) => {
    await expect(read('vendure', latin1(table('Plain,,P,1', `${name},,M,1`)))).rejects.toThrow(
      /^line 3 is no UTF-8, and 1 lines in all: save the file as CSV in UTF-8, or say what it is, such as --encoding /,
    );
  });

  test('in a shop of another language nothing is guessed, and what is declared is read', async () => {
    const bytes = latin1(table('M\xFCsli,,M,1'));
    await expect(read('vendure', bytes, { language: 'cs_CZ' })).rejects.toThrow('line 2 is no UTF-8');
    expect((await read('vendure', bytes, { language: 'cs_CZ', encoding: 'windows-1252' })).products).toEqual(['Müsli']);
  });

  test('of a declared encoding a line is refused that it has no character for, and the others come', async () => {
    const wrong = await read('vendure', latin1(table('Good,,G,1', 'Bad \xFC,,B,1')), { encoding: 'utf-8' });
    expect([wrong.products, wrong.refused]).toEqual([
      ['Good'],
      ['3 PARAMETER_INVALID : Line 3 holds bytes that are no utf-8: --encoding says what it is.'],
    ]);
    const undefinedByte = await read('vendure', latin1(table('Good \xFC,,G,1', 'Bad \x81,,B,1')), {
      encoding: 'windows-1252',
    });
    expect([undefinedByte.products, undefinedByte.refused.length]).toEqual([['Good ü'], 1]);
  });

  test.each([
    ['windows-1250', 'ł'],
    ['windows-1251', 'і'],
    ['windows-1254', '³'],
    ['iso-8859-2', 'ł'],
    ['iso-8859-15', '³'],
    ['macintosh', '≥'],
  ] as const)('%s is read where it is declared', (encoding, letter) => {
    expect(decode(Buffer.from([0x61, 0xb3]), encoding, 'de_DE').text).toBe(`a${letter}`);
  });

  test('a mark wins over the bytes, and a declaration that it contradicts is refused', () => {
    expect(decode(Buffer.from('\ufeffä', 'utf16le'), undefined, 'de_DE')).toMatchObject({
      text: 'ä',
      encoding: 'utf-16le',
    });
    expect(() => decode(Buffer.from('\ufeffä', 'utf16le'), 'utf-8', 'de_DE')).toThrow(
      'begins with the mark of utf-16le',
    );
    expect(encodingOf({ encoding: 'UTF16LE' })).toBe('utf-16le');
    expect(() => encodingOf({ encoding: 'ebcdic' })).toThrow('"ebcdic" is not one of utf-8, utf-16le');
  });

  test('a table of its own, JSON lines and a file of Best Buy are refused by line, and read where it is declared', async () => {
    const csv = latin1('name,class,price\r\nM\xFCsli,article,2\r\nSalt,article,1\r\n"K\xE4se\n",article,3');
    expect(await read('csv', csv)).toMatchObject({
      products: ['Salt'],
      refused: [
        expect.stringMatching(/^2 PARAMETER_INVALID : The line holds bytes that are no UTF-8: .*--encoding/),
        expect.stringMatching(/^4 PARAMETER_INVALID/),
      ],
    });
    expect((await read('csv', csv, { encoding: 'windows-1252' })).products).toEqual(['Müsli', 'Salt', 'Käse\n']);
    await expect(read('csv', latin1('n\xE4me,class\nx,y'))).rejects.toThrow('no header line: The line holds bytes');
    const items = latin1('[{"name":"M\xFCsli","price":1},{"name":"Salt","price":2}]');
    expect(await read('best-buy', items)).toMatchObject({
      products: ['Salt'],
      refused: [expect.stringMatching(/^1 PARAMETER_INVALID : It holds bytes that are no UTF-8/)],
    });
    expect((await read('best-buy', items, { encoding: 'windows-1252' })).products).toEqual(['Müsli', 'Salt']);
    const record = Buffer.from('\ufeff{"type":"product","class":"article","name":"Müsli 😀"}\n', 'utf16le');
    expect((await read('jsonl', record)).products).toEqual(['Müsli 😀']);
  });
});

describe('what is no table', () => {
  test.each([
    ['a spreadsheet', Buffer.from('504b030414000600', 'hex'), 'a spreadsheet (.xlsx, .ods, .numbers)'],
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '(.xls)'],
    ['a compressed file', Buffer.from('1f8b0800', 'hex'), 'compressed'],
    ['a page', Buffer.from('<!doctype html><title>Log in</title>'), 'a page or XML'],
    ['JSON', Buffer.from('[{"name":"x"}]'), 'is JSON'],
    ['nothing', Buffer.from(''), 'the file is empty'],
    ['a mark and nothing', Buffer.from('\ufeff\r\n'), 'the file is empty'],
    [
      'rows without a header',
      Buffer.from('Lamp,lamp,L,1\nPen,pen,P,2'),
      'its first line names "Lamp", "lamp", "L", "1"',
    ],
    [
      '60,000 columns',
      Buffer.from(`name,sku,price${',x'.repeat(59_997)}\n`),
      'has 60000 columns, 2000 are read at most',
    ],
  ])('%s is refused by name', async (_what, bytes, message) => {
    await expect(read('vendure', bytes, { bytesMax: 1_048_576 })).rejects.toThrow(message);
  });

  test.each(['csv', 'jsonl', 'best-buy'] as const)(
    'a spreadsheet that is called as a file of the format %s',
    async (name) => {
      for (const begin of ['504b030414000600', 'd0cf11e0a1b11ae1', '1f8b0800'])
        await expect(read(name, Buffer.from(begin, 'hex'))).rejects.toThrow('save it as CSV in UTF-8');
      // A file that is shorter than a mark is read as it is.
      expect((await read('jsonl', Buffer.from('PK'))).refused).toHaveLength(1);
    },
  );

  test.each(['shop.xlsx', 'shop.XLS', 'a.b/shop.ods', 'shop.numbers', 'shop.zip'])(
    '%s is refused by its name',
    (file) => {
      expect(() => formatOf(file, {})).toThrow(
        `${file} is called as a spreadsheet or a zip file is, and no CSV: open it`,
      );
      expect(formatOf(file, { format: 'csv' })).toBe('csv');
    },
  );

  test('another delimiter than that of the system is found, and a wrong one that is said is named', async () => {
    for (const sign of [',', ';', '\t', '|'])
      expect((await read('vendure', table('Lamp,lamp,L,1').replaceAll(',', sign))).products, sign).toEqual(['lamp']);
    await expect(read('vendure', table('Lamp,lamp,L,1'), { delimiter: ';' })).rejects.toThrow('use --delimiter ,');
  });
});

describe('rows', () => {
  test('each fault is told by line and column, in words, and the rest comes', async () => {
    const { products, refused } = await read(
      'vendure',
      [
        'name,slug,sku,price,price,stockOnHand',
        'Good,good,G,1,,5',
        'Long,long,L,1,,5,extra',
        'Short,short,S',
        'Seat,5" seat,C,1,,5',
        'Comma,comma,K,"1,50",,5',
        'Twice,twice,T,1,2,5',
        'Pieces,pieces,P,1,,many',
        '"Open,open,O,1,,5',
        'Last,last,Z,3,3,5',
      ].join('\n'),
    );
    expect(products).toEqual(['good', 'last']);
    expect(refused).toEqual([
      '3 PARAMETER_INVALID : The line has 7 cells and the header 6: is a delimiter or a quote one too many?',
      '4 PARAMETER_INVALID : The line has 3 cells and the header 6: is a delimiter or a quote one too many?',
      '5 PARAMETER_INVALID slug: The line is no CSV: in column 2 ("slug") a quote stands within a cell, where a cell in ' +
        'quotes has two.',
      '6 PARAMETER_INVALID price: "1,50" is no price: digits behind a point are wanted, and no comma.',
      '7 PARAMETER_INVALID price: Columns 4 and 5 have one name, and say "1" and "2".',
      '8 PARAMETER_INVALID stockOnHand: "many" is no number of pieces.',
      '9 PARAMETER_INVALID name: The line is no CSV: in column 1 ("name") a quote opens a cell and no other one closes it.',
    ]);
  });

  test('a cell of 10 MB costs its own product', async () => {
    const { products, refused } = await read(
      'vendure',
      Buffer.from(table(`"${'x'.repeat(10_000_000)}",long,L,1`, ',,L2,2', 'Good,,G,1')),
    );
    expect(products).toEqual(['Good']);
    expect(refused).toEqual([
      '2 BODY_TOO_LARGE line: The row is longer than 65536 characters.',
      '3 PARAMETER_INVALID : The row is part of the product of line 2, which is left out.',
    ]);
  });

  test('a longer cell than a row may be that holds line ends costs one refusal, which names its lines', async () => {
    const long = `${'x'.repeat(999)}\n`.repeat(70);
    const { products, refused } = await read(
      'vendure',
      Buffer.from(table(`"${long}end",long,L,1`, ',,L2,2', 'Good,,G,1')),
    );
    expect(products).toEqual(['Good']);
    expect(refused).toEqual([
      expect.stringMatching(/^2 PARAMETER_INVALID .*no other one closes it\. Lines 3 to 72 are taken for text of that/),
      '73 PARAMETER_INVALID : The row is part of the product of line 2, which is left out.',
    ]);
  });

  test('a quote that nothing closes costs no line that fits, and another wrong line behind it is named', async () => {
    const { products, refused } = await read(
      'vendure',
      Buffer.from(table('"Bad,b,B,1', 'Good,,G,1', 'short', 'New,,N,1')),
    );
    expect(products).toEqual(['Good', 'New']);
    expect(refused.map((one) => Number.parseInt(one, 10))).toEqual([2, 4]);
  });

  test('quotes, blanks around cells and line ends of every kind', () => {
    const cells = (text: string): unknown[] =>
      [...scanRows(text, ',', 1000)].map(({ line, cells: found, fault }) => [line, ...found, ...(fault ? ['!'] : [])]);
    expect(cells('a , "b ""c""" ,\td\r\n"x\r\ny",,z\r1,2,3\n\n,,\n4')).toEqual([
      [1, 'a', 'b "c"', 'd'],
      [2, 'x\r\ny', '', 'z'],
      [4, '1', '2', '3'],
      [7, '4'],
    ]);
    // The quote of line 1 is closed by the one that opens a cell in line 2: only line 1 is lost.
    expect(cells('"a,1\n"b",2\nc,3')).toEqual([
      [1, '!'],
      [2, 'b', '2'],
      [3, 'c', '3'],
    ]);
  });

  test('a row beyond the limit has no more cells', () => {
    const [wide, next] = [...scanRows(`${';'.repeat(100_000)}\nb`, ';', 1000)];
    expect(wide).toMatchObject({ line: 1, fault: 'the row is longer than 1000 characters' });
    expect(wide!.cells.length).toBeLessThan(1010);
    expect(next).toMatchObject({ line: 2, cells: ['b'] });
  });

  test('cells that a spreadsheet has spoiled are doubtful', async () => {
    const { products, notes } = await read(
      'medusa',
      [
        'Product Handle,Product Title,Variant Sku,Variant Ean,Variant Price EUR',
        'a,MÃ¼sli,1.23E+11,4.00638E+12,1.299',
        'b,#REF!,B,4006381333932,2.50',
        'c,Lamp,C,4006381333931,',
      ].join('\n'),
    );
    expect(products).toEqual(['a', 'b', 'c']);
    expect(notes).toEqual([
      'products without a price, brought switched off: 1, in line 4',
      'doubtful: line 2, column "Product Title", "MÃ¼sli": it looks like UTF-8 that was read as windows-1252',
      'doubtful: line 2, column "Variant Sku", "1.23E+11": a spreadsheet seems to have shortened a number',
      expect.stringMatching(/^doubtful: line 2, column "Variant Ean", "4.00638E\+12": .*left out$/),
      'doubtful: line 2, column "Variant Price EUR", "1.299": a price of 3 decimals, where the currency has 2',
      'doubtful: line 3, column "Product Title", "#REF!": a formula of a spreadsheet has failed here',
      expect.stringMatching(/^doubtful: line 3, column "Variant Ean", "4006381333932": .*check digit/),
    ]);
  });
});

describe('taxes', () => {
  const KNOWN = [
    { name: 'default', percent: 19 },
    { name: 'reduced', percent: 7 },
    { name: 'books', percent: 7 },
    { name: 'free', percent: 0 },
  ];
  const classOf = (name: string, percent = '', told = '', known = KNOWN): string => {
    const found = taxClassFor({ name, percent }, known, taxesOf({ tax: told === '' ? undefined : told } as object));
    return found.ok ? found.value : 'refused';
  };

  test('by name where no rate contradicts it, by rate where one class has it, else refused unless told', () => {
    expect(classOf('Reduced')).toBe('reduced');
    expect(classOf('reduced', '19')).toBe('default');
    expect(classOf('19%')).toBe('default');
    expect(classOf('MwSt 19,0 %')).toBe('default');
    expect(classOf('Standard rate', '19')).toBe('default');
    expect(classOf('', '0')).toBe('free');
    expect(classOf('7%')).toBe('refused');
    expect(classOf('7%', '', '7%=books')).toBe('books');
    expect(classOf('', '7', '7%=books')).toBe('books');
    expect(classOf('Books and more', '', '*=books')).toBe('books');
    expect(classOf('Books and more')).toBe('refused');
    expect(classOf('')).toBe('');
  });

  test('a name without a rate is that of a shop with one tax class, and a rate that it does not have is not', () => {
    const one = KNOWN.slice(0, 1);
    expect(classOf('standard', '', '', one)).toBe('default');
    expect(classOf('standard', '7', '', one)).toBe('refused');
    expect(() => taxesOf({ tax: '7%' })).toThrow('--tax: "7%" does not say NAME=CLASS');
  });

  test('a product whose tax the shop does not know is refused by its line', async () => {
    const { products, refused } = await read(
      'shopware',
      'id;product_number;price_gross;tax_name;tax_rate\n1;A;1;19%;19\n2;B;1;7%;7\n',
    );
    expect(products).toEqual(['A']);
    expect(refused).toEqual([
      '3 PARAMETER_INVALID tax: The shop has no tax class "7%", and none with 7 %: --tax "7%=default" would say which ' +
        'one it is.',
    ]);
  });
});

test('the blocks of EditorJS keep their headings, lists, quotes, tables and images; what has no HTML is named', () => {
  const block = (type: string, data: object): object => ({ type, data });
  const cell = JSON.stringify({
    time: 1,
    blocks: [
      block('header', { text: 'Soft', level: 3 }),
      block('paragraph', { text: 'Warm &amp; <b>light</b>' }),
      block('list', { style: 'unordered', items: ['one', 'two'] }),
      block('list', { style: 'ordered', items: [{ content: 'a', items: [{ content: 'b', items: [] }] }] }),
      block('quote', { text: 'Fine', caption: 'Ada' }),
      block('table', { withHeadings: true, content: [['Size'], ['S']] }),
      block('image', { file: { url: 'https://x/"a".png' }, caption: 'Front' }),
      block('delimiter', {}),
      block('chart', { points: [1] }),
    ],
  });
  expect(editorHtml(cell)).toEqual({
    html:
      '<h3>Soft</h3><p>Warm &amp; <b>light</b></p><ul><li>one</li><li>two</li></ul>' +
      '<ol><li>a<ol><li>b</li></ol></li></ol><blockquote><p>Fine</p><footer>Ada</footer></blockquote>' +
      '<table><tr><th>Size</th></tr><tr><td>S</td></tr></table>' +
      '<figure><img src="https://x/&quot;a&quot;.png" alt=""><figcaption>Front</figcaption></figure><hr>',
    lost: ['chart'],
  });
  expect(editorHtml('<p>as it is</p>')).toEqual({ html: '<p>as it is</p>', lost: [] });
  expect(editorHtml('{}')).toEqual({ html: '', lost: [] });
  expect(editorHtml('{no JSON')).toEqual({ html: '{no JSON', lost: [] });
});
