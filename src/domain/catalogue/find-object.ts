// Finds objects that a caller may see, by id and by permalink.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { linked, movedTo, notLinked } from '../attributes/seo.ts';
import type { Linked } from '../attributes/seo.ts';
import type { Reader } from '../transaction.ts';
import { isActive } from '../stock/sellable.ts';
import type { ShopObject } from './shop-object.ts';

/** One that a caller may see; `inactive`: also what is not on sale. Refuses: SHOPOBJECT_NOT_FOUND. */
export const objectSeen = (
  shop: Reader,
  id: number,
  type: ShopObject['type'],
  inactive: boolean,
): Result<ShopObject> => {
  const state = shop.read('shopobject', id);
  return state?.type === type && (inactive || isActive(shop, state)) ? ok(state) : refuse('SHOPOBJECT_NOT_FOUND', id);
};

/**
 * The object that a permalink means; `language` '' = none asked for. Refuses: SHOPOBJECT_NOT_FOUND, with what a former
 * permalink has become.
 */
export const objectLinked = (
  shop: Reader,
  permalink: string,
  language: string,
  type: ShopObject['type'],
  inactive: boolean,
): Result<Linked<ShopObject>> => {
  const holders = shop.index('shopobject').permalinks.holders(permalink);
  if (holders === undefined) shop.trackAbsence('shopobject');
  else shop.track(holders);
  const find = (id: number): ShopObject | undefined => {
    const seen = objectSeen(shop, id, type, inactive);
    return seen.ok ? seen.value : undefined;
  };
  const match = holders && linked(holders, language, shop.rules.language, find);
  if (match !== undefined) return ok(match);
  const former = shop.index('shopobject').former.holders(permalink);
  shop.trackAbsence('shopobject');
  const moved = former && movedTo(former, language, shop.rules.language, find);
  return notLinked(refuse('SHOPOBJECT_NOT_FOUND', permalink), moved);
};
