import { refuse } from '../kernel/result.ts';
import { decided } from './actor.ts';
import type { ActorKind } from './actor.ts';
import { permalinkKeys } from './seo.ts';
import type { Seo } from './seo.ts';
import { Children } from './children.ts';

export interface Category {
  name: string;
  parentId: number;
  /** Position among its parent's children. */
  prio: number;
  createdMs: number;
  labels: { readonly [language: string]: string };
  attributes: { readonly [name: string]: string | number };
  seo: Seo;
}

export type CategoryCommand = {
  readonly type: 'create_category';
  readonly parentId: number;
  readonly name: string;
  readonly prio: number;
  readonly labels: Category['labels'];
  readonly attributes: Category['attributes'];
  readonly seo: Seo;
};

const EVENTS = {
  category_created: {
    parentId: 0,
    name: '',
    prio: 0,
    labels: {} as Category['labels'],
    attributes: {} as Category['attributes'],
    seo: {} as Seo,
  },
};

export interface CategoryIndex {
  readonly children: Children;
  /** The first category of a name: names of categories need not be unique. */
  readonly byName: Map<string, number[]>;
  readonly byPermalink: Map<string, number>;
}

export const category: ActorKind<Category, CategoryCommand, typeof EVENTS, CategoryIndex> = {
  kind: 'category',
  events: EVENTS,
  initial: () => ({ name: '', parentId: 0, prio: 0, createdMs: 0, labels: {}, attributes: {}, seo: {} }),

  decide(_state, { type: _type, ...created }) {
    if (created.name === '' || created.name.length > 255) return refuse('CATEGORY_NAME_NOT_VALID', 'name');
    return decided({ type: 'category_created', ...created });
  },

  apply(state, event, atMs) {
    state.name = event.name;
    state.parentId = event.parentId;
    state.prio = event.prio;
    state.createdMs = atMs;
    state.labels = event.labels;
    state.attributes = event.attributes;
    state.seo = event.seo;
  },

  toRow: (state) => [
    state.name,
    state.parentId,
    state.prio,
    state.createdMs,
    state.labels,
    state.attributes,
    state.seo,
  ],
  fromRow: ([name, parentId, prio, createdMs, labels, attributes, seo]) => ({
    name: name as string,
    parentId: parentId as number,
    prio: prio as number,
    createdMs: createdMs as number,
    labels: labels as Category['labels'],
    attributes: attributes as Category['attributes'],
    seo: seo as Seo,
  }),

  index: {
    create: () => ({ children: new Children(), byName: new Map(), byPermalink: new Map() }),
    add(index, id, state, seq) {
      index.children.add(state.parentId, id, state.prio, seq);
      const same = index.byName.get(state.name);
      if (same === undefined) index.byName.set(state.name, [id]);
      else same.push(id);
      for (const key of permalinkKeys(state.seo)) index.byPermalink.set(key, id);
    },
    remove(index, id, state, seq) {
      index.children.remove(state.parentId, id, seq);
      const same = index.byName.get(state.name)?.filter((one) => one !== id) ?? [];
      if (same.length === 0) index.byName.delete(state.name);
      else index.byName.set(state.name, same);
      for (const key of permalinkKeys(state.seo)) index.byPermalink.delete(key);
    },
  },
};
