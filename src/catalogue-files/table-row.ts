// A row of a table of products, as its cells, and the record that it means.
import { readFlag } from '../kernel/flag.ts';
import { isAllowedText } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { composed } from '../kernel/text.ts';
import { availabilityChange } from '../operations/params/availability-params.ts';
import { metadataChange as metadataMembers } from '../operations/params/metadata-params.ts';
import { FIXED, isLanguageName } from './columns.ts';
import type { Column, Fixed } from './columns.ts';
import { unguarded } from '../kernel/formula-guard.ts';
import { parsePaths } from './paths.ts';
import type { ObjectRecord } from './record.ts';

/** Cells by what their column is. */
export interface TableRow {
  readonly fixed: { readonly [K in Fixed]?: string };
  /** By language, then by the name of the attribute. */
  readonly attributes: { readonly [language: string]: { readonly [name: string]: string } };
}

const METADATA = ['element_number', 'ean', 'taxclass', 'quantity_step'] as const;

/** Refuses: PARAMETER_INVALID. */
export const rowOf = (columns: readonly Column[], cells: readonly string[]): Result<TableRow> => {
  if (cells.length !== columns.length)
    return refuse('PARAMETER_INVALID', '', `The line has ${cells.length} cells and the header ${columns.length}.`);
  const unfit = cells.findIndex((cell) => !isAllowedText(cell));
  if (unfit >= 0) return refuse('PARAMETER_INVALID', '', `Cell ${unfit + 1} holds characters that are not allowed.`);
  const fixed: { [K in Fixed]?: string } = {};
  // A header may name a language `constructor`; a plain object has such a member already.
  const texts = new Map<string, Map<string, string>>();
  for (const [index, column] of columns.entries()) {
    const cell = unguarded(cells[index]!);
    if (column.fixed !== undefined) fixed[column.fixed] = cell;
    else {
      let values = texts.get(column.language);
      if (values === undefined) texts.set(column.language, (values = new Map()));
      values.set(column.attribute, cell);
    }
  }
  const attributes = Object.fromEntries(
    Array.from(texts, ([language, values]) => [language, Object.fromEntries(values)] as const),
  );
  return ok({ fixed, attributes });
};

const composedCells = <C extends { readonly [name: string]: string }>(cells: C): C =>
  Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, composed(cell)])) as C;

/** Texts are composed as those of other records are. Refuses: PARAMETER_INVALID. */
export const rowRecord = (row: TableRow): Result<ObjectRecord> => {
  const fixed: TableRow['fixed'] = composedCells(row.fixed);
  const attributes = Object.fromEntries(
    Object.entries(row.attributes).map(([language, cells]) => [language, composedCells(cells)]),
  );
  const { name = '', active = '', quantity = '' } = fixed;
  const isActive = active === '' ? ok(undefined) : readFlag(active, 'active');
  if (!isActive.ok) return isActive;
  const metadata = metadataMembers.read(
    Object.fromEntries(METADATA.flatMap((member) => (fixed[member] === undefined ? [] : [[member, fixed[member]]]))),
    'metadata',
  );
  if (!metadata.ok) return metadata;
  const availability = availabilityChange.read(quantity === '' ? { active: 0 } : { active: 1, quantity }, 'quantity');
  if (!availability.ok) return availability;
  return ok({
    type: 'product',
    name,
    class: fixed.class ?? '',
    variation_of: fixed.variation_of ?? '',
    active: isActive.value,
    attributes,
    cells: true,
    seo: undefined,
    metadata: metadata.value,
    availability: fixed.quantity === undefined ? undefined : availability.value,
    categories:
      fixed.categories === undefined
        ? undefined
        : parsePaths(fixed.categories).map((path) => ({ path, position: undefined })),
    bindings: undefined,
  });
};

type Members = { readonly [name: string]: unknown };

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areTexts = (value: unknown): boolean =>
  isMembers(value) &&
  Object.entries(value).every(
    ([name, cell]) => name !== '__proto__' && isAllowedText(name) && typeof cell === 'string' && isAllowedText(cell),
  );

/** A row that another process has read. Refuses: PARAMETER_INVALID. */
export const readRow = (raw: unknown): Result<ObjectRecord> => {
  const { fixed, attributes } = isMembers(raw) ? raw : {};
  const isRow =
    isMembers(fixed) &&
    areTexts(fixed) &&
    Object.keys(fixed).every((name) => (FIXED as readonly string[]).includes(name)) &&
    isMembers(attributes) &&
    Object.entries(attributes).every(([language, values]) => isLanguageName(language) && areTexts(values));
  return isRow ? rowRecord(raw as unknown as TableRow) : refuse('PARAMETER_INVALID', 'row', 'It is no row of a table.');
};
