import type { auth } from '@larksong/contracts';

import { Message } from '../../ui/message.tsx';
import styles from './banner.module.css';

/** The announcement above every page. */
export function Banner({ announcement: { message, isReadOnly } }: { announcement: auth.Announcement }) {
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
  const share = () => style.setProperty('--banner', `${banner.offsetHeight}px`);
  share(); // before the first paint
  const observer = new ResizeObserver(share);
  observer.observe(banner);
  return () => {
    observer.disconnect();
    style.removeProperty('--banner');
  };
}
