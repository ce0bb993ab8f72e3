// What a call or a command may ask of a file of products.
import type { Reader } from '../../domain/transaction.ts';
import { DONE, mapOk, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { CheckedExport, ExportRequest, ProductFormat } from '../context/export-services.ts';

/** What an address of a product's page may name of it. */
const LINK_PARTS = ['permalink', 'id', 'element_number', 'language'];

/** Why it is no address of pages; '' if it is one. */
const whyNoLink = (link: string): string => {
  const unknown = [...link.matchAll(/\{(\w*)\}/g)].find(([, part]) => !LINK_PARTS.includes(part!));
  if (unknown !== undefined) return `${unknown[0]} is none of ${LINK_PARTS.map((part) => `{${part}}`).join(', ')}.`;
  const url = URL.canParse(link) ? new URL(link) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:'
    ? ''
    : `${shown(link)} is no address such as https://shop.example/{permalink}.`;
};

/** Refuses: PARAMETER_INVALID, PARAMETER_MISSING. */
const checkLink = ({ link, format }: ExportRequest): Result<void> => {
  const why = link === '' ? '' : whyNoLink(link);
  if (why !== '') return refuse('PARAMETER_INVALID', 'link', why);
  if (link === '' && format === 'google-merchant')
    return refuse(
      'PARAMETER_MISSING',
      'link',
      'A feed says where the page of each product is: https://shop.example/{permalink}, say.',
    );
  return DONE;
};

/** What each format can be told besides its language. */
const TAKES: { readonly [format in ProductFormat]: readonly (keyof ExportRequest)[] } = {
  csv: [],
  shopify: ['priceField', 'link'],
  'google-merchant': ['priceField', 'link', 'channel'],
};
const PARAMS = { priceField: 'price_field', link: 'link', channel: 'channel' } as const;

/** Refuses: PARAMETER_INVALID for what means nothing in the format. */
const checkTaken = (request: ExportRequest): Result<void> => {
  for (const member of ['priceField', 'link', 'channel'] as const) {
    if (request[member] === '' || TAKES[request.format].includes(member)) continue;
    return refuse('PARAMETER_INVALID', PARAMS[member], `A file of the format ${request.format} has no place for it.`);
  }
  return DONE;
};

/** What a feed calls itself. Refuses: CHANNEL_NOT_FOUND. */
const titleOf = (shop: Reader, channel: string): Result<Pick<CheckedExport, 'title' | 'description'>> => {
  const [company = ''] = shop.rules.company;
  if (channel === '') return ok({ title: company || 'Products', description: company || 'Products' });
  shop.trackAbsence('channel');
  const id = shop.index('channel').byName.get(channel);
  const state = id === undefined ? undefined : shop.read('channel', id);
  return state === undefined
    ? refuse('CHANNEL_NOT_FOUND', channel)
    : ok({ title: state.name, description: state.description || state.name });
};

/** Refuses: PARAMETER_INVALID, PARAMETER_MISSING, CHANNEL_NOT_FOUND. */
export const checkedExport = (shop: Reader, request: ExportRequest): Result<CheckedExport> => {
  const taken = checkTaken(request);
  if (!taken.ok) return taken;
  const link = checkLink(request);
  if (!link.ok) return link;
  return mapOk(titleOf(shop, request.channel), (title) => ({ ...request, ...title }));
};
