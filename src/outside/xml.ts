// Replies as XML, for channels that want it (Decision 8). The rules stand in docs/xml.md.
import XMLBuilder from 'fast-xml-builder';
import { parseOrderedJson } from '../kernel/json-reader.ts';
import { Keyed, RawJson, LazyList } from '../kernel/json.ts';
import type { ListEntry, Json } from '../kernel/json.ts';
import type { ReplyFormat, ListSlot, Template } from '../kernel/reply-chunks.ts';

type Entries = Keyed['entries'];
type Attributes = { readonly [name: string]: string };
/** As the library takes what must keep its order: `{name: children, ':@': attributes}`. */
type Node = { readonly [name: string]: readonly Node[] | Attributes | string };

/** Names of elements; two underscores begin what JavaScript objects cannot hold safely. */
const NAME = /^(?!xml|__)[A-Za-z_][\w.-]*$/i;
/** What the items of a list are called, where they do not say it themselves. */
const ITEMS: ReadonlyMap<string, string> = new Map(
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
const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;

const member = (value: Json, name: string): Json | undefined =>
  value instanceof Keyed ? value.entries.find(([one]) => one === name)?.[1] : undefined;

/** `object` names the record, where it is a name. */
const ownName = (value: Json): string | undefined => {
  const name = member(value, 'object');
  return typeof name === 'string' && NAME.test(name) ? name : undefined;
};

const without = (value: Json, ...names: string[]): Entries =>
  value instanceof Keyed ? value.entries.filter(([name]) => !names.includes(name)) : [];

const element = (name: string, children: readonly Node[], attributes: Attributes = {}): Node => ({
  [name]: children,
  ':@': attributes,
});

/** Stands for a list that is written later; XML cannot hold it. */
const HOLE = '\u0003';
const clean = (said: string): string => (said.includes(HOLE) ? said.replaceAll(HOLE, '\ufffd') : said);

const text = (value: Json): Node[] => {
  const said = clean(textOf(value));
  return said === '' ? [] : [{ '#text': said }];
};

const named = (name: string, children: readonly Node[]): Node =>
  NAME.test(name) ? element(name, children) : element('entry', children, { '@name': clean(name) });

/** Records of users, whose attributes are elements named like them, wherever the record stands. */
const USERS: ReadonlySet<string> = new Set(['get_user_data', 'user']);

/** A record that stands below its own name in an object keyed by the names of records. */
const isListed = ([key, value]: ListEntry): boolean =>
  ownName(value) !== undefined && textOf(member(value, 'name') ?? null) === key;

/** The elements of one value, and the lists in it that are written later. */
class Elements {
  readonly holes: ListSlot[] = [];

  /** `inside`: the record that the members are of. */
  members(entries: Entries, inside: string): Node[] {
    return entries.flatMap(([name, value]) => {
      // Nested lines stand below their parent without a step between, and orders below the reply.
      if (name === 'sub_elements' && value instanceof Keyed) return this.members(value.entries, inside);
      if (name === 'orders' && value instanceof LazyList && !value.keyed) return this.later(value, name, 'order');
      if (name === 'orders' && Array.isArray(value))
        return (value as readonly Json[]).map((order) => this.item('order', order));
      if (name === 'attributes' && value instanceof Keyed && !USERS.has(inside))
        return [this.attributes(value.entries)];
      return [named(name, this.content(name, value, inside))];
    });
  }

  content(name: string, value: Json, inside: string): Node[] {
    if (isScalar(value)) return text(value);
    const item = ITEMS.get(name) ?? 'item';
    if (Array.isArray(value)) return (value as readonly Json[]).map((one) => this.item(item, one));
    if (value instanceof LazyList) return this.later(value, name, item);
    return value instanceof Keyed ? this.record(name, value, inside) : [];
  }

  item(otherwise: string, value: Json): Node {
    if (value instanceof LazyList && value.keyed) return element(otherwise, this.later(value, otherwise, undefined));
    if (!(value instanceof Keyed)) return element(otherwise, this.content(otherwise, value, otherwise));
    const name = ownName(value);
    if (name !== undefined) return element(name, this.members(without(value, 'object'), name));
    if (otherwise !== 'element') return element(otherwise, this.members(value.entries, otherwise));
    return element('element', this.members(without(value, 'type'), 'element'), {
      '@type': textOf(member(value, 'type') ?? null),
    });
  }

  private record(name: string, value: Keyed, inside: string): Node[] {
    const { entries } = value;
    // An object keyed by the names of records is a list of them: the names stand within.
    if (entries.length > 0 && entries.every(isListed)) return entries.map(([, one]) => this.item('item', one));
    if (!USERS.has(inside) || name !== 'attributes') return this.members(entries, ownName(value) ?? name);
    return entries.map(([key, one]) => named(key, this.content(key, member(one, 'value') ?? one, key)));
  }

  /**
   * A list called `name`, its items named `item` where they do not say it themselves; undefined: they are members of a
   * record.
   */
  private later(records: LazyList, name: string, item: string | undefined): Node[] {
    if (records.count === 0) return [];
    const template = (at: number): Template => {
      const [key, shown] = records.record(at);
      const value = treeOf(shown);
      const elements = new Elements();
      const isItem = item !== undefined && (!records.keyed || isListed([key, value]));
      return elements.built(isItem ? [elements.item(item, value)] : elements.members([[key, value]], name));
    };
    this.holes.push({ list: records, template });
    return [{ '#text': HOLE }];
  }

  /** Attributes of a class carry type and id; all others are a name and a value. */
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
    const texts = String(builder.build(nodes)).split(HOLE);
    return { texts: texts.map(readable), slots: this.holes };
  }
}

// Readers make a blank of a tab or a line's end in an attribute, and a line's end of a bare carriage return. The
// library would write an ampersand of ours as one of the text's, so they pass it as characters that no text of the shop
// holds.
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

const readable = (built: string): string =>
  built.replaceAll('\r', '&#13;').replaceAll(TAB, '&#9;').replaceAll(LINE_END, '&#10;').replace(UNFIT, '\ufffd');

const DECLARATION: Node = { '?xml': [{ '#text': '' }], ':@': { '@version': '1.0', '@encoding': 'UTF-8' } };

const whole = (value: Json): Template => {
  const elements = new Elements();
  const own = ownName(value);
  const name = own ?? 'reply';
  const said = own === undefined && value instanceof Keyed ? value.entries : without(value, 'object');
  const children =
    value instanceof Keyed ? elements.members(said, name) : [named('value', elements.content('value', value, name))];
  return elements.built([DECLARATION, element(name, children)]);
};

/** `reply`: as JSON text. */
export const toXml = (reply: string): string => whole(parseOrderedJson(reply)).texts.join('\ufffd');

/** As it would be read back from JSON, but for the lists that are written later. */
const treeOf = (value: Json): Json => {
  if (isScalar(value) || value instanceof LazyList) return value;
  if (value instanceof RawJson) return parseOrderedJson(value.text);
  if (Array.isArray(value)) return (value as readonly Json[]).map(treeOf);
  const entries = value instanceof Keyed ? value.entries : Object.entries(value as { readonly [name: string]: Json });
  return new Keyed(entries.map(([name, one]) => [name, treeOf(one)]));
};

/** A reply with lists that are written later, as XML. */
export const asXml: ReplyFormat = (value) => whole(treeOf(value));
