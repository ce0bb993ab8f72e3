// Sessions.
import type { SessionRef } from '../domain/cart/session-commands.ts';
import { ok } from '../kernel/result.ts';
import { write } from './context/operation.ts';
import { dateTime, reply, text } from './replies/members.ts';
import { dateTime as shownTime } from './views/format.ts';

const Session = reply('session', {
  creation_date: dateTime('when it was opened'),
  expiration_date: dateTime('when it ends unless it is used before'),
  code: text('session id, to be sent as `session` from now on'),
});

export const get_new_session = write({
  area: 'sessions',
  summary: 'Opens a session with an empty cart.',
  credential: 'licence',
  session: 'none',
  params: {},
  refusals: ['SESSION_LIMIT_REACHED'],
  reply: Session,
  handle: (_args, { shop, service, channelId }) => {
    const full = service.sessionRefusal(channelId);
    if (full !== undefined) return full;
    const lifeMs = shop.rules.sessionTtlMs;
    const id = shop.create('session', {
      type: 'start',
      nonce: shop.random(12),
      lifeMs,
      userId: 0,
      subject: 0,
      username: '',
      channelId,
    });
    if (!id.ok) return id;
    const { generation, nonce, createdMs } = shop.read('session', id.value)!;
    return ok<SessionRef>({ id: id.value, generation, nonce, createdMs });
  },
  view: (ref, { shop, service }) =>
    ({
      object: 'session',
      creation_date: shownTime(ref.createdMs),
      expiration_date: shownTime(ref.createdMs + shop.rules.sessionTtlMs),
      code: service.codes.code(ref),
    }) as const,
});
