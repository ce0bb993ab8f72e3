/** Resolves in the next turn of the event loop: all that waits is served before the caller goes on. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
