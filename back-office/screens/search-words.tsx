// What do shoppers' words mean? Synonyms, products that come first, pages that a query leads to, and ignored words.
import { Refused, call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count } from '../format.ts';
import { Field } from '../parts/field.tsx';
import { Card, Failure, Loaded, Page } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { searchTexts } from '../texts/search-texts.ts';
import { t } from '../texts/texts.ts';
import { useUnsaved } from '../unsaved.ts';
import { Searched } from './searched.tsx';
import { PARTS, heldText, linesOf, readLines } from './word-lines.ts';
import type { Lines, Part } from './word-lines.ts';

interface EditorProps {
  readonly words: Reply<'get_search_words'>;
  readonly lines: Lines;
  readonly onInput: (lines: Lines | undefined) => void;
  readonly onSaved: () => void;
}

const ROWS: { readonly [K in Part]: number } = { synonyms: 8, pinned: 4, redirects: 4, ignored: 2 };

const WordsEditor = ({ words, lines, onInput, onSaved }: EditorProps) => {
  const texts = searchTexts();
  const [refused, setRefused] = useState<Refused | undefined>();
  const [isRunning, setRunning] = useState(false);
  const held = linesOf(words);
  const changed = PARTS.filter((part) => lines[part] !== held[part]);
  const read = (part: Part) => readLines(part, lines[part]);
  const isWrong = PARTS.some((part) => typeof read(part) === 'number');
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    setRunning(true);
    setRefused(undefined);
    try {
      const given = Object.fromEntries(changed.map((part) => [part, read(part)]));
      await call('set_search_words', { language: words.language, ...given, if_seq: words.seq });
      say(texts.saved);
      onInput(undefined);
      onSaved();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
    setRunning(false);
  };
  return (
    <form class="card-body ask" onSubmit={(event) => void save(event)}>
      {PARTS.map((part) => {
        const line = read(part);
        const error = typeof line === 'number' ? texts.wrongLine(count(line)) : undefined;
        return (
          <Field key={part} label={texts.parts[part]} hint={texts.hints[part]} error={error}>
            {(described) => (
              <textarea
                {...described}
                rows={ROWS[part]}
                spellcheck={false}
                readOnly={!may('set_search_words')}
                value={lines[part]}
                onInput={({ currentTarget: { value } }) => onInput({ ...lines, [part]: value })}
              />
            )}
          </Field>
        );
      })}
      {refused !== undefined && <Failure refused={refused} />}
      <p role="status">{changed.length > 0 && texts.unsaved}</p>
      {may('set_search_words') && (
        <div class="button-row">
          <button type="submit" class="primary" disabled={isRunning || isWrong || changed.length === 0}>
            {texts.save}
          </button>
          {changed.length > 0 && (
            <button
              type="button"
              onClick={() => {
                onInput(undefined);
                setRefused(undefined);
                onSaved();
              }}
            >
              {texts.drop}
            </button>
          )}
        </div>
      )}
    </form>
  );
};

const OfLanguage = ({ language }: { readonly language: string }) => {
  const data = useData(`search-words ${language}`, (signal) => call('get_search_words', { language }, signal));
  const [typed, setTyped] = useState<Lines | undefined>();
  useUnsaved(typed !== undefined);
  const texts = searchTexts();
  const makeSynonym = (text: string): void => {
    if (data.value === undefined) return;
    const lines = typed ?? linesOf(data.value);
    const before = lines.synonyms === '' ? '' : `${lines.synonyms}\n`;
    setTyped({ ...lines, synonyms: `${before}${heldText(text)}, ` });
    document.querySelector('textarea')?.focus();
  };
  const onSynonym = may('set_search_words') ? makeSynonym : undefined;
  return (
    <>
      {may('get_report') && (
        <Searched title={texts.vain} statistic="searches_in_vain" nothing={texts.nothingVain} onSynonym={onSynonym} />
      )}
      <Card title={texts.words}>
        <Loaded data={data} lines={8}>
          {(words) => (
            <WordsEditor words={words} lines={typed ?? linesOf(words)} onInput={setTyped} onSaved={data.reload} />
          )}
        </Loaded>
      </Card>
      {may('get_report') && (
        <Searched title={texts.asked} statistic="searches" nothing={texts.nothing} onSynonym={onSynonym} />
      )}
    </>
  );
};

export const SearchWords = () => {
  const texts = searchTexts();
  const shop = useData('languages', (signal) => call('get_shop', {}, signal).then(({ languages }) => languages));
  const [chosen, setChosen] = useState('');
  return (
    <Page title={t().screens.search}>
      <p class="hint">{texts.how}</p>
      <Loaded data={shop} lines={8}>
        {(languages) => {
          const language = chosen || languages[0]!;
          return (
            <>
              {languages.length > 1 && (
                <SelectField
                  label={texts.language}
                  options={languages.map((code) => [code, code])}
                  value={language}
                  onInput={setChosen}
                />
              )}
              <OfLanguage key={language} language={language} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
};
