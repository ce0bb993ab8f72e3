// All products as a file: a table, one for another shop system, or a feed.
import { call } from '../api/call.ts';
import { Refused } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import type { Reply } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { count, dayBefore, rate } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Loaded } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { saveFile } from '../save-file.ts';
import { t } from '../texts/texts.ts';

const ROWS = 200;

const FORMATS = ['csv', 'shopify', 'google-merchant'] as const;
type Format = (typeof FORMATS)[number];

interface Wanted {
  readonly format: Format;
  /** '': all languages of the shop, in Kontor's own table. */
  readonly language: string;
  readonly link: string;
  /** Whose name and description a feed has; '': the shop's. */
  readonly channel: string;
}

interface Made {
  readonly pieces: readonly string[];
  readonly products: number;
  readonly leftOut: number;
}

/** Reads oldest first, each page after the last product before it: a new product moves no page. */
const readAll = async (
  { format, language, link, channel }: Wanted,
  onShare: (share: number) => void,
): Promise<Made> => {
  const address = format === 'csv' || link === '' ? {} : { link };
  const named = format === 'google-merchant' && channel !== '' ? { channel } : {};
  const asked = { format, limit: ROWS, ...address, ...named, ...(language !== '' && { language }) };
  const pieces: string[] = [];
  let [products, leftOut, total] = [0, 0, 0];
  for (let after = 0; ;) {
    const page = await call('export_products', { ...asked, after, count: after === 0 ? 1 : 0 });
    const { head, lines, foot, next } = page;
    if (after === 0) {
      pieces.push(head);
      total = page.count;
    } else if (head !== pieces[0]) throw new Refused(409, 'EXPORT_CHANGED', '', t().products.export.changed);
    pieces.push(lines.join(''));
    leftOut += lines.filter((line) => line === '').length;
    products += lines.length;
    if (next === 0) return { pieces: [...pieces, foot], products: products - leftOut, leftOut };
    onShare(Math.min(1, products / Math.max(1, total)));
    after = next;
  }
};

const save = ({ format }: Wanted, pieces: readonly string[]): void => {
  const name = `products-${format}-${dayBefore(0)}`;
  if (format === 'google-merchant') return saveFile(`${name}.xml`, 'application/xml', pieces.join(''));
  // Spreadsheets want the mark; Shopify writes its own tables without one.
  const mark = format === 'csv' ? '\uFEFF' : '';
  return saveFile(`${name}.csv`, 'text/csv', mark + pieces.join(''));
};

interface FormProps {
  readonly wanted: Wanted;
  readonly shop: Reply<'get_shop'>;
  readonly channels: readonly string[];
  readonly onChange: (wanted: Wanted) => void;
}

const Form = ({ wanted, shop, channels, onChange }: FormProps) => {
  const texts = t().products.export;
  const { format, language, link, channel } = wanted;
  return (
    <>
      <Field label={texts.format} hint={texts.about[format]}>
        {(described) => (
          <select
            {...described}
            value={format}
            onInput={({ currentTarget }) => onChange({ ...wanted, format: currentTarget.value as Format })}
          >
            {FORMATS.map((name) => (
              <option key={name} value={name}>
                {texts.formats[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={texts.language}>
        {(described) => (
          <select
            {...described}
            value={language}
            onInput={({ currentTarget }) => onChange({ ...wanted, language: currentTarget.value })}
          >
            <option value="">{format === 'csv' ? texts.everyLanguage : texts.ownLanguage(shop.language)}</option>
            {shop.languages.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </select>
        )}
      </Field>
      {format !== 'csv' && (
        <TextField
          label={texts.link}
          hint={texts.linkHint[format]}
          value={link}
          onInput={(typed) => onChange({ ...wanted, link: typed.trim() })}
        />
      )}
      {format === 'google-merchant' && channels.length > 0 && (
        <Field label={texts.channel} hint={texts.channelHint}>
          {(described) => (
            <select
              {...described}
              value={channel}
              onInput={({ currentTarget }) => onChange({ ...wanted, channel: currentTarget.value })}
            >
              <option value="">{texts.ownName}</option>
              {channels.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
};

const ExportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = t().products.export;
  const shop = useData('shop', (signal) => call('get_shop', {}, signal));
  const channels = useData('export-channels', (signal) =>
    may('get_channels') ? call('get_channels', {}, signal).then((reply) => reply.channels) : Promise.resolve([]),
  );
  const names = (channels.value ?? []).map(({ name }) => name);
  const [wanted, setWanted] = useState<Wanted>({ format: 'csv', language: '', link: '', channel: '' });
  const [share, setShare] = useState<number | undefined>();
  const act = async (): Promise<string> => {
    setShare(0);
    try {
      const { pieces, products, leftOut } = await readAll(wanted, setShare);
      save(wanted, pieces);
      return leftOut === 0 ? texts.done(count(products)) : texts.doneWithout(count(products), count(leftOut));
    } finally {
      setShare(undefined);
    }
  };
  return (
    <ConfirmDialog
      title={texts.title}
      label={share === undefined ? texts.go : texts.running(rate(Math.round(share * 100) / 100))}
      isReady={shop.value !== undefined && (wanted.format !== 'google-merchant' || wanted.link !== '')}
      isQuick
      act={act}
      onClose={onClose}
    >
      <Loaded data={shop}>
        {(known) => <Form wanted={wanted} shop={known} channels={names} onChange={setWanted} />}
      </Loaded>
    </ConfirmDialog>
  );
};

export const ExportProductsButton = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <Icon name="download" size={16} />
        {t().products.export.open}
      </button>
      {isOpen && <ExportDialog onClose={() => setOpen(false)} />}
    </>
  );
};
