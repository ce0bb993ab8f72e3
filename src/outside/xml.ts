// Replies as XML, made from the reply as JSON (D9), by the rules of docs/build/xml.md. Text that XML 1.0 cannot hold
// becomes U+FFFD; the shop's own texts were checked when they were stored (D8).
import XMLBuilder from 'fast-xml-builder';
import { LAZY_JSON, lazyMembers, parseLazyJson, parseOrderedJson } from '../kernel/json-reader.ts';
import { Keyed, LazyList, LazyText, RawJson } from '../kernel/json.ts';
import type { ListEntry, Json } from '../kernel/json.ts';
import type { ReplyFormat, Slot, Template } from '../kernel/reply-chunks.ts';

type Entries = Keyed['entries'];
type Attributes = { readonly [name: string]: string };
/** An element as fast-xml-builder takes it where order matters: `{name: children, ':@': attributes}`. */
type Node = { readonly [name: string]: readonly Node[] | Attributes | string };

/** Names of elements; names that begin with two underscores may be members that JavaScript objects have already. */
const NAME = /^(?!xml|__)[A-Za-z_][\w.-]*$/i;
/** Element names for the items of a list by the list's name; items with an `object` of their own do not need one. */
const ITEM_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    positions: 'position',
    records: 'record',
    contents: 'element',
    parcels: 'parcel',
    coupons: 'coupon',
    lines: 'line',
  }),
);

const textOf = (value: Json): string => (value === null ? '' : String(value as string | number | boolean));
const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null || value instanceof LazyText;

const member = (value: Json, name: string): Json | undefined =>
  value instanceof Keyed ? value.entries.find(([key]) => key === name)?.[1] : undefined;

/** The record's `object`, where it can name an element. */
const recordName = (value: Json): string | undefined => {
  const name = member(value, 'object');
  return typeof name === 'string' && NAME.test(name) ? name : undefined;
};

const without = (value: Json, ...names: string[]): Entries =>
  value instanceof Keyed ? value.entries.filter(([name]) => !names.includes(name)) : [];

const element = (name: string, children: readonly Node[], attributes: Attributes = {}): Node => ({
  [name]: children,
  ':@': attributes,
});

/** Placeholder of what is written later; no XML holds this character. */
const SLOT_MARK = '\u0003';
const withoutMarks = (given: string): string =>
  given.includes(SLOT_MARK) ? given.replaceAll(SLOT_MARK, '\ufffd') : given;

const text = (value: Json): Node[] => {
  const shown = withoutMarks(textOf(value));
  return shown === '' ? [] : [{ '#text': shown }];
};

const named = (name: string, children: readonly Node[]): Node =>
  NAME.test(name) ? element(name, children) : element('entry', children, { '@name': withoutMarks(name) });

/** Records of users: their attributes become elements of the same names, not `<attribute name=…>`. */
const USER_RECORDS: ReadonlySet<string> = new Set(['get_user_data', 'user']);

/** A record in an object that is keyed by the names of its records. */
const isListed = ([key, value]: ListEntry): boolean =>
  recordName(value) !== undefined && textOf(member(value, 'name') ?? null) === key;

/** Builds the elements of one value, and collects the lists and texts in it that are written later. */
class ElementBuilder {
  private readonly slots: Slot[] = [];

  /** `inside`: name of the record whose members these are. */
  members(entries: Entries, inside: string): Node[] {
    return entries.flatMap(([name, value]) => {
      // Nested lines are children of their parent line, and orders children of the reply, without an element between.
      if (name === 'sub_elements' && value instanceof Keyed) return this.members(value.entries, inside);
      if (name === 'orders' && value instanceof LazyList && !value.keyed) return this.later(value, name, 'order');
      if (name === 'orders' && Array.isArray(value))
        return (value as readonly Json[]).map((order) => this.item('order', order));
      if (name === 'attributes' && value instanceof Keyed && !USER_RECORDS.has(inside))
        return [this.attributes(value.entries)];
      return [named(name, this.content(name, value, inside))];
    });
  }

  content(name: string, value: Json, inside: string): Node[] {
    if (value instanceof LazyText) return this.laterText(value);
    if (isScalar(value)) return text(value);
    const item = ITEM_NAMES.get(name) ?? 'item';
    if (Array.isArray(value)) return (value as readonly Json[]).map((entry) => this.item(item, entry));
    if (value instanceof LazyList) return this.later(value, name, item);
    return value instanceof Keyed ? this.record(name, value, inside) : [];
  }

  item(otherwise: string, value: Json): Node {
    if (value instanceof LazyList && value.keyed) return element(otherwise, this.later(value, otherwise, undefined));
    if (!(value instanceof Keyed)) return element(otherwise, this.content(otherwise, value, otherwise));
    const name = recordName(value);
    if (name !== undefined) return element(name, this.members(without(value, 'object'), name));
    if (otherwise !== 'element') return element(otherwise, this.members(value.entries, otherwise));
    return element('element', this.members(without(value, 'type'), 'element'), {
      '@type': textOf(member(value, 'type') ?? null),
    });
  }

  private record(name: string, value: Keyed, inside: string): Node[] {
    const { entries } = value;
    // An object keyed by the names of its records is a list: each record has its name as a member.
    if (entries.length > 0 && entries.every(isListed)) return entries.map(([, entry]) => this.item('item', entry));
    if (!USER_RECORDS.has(inside) || name !== 'attributes') return this.members(entries, recordName(value) ?? name);
    return entries.map(([key, entry]) => named(key, this.content(key, member(entry, 'value') ?? entry, key)));
  }

