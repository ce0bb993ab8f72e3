// A category: its place in the tree, labels, attributes and search engine texts.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composed } from '../../kernel/text.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import { schema } from '../schema.ts';
import { mergePlain } from '../attributes/attributes.ts';
import { mostlyEmpty } from '../attributes/past-values.ts';
import { firstByCode, own } from '../by-language.ts';
import { OrderedChildIndex } from '../ordered-child-index.ts';
import { UniqueIndex } from '../unique-index.ts';
import { sameValue } from '../same-value.ts';
import { Permalinks, formerAfter, mergeSeo, withoutLink } from '../attributes/seo.ts';
import { FilledIndex } from './filled-index.ts';
import type { FormerLink, Seo, SeoChanges } from '../attributes/seo.ts';

type Value = string | number;
type LocalizedAttributes = { readonly [language: string]: { readonly [name: string]: Value } };

/** null removes a value, or all values of a language. */
export type LocalizedChanges = { readonly [language: string]: { readonly [name: string]: Value | null } | null };

export interface Category {
  name: string;
  parentId: number;
  /** Position among its parent's children. */
  prio: number;
  createdMs: number;
  labels: { readonly [language: string]: string };
  /** Values of every language that has none of its own in `localized`. */
  attributes: { readonly [name: string]: string | number };
  /** Language → name → value. */
  localized: LocalizedAttributes;
  seo: Seo;
  /** The products that it has besides those put into it, as JSON of a constraint; '': none. */
  constraint: string;
  /** Permalinks that it had before, the oldest first. */
  formerLinks: readonly FormerLink[];
}

/** An absent member stays as it is; null removes one label or attribute. */
export interface CategoryChange {
  readonly name?: string | undefined;
  readonly labels?: { readonly [language: string]: string | null };
  /** A value for every language removes those of single languages. */
  readonly attributes?: { readonly [name: string]: string | number | null };
  /** Applied after `attributes`. */
  readonly localized?: LocalizedChanges;
  readonly seo?: SeoChanges;
  /** '' takes it away. */
  readonly constraint?: string | undefined;
}

export type CategoryCommand =
  | ({ readonly type: 'create_category' } & Omit<
      Category,
      'createdMs' | 'seo' | 'localized' | 'constraint' | 'formerLinks'
    > & {
        readonly seo: SeoChanges;
        readonly constraint?: string;
        readonly localized?: LocalizedChanges;
      })
  | ({ readonly type: 'update_category' } & CategoryChange)
  | { readonly type: 'move_category'; readonly parentId: number; readonly prio: number }
  /** Among its siblings. */
  | { readonly type: 'place_category'; readonly prio: number }
  /** Another one takes a permalink that it had before. */
  | ({ readonly type: 'free_link' } & FormerLink)
  | { readonly type: 'delete_category' };

const EVENTS = {
  category_created: {
    parentId: 0,
    name: '',
    prio: 0,
    labels: {} as Category['labels'],
    attributes: {} as Category['attributes'],
    seo: {} as Seo,
    localized: {} as LocalizedAttributes,
    constraint: '',
  },
  category_renamed: { name: '' },
  category_moved: { parentId: 0, prio: 0 },
  category_labels_set: { labels: {} as Category['labels'] },
  category_localized_set: { localized: {} as LocalizedAttributes },
  category_attributes_set: { attributes: {} as Category['attributes'] },
  category_seo_set: { seo: {} as Seo, former: [] as readonly FormerLink[] },
  category_constraint_set: { constraint: '' },
  category_deleted: {},
  category_link_freed: { language: '', permalink: '' },
};

export interface CategoryIndex {
  readonly children: OrderedChildIndex;
  /** The first category of a name: names of categories need not be unique. */
  readonly byName: UniqueIndex;
  readonly permalinks: Permalinks;
  /** By permalinks that categories had before. */
  readonly former: Permalinks;
  readonly filled: FilledIndex;
}

const checkName = (name: string): Result<void> =>
  name === '' || name.length > 255 ? refuse('CATEGORY_NAME_NOT_VALID', 'name') : DONE;

/**
 * The value of an attribute: in the language asked for, for every language, in the shop's own, in the first by code.
 */
export const categoryAttribute = (
  { attributes, localized }: Category,
  name: string,
  language: string,
  fallback: string,
): Value | undefined => {
  const spoken = own(own(localized, language), name) ?? own(attributes, name) ?? own(own(localized, fallback), name);
  return spoken ?? firstByCode(localized, (values) => own(values, name));
};

/** Names of attributes for every language first, then of single languages by code. */
export const categoryAttributeNames = ({ attributes, localized }: Category): readonly string[] => {
  const languages = Object.keys(localized).sort();
  return languages.length === 0
    ? Object.keys(attributes)
    : [...new Set([attributes, ...languages.map((language) => localized[language]!)].flatMap(Object.keys))];
};

/** Under composed names, by which callers name them: an older version stored names as they were sent. */
const composedNames = <V>(values: { readonly [name: string]: V }): { readonly [name: string]: V } => {
  const others = Object.keys(values).filter((name) => composed(name) !== name);
  if (others.length === 0) return values;
  const renamed = others.map((name) => [composed(name), values[name]!] as const);
  const kept = Object.entries(values).filter(([name]) => !others.includes(name));
  return Object.fromEntries([...renamed, ...kept]);
};

