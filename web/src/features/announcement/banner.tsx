import { auth } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { Message } from '../../ui/message.tsx';
import styles from './banner.module.css';

const REFRESH_MS = 60_000;

/** The sentence that the people who run the site have for everybody; nothing without one, or if it cannot be loaded. */
export function Banner() {
  const { data } = useCall(
    auth.getAnnouncement,
    {},
    { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true, staleTime: REFRESH_MS },
  );
  if (!data?.announcement) return null;
  const { message, isReadOnly } = data.announcement;
  return (
    <div className={styles.banner} ref={shareHeight}>
      <Message kind={isReadOnly ? 'warn' : 'note'}>
        <span dir="auto">{message}</span>
      </Message>
    </div>
  );
}

/** Keeps the height of the banner in `--banner`, so that the game takes the rest of the screen. */
function shareHeight(banner: HTMLElement | null): (() => void) | undefined {
  if (banner === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--banner', `${banner.offsetHeight}px`));
  observer.observe(banner);
  return () => {
    observer.disconnect();
    style.removeProperty('--banner');
  };
}
