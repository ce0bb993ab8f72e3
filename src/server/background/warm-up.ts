// What the first calls of a server would wait for, made ready in the background after a start.
import type { Config } from '../../config/config.ts';
import type { Engine } from '../../engine/engine.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { logInfo } from '../observability/log.ts';
import { countryNamesOf } from '../parts/documents.ts';
import type { Operator } from '../process/signals.ts';

/** Indexes words in the background, in time slices; a search for words speeds it up. */
export const warmSearch = async (engine: Engine, sliceMs: number, operator: Operator): Promise<void> => {
  if (!engine.isSearchWarming) return;
  const startedMs = performance.now();
  for (
    let endMs = startedMs + sliceMs;
    !engine.warmSearch(() => performance.now() < endMs);
    endMs = performance.now() + sliceMs
  ) {
    await yieldToEventLoop();
    if (operator.stopping) return;
  }
  logInfo(`words indexed in ${((performance.now() - startedMs) / 1000).toFixed(1)} s, MATCH is ready`);
};

/** Reads names of countries in English and the languages of the shop: one language in each turn of the event loop. */
const warmCountries = async (config: Config, operator: Operator): Promise<void> => {
  const names = countryNamesOf(config);
  do await yieldToEventLoop();
  while (!operator.stopping && !names.readFirst(() => true));
};

/** What the first calls would wait for, in the background after a start. */
export const warm = (engine: Engine, config: Config, operator: Operator): void => {
  void warmSearch(engine, config.backgroundSliceMs, operator);
  void warmCountries(config, operator);
};
