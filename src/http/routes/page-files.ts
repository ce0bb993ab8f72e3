// The files of the back office's page, from memory: GET / and GET /back-office/FILE.
//
// Guaranteed: only files of the folder, and JSON that is given by name, are sent; they are read once, so that no path
// leads out of it. The page runs no script and loads no style but these files.
import { readFileSync, readdirSync } from 'node:fs';
import type { ReplyHeaders } from '../../kernel/reply-stream.ts';
import { refuse } from '../../kernel/result.ts';
import { entityTag, isKnownTag } from '../transport/entity-tag.ts';
import { errorBody } from '../transport/error-body.ts';
import type { Route } from '../request-handler.ts';

const FOLDER = /^\/back-office\/([A-Za-z0-9._-]{1,100})$/;
const PAGE = 'index.html';

const TYPES: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

/**
 * `img-src`: pictures of products may be on any host, in clear only where the page itself is; documents that the page
 * shows have their logo as `data:`.
 */
const policyOf = (isSecure: boolean): string =>
  `default-src 'self'; img-src 'self' data: ${isSecure ? '' : 'http: '}https:; object-src 'none'; base-uri 'none'; ` +
  "form-action 'self'; frame-ancestors 'none'";

const securityHeaders = (isSecure: boolean): ReplyHeaders => [
  ['Content-Security-Policy', policyOf(isSecure)],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
];

interface PageFile {
  readonly body: Uint8Array;
  readonly type: string;
  readonly etag: string;
}

const fileOf = (name: string, body: Uint8Array): [string, PageFile] => {
  const type = TYPES[name.slice(name.lastIndexOf('.'))] ?? 'application/octet-stream';
  return [name, { body, type, etag: entityTag(body) }];
};

/** Without the white space of a file that people read. */
const compact = (file: URL): Buffer => Buffer.from(JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));

/** Throws where the folder cannot be read. */
const readFiles = (folder: URL, json: { readonly [name: string]: URL }): ReadonlyMap<string, PageFile> =>
  new Map([
    ...readdirSync(folder).map((name) => fileOf(name, readFileSync(new URL(name, folder)))),
    ...Object.entries(json).map(([name, file]) => fileOf(name, compact(file))),
  ]);

const NOT_BUILT = 'The page of the back office is missing: `npm run build` makes it.';

/**
 * `folder`: with index.html and what it loads; read when it is first asked for. `json`: files elsewhere, by name.
 * `isSecure`: browsers reach the page by TLS.
 */
export const pageFilesRoute = (folder: URL, json: { readonly [name: string]: URL }, isSecure: boolean): Route => {
  const headersOfAll = securityHeaders(isSecure);
  let files: ReadonlyMap<string, PageFile> | undefined;
  const nameOf = (path: string): string | undefined => (path === '/' ? PAGE : FOLDER.exec(path)?.[1]);
  const read = (): ReadonlyMap<string, PageFile> | undefined => {
    try {
      return readFiles(folder, json);
    } catch {
      return undefined;
    }
  };
  return {
    method: 'GET',
    isOwn: true,
    matches: (path) => nameOf(path) !== undefined,
    handle({ path, headers }, reply) {
      files ??= read();
      const file = files?.get(nameOf(path)!);
      if (file === undefined) {
        const { code, param, detail } = refuse('PATH_NOT_FOUND', '', files === undefined ? NOT_BUILT : '');
        return reply.send(404, errorBody(code, param, detail));
      }
      const { body, type, etag } = file;
      const more: ReplyHeaders = [...headersOfAll, ['ETag', etag], ['Cache-Control', 'no-cache']];
      if (isKnownTag(headers.get('if-none-match') ?? '', etag)) return reply.send(304, '', type, more);
      return reply.send(200, body, type, more);
    },
  };
};
