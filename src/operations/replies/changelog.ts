// Changes as the audit log shows them.
import type { Static } from '../../kernel/params.ts';
import { anything, dateTime, id, oneOf, record, text, whole } from './members.ts';

export const Change = record('Change', 'A field of an object that a call has changed.', {
  seq: whole('record of the journal'),
  date: dateTime('when'),
  object: text('kind and id, such as product/17'),
  change: oneOf('what became of the object', ['created', 'changed', 'ended']),
  operation: text('what was called'),
  channel: text('name of the channel that called; empty: none'),
  id_user: id('user who was logged in; 0: none'),
  id_session: id('session of the call; 0: none'),
  field: text('name of the field; empty: the object was created'),
  before: anything('value before, any JSON'),
  after: anything('value after, any JSON'),
});
export type Change = Static<typeof Change>;
