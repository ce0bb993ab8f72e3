// Payment methods whose provider is an extension: modules are loaded, as a server loads them, and ended again.
import type { Config } from '../../config/config.ts';
import { extensionsOf } from '../../server/parts/extensions.ts';

/** One sentence for each problem. Loads nothing where no method names an extension. */
export const extensionProblems = async (config: Config): Promise<readonly string[]> => {
  if (!config.paymentMethods.some(({ provider }) => provider === 'extension')) return [];
  const problems: string[] = [];
  const host = extensionsOf(config, { info: () => {}, warn: (line) => void problems.push(line) });
  try {
    await host?.begin();
  } finally {
    await host?.close();
  }
  return [...new Set(problems)];
};
