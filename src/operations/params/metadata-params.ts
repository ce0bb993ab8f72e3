// Metadata of products and warehouse entities: article numbers, tax class, measures.
import type { FullMetadata, Metadata, MetadataChange } from '../../domain/attributes/metadata.ts';
import { NO_METADATA, mergeMetadata } from '../../domain/attributes/metadata.ts';
import { QUANTITY_MILLI_MAX, parseDecimal } from '../../domain/money.ts';
import type { Param } from '../../kernel/params.ts';
import { Type, json, map, optional } from '../../kernel/params.ts';
import type { Result } from '../../kernel/result.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';

const MEASURES = ['length', 'width', 'height', 'weight'] as const;
type Members = { readonly [name: string]: unknown };
type Writable<T> = { -readonly [K in keyof T]: T[K] };

const THOUSANDTHS = /^\d{1,7}(\.\d{1,3}0*)?$/;

/** In 1/1,000 of a piece. Refuses: PARAMETER_INVALID with the path. */
export const readQuantityStep = (given: unknown, path: string): Result<number> => {
  const text = typeof given === 'number' || typeof given === 'string' ? String(given).trim() : '';
  const milli = THOUSANDTHS.test(text) ? (parseDecimal(text, 3) ?? 0) : 0;
  if (milli > 0 && milli <= QUANTITY_MILLI_MAX) return ok(milli);
  return refuse(
    'PARAMETER_INVALID',
    path,
    `${path}: ${shown(given)} is no number from 0.001 to 1,000,000 with up to three decimals.`,
  );
};

/** The members that were sent: an empty text is a value, an empty measure 0, null is none. */
const readMetadata = (given: Members, param: string): Result<MetadataChange> => {
  const made: Writable<MetadataChange> = {};
  for (const field of ['element_number', 'ean', 'notes'] as const) {
    const value = given[field];
    if (value === undefined) continue;
    if (value !== null && (typeof value === 'object' || String(value).length > 10_000)) {
      return refuse('PARAMETER_INVALID', param, `${param}.${field}: a text of at most 10,000 characters is wanted.`);
    }
    made[field] = value === null ? null : String(value);
  }
  const { taxclass } = given;
  if (taxclass !== undefined) {
    const className =
      typeof taxclass === 'object' && taxclass !== null ? ((taxclass as { name?: unknown }).name ?? '') : taxclass;
    if (className !== null && (typeof className === 'object' || String(className).length > 255)) {
      return refuse('PARAMETER_INVALID', param, `${param}.taxclass: the name of a tax class is wanted.`);
    }
    made.taxclass = className === null ? null : String(className);
  }
  for (const field of MEASURES) {
    const sent = field === 'weight' && given['kg'] !== undefined ? (given[field] ?? given['kg']) : given[field];
    if (sent === undefined) continue;
    const measured = sent === '' ? 0 : sent === null ? null : parseDecimal(sent, 6);
    if (measured === undefined)
      return refuse('PARAMETER_INVALID', param, `${param}.${field}: ${shown(sent)} is no number up to 9,007,199,254.`);
    if (measured !== null && measured < 0)
      return refuse('PARAMETER_INVALID', param, `${param}.${field}: ${shown(sent)} is below 0.`);
    made[field] = measured === null ? null : measured / 1e6;
  }
  const { quantity_step: step } = given;
  if (step !== undefined) {
    const read = step === null || step === '' ? ok(null) : readQuantityStep(step, `${param}.quantity_step`);
    if (!read.ok) return { ...read, param };
    made.quantity_step = read.value === null ? null : read.value / 1000;
  }
  return ok(made);
};

/** Only the members that were sent. */
export const metadataChange: Param<MetadataChange> = optional(
  map(
    json(
      Type.Object(
        {
          element_number: Type.Optional(Type.Unknown({ description: 'article number, a text' })),
          ean: Type.Optional(Type.Unknown({ description: 'bar code number, a text' })),
          taxclass: Type.Optional(Type.Unknown({ description: 'name of a tax class, or {name}' })),
          length: Type.Optional(Type.Unknown({ description: 'a number' })),
          width: Type.Optional(Type.Unknown({ description: 'a number' })),
          height: Type.Optional(Type.Unknown({ description: 'a number' })),
          weight: Type.Optional(Type.Unknown({ description: 'a number' })),
          kg: Type.Optional(Type.Unknown({ description: 'the weight, where there is no `weight`' })),
          notes: Type.Optional(Type.Unknown({ description: 'a text' })),
          quantity_step: Type.Optional(
            Type.Unknown({ description: 'extra: a product is sold in multiples of it; a number from 0.001' }),
          ),
        },
        { description: 'article numbers, tax class and measures; null takes one away' },
      ),
    ),
    readMetadata,
  ),
  {},
);

/** Metadata of a new product. */
export const metadata: Param<Metadata> = optional(
  map(metadataChange, (given) => ok(mergeMetadata({}, given))),
  {},
);

/** Metadata of a new warehouse entity. */
export const fullMetadata: Param<FullMetadata> = optional(
  map(metadata, ({ quantity_step: _ofProducts, ...given }) => ok({ ...NO_METADATA, ...given })),
  NO_METADATA,
);
