/** Resolves in the next turn of the event loop, after everything that waits now was served. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
