// What can the engine do, and what does it answer? Every operation can be tried in the name of the logged-in person.
import { readOperations } from '../api/operations.ts';
import type { Operation, OperationList } from '../api/operations.ts';
import { useData } from '../api/use-data.ts';
import { count } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { moveByArrows } from '../parts/table.tsx';
import { useEffect, useRef, useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { TryOperation } from './try-operation.tsx';

const meets = ({ name, summary, area }: Operation, words: string): boolean => {
  const text = `${name} ${name.replaceAll('_', ' ')} ${summary} ${area}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

interface ListProps {
  readonly operations: readonly Operation[];
  readonly chosen: string;
}

const List = ({ operations, chosen }: ListProps) => {
  const [words, setWords] = useState('');
  const current = useRef<HTMLAnchorElement>(null);
  const found = operations.filter((one) => meets(one, words.trim()));
  useEffect(() => current.current?.scrollIntoView({ block: 'center' }), [chosen]);
  return (
    <Card class="operation-list">
      <div class="list-search">
        <input
          type="search"
          aria-label={t().explorer.filter}
          placeholder={t().explorer.filter}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <p class="hint figure" role="status">
          {t().explorer.found(count(found.length))}
        </p>
      </div>
      <ul onKeyDown={moveByArrows}>
        {found.map(({ name, area }, at) => (
          <li key={name}>
            {found[at - 1]?.area !== area && <h2>{area}</h2>}
            <a
              class="row"
              href={hrefOf('explorer', name)}
              {...(name === chosen ? { ref: current } : {})}
              aria-current={name === chosen ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
};

const Both = ({ list, name }: { readonly list: OperationList; readonly name: string }) => {
  const texts = t().explorer;
  const sorted = [...list.operations].sort((a, b) => a.area.localeCompare(b.area) || a.name.localeCompare(b.name));
  const chosen = sorted.find((one) => one.name === name);
  return (
    <div class="explorer">
      <List operations={sorted} chosen={name} />
      {chosen === undefined ? (
        <Card>
          <Empty>
            {name !== '' && t().gone.explorer} {texts.choose}
          </Empty>
        </Card>
      ) : (
        <div class="operation">
          <header>
            <h2>
              <code>{chosen.name}</code>
            </h2>
            <Chip tone={chosen.effect === 'read' ? 'good' : 'warn'}>
              {chosen.effect === 'read' ? texts.reads : texts.writes}
            </Chip>
            <Chip>{texts.needs[chosen.level] ?? String(chosen.level)}</Chip>
            {chosen.isExtension && <Chip tone="info">{texts.extra}</Chip>}
            <p>{chosen.summary}</p>
          </header>
          <TryOperation key={chosen.name} operation={chosen} schemas={list.schemas} />
        </div>
      )}
    </div>
  );
};

export const Explorer = ({ name }: { readonly name: string }) => {
  const data = useData('operations', readOperations);
  return (
    <Page title={t().screens.explorer}>
      <Loaded data={data} lines={8}>
        {(list) => <Both list={list} name={name} />}
      </Loaded>
    </Page>
  );
};
