// The shop: one actor, whose state are the settings of the shop that change while it sells.
//
// The configuration seeds it, once per setting. From then on a setting has the value that an operation set last, unless
// the configuration says another one than at the seed: such an entry is pinned, which means that it wins until it is
// taken away. A change may wait for a time; the leader makes a record when that is due, so that every process applies
// it at the same record (src/engine/maintenance/due-changes.ts).
// Not promised: that a due change applies at its very moment; decisions before its record have the values before it.
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import type { ShopRules } from '../rules.ts';
import { sameValue } from '../same-value.ts';
import { schema } from '../schema.ts';
import type { Reader } from '../transaction.ts';
import { SHOP_SETTINGS, itemsAdded, withItems } from './held-settings.ts';
import type { ShopSetting, ShopValues } from './held-settings.ts';

/** A change that waits for its time. */
export interface ScheduledChange {
  readonly effectiveMs: number;
  readonly values: ShopValues;
}

/** What a new shop does first, in this order. */
export const FIRST_STEPS = [
  'shop',
  'taxes',
  'currency',
  'languages',
  'product',
  'payment',
  'delivery',
  'trial',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];
export type StepMark = 'done' | 'skipped';

interface FirstSteps {
  /** The shop was empty when a server was started with it. */
  readonly isBegun: boolean;
  readonly isAway: boolean;
  /** Absent: open. */
  readonly marks: { readonly [step in FirstStep]?: StepMark };
}

const NOT_BEGUN: FirstSteps = { isBegun: false, isAway: false, marks: {} };

export interface Shop {
  /** What was seeded, or set last. */
  values: ShopValues;
  /** What the configuration said at the seed, by setting; absent: it said nothing. */
  seeds: ShopValues;
  /** What the configuration says otherwise since; it wins over `values`. */
  pins: ShopValues;
  /** By their time, each time once. */
  scheduled: readonly ScheduledChange[];
  /** Last record that changed settings. */
  seq: number;
  firstSteps: FirstSteps;
  /** Digest of the code by which the first owner is made; '': there is none. */
  ownerDigest: string;
  /** The lowest first number of orders that was in force; 0: the configuration's. */
  orderIdLeast: number;
}

export type ShopCommand =
  /** `values`: of every setting, from configuration and defaults; `given`: those that the configuration says. */
  | { readonly type: 'configure'; readonly values: ShopValues; readonly given: readonly ShopSetting[] }
  | { readonly type: 'change_settings'; readonly values: ShopValues }
  /** Replaces what waits for this time of each setting; null: it waits no more. */
  | {
      readonly type: 'schedule_settings';
      readonly effectiveMs: number;
      readonly values: { readonly [K in ShopSetting]?: ShopValues[K] | null };
    }
  | { readonly type: 'apply_due' }
  | { readonly type: 'begin_first_steps' }
  | { readonly type: 'mark_step'; readonly step: FirstStep; readonly mark: StepMark | 'open' }
  | { readonly type: 'put_steps_away'; readonly isAway: boolean }
  /** '': no code makes an owner any more. */
  | { readonly type: 'set_owner_code'; readonly digest: string };

const EVENTS = {
  shop_seeded: { values: {} as ShopValues, seeds: {} as ShopValues },
  /** All pins from here on. */
  settings_pinned: { pins: {} as ShopValues },
  settings_changed: { values: {} as ShopValues },
  /** All that waits for this time from here on; nothing: no change waits for it. */
  settings_scheduled: { effectiveMs: 0, values: {} as ShopValues },
  /** Changes that waited for this time or an earlier one apply. */
  settings_came_due: { effectiveMs: 0 },
  first_steps_begun: {},
  first_step_marked: { step: 'shop' as FirstStep, mark: 'open' as StepMark | 'open' },
  first_steps_put_away: { isAway: false },
  owner_code_set: { digest: '' },
};
type Event = EventOf<typeof EVENTS>;
/** After others a person's settings are still those that they have seen. */
const SETTING_EVENTS: ReadonlySet<string> = new Set([
  'shop_seeded',
  'settings_pinned',
  'settings_changed',
  'settings_scheduled',
  'settings_came_due',
]);

/**
 * Returns the values that count: what is pinned, and else what was set last. The language of the shop is one of its
 * languages, whichever of the two was set last.
 */
