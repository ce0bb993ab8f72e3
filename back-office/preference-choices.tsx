// Choices of language and colours: one button each, which goes to the next.
import { Icon } from './parts/icon.tsx';
import { LANGUAGES, THEMES, language, theme } from './preferences.ts';
import { t } from './texts/texts.ts';

const after = <T,>(list: readonly T[], one: T): T => list[(list.indexOf(one) + 1) % list.length]!;

const NAMES = { en: 'English', de: 'Deutsch' } as const;
const THEME_ICONS = { auto: 'auto', light: 'sun', dark: 'moon' } as const;

export const LanguageChoice = () => {
  const next = after(LANGUAGES, language.value);
  const now = language.value.toUpperCase();
  return (
    <button
      type="button"
      class="plain language"
      aria-label={`${now}, ${t().shell.language}: ${NAMES[next]}`}
      title={`${t().shell.language}: ${NAMES[next]}`}
      onClick={() => {
        language.value = next;
      }}
    >
      {now}
    </button>
  );
};

export const ThemeChoice = () => {
  const says = `${t().shell.theme}: ${t().shell.themes[theme.value]}`;
  return (
    <button
      type="button"
      class="plain"
      aria-label={says}
      title={says}
      onClick={() => {
        theme.value = after(THEMES, theme.value);
      }}
    >
      <Icon name={THEME_ICONS[theme.value]} size={20} />
    </button>
  );
};
