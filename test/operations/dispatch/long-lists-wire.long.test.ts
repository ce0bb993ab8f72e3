// Long lists through both transports (long-lists-over-http.ts), longer than in long-lists-wire.test.ts.
import { describe } from 'vitest';
import { LISTENERS } from '../clients/served.ts';
import { longListsOver } from './long-lists-over-http.ts';

describe.each(LISTENERS)('$name', ({ listen }) => longListsOver(listen, 300));
