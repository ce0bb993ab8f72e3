// The last step of an import: what is asked for, how far it is, and what became of every record.
import type { Preview, RecordType } from '../../src/catalogue-files/browser/messages.ts';
import { count } from '../format.ts';
import { Icon } from '../parts/icon.tsx';
import { Card, Failure } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useId, useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { job, run, saveReport, stop } from './import-job.ts';
import type { Job } from './import-job.ts';
import { Refusals } from './import-preview.tsx';

interface CheckProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

const Check = ({ label, hint, isOn, onChange }: CheckProps) => {
  const id = useId();
  return (
    <div>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          disabled={job.value?.isRunning === true}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      {hint !== undefined && (
        <p class="hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
};

const Running = ({ isDryRun, told, total }: Job) => {
  const texts = t().imports;
  const done = Math.min(told?.records ?? 0, total);
  return (
    <div class="import-progress">
      <p role="status">{isDryRun ? texts.checking : texts.importing}</p>
      <progress max={total} value={done} aria-label={isDryRun ? texts.checking : texts.importing} />
      <p class="hint figure">{texts.progress(count(done), count(total))}</p>
      {!isDryRun && <p class="hint">{texts.leave}</p>}
    </div>
  );
};

const Outcomes = ({ isDryRun, isStopped, told, refused, failed }: Job) => {
  const texts = t().imports;
  const { report, pictures } = told ?? {};
  const rows = (Object.keys(texts.types) as RecordType[]).flatMap((type) => {
    const counts = report?.types[type];
    return counts === undefined ? [] : [{ type, ...counts }];
  });
  const hasPictures = pictures !== undefined && pictures.fetched + pictures.present + pictures.failed > 0;
  const ended = isStopped ? texts.stopped : isDryRun ? texts.checked : texts.imported;
  return (
    <>
      {refused !== undefined && <Failure refused={refused} />}
      {failed !== undefined && <p class="error">{texts.unreadable(failed)}</p>}
      <p role="status">
        {refused === undefined && failed === undefined && ended}{' '}
        {report !== undefined && report.refused > 0 && texts.refusedCount(count(report.refused))}
      </p>
      {isDryRun && <p class="hint">{texts.checkedHint}</p>}
      {rows.length > 0 && (
        <Table
          caption={texts.bring}
          rows={rows}
          keyOf={({ type }) => type}
          columns={[
            { title: texts.type, cell: ({ type }) => texts.types[type] },
            { title: texts.outcomes.created, cell: ({ created }) => count(created), isFigure: true },
            { title: texts.outcomes.updated, cell: ({ updated }) => count(updated), isFigure: true },
            { title: texts.outcomes.unchanged, cell: ({ unchanged }) => count(unchanged), isFigure: true },
          ]}
        />
      )}
      {hasPictures && (
        <p>{texts.pictureCounts(count(pictures.fetched), count(pictures.present), count(pictures.failed))}</p>
      )}
      {told?.pictureNotes.map((note) => (
        <p key={note} class="hint import-cell">
          {note}
        </p>
      ))}
      <p>
        <button type="button" onClick={() => void orWarn(saveReport)}>
          <Icon name="download" size={16} />
          {texts.report}
        </button>
      </p>
    </>
  );
};

export const BringIn = ({ preview }: { readonly preview: Preview }) => {
  const texts = t().imports;
  const [stock, setStock] = useState(false);
  const [replaceAttributes, setReplace] = useState(false);
  const [pictures, setPictures] = useState(false);
  const current = job.value;
  const isRunning = current?.isRunning === true;
  const isEmpty = Object.keys(preview.types).length === 0;
  const go = (isDryRun: boolean): void => void run({ stock, replaceAttributes, pictures, isDryRun });
  return (
    <>
      <Card title={texts.bring}>
        <div class="card-body import-options">
          <Check label={texts.stock} isOn={stock} onChange={setStock} />
          <Check
            label={texts.replaceAttributes}
            hint={texts.replaceAttributesHint}
            isOn={replaceAttributes}
            onChange={setReplace}
          />
          <Check label={texts.fetchPictures} hint={texts.fetchPicturesHint} isOn={pictures} onChange={setPictures} />
          <div class="button-row">
            <button type="button" disabled={isRunning || isEmpty} onClick={() => go(true)}>
              {texts.check}
            </button>
            <button type="button" class="primary" disabled={isRunning || isEmpty} onClick={() => go(false)}>
              {texts.go}
            </button>
            {isRunning && (
              <button type="button" onClick={stop}>
                {texts.stop}
              </button>
            )}
          </div>
          {current !== undefined && (isRunning ? <Running {...current} /> : <Outcomes {...current} />)}
        </div>
      </Card>
      {current?.told !== undefined && <Refusals {...current.told.report} />}
    </>
  );
};
