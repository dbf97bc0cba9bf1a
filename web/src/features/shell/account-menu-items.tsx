import type { auth } from '@larksong/contracts';
import {
  Check,
  ChevronLeft,
  ChevronRight,
  LogIn,
  LogOut,
  Monitor,
  Moon,
  Palette,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import type { MouseEvent } from 'react';

import { chooseTheme, THEMES, useTheme, type Theme } from '../../lib/theme.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './menu.module.css';

const THEME_LABELS: Record<Theme, { label: string; icon: LucideIcon }> = {
  system: { label: 'Use device theme', icon: Monitor },
  dark: { label: 'Dark theme', icon: Moon },
  light: { label: 'Light theme', icon: Sun },
};

interface AccountItemsProps {
  user: auth.User | null;
  onAppearance: () => void;
  onSignIn: () => void;
  onSignOut: (event: MouseEvent) => void;
}

export function AccountItems({ user, onAppearance, onSignIn, onSignOut }: AccountItemsProps) {
  const theme = useTheme();
  return (
    <div className={classNames(styles.menu, styles.popup)}>
      {user && <UserSummary user={user} />}
      <ul role="menu" aria-label={user ? 'Account' : 'Options'}>
        <li role="none">
          <button type="button" role="menuitem" aria-haspopup="menu" onClick={onAppearance}>
            <Palette className="icon" aria-hidden />
            Appearance
            <span className={classNames(styles.end, 'muted small')}>{THEME_LABELS[theme].label}</span>
            <ChevronRight className="icon" aria-hidden />
          </button>
        </li>
        <li role="none">
          <button type="button" role="menuitem" onClick={user ? onSignOut : onSignIn}>
            {user ? <LogOut className="icon" aria-hidden /> : <LogIn className="icon" aria-hidden />}
            {user ? 'Sign Out' : 'Sign in'}
          </button>
        </li>
      </ul>
    </div>
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

export function ThemeItems({ onBack }: { onBack: () => void }) {
  const theme = useTheme();
  return (
    <div className={classNames(styles.menu, styles.popup)}>
      <ul role="menu" aria-label="Appearance">
        <li role="none" className={styles.back}>
          <button type="button" role="menuitem" onClick={onBack}>
            <ChevronLeft className="icon" aria-hidden />
            Appearance
          </button>
        </li>
        {THEMES.map((choice) => {
          const { label, icon: Icon } = THEME_LABELS[choice];
          return (
            <li key={choice} role="none">
              <button
                type="button"
                role="menuitemradio"
                aria-checked={choice === theme}
                onClick={() => chooseTheme(choice)}
              >
                <Icon className="icon" aria-hidden />
                {label}
                {choice === theme && <Check className={classNames('icon', styles.end)} aria-hidden />}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
