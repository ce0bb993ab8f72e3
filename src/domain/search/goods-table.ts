// Constraints by values that a record must have to meet them, so that a record is asked of few among a thousand.
//
// A constraint is found by `=` and `IN`, which nearly all goods of a shop are named by; one that they do not narrow is
// asked of every record. Guaranteed: a record that meets a constraint is asked of it.
import { meetingValues } from './conditions.ts';
import type { Constraint, FieldValue, Leaf, Scalar } from './constraint.ts';

/** Values by which one constraint is found; one with more is asked of every record. */
const VALUES_MAX = 200;

/** Conditions of which a record that meets the constraint meets one; undefined: no such few values are known. */
const narrowing = (constraint: Constraint): readonly Leaf[] | undefined => {
  if (constraint.type === 'leaf') {
    if (constraint.never) return [];
    return constraint.operator === '=' || constraint.operator === 'IN' ? [constraint] : undefined;
  }
  const all = constraint.parts.map(narrowing);
  if (constraint.type !== 'all') return all.some((one) => one === undefined) ? undefined : all.flatMap((one) => one!);
  return all.reduce((best, one) => (valuesOf(one) < valuesOf(best) ? one : best), undefined);
};

const valuesOf = (leaves: readonly Leaf[] | undefined): number =>
  leaves === undefined ? Infinity : leaves.reduce((sum, { operands }) => sum + operands.length, 0);

/** Whether few values say which records may meet a constraint. */
export const isNarrow = (constraint: Constraint): boolean => valuesOf(narrowing(constraint)) <= VALUES_MAX;

export class GoodsTable {
  /** How often each is there. */
  private readonly uses = new Map<Constraint, number>();
  /** What each is found as, and by; undefined: it is asked of every record. */
  private readonly links = new Map<Constraint, { readonly as: Constraint; readonly by: readonly Leaf[] | undefined }>();
  private readonly byField = new Map<string, Map<Scalar, Set<Constraint>>>();
  private asOf: object | undefined;

  add(constraint: Constraint): void {
    const times = this.uses.get(constraint) ?? 0;
    this.uses.set(constraint, times + 1);
    if (times > 0) return;
    this.link(constraint, constraint);
    this.asOf = undefined;
  }

  remove(constraint: Constraint): void {
    const times = this.uses.get(constraint)! - 1;
    if (times > 0) return void this.uses.set(constraint, times);
    this.uses.delete(constraint);
    this.unlink(constraint);
    this.links.delete(constraint);
  }

  /** From now on constraints are found as `expanded` has them. `asOf`: what that follows from, once for each. */
  expand(asOf: object, expanded: (constraint: Constraint) => Constraint): void {
    if (this.asOf === asOf) return;
    this.asOf = asOf;
    for (const constraint of this.uses.keys()) {
      const as = expanded(constraint);
      if (this.links.get(constraint)!.as === as) continue;
      this.unlink(constraint);
      this.link(constraint, as);
    }
  }

  /** Whether a constraint has to be asked of every record. */
  isAskedOfAll(constraint: Constraint): boolean {
    return this.links.get(constraint)?.by === undefined;
  }

  /** Those that a record may meet, each once, without those that are asked of all. */
  mayMeet(valueOf: (field: string) => FieldValue): ReadonlySet<Constraint> {
    const found = new Set<Constraint>();
    for (const [field, byValue] of this.byField) {
      const value = valueOf(field);
      if (value === undefined) continue;
      for (const one of typeof value === 'object' ? value : [value])
        for (const constraint of byValue.get(one) ?? []) found.add(constraint);
    }
    return found;
  }

  private link(constraint: Constraint, as: Constraint): void {
    const narrow = narrowing(as);
    const by = valuesOf(narrow) > VALUES_MAX ? undefined : narrow;
    this.links.set(constraint, { as, by });
    for (const { field, operands } of by ?? [])
      for (const value of meetingValues(operands)) {
        let byValue = this.byField.get(field);
        if (byValue === undefined) this.byField.set(field, (byValue = new Map()));
        const those = byValue.get(value);
        if (those === undefined) byValue.set(value, new Set([constraint]));
        else those.add(constraint);
      }
  }

  private unlink(constraint: Constraint): void {
    for (const { field, operands } of this.links.get(constraint)!.by ?? []) {
      const byValue = this.byField.get(field);
      for (const value of meetingValues(operands)) {
        const those = byValue?.get(value);
        those?.delete(constraint);
        if (those?.size === 0) byValue!.delete(value);
      }
      if (byValue?.size === 0) this.byField.delete(field);
    }
  }
}
