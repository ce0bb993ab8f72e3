// `fetch` for libraries that ask for one. Not the global one: where a process has loaded undici, Node 20 fetches
// through that package's dispatcher, which refuses what Node gives it.

/** Loads undici with its first call. */
export const ownFetch: typeof globalThis.fetch = async (address, call) => {
  const { fetch } = await import('./undici.ts');
  // The same to whoever calls it; the types of Node and of the package differ in what nobody here uses.
  return (fetch as unknown as typeof globalThis.fetch)(address, call);
};
