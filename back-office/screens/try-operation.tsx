// One operation: a form of its parameters, the call as JSON, for curl and in TypeScript, and the reply beside the
// schema that it keeps to.
import { Refused, callByName } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import type { Operation, OperationList, Schema } from '../api/operations.ts';
import { mayCall } from '../api/rights.ts';
import { count, duration } from '../format.ts';
import { Choices } from '../parts/chip.tsx';
import { Code } from '../parts/code.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { ParameterField, valueOf } from './parameter-field.tsx';
import { SchemaTree } from './schema-tree.tsx';

interface OperationProps {
  readonly operation: Operation;
  readonly schemas: OperationList['schemas'];
}

interface Answer {
  readonly text: string;
  readonly ms: number;
  readonly isRefused: boolean;
}

/** Parameters that every call has. */
const OF_ALL_CALLS = new Set(['idempotency_key', 'dry_run', 'strict', 'licence_username', 'licence_password']);

type Typed = { readonly [name: string]: string };

/** Returns the typed parameters as the call sends them, and the names of unreadable ones. */
const paramsOf = (fields: readonly (readonly [string, Schema])[], typed: Typed) => {
  const params: { [name: string]: unknown } = {};
  const wrong: string[] = [];
  for (const [name, schema] of fields) {
    const text = typed[name] ?? '';
    if (text === '') continue;
    const value = valueOf(schema, text);
    if (value === undefined) wrong.push(name);
    else params[name] = value;
  }
  return { params, wrong };
};

/** Parameters as they would be typed. */
const typedOf = (params: { readonly [name: string]: unknown }): Typed =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value),
    ]),
  );

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const curlOf = (name: string, params: object): string =>
  [
    `curl -s "$SHOP/srv/service/${name}" -u "$USERNAME:$PASSWORD" \\`,
    `  -H "X-Licence-Secret-Key: $SECRET_KEY" -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(params))}`,
  ].join('\n');

const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');

const typescriptOf = (name: string, params: object): string =>
  [
    "import { createClient } from 'kontor/client';",
    '',
    'const shop = createClient({ url, username, password, secretKey });',
    `const reply = await shop.${name}(${Object.keys(params).length === 0 ? '{}' : literal(params)});`,
    'if (!reply.ok) throw new Error(reply.code);',
  ].join('\n');

const call = async (name: string, params: { readonly [name: string]: unknown }): Promise<Answer> => {
  const began = performance.now();
  try {
    const body = await callByName(name, params);
    return { text: JSON.stringify(body, null, 2), ms: performance.now() - began, isRefused: false };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code: message, param, message: detail } = error;
    const text = JSON.stringify({ object: 'error', message, param, detail }, null, 2);
    return { text, ms: performance.now() - began, isRefused: true };
  }
};

const Request = ({ name, params }: { readonly name: string; readonly params: object }) => {
  const texts = t().explorer;
  const [form, setForm] = useState<'json' | 'curl' | 'typescript'>('json');
  const text = {
    json: JSON.stringify({ request: name, ...params }, null, 2),
    curl: curlOf(name, params),
    typescript: typescriptOf(name, params),
  }[form];
  return (
    <Card title={texts.request}>
      <div class="card-body">
        <Choices
          label={texts.request}
          chosen={form}
          onChoose={setForm}
          choices={(['json', 'curl', 'typescript'] as const).map((value) => ({ value, label: texts[value] }))}
        />
        <Code text={text} label={texts.request} isJson={form === 'json'} />
      </div>
    </Card>
  );
};

const ReplyCards = ({ answer, operation, schemas }: OperationProps & { readonly answer: Answer | undefined }) => {
  const texts = t().explorer;
  return (
    <div class="columns reply">
      <Card
        title={texts.reply}
        beside={
          answer !== undefined && (
            <span class={answer.isRefused ? 'error figure' : 'quiet-text figure'}>
              {texts.took(duration(answer.ms), `${count(answer.text.length)} B`)}
            </span>
          )
        }
      >
        <div aria-live="polite">
          {answer === undefined ? (
            <Empty>{texts.noReply}</Empty>
          ) : (
            <div class="card-body">
              <Code text={answer.text} label={texts.reply} isJson />
            </div>
          )}
        </div>
      </Card>
      <Card title={texts.schema}>
        <div class="card-body">
          <SchemaTree schema={operation.reply} schemas={schemas} />
        </div>
      </Card>
    </div>
  );
};

export const TryOperation = ({ operation, schemas }: OperationProps) => {
  const texts = t().explorer;
  const [typed, setTyped] = useState<Typed>({});
  const [answer, setAnswer] = useState<Answer | undefined>();
  const [isRunning, setRunning] = useState(false);
  const fields = Object.entries(operation.params.properties ?? {}).filter(([name]) => !OF_ALL_CALLS.has(name));
  const isRequired = ([name]: readonly [string, Schema]): boolean => operation.params.required?.includes(name) === true;
  const [needed, optional] = [fields.filter(isRequired), fields.filter((field) => !isRequired(field))];
  const { params, wrong } = paramsOf(fields, typed);
  const isAllowed = mayCall(operation.name);
  const run = async (more: { readonly dry_run?: 1 }): Promise<void> => {
    setRunning(true);
    setAnswer(await call(operation.name, { ...params, ...more }));
    setRunning(false);
    if (operation.effect !== 'read' && more.dry_run === undefined) refreshAll();
  };
  const draw = ([name, schema]: readonly [string, Schema]) => (
    <ParameterField
      key={name}
      name={name}
      schema={schema}
      text={typed[name] ?? ''}
      isWrong={wrong.includes(name)}
      onInput={(text) => setTyped((known) => ({ ...known, [name]: text }))}
    />
  );
  return (
    <>
      <div class="columns">
        <Card title={texts.parameters}>
          <form
            class="card-body parameters"
            onSubmit={(event) => {
              event.preventDefault();
              void run({});
            }}
          >
            {fields.length === 0 && <p class="quiet-text">{texts.noParameters}</p>}
            {needed.map(draw)}
            {optional.length > 0 && (
              <details open={needed.length === 0}>
                <summary>{texts.optional}</summary>
                <div class="parameters">{optional.map(draw)}</div>
              </details>
            )}
            {!isAllowed && <p class="error">{texts.notLevel}</p>}
            <div class="button-row">
              <button type="submit" class="primary" disabled={isRunning || !isAllowed || wrong.length > 0}>
                <Icon name="play" size={15} />
                {texts.run}
              </button>
              {operation.hasDryRun && (
                <button type="button" disabled={isRunning || !isAllowed} onClick={() => void run({ dry_run: 1 })}>
                  {texts.dryRun}
                </button>
              )}
              {operation.example !== undefined && (
                <button type="button" class="plain" onClick={() => setTyped(typedOf(operation.example!))}>
                  {texts.example}
                </button>
              )}
              {operation.effect !== 'read' && <span class="hint">{texts.changes}</span>}
            </div>
          </form>
        </Card>
        <Request name={operation.name} params={params} />
      </div>
      <ReplyCards answer={answer} operation={operation} schemas={schemas} />
    </>
  );
};
