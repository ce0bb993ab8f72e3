// The pictures of goods that an order or a parcel names by their ids: they are read once for all lines.
import { call } from '../api/call.ts';
import { pictureOf } from '../api/picture-of.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';

/** An `IN` has no more values. */
const IDS_MAX = 1000;

const readPictures = async (ids: readonly number[], language: string, signal: AbortSignal) => {
  if (ids.length === 0 || !may('search_products')) return new Map<number, string>();
  const constraint = { AND: [{ 'main.id': ['IN', ids] }, { 'main.id_variation': ['>=', 0] }] };
  const range = { left_limit: 0, right_limit: ids.length, language };
  const { result } = await call('search_products', { constraint, ...range }, signal);
  return new Map(result.map((product) => [product.id, pictureOf(product)]));
};

/** By product id; none for goods that are gone, and while they are read. */
export const usePictures = (products: readonly number[]): ReadonlyMap<number, string> => {
  const ids = [...new Set(products)].filter((id) => id > 0).slice(0, IDS_MAX);
  const language = wireLanguage();
  const data = useData(`pictures-${language}-${ids.join()}`, (signal) => readPictures(ids, language, signal), {
    topics: ['product'],
  });
  return data.value ?? new Map();
};
