// The overview of all keys.
import { isHelpOpen } from './keys.ts';
import { Dialog } from './parts/dialog.tsx';
import { SCREENS } from './screens.tsx';
import { t } from './texts/texts.ts';

export const KeyHelp = () => {
  const keys: readonly (readonly [readonly string[], string])[] = [
    [['/'], t().keys.search],
    [['↑', '↓'], t().keys.move],
    [['↵'], t().keys.open],
    [['␣'], t().keys.pick],
    [['Esc'], t().keys.leave],
    [['?'], t().keys.help],
    ...SCREENS.map(({ name, key }) => [['g', key], t().keys.go(t().screens[name])] as const),
  ];
  return (
    <Dialog
      title={t().keys.title}
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <dl class="key-list">
        {keys.map(([presses, what]) => (
          <div key={what}>
            <dt>
              {presses.map((press) => (
                <kbd key={press}>{press}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