export const inForce = ({ values, pins }: Readonly<Shop>): ShopValues => {
  const both: ShopValues = { ...values, ...pins };
  const { language, languages } = both;
  return language === undefined || languages === undefined || languages.includes(language)
    ? both
    : { ...both, languages: [language, ...languages] };
};

/** Returns the members with these names that `values` has. */
const pickValues = (values: ShopValues, isWanted: (name: ShopSetting) => boolean): ShopValues =>
  Object.fromEntries(
    SHOP_SETTINGS.filter((name) => values[name] !== undefined && isWanted(name)).map((name) => [name, values[name]]),
  );

/** What the configuration adds to lists that the shop holds: these become seeded ones of it, now and at a time. */
const joined = (state: Shop, values: ShopValues, names: readonly ShopSetting[]): Event[] => {
  const added = new Map(names.map((name) => [name, itemsAdded(name, values[name], state.seeds[name])]));
  const withAdded = (before: ShopValues): ShopValues =>
    Object.fromEntries(
      names
        .filter((name) => before[name] !== undefined)
        .map((name) => [name, withItems(name, before[name], added.get(name)!)]),
    );
  return [
    {
      type: 'shop_seeded',
      values: withAdded(state.values),
      seeds: pickValues(values, (name) => names.includes(name)),
    },
    ...state.scheduled.map(({ effectiveMs, values: later }) => ({
      type: 'settings_scheduled' as const,
      effectiveMs,
      values: { ...later, ...withAdded(later) },
    })),
  ];
};

const configured = (state: Shop, values: ShopValues, given: readonly ShopSetting[]): Event[] => {
  const isMissing = (name: ShopSetting): boolean => state.values[name] === undefined;
  const seeded = pickValues(values, isMissing);
  const differing = given.filter(
    (name) => values[name] !== undefined && !isMissing(name) && !sameValue(values[name], state.seeds[name]),
  );
  const joining = differing.filter((name) => itemsAdded(name, values[name], state.seeds[name]) !== undefined);
  const pins = pickValues(values, (name) => differing.includes(name) && !joining.includes(name));
  const events: Event[] = [];
  if (Object.keys(seeded).length > 0)
    events.push({
      type: 'shop_seeded',
      values: seeded,
      seeds: pickValues(seeded, (name) => given.includes(name)),
    });
  if (joining.length > 0) events.push(...joined(state, values, joining));
  if (!sameValue(pins, state.pins)) events.push({ type: 'settings_pinned', pins });
  return events;
};

/** What waits for a time after the command; nothing: no change does. */
const waiting = (
  state: Shop,
  { effectiveMs, values }: ShopCommand & { readonly type: 'schedule_settings' },
): ShopValues => {
  const before = state.scheduled.find((one) => one.effectiveMs === effectiveMs)?.values ?? {};
  return Object.fromEntries(Object.entries({ ...before, ...values }).filter(([, value]) => value !== null));
};

/** The changes that wait, with those of one time in the place of what waited for it. */
const rescheduled = (state: Shop, effectiveMs: number, values: ShopValues): readonly ScheduledChange[] => {
  const others = state.scheduled.filter((one) => one.effectiveMs !== effectiveMs);
  const own = Object.keys(values).length === 0 ? [] : [{ effectiveMs, values }];
  return [...others, ...own].sort((one, other) => one.effectiveMs - other.effectiveMs);
};

/** Rules that the shop holds, in the place of those of the configuration. */
export class ShopIndex {
  /** When the next change is due; Infinity: none waits. */
  nextMs = Infinity;
  #values: ShopValues | undefined = undefined;
  #base: ShopRules | undefined = undefined;
  #rules: ShopRules | undefined = undefined;

  /** `state`: undefined where there is no shop. */
  hold(state: Shop | undefined): void {
    this.nextMs = state?.scheduled[0]?.effectiveMs ?? Infinity;
    this.#values = state === undefined ? undefined : inForce(state);
    this.#base = undefined;
  }

