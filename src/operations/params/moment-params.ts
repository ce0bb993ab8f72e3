// A time until which something waits, or that it waits for ever.
import { parseMoment } from '../../domain/date-time.ts';
import { map, text } from '../../kernel/params.ts';
import { ok, refuse } from '../../kernel/result.ts';

const NEVER = 'none';

/** Milliseconds of the epoch; 0: for ever. */
export const moment = map(
  text(`YYYY-MM-DD or YYYY-MM-DD HH:MM:SS, UTC; ${NEVER}: it waits for ever`, { max: 19 }),
  (value, name) => {
    const ms = value === NEVER ? 0 : parseMoment(value);
    return ms === undefined || (ms <= 0 && value !== NEVER)
      ? refuse('PARAMETER_INVALID', name, `${name} must be YYYY-MM-DD, YYYY-MM-DD HH:MM:SS or ${NEVER}`)
      : ok(ms);
  },
);
