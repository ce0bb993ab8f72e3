// The delivery rules of a shop by their method. A change of a rule makes the rules of its postal codes anew, not those
// of the whole method.
import type { Constraint } from '../search/constraint.ts';
import { keptConstraint } from '../search/parse-constraint.ts';
import { MethodRules } from './method-table.ts';
import type { MethodTable } from './method-table.ts';
import type { DeliveryTerms } from './terms.ts';
import { spansOf } from './zips.ts';

/** Texts of constraints that are kept read. */
const READ_MAX = 10_000;

export class DeliveryRuleIndex {
  /** Ids of all rules. */
  readonly ids = new Set<number>();
  /** Postal codes, ranges and beginnings of all rules. */
  zipCount = 0;
  private readonly byMethod = new Map<number, MethodRules>();
  /** The same text gives the same constraint, by which verdicts on products are remembered. */
  private readonly constraints = new Map<string, Constraint>();

  /** Constraint on goods → how often rules have it. */
  private readonly timesUsed = new Map<string, number>();

  /** Different constraints on goods of all rules. */
  get constraintCount(): number {
    return this.timesUsed.size;
  }

  /** How often rules have a constraint on goods. */
  usesOf(json: string): number {
    return this.timesUsed.get(json) ?? 0;
  }

  private constraintOf(json: string): Constraint | undefined {
    if (json === '') return undefined;
    let known = this.constraints.get(json);
    if (known === undefined) {
      if (this.constraints.size >= READ_MAX) this.constraints.clear();
      known = keptConstraint(json)!;
      this.constraints.set(json, known);
    }
    return known;
  }

  /** Whether a method has rules; without any it costs what calls say. */
  hasRules(methodId: number): boolean {
    return this.byMethod.has(methodId);
  }

  /** Undefined: the method has no rules. */
  tableOf(methodId: number): MethodTable | undefined {
    return this.byMethod.get(methodId)?.table;
  }

  /** Methods that have rules. */
  methodIds(): readonly number[] {
    return [...this.byMethod.keys()].sort((a, b) => a - b);
  }

  add(id: number, terms: DeliveryTerms): void {
    this.ids.add(id);
    this.count(terms, 1);
    const rules = this.byMethod.get(terms.methodId) ?? new MethodRules();
    const [every, none] = [this.constraintOf(terms.goods), this.constraintOf(terms.unless)];
    rules.set({ ...terms, id, every, none, spans: spansOf(terms.zips) });
    this.byMethod.set(terms.methodId, rules);
  }

  private count({ zips, goods, unless }: DeliveryTerms, by: 1 | -1): void {
    this.zipCount += by * zips.length;
    for (const json of [goods, unless]) {
      const times = this.usesOf(json) + by;
      if (times === 0) this.timesUsed.delete(json);
      else if (json !== '') this.timesUsed.set(json, times);
    }
  }

  remove(id: number, terms: DeliveryTerms): void {
    const { methodId } = terms;
    this.ids.delete(id);
    this.count(terms, -1);
    const rules = this.byMethod.get(methodId);
    rules?.delete(id);
    if (rules?.size === 0) this.byMethod.delete(methodId);
  }
}
