// The files of the back office's page, as `npm run build` makes them, with the description of the API beside them.
import type { Route } from '../../http/request-handler.ts';
import { pageFilesRoute } from '../../http/routes/page-files.ts';
import { gzipped } from '../../outside/gzip.ts';

const PAGE = new URL('../../../dist/back-office/', import.meta.url);
const API_DESCRIPTION = new URL('../../../docs/reference/openapi.json', import.meta.url);

/** `isSecure`: browsers reach the page by TLS. */
export const backOfficePage = (isSecure: boolean): Route =>
  pageFilesRoute(PAGE, gzipped, isSecure, { 'openapi.json': API_DESCRIPTION });
