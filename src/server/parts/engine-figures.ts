// What the engine room of the back office shows: figures of this process, and its settings.
import { shownSettings } from '../../admin/settings.ts';
import type { GivenSettings } from '../../config/config.ts';
import { programVersion } from '../../config/version.ts';
import type { ShopPages } from '../observability/observability.ts';

interface Shown extends GivenSettings {
  readonly pages: ShopPages | undefined;
}

/** Returns what gives the figures, as JSON. */
export const figuresOf = ({ pages, ...given }: Shown): (() => Promise<string>) => {
  const settings = shownSettings(given);
  return async () =>
    JSON.stringify({
      object: 'engine_figures',
      version: programVersion(),
      at_ms: Date.now(),
      metrics: (await pages?.figures()) ?? [],
      settings,
    });
};
