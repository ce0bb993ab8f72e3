// What /metrics tells of those that share the shop: of standbys that follow this server, of this one as a standby, or
// as a node of a cluster.
import type { NodeFigures, ServerActions, StandbyFigures } from '../../admin/command.ts';
import type { MetricsPage } from './metrics-page.ts';

export type Roles = Pick<ServerActions, 'standby' | 'followers' | 'node'>;

/** `headSeq`: the last record of this server. */
export const measureStandbys = (page: MetricsPage, roles: Roles, headSeq: () => number): void => {
  page.gauge(
    { name: 'kontor_leading', help: '1 while this server takes changes, 0 while it follows another one.' },
    () => (roles.standby() === undefined && (roles.node()?.state ?? 'leading') === 'leading' ? 1 : 0),
  );
  page.gauge(
    {
      name: 'kontor_follower_behind_records',
      help: 'Records that a standby was not sent yet.',
      labels: { directory: '' },
    },
    () => roles.followers().map(({ directory, sentSeq }) => ({ value: headSeq() - sentSeq, labels: { directory } })),
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
  measureNode(page, roles);
};

const measureNode = (page: MetricsPage, roles: Roles): void => {
  const samples = (valueOf: (figures: NodeFigures) => number) => (): { readonly value: number }[] => {
    const figures = roles.node();
    return figures === undefined ? [] : [{ value: valueOf(figures) }];
  };
  page.gauge(
    { name: 'kontor_node_epoch', help: 'Grows with every change of the leader.' },
    samples(({ epoch }) => epoch),
  );
  page.gauge(
    { name: 'kontor_node_entry', help: 'The last entry of the log that this node knows.' },
    samples(({ entry }) => entry),
  );
  page.gauge(
    { name: 'kontor_node_stored_entry', help: 'The last entry of the log on the disk of this node.' },
    samples(({ stored }) => stored),
  );
  page.gauge(
    { name: 'kontor_node_serving', help: '1 while this node leads or follows.' },
    samples(({ state }) => (state === 'leading' || state === 'following' ? 1 : 0)),
  );
  page.counter(
    { name: 'kontor_node_questions_total', help: 'Questions that exact reads have asked the leader or the log.' },
    samples(({ questions }) => questions),
  );
  page.counter(
    { name: 'kontor_node_calls_passed_on_total', help: 'Calls passed on to the leader.' },
    samples(({ passedOn }) => passedOn),
  );
  page.gauge(
    { name: 'kontor_node_calls_waiting', help: 'Calls that wait for the leader or the log.' },
    samples(({ waiting }) => waiting),
  );
  page.counter(
    { name: 'kontor_node_strangers_cut_total', help: 'Peers cut off before they had said which node they are.' },
    samples(({ strangersCut }) => strangersCut),
  );
};

/** None where this server leads. */
const samplesOf = (roles: Roles, valueOf: (figures: StandbyFigures) => number): { readonly value: number }[] => {
  const figures = roles.standby();
  return figures === undefined ? [] : [{ value: valueOf(figures) }];
};
