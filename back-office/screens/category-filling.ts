// What a category finds by itself, as rows that a person changes: conditions which all have to hold.
export const COMPARISONS = ['=', '!=', '>=', '<=', 'LIKE'] as const;
type Comparison = (typeof COMPARISONS)[number];

export interface Condition {
  readonly field: string;
  readonly comparison: Comparison;
  readonly value: string;
}

/** Several values are separated by commas. */
const valuesOf = (value: string): readonly string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const told = ({ comparison, value }: Condition): readonly unknown[] => {
  if (comparison === 'LIKE') return ['LIKE', `%${value.trim().replaceAll(/[%_\\]/g, String.raw`\$&`)}%`];
  if (comparison !== '=') return [comparison, value.trim()];
  const values = valuesOf(value);
  return values.length > 1 ? ['IN', values] : ['=', values[0] ?? ''];
};

/** JSON of the constraint; '': none. A row without a field is left out. */
export const fillingOf = (conditions: readonly Condition[]): string => {
  const named = conditions.filter(({ field }) => field.trim() !== '');
  return named.length === 0 ? '' : JSON.stringify(named.map((one) => ({ [one.field.trim()]: told(one) })));
};

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Shape: operator and value as `told` says them; undefined: nothing that it says. */
const plainOf = (raw: unknown): readonly unknown[] | undefined => {
  if (isScalar(raw)) return ['=', String(raw)];
  if (!Array.isArray(raw) || raw.length !== 2) return undefined;
  const [operator, value] = raw as readonly unknown[];
  if (isScalar(value)) return [operator, String(value)];
  if (operator !== 'IN' || !Array.isArray(value) || !value.every(isScalar)) return undefined;
  return value.length === 1 ? ['=', String(value[0])] : ['IN', value.map(String)];
};

/** Undefined where the row would say anything else, such as of one value that holds a comma. */
const conditionIn = (field: string, raw: unknown): Condition | undefined => {
  const plain = plainOf(raw);
  if (plain === undefined || field === '' || field !== field.trim()) return undefined;
  const [operator, value] = plain;
  const comparison = COMPARISONS.find((one) => one === (operator === 'IN' ? '=' : operator));
  if (comparison === undefined) return undefined;
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  const typed = comparison === 'LIKE' ? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : text;
  const condition: Condition = { field, comparison, value: typed };
  return JSON.stringify(told(condition)) === JSON.stringify(plain) ? condition : undefined;
};

/** Undefined: a constraint that a program made, which rows cannot show. */
export const conditionsIn = (filling: string): readonly Condition[] | undefined => {
  if (filling === '') return [];
  const raw: unknown = JSON.parse(filling);
  const groups: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  const conditions: (Condition | undefined)[] = groups.flatMap((group) =>
    typeof group === 'object' && group !== null && !Array.isArray(group)
      ? Object.entries(group).map(([field, value]) =>
          /^(OR|AND|\d+)$/.test(field) ? undefined : conditionIn(field, value),
        )
      : [undefined],
  );
  // One that everything meets is no row, and not none.
  return conditions.length > 0 && conditions.every((one) => one !== undefined) ? conditions : undefined;
};
