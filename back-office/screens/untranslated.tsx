// What is not translated yet: products, or contents, that lack in a language of the shop a text that they have in
// another. The engine has no search for that, so they are looked through a few hundred at a time, as the person asks.
import { languageName } from '../countries.ts';
import { call, callByName } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count } from '../format.ts';
import { BackLink } from '../parts/back-link.tsx';
import { Choices } from '../parts/chip.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { hrefOf, route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { TEXT_KINDS, kindOf } from './product-fields.tsx';
import { titleOf } from './object-title.ts';

type Kind = 'products' | 'contents';

interface Lacking {
  readonly id: number;
  readonly title: string;
  /** Labels of the texts that it lacks, by language. */
  readonly labels: { readonly [language: string]: readonly string[] };
}

interface Looked {
  readonly lacking: readonly Lacking[];
  readonly looked: number;
  readonly all: number;
}

/** Maximum number of calls in an aggregate. */
const AT_ONCE = 50;
/** So many are looked through at a time. */
const LOOKED_AT_ONCE = 200;

const search = (kind: Kind, from: number, signal?: AbortSignal) => {
  const asked = { constraint: {}, left_limit: from, right_limit: AT_ONCE, language: wireLanguage() };
  return kind === 'products' ? call('search_products', asked, signal) : call('search_contents', asked, signal);
};

type Values = { readonly [language: string]: { readonly [name: string]: unknown } };

const valuesOf = async (ids: readonly number[], signal?: AbortSignal): Promise<readonly Values[]> => {
  const pipe = Object.fromEntries(
    ids.map((id, at) => [String(at), { request: 'get_shopobject_languages', args: { id_shopobject: id } }]),
  );
  const reply = (await callByName('aggregate', { pipe }, signal)) as { readonly [member: string]: unknown };
  return ids.map((_, at) => (reply[`aggregate_${at}`] as { readonly values?: Values } | undefined)?.values ?? {});
};

const isThere = (values: Values, language: string, name: string): boolean =>
  String(values[language]?.[name] ?? '').trim() !== '';

/** Goes on where `before` has ended. Throws Refused. */
const lookOn = async (kind: Kind, languages: readonly string[], before: Looked, signal?: AbortSignal) => {
  let { lacking, looked, all } = before;
  const until = looked + LOOKED_AT_ONCE;
  do {
    const found = await search(kind, looked, signal);
    const objects = found.result;
    all = found.count;
    if (objects.length === 0) break;
    const values = await valuesOf(
      objects.map(({ id }) => id),
      signal,
    );
    lacking = [
      ...lacking,
      ...objects.map((object, at): Lacking => {
        const texts = Object.values(object.attributes)
          .filter(({ type }) => TEXT_KINDS.has(kindOf(type) ?? 'number'))
          .filter(({ name }) => languages.some((language) => isThere(values[at]!, language, name)));
        const lackedIn = (language: string): readonly string[] =>
          texts.filter(({ name }) => !isThere(values[at]!, language, name)).map(({ name, label }) => label || name);
        const labels = Object.fromEntries(languages.map((language) => [language, lackedIn(language)]));
        return { id: object.id, title: titleOf(object), labels };
      }),
    ].filter(({ labels }) => Object.values(labels).some((names) => names.length > 0));
    looked += objects.length;
  } while (looked < Math.min(until, all));
  return { lacking, looked, all };
};

const NOTHING: Looked = { lacking: [], looked: 0, all: 0 };

const Found = ({ kind, languages, first }: { kind: Kind; languages: readonly string[]; first: Looked }) => {
  const texts = t().contents.untranslated;
  const [later, setLater] = useState<Looked | undefined>();
  const [isLooking, setLooking] = useState(false);
  const { lacking, looked, all } = later ?? first;
  const given = route.value.query.get('in') ?? '';
  const language = languages.find((code) => code === given) ?? languages[1] ?? languages[0]!;
  const rows = lacking.filter(({ labels }) => labels[language]!.length > 0);
  const goOn = async (): Promise<void> => {
    setLooking(true);
    await orWarn(async () => setLater(await lookOn(kind, languages, { lacking, looked, all })));
    setLooking(false);
  };
  return (
    <Card title={texts.title(languageName(language))}>
      <div class="list-tools">
        <Choices
          label={texts.language}
          chosen={language}
          onChoose={(code) => setQuery({ in: code })}
          choices={languages.map((value) => ({
            value,
            label: languageName(value),
            count: count(lacking.filter(({ labels }) => labels[value]!.length > 0).length),
          }))}
        />
      </div>
      {rows.length === 0 ? (
        <Empty>{texts.whole(languageName(language))}</Empty>
      ) : (
        <Table
          caption={texts.title(languageName(language))}
          rows={rows}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => hrefOf(kind, id)}
          columns={[
            { title: t().products.name, cell: ({ title }) => title },
            { title: texts.missing, cell: ({ labels }) => labels[language]!.join(', ') },
          ]}
        />
      )}
      <div class="card-body">
        <p class="hint" role="status">
          {texts.looked(count(looked), count(all))}
        </p>
        {looked < all && (
          <button type="button" disabled={isLooking} onClick={() => void goOn()}>
            {texts.goOn}
          </button>
        )}
      </div>
    </Card>
  );
};

export const Untranslated = ({ kind }: { readonly kind: Kind }) => {
  const texts = t().contents.untranslated;
  const data = useData(
    `untranslated-${kind}-${wireLanguage()}`,
    async (signal) => {
      const { languages } = await call('get_shop', {}, signal);
      return { languages, first: await lookOn(kind, languages, NOTHING, signal) };
    },
    { topics: [kind === 'contents' ? 'content' : 'product', 'deleted'] },
  );
  return (
    <Page title={texts.page[kind]} actions={<BackLink screen={kind}>{t().screens[kind]}</BackLink>}>
      <p class="hint">{texts.how}</p>
      <Loaded data={data} lines={8}>
        {({ languages, first }) => <Found key={first.all} kind={kind} languages={languages} first={first} />}
      </Loaded>
    </Page>
  );
};

/** Leads to what is not translated. */
export const UntranslatedLink = ({ kind }: { readonly kind: Kind }) =>
  may('get_shopobject_languages') ? (
    <a class="button" href={hrefOf(kind, 'untranslated')}>
      <Icon name="document" size={16} />
      {t().contents.untranslated.open}
    </a>
  ) : null;
