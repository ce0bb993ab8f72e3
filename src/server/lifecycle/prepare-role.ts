// What a store must have before its server answers, and when a server that followed begins to lead.
import type { Engine } from '../../engine/engine.ts';
import { createMissingWebhooks } from '../parts/webhooks.ts';
import type { Fatal } from '../process/end-after.ts';
import { checkDemo, prepareFirstChannel } from '../start/first-channel.ts';
import { beginFirstSteps, showOwnerLink } from '../start/first-owner.ts';
import { checkCurrency, recordCurrency } from '../start/shop-currency.ts';
import { recordOrKeepSettings, recordSettings } from '../start/shop-settings.ts';
import { printFirstSteps } from '../start/start-report.ts';
import type { Opened } from './open-shop.ts';
import type { ServeOptions } from './serve-options.ts';
import type { ServerLife } from './server-life.ts';

type Settings = Pick<ServeOptions, 'config' | 'sources'>;

const NO_SOURCES: ReadonlyMap<string, string> = new Map();

/** `recordHeld`: how settings of the shop are recorded. */
const makeMissing = (
  engine: Engine,
  { config, sources = NO_SOURCES }: Settings,
  recordHeld: typeof recordSettings,
): void => {
  // Before the settings of this process seed another one.
  checkCurrency(engine);
  recordHeld(engine, { config, sources });
  recordCurrency(engine);
  createMissingWebhooks(engine);
  beginFirstSteps(engine);
};

/**
 * Called when a server that followed decides. It ends where its life has no such step, before anything is recorded, and
 * where its settings would change what amounts mean.
 */
export const beginToLead = (life: Pick<ServerLife, 'step'>, engine: Engine, settings: Settings, fatal: Fatal): void => {
  try {
    life.step('lead');
    makeMissing(engine, settings, recordOrKeepSettings);
  } catch (error) {
    fatal('this server must not lead', error);
  }
};

/** `isNew`: the store was made with goods just now. Throws ConfigError as `prepareFirstChannel` does. */
export const prepareRole = async (
  { store, ports, joined }: Opened,
  options: ServeOptions,
  isNew: boolean,
): Promise<void> => {
  const { engine } = store;
  if (!engine.isLeading) {
    if (joined !== undefined) checkDemo(engine, options);
    return;
  }
  prepareFirstChannel(engine, options, isNew);
  printFirstSteps(store);
  if (!engine.isReadOnly) {
    makeMissing(engine, options, recordSettings);
    if (!options.demo) await showOwnerLink(engine, options.config, ports);
  }
  // Durable before the first reply, so that a store that has answered is never taken for a new one.
  await engine.whenDurable(engine.headSeq);
  await store.started;
};
