// Replies of calls that are refused.
import { errorRecord } from '../../kernel/result.ts';
import type { Failure } from '../context/operation.ts';
import { extra, maybe, record, reply, text } from './members.ts';
import { Type } from '../../kernel/params.ts';

const PARAM = text('parameter or id that it is about; empty: none');
const DETAIL = extra(text('one sentence for developers; it may change'));

/** What every refused call gets, unless its operation declares another reply. */
export const ErrorReply = record('Error', 'A call that was refused; it has changed nothing.', {
  object: Type.Literal('error'),
  status: Type.Literal('error'),
  message: text('the code of the refusal'),
  param: PARAM,
  detail: DETAIL,
  moved_to: maybe(extra(text('the present permalink of what had the one that was asked for before'))),
});

/** Reply of operations that give a verdict, with its code in `status`; `object`: their own, where they keep it. */
export const verdict = (object = 'error'): Failure => ({
  reply: reply(object, {
    status: text('the code of the refusal'),
    message: text('the code of the refusal'),
    param: PARAM,
    detail: DETAIL,
  }),
  view: (refusal) => {
    const { message, param, detail } = errorRecord(refusal);
    return { object, status: message, message, param, detail };
  },
});
