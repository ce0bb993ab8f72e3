// What a failed test says beside its assertion: what its servers said last, and where their data is.

const reporters = new Set<() => string>();

/** `report` is called when a test fails while it is registered. Returns what ends that. */
export const onFailure = (report: () => string): (() => void) => {
  reporters.add(report);
  return () => void reporters.delete(report);
};

/** Called once for a failed test (setup.ts). */
export const failureReport = (): string => [...reporters].map((report) => report()).join('\n');
