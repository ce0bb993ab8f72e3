// Pieces of products: what an order or a cart wants of the stock, and what an order took.

/** Pieces of one product, in 1/1,000. */
export interface WantedPieces {
  readonly productId: number;
  readonly quantityMilli: number;
}

/** What an order took from one stock item. */
export interface Taken {
  readonly stockId: number;
  readonly quantityMilli: number;
}

/** What product lines need of the stock, line by line. */
export const wantedOf = ({
  lines,
}: {
  readonly lines: readonly (WantedPieces & { readonly type: string })[];
}): WantedPieces[] =>
  lines.filter(({ type }) => type === 'PRODUCT').map(({ productId, quantityMilli }) => ({ productId, quantityMilli }));

/** What is wanted besides what somebody has already. */
export const beyond = (wanted: readonly WantedPieces[], had: readonly WantedPieces[]): readonly WantedPieces[] => {
  const left = new Map(had.map(({ productId, quantityMilli }) => [productId, quantityMilli]));
  return wanted.flatMap(({ productId, quantityMilli }) => {
    const there = Math.min(quantityMilli, left.get(productId) ?? 0);
    left.set(productId, (left.get(productId) ?? 0) - there);
    return there === quantityMilli ? [] : [{ productId, quantityMilli: quantityMilli - there }];
  });
};
