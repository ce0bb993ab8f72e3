// The files of the back office's page, from memory: GET / and GET /back-office/FILE.
//
// Guaranteed: only files of the folder, and JSON that is given by name, are sent; they are read once, so that no path
// leads out of it. The page runs no script and loads no style but these files. A browser that takes gzip gets texts
// compressed, each of them once.
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

/** Compresses by gzip, and holds the thread for none of it. */
type Compress = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Pictures are compressed already, except for drawings. */
const isText = (type: string): boolean => /^text\/|^application\/json|\+xml$/.test(type);

/** Whether the header Accept-Encoding, '' without one, takes gzip. */
const takesGzip = (accepted: string): boolean => {
  const weights = new Map<string, boolean>();
  for (const one of accepted.toLowerCase().split(',')) {
    const [coding = '', ...params] = one.split(';').map((part) => part.trim());
    weights.set(coding, !params.some((param) => /^q=0(\.0*)?$/.test(param)));
  }
  return weights.get('gzip') ?? weights.get('*') ?? false;
};

class PageFile {
  readonly body: Uint8Array;
  readonly type: string;
  readonly etag: string;
  /** Names the compressed bytes; '' for a file that is sent as it is. */
  readonly gzipTag: string;
  private gzipped: Promise<Uint8Array> | undefined;

  constructor(body: Uint8Array, type: string) {
    this.body = body;
    this.type = type;
    this.etag = entityTag(body);
    this.gzipTag = isText(type) ? this.etag.replace(/"$/, '-gz"') : '';
  }

  /** Compresses when it is first asked for. */
  compressed(compress: Compress): Promise<Uint8Array> {
    return (this.gzipped ??= compress(this.body));
  }
}

const fileOf = (name: string, body: Uint8Array): [string, PageFile] => [
  name,
  new PageFile(body, TYPES[name.slice(name.lastIndexOf('.'))] ?? 'application/octet-stream'),
];

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
export const pageFilesRoute = (
  folder: URL,
  compress: Compress,
  isSecure: boolean,
  json: { readonly [name: string]: URL } = {},
): Route => {
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
      const { body, type, gzipTag } = file;
      const isZipped = gzipTag !== '' && takesGzip(headers.get('accept-encoding') ?? '');
      const etag = isZipped ? gzipTag : file.etag;
      const more: ReplyHeaders = [
        ...headersOfAll,
        ['ETag', etag],
        ['Cache-Control', 'no-cache'],
        ...(gzipTag === '' ? [] : [['Vary', 'Accept-Encoding'] as const]),
      ];
      if (isKnownTag(headers.get('if-none-match') ?? '', etag)) return reply.send(304, '', type, more);
      if (!isZipped) return reply.send(200, body, type, more);
      const asZip: ReplyHeaders = [...more, ['Content-Encoding', 'gzip']];
      return void file.compressed(compress).then((zipped) => reply.send(200, zipped, type, asZip));
    },
  };
};
