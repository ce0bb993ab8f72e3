// Categories that fill themselves: which have a constraint, and whether one contains itself by others.
//
// A constraint names other categories by their ids alone, so that what contains what follows from the constraints and
// the tree, and not from names that anybody may change.
import { refuseAt } from '../../kernel/limits.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { touch } from '../../kernel/versioned.ts';
import type { Versioned, Watcher } from '../../kernel/versioned.ts';
import { leavesOf } from '../search/constraint.ts';
import type { Constraint, Leaf } from '../search/constraint.ts';
import { keptConstraint } from '../search/parse-constraint.ts';
import type { Reader, Transaction } from '../transaction.ts';

/** Categories that fill themselves, of one shop. */
const FILLED_MAX = 100;
/** Conditions of one of them, those of the filled categories that it names included. */
const CONDITIONS_MAX = 200;

/** Categories with a constraint. To be tracked: it changes with each of them. */
export class FilledIndex implements Versioned {
  seq = 0;
  watcher: Watcher | undefined = undefined;
  private readonly constraints = new Map<number, Constraint>();
  private derived: { readonly language: string; readonly all: unknown } | undefined = undefined;

  /** By id, the lowest first. */
  get entries(): readonly (readonly [id: number, constraint: Constraint])[] {
    return this.constraints.size === 0 ? [] : [...this.constraints].sort(([a], [b]) => a - b);
  }

  get numbers(): readonly number[] {
    return this.entries.map(([id]) => id);
  }

  get size(): number {
    return this.constraints.size;
  }

  /** What `make` makes of all categories in a language, until one of them changes, or the language does. */
  known<T>(language: string, make: () => T): T {
    if (this.derived?.language !== language) this.derived = { language, all: make() };
    return this.derived.all as T;
  }

  add(id: number, json: string, seq: number): void {
    this.derived = undefined;
    const constraint = keptConstraint(json);
    if (constraint === undefined) return;
    this.constraints.set(id, constraint);
    touch(this, seq);
  }

  remove(id: number, json: string, seq: number): void {
    this.derived = undefined;
    if (json !== '' && this.constraints.delete(id)) touch(this, seq);
  }
}

const CATEGORY = 'category.';
const BY_ID: ReadonlySet<string> = new Set(['category.id', 'category.id_shopcategory']);
const BY_PATH: ReadonlySet<string> = new Set(['category.path.nodes.id', 'category.path.nodes.id_shopcategory']);

export const namesCategory = ({ field }: Leaf): boolean => field.startsWith(CATEGORY);

/** Refuses categories that are not named by their ids: CONSTRAINT_INVALID with the field. */
export const checkNamedById = (constraint: Constraint): Result<void> => {
  for (const leaf of leavesOf(constraint)) {
    const { field, operator } = leaf;
    const isById = (BY_ID.has(field) || BY_PATH.has(field)) && (operator === '=' || operator === 'IN');
    if (namesCategory(leaf) && !isById)
      return refuse(
        'CONSTRAINT_INVALID',
        field,
        'A category that fills itself names others by category.id or category.path.nodes.id, with = or IN.',
      );
  }
  return DONE;
};

const isBelow = (shop: Reader, id: number, ids: ReadonlySet<number>): boolean => {
  for (let above = id; above !== 0; above = shop.read('category', above)?.parentId ?? 0)
    if (ids.has(above)) return true;
  return false;
};

/** Whether a condition on ids of categories, see `checkNamedById`, is met by a category. */
export const namesFilled = (shop: Reader, { field, operands }: Leaf, id: number): boolean => {
  const ids = new Set(operands.map(Number));
  return BY_PATH.has(field) ? isBelow(shop, id, ids) : ids.has(id);
};

/**
 * Checks the categories that fill themselves as the transaction leaves them, `id` among them. `filled`: those before
 * it. Refuses: CONSTRAINT_CIRCULAR, CONSTRAINT_INVALID.
 */
export const checkFilled = (tx: Transaction, filled: FilledIndex, id: number): Result<void> => {
  const constraints = new Map<number, Constraint>();
  for (const one of new Set([...filled.numbers, id])) {
    const constraint = keptConstraint(tx.read('category', one)?.constraint ?? '');
    if (constraint !== undefined) constraints.set(one, constraint);
  }
  if (constraints.size > FILLED_MAX)
    return refuseAt(
      'filled_categories',
      'CONSTRAINT_INVALID',
      'constraint',
      `This would be category ${constraints.size} that fills itself, of at most ${FILLED_MAX}.`,
    );
  const sizes = new Map<number, number>();
  const open = new Set<number>();
  /** Conditions of a category and of those that it names; NaN: it contains itself. */
  const sizeOf = (one: number): number => {
    const known = sizes.get(one);
    if (known !== undefined) return known;
    if (open.has(one)) return NaN;
    open.add(one);
    let size = 0;
    for (const leaf of leavesOf(constraints.get(one)!)) {
      size += 1;
      if (!namesCategory(leaf)) continue;
      for (const other of constraints.keys()) if (namesFilled(tx, leaf, other)) size += sizeOf(other);
    }
    open.delete(one);
    sizes.set(one, size);
    return size;
  };
  for (const one of constraints.keys()) {
    const size = sizeOf(one);
    if (Number.isNaN(size))
      return refuse('CONSTRAINT_CIRCULAR', 'constraint', `The category ${one} would contain itself by its constraint.`);
    if (size > CONDITIONS_MAX)
      return refuseAt(
        'filled_conditions',
        'CONSTRAINT_INVALID',
        'constraint',
        `The category ${one} would have ${size} conditions with those of the categories that it names, of at most ` +
          `${CONDITIONS_MAX}.`,
      );
  }
  return DONE;
};
