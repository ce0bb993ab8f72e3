// The first owner of a shop: whether there is none yet, and whether a code makes one.
import { shopState } from '../shop/shop.ts';
import type { Reader } from '../transaction.ts';
import { staffIds } from './change-role.ts';

/** Whether nobody may open the back office yet. */
export const lacksOwner = (reader: Reader): boolean => staffIds(reader).length === 0;

/** Whether the first owner may be made by a code with this digest. */
export const ownerCodeHolds = (reader: Reader, digest: string): boolean =>
  lacksOwner(reader) && digest !== '' && shopState(reader)?.ownerDigest === digest;
