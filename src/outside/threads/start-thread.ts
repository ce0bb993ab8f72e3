// Starts a worker thread from a file of the source, compiled or not.
import { Worker } from 'node:worker_threads';
import type { ResourceLimits } from 'node:worker_threads';

const IS_COMPILED = import.meta.url.endsWith('.js');

/** Threads inherit neither vitest's loader nor tsx's: one that starts from TypeScript loads tsx itself. */
const tsxLoader = (): string => {
  const code = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register();`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
};

type CodeOf = (file: URL) => URL | undefined;

let codeOf: CodeOf = () => undefined;

/** Sets where threads find compiled code, for tests: loading tsx takes longer than most threads live. */
export const useThreadCode = (compiled: CodeOf): void => {
  codeOf = compiled;
};

/**
 * Starts a thread. `file`: its name in the source, `new URL('./http-worker.ts', import.meta.url)`. `data`: its
 * `workerData`. `resourceLimits`: of its heap.
 */
export const startThread = (file: URL, data?: object, resourceLimits?: ResourceLimits): Worker => {
  const compiled = IS_COMPILED ? new URL(file.href.replace(/\.ts$/, '.js')) : codeOf(file);
  return compiled !== undefined
    ? new Worker(compiled, { execArgv: [], workerData: data, resourceLimits })
    : new Worker(file, { execArgv: ['--import', tsxLoader()], workerData: data, resourceLimits });
};
