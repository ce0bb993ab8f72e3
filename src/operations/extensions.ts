// Own logic of the operator, as the server has it loaded: listed, and loaded again (docs/build/extensions.md).
import { EXTENSION_POINTS, EXTENSION_STATES } from '../kernel/extensions.ts';
import type { ExtensionFigures } from '../kernel/extensions.ts';
import { optional, text as textParam } from '../kernel/params.ts';
import { DONE, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { list, oneOf, record, reply, text, whole } from './replies/members.ts';

const Extension = record('Extension', 'A module of own logic.', {
  name: text('as it names itself; empty until it was loaded'),
  version: text('its version, or the beginning of the SHA-256 of its file'),
  module: text('its path, as the setting extensions has it'),
  state: oneOf(
    'waiting: this server does not decide; resting: it failed several times in a row, and is not asked for some seconds',
    EXTENSION_STATES,
  ),
  points: list(oneOf('point', EXTENSION_POINTS), 'where it is asked'),
  on_failure: oneOf('what follows where it fails', ['refuse', 'skip']),
  calls: whole('questions since the start of the server'),
  failures: whole('those that it did not answer rightly in time'),
  restarts: whole('how often its thread had to be started again'),
  p99_ms: whole('milliseconds within which 99 of 100 of the last 1,000 questions were answered'),
  last_error: text('what went wrong last; empty: nothing'),
});

const viewExtension = (figures: ExtensionFigures) => ({
  name: figures.name,
  version: figures.version,
  module: figures.module,
  state: figures.state,
  points: [...figures.points],
  on_failure: figures.onFailure,
  calls: figures.calls,
  failures: figures.failures,
  restarts: figures.restarts,
  p99_ms: Math.ceil(figures.p99Ms),
  last_error: figures.lastError,
});

const viewExtensions = ({ service }: Context) => (service.extensions?.list() ?? []).map(viewExtension);

export const get_extensions = read({
  area: 'server',
  isExtension: true,
  summary: 'The extensions of the shop, as the server that is asked has them: state, calls, failures.',
  credential: 'secret',
  session: 'none',
  params: {},
  reply: reply('extensions', { extensions: list(Extension, 'in the order of the setting') }),
  view: (_args, ctx) => ok({ object: 'extensions', extensions: viewExtensions(ctx) } as const),
});

export const reload_extensions = write({
  area: 'server',
  isExtension: true,
  summary: 'Loads extensions again, without a stop; one that cannot be loaded leaves the earlier one at work.',
  credential: 'secret',
  session: 'none',
  params: { name: optional(textParam('name of one', { max: 40 }), '', 'all') },
  slow: 'applications',
  prepare: ({ name }, { service: { extensions } }): Result<void> | Promise<Result<void>> => {
    const unknown = refuse('PARAMETER_INVALID', 'name', `There is no extension ${name}.`);
    if (extensions === undefined) return name === '' ? DONE : unknown;
    return extensions.reload(name).then((isKnown) => (isKnown ? DONE : unknown));
  },
  handle: () => DONE,
  reply: reply('reload_extensions', { extensions: list(Extension, 'all, as they are by now') }),
  view: (_done, ctx) => ({ object: 'reload_extensions', extensions: viewExtensions(ctx) }) as const,
});
