// Stocktaking: a list to count by, the counted file, what differs, and each difference put right with its outcome.
//
// Guaranteed: of entities the difference is placed or taken, so that what is sold between the preview and the last line
// stays sold. Not promised for products with stock of their own: it is set to what was counted.
import { Refused } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { moveEntity, readAllStock, readStocked, setOwnStock } from '../api/stock.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { saveFile } from '../save-file.ts';
import { count, dayBefore, percent, pieces, signedPieces } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { refusalText, t } from '../texts/texts.ts';
import { sumOfPieces } from '../typed.ts';
import { countList, readCounted } from './stock-count-file.ts';
import type { Counted, Difference } from './stock-count-file.ts';
import { chosenKind } from './stock.tsx';

/** Works with its progress in sight; shows a refusal. */
const useRunning = () => {
  const [share, setShare] = useState<number | undefined>();
  const run = async (work: (onShare: (share: number) => void) => Promise<void>): Promise<void> => {
    setShare(0);
    await orWarn(() => work(setShare));
    setShare(undefined);
  };
  return { share, run };
};

const shareOf = (share: number): string => percent(share).replace('+', '');

const Download = () => {
  const texts = t().stock;
  const kind = chosenKind();
  const { share, run } = useRunning();
  const save = (): Promise<void> =>
    run(async (onShare) => {
      const things = await readAllStock(kind, wireLanguage(), onShare);
      saveFile(`stock-${kind}-${dayBefore(0)}.csv`, 'text/csv', countList(things));
    });
  return (
    <Card title={texts.countFirst}>
      <div class="card-body">
        <p class="hint">{texts.countFirstHint}</p>
        <button type="button" disabled={share !== undefined} onClick={() => void save()}>
          <Icon name="download" size={16} />
          {share === undefined ? texts.countList(texts.kinds[kind]) : shareOf(share)}
        </button>
      </div>
    </Card>
  );
};

const Upload = ({ onRead }: { readonly onRead: (counted: Counted) => void }) => {
  const texts = t().stock;
  const { share, run } = useRunning();
  const read = (file: File | undefined): Promise<void> =>
    run(async (onShare) => {
      if (file === undefined) return;
      const code = wireLanguage();
      const bytes = new Uint8Array(await file.arrayBuffer());
      onRead(await readCounted(bytes, (object) => readStocked(object, code), onShare));
    });
  return (
    <Card title={texts.countThen}>
      <div class="card-body">
        <Field label={texts.countFile} hint={share === undefined ? texts.countThenHint : shareOf(share)}>
          {(described) => (
            <input
              {...described}
              type="file"
              accept=".csv,text/csv"
              disabled={share !== undefined}
              onInput={(event) => {
                const input = event.currentTarget;
                // The same file may be chosen again once it was corrected.
                void read(input.files?.[0]).then(() => (input.value = ''));
              }}
            />
          )}
        </Field>
      </div>
    </Card>
  );
};

type Outcome = 'ok' | Refused;

const apply = async ({ thing, storage, before, counted }: Difference, note: string): Promise<Outcome> => {
  try {
    if (thing.kind === 'product') await setOwnStock(thing.id, counted);
    else await moveEntity(thing.elementNumber, storage, sumOfPieces(counted, -before), note);
    return 'ok';
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};

const OutcomeCell = ({ outcome }: { readonly outcome: Outcome | undefined }) => {
  if (outcome === undefined) return <Chip>{t().stock.countOpen}</Chip>;
  if (outcome === 'ok') return <Chip tone="good">{t().stock.countDone}</Chip>;
  return <span class="error">{refusalText(outcome)}</span>;
};

const Preview = ({ counted }: { readonly counted: Counted }) => {
  const texts = t().stock;
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const [note, setNote] = useState(texts.countNote(dayBefore(0)));
  const { encoding, differences, same, skipped, faults } = counted;
  const go = async (): Promise<void> => {
    setRunning(true);
    for (const difference of differences.filter(({ line }) => outcomes.get(line) !== 'ok')) {
      const outcome = await apply(difference, note);
      setOutcomes((known) => new Map([...known, [difference.line, outcome]]));
    }
    setRunning(false);
    refreshAll();
  };
  const done = [...outcomes.values()].filter((outcome) => outcome === 'ok').length;
  return (
    <Card title={texts.differences} beside={<span class="figure">{count(differences.length)}</span>}>
      <div class="card-body">
        <p class="hint" role="status">
          {texts.countSummary(count(differences.length), count(same), count(skipped))}
          {outcomes.size > 0 && ` ${texts.countOutcome(count(done), count(outcomes.size - done))}`}
        </p>
        {encoding !== 'utf-8' && <p class="hint">{texts.countEncoding(encoding ?? '')}</p>}
        {faults.map(({ line, fault, named }) => (
          <p key={line} class="error">
            {texts.line(line)}: {texts.faults[fault](...named)}
          </p>
        ))}
      </div>
      {differences.length > 0 && (
        <>
          <Table
            caption={texts.differences}
            rows={differences}
            keyOf={({ line }) => line}
            columns={[
              { title: texts.name, cell: ({ thing }) => thing.name },
              { title: texts.number, cell: ({ thing }) => thing.elementNumber, isMinor: true },
              { title: texts.storage, cell: ({ storage }) => storage, isMinor: true },
              { title: texts.pieces, cell: ({ before }) => pieces(before), isFigure: true },
              { title: texts.counted, cell: (row) => pieces(row.counted), isFigure: true },
              {
                title: texts.difference,
                cell: (row) => signedPieces(sumOfPieces(row.counted, -row.before)),
                isFigure: true,
              },
              { title: texts.state, cell: ({ line }) => <OutcomeCell outcome={outcomes.get(line)} /> },
            ]}
          />
          <div class="card-body apply-row">
            <TextField label={texts.note} hint={texts.countNoteHint} value={note} onInput={setNote} />
            <button
              type="button"
              class="primary"
              disabled={isRunning || done === differences.length}
              onClick={() => void go()}
            >
              {texts.countApply}
            </button>
          </div>
        </>
      )}
    </Card>
  );
};

/** Number of files read, so that each has its own outcomes. */
let files = 0;

export const StockCount = () => {
  const texts = t().stock;
  const [read, setRead] = useState<{ readonly file: number; readonly counted: Counted } | undefined>();
  return (
    <Page
      title={texts.count}
      actions={
        <a class="button" href={hrefOf('stock', '', { kind: chosenKind() === 'product' ? '' : chosenKind() })}>
          <Icon name="left" size={16} />
          {texts.back}
        </a>
      }
    >
      <div class="columns">
        <Download />
        <Upload
          onRead={(counted) => {
            files += 1;
            setRead({ file: files, counted });
          }}
        />
      </div>
      {read !== undefined && read.counted.missing.length > 0 && (
        <Card>
          <Empty>
            <span class="error">
              {read.counted.encoding === undefined
                ? texts.countNoText
                : texts.countColumns(read.counted.missing.join(', '))}
            </span>
          </Empty>
        </Card>
      )}
      {read !== undefined && read.counted.missing.length === 0 && <Preview key={read.file} counted={read.counted} />}
    </Page>
  );
};
