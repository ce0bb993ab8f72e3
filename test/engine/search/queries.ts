// Random searches: every operator, nested, over every field that there is and some that there are not.
import * as fc from 'fast-check';
import { OPERATORS } from '../../../src/domain/search/constraint.ts';
import { equals } from '../../../src/domain/search/conditions.ts';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import type { Constraint, Operator } from '../../../src/domain/search/constraint.ts';
import type { SearchQuery } from '../../../src/domain/search/query.ts';
import type { ShopObject } from '../../../src/domain/catalogue/shop-object.ts';
import { ATTRIBUTES, LANGUAGES, textOf } from './catalogue-values.ts';
import type { ModelKind } from './model.ts';

const SYSTEM = [
  'main.id',
  'main.id_shopobject',
  'main.id_variation',
  'main.type',
  'main.class',
  'main.active',
  'main.name',
  'main.name',
  'main.creation_date',
  'main.categories',
  'metadata.element_number',
  'metadata.ean',
  'metadata.taxclass',
  'metadata.weight',
  'metadata.kg',
  'metadata.notes',
  'metadata.nothing',
  'seo.permalink',
  'seo.title',
  'seo.keywords',
  'availability.quantity',
  'availability.quantity_warning',
  'availability.allow_override',
  'availability.active',
] as const;
const CATEGORY = [
  'id_shopcategory',
  'name',
  'id_shopcategory_parent',
  'prio',
  'label',
  'permalink',
  'title',
  'path',
  'path.name',
  'nothing',
  'path.nodes.name',
  'path.nodes.prio',
  'path.nodes.id',
  'path.nodes.label',
];
const OTHERS = [
  'main.id_warehouse_entity',
  'id_warehouse_entity',
  'main.element_number',
  'element_number',
  'main.id_class',
  'id_class',
  'type',
  'main.id_manufacturer',
  'creation_date',
  'id_manufacturer',
  'main.quantity',
  'quantity',
  'availability.quantity',
];
const NOBODYS = ['nothing', 'toString', 'main.nothing', '__proto__', 'category.', 'main.'];

const field = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ATTRIBUTES, 'search', 'name', 'text', 'name', 'text', 'name') },
  { weight: 6, arbitrary: fc.constantFrom(...SYSTEM) },
  { weight: 3, arbitrary: fc.constantFrom(...CATEGORY.map((member) => `category.${member}`)) },
  { weight: 2, arbitrary: fc.constantFrom(...OTHERS) },
  { weight: 1, arbitrary: fc.constantFrom(...NOBODYS) },
);

const text = fc.nat({ max: 900 }).map(textOf);

/** The beginning, the end or the middle of a text of the shop. */
const piece = fc
  .tuple(text, fc.nat({ max: 4 }), fc.integer({ min: 1, max: 9 }))
  .map(([whole, from, length]) => whole.slice(from, from + length).replace(/[\uD800-\uDFFF]/gu, ''));
const scalar = fc.oneof(
  text,
  piece,
  fc.integer({ min: -1, max: 45 }),
  fc.constantFrom<unknown>(
    7.5,
    1e15,
    ' 7 ',
    '7e0',
    '1e999',
    '0x7',
    true,
    false,
    null,
    '2026-01-02',
    'product',
    'content',
    'shirt',
  ),
);
const pattern = fc.oneof(
  piece,
  text,
  fc.tuple(piece, piece, fc.constantFrom('%', '_', '%_', '\\%', '')).map(([a, b, between]) => a + between + b),
  piece.map((one) => `%${one}%`),
  piece.map((one) => `${one}%`),
);
const words = fc
  .array(
    fc.oneof(
      text,
      piece,
      fc.constantFrom('hmed', 'regenj', 'rgenjakce', 'mueler', 'groese', 'x', '4', 'shrit', 'iphone17', '漢', 'neue'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) => list.join(' '));

const operands = (operator: Operator): fc.Arbitrary<readonly unknown[]> => {
  switch (operator) {
    case 'LIKE':
    case 'NOT LIKE':
      return fc.tuple(pattern);
    case 'MATCH':
      return fc.tuple(words);
    case 'IN':
    case 'NOT IN':
      return fc.tuple(fc.array(scalar, { maxLength: 5 }));
    case 'BETWEEN':
      return fc.tuple(scalar, scalar);
    default:
      return fc.tuple(scalar);
  }
};
const OFTEN: readonly Operator[] = [...OPERATORS, 'MATCH', 'MATCH', 'MATCH', 'LIKE', 'LIKE', '=', '='];
const operation = fc
  .constantFrom(...OFTEN)
  .chain((operator) => operands(operator).map((given): unknown => [operator, ...given]));
const leaf = fc
  .tuple(field, fc.oneof({ weight: 5, arbitrary: operation }, { weight: 1, arbitrary: scalar }))
  .map(([name, condition]): unknown => ({ [name]: condition }));

/** Such as a text or a number of the shop really has. */
const likely = fc.oneof(
  fc
    .tuple(fc.constantFrom('search', 'name', 'text', 'main.name'), words)
    .map(([name, query]): unknown => ({ [name]: ['MATCH', query] })),
  fc.constantFrom<unknown>({ text: ['LIKE', 'title'] }, { text: ['LIKE', 'title="bl'] }, { text: ['MATCH', 'title'] }),
  fc
    .tuple(fc.constantFrom('name', 'main.name', 'metadata.element_number', 'seo.title', 'search'), piece)
    .map(([name, part]): unknown => ({ [name]: ['LIKE', part] })),
  fc
    .tuple(
      fc.constantFrom('name', 'main.name', 'text', 'size', 'metadata.element_number', 'category.path.name'),
      fc.constantFrom('<', '<=', '>', '>=', '!='),
      scalar,
    )
    .map(([name, operator, value]): unknown => ({ [name]: [operator, value] })),
  fc.constantFrom<unknown>(
    { 'main.active': 1 },
    { 'main.id_variation': 0 },
    { 'main.type': 'product' },
    { 'category.id_shopcategory': 1 },
    { 'main.class': 'shirt' },
    { 'availability.quantity': ['>', 0] },
  ),
  fc
    .tuple(
      fc.constantFrom('metadata.weight', 'metadata.kg'),
      fc.constantFrom('=', '!=', '>'),
      fc.constantFrom(0, 1, 7.5, 42),
    )
    .map(([name, operator, value]): unknown => ({ [name]: [operator, value] })),
  fc
    .tuple(fc.constantFrom('name', 'text', 'metadata.ean', 'seo.title'), text)
    .map(([name, whole]): unknown => ({ [name]: whole })),
  fc
    .array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 6 })
    .map((ids): unknown => ({ 'main.id': ['IN', ids.flatMap((id) => (id % 5 === 0 ? [id, String(id)] : [id]))] })),
);

