// Calls by fetch, in each of the three encodings that a body may have.
import { expect } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import { CREDENTIALS } from '../shop.ts';

const asTexts = (fields: Given): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

const encoded = {
  urlencoded: (fields: Given): RequestInit => ({ body: new URLSearchParams(Object.entries(asTexts(fields))) }),
  multipart: (fields: Given): RequestInit => {
    const form = new FormData();
    for (const [name, value] of Object.entries(asTexts(fields))) form.append(name, value);
    return { body: form };
  },
  json: (fields: Given): RequestInit => ({
    body: JSON.stringify(fields),
    headers: { 'content-type': 'application/json' },
  }),
};

type Encoding = keyof typeof encoded;
export const ENCODINGS = Object.keys(encoded) as readonly Encoding[];

/** Calls operations at `url`, and expects JSON with the status 200. */
export const fetched =
  (url: string, encoding: Encoding) =>
  async <T = Reply>(request: string, params: Given = {}): Promise<T> => {
    const reply = await fetch(url, { method: 'POST', ...encoded[encoding]({ ...CREDENTIALS, request, ...params }) });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    return (await reply.json()) as T;
  };
