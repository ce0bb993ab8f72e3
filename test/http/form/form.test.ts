// Catches a form body that is read otherwise than the platform reads it, or in more than linear time.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ANY_CHARACTER } from '../../harness/any-character.ts';
import { decodeForm } from '../../../src/http/form/form.ts';
import type { Fields } from '../../../src/http/form/form.ts';
import { hasUws } from '../transport/transports.ts';

const LIMITS = { bodyFieldsMax: 1000, fieldNameBytesMax: 10_000 };
const URLENCODED = 'application/x-www-form-urlencoded';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const decoded = (contentType: string, body: Uint8Array | string, limits = LIMITS): Fields => {
  const result = decodeForm(contentType, typeof body === 'string' ? bytes(body) : body, limits);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result.value;
};

const refused = (contentType: string, body: Uint8Array | string, limits = LIMITS): string => {
  const result = decodeForm(contentType, typeof body === 'string' ? bytes(body) : body, limits);
  return result.ok ? 'accepted' : result.code;
};

const lastWins = (entries: Iterable<readonly [string, string]>): Fields =>
  Object.assign(Object.create(null) as object, Object.fromEntries(entries)) as Fields;

// toEqual ignores prototypes, and Object.fromEntries makes own members of every name, __proto__ too.
const entriesOf = (fields: Fields): [string, unknown][] =>
  Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('urlencoded', () => {
  const piece = fc.oneof(
    fc.constantFrom('&', '=', '+', '%', '%2', '%41', '%c3%BC', '%ff', '%00', 'a', 'request', '?', ';', 'ü', '\uFEFF'),
    fc.string({ unit: ANY_CHARACTER, maxLength: 6 }),
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  const body = fc.oneof(text.map(bytes), fc.uint8Array({ maxLength: 60 }));

  const strict = new TextDecoder('utf-8', { fatal: true });
  /** Whether each name and each value, its escapes resolved, is UTF-8. */
  const isWellFormed = (escaped: string): boolean =>
    escaped.split('&').every((field) => {
      const [name, ...value] = field.split('=');
      return [name!, value.join('=')].every((text) => {
        const raw = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
        try {
          strict.decode(Buffer.from(raw, 'latin1'));
          return true;
        } catch {
          return false;
        }
      });
    });

  // Would catch: a missed separator or escape, a blank read as a plus, UTF-8 cut between an escape and a raw byte,
  // damaged text taken, stale search positions (the decoder looks for each mark only once passed).
  test('agrees with URLSearchParams on any bytes', () => {
    fc.assert(
      fc.property(body, (body) => {
        // Raw bytes above ASCII are escaped for the reference, since a string cannot carry them.
        const ascii = Array.from(body, (byte) =>
          byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16)}`,
        ).join('');
        const isUndecodable = !isWellFormed(ascii);
        if (isUndecodable) expect(refused(URLENCODED, body)).toBe('BODY_UNDECODABLE');
        // The & keeps URLSearchParams from taking a leading ? for the mark of a query.
        else
          expect(entriesOf(decoded(URLENCODED, body))).toEqual(entriesOf(lastWins(new URLSearchParams(`&${ascii}`))));
      }),
      { numRuns: runs(200) },
    );
  });

  // Would catch: loss in the round trip that every PHP and qs client makes.
  test('reads back what URLSearchParams writes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))), (entries) => {
        expect(entriesOf(decoded(URLENCODED, new URLSearchParams(entries).toString()))).toEqual(
          entriesOf(lastWins(entries)),
        );
      }),
    );
  });

  // Would catch: a name taken for one that came before and looks alike where it is looked at.
  test('tells names apart that begin, end and have their middle alike', () => {
    const names = ['abcde', 'axcde', 'abcye', 'axcye', 'abcdefe'];
    for (const name of [...names, ...names])
      expect(entriesOf(decoded(URLENCODED, `x=0&${name}=1`))).toEqual(entriesOf({ x: '0', [name]: '1' }));
  });

  // Would catch: a fixed scratch buffer that a long value overruns.
  test('decodes a value longer than the scratch buffer', () => {
    const value = 'ü +&='.repeat(60_000);
    expect(decoded(URLENCODED, new URLSearchParams({ a: value, b: 'x' }).toString())).toEqual({ a: value, b: 'x' });
  });

  // Would catch: searching the whole rest of the body again for every field.
  test.each(['a&', '&'])('searches a body of %j without end no more than a few times', (field) => {
    let searched = 0;
    const { indexOf } = String.prototype;
    const counted = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, mark, from = 0) {
      const found = indexOf.call(this, mark, from);
      searched += (found < 0 ? this.length : found + 1) - from;
      return found;
    });
    const body = field.repeat(2000);
    try {
      decoded(URLENCODED, body, { bodyFieldsMax: 1e6, fieldNameBytesMax: 100 });
    } finally {
      counted.mockRestore();
    }
    // Once for each of the marks & = + and %.
    expect(searched).toBeGreaterThanOrEqual(body.length);
    expect(searched).toBeLessThanOrEqual(5 * body.length);
  });

  test('counts for an absent content type, and ignores its parameters and case', () => {
    expect(decoded('', 'a=1&a=2')).toEqual({ a: '2' });
    expect(decoded('Application/X-WWW-Form-Urlencoded ; charset=ISO-8859-1', 'a=1')).toEqual({ a: '1' });
    expect(decoded(URLENCODED, '')).toEqual({});
  });
});

describe('multipart', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: ANY_CHARACTER }),
    fc
      .array(fc.constantFrom('--', '\r\n', '\n', '"', '%22', '%0d', '%0D', '\\', 'b', ';', 'name=', ' '), {
        maxLength: 12,
      })
      .map((x) => x.join('')),
  );
  const value = text.filter((text) => !text.startsWith('\uFEFF'));
  const entries = fc.array(fc.tuple(text, value, fc.boolean()), { maxLength: 12 });

  const written = async (entries: [string, string, boolean][]): Promise<[string, Uint8Array]> => {
    const form = new FormData();
    for (const [name, text, isFile] of entries) {
      if (isFile) form.append(name, new Blob([text]), 'f.txt');
      else form.append(name, text);
    }
    const request = new Response(form);
    return [request.headers.get('content-type') ?? '', new Uint8Array(await request.arrayBuffer())];
  };

  const platform = async (contentType: string, body: Uint8Array): Promise<Fields | undefined> => {
    const form = await new Response(Buffer.from(body), { headers: { 'content-type': contentType } })
      .formData()
      .catch(() => undefined);
    if (form === undefined) return undefined;
    const entries: [string, string][] = [];
    for (const [name, value] of form) {
      entries.push([name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('utf8')]);
    }
    return lastWins(entries);
  };

  // Would catch: names with quotes or line ends, file parts, text that looks like a boundary, UTF-8 offsets, empty
  // values. Values that begin with a byte order mark are left out: the platform drops the mark, we keep what was sent.
  test('agrees with the platform on what the platform writes', async () => {
    await fc.assert(
      fc.asyncProperty(
        entries.filter((entries) => entries.length > 0),
        async (entries) => {
          const [contentType, body] = await written(entries);
          const expected = await platform(contentType, body);
          if (expected === undefined) return;
          expect(entriesOf(decoded(contentType, body))).toEqual(entriesOf(expected));
        },
      ),
      { numRuns: runs(50) },
    );
  });

  // Would catch: parameters before or after the name, other headers, case, blanks, unquoted boundaries, an epilogue.
  // Claims nothing where the platform refuses: there we may be more tolerant.
  test('agrees with the platform wherever it reads a hand-made body', async () => {
    const header = fc.constantFrom(
      'Content-Disposition: form-data; name="a"',
      'content-disposition:form-data; name="b"; filename="x;y.txt"',
      'Content-Disposition: form-data; filename="q"; name="c"',
      'Content-Disposition: form-data; name="ü%22"',
      'Content-Disposition: form-data; name=""',
      'Content-Type: text/plain; charset=utf-8',
      'X-Other: name="no"',
    );
    const value = fc.array(
      fc.constantFrom('x', '\r', '\n', '\r\n', '-', '--', '--B', '\r\n--Bound', '--Bound', 'x', 'ü', '"', 'Content'),
      { maxLength: 8 },
    );
    const part = fc.tuple(fc.array(header, { minLength: 1, maxLength: 3 }), value);
    const body = fc.tuple(
      fc.array(part, { maxLength: 4 }),
      fc.constantFrom('--', '--\r\n', '--\r\nepilogue', '', ' --'),
    );
    let agreed = 0;
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.constantFrom('Bound', '"Bound"', 'Bound; charset=utf-8'),
        async ([parts, end], boundary) => {
          const text = parts
            .map(([head, value]) => `--Bound\r\n${head.join('\r\n')}\r\n\r\n${value.join('')}\r\n`)
            .join('');
          const whole = bytes(`${text}--Bound${end}`);
          const contentType = `multipart/form-data; boundary=${boundary}`;
          const expected = await platform(contentType, whole);
          if (expected === undefined) return;
          agreed++;
          expect(entriesOf(decoded(contentType, whole))).toEqual(entriesOf(expected));
        },
      ),
      { numRuns: runs(200) },
    );
    expect(agreed).toBeGreaterThan(runs(5));
  });

  // Would catch: a difference to the parser that wire-facts §1.2 was measured with. It leaves names escaped, hence
  // plain ones.
  test.skipIf(!hasUws)('agrees with getParts of uWebSockets.js', async () => {
    const { getParts } = await import('uWebSockets.js');
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', '_', '1'), minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(plain, value, fc.boolean()), { minLength: 1, maxLength: 20 }),
        async (entries) => {
          const [contentType, body] = await written(entries);
          const parts = getParts(body, contentType) ?? [];
          const expected = lastWins(parts.map(({ name, data }) => [name, Buffer.from(data).toString('utf8')]));
          expect(entriesOf(decoded(contentType, body))).toEqual(entriesOf(expected));
        },
      ),
    );
  });

  test('reads a body whose lines end in LF alone, and keeps lone LFs in CRLF bodies', () => {
    const lf =
      '--B\nContent-Disposition: form-data; name="a"\n\none\r\n--B\nContent-Disposition: form-data; name=b\n\n\n--B--\n';
    expect(decoded('multipart/form-data; boundary=B', lf)).toEqual({ a: 'one\r', b: '' });
    const crlf = '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\none\n--B\ntwo\r\n--Bx\r\n--B--';
    expect(decoded('multipart/form-data; boundary=B', crlf)).toEqual({ a: 'one\n--B\ntwo\r\n--Bx' });
  });

  test('reads past a preamble and takes a file part as text', () => {
    const body =
      'preamble --B\r\n--B  \r\nContent-Type: text/csv\r\nContent-Disposition: form-data; filename="name=x"; NAME="f"\r\n\r\n1;2\r\n--B--\r\n';
    expect(decoded('Multipart/Form-Data; x=y; Boundary="B"', body)).toEqual({ f: '1;2' });
  });

  test('refuses what is cut, nameless or without boundary', () => {
    const type = 'multipart/form-data; boundary=B';
    const part = '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\none';
    expect(decoded(type, `${part}\r\n--B--`)).toEqual({ a: 'one' });
    expect(decoded(type, '--B--\r\n')).toEqual({});
    for (let end = 0; end < part.length + '\r\n--B'.length; end++) {
      expect(refused(type, `${part}\r\n--B--`.slice(0, end))).toBe('BODY_UNDECODABLE');
    }
    expect(refused(type, '--B\r\nX: y\r\n\r\none\r\n--B--')).toBe('BODY_UNDECODABLE');
    expect(refused(type, `--B\r\nX: ${'y'.repeat(5000)}\r\n${part.slice(5)}\r\n--B--`)).toBe('BODY_UNDECODABLE');
    for (const other of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""']) {
      expect(refused(other, part)).toBe('BODY_UNDECODABLE');
    }
  });
});

describe('json', () => {
  // Would catch: members lost, renamed or reordered on the way into the fields.
  test('holds what JSON.parse gives', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((name) => name !== '__proto__'),
          fc
            .jsonValue({ stringUnit: ANY_CHARACTER })
            .filter((value) => !JSON.stringify(value).includes('"__proto__":')),
        ),
        (object) => {
          const json = JSON.stringify(object);
          const expected = JSON.parse(json) as Fields;
          expect(decoded('application/json; charset=utf-8', json)).toEqual(expected);
          expect(decoded('application/json', `\uFEFF${json}`)).toEqual(expected);
        },
      ),
    );
  });

  test('drops a field __proto__, and refuses a member of that name in a field, written plainly or escaped', () => {
    for (const name of ['__proto__', '\\u005f_proto__', '__\\u0070roto__']) {
      const fields = decoded('application/json', `{"${name}":{"admin":1,"${name}":{}},"a":{"b":{"c":"${name}"}}}`);
      expect(Object.keys(fields)).toEqual(['a']);
      expect(fields.admin).toBeUndefined();
      for (const value of [`{"${name}":1}`, `[{"b":{"${name}":{"admin":1},"c":1}}]`, `{"${name}":{"${name}":1}}`])
        expect(decodeForm('application/json', Buffer.from(`{"x":{},"pipe":${value}}`), LIMITS)).toMatchObject({
          code: 'BODY_UNDECODABLE',
          param: 'pipe',
          detail: 'pipe: a member may not be named __proto__.',
        });
    }
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  test('refuses what is no object or no UTF-8', () => {
    for (const body of ['', '[]', 'null', '1', '"a"', '{', '{}x'])
      expect(refused('application/json', body)).toBe('BODY_UNDECODABLE');
    expect(['{', '[]'].map((body) => decodeForm('application/json', Buffer.from(body), LIMITS))).toMatchObject([
      { detail: 'The body is no JSON.' },
      { detail: 'The JSON body is not an object.' },
    ]);
    expect(refused('application/json', new Uint8Array([0x7b, 0x22, 0xfc, 0x22, 0x3a, 0x31, 0x7d]))).toBe(
      'BODY_UNDECODABLE',
    );
    expect(refused('application/json', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)},"\\u0061":1}`)).toMatch(
      /BODY_UNDECODABLE|accepted/,
    );
  });
});

describe('every encoding', () => {
  const encode = (contentType: string, count: number, name: string): string => {
    const names = Array.from({ length: count }, (_, index) => (index === 0 ? name : `n${index}`));
    if (contentType.startsWith('multipart')) {
      return `${names.map((name) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`).join('')}--B--`;
    }
    if (contentType === 'application/json') return JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x'])));
    return names.map((name) => `${name}=x`).join('&');
  };
  const types = [URLENCODED, 'multipart/form-data; boundary=B', 'application/json'];

  test.each(types)('%s keeps its limits exactly', (type) => {
    const limits = { bodyFieldsMax: 5, fieldNameBytesMax: 8 };
    expect(refused(type, encode(type, 5, 'üüüü'), limits)).toBe('accepted');
    expect(refused(type, encode(type, 6, 'a'), limits)).toBe('BODY_UNDECODABLE');
    expect(refused(type, encode(type, 1, 'üüüüx'), limits)).toBe('BODY_UNDECODABLE');
    expect(refused(type, encode(type, 1, 'x'.repeat(9)), limits)).toBe('BODY_UNDECODABLE');
  });

  test.each(types)('%s: fields inherit nothing, whatever their names', (type) => {
    const fields = decoded(type, encode(type, 2, type === 'application/json' ? 'x' : '__proto__'));
    expect(fields.toString).toBeUndefined();
    expect(fields.constructor).toBeUndefined();
    expect(fields.n1).toBe('x');
  });

  // Would catch: a throw, an endless loop, a limit that does not hold.
  test('any bytes under any content type are fields or a refusal', () => {
    const contentType = fc.oneof(
      fc.constantFrom(...types, '', 'multipart/form-data; boundary="B"', 'text/plain'),
      fc.string(),
    );
    const piece = fc.constantFrom(
      '--B',
      '\r\n',
      '\n',
      '--',
      'Content-Disposition: form-data; name="',
      'a"',
      '"',
      ';',
      '{',
      '}',
      '%',
      '&',
      '=',
      ':',
      '[',
      'é',
      '1',
    );
    const body = fc.oneof(
      fc.uint8Array(),
      fc.array(piece, { maxLength: 30 }).map((pieces) => bytes(pieces.join(''))),
    );
    fc.assert(
      fc.property(contentType, body, (contentType, body) => {
        const result = decodeForm(contentType, body, { bodyFieldsMax: 3, fieldNameBytesMax: 20 });
        if (result.ok) expect(Object.keys(result.value).length).toBeLessThanOrEqual(3);
        else expect(result.code).toBe('BODY_UNDECODABLE');
      }),
      { numRuns: runs(500) },
    );
  });

  test('another content type is refused by name', () => {
    const result = decodeForm('text/xml', bytes('<a/>'), LIMITS);
    expect(result).toMatchObject({ ok: false, code: 'BODY_UNDECODABLE', detail: expect.stringContaining('text/xml') });
  });
});