  /** `base`: rules of the configuration. */
  rulesOn(base: ShopRules): ShopRules {
    if (this.#values === undefined) return base;
    if (this.#base !== base || this.#rules === undefined) {
      this.#base = base;
      const rules = { ...base, ...this.#values };
      this.#rules = { ...rules, languages: [...new Set([rules.language, ...rules.languages])] };
    }
    return this.#rules;
  }
}

const applyEvent = (state: Shop, event: Event): void => {
  switch (event.type) {
    case 'shop_seeded':
      state.values = { ...state.values, ...event.values };
      state.seeds = { ...state.seeds, ...event.seeds };
      return;
    case 'settings_pinned':
      state.pins = event.pins;
      return;
    case 'settings_changed':
      state.values = { ...state.values, ...event.values };
      return;
    case 'settings_scheduled':
      state.scheduled = rescheduled(state, event.effectiveMs, event.values);
      return;
    case 'settings_came_due': {
      const isDue = ({ effectiveMs }: ScheduledChange): boolean => effectiveMs <= event.effectiveMs;
      for (const { values } of state.scheduled.filter(isDue)) state.values = { ...state.values, ...values };
      state.scheduled = state.scheduled.filter((one) => !isDue(one));
      return;
    }
    case 'first_steps_begun':
      state.firstSteps = { ...state.firstSteps, isBegun: true };
      return;
    case 'first_step_marked': {
      const { [event.step]: _before, ...marks } = state.firstSteps.marks;
      const after = event.mark === 'open' ? marks : { ...marks, [event.step]: event.mark };
      state.firstSteps = { ...state.firstSteps, marks: after };
      return;
    }
    case 'first_steps_put_away':
      state.firstSteps = { ...state.firstSteps, isAway: event.isAway };
      return;
    case 'owner_code_set':
      state.ownerDigest = event.digest;
      return;
    default:
      event satisfies never;
  }
};

export const shop: ActorKind<Shop, ShopCommand, typeof EVENTS, ShopIndex> = {
  kind: 'shop',
  state: schema<Shop>({
    values: {},
    seeds: {},
    pins: {},
    scheduled: [],
    seq: 0,
    firstSteps: NOT_BEGUN,
    ownerDigest: '',
    orderIdLeast: 0,
  }),
  events: EVENTS,
  audit: { hidden: ['ownerDigest'], ignored: ['seq', 'seeds', 'orderIdLeast'] },
  decide(state, command, atMs) {
    switch (command.type) {
      case 'configure':
        return decided(...configured(state, command.values, command.given));
      case 'change_settings': {
        const values = pickValues(command.values, (name) => !sameValue(command.values[name], state.values[name]));
        return Object.keys(values).length === 0 ? decided() : decided({ type: 'settings_changed', values });
      }
      case 'schedule_settings': {
        const { effectiveMs } = command;
        const values = waiting(state, command);
        const same = sameValue(rescheduled(state, effectiveMs, values), state.scheduled);
        return same ? decided() : decided({ type: 'settings_scheduled', effectiveMs, values });
      }
      case 'apply_due': {
        const due = state.scheduled.filter(({ effectiveMs }) => effectiveMs <= atMs).at(-1);
        return due === undefined ? decided() : decided({ type: 'settings_came_due', effectiveMs: due.effectiveMs });
      }
      case 'begin_first_steps':
        return state.firstSteps.isBegun ? decided() : decided({ type: 'first_steps_begun' });
      case 'mark_step': {
        const { step, mark } = command;
        const before = state.firstSteps.marks[step] ?? 'open';
        return mark === before ? decided() : decided({ type: 'first_step_marked', step, mark });
      }
      case 'put_steps_away': {
        const { isAway } = command;
        return isAway === state.firstSteps.isAway ? decided() : decided({ type: 'first_steps_put_away', isAway });
      }
      case 'set_owner_code': {
        const { digest } = command;
        return digest === state.ownerDigest ? decided() : decided({ type: 'owner_code_set', digest });
      }
      default:
        return command satisfies never;
    }
  },
  apply(state, event, _atMs, seq) {
    applyEvent(state, event);
    if (!SETTING_EVENTS.has(event.type)) return;
    state.seq = seq ?? state.seq;
    const { orderIdFirst: first } = inForce(state);
    if (first !== undefined) state.orderIdLeast = Math.min(state.orderIdLeast || first, first);
  },
  index: {
    create: () => new ShopIndex(),
    add: (index, _id, state) => index.hold(state),
    remove: (index) => index.hold(undefined),
  },
};

/** Id of the only actor of the kind. */
export const SHOP_ID = 1;

/** Undefined for a shop that has never led since it holds settings; those of the configuration count then. */
export const shopState = (reader: Reader): Readonly<Shop> | undefined => reader.read('shop', SHOP_ID);

/** The lowest number that an order of the shop can have. */
export const leastOrderId = (reader: Reader): number => shopState(reader)?.orderIdLeast || reader.rules.orderIdFirst;

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly shop: typeof shop;
  }
}
