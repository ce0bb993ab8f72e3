// The npm scripts that know names: `npm run TOOL -- NAME`.
import { BENCH } from './bench.ts';
import { CHECK } from './check.ts';
import { DOCS } from './docs.ts';
import type { Tool } from './program.ts';
import { SIM } from './sim.ts';

export const TOOLS: { readonly [tool: string]: Tool } = { bench: BENCH, check: CHECK, docs: DOCS, sim: SIM };
