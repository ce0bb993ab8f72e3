// A catalogue file on its way into the shop: chosen, recognised, looked at, checked and brought in.
//
// Guaranteed: the file is read by a worker of this browser, and the shop gets records. What is under way goes on while
// other screens are open, and ends with the page; the same file again changes nothing that is there already.
import { Card, Loaded, Page } from '../parts/page.tsx';
import { readFacts } from '../api/import.ts';
import { useData } from '../api/use-data.ts';
import { Field } from '../parts/field.tsx';
import { useEffect } from '../preact.ts';
import { t } from '../texts/texts.ts';
import type { ImportFacts } from '../../src/catalogue-files/browser/messages.ts';
import { BringIn } from './import-bring.tsx';
import { choose, job, keepOpen, upload } from './import-job.ts';
import { Findings, Holdings, HowItIsRead } from './import-preview.tsx';

const ChooseFile = ({ facts }: { readonly facts: ImportFacts }) => {
  const texts = t().imports;
  const { file, isReading = false } = upload.value ?? {};
  const hint = isReading ? texts.reading : (file?.name ?? texts.fileHint);
  return (
    <Card>
      <div class="card-body">
        <Field label={texts.file} hint={hint}>
          {(described) => (
            <input
              {...described}
              type="file"
              accept=".csv,.tsv,.txt,.xml,.json,.jsonl,.ndjson"
              disabled={isReading || job.value?.isRunning === true}
              // The same file may be chosen again once it was corrected.
              onClick={({ currentTarget }) => (currentTarget.value = '')}
              onInput={({ currentTarget }) => {
                const [chosen] = currentTarget.files ?? [];
                if (chosen !== undefined) void choose(chosen, facts);
              }}
            />
          )}
        </Field>
        {upload.value?.failed !== undefined && (
          <p class="error" role="alert">
            {texts.unreadable(upload.value.failed)}
          </p>
        )}
        {upload.value !== undefined && !isReading && upload.value.choice === undefined && (
          <p class="error" role="alert">
            {texts.unknown}
          </p>
        )}
      </div>
    </Card>
  );
};

const Read = () => {
  const { preview, choice, isReading = true } = upload.value ?? {};
  const isRecognised = choice !== undefined || !isReading;
  return (
    <>
      {upload.value !== undefined && isRecognised && <HowItIsRead upload={upload.value} />}
      {preview !== undefined && (
        <>
          <Holdings preview={preview} />
          <BringIn preview={preview} />
          <Findings preview={preview} />
        </>
      )}
    </>
  );
};

export const Import = () => {
  const facts = useData('import facts', readFacts, { topics: ['class'] });
  useEffect(() => {
    window.addEventListener('beforeunload', keepOpen);
    return () => window.removeEventListener('beforeunload', keepOpen);
  }, []);
  return (
    <Page title={t().screens.import}>
      <Loaded data={facts}>
        {(known) => (
          <>
            <ChooseFile facts={known} />
            <Read />
          </>
        )}
      </Loaded>
    </Page>
  );
};
