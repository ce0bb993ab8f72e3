// What a failed test says beside its assertion: what its servers said last, and where their data is.

const reporters = new Set<() => string>();
/** Of the test that runs, from what was withdrawn after it had failed. */
let withdrawn: string[] = [];
let hasFailed = (): boolean => false;

/**
 * `report` is called when a test fails while it is registered. Returns what ends that, and what is called then if the
 * test has failed by then: a test that cleans in `afterEach` does it before anybody asks.
 */
export const onFailure = (report: () => string): (() => void) => {
  reporters.add(report);
  return () => {
    if (reporters.delete(report) && hasFailed()) withdrawn.push(report());
  };
};

/** A test begins (setup.ts). */
export const beginTest = (failed: () => boolean): void => {
  hasFailed = failed;
  withdrawn = [];
};

/** Called once for a failed test (setup.ts). */
export const failureReport = (): string => [...withdrawn, ...[...reporters].map((report) => report())].join('\n');
