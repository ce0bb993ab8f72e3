// What /metrics tells of standbys: of those that follow this server, or of this one as a standby.
import type { ServerActions, StandbyFigures } from '../../admin/command.ts';
import type { MetricsPage } from './metrics-page.ts';

export type Roles = Pick<ServerActions, 'standby' | 'followers'>;

/** `headSeq`: the last record of this server. */
export const measureStandbys = (page: MetricsPage, roles: Roles, headSeq: () => number): void => {
  page.gauge(
    { name: 'kontor_leading', help: '1 while this server takes changes, 0 while it follows another one.' },
    () => (roles.standby() === undefined ? 1 : 0),
  );
  page.gauge({ name: 'kontor_follower_behind_records', help: 'Records that a standby was not sent yet.' }, () =>
    roles.followers().map(({ directory, sentSeq }) => ({ value: headSeq() - sentSeq, labels: { directory } })),
  );
  page.gauge({ name: 'kontor_standby_following', help: '1 while a standby has what its leader promises.' }, () =>
    samplesOf(roles, ({ state }) => (state === 'following' ? 1 : 0)),
  );
  page.counter(
    { name: 'kontor_standby_questions_total', help: 'Questions that exact reads have asked the leader.' },
    () => samplesOf(roles, ({ questions }) => questions),
  );
  page.counter({ name: 'kontor_standby_calls_passed_on_total', help: 'Calls passed on to the leader.' }, () =>
    samplesOf(roles, ({ passedOn }) => passedOn),
  );
  page.gauge({ name: 'kontor_standby_calls_waiting', help: 'Calls that wait for the leader.' }, () =>
    samplesOf(roles, ({ waiting }) => waiting),
  );
};

/** None where this server leads. */
const samplesOf = (roles: Roles, valueOf: (figures: StandbyFigures) => number): { readonly value: number }[] => {
  const figures = roles.standby();
  return figures === undefined ? [] : [{ value: valueOf(figures) }];
};
