// The parameter of writes that a person wants to see the outcome of first.
import { flag, optional } from '../../kernel/params.ts';

export const dryRunParam = optional(flag('1 = say what would happen or why not, and change nothing'), false);
