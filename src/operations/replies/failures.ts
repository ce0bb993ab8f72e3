// Replies of calls that are refused.
import { errorRecord } from '../../kernel/result.ts';
import type { Failure } from '../context/operation.ts';
import { anything, extra, list, maybe, record, reply, text, whole } from './members.ts';
import { Type } from '../../kernel/params.ts';

const PARAM = text('parameter or id that it is about; empty: none');
export const REFUSAL_DETAIL = extra(text('one sentence for developers; it may change'));

const ChangedMember = record('ChangedMember', 'A member that others have changed since the caller saw it.', {
  name: text('its path in what shows it, such as values.en_GB.name'),
  seen: maybe(
    anything('its value as the caller saw it; absent: it had none, or is not known, or the caller lacks get_changelog'),
  ),
  current: maybe(anything('its value now; absent: it has none')),
  yours: maybe(anything('its value as the call would leave it; absent: it would have none, or the call sends none')),
  cut: maybe(Type.Literal(1, { description: '1: its values are too long to stand here' })),
});

/** What is told of what others have changed meanwhile. */
const MEANWHILE = {
  seq: maybe(extra(whole('of CHANGED_MEANWHILE: record that changed it last, for the next if_seq'))),
  changed: maybe(
    extra(
      list(
        ChangedMember,
        'of CHANGED_MEANWHILE: what others have changed since if_seq and the call changes as well, at most 50; ' +
          'absent: it is not known',
      ),
    ),
  ),
};

/** What every refused call gets, unless its operation declares another reply. */
export const ErrorReply = record('Error', 'A call that was refused; it has changed nothing.', {
  object: Type.Literal('error'),
  status: Type.Literal('error'),
  message: text('the code of the refusal'),
  param: PARAM,
  detail: REFUSAL_DETAIL,
  moved_to: maybe(extra(text('the present permalink of what had the one that was asked for before'))),
  ...MEANWHILE,
});

/** Reply of operations that give a verdict, with its code in `status`; `object`: their own, where they keep it. */
export const verdict = (object = 'error'): Failure => ({
  reply: reply(object, {
    status: text('the code of the refusal'),
    message: text('the code of the refusal'),
    param: PARAM,
    detail: REFUSAL_DETAIL,
    ...MEANWHILE,
  }),
  view: (refusal) => {
    const { object: _error, status: _status, message, ...rest } = errorRecord(refusal);
    return { object, status: message, message, ...rest };
  },
});
