/** The status line without `HTTP/1.1`, by status; uWebSockets.js writes 200 by itself. */
export const STATUS_LINES: ReadonlyMap<number, string> = new Map(
  [
    '201 Created',
    '202 Accepted',
    '204 No Content',
    '206 Partial Content',
    '301 Moved Permanently',
    '302 Found',
    '303 See Other',
    '304 Not Modified',
    '307 Temporary Redirect',
    '308 Permanent Redirect',
    '400 Bad Request',
    '401 Unauthorized',
    '403 Forbidden',
    '404 Not Found',
    '405 Method Not Allowed',
    '406 Not Acceptable',
    '408 Request Timeout',
    '409 Conflict',
    '410 Gone',
    '411 Length Required',
    '413 Payload Too Large',
    '415 Unsupported Media Type',
    '421 Misdirected Request',
    '422 Unprocessable Content',
    '429 Too Many Requests',
    '431 Request Header Fields Too Large',
    '500 Internal Server Error',
    '501 Not Implemented',
    '502 Bad Gateway',
    '503 Service Unavailable',
    '504 Gateway Timeout',
  ].map((line) => [Number.parseInt(line, 10), line]),
);

/** Replies that have neither body nor content type, and no length. */
export const hasNoBody = (status: number): boolean => status === 204 || status === 304;
