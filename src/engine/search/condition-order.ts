// Orders conditions by their cost in a partition, so that cheap ones leave fewer documents to dear ones.
import type { Constraint, Group, Leaf } from '../../domain/search/constraint.ts';
import type { FieldSource } from './field-resolver.ts';
import { isScannable } from './column-scan.ts';

/** Classes of cost, cheapest first. From `values` on a value is read and tested for each document. */
export const COST = { known: 0, column: 1, words: 2, values: 3, patterns: 4, computed: 5 } as const;

/** Class of the cost of a condition on a field with this source. */
const leafCost = (leaf: Leaf, source: FieldSource | undefined, warming: boolean): number => {
  const { operator } = leaf;
  if (leaf.never) return COST.known;
  if (operator === 'MATCH') return COST.words;
  if (source === undefined || source.constant === true) return COST.known;
  const { chain } = source;
  if (chain === undefined) return source.link === undefined ? COST.computed : COST.values;
  if (isScannable(chain, leaf)) return COST.column;
  if (operator !== 'LIKE' && operator !== 'NOT LIKE') return COST.values;
  const isIndexed = operator === 'LIKE' && !warming && chain.columns.every(({ words }) => words !== undefined);
  return isIndexed ? COST.words : COST.patterns;
};

/** Costs within one partition, and the parts of its groups in their order, for one search. */
export class ConditionOrder {
  private readonly sourceOf: (field: string) => FieldSource | undefined;
  private readonly warming: boolean;
  private readonly known = new Map<Constraint, readonly Constraint[]>();

  /** `warming`: the words of some documents are not indexed yet. */
  constructor(sourceOf: (field: string) => FieldSource | undefined, warming: boolean) {
    this.sourceOf = sourceOf;
    this.warming = warming;
  }

  /** Class of the cost; a group costs what its dearest part does. */
  cost(constraint: Constraint): number {
    if (constraint.type === 'leaf') return leafCost(constraint, this.sourceOf(constraint.field), this.warming);
    // That of a family is met by other records, all of which are looked at.
    const least: number = constraint.type === 'family' ? COST.words : COST.known;
    return constraint.parts.reduce((most: number, part) => Math.max(most, this.cost(part)), least);
  }

  /** The parts of a group, cheap ones first, otherwise as they stand. */
  parts(group: Group): readonly Constraint[] {
    if (group.parts.length < 2) return group.parts;
    let parts = this.known.get(group);
    if (parts === undefined) {
      const costs = group.parts.map((part) => this.cost(part));
      const isInOrder = costs.every((cost, index) => index === 0 || costs[index - 1]! <= cost);
      parts = isInOrder ? group.parts : inOrder(group.parts, costs);
      this.known.set(group, parts);
    }
    return parts;
  }
}

const inOrder = (parts: readonly Constraint[], costs: readonly number[]): readonly Constraint[] =>
  parts
    .map((part, index) => ({ part, cost: costs[index]! }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ part }) => part);
