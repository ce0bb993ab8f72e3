// How often a property is tried: as given, or that many times more with KONTOR_RUNS=10.
const TIMES = Number(process.env['KONTOR_RUNS'] ?? '1');

export const runs = (inCi: number): { readonly numRuns: number } => ({ numRuns: inCi * TIMES });
