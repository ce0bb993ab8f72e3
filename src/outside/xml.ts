// Replies as XML, for channels that want it (Decision 8). The rules stand in docs/xml.md.
import XMLBuilder from 'fast-xml-builder';
import { readJson } from '../kernel/json-reader.ts';
import { Keyed } from '../kernel/json.ts';
import type { Json } from '../kernel/json.ts';

type Entries = Keyed['entries'];
type Attributes = { readonly [name: string]: string };
/** As the library takes what must keep its order: `{name: children, ':@': attributes}`. */
type Node = { readonly [name: string]: readonly Node[] | Attributes | string };

/** Names of elements; two underscores begin what JavaScript objects cannot hold safely. */
const NAME = /^(?!xml|__)[A-Za-z_][\w.-]*$/i;
/** What the items of a list are called, where they do not say it themselves. */
const ITEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({ positions: 'position', records: 'record', contents: 'element', parcels: 'parcel', coupons: 'coupon', lines: 'line' }),
);

const textOf = (value: Json): string => (value === null ? '' : String(value as string | number | boolean));
const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;

const member = (value: Json, name: string): Json | undefined =>
  value instanceof Keyed ? value.entries.find(([one]) => one === name)?.[1] : undefined;

/** `object` names the record, where it is a name. */
const ownName = (value: Json): string | undefined => {
  const name = member(value, 'object');
  return typeof name === 'string' && NAME.test(name) ? name : undefined;
};

const without = (value: Json, ...names: string[]): Entries => (value instanceof Keyed ? value.entries.filter(([name]) => !names.includes(name)) : []);

const element = (name: string, children: readonly Node[], attributes: Attributes = {}): Node => ({ [name]: children, ':@': attributes });

const text = (value: Json): Node[] => {
  const said = textOf(value);
  return said === '' ? [] : [{ '#text': said }];
};

/** Records of users, whose attributes are elements named like them, wherever the record stands. */
const USERS: ReadonlySet<string> = new Set(['get_user_data', 'user']);

/** `inside`: the record that the members are of. */
const members = (entries: Entries, inside: string): Node[] =>
  entries.flatMap(([name, value]) => {
    // Nested lines stand below their parent without a step between, and orders below the reply.
    if (name === 'sub_elements' && value instanceof Keyed) return members(value.entries, inside);
    if (name === 'orders' && Array.isArray(value)) return (value as readonly Json[]).map((order) => item('order', order));
    if (name === 'attributes' && value instanceof Keyed && !USERS.has(inside)) return [attributes(value.entries)];
    return [named(name, content(name, value, inside))];
  });

const named = (name: string, children: readonly Node[]): Node =>
  NAME.test(name) ? element(name, children) : element('entry', children, { '@name': name });

const content = (name: string, value: Json, inside: string): Node[] => {
  if (isScalar(value)) return text(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => item(ITEMS.get(name) ?? 'item', one));
  return value instanceof Keyed ? record(name, value, inside) : [];
};

const record = (name: string, value: Keyed, inside: string): Node[] => {
  const { entries } = value;
  // An object keyed by the names of records is a list of them: the names stand within.
  const isList = entries.length > 0 && entries.every(([key, one]) => ownName(one) !== undefined && textOf(member(one, 'name') ?? null) === key);
  if (isList) return entries.map(([, one]) => item('item', one));
  if (!USERS.has(inside) || name !== 'attributes') return members(entries, ownName(value) ?? name);
  return entries.map(([key, one]) => named(key, content(key, member(one, 'value') ?? one, key)));
};

const item = (otherwise: string, value: Json): Node => {
  if (!(value instanceof Keyed)) return element(otherwise, content(otherwise, value, otherwise));
  const name = ownName(value);
  if (name !== undefined) return element(name, members(without(value, 'object'), name));
  if (otherwise !== 'element') return element(otherwise, members(value.entries, otherwise));
  return element('element', members(without(value, 'type'), 'element'), { '@type': textOf(member(value, 'type') ?? null) });
};

/** Attributes of a class carry type and id; all others are a name and a value. */
const attributes = (entries: Entries): Node =>
  element(
    'attributes',
    entries.map(([key, value]) => {
      const [type, id, own] = [member(value, 'type'), member(value, 'id'), member(value, 'value')];
      if (type === undefined) {
        return element('attribute', content('value', own !== undefined && isScalar(own) ? own : value, 'attribute'), { '@name': key });
      }
      const alias = textOf(member(value, 'name') ?? null) === key ? {} : { '@key': key };
      return element('attribute', members(without(value, 'type', 'id'), 'attribute'), { '@type': textOf(type), ...(id !== undefined && { '@id': textOf(id) }), ...alias });
    }),
  );

// Readers make a blank of a tab or a line's end in an attribute, and a line's end of a bare carriage return. The library
// would write an ampersand of ours as one of the text's, so they pass it as characters that no text of the shop holds.
const TAB = '\u0001';
const LINE_END = '\u0002';

/** What is stored was looked at before (Decision 8); a refusal repeats what was sent. */
const UNFIT = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  processEntities: true,
  attributeValueProcessor: (_name, value) => String(value).replaceAll('\t', TAB).replaceAll('\n', LINE_END),
  // Categories nest as deep as the shop likes.
  maxNestedTags: 0,
});

/** `reply`: as JSON text. */
export const toXml = (reply: string): string => {
  const value = readJson(reply);
  const own = ownName(value);
  const name = own ?? 'reply';
  const said = own === undefined && value instanceof Keyed ? value.entries : without(value, 'object');
  const children = value instanceof Keyed ? members(said, name) : [named('value', content('value', value, name))];
  const declaration = { '?xml': [{ '#text': '' }], ':@': { '@version': '1.0', '@encoding': 'UTF-8' } };
  const built = String(builder.build([declaration, element(name, children)]));
  return built.replaceAll('\r', '&#13;').replaceAll(TAB, '&#9;').replaceAll(LINE_END, '&#10;').replace(UNFIT, '\ufffd');
};
