// What docs/build/xml.md says a reply is as XML, written down a second time from its rules, to compare with what an XML
// parser of somebody else reads from ours. It throws where the table would lose something.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect } from 'vitest';
import { parseOrderedJson } from '../../src/kernel/json-reader.ts';
import { Keyed } from '../../src/kernel/json.ts';
import type { Json } from '../../src/kernel/json.ts';
import { toXml } from '../../src/outside/xml.ts';

export interface Element {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly Element[];
  readonly text: string;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  htmlEntities: true,
  maxNestedTags: 10_000,
});

type Parsed = { readonly [name: string]: unknown };

const elementOf = (node: Parsed): Element => {
  const name = Object.keys(node).find((one) => one !== ':@')!;
  const children = node[name] as readonly Parsed[];
  return {
    name,
    attributes: (node[':@'] ?? {}) as { [name: string]: string },
    children: children.filter((one) => !('#text' in one)).map(elementOf),
    text: children
      .filter((one) => '#text' in one)
      .map((one) => String(one['#text']))
      .join(''),
  };
};

/** What somebody else's parser reads; the text must be well-formed. */
export const parsed = (xml: string): Element => {
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true);
  return elementOf((parser.parse(xml) as Parsed[]).find((node) => !Object.keys(node)[0]!.startsWith('?'))!);
};

const NAME = /^(?!xml|__)[A-Za-z_][\w.-]*$/i;
const LISTS: { readonly [list: string]: string } = {
  positions: 'position',
  contents: 'element',
  records: 'record',
  parcels: 'parcel',
  coupons: 'coupon',
  lines: 'line',
};

const empty = (name: string, children: readonly Element[] = [], attributes: Element['attributes'] = {}): Element => ({
  name,
  attributes,
  children,
  text: '',
});
const called = (name: string): Pick<Element, 'name' | 'attributes'> =>
  NAME.test(name) ? { name, attributes: {} } : { name: 'entry', attributes: { name } };
const isPlain = (value: Json): value is string | number | boolean | null => typeof value !== 'object' || value === null;
/** A refusal may repeat what was sent, also what XML cannot hold. */
const UNFIT = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const said = (value: Json | undefined): string =>
  value === undefined || value === null
    ? ''
    : isPlain(value)
      ? String(value).replace(UNFIT, '\ufffd')
      : fails(value, 'is no text');
const fails = (value: unknown, why: string): never => {
  throw new Error(`docs/build/xml.md does not say what becomes of ${JSON.stringify(value)}: it ${why}`);
};
const membersOf = (value: Json): ReadonlyMap<string, Json> =>
  value instanceof Keyed ? new Map(value.entries) : fails(value, 'is no record');
const objectOf = (value: Json): string => {
  const object = value instanceof Keyed ? membersOf(value).get('object') : undefined;
  return typeof object === 'string' && NAME.test(object) ? object : '';
};

/** The members of a record as children; `within` names the record. */
const children = (record: Json, within: string, ...taken: string[]): Element[] =>
  [...membersOf(record)]
    .filter(([name]) => !taken.includes(name))
    .flatMap(([name, value]) => {
      if (name === 'sub_elements' && value instanceof Keyed) return children(value, within);
      if (name === 'orders' && Array.isArray(value))
        return (value as readonly Json[]).map((order) => item('order', order));
      if (name === 'attributes' && value instanceof Keyed)
        return [
          empty(
            name,
            [...membersOf(value)].map(([key, one]) => attribute(key, one, within)),
          ),
        ];
      return [{ ...called(name), ...inner(name, value) }];
    });

const inner = (name: string, value: Json): Pick<Element, 'children' | 'text'> => {
  if (isPlain(value)) return { children: [], text: said(value) };
  if (Array.isArray(value))
    return { children: (value as readonly Json[]).map((one) => item(LISTS[name] ?? 'item', one)), text: '' };
  const members = [...membersOf(value)];
  const isListed =
    members.length > 0 &&
    members.every(([key, one]) => objectOf(one) !== '' && said(membersOf(one).get('name')) === key);
  return {
    children: isListed ? members.map(([, one]) => item('', one)) : children(value, objectOf(value) || name),
    text: '',
  };
};

const item = (otherwise: string, value: Json): Element => {
  if (!(value instanceof Keyed)) return { ...called(otherwise), ...inner(otherwise, value) };
  const object = objectOf(value);
  if (object !== '') return empty(object, children(value, object, 'object'));
  if (otherwise !== 'element') return empty(otherwise, children(value, otherwise));
  return empty(otherwise, children(value, otherwise, 'type'), { type: said(membersOf(value).get('type')) });
};

const attribute = (key: string, value: Json, within: string): Element => {
  const members = isPlain(value) || Array.isArray(value) ? new Map<string, Json>() : membersOf(value);
  const own = members.get('value');
  const ofUser = ['get_user_data', 'user'].includes(within);
  if (!members.has('type') || ofUser) {
    if (
      members.size > 0 &&
      ([...members.keys()].some((one) => one !== 'name' && one !== 'value') || said(members.get('name') ?? key) !== key)
    )
      fails({ [key]: value }, 'has more than a name and a value');
    const content = inner('value', own === undefined ? value : own);
    return ofUser ? { ...called(key), ...content } : { name: 'attribute', attributes: { name: key }, ...content };
  }
  const [type, id, name] = [said(members.get('type')), members.get('id'), said(members.get('name'))];
  return empty('attribute', children(value, 'attribute', 'type', 'id'), {
    type,
    ...(id !== undefined && { id: said(id) }),
    ...(name !== key && { key }),
  });
};

/** The element that a reply must be. */
export const twinOf = (reply: string): Element => {
  const value = parseOrderedJson(reply);
  const object = objectOf(value);
  if (!(value instanceof Keyed)) return empty('reply', [{ name: 'value', attributes: {}, ...inner('value', value) }]);
  return object === '' ? empty('reply', children(value, 'reply')) : empty(object, children(value, object, 'object'));
};

/** Replies of one shape differ in their values only, which the property tests vary. */
const shapeOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].join()}]`;
  if (typeof value !== 'object' || value === null) return value === null || value === '' ? '' : 'x';
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}:${name === 'object' ? String(member) : shapeOf(member)}`)
    .join()}}`;
};

const LENGTH_MAX = 100_000;
const seen = new Set<string>();

/** Fails where a reply, of a shape not looked at before, is as XML not what docs/build/xml.md says. */
export const checkTwin = (reply: string): void => {
  if (!reply.startsWith('{') || reply.length > LENGTH_MAX) return;
  const shape = shapeOf(JSON.parse(reply));
  if (seen.has(shape)) return;
  seen.add(shape);
  expect(parsed(toXml(reply)), `${reply}\n→ ${toXml(reply)}`).toEqual(twinOf(reply));
};
