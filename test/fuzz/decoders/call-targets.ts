// Decoders of what callers send, and the writer of what some of them get: forms, JSON, constraints, XML.
import { isDeepStrictEqual } from 'node:util';
import { Broken, holds, listed } from './target.ts';
import type { Target } from './target.ts';
import { inheritsNothing } from '../../http/form/inherits-nothing.ts';

const JSON_WORDS = listed(
  ['{}', '[]', '[', ']', '{"', '":', ',', '"', '\\u', '\\', '\\"', 'null', 'true', 'false', '1e999', '-0', '0.1'],
  ['"__proto__"', '"constructor"', '"1":', '"10":', '"\\u0031":', ' \t\r\n', '\ud83d\ude00', '[[[[[[[[', ']]]]]]]]'],
);

/** The text of an input, if it is well-formed UTF-8. */
const textOf = (bytes: Buffer): string | undefined => {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
};

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const parsedBy = (parse: (text: string) => unknown, text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const LIMITS = { bodyFieldsMax: 50, fieldNameBytesMax: 64 };
const URLENCODED = 'application/x-www-form-urlencoded';

/** An input is the content type, a line end, and the body. */
const form: Target = {
  files: ['src/http/form/'],
  seeds: [
    `${URLENCODED}\nrequest=get_cart&session=a%20b+c&name=%C3%A4&x`,
    `${URLENCODED}; charset=ISO-8859-1\na=%e4&b=\u00e4`,
    'application/json\n{"request":"get_cart","a":{"b":[1,2]},"__proto__":{"x":1}}',
    'multipart/form-data; boundary=B\n--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--B--\r\n',
    'multipart/form-data; boundary="B B"\n--B B\nContent-Disposition: form-data; name=a; filename="f"\n' +
      'Content-Type: text/plain; charset=windows-1252\n\n\u20ac\n--B B--\n',
  ],
  words: listed(
    [`${URLENCODED}\n`, 'multipart/form-data; boundary=B', 'application/json\n', '; charset=', 'utf-8', 'latin1'],
    ['iso-8859-15', 'windows-1252', 'us-ascii', '--B', '--', '\r\n', '\n', '\r\n\r\n', ' \t', 'name="', 'name=', '"'],
    ['Content-Disposition: form-data', 'Content-Type: text/plain', '%', '%22', '%C3', '%e4', '+', '&', '=', '&&', ';'],
    ['__proto__', 'constructor', '\u00e4', ...JSON_WORDS],
  ),
  load: async () => {
    const { decodeForm } = await import('../../../src/http/form/form.ts');
    const decoded = (type: string, body: Uint8Array) => decodeForm(type, body, LIMITS);
    return (bytes) => {
      const end = bytes.indexOf(0x0a);
      const type = bytes.toString('latin1', 0, Math.max(0, end));
      const body = bytes.subarray(end + 1);
      const before = Buffer.from(body);
      const result = decoded(type, body);
      holds(body.equals(before), 'a body is not changed');
      if (!result.ok) {
        const { code, param, detail } = result;
        holds(code === 'BODY_UNDECODABLE' || code === 'CHARSET_NOT_SUPPORTED', `${code} is no refusal of a body`);
        holds(param.length <= 255 && detail.length <= 400, 'a refusal is short');
        return;
      }
      const entries = Object.entries(result.value);
      holds(entries.length <= LIMITS.bodyFieldsMax, 'the number of fields is limited');
      holds(inheritsNothing(result.value), 'fields inherit nothing');
      holds(
        entries.every(([name]) => Buffer.byteLength(name) <= LIMITS.fieldNameBytesMax),
        'names are limited',
      );
      if (entries.some(([, value]) => typeof value !== 'string')) return;
      // What was read is the same when it is sent again in the plainest form.
      const again = new URLSearchParams(entries as [string, string][]).toString();
      const second = decoded(URLENCODED, Buffer.from(again));
      const isEmpty = entries.some(([name, value]) => name === '' && value === '');
      const wellFormed = entries.every(([name, value]) => [name, value].every((one) => isWellFormed(one as string)));
      holds(!wellFormed || isEmpty || (second.ok && isDeepStrictEqual(second.value, result.value)), 'fields survive');
      // Node reads a malformed escape beside a character above ASCII otherwise than the standard does.
      const isPlain = !/%[89a-f]|[^\0-\x7f]/i.test(body.toString('latin1'));
      if (type === URLENCODED && isPlain) {
        const standard = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
        holds(isDeepStrictEqual({ ...result.value }, standard), 'a form is read as the URL standard has it');
      }
    };
  },
};

/** As JSON says it, which has no -0. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isInfinite = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isInfinite)
    : Math.abs(Number(value)) === Infinity && typeof value === 'number';

const json: Target = {
  files: ['src/kernel/json-reader.ts', 'src/kernel/json.ts'],
  seeds: ['{"1":1,"0":[true,null,"a\\"b"],"x":{"10":-1.5e3,"2":""}}', '[1,2,3]', '"\\ud800"', ' {"a" : 1 , "1" : 2 } '],
  words: JSON_WORDS,
  load: async () => {
    const { entriesAsSent, parseJson, parseOrderedJson } = await import('../../../src/kernel/json-reader.ts');
    const { Keyed, toJson } = await import('../../../src/kernel/json.ts');
    type Json = ReturnType<typeof parseOrderedJson>;
    const asSent = (value: unknown): Json => {
      if (typeof value !== 'object' || value === null) return value as Json;
      if (Array.isArray(value)) return value.map(asSent);
      return new Keyed(entriesAsSent(value as { [name: string]: unknown }).map(([name, one]) => [name, asSent(one)]));
    };
    return (bytes) => {
      const text = textOf(bytes);
      if (text === undefined) return;
      const [standard, own] = [parsedBy(JSON.parse, text), parsedBy((given) => parseJson(given), text)];
      holds((standard === undefined) === (own === undefined), 'JSON.parse and parseJson accept the same');
      if (standard === undefined || own === undefined) return;
      holds(isDeepStrictEqual(standard.value, own.value), 'JSON.parse and parseJson give the same');
      // JSON reads 1e999 as Infinity, which no JSON says: a reply with it is a fault.
      if (isInfinite(own.value)) return;
      const ordered = toJson(parseOrderedJson(text));
      const names = /"(?:[^"\\]|\\.)*"(?=\s*:)/g;
      holds(isSame(JSON.parse(ordered), standard.value), 'the text written again means the same');
      holds(toJson(parseOrderedJson(ordered)) === ordered, 'written text is read and written as it is');
      // A name that occurs twice in an object counts once there.
      const sent = toJson(asSent(own.value));
      holds(isSame(JSON.parse(sent), standard.value), 'members in the order of the text are all members');
      const shown = (given: string): string[] => (given.match(names) ?? []).map((name) => String(JSON.parse(name)));
      const isOnce = new Set(shown(text)).size === shown(text).length;
      const isShallow = !/\[|\{/.test(text.slice(1)) && text.startsWith('{');
      holds(
        !isOnce || !isShallow || isDeepStrictEqual(shown(sent), shown(text)),
        'members are in the order of the text',
      );
    };
  },
};

const FIELDS: { readonly [name: string]: string | number | readonly (string | number)[] | undefined } = {
  name: 'Terlo mika',
  price: 9.99,
  categories: [1, 2, 'goods'],
  a: '',
};

const textsOf = (field: string): { readonly text: string; readonly weight: number }[] =>
  [FIELDS[field] ?? []].flat().map((text) => ({ text: String(text), weight: 1 }));

/** An input is a constraint as JSON text. */
const constraint: Target = {
  files: ['src/domain/search/'],
  seeds: [
    '{"name":["LIKE","%a_b%"],"OR":[{"price":["BETWEEN",1,10]},{"a":["IN",["x",null,1]]}]}',
    '[{"AND":{"0":{"name":["MATCH","terlo mik"]},"1":{"price":[">=",5]}}},{"categories":["NOT IN",[3]]}]',
    '{"name":["NOT LIKE","\\\\%a"],"price":["<>","9.99"],"a":""}',
  ],
  words: listed(
    ['"OR":', '"AND":', '"0":', '["LIKE","', '["NOT LIKE","', '["IN",[', '["NOT IN",', '["BETWEEN",', '["MATCH","'],
    ['[">=",', '["<>",', '["!=",', '"name":', '"price":', '"categories":', '"a":', '%', '_', '\\\\', '%_%', '\u0130'],
    ['\u00df', '\ud83d\ude00', 'terlo', ...JSON_WORDS],
  ),
  load: async () => {
    const { parseConstraint, CONSTRAINT_LIMITS } = await import('../../../src/domain/search/parse-constraint.ts');
    const { holds: meets } = await import('../../../src/domain/search/constraint.ts');
    const { matchRank } = await import('../../../src/domain/search/word-match.ts');
    const leavesOf = (part: Parameters<typeof meets>[0]): number =>
      part.type === 'leaf' ? 1 : part.parts.reduce((sum, one) => sum + leavesOf(one), 0);
    const verdict = (part: Parameters<typeof meets>[0]): boolean =>
      meets(
        part,
        (field) => (Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined),
        ({ field, query }) => matchRank(query!, textsOf(field)) !== undefined,
      );
    return (bytes) => {
      const raw = parsedBy(JSON.parse, textOf(bytes) ?? '');
      if (raw === undefined) return;
      const result = parseConstraint(raw.value);
      if (!result.ok) {
        holds(result.code === 'CONSTRAINT_INVALID', `${result.code} is no refusal of a constraint`);
        holds(result.param.length <= 255, 'a refusal is short');
        return;
      }
      holds(leavesOf(result.value) <= CONSTRAINT_LIMITS.leavesMax, 'the number of conditions is limited');
      const met = verdict(result.value);
      const [twice, none] = [parseConstraint([raw.value, raw.value]), parseConstraint({ OR: [raw.value, { b: 1 }] })];
      holds(!twice.ok || verdict(twice.value) === met, 'a condition that stands twice means what it means once');
      const isAll = result.value.type === 'all' && result.value.parts.length === 0;
      holds(!none.ok || verdict(none.value) === met || isAll, 'an alternative that nothing meets changes nothing');
    };
  },
};

const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** An input is a reply as JSON text. */
const xml: Target = {
  files: ['src/outside/xml.ts', 'src/kernel/json-reader.ts'],
  seeds: [
    '{"object":"get_product_details","id":1,"name":"a<b>&\\"c","attributes":{"price":{"type":"FLOAT","id":2,"value":1}}}',
    '{"object":"cart","positions":[{"object":"product"},1,[2]],"sub_elements":{"1":{"name":"1","object":"x"}}}',
    '{"orders":[{"a":null}],"contents":[{"type":"x","a":true}],"1":"\\u0001\\t\\n","users":{"u":{"object":"user","name":"u"}}}',
    '{"object":"get_user_data","attributes":{"email":{"name":"email","value":"x"},"__proto__":"y"}}',
  ],
  words: listed(
    ['"object":"user"', '"object":"', '"attributes":{', '"value":', '"type":', '"id":', '"name":', '"positions":['],
    ['"sub_elements":{', '"orders":[', '"contents":[', '<', '>', '&amp;', ']]>', '<!--', '&#0;', '\\u0000', '\\ufffe'],
    ['\\u0003', '\\u0001', '\\ud800', 'xml', '#text', ':@', '@_', ...JSON_WORDS],
  ),
  load: async () => {
    const { toXml } = await import('../../../src/outside/xml.ts');
    const { XMLValidator } = await import('fast-xml-parser');
    return (bytes) => {
      const text = textOf(bytes);
      const value = text === undefined ? undefined : parsedBy(JSON.parse, text);
      if (text === undefined || value === undefined) return;
      const written = toXml(text);
      const verdict = XMLValidator.validate(written);
      if (verdict !== true) throw new Broken(`the document is not well-formed: ${verdict.err.msg}`);
      holds(written.startsWith('<?xml version="1.0" encoding="UTF-8"?>'), 'a document has a declaration');
      holds(!FORBIDDEN.test(written), 'a document holds no character that XML cannot hold');
      holds(written.length <= 200 + 60 * text.length, 'a document is at most so many times longer than its reply');
    };
  },
};

export const CALL_TARGETS = { form, json, constraint, xml };
