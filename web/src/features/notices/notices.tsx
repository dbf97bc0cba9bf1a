import type { catalog } from '@larksong/contracts';
import { CircleCheck, CirclePause, TriangleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { Link } from 'react-router';

import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { AcceptReadableButton } from '../../parts/accept-readable-button.tsx';
import { useServerTexts } from '../../parts/server-words.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSession } from '../auth/session.ts';
import { isTold, showNoticeLine, toNoticeLine } from './notice-list.ts';
import { Problems } from './problems.tsx';
import { useNotices } from './use-notices.ts';
import { useShrinking } from './use-shrinking.ts';
import styles from './notices.module.css';

/**
 * Shows superadmins and teachers, on every page, one line about the videos that they uploaded, which becomes a dot at the
 * avatar after a while.
 */
export function Notices() {
  const t = useTexts();
  const { user } = useSession();
  const { open: known, dismiss } = useNotices();
  // A line is announced once, so it waits for its words.
  const open = useServerTexts('failures') ? known : [];
  const region = useRef<HTMLElement>(null);
  const { isOpen, isReopened, reopen, props } = useShrinking(open.map(({ id }) => id));
  useEffect(() => {
    // The pressed dot is gone.
    if (isReopened) region.current?.querySelector<HTMLElement>('a')?.focus();
  }, [isReopened]);
  const dismissAll = () => {
    // The focused button is removed.
    if (region.current?.contains(document.activeElement))
      document.getElementById('main')?.focus({ preventScroll: true });
    dismiss(open);
  };
  useEscape(region, dismissAll);
  return (
    <>
      <section ref={region} className={styles.notices} aria-label={t('notices.title')} {...props}>
        {/* Always rendered: a live region announces only later changes. A line is announced once. */}
        <div aria-live={isReopened ? 'off' : 'polite'} className={styles.place}>
          {open.length > 0 && isOpen && <Line open={open} dismiss={dismiss} onDismiss={dismissAll} />}
          {user?.role === 'superadmin' && <Problems />}
        </div>
      </section>
      {open.length > 0 && !isOpen && <Dot open={open} onOpen={reopen} />}
    </>
  );
}

/** Calls `dismiss` when Escape is pressed in a region. */
function useEscape(region: RefObject<HTMLElement | null>, dismiss: () => void): void {
  const dismissByKey = useEffectEvent(dismiss);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      dismissByKey();
    };
    const element = region.current;
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [region]);
}

/** More would not fit into the dot. */
const MOST_COUNTED = 99;

/** The number of notices, next to the avatar. */
function Dot({ open, onOpen }: { open: readonly catalog.Notice[]; onOpen: () => void }) {
  const t = useTexts();
  const shown = open.length > MOST_COUNTED ? `${formatNumber(MOST_COUNTED)}+` : formatNumber(open.length);
  const label = t('notices.dot', { count: open.length, shown, line: toNoticeLine(open) });
  return (
    <button
      type="button"
      className={styles.dot}
      aria-label={label}
      title={label}
      onClick={onOpen}
      data-notice
    >
      <span data-kind={open.every(isGood) ? 'good' : 'bad'}>{shown}</span>
    </button>
  );
}

/** Returns whether nothing has to be done about a notice. */
function isGood({ kind, isStopped }: catalog.Notice): boolean {
  return kind === 'ready' || kind === 'approved' || isStopped === true;
}

interface LineProps {
  open: readonly catalog.Notice[];
  dismiss: (seen: readonly catalog.Notice[]) => void;
  /** Dismisses all. */
  onDismiss: () => void;
}

function Line({ open, dismiss, onDismiss }: LineProps) {
  const t = useTexts();
  const isReady = open.every(({ kind }) => kind === 'ready' || kind === 'approved');
  const only = open.length === 1 ? open[0] : undefined;
  const Icon = isReady ? CircleCheck : open.every(isGood) ? CirclePause : TriangleAlert;
  return (
    <div className={classNames(styles.notice, open.every(isGood) ? styles.good : styles.bad)} data-notice>
      <Icon className="icon" aria-hidden />
      <div>
        <p>{showNoticeLine(open, t)}</p>
        {only?.readable && (
          <AcceptReadableButton
            video={{ id: only.videoId, title: only.title }}
            readable={only.readable}
            slim
            onAccepted={onDismiss}
          />
        )}
        <Ways open={open} isReady={isReady} onFollow={dismiss} />
      </div>
      <IconButton
        label={only ? t('notices.dismiss', { title: only.title }) : t('notices.dismiss-all')}
        icon={X}
        onClick={onDismiss}
      />
    </div>
  );
}

interface WaysProps {
  open: readonly catalog.Notice[];
  isReady: boolean;
  /** Following a link counts as reading what it is about. */
  onFollow: (about: readonly catalog.Notice[]) => void;
}

/** Leads to each page on which something can be done about the notices. */
function Ways({ open, isReady, onFollow }: WaysProps) {
  const t = useTexts();
  const only = open.length === 1 ? open[0] : undefined;
  const toVideos =
    only && isReady
      ? { to: paths.watch(only.videoId), label: t('notices.watch') }
      : { to: paths.transcoding, label: t('notices.transcoding') };
  const ways = [
    { about: open.filter(({ kind }) => kind === 'flagged'), to: paths.flags, label: t('notices.flags') },
    {
      about: open.filter(({ kind }) => kind === 'commented'),
      to: paths.comments,
      label: t('notices.comments'),
    },
    { about: open.filter((notice) => !isTold(notice)), ...toVideos },
  ];
  return ways
    .filter(({ about }) => about.length > 0)
    .map(({ about, to, label }) => (
      <Link key={to} to={to} onClick={() => onFollow(about)}>
        {label}
      </Link>
    ));
}
