// Modules of extensions for tests, written to a directory of their own, and a host that loads them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtensionFigures } from '../../../src/kernel/extensions.ts';
import { ExtensionHost } from '../../../src/outside/extensions/extension-host.ts';
import type { ExtensionSetting } from '../../../src/outside/extensions/extension-slot.ts';
import { newDirectory } from '../../harness/directories.ts';
import { endsWithTest } from '../../harness/endings.ts';
import { until } from '../../harness/until.ts';
import '../threads/compiled-threads.ts';

/** Source of a module that names itself and has these members. */
export const moduleOf = (name: string, members: string): string =>
  `import { defineExtension } from 'kontor/extension';\nexport default defineExtension({ name: '${name}', ${members} });\n`;

/** Source that so many milliseconds pass by while a module is loaded. */
export const takesToLoad = (ms: number): string =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`;

export interface TestedHost {
  readonly host: ExtensionHost;
  /** Lines of its log. */
  readonly lines: string[];
  /** Writes a module again. */
  readonly write: (file: string, source: string) => void;
  readonly first: () => ExtensionFigures;
  /** Resolves when the first one is in a state. */
  readonly when: (state: ExtensionFigures['state']) => Promise<void>;
}

/** `modules`: sources by name of file. */
export const hostOf = (
  modules: { readonly [file: string]: string },
  setting: Omit<ExtensionSetting, 'module'> = {},
): TestedHost => {
  const directory = newDirectory();
  const lines: string[] = [];
  const write = (file: string, source: string): void => writeFileSync(join(directory, file), source);
  for (const [file, source] of Object.entries(modules)) write(file, source);
  const host = new ExtensionHost(
    Object.keys(modules).map((module) => ({ module, ...setting })),
    { directory, nowMs: () => performance.now(), info: (line) => lines.push(line), warn: (line) => lines.push(line) },
  );
  endsWithTest(() => host.close());
  host.tick();
  const first = (): ExtensionFigures => host.list()[0]!;
  return {
    host,
    lines,
    write,
    first,
    when: async (state) => void (await until(`the first is ${state}`, () => first().state === state)),
  };
};