const mergeLocalized = (
  present: LocalizedAttributes,
  everywhere: object,
  changes: LocalizedChanges,
): LocalizedAttributes => {
  const merged: { [language: string]: { readonly [name: string]: Value } } = {};
  for (const language of new Set([...Object.keys(present), ...Object.keys(changes)])) {
    const change = own(changes, language);
    if (change === null) continue;
    const left = Object.entries(composedNames(own(present, language) ?? {})).filter(
      ([name]) => !Object.hasOwn(everywhere, name),
    );
    const values = mergePlain<Value>(Object.fromEntries(left), change ?? {});
    if (Object.keys(values).length > 0) merged[language] = values;
  }
  return merged;
};

const changesOf = (state: Category, change: CategoryChange): EventOf<typeof EVENTS>[] => {
  const events: EventOf<typeof EVENTS>[] = [];
  const { name = state.name, constraint = state.constraint } = change;
  if (name !== state.name) events.push({ type: 'category_renamed', name });
  const labels = mergePlain(state.labels, change.labels ?? {});
  if (!sameValue(labels, state.labels)) events.push({ type: 'category_labels_set', labels });
  const attributes = mergePlain<string | number>(composedNames(state.attributes), change.attributes ?? {});
  if (!sameValue(attributes, state.attributes)) events.push({ type: 'category_attributes_set', attributes });
  const localized = mergeLocalized(state.localized, change.attributes ?? {}, change.localized ?? {});
  if (!sameValue(localized, state.localized)) events.push({ type: 'category_localized_set', localized });
  const seo = mergeSeo(state.seo, change.seo ?? {});
  if (!sameValue(seo, state.seo)) {
    const former = formerAfter(state.formerLinks, state.seo, seo);
    events.push({ type: 'category_seo_set', seo, former });
  }
  if (constraint !== state.constraint) events.push({ type: 'category_constraint_set', constraint });
  return events;
};

export const category: ActorKind<Category, CategoryCommand, typeof EVENTS, CategoryIndex> = {
  kind: 'category',
  state: schema<Category>({
    name: '',
    parentId: 0,
    prio: 0,
    createdMs: 0,
    labels: {},
    attributes: {},
    localized: {},
    seo: {},
    constraint: '',
    formerLinks: mostlyEmpty<FormerLink>(),
  }),
  audit: { hidden: [], ignored: ['formerLinks'] },
  events: EVENTS,
  ends: 'category_deleted',

  decide(state, command) {
    switch (command.type) {
      case 'create_category': {
        const { type: _type, ...created } = command;
        const named = checkName(created.name);
        return named.ok
          ? decided({
              type: 'category_created',
              ...created,
              localized: mergeLocalized({}, {}, created.localized ?? {}),
              seo: mergeSeo({}, created.seo),
              constraint: created.constraint ?? '',
            })
          : named;
      }
      case 'update_category': {
        const named = checkName(command.name ?? state.name);
        return named.ok ? decided(...changesOf(state, command)) : named;
      }
      case 'move_category': {
        const { parentId, prio } = command;
        return parentId === state.parentId ? decided() : decided({ type: 'category_moved', parentId, prio });
      }
      case 'place_category': {
        const { parentId } = state;
        return command.prio === state.prio
          ? decided()
          : decided({ type: 'category_moved', parentId, prio: command.prio });
      }
      case 'free_link': {
        const { language, permalink } = command;
        return decided({ type: 'category_link_freed', language, permalink });
      }
      case 'delete_category':
        return decided({ type: 'category_deleted' });
      default:
        return command satisfies never;
    }
  },

  apply(state, event, atMs) {
    switch (event.type) {
      case 'category_created':
        state.name = event.name;
        state.parentId = event.parentId;
        state.prio = event.prio;
        state.createdMs = atMs;
        state.labels = event.labels;
        state.attributes = event.attributes;
        state.localized = event.localized;
        state.seo = event.seo;
        state.constraint = event.constraint;
        return;
      case 'category_renamed':
        state.name = event.name;
        return;
      case 'category_moved':
        state.parentId = event.parentId;
        state.prio = event.prio;
        return;
      case 'category_labels_set':
        state.labels = event.labels;
        return;
      case 'category_attributes_set':
        state.attributes = event.attributes;
        return;
      case 'category_localized_set':
        state.localized = event.localized;
        return;
      case 'category_seo_set':
        state.seo = event.seo;
        state.formerLinks = event.former;
        return;
      case 'category_constraint_set':
        state.constraint = event.constraint;
        return;
      case 'category_link_freed':
        state.formerLinks = withoutLink(state.formerLinks, event);
        return;
      case 'category_deleted':
        return;
      default:
        event satisfies never;
    }
  },

  index: {
    create: () => ({
      children: new OrderedChildIndex(),
      byName: new UniqueIndex(),
      permalinks: new Permalinks(),
      former: new Permalinks(),
      filled: new FilledIndex(),
    }),
    add(index, id, state, seq) {
      index.children.add(state.parentId, id, state.prio, seq);
      index.byName.add(state.name, id);
      index.permalinks.add(state.seo, id, seq);
      index.former.addLinks(state.formerLinks, id, seq);
      index.filled.add(id, state.constraint, seq);
    },
    remove(index, id, state, seq) {
      index.children.remove(state.parentId, id, seq);
      index.byName.remove(state.name, id);
      index.permalinks.remove(state.seo, id, seq);
      index.former.removeLinks(state.formerLinks, id, seq);
      index.filled.remove(id, state.constraint, seq);
    },
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly category: typeof category;
  }
}
