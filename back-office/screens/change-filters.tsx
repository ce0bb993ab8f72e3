// What the record of changes is filtered by; the address keeps it, so that a filtered list is a link.
import { useEffect, useState } from '../preact.ts';
import { hrefOf, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { Field } from '../parts/field.tsx';
import type { Filters } from './change-pages.ts';

interface ChangeFiltersProps {
  readonly filters: Filters;
  /** Those that this server knows. */
  readonly known: readonly (keyof Filters)[];
  /** Whether a kind of objects may stand for all of them. */
  readonly hasKinds: boolean;
}

const WAIT_MS = 300;

export const ChangeFilters = ({ filters, known, hasKinds }: ChangeFiltersProps) => {
  const texts = t().changes;
  const [typed, setTyped] = useState(filters);
  const [inAddress, setInAddress] = useState(filters);
  const now = JSON.stringify(filters);
  if (now !== JSON.stringify(inAddress)) {
    // A link of the list or the browser's buttons changed the filters.
    setInAddress(filters);
    setTyped(filters);
  }
  useEffect(() => {
    if (JSON.stringify(typed) === now) return;
    const timer = setTimeout(() => setQuery({ ...typed, at: '' }), WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const hints: { readonly [name in keyof Filters]?: string } = {
    object: hasKinds ? texts.objectOrKind : texts.objectHint,
    person: texts.personHint,
    field: texts.fieldHint,
  };
  return (
    <div class="change-filters" role="search" aria-label={texts.filters}>
      {known.map((name) => (
        <Field key={name} label={texts[name]}>
          {(described) => (
            <input
              {...described}
              {...(name === 'since' ? { type: 'date' as const } : { placeholder: hints[name] })}
              autocomplete="off"
              spellcheck={false}
              value={typed[name]}
              onInput={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value.trim() })}
            />
          )}
        </Field>
      ))}
      {Object.values(filters).some((value) => value !== '') && (
        <a class="button" href={hrefOf('history')}>
          {texts.clear}
        </a>
      )}
    </div>
  );
};