  /**
   * A slot for the list `name`. `item`: element name of items without an `object` of their own; undefined: the entries
   * are members of a record.
   */
  later(records: LazyList, name: string, item: string | undefined): Node[] {
    if (records.count === 0) return [];
    const template = (index: number): Template => {
      const [key, shown] = records.record(index);
      const value = treeOf(shown);
      const elements = new ElementBuilder();
      const isItem = item !== undefined && (!records.keyed || isListed([key, value]));
      return elements.built(isItem ? [elements.item(item, value)] : elements.members([[key, value]], name));
    };
    this.slots.push({ part: records, template });
    return [{ '#text': SLOT_MARK }];
  }

  /** A slot for a text. */
  private laterText(value: LazyText): Node[] {
    const template = (index: number): Template => new ElementBuilder().built(text(value.piece(index)));
    this.slots.push({ part: value, template });
    return [{ '#text': SLOT_MARK }];
  }

  /** Attributes that a class declares have type and id; all others only a name and a value. */
  private attributes(entries: Entries): Node {
    return element(
      'attributes',
      entries.map(([key, value]) => {
        const [type, id, own] = [member(value, 'type'), member(value, 'id'), member(value, 'value')];
        if (type === undefined) {
          return element(
            'attribute',
            this.content('value', own !== undefined && isScalar(own) ? own : value, 'attribute'),
            { '@name': key },
          );
        }
        const alias = textOf(member(value, 'name') ?? null) === key ? {} : { '@key': key };
        const head = { '@type': textOf(type), ...(id !== undefined && { '@id': textOf(id) }), ...alias };
        return element('attribute', this.members(without(value, 'type', 'id'), 'attribute'), head);
      }),
    );
  }

  built(nodes: readonly Node[]): Template {
    const texts = String(builder.build(nodes)).split(SLOT_MARK);
    return { texts: texts.map(finished), slots: this.slots };
  }
}

// XML readers turn a tab or line end in an attribute into a blank, and a bare carriage return into a line end;
// character references keep them. The library would escape the ampersand of a reference, so these characters pass it as
// control characters that no stored text holds.
const TAB_MARK = '\u0001';
const LINE_END_MARK = '\u0002';

/** Characters that XML 1.0 cannot hold. Stored texts have none, but a refusal repeats what was sent. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  processEntities: true,
  attributeValueProcessor: (_name, value) => String(value).replaceAll('\t', TAB_MARK).replaceAll('\n', LINE_END_MARK),
  // Categories nest as deep as the shop likes.
  maxNestedTags: 0,
});

/** Replaces the marks in the library's output by references. */
const finished = (built: string): string =>
  built
    .replaceAll('\r', '&#13;')
    .replaceAll(TAB_MARK, '&#9;')
    .replaceAll(LINE_END_MARK, '&#10;')
    .replace(NOT_XML, '\ufffd');

const DECLARATION: Node = { '?xml': [{ '#text': '' }], ':@': { '@version': '1.0', '@encoding': 'UTF-8' } };

const documentOf = (value: Json): Template => {
  const elements = new ElementBuilder();
  const ownName = recordName(value);
  const name = ownName ?? 'reply';
  const entries = ownName === undefined && value instanceof Keyed ? value.entries : without(value, 'object');
  const children =
    value instanceof Keyed ? elements.members(entries, name) : [named('value', elements.content('value', value, name))];
  return elements.built([DECLARATION, element(name, children)]);
};

/** Writes a reply as XML. `reply`: JSON text. */
export const toXml = (reply: string): string => documentOf(parseOrderedJson(reply)).texts.join('\ufffd');

/** As `toXml`, with the members of the reply, and long lists and texts within them, in slots that are written later. */
export const xmlTemplate = (reply: string): Template => {
  const members = lazyMembers(reply);
  const count = members?.count ?? 0;
  const [first, name] = count === 0 ? [] : members!.record(0);
  if (first !== 'object' || typeof name !== 'string' || !NAME.test(name)) return documentOf(parseLazyJson(reply));
  const rest = new LazyList({ count: count - 1, keyed: true, show: (index) => members!.record(index + 1) });
  const elements = new ElementBuilder();
  return elements.built([DECLARATION, element(name, elements.later(rest, name, undefined))]);
};

/** The value as JSON would read it back, in its order; lists and texts that are written later stay. */
const treeOf = (value: Json): Json => {
  if (isScalar(value) || value instanceof LazyList) return value;
  if (value instanceof RawJson) return parseLazyJson(value.text);
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (list.length < LAZY_JSON.entriesMin) return list.map(treeOf);
    return new LazyList({ count: list.length, show: (index) => ['', treeOf(list[index]!)] });
  }
  const entries = value instanceof Keyed ? value.entries : Object.entries(value as { readonly [name: string]: Json });
  return new Keyed(entries.map(([name, entry]) => [name, treeOf(entry)]));
};

/** A reply as XML, its long lists and texts in slots that are written later. */
export const asXml: ReplyFormat = (value) => documentOf(treeOf(value));

/** An element: its name, its text or its elements, and its attributes. */
export type XmlElement = readonly [name: string, content: string | readonly XmlElement[], attributes?: Attributes];

const nodeOf = ([name, content, attributes = {}]: XmlElement): Node =>
  element(
    name,
    typeof content === 'string' ? text(content) : content.map(nodeOf),
    Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`@${key}`, value])),
  );

/** Writes a document of one element. */
export const xmlDocument = (root: XmlElement): string => finished(String(builder.build([DECLARATION, nodeOf(root)])));

/** Writes one element with a text, or with elements of texts, without a declaration. */
export const xmlElement = (name: string, content: string | readonly (readonly [string, string])[]): string => {
  const inner = typeof content === 'string' ? text(content) : content.map(([own, said]) => element(own, text(said)));
  return finished(String(builder.build([element(name, inner)])));
};
