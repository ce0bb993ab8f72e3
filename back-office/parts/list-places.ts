// Where long lists were left, as long as the page lives: somebody who comes back finds the row again.
import { route } from '../routes.ts';

export interface ListPlace {
  /** Pixels that were scrolled. */
  top: number;
  /** The row that the keyboard is on. */
  current: number;
}

const PLACES_MAX = 50;
const places = new Map<string, ListPlace>();

/** The place of a list: where it was left for somebody who comes back, else its top. It is changed in place. */
export const placeOf = (id: string): ListPlace => {
  const known = places.get(id);
  if (known !== undefined && route.value.isReturn) return known;
  const place = { top: 0, current: 0 };
  places.delete(id);
  places.set(id, place);
  if (places.size > PLACES_MAX) places.delete(places.keys().next().value!);
  return place;
};
