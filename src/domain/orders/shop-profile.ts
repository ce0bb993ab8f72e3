// What documents and views of an order need of the shop's settings: one actor per distinct set of values, made by the
// first checkout that needs it. An order carries its id, so that later settings change nothing of the order.
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';
import type { ShopRules } from '../rules.ts';
import { NO_SELLER } from '../seller.ts';
import type { Reader, Transaction } from '../transaction.ts';

/** Members of `ShopRules` as they were when the first order of this profile was placed. */
export type ShopProfile = {
  -readonly [K in 'language' | 'timeZone' | 'company' | 'companyFoot' | 'seller']: ShopRules[K];
};

export type ShopProfileCommand = { readonly type: 'record_profile' } & ShopProfile;

const EVENTS = {
  shop_profile_recorded: {
    language: '',
    timeZone: '',
    company: [] as readonly string[],
    companyFoot: [] as readonly string[],
    seller: NO_SELLER,
  },
};

const keyOf = ({ language, timeZone, company, companyFoot, seller }: ShopProfile): string =>
  JSON.stringify([language, timeZone, company, companyFoot, ...(seller.name === '' ? [] : [seller])]);

export const shopProfile: ActorKind<ShopProfile, ShopProfileCommand, typeof EVENTS, Map<string, number>> = {
  kind: 'shop_profile',
  state: schema<ShopProfile>({ language: '', timeZone: '', company: [], companyFoot: [], seller: NO_SELLER }),
  events: EVENTS,
  decide(_state, { language, timeZone, company, companyFoot, seller }) {
    return decided({ type: 'shop_profile_recorded', language, timeZone, company, companyFoot, seller });
  },
  apply(state, { language, timeZone, company, companyFoot, seller }) {
    Object.assign(state, { language, timeZone, company, companyFoot, seller });
  },
  index: {
    isOneWay: true,
    create: () => new Map<string, number>(),
    add: (index, id, state) => void index.set(keyOf(state), id),
    // A profile never changes and never ends.
    remove: () => {},
  },
};

/** The key of the rules that were asked for last: a setting that changes makes other rules. */
let lastRules: ShopRules | undefined;
let lastKey = '';

const keyOfRules = (rules: ShopRules): string => {
  if (rules !== lastRules) [lastRules, lastKey] = [rules, keyOf(rules)];
  return lastKey;
};

/** The id of the profile that the settings of today make. */
export const currentProfile = (tx: Transaction): Result<number> => {
  const { rules } = tx;
  const known = tx.index('shop_profile').get(keyOfRules(rules));
  if (known !== undefined && tx.read('shop_profile', known) !== undefined) return ok(known);
  tx.trackAbsence('shop_profile');
  const { language, timeZone, company, companyFoot, seller } = rules;
  return tx.create('shop_profile', { type: 'record_profile', language, timeZone, company, companyFoot, seller });
};

/**
 * The settings with those of the order's profile in their place; the present ones for an order without a profile, and
 * the present seller for one that was placed before the shop told of any.
 */
export const rulesOf = (shop: Reader, { profileId }: { readonly profileId: number }): ShopRules => {
  const profile = profileId === 0 ? undefined : shop.read('shop_profile', profileId);
  if (profile === undefined) return shop.rules;
  const { seller } = profile.seller.name === '' ? shop.rules : profile;
  return { ...shop.rules, ...profile, seller };
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly shop_profile: typeof shopProfile;
  }
}
