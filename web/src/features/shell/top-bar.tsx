import { Menu } from 'lucide-react';
import { useRef } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSession } from '../auth/session.ts';
import { openSignIn, prefetchSignIn } from '../auth/sign-in.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Brand, BrandName } from './brand.tsx';
import { prefetchTray } from './lazy-tray.tsx';
import { PageTabs } from './page-tabs.tsx';
import { useWholeTaps } from './use-whole-taps.ts';
import styles from './top-bar.module.css';

interface TopBarProps {
  isTrayOpen: boolean;
  onOpenTray: () => void;
  hasTabs: boolean;
  /** The bar leads nowhere, except from its options. */
  isGuest: boolean;
}

export function TopBar({ isTrayOpen, onOpenTray, hasTabs, isGuest }: TopBarProps) {
  const { status } = useSession();
  const t = useTexts();
  const bar = useRef<HTMLElement>(null);
  useWholeTaps(bar, 'nav');
  return (
    <header ref={bar} className={styles.bar} data-tabs={hasTabs || undefined}>
      {!isGuest && (
        <IconButton
          label={t('bar.menu')}
          icon={Menu}
          aria-haspopup="dialog"
          aria-expanded={isTrayOpen}
          onPointerEnter={prefetchTray}
          onFocus={prefetchTray}
          onClick={onOpenTray}
        />
      )}
      {isGuest ? <BrandName /> : <Brand />}
      {hasTabs && <PageTabs />}
      <AccountMenu />
      {status === 'signed-out' && !isGuest && (
        // Outlined where children are, so that it is not the loudest thing.
        <Button
          variant={hasTabs ? 'plain' : 'solid'}
          onPointerEnter={prefetchSignIn}
          onFocus={prefetchSignIn}
          onClick={() => openSignIn()}
        >
          {t('bar.sign-in')}
        </Button>
      )}
    </header>
  );
}
