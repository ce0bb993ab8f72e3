// A category with everything in it and below it.
import { pathOf } from '../../domain/listing/category-fields.ts';
import { category } from '../../domain/catalogue/category.ts';
import type { Category } from '../../domain/catalogue/category.ts';
import { listCategory } from '../../domain/listing/listing.ts';
import type { ListOptions } from '../../domain/listing/listing.ts';
import type { Json, ListEntry, Shown, ShownRecord } from '../../kernel/json.ts';
import type { CategoryDump, CategoryInTree } from '../replies/catalogue.ts';
import { Keyed, RawJson, LazyList, toJson } from '../../kernel/json.ts';
import { mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { viewCategory } from './catalogue.ts';
import { capMember, fittedList, fixedIds, sliced } from './view-context.ts';
import type { ViewContext } from './view-context.ts';
import { ENTRIES } from './listing.ts';

/** Stands for the parent of the root categories, which does not exist: every field at its default. */
export const ROOT: Category = category.state.initial();

const DUMP_DEPTH_MAX = 100;

/** A category of the dump with its objects and subcategories, fixed when the dump begins. */
interface Dumped {
  readonly id: number;
  /** Member name in the parent's record; differs from the category's name where siblings share one. */
  readonly key: string;
  readonly products: Uint32Array;
  readonly contents: Uint32Array;
  readonly below: readonly Dumped[];
}

type Named = CategoryDump['products_in_category']['category'];

/** The members of a category's record that show the category itself. */
interface Head {
  readonly parentCategory: Shown<CategoryInTree>;
  readonly named: Shown<Named>;
}

/** Collects the ids of everything in the dump, in one walk over the tree. */
class Plan {
  /** Ids in the order of the walk; an object in two categories is listed twice. */
  readonly categories: number[] = [];
  readonly objects: number[] = [];
  /** Whether `recordsMax` has cut the dump. */
  isCut = false;
  private readonly depth: number;
  private readonly wanted: ListOptions;
  private readonly view: ViewContext;

  constructor(depth: number, wanted: ListOptions, view: ViewContext) {
    this.depth = depth;
    this.wanted = wanted;
    this.view = view;
  }

  get records(): number {
    return this.categories.length + this.objects.length;
  }

  /** Plans a category and everything below it. `level`: 0 for the first. Refuses: RESULT_TOO_LARGE. */
  plan(id: number, key: string, level: number): Result<Dumped> {
    this.categories.push(id);
    const products = this.listed(id, 'product');
    if (!products.ok) return products;
    const contents = this.listed(id, 'content');
    if (!contents.ok) return contents;
    return mapOk(this.below(id, level), (below) => ({
      id,
      key,
      products: products.value,
      contents: contents.value,
      below,
    }));
  }

  private listed(id: number, type: 'product' | 'content'): Result<Uint32Array> {
    return mapOk(listCategory(this.view.shop, id, type, this.wanted, this.records), ({ ids, recordsMax }) => {
      if (recordsMax !== undefined) this.isCut = true;
      for (let index = 0; index < ids.length; index += 1) this.objects.push(ids[index]!);
      return fixedIds(ids);
    });
  }

  private below(id: number, level: number): Result<readonly Dumped[]> {
    const planned = new Map<string, Dumped>();
    if (level >= this.depth) return ok([]);
    const { shop } = this.view;
    const { recordsMax } = shop.rules;
    const children = shop.index('category').children.of(id);
    shop.track(children);
    if (level === DUMP_DEPTH_MAX && children.ids.length > 0) {
      return refuse(
        'RESULT_TOO_LARGE',
        'depth',
        `There are more than ${DUMP_DEPTH_MAX} levels below the category; dump it in parts.`,
      );
    }
    for (const child of children.ids) {
      if (recordsMax !== 0 && this.records >= recordsMax) {
        this.isCut = true;
        break;
      }
      const { name } = shop.read('category', child)!;
      let key = name;
      while (planned.has(key)) key += `#${child}`;
      const subtree = this.plan(child, key, level + 1);
      if (!subtree.ok) return subtree;
      planned.set(key, subtree.value);
    }
    return ok([...planned.values()]);
  }
}

const headOf = (id: number, view: ViewContext): Head => {
  const { shop } = view;
  const state = id === 0 ? ROOT : shop.read('category', id)!;
  const path = pathOf(shop, id).map((node) => ({ id: node.id, name: node.category.name }));
  return {
    parentCategory: {
      ...viewCategory(id, state, view),
      path: { name: path.map(({ name }) => name).join('/'), nodes: path },
    },
    named: { id_category: id, name: state.name },
  };
};

/**
 * The categories or objects of a dump, registered as a list so that each is frozen before it is deleted or renamed.
 * `originals` holds the values from before such a change.
 */
class FrozenValues<T> extends LazyList {
  readonly originals = new Map<number, T>();
  private readonly take: (id: number) => readonly [kept: T, characters: number];

  constructor(
    kind: 'category' | 'shopobject',
    ids: readonly number[],
    take: (id: number) => readonly [kept: T, characters: number],
  ) {
    super({ count: ids.length, keyed: kind === 'shopobject', kind, ids: fixedIds(ids), show: () => ['', null] });
    this.take = take;
  }

  override freeze(index: number): number {
    const id = this.ids[index]!;
    if (this.originals.has(id)) return 0;
    const [kept, characters] = this.take(id);
    this.originals.set(id, kept);
    return characters;
  }
}

class Dump {
  private readonly view: ViewContext;
  private readonly heads: FrozenValues<Head> | undefined;
  private readonly objects: FrozenValues<ListEntry<RawJson<never>>> | undefined;

  constructor(plan: Plan, view: ViewContext) {
    this.view = view;
    if (!view.budget.inSlices) return;
    this.heads = new FrozenValues('category', plan.categories, (id) => {
      const { parentCategory, named } = headOf(id, view);
      const head = {
        parentCategory: new RawJson<CategoryInTree>(toJson(parentCategory)),
        named: new RawJson<Named>(toJson(named)),
      };
      return [head, head.parentCategory.text.length + head.named.text.length];
    });
    this.objects = new FrozenValues('shopobject', plan.objects, (id) => {
      const entry = ENTRIES[view.shop.read('shopobject', id)!.type];
      const [name, value] = sliced(this.viewFor(id), (recordView) => entry(id, recordView));
      const text = new RawJson<never>(toJson(value));
      return [[name, text], text.text.length];
    });
    view.shop.lazyList(this.heads);
    view.shop.lazyList(this.objects);
  }

  show(dumped: Dumped): ShownRecord<CategoryDump> {
    const { parentCategory, named } = this.heads?.originals.get(dumped.id) ?? headOf(dumped.id, this.view);
    return {
      object: 'category_dump',
      parent_category: parentCategory,
      shop_categories: this.below(dumped.below),
      products_in_category: { category: named, products: this.keyed(dumped.products, ENTRIES.product) },
      contents_in_category: { category: named, contents: this.keyed(dumped.contents, ENTRIES.content) },
    };
  }

  private below(dumped: readonly Dumped[]): Shown<CategoryDump['shop_categories']> {
    const show = (subtree: Dumped): ListEntry<ShownRecord<CategoryDump>> => [subtree.key, this.show(subtree)];
    if (!this.view.budget.inSlices) return new Keyed(dumped.map(show));
    return new LazyList({ count: dumped.length, keyed: true, show: (index) => show(dumped[index]!) });
  }

  private keyed<V extends Json>(
    ids: Uint32Array,
    entry: (id: number, view: ViewContext) => ListEntry<V>,
  ): Keyed<V> | LazyList<V | RawJson<never>> {
    const show = (id: number): ListEntry<V | RawJson<never>> =>
      this.objects?.originals.get(id) ?? sliced(this.viewFor(id), (recordView) => entry(id, recordView));
    if (!this.view.budget.inSlices) return new Keyed(Array.from(ids, (id) => entry(id, this.viewFor(id))));
    return new LazyList({ count: ids.length, keyed: true, show: (index) => show(ids[index]!) });
  }

  /** The view for one object: `needed_attributes` limits products only. */
  private viewFor(id: number): ViewContext {
    const { view } = this;
    return view.neededAttributes.length === 0 || view.shop.read('shopobject', id)?.type === 'product'
      ? view
      : { ...view, neededAttributes: [] };
  }
}

/** `depth` 0: all levels. Refuses: RESULT_TOO_LARGE for more than 100 levels. */
export const viewDump = (
  id: number,
  depth: number,
  wanted: ListOptions,
  view: ViewContext,
): Result<Shown<CategoryDump>> => {
  const plan = new Plan(depth === 0 ? Infinity : depth, wanted, view);
  return mapOk(plan.plan(id, '', 0), (dumped) =>
    fittedList(view, plan.records, (sized) => {
      const { object, ...members } = new Dump(plan, sized).show(dumped);
      return {
        object,
        ...capMember({ recordsMax: plan.isCut ? view.shop.rules.recordsMax : undefined }),
        ...members,
      };
    }),
  );
};
