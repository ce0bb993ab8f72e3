// S 4.12: status of the server.
import { ok } from '../kernel/result.ts';
import { read } from './operation.ts';

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
