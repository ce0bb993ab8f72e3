// The frame of all screens: navigation, the search box, what is the matter with connection and session, and the screen
// that the address names. Before that: the login.
import { call } from './api/call.ts';
import { followed, isLive } from './api/feed.ts';
import { readPreferences } from './api/preferences.ts';
import { may } from './api/rights.ts';
import { isExpired, logout, readUser, user } from './api/session.ts';
import type { BackOfficeUser } from './api/session.ts';
import { ChangePassword } from './change-password.tsx';
import { FindBox } from './find-box.tsx';
import { FirstOwnerPage } from './first-owner.tsx';
import { currencies, currency, currencyDigits, timeZone } from './format.ts';
import { InvitationPage } from './invitation-page.tsx';
import { KeyHelp } from './key-help.tsx';
import { isHelpOpen } from './keys.ts';
import { LoginAgain, LoginPage } from './login.tsx';
import { Dialog } from './parts/dialog.tsx';
import { Icon } from './parts/icon.tsx';
import type { IconName } from './parts/icon.tsx';
import { Lacking } from './parts/lacking.tsx';
import { ConnectionLost } from './parts/connection-lost.tsx';
import { Empty, Page, Skeleton } from './parts/page.tsx';
import { Toasts, orWarn } from './parts/toast.tsx';
import { useEffect, useLayoutEffect, useRef, useState } from './preact.ts';
import { LanguageChoice, ThemeChoice } from './preference-choices.tsx';
import { priceFields } from './price.ts';
import { hrefOf, isStart, route } from './routes.ts';
import { Account } from './screens/account.tsx';
import { LoginsDialog } from './screens/logins-dialog.tsx';
import { SCREENS, lackedAt, lackedBy } from './screens.tsx';
import type { Screen } from './screens.tsx';
import { FactorWanted } from './set-up-factor.tsx';
import { nameOfRole, t } from './texts/texts.ts';

const GROUPS = ['watch', 'sell', 'goods', 'shop', 'connect', 'tools'] as const;

const Navigation = ({ onGo }: { readonly onGo?: () => void }) => {
  const open = SCREENS.filter((screen) => lackedBy(screen).length === 0);
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

const roleName = ({ role, level }: BackOfficeUser): string => {
  if (role === '') return level >= 100 ? t().shell.roles.administrator : t().shell.roles.manager;
  return nameOfRole(role);
};

const Person = ({ person, onGo }: { readonly person: BackOfficeUser; readonly onGo?: () => void }) => {
  const [asked, setAsked] = useState<'password' | 'logins' | undefined>();
  const close = (): void => setAsked(undefined);
  const button = (label: string, icon: IconName, onClick: () => void) => (
    <button type="button" class="plain" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="person">
      <p>
        <a href={hrefOf('account')} title={t().account.show} onClick={() => onGo?.()}>
          <strong>{person.name === '' ? person.username : person.name}</strong>
        </a>
        <span>{roleName(person)}</span>
      </p>
      {may('get_logins') && button(t().logins.own, 'history', () => setAsked('logins'))}
      {button(t().ownPassword.change, 'lock', () => setAsked('password'))}
      {button(t().shell.logout, 'leave', () => void logout())}
      {asked === 'logins' && <LoginsDialog title={t().logins.own} onClose={close} />}
      {asked === 'password' && <ChangePassword onClose={close} />}
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
  if (now.screen === 'account') return <Account />;
  // A person who is logged in has no use for the link of the first start.
  const screen = SCREENS.find(({ name }) => name === (now.screen === FIRST_OWNER ? 'today' : now.screen));
  const lacks = screen === undefined ? [] : lackedAt(screen, now);
  // Who has no overview begins with the first screen that is open to them.
  const start = lacks.length > 0 && isStart() ? SCREENS.find((one) => lackedBy(one).length === 0) : undefined;
  if (start !== undefined) return start.draw(now);
  if (screen !== undefined && lacks.length > 0) return <Lacking title={t().screens[screen.name]} lacks={lacks} />;
  if (screen !== undefined) return screen.draw(now);
  return (
    <Page title={t().shell.product}>
      <Empty>
        {t().shell.unknownScreen} <a href="#/">{t().lists.toStart}</a>
      </Empty>
    </Page>
  );
};

/** A new screen is read from its top, and its heading is where the keyboard goes on. */
const useFocusOnMove = () => {
  const { screen, id } = route.value;
  const isFirst = useRef(true);
  useLayoutEffect(() => {
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
  // Without the profile, a page would ask for days and show amounts of another shop.
  const [isKnown, setKnown] = useState(false);
  useFocusOnMove();
  useEffect(() => {
    const learn = async (): Promise<void> => {
      const shop = await call('get_shop', {});
      currency.value = shop.currency;
      currencyDigits.value = shop.currency_digits;
      currencies.value = shop.currencies ?? [{ code: shop.currency, digits: shop.currency_digits }];
      priceFields.value = shop.price_fields;
      timeZone.value = shop.time_zone;
    };
    // A shop that refuses its profile is shown in euros and UTC.
    void Promise.all([followed(), orWarn(learn), orWarn(readPreferences)]).finally(() => setKnown(true));
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
        <Navigation />
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
        <ConnectionLost />
        <main id="content">{isKnown ? <Current /> : <Skeleton lines={6} />}</main>
      </div>
      {isMenuOpen && (
        <Dialog title={t().shell.navigation} class="drawer" onClose={() => setMenuOpen(false)}>
          <Navigation onGo={() => setMenuOpen(false)} />
          <Person person={person} onGo={() => setMenuOpen(false)} />
        </Dialog>
      )}
      {isHelpOpen.value && <KeyHelp />}
      {isExpired.value && <LoginAgain />}
      <Toasts />
    </div>
  );
};

const RETRY_MS = 3000;
/** What the link of the first start names, with its code. */
const FIRST_OWNER = 'first-owner';

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
  if (route.value.screen === 'invitation') return <InvitationPage key={route.value.id} code={route.value.id} />;
  if (person?.second_factor_missing === 1) return <FactorWanted person={person} />;
  if (person) return <Office person={person} />;
  if (person === null) return route.value.screen === FIRST_OWNER ? <FirstOwnerPage /> : <LoginPage />;
  return <div class="before">{isUnanswered ? <p role="alert">{t().login.unanswered}</p> : <Skeleton />}</div>;
};
