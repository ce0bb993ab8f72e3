// S 4.12: the server itself.
import { Type, json } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { bundle, read } from './operation.ts';

export const get_status = read({
  spec: '4.12',
  summary: 'Whether the server runs, and how much it holds.',
  credential: 'licence',
  session: 'none',
  params: {},
  view: (_args, { shop, service }) => {
    shop.missed('shopobject');
    const { product, content } = shop.index('shopobject').counts;
    return ok({
      object: 'status',
      server_status: 'running',
      data_status: service.dataComplete ? 'complete' : 'incomplete',
      products_count: product,
      contents_count: content,
      changelog_count: service.changelogCount(),
      search_status: service.warming() ? 'warming_up' : 'ready',
    });
  },
});

const PARTS_MAX = 50;

const PIPE = json(
  Type.Record(
    Type.String(),
    Type.Object({ request: Type.String(), args: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown(), { maxItems: 0 })])) }),
    { maxProperties: PARTS_MAX, description: `calls by keys of your own, in order, at most ${PARTS_MAX}: {key: {request, args}}` },
  ),
);

export const aggregate = bundle({
  spec: '4.12',
  summary: 'Several operations in one call, in order; the first that fails is the last that runs.',
  credential: 'licence',
  session: 'none',
  params: { pipe: PIPE },
  parts: ({ pipe }) => {
    const calls = Object.entries(pipe);
    const nested = calls.find(([, { request }]) => request === 'aggregate');
    if (nested !== undefined) return refuse('PARAMETER_INVALID', nested[0], 'An aggregate holds no other aggregate.');
    return ok(calls.map(([key, { request, args }]) => ({ key, request, args: args === undefined || Array.isArray(args) ? {} : args })));
  },
});
