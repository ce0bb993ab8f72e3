// A category with everything in it and below it.
import { pathOf } from '../../domain/listing/category-fields.ts';
import { category } from '../../domain/catalogue/category.ts';
import type { Category } from '../../domain/catalogue/category.ts';
import { listingCategory } from '../../domain/listing/listing.ts';
import type { ListOptions, Listed } from '../../domain/listing/listing.ts';
import type { Reader, Recorded } from '../../domain/transaction.ts';
import type { Json, ListEntry, Shown, ShownRecord } from '../../kernel/json.ts';
import type { CategoryDump, CategoryInTree } from '../replies/catalogue.ts';
import { Keyed, RawJson, LazyList, toJson } from '../../kernel/json.ts';
import { atOnce } from '../../kernel/many.ts';
import { mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps, Work } from '../../kernel/steps.ts';
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

interface Planned {
  readonly root: Dumped;
  /** Ids in the order of the walk; an object in two categories is listed twice. */
  readonly categories: readonly number[];
  readonly objects: readonly number[];
  /** Whether `recordsMax` has cut the dump. */
  readonly isCut: boolean;
  /** Tracks what all of it was made from. */
  track(shop: Reader): void;
}

type List = Recorded<Result<Listed>>;
type Type = 'product' | 'content';

/** What a list takes in memory, with what it was made from. */
const LIST_BYTES = 500;
const ID_BYTES = 8;

function* allCategories(shop: Reader): Steps<void> {
  shop.trackAbsence('category');
  yield '';
}

/**
 * Collects the ids of everything in the dump, in one walk over the tree, a list at a time. All lists are of one moment:
 * if a list is outdated when the walk ends, the tree is walked again, and lists that are still valid are kept.
 */
class Plan implements Work<Planned> {
  private readonly id: number;
  private readonly depth: number;
  private readonly wanted: ListOptions;
  private readonly shop: Reader;
  private tree: Recorded<void> | undefined = undefined;
  /** By category, type and what the lists before have used of the cap. */
  private lists = new Map<string, List>();
  private listsBefore = this.lists;
  private categories: number[] = [];
  private objects: number[] = [];
  private isCut = false;
  private listing: Type = 'product';

  constructor(id: number, depth: number, wanted: ListOptions, shop: Reader) {
    this.id = id;
    this.depth = depth;
    this.wanted = wanted;
    this.shop = shop;
  }

  get bytes(): number {
    return this.lists.size * LIST_BYTES + this.records * 2 * ID_BYTES;
  }

  get doing(): string {
    const { categories } = this;
    if (categories.length === 0) return 'the tree of categories';
    const [id] = categories.slice(-1);
    return `the ${this.listing}s of category ${id}, the ${categories.length}. of the dump`;
  }

  isCurrent(): boolean {
    return this.parts().every(({ isCurrent }) => isCurrent);
  }

  private parts(): readonly Recorded<unknown>[] {
    return [this.tree!, ...this.lists.values()];
  }

  private get records(): number {
    return this.categories.length + this.objects.length;
  }

  *steps(): Steps<Result<Planned>> {
    this.tree = yield* this.shop.recorded(allCategories);
    this.listsBefore = this.lists;
    this.lists = new Map();
    [this.categories, this.objects, this.isCut] = [[], [], false];
    const root = yield* this.planned(this.id, '', 0);
    const { categories, objects, isCut } = this;
    return mapOk(root, (dumped) => ({
      root: dumped,
      categories,
      objects,
      isCut,
      track: (shop) => {
        for (const part of this.parts()) part.track(shop);
      },
    }));
  }

  /** Plans a category and everything below it. `level`: 0 for the first. Refuses: RESULT_TOO_LARGE. */
  private *planned(id: number, key: string, level: number): Steps<Result<Dumped>> {
    this.categories.push(id);
    const products = yield* this.listed(id, 'product');
    if (!products.ok) return products;
    const contents = yield* this.listed(id, 'content');
    if (!contents.ok) return contents;
    const below = yield* this.below(id, level);
    return below.ok ? ok({ id, key, products: products.value, contents: contents.value, below: below.value }) : below;
  }

  private *listed(id: number, type: Type): Steps<Result<Uint32Array>> {
    const { value } = yield* this.list(id, type);
    yield '';
    return mapOk(value, ({ ids, recordsMax }) => {
      if (recordsMax !== undefined) this.isCut = true;
      for (let index = 0; index < ids.length; index += 1) this.objects.push(ids.at(index)!);
      return fixedIds(ids);
    });
  }

  private *list(id: number, type: Type): Steps<List> {
    const { shop, wanted } = this;
    const taken = shop.rules.recordsMax === 0 ? 0 : this.records;
    const key = `${type} ${id} ${taken}`;
    this.listing = type;
    let list = this.listsBefore.get(key);
    if (list?.isCurrent !== true)
      list = yield* shop.recorded((reader) => listingCategory(reader, id, type, wanted, taken));
    this.lists.set(key, list);
    return list;
  }

  private *below(id: number, level: number): Steps<Result<readonly Dumped[]>> {
    const planned = new Map<string, Dumped>();
    if (level >= this.depth) return ok([]);
    const { shop } = this;
    const { recordsMax } = shop.rules;
    // The tree may change meanwhile; then it is walked again.
    const children = [...atOnce(shop.index('category').children.of(id).ids, 'a copy, walked over in steps')];
    if (level === DUMP_DEPTH_MAX && children.length > 0) {
      return refuse(
        'RESULT_TOO_LARGE',
        'depth',
        `There are more than ${DUMP_DEPTH_MAX} levels below the category; dump it in parts.`,
      );
    }
    for (const child of children) {
      if (recordsMax !== 0 && this.records >= recordsMax) {
        this.isCut = true;
        break;
      }
      const name = shop.untracked(() => shop.read('category', child))?.name ?? '';
      let key = name;
      while (planned.has(key)) key += `#${child}`;
      const subtree = yield* this.planned(child, key, level + 1);
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
    super({
      count: ids.length,
      keyed: kind === 'shopobject',
      kind,
      ids: Uint32Array.from(ids),
      show: () => ['', null],
    });
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

  constructor(plan: Planned, view: ViewContext) {
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

/** `depth` 0: all levels. Refuses: RESULT_TOO_LARGE for more than 100 levels, TOO_EXPENSIVE. */
export const viewDump = (
  id: number,
  depth: number,
  wanted: ListOptions,
  view: ViewContext,
): Result<Shown<CategoryDump>> => {
  const { shop } = view;
  const plan = shop.inSteps('dump', () => new Plan(id, depth === 0 ? Infinity : depth, wanted, shop));
  return mapOk(plan, (planned) => {
    planned.track(shop);
    return fittedList(view, planned.categories.length + planned.objects.length, (sized) => {
      const { object, ...members } = new Dump(planned, sized).show(planned.root);
      return {
        object,
        ...capMember({ recordsMax: planned.isCut ? shop.rules.recordsMax : undefined }),
        ...members,
      };
    });
  });
};
