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
import { say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { language } from '../preferences.ts';
import { route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import { draftOf, dropDraft, keepDraft } from './template-drafts.ts';

type Template = Reply<'get_document_templates'>['templates'][number];

interface EditorProps {
  readonly template: Template;
  readonly onChanged: () => void;
}

const BackDialog = ({ template, onChanged, onClose }: EditorProps & { readonly onClose: () => void }) => {
  const texts = t().templates;
  const { name, seq } = template;
  const act = async (): Promise<string> => {
    await call('update_document_template', { name, text: '', if_seq: seq });
    dropDraft(name);
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
  const draft = draftOf(name);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (draft === undefined) return;
    setRunning(true);
    setRefused(undefined);
    try {
      await call('update_document_template', { name, text: draft.text, if_seq: draft.seq });
      dropDraft(name);
      say(texts.saved);
      onChanged();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
    setRunning(false);
  };
  const type = (text: string): void => {
    if (text === template.text) dropDraft(name);
    else keepDraft(name, { text, seq: draft?.seq ?? template.seq });
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
                dropDraft(name);
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

const Preview = ({ template: { name, text } }: { readonly template: Template }) => {
  const texts = t().templates;
  const [order, setOrder] = useState('');
  const [wanted, setWanted] = useState<Wanted>({ text: draftOf(name)?.text ?? text });
  const params = { name, ...wanted, language: language.value };
  const made = useData(JSON.stringify(params), async (signal) =>
    atob((await call('preview_document', params, signal)).document),
  );
  const id = idIn(order.trim());
  const show = (event: Event): void => {
    event.preventDefault();
    setWanted({ text: draftOf(name)?.text ?? text, ...(id === undefined ? {} : { id_order: id }) });
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
        {(html) => <MadeDocument title={`${texts.preview}: ${texts.names[name]}`} html={html} />}
      </Loaded>
    </Card>
  );
};

export const DocumentTemplates = () => {
  const texts = t().templates;
  const data = useData('document-templates', (signal) => call('get_document_templates', {}, signal));
  return (
    <Page title={texts.title} actions={<BackLink screen="shop">{t().screens.shop}</BackLink>}>
      <p class="hint">{texts.how}</p>
      <Loaded data={data} lines={8}>
        {({ templates }) => {
          const asked = route.value.query.get('template');
          const template = templates.find(({ name }) => name === asked) ?? templates[0]!;
          return (
            <>
              <Field label={texts.list}>
                {(described) => (
                  <select
                    {...described}
                    value={template.name}
                    onInput={({ currentTarget }) => setQuery({ template: currentTarget.value })}
                  >
                    {templates.map(({ name, source }) => (
                      <option key={name} value={name}>
                        {`${texts.names[name]} (${texts.sources[source]})${draftOf(name) === undefined ? '' : ' *'}`}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <div class="template-work">
                <Editor key={`editor ${template.name}`} template={template} onChanged={data.reload} />
                <Preview key={`preview ${template.name} ${template.seq}`} template={template} />
              </div>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
};
