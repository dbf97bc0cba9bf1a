import type { catalog } from '@larksong/contracts';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';

import { useMedia } from '../../lib/use-media.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { toNoticeText, toShown } from './notice-list.ts';
import { useNotices } from './use-notices.ts';
import styles from './notices.module.css';

/** Low screens, and those without room for notices in the bar (notices.module.css). */
const SMALL_SCREEN = '(max-width: 63.99rem), (max-height: 50rem)';

/** Tells a superadmin, on every page, the outcome of their uploads. */
export function Notices() {
  const { open, dismiss } = useNotices();
  const { shown, waiting } = toShown(open, useMedia(SMALL_SCREEN));
  const region = useRef<HTMLElement>(null);
  const dismissAndStay = (seen: readonly catalog.Notice[]) => {
    moveFocusOn(region.current);
    dismiss(seen);
  };
  const dismissFocused = useEffectEvent(() => {
    const focused = document.activeElement?.closest('[data-notice]')?.getAttribute('data-notice');
    dismissAndStay(shown.filter(({ id }) => id === focused));
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      dismissFocused();
    };
    const element = region.current;
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, []);
  return (
    <section ref={region} className={styles.notices} aria-label="Notices">
      {/* Always rendered: a live region announces only later changes. */}
      <div aria-live="polite" className={styles.noticeList}>
        {shown.map((notice) => (
          <Toast key={notice.id} notice={notice} onDismiss={() => dismissAndStay([notice])} />
        ))}
      </div>
      {waiting > 0 && (
        <div className={classNames(styles.notice, 'row apart')} data-notice="more">
          <span className="small">{waiting} more</span>
          <Button variant="quiet" onClick={() => dismissAndStay(open)}>
            Dismiss all
          </Button>
        </div>
      )}
    </section>
  );
}

/** Moves the focus to the next notice, or to the page, before the focused notice is removed. */
function moveFocusOn(region: HTMLElement | null): void {
  if (!region?.contains(document.activeElement)) return;
  const notices = [...region.querySelectorAll('[data-notice]')];
  const at = notices.findIndex((notice) => notice.contains(document.activeElement));
  const next = (notices[at + 1] ?? notices[at - 1])?.querySelector<HTMLElement>('button');
  (next ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

function Toast({ notice, onDismiss }: { notice: catalog.Notice; onDismiss: () => void }) {
  const isReady = notice.kind === 'ready';
  const Icon = isReady ? CircleCheck : TriangleAlert;
  return (
    <div className={classNames(styles.notice, isReady ? styles.good : styles.bad)} data-notice={notice.id}>
      <Icon className="icon" aria-hidden />
      <div>
        <p>{toNoticeText(notice)}</p>
        {/* Following the link counts as reading the notice. */}
        <Link to={isReady ? paths.watch(notice.videoId) : paths.transcoding} onClick={onDismiss}>
          {isReady ? 'Watch' : 'Transcoding Status'}
        </Link>
      </div>
      <IconButton label={`Dismiss: ${notice.title}`} icon={X} onClick={onDismiss} />
    </div>
  );
}
