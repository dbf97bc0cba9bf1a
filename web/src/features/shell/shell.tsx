import { DEFAULT_LANGUAGE } from '@larksong/contracts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useMatches } from 'react-router';

import { loadWithTexts, useTexts } from '../../lib/texts.ts';
import { createChunk, prefetchWhenIdle } from '../../lib/chunk.ts';
import { loadServerTexts } from '../../lib/server-sentences/texts.ts';
import { useThemeColor } from '../../lib/theme-color.ts';
import { classNames } from '../../ui/class-names.ts';
import { DialogHost } from '../../ui/dialog-host.tsx';
import { Saved } from '../../ui/saved.tsx';
import { UndoNotice } from '../../ui/undo.tsx';
import { SiteAnnouncement } from '../announcement/site-announcement.tsx';
import { useSession } from '../auth/session.ts';
import { SignInDialog } from '../auth/sign-in.tsx';
import type { PageHandle } from './page-handle.ts';
import { LanguageOffer } from './language-offer.tsx';
import { LazyTray, usePrefetchedTray } from './lazy-tray.tsx';
import { PLACES_KEY } from './places.ts';
import { SlowNotice } from './slow-notice.tsx';
import { TopBar } from './top-bar.tsx';
import { useLateRestoration } from './use-late-restoration.ts';
import { useRouteFocus } from './use-route-focus.ts';
import styles from './shell.module.css';

/** For people who upload videos, so others do not load it and its texts. If it fails to load, the page works without it. */
const notices = createChunk(() => loadWithTexts('notices', () => import('../notices/notices.tsx')));
const Notices = lazy(async () => {
  const loaded = await notices.fetch().catch(() => null);
  return { default: loaded?.Notices ?? (() => null) };
});

/** The frame of every page: skip link, bar, tray, dialogs. */
export function Shell() {
  const [isTrayOpen, setTrayOpen] = useState(false);
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined; // only routes.tsx sets it
  const hasTabs = handle?.tabs ?? false;
  const isGuest = handle?.guest ?? false;
  const { user, mayUpload } = useSession();
  const t = useTexts();
  usePrefetchedTray();
  usePrefetchedFailures();
  useRouteFocus();
  useLateRestoration();
  useThemeColor(handle?.meadow ? 'meadow' : 'page');
  return (
    <div className={classNames(styles.shell, handle?.meadow && 'meadow', hasTabs && styles.withTabs)}>
      <a className={classNames(styles.skip, 'button')} href="#main">
        {t('shell.skip')}
      </a>
      <TopBar isTrayOpen={isTrayOpen} onOpenTray={() => setTrayOpen(true)} {...{ hasTabs, isGuest }} />
      {mayUpload && !isGuest && (
        <Suspense>
          <Notices key={user?.id} />
        </Suspense>
      )}
      <SiteAnnouncement />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <LanguageOffer />
      <SlowNotice />
      <Saved />
      <UndoNotice />
      {isTrayOpen && <LazyTray onClose={() => setTrayOpen(false)} />}
      <SignInDialog />
      <DialogHost />
      <ScrollRestoration storageKey={PLACES_KEY} />
    </div>
  );
}

/** Loads what failures say in another language once the page has loaded: without a connection it is too late. */
function usePrefetchedFailures(): void {
  const { language } = useTexts();
  useEffect(() => {
    if (language !== DEFAULT_LANGUAGE)
      return prefetchWhenIdle(createChunk(() => loadServerTexts('failures')));
    return undefined;
  }, [language]);
}
