// Which settings does the server have, and where do they come from? The values of the running process, read only.
import { isChanged, readEngine } from '../api/engine.ts';
import type { ShownSetting } from '../api/engine.ts';
import { useData } from '../api/use-data.ts';
import { count } from '../format.ts';
import { Choices } from '../parts/chip.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { Table } from '../parts/table.tsx';
import { route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';

const textOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? t().settings.emptyValue : text;
};

/** Its environment variable: bodyBytesMax → KONTOR_BODY_BYTES_MAX. */
const variableOf = (setting: string): string =>
  `KONTOR_${setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

const subjectOf = (title: string): string => t().settings.subjects[title] ?? title;

const meets = (one: ShownSetting, words: string): boolean => {
  const { title, setting, value, from } = one;
  const text = `${title} ${subjectOf(title)} ${setting} ${variableOf(setting)} ${textOf(value)} ${from}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

const Subject = ({ title, settings }: { readonly title: string; readonly settings: readonly ShownSetting[] }) => {
  const texts = t().settings;
  const value = (one: ShownSetting) => (
    <span class={isChanged(one) ? 'changed address' : 'address'}>{`${textOf(one.value)} ${one.unit}`}</span>
  );
  return (
    <Card title={subjectOf(title)} beside={<span class="figure">{count(settings.length)}</span>}>
      <Table
        caption={subjectOf(title)}
        rows={[...settings.filter(isChanged), ...settings.filter((one) => !isChanged(one))]}
        keyOf={({ setting }) => setting}
        columns={[
          {
            title: texts.setting,
            cell: ({ setting }) => (
              <>
                <code>{setting}</code>
                <p class="hint address">{variableOf(setting)}</p>
              </>
            ),
          },
          { title: texts.value, cell: value },
          {
            title: texts.standard,
            cell: (one) => <span class="address">{textOf(one.default)}</span>,
            isMinor: true,
          },
          { title: texts.from, cell: ({ from }) => texts.sources[from] ?? from, isMinor: true },
        ]}
      />
    </Card>
  );
};

/** Groups by subject, subjects with changed settings first. */
const bySubject = (settings: readonly ShownSetting[]): readonly (readonly [string, readonly ShownSetting[]])[] => {
  const subjects = new Map<string, ShownSetting[]>();
  for (const one of settings) subjects.set(one.title, [...(subjects.get(one.title) ?? []), one]);
  const all = [...subjects];
  const hasChanged = ([, those]: (typeof all)[number]): boolean => those.some(isChanged);
  return [...all.filter(hasChanged), ...all.filter((one) => !hasChanged(one))];
};

export const Settings = () => {
  const texts = t().settings;
  const data = useData('settings', async (signal) => (await readEngine(signal)).settings);
  const isChangedOnly = route.value.query.get('show') === 'changed';
  const all = data.value ?? [];
  const shown = all.filter((one) => meets(one, searchedWords()) && (!isChangedOnly || isChanged(one)));
  return (
    <Page title={t().screens.settings}>
      <p class="hint">{texts.how}</p>
      <div class="list-tools">
        <Choices
          label={texts.show}
          chosen={isChangedOnly ? 'changed' : 'all'}
          onChoose={(show) => setQuery({ show: show === 'all' ? '' : show })}
          choices={[
            { value: 'all', label: texts.all, count: count(all.length) },
            { value: 'changed', label: texts.changed, count: count(all.filter(isChanged).length) },
          ]}
        />
        <Searching label={texts.search} hint={texts.searchHint} />
      </div>
      <Loaded data={data} lines={8}>
        {() =>
          shown.length === 0 ? (
            <Empty>{texts.nothing}</Empty>
          ) : (
            <>
              {bySubject(shown).map(([title, settings]) => (
                <Subject key={title} title={title} settings={settings} />
              ))}
            </>
          )
        }
      </Loaded>
    </Page>
  );
};
