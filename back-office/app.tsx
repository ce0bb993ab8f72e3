// The frame of all screens: navigation, the search box, what is the matter with connection and session, and the screen
// that the address names. Before that: the login.
import { call } from './api/call.ts';
import { followFeed, isLive } from './api/feed.ts';
import { isExpired, logout, readUser, user } from './api/session.ts';
import type { BackOfficeUser } from './api/session.ts';
import { ChangePassword } from './change-password.tsx';
import { FindBox } from './find-box.tsx';
import { currency, currencyDigits, timeZone } from './format.ts';
import { KeyHelp } from './key-help.tsx';
import { isHelpOpen } from './keys.ts';
import { LoginAgain, LoginPage } from './login.tsx';
import { Dialog } from './parts/dialog.tsx';
import { Icon } from './parts/icon.tsx';
import type { IconName } from './parts/icon.tsx';
import { Lost } from './parts/lost.tsx';
import { Empty, Page, Skeleton } from './parts/page.tsx';
import { Toasts, orWarn } from './parts/toast.tsx';
import { useEffect, useRef, useState } from './preact.ts';
import { LanguageChoice, ThemeChoice } from './preference-choices.tsx';
import { hrefOf, route } from './routes.ts';
import { SCREENS } from './screens.tsx';
import type { Screen } from './screens.tsx';
import { t } from './texts/texts.ts';

const GROUPS = ['watch', 'sell', 'goods', 'connect', 'tools'] as const;

const Navigation = ({ person, onGo }: { readonly person: BackOfficeUser; readonly onGo?: () => void }) => {
  const open = SCREENS.filter(({ level = 50 }) => person.level >= level);
  const link = ({ name, icon, key }: Screen) => (
    <a
      key={name}
      href={hrefOf(name)}
      aria-current={route.value.screen === name ? 'page' : undefined}
      onClick={() => onGo?.()}
    >
      <Icon name={icon} />
      <span>{t().screens[name]}</span>
      <kbd aria-hidden="true">g {key}</kbd>
    </a>
  );
  return (
    <nav aria-label={t().shell.navigation}>
      {GROUPS.map((group) => {
        const screens = open.filter((screen) => screen.group === group);
        return (
          screens.length > 0 && (
            <div key={group} class="nav-group">
              <p>{t().groups[group]}</p>
              {screens.map(link)}
            </div>
          )
        );
      })}
    </nav>
  );
};

const Brand = () => (
  <a class="brand" href="#/">
    <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M10 7v18M22 8 11.5 16.5 22 24.5" />
    </svg>
    {t().shell.product}
  </a>
);

const Person = ({ person }: { readonly person: BackOfficeUser }) => {
  const [isChanging, setChanging] = useState(false);
  const button = (label: string, icon: IconName, onClick: () => void) => (
    <button type="button" class="plain" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="person">
      <p>
        <strong>{person.name === '' ? person.username : person.name}</strong>
        <span>{person.level >= 100 ? t().shell.roles.administrator : t().shell.roles.manager}</span>
      </p>
      {button(t().ownPassword.change, 'lock', () => setChanging(true))}
      {button(t().shell.logout, 'leave', () => void logout())}
      {isChanging && <ChangePassword onClose={() => setChanging(false)} />}
    </div>
  );
};

const Live = () => (
  <span
    class={isLive.value ? 'live on' : 'live'}
    title={isLive.value ? t().shell.live : t().shell.notLive[isExpired.value ? 'expired' : 'lost']}
  >
    {isLive.value ? t().shell.liveShort : t().shell.notLiveShort}
  </span>
);

const Current = () => {
  const now = route.value;
  const screen = SCREENS.find(({ name }) => name === now.screen);
  if (screen !== undefined) return screen.draw(now);
  return (
    <Page title={t().shell.product}>
      <Empty>{t().shell.unknownScreen}</Empty>
    </Page>
  );
};

/** A new screen is read from its top, and its heading is where the keyboard goes on. */
const useFocusOnMove = () => {
  const { screen, id } = route.value;
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    document.querySelector('main')?.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [screen, id]);
};

const Office = ({ person }: { readonly person: BackOfficeUser }) => {
  const [isMenuOpen, setMenuOpen] = useState(false);
  // Before it, a page would ask for days and show amounts of another shop.
  const [isKnown, setKnown] = useState(false);
  useFocusOnMove();
  useEffect(() => {
    followFeed();
    const learn = async (): Promise<void> => {
      const shop = await call('get_shop', {});
      currency.value = shop.currency;
      currencyDigits.value = shop.currency_digits;
      timeZone.value = shop.time_zone;
    };
    // A shop that refuses to say it is shown as one in euros and UTC.
    void orWarn(learn).finally(() => setKnown(true));
  }, []);
  return (
    <div class="office">
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('main h1')?.focus();
        }}
      >
        {t().shell.skip}
      </a>
      <aside>
        <Brand />
        <Navigation person={person} />
        <Person person={person} />
      </aside>
      <div class="stage">
        <header class="top">
          <button type="button" class="plain menu" aria-label={t().shell.openMenu} onClick={() => setMenuOpen(true)}>
            <Icon name="menu" size={20} />
          </button>
          <FindBox />
          <div class="top-end">
            <Live />
            <button
              type="button"
              class="plain wide-only"
              aria-label={t().keys.title}
              title={t().keys.title}
              onClick={() => {
                isHelpOpen.value = true;
              }}
            >
              <Icon name="keyboard" size={20} />
            </button>
            <LanguageChoice />
            <ThemeChoice />
          </div>
        </header>
        <Lost />
        <main id="content">{isKnown ? <Current /> : <Skeleton lines={6} />}</main>
      </div>
      {isMenuOpen && (
        <Dialog title={t().shell.navigation} class="drawer" onClose={() => setMenuOpen(false)}>
          <Navigation person={person} onGo={() => setMenuOpen(false)} />
          <Person person={person} />
        </Dialog>
      )}
      {isHelpOpen.value && <KeyHelp />}
      {isExpired.value && <LoginAgain />}
      <Toasts />
    </div>
  );
};

const RETRY_MS = 3000;

export const App = () => {
  const [isUnanswered, setUnanswered] = useState(false);
  useEffect(() => {
    const begin = (): void => {
      readUser().then(
        () => setUnanswered(false),
        () => {
          setUnanswered(true);
          setTimeout(begin, RETRY_MS);
        },
      );
    };
    begin();
  }, []);
  const person = user.value;
  if (person) return <Office person={person} />;
  if (person === null) return <LoginPage />;
  return <div class="before">{isUnanswered ? <p role="alert">{t().login.unanswered}</p> : <Skeleton />}</div>;
};
