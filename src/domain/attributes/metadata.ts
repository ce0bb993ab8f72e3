import { composed } from '../../kernel/text.ts';
import type { RefCountIndex } from '../unique-index.ts';

/** A member that was never sent is absent, and a variation then has its parent's; a sent '' or 0 is its own value. */
export interface Metadata {
  readonly element_number?: string;
  readonly ean?: string;
  readonly taxclass?: string;
  readonly length?: number;
  readonly width?: number;
  readonly height?: number;
  readonly weight?: number;
  readonly notes?: string;
  /** In pieces, from 0.001, with up to three decimals; of products alone. */
  readonly quantity_step?: number;
}

/** With the values that replies show where none was sent; what is sold in steps is a product. */
export type FullMetadata = Required<Omit<Metadata, 'quantity_step'>>;

/** A member that is left out stays; null makes it one that was never sent. */
export type MetadataChange = {
  readonly [K in keyof Metadata]?: Metadata[K] | null;
};
export const NO_METADATA: FullMetadata = {
  element_number: '',
  ean: '',
  taxclass: '',
  length: 0,
  width: 0,
  height: 0,
  weight: 0,
  notes: '',
};
export const mergeMetadata = (metadata: Metadata, change: MetadataChange): Metadata => {
  const merged: { [member: string]: unknown } = { ...metadata };
  for (const [member, value] of Object.entries(change)) {
    if (value === null) delete merged[member];
    else if (value !== undefined) merged[member] = value;
  }
  return merged;
};

/** Counts the tax class that metadata themselves name; not one that a variation has from its product. */
export const countTaxClass = (counts: RefCountIndex<string>, { taxclass = '' }: Metadata, by: 1 | -1): void => {
  if (taxclass !== '') counts.add(composed(taxclass), by);
};
