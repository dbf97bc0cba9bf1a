import { LANGUAGE_NAMES, type auth } from '@larksong/contracts';
import {
  Check,
  ChevronLeft,
  ChevronRight,
  Languages,
  LogIn,
  LogOut,
  Monitor,
  Moon,
  Palette,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef, useState, type MouseEvent } from 'react';

import { text, useTexts } from '../../lib/texts.ts';
import { offeredLanguages } from '../../lib/language.ts';
import { chooseTheme, THEMES, useTheme, type Theme } from '../../lib/theme.ts';
import { isByTouch } from '../../lib/touch.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { confirmDialog } from '../../ui/dialog-host.tsx';
import { signOut } from '../auth/session.ts';
import { openSignIn } from '../auth/sign-in.tsx';
import { LanguageItems } from './language-items.tsx';
import styles from './menu.module.css';

const THEME_ICONS: Record<Theme, LucideIcon> = { system: Monitor, dark: Moon, light: Sun };

type Panel = 'account' | 'language' | 'theme';

interface AccountPanelsProps {
  user: auth.User | null;
  /** Closes the menu and returns the focus to its button. */
  onReturn: () => void;
}

/** What the open menu shows: its entries, or the languages or themes to choose from. */
export function AccountPanels({ user, onReturn }: AccountPanelsProps) {
  const [panel, setPanel] = useState<Panel>('account');
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (panel) root.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  }, [panel]);
  return (
    <div ref={root} className={classNames(styles.menu, styles.popup)}>
      {panel === 'account' && (
        <AccountItems
          user={user}
          onLanguage={() => setPanel('language')}
          onAppearance={() => setPanel('theme')}
          onSignIn={() => {
            onReturn();
            openSignIn();
          }}
          onSignOut={(event) => {
            onReturn();
            void (isByTouch(event) ? askToSignOut() : signOut());
          }}
        />
      )}
      {panel === 'language' && <LanguageItems onBack={() => setPanel('account')} onChoose={onReturn} />}
      {panel === 'theme' && <ThemeItems onBack={() => setPanel('account')} />}
    </div>
  );
}

/** A child's tap must not end the session. */
async function askToSignOut(): Promise<void> {
  const isConfirmed = await confirmDialog({
    title: text('sign-out.title'),
    message: text('sign-out.question'),
    confirmLabel: text('sign-out.confirm'),
  });
  if (isConfirmed) await signOut();
}

interface AccountItemsProps {
  user: auth.User | null;
  onLanguage: () => void;
  onAppearance: () => void;
  onSignIn: () => void;
  onSignOut: (event: MouseEvent) => void;
}

function AccountItems({ user, onLanguage, onAppearance, onSignIn, onSignOut }: AccountItemsProps) {
  const theme = useTheme();
  const t = useTexts();
  return (
    <>
      {user && <UserSummary user={user} />}
      <ul role="menu" aria-label={user ? t('account-menu.title') : t('account-menu.options')}>
        {offeredLanguages().length > 1 && (
          <li role="none">
            <button type="button" role="menuitem" aria-haspopup="menu" onClick={onLanguage}>
              <Languages className="icon" aria-hidden />
              {t('account-menu.language')}
              <span className={classNames(styles.end, 'muted small')}>{LANGUAGE_NAMES[t.language]}</span>
              <ChevronRight className="icon points" aria-hidden />
            </button>
          </li>
        )}
        <li role="none">
          <button type="button" role="menuitem" aria-haspopup="menu" onClick={onAppearance}>
            <Palette className="icon" aria-hidden />
            {t('account-menu.appearance')}
            <span className={classNames(styles.end, 'muted small')}>{t(`theme.${theme}`)}</span>
            <ChevronRight className="icon points" aria-hidden />
          </button>
        </li>
        <li role="none">
          <button type="button" role="menuitem" onClick={user ? onSignOut : onSignIn}>
            {user ? (
              <LogOut className="icon points" aria-hidden />
            ) : (
              <LogIn className="icon points" aria-hidden />
            )}
            {user ? t('account-menu.sign-out') : t('account-menu.sign-in')}
          </button>
        </li>
      </ul>
    </>
  );
}

function UserSummary({ user }: { user: auth.User }) {
  const name = user.displayName ?? user.username;
  return (
    <>
      <div className={styles.who}>
        <Avatar name={name} />
        <span>
          <strong dir="auto">{name}</strong>
          <br />
          <span className="muted small">{user.email}</span>
        </span>
      </div>
      <hr />
    </>
  );
}

function ThemeItems({ onBack }: { onBack: () => void }) {
  const theme = useTheme();
  const t = useTexts();
  return (
    <>
      <ul role="menu" aria-label={t('account-menu.appearance')}>
        <li role="none" className={styles.back}>
          <button type="button" role="menuitem" onClick={onBack}>
            <ChevronLeft className="icon points" aria-hidden />
            {t('account-menu.appearance')}
          </button>
        </li>
        {THEMES.map((choice) => {
          const Icon = THEME_ICONS[choice];
          return (
            <li key={choice} role="none">
              <button
                type="button"
                role="menuitemradio"
                aria-checked={choice === theme}
                onClick={() => chooseTheme(choice)}
              >
                <Icon className="icon" aria-hidden />
                {t(`theme.${choice}`)}
                {choice === theme && <Check className={classNames('icon', styles.end)} aria-hidden />}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
