// `kontor delivery list` and `show`: the rules of each delivery method in the order in which they decide, and what is
// to be looked at.
import { ConfigError } from '../config/setting.ts';
import { checkTable } from '../domain/delivery/gaps.ts';
import type { Reader } from '../domain/transaction.ts';
import { viewMethod, viewRule } from '../operations/views/delivery-rules.ts';
import type { Shop } from './command.ts';
import { inTurns } from './slices.ts';
import type { Terminal } from './terminal.ts';

/** Quoted, so that no text of the shop can break a line of the output. */
const shown = (text: string): string => JSON.stringify(text);
/** Postal codes that a line shows. */
const ZIPS_SHOWN = 5;

type View = ReturnType<typeof viewRule>;

const rangeText = ([from, to]: View['sum'], unit: string): readonly string[] => {
  if (from === null && to === null) return [];
  return [from === null ? `below ${to} ${unit}` : to === null ? `from ${from} ${unit}` : `${from} to ${to} ${unit}`];
};

const priceText = ({ price, per_kg: perKg, per_piece: perPiece, free_from: free, currency }: View): string =>
  [
    `${price} ${currency}`,
    ...(perKg > 0 ? [`and ${perKg} a kg`] : []),
    ...(perPiece > 0 ? [`and ${perPiece} a piece`] : []),
    ...(free > 0 ? [`free from ${free}`] : []),
  ].join(' ');

const lineOf = (view: View): string => {
  const { id, name, countries, zips, currency, days_min: least, days_max: most, cutoff, storage, priority } = view;
  const more = zips.length > ZIPS_SHOWN ? ` and ${zips.length - ZIPS_SHOWN} more` : '';
  const facts = [
    countries.length === 0 ? 'all countries' : countries.join(', '),
    ...(zips.length === 0 ? [] : [`${zips.slice(0, ZIPS_SHOWN).join(', ')}${more}`]),
    ...rangeText(view.weight, 'kg'),
    ...rangeText(view.sum, currency),
    ...rangeText(view.pieces, 'pieces'),
    ...rangeText(view.volume, 'l'),
    priceText(view),
    ...(most === 0 ? [] : [`${least === most ? most : `${least} to ${most}`} working days`]),
    ...(cutoff === '' ? [] : [`until ${cutoff}`]),
    ...(storage === '' ? [] : [`fetched in ${shown(storage)}`]),
    ...(priority === 0 ? [] : [`priority ${priority}`]),
  ];
  return `  ${id}  ${shown(name)}  (${facts.join('; ')})`;
};

/** With the gaps and overlaps of each method's table. */
export const listDelivery = async (
  { store: { engine } }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  for (const methodId of engine.readContext().index('delivery_rule').methodIds()) {
    const shop = engine.readContext();
    const table = shop.index('delivery_rule').tableOf(methodId);
    if (table === undefined) continue;
    const method = viewMethod(shop, methodId, await inTurns(checkTable(table), terminal));
    const rules = table.rules.map(({ id }) => viewRule(shop, id));
    const { gaps, overlaps, gone, name } = method;
    const lines = [
      `${methodId}  ${gone === 1 ? 'the shop has this method no more' : shown(name)}`,
      ...rules.map(lineOf),
      ...gaps.map(({ text }) => `  gap: ${text}`),
      ...overlaps.map(({ rule, beats }) => `  overlap: rule ${rule} decides, and ${beats} does not`),
    ];
    await terminal.show(lines.join('\n'), { ...method, rules });
    await terminal.pause();
  }
  return true;
};

/** Throws ConfigError. */
const viewOf = (shop: Reader, given: string): View => {
  const id = /^\d{1,15}$/.test(given) ? Number(given) : 0;
  if (shop.read('delivery_rule', id) === undefined)
    throw new ConfigError(`there is no delivery rule ${shown(given)}: kontor delivery list shows their numbers`);
  return viewRule(shop, id);
};

/** All that a rule says. Throws ConfigError. */
export const showDelivery = async (
  { store: { engine } }: Shop,
  { rule }: { readonly rule: string },
  terminal: Terminal,
): Promise<boolean> => {
  const shop = engine.readContext();
  const view = viewOf(shop, rule);
  const { id_delivery_method: method, zips, basis, goods, unless, groups, channels, taxclass } = view;
  const groupNames = groups.map((id) => shown(shop.read('customer_group', id)?.name ?? `${id}`)).join(', ');
  const channelNames = channels.map((id) => shown(shop.read('channel', id)?.name ?? `${id}`)).join(', ');
  const terms = [
    ['method', `${method}`],
    ['postal codes', zips.length > ZIPS_SHOWN ? zips.join(', ') : ''],
    ['sum counts', basis === 'before' ? 'before promotions and coupons' : ''],
    ['goods', goods === undefined ? '' : JSON.stringify(goods)],
    ['without', unless === undefined ? '' : JSON.stringify(unless)],
    ['groups', groupNames],
    ['channels', channelNames],
    ['tax class', taxclass],
  ] as const;
  const told = terms.filter(([, text]) => text !== '').map(([word, text]) => `  ${word}: ${text}`);
  await terminal.show([lineOf(view).trimStart(), ...told].join('\n'), view);
  return true;
};
