// What promotions take off a cart, the slow way: piece by piece, with exact fractions. It knows carts of whole pieces
// at prices in whole cents, and promotions that share one stack.
import type { Candidate, CandidateGoods } from '../../../src/domain/calculation/promote.ts';
import type { PromotedLine } from '../../../src/domain/calculation/pieces.ts';

interface Piece {
  readonly product: number;
  /** Cents. */
  readonly price: bigint;
  readonly rate: number;
  taken: boolean;
  off: bigint;
}

const halfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);
const MILLION = 1_000_000n;
const total = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const positive = (one: bigint): bigint => (one < 0n ? 0n : one);

/** By largest remainder: of equal fractions the earlier one is rounded up. */
const modelSpread = (sum: bigint, amounts: readonly bigint[]): bigint[] => {
  const all = total(amounts);
  if (all === 0n) return amounts.map(() => 0n);
  const parts = amounts.map((amount) => (sum * amount) / all);
  const fraction = (at: number): bigint => (sum * amounts[at]!) % all;
  const order = amounts.map((_, at) => at).sort((a, b) => Number(fraction(b) - fraction(a)) || a - b);
  for (const at of order.slice(0, Number(sum - total(parts)))) parts[at]! += 1n;
  return parts;
};

const piecesOf = (lines: readonly PromotedLine[]): Piece[] =>
  lines
    .filter(({ productId, sumMinor }) => productId !== 0 && sumMinor > 0)
    .flatMap(({ productId, priceE4, rateE6, quantityMilli }) =>
      Array.from({ length: quantityMilli / 1000 }, () => ({
        product: productId,
        price: BigInt(priceE4) / 100n,
        rate: rateE6,
        taken: false,
        off: 0n,
      })),
    )
    .sort((a, b) => Number(b.price - a.price) || a.product - b.product || a.rate - b.rate);

/** Equal pieces, in their order. */
const equals = (pieces: readonly Piece[]): Piece[][] => {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1)?.[0];
    const isSame = last?.product === piece.product && last.price === piece.price && last.rate === piece.rate;
    if (isSame) groups.at(-1)!.push(piece);
    else groups.push([piece]);
  }
  return groups;
};

const worth = (pieces: readonly Piece[]): bigint => total(pieces.map(({ price, off }) => price - off));

const isOf = (goods: CandidateGoods | undefined, product: number): boolean =>
  goods === undefined || (typeof goods === 'function' ? goods(product) : goods.has(product));

/** By promotion, what it takes off; those that take nothing are left out. */
export const modelPromotions = (
  lines: readonly PromotedLine[],
  delivery: readonly number[],
  candidates: readonly Candidate[],
): ReadonlyMap<number, bigint> => {
  const pieces = piecesOf(lines);
  const found = new Map<number, bigint>();
  let deliveryLeft = total(delivery.map((minor) => positive(BigInt(minor))));
  let afterPieces: bigint[] | undefined;
  const phase = ({ gift: { kind, per } }: Candidate): number =>
    kind === 'free_delivery' ? 2 : kind === 'buy_get' || per === 'piece' ? 0 : 1;
  const ordered = [...candidates].sort((a, b) => phase(a) - phase(b) || b.priority - a.priority || a.id - b.id);
  for (const one of ordered) {
    const { gift, leftMinor } = one;
    if (phase(one) > 0) afterPieces ??= pieces.map(({ price, off }) => price - off);
    const counted = pieces.filter(({ product }) => isOf(one.counts, product));
    const sum =
      afterPieces === undefined
        ? worth(counted)
        : total(pieces.flatMap((piece, at) => (counted.includes(piece) ? afterPieces![at]! : [])));
    if (leftMinor <= 0 || sum < BigInt(one.minSumMinor) || counted.length * 1000 < one.minMilli) continue;
    const left = leftMinor === Infinity ? 10n ** 30n : BigInt(leftMinor);
    const value = BigInt(gift.value);
    if (gift.kind === 'free_delivery') {
      const off = least(deliveryLeft, left);
      deliveryLeft -= off;
      if (off > 0n) found.set(one.id, off);
      continue;
    }
    const free = pieces.filter(({ taken, product }) => !taken && isOf(one.takesOff, product));
    let groups = equals(free);
    let bought: Piece[] = [];
    let wanted: bigint[];
    if (gift.kind === 'buy_get') {
      const size = gift.buy + gift.get;
      const sets = Math.min(Math.floor(free.length / size), gift.timesMax || Infinity);
      const inSets = free.slice(0, sets * size);
      bought = inSets.filter((_, at) => at % size < gift.buy);
      groups = equals(inSets.filter((_, at) => at % size >= gift.buy));
      wanted = groups.map((group) => halfUp(worth(group) * value, MILLION));
    } else if (gift.per === 'piece') {
      wanted = groups.map((group) => {
        const money = value * BigInt(group.length);
        if (gift.kind === 'percent') return halfUp(worth(group) * value, MILLION);
        return gift.kind === 'amount' ? least(money, worth(group)) : positive(worth(group) - money);
      });
    } else {
      const base = worth(free);
      const off =
        gift.kind === 'percent'
          ? halfUp(base * value, MILLION)
          : gift.kind === 'amount'
            ? least(value, base)
            : positive(base - value);
      wanted = modelSpread(off, groups.map(worth));
    }
    if (total(wanted) > left) wanted = modelSpread(left, wanted);
    const off = total(wanted);
    if (off === 0n) continue;
    for (const [at, group] of groups.entries()) {
      if (wanted[at] === 0n) continue;
      // How equal pieces share it changes nothing: none of them is discounted again.
      group[0]!.off += wanted[at]!;
      for (const piece of group) piece.taken = true;
    }
    for (const piece of bought) piece.taken = true;
    found.set(one.id, off);
  }
  return found;
};
