// What the warehouse packs by: one file of packing slips, and one list of all that is to be fetched for many orders.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { dayBefore } from '../format.ts';
import { Icon } from '../parts/icon.tsx';
import { orWarn, say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { language } from '../preferences.ts';
import { saveDocument } from '../save-file.ts';
import { t } from '../texts/texts.ts';

type Kind = 'slips' | 'pickList';

interface Printed {
  /** base64; '': nothing is to be sent. */
  readonly file: string;
  readonly sent: readonly number[];
  readonly left: readonly number[];
}

type Numbered = Pick<Order, 'id' | 'order_number'>;

const FORMAT = { args: { format: 'pdf' } };

const PRINT: { readonly [kind in Kind]: (orders: readonly number[]) => Promise<Printed> } = {
  // Each slip is in the language of its order.
  slips: async (orders) => {
    const { packing_slips: file, sent, left } = await call('get_packing_slips', { orders, ...FORMAT });
    return { file, sent, left };
  },
  pickList: async (orders) => {
    const params = { orders, ...FORMAT, language: language.value };
    const { pick_list: file, sent, left } = await call('get_pick_list', params);
    return { file, sent, left };
  },
};

const NEEDS = { slips: 'get_packing_slips', pickList: 'get_pick_list' } as const;
const FILES = { slips: 'packing-slips', pickList: 'pick-list' } as const;

/** A file for as many orders as one has room for, then one for those that are left. */
const printAll = async (kind: Kind, orders: readonly Numbered[]): Promise<void> => {
  const sent: number[] = [];
  let wanted = orders.map(({ id }) => id);
  for (let part = 1; wanted.length > 0; part += 1) {
    const printed = await PRINT[kind](wanted);
    sent.push(...printed.sent);
    wanted = [...printed.left];
    if (printed.file === '') continue;
    const name = orders.length === 1 ? String(orders[0]!.order_number) : dayBefore(0);
    saveDocument(`${FILES[kind]}-${name}${part === 1 ? '' : `-${part}`}.pdf`, 'application/pdf', printed.file);
  }
  if (sent.length > 0) say(t().slips.sent(sent.join(', ')));
};

interface SlipButtonsProps {
  readonly orders: readonly Numbered[];
  readonly kinds?: readonly Kind[];
}

const BOTH = ['slips', 'pickList'] as const;

export const SlipButtons = ({ orders, kinds = BOTH }: SlipButtonsProps) => {
  const texts = t().slips;
  const [running, setRunning] = useState<Kind | undefined>();
  const print = async (kind: Kind): Promise<void> => {
    setRunning(kind);
    await orWarn(() => printAll(kind, orders));
    setRunning(undefined);
  };
  return (
    <>
      {kinds
        .filter((kind) => may(NEEDS[kind]))
        .map((kind) => (
          <button key={kind} type="button" disabled={running !== undefined} onClick={() => void print(kind)}>
            <Icon name="print" size={16} />
            {orders.length === 1 && kind === 'slips' ? texts.slip : texts[kind]}
          </button>
        ))}
    </>
  );
};
