// The orders that are listed, all of them, as a CSV file: a row for each order, or one for each of their lines.
import type { Constraint } from '../../src/client/constraints.ts';
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { sees } from '../api/rights.ts';
import { csvOf } from '../csv.ts';
import { saveFile } from '../save-file.ts';
import { count as shownCount, dayBefore, rate, timeZone } from '../format.ts';
import { linesTable, ordersTable } from '../orders-table.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

const ROWS = 500;

const TABLES = { orders: ordersTable, lines: linesTable } as const;
type Kind = keyof typeof TABLES;
const KINDS = ['orders', 'lines'] as const;
const NAMES = { orders: 'orders', lines: 'order-lines' } as const;

interface Given {
  readonly constraint: Constraint;
  readonly count: number;
}

/** Reads newest first, each page after the last order before it: a new order moves no page. */
const readAll = async ({ constraint, count }: Given, onShare: (share: number) => void): Promise<readonly Order[]> => {
  const orders: Order[] = [];
  for (let after = 0; ;) {
    const { next = 0, result } = await call('search_orders', { constraint, after, right_limit: ROWS, count: 0 });
    orders.push(...result);
    if (next === 0) return orders;
    after = next;
    onShare(Math.min(1, orders.length / Math.max(1, count)));
  }
};

const CsvDialog = ({ given, onClose }: { readonly given: Given; readonly onClose: () => void }) => {
  const texts = t().orderFile;
  const [kind, setKind] = useState<Kind>('orders');
  const [share, setShare] = useState<number | undefined>();
  const act = async (): Promise<string> => {
    setShare(0);
    try {
      const orders = await readAll(given, setShare);
      saveFile(
        `${NAMES[kind]}-${dayBefore(0)}.csv`,
        'text/csv',
        csvOf(TABLES[kind]({ orders, zone: timeZone.value, sees })),
      );
      return texts.done(shownCount(orders.length));
    } finally {
      setShare(undefined);
    }
  };
  return (
    <ConfirmDialog
      title={texts.title(shownCount(given.count))}
      label={share === undefined ? texts.go : texts.running(rate(Math.round(share * 100) / 100))}
      isQuick
      act={act}
      onClose={onClose}
    >
      <fieldset>
        <legend>{texts.rows}</legend>
        {KINDS.map((one) => (
          <label key={one} class="check">
            <input type="radio" name="rows" checked={kind === one} onInput={() => setKind(one)} />
            {texts.kinds[one]}
          </label>
        ))}
      </fieldset>
      <p class="hint">{texts.about[kind]}</p>
    </ConfirmDialog>
  );
};

export const CsvButton = (given: Given) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" disabled={given.count === 0} onClick={() => setOpen(true)}>
        <Icon name="download" size={16} />
        {t().orderFile.open}
      </button>
      {isOpen && <CsvDialog given={given} onClose={() => setOpen(false)} />}
    </>
  );
};