const { group } = fc.letrec<{ group: unknown; part: unknown }>((tie) => ({
  part: fc.oneof({ depthSize: 'small', maxDepth: 4 }, leaf, likely, likely, tie('group')),
  group: fc.oneof(
    { weight: 4, arbitrary: fc.oneof({ weight: 3, arbitrary: likely }, { weight: 2, arbitrary: leaf }) },
    { weight: 1, arbitrary: fc.array(tie('part'), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(tie('part'), { maxLength: 3 }).map((OR): unknown => ({ OR })) },
    {
      weight: 1,
      arbitrary: fc
        .array(leaf, { minLength: 1, maxLength: 3 })
        .map((parts): unknown => ({ OR: parts[0], ...parts.slice(1) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(leaf, fc.array(tie('part'), { maxLength: 2 }))
        .map(([one, AND]): unknown => ({ ...(one as object), AND })),
    },
  ),
}));

export interface Asked {
  readonly kind: ModelKind;
  /** As a caller writes it. */
  readonly constraint: unknown;
  readonly query: Omit<SearchQuery, 'constraint' | 'within'>;
  /** Where it is above 0: only the members of this category. */
  readonly within: number;
  /** For distinct values. */
  readonly field: string;
  /** Asked as shop fronts ask, with the secret key also for what is inactive; else of the engine itself. */
  readonly front: boolean;
  readonly type: ShopObject['type'];
  readonly inactive: boolean;
}

/** One that is refused, for its many words say, asks for everything instead. */
export const parsed = ({ constraint }: Pick<Asked, 'constraint'>): Constraint => {
  const read = parseConstraint(constraint);
  return read.ok ? read.value : { type: 'all', parts: [] };
};

const column = fc.oneof(
  field,
  fc.constantFrom('name', 'id', 'prio', 'creation_date', 'size', 'category.name', 'seo.title', 'availability.quantity'),
);

export const asked: fc.Arbitrary<Asked> = fc.record({
  kind: fc.constantFrom<ModelKind>(
    'shopobject',
    'shopobject',
    'shopobject',
    'shopobject',
    'shopobject',
    'warehouse_entity',
    'class',
  ),
  constraint: group,
  query: fc.record({
    boost: fc.constantFrom('size', 'metadata.weight', 'main.id', 'price', 'nothing'),
    language: fc.constantFrom(...LANGUAGES, 'xx', 'constructor'),
    order: fc.array(column, { maxLength: 2 }),
    descending: fc.boolean(),
    scope: fc.constantFrom(
      [],
      [],
      [equals('main.active', 1)],
      [equals('main.type', 'product'), equals('main.active', 1)],
    ),
    skip: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, 2, 5, 1e12) }),
    collapseToRoots: fc.boolean(),
    limit: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, 2, 3, 1e12) }),
  }),
  within: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) }),
  field: column,
  front: fc.boolean(),
  type: fc.constantFrom('product', 'product', 'product', 'content'),
  inactive: fc.boolean(),
});
