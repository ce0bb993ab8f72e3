// How do documents look? Each template with its text, and what the text makes of an order before it is saved.
import { Refused, call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { BackLink } from '../parts/back-link.tsx';
import { Chip } from '../parts/chip.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { MadeDocument } from '../parts/made-document.tsx';
import { Card, Failure, Loaded, Page } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { language } from '../preferences.ts';
import { route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import { draftOf, dropDraft, keepDraft } from './template-drafts.ts';

type Template = Reply<'get_document_templates'>['templates'][number];

const keyOf = ({ name, language: spoken }: Pick<Template, 'name' | 'language'>): string =>
  spoken === '' ? name : `${name}.${spoken}`;

const isOfMail = ({ name }: Template): boolean => name.startsWith('mail_');

/** A call without a language is for all. */
const placeOf = ({ name, language: spoken }: Template) => ({ name, ...(spoken !== '' && { language: spoken }) });

interface EditorProps {
  readonly template: Template;
  readonly onChanged: () => void;
}

const BackDialog = ({ template, onChanged, onClose }: EditorProps & { readonly onClose: () => void }) => {
  const texts = t().templates;
  const { name, seq } = template;
  const act = async (): Promise<string> => {
    await call('update_document_template', { ...placeOf(template), text: '', if_seq: seq });
    dropDraft(keyOf(template));
    onChanged();
    return texts.backDone;
  };
  return (
    <ConfirmDialog title={texts.backTitle(texts.names[name])} label={texts.back} act={act} onClose={onClose}>
      <Consequences sentences={texts.backWill} />
    </ConfirmDialog>
  );
};

const Editor = ({ template, onChanged }: EditorProps) => {
  const texts = t().templates;
  const { name, source } = template;
  const [refused, setRefused] = useState<Refused | undefined>();
  const [isRunning, setRunning] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const key = keyOf(template);
  const draft = draftOf(key);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (draft === undefined) return;
    setRunning(true);
    setRefused(undefined);
    try {
      await call('update_document_template', { ...placeOf(template), text: draft.text, if_seq: draft.seq });
      dropDraft(key);
      say(texts.saved);
      onChanged();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
    setRunning(false);
  };
  const type = (text: string): void => {
    if (text === template.text) dropDraft(key);
    else keepDraft(key, { text, seq: draft?.seq ?? template.seq });
  };
  return (
    <Card title={texts.names[name]} beside={<Chip tone="info">{texts.sources[source]}</Chip>}>
      <form class="card-body ask" onSubmit={(event) => void save(event)}>
        <Field label={texts.text}>
          {(described) => (
            <textarea
              {...described}
              class="template-text"
              rows={24}
              spellcheck={false}
              value={draft?.text ?? template.text}
              onInput={({ currentTarget }) => type(currentTarget.value)}
            />
          )}
        </Field>
        {refused !== undefined && <Failure refused={refused} />}
        <p role="status">{draft !== undefined && texts.unsaved}</p>
        <div class="button-row">
          <button type="submit" class="primary" disabled={isRunning || draft === undefined || draft.text === ''}>
            {texts.save}
          </button>
          {draft !== undefined && (
            <button
              type="button"
              onClick={() => {
                dropDraft(key);
                setRefused(undefined);
              }}
            >
              {texts.drop}
            </button>
          )}
          {source === 'shop' && (
            <button type="button" onClick={() => setAsking(true)}>
              {texts.back}
            </button>
          )}
        </div>
      </form>
      {isAsking && <BackDialog template={template} onChanged={onChanged} onClose={() => setAsking(false)} />}
    </Card>
  );
};

interface Wanted {
  readonly text: string;
  readonly id_order?: number;
}

const Preview = ({ template }: { readonly template: Template }) => {
  const texts = t().templates;
  const { name, text } = template;
  const key = keyOf(template);
  const [order, setOrder] = useState('');
  const [wanted, setWanted] = useState<Wanted>({ text: draftOf(key)?.text ?? text });
  const params = { name, ...wanted, language: template.language || language.value };
  const made = useData(JSON.stringify(params), (signal) => call('preview_document', params, signal));
  const id = idIn(order.trim());
  const show = (event: Event): void => {
    event.preventDefault();
    setWanted({ text: draftOf(key)?.text ?? text, ...(id === undefined ? {} : { id_order: id }) });
  };
  return (
    <Card title={texts.preview}>
      <form class="card-body ask" onSubmit={show}>
        <TextField label={texts.order} hint={texts.orderHint} value={order} onInput={setOrder} />
        <div class="button-row">
          <button type="submit" disabled={order.trim() !== '' && id === undefined}>
            {texts.show}
          </button>
        </div>
      </form>
      <Loaded data={made} lines={8}>
        {({ document, subject, text: plain }) => (
          <>
            {subject !== undefined && <p class="card-body">{`${texts.subject}: ${subject}`}</p>}
            <MadeDocument title={`${texts.preview}: ${texts.names[name]}`} html={atob(document)} />
            {plain !== undefined && (
              <details class="card-body">
                <summary>{texts.plain}</summary>
                <pre>{plain}</pre>
              </details>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
};

export const DocumentTemplates = () => {
  const texts = t().templates;
  const data = useData('document-templates', async (signal) => {
    const [{ templates }, { languages }] = await Promise.all([
      call('get_document_templates', {}, signal),
      call('get_shop_settings', {}, signal),
    ]);
    return { templates, languages: [...new Set(languages.map((code) => code.slice(0, 2).toLowerCase()))] };
  });
  return (
    <Page title={texts.title} actions={<BackLink screen="shop">{t().screens.shop}</BackLink>}>
      <p class="hint">{texts.how}</p>
      <Loaded data={data} lines={8}>
        {({ templates, languages }) => {
          const asked = route.value.query.get('template');
          const all = templates.find(({ name, language: spoken }) => name === asked && spoken === '') ?? templates[0]!;
          const spoken = isOfMail(all) ? (route.value.query.get('language') ?? '') : '';
          const own = templates.find((one) => one.name === all.name && one.language === spoken);
          const template = own ?? { ...all, language: spoken, seq: 0 };
          return (
            <>
              <Field label={texts.list}>
                {(described) => (
                  <select
                    {...described}
                    value={template.name}
                    onInput={({ currentTarget }) => setQuery({ template: currentTarget.value, language: '' })}
                  >
                    {templates
                      .filter(({ language: of }) => of === '')
                      .map(({ name, source }) => (
                        <option key={name} value={name}>
                          {`${texts.names[name]} (${texts.sources[source]})${draftOf(name) === undefined ? '' : ' *'}`}
                        </option>
                      ))}
                  </select>
                )}
              </Field>
              {isOfMail(template) && (
                <SelectField
                  label={texts.language}
                  options={[['', texts.allLanguages], ...languages.map((code) => [code, code] as const)]}
                  value={spoken}
                  onInput={(code) => setQuery({ language: code })}
                />
              )}
              <div class="template-work">
                <Editor key={`editor ${keyOf(template)}`} template={template} onChanged={data.reload} />
                <Preview key={`preview ${keyOf(template)} ${template.seq}`} template={template} />
              </div>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
};
