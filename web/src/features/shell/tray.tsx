import { catalog } from '@larksong/contracts';
import {
  Activity,
  Baby,
  BadgeCheck,
  Heart,
  HeartPulse,
  House,
  Info,
  ListMusic,
  MessagesSquare,
  Music2,
  Shapes,
  Tags,
  Upload,
  User,
  Users,
  X,
  type LucideIcon,
} from 'lucide-react';
import { NavLink } from 'react-router';

import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSession, type Rights } from '../auth/session.ts';
import { Brand } from './brand.tsx';
import styles from './tray.module.css';
import menuStyles from './menu.module.css';

interface TrayLink {
  to: string;
  /** Its text is the message `tray.<name>`. */
  name: string;
  icon: LucideIcon;
  /** Whether `tray.<name>-hint` says the same in everyday words. */
  hasHint?: boolean;
  /** Shows how many wait for a decision. */
  counts?: 'videos' | 'comments';
}

const COMMENTS: TrayLink = {
  to: paths.comments,
  name: 'comments',
  icon: MessagesSquare,
  counts: 'comments',
};

/** Returns the links to the pages where the site is managed, as far as the user may. */
function listStaffLinks(
  { isSuperadmin, mayUpload, mayEditLetters }: Rights,
  hasComments: boolean,
): TrayLink[] {
  return [
    ...(mayUpload ? [{ to: paths.upload, name: 'upload', icon: Upload }] : []),
    ...(isSuperadmin
      ? [{ to: paths.approvals, name: 'approvals', icon: BadgeCheck, counts: 'videos' as const }]
      : []),
    ...(hasComments && isSuperadmin ? [COMMENTS] : []),
    ...(mayUpload ? [{ to: paths.transcoding, name: 'transcoding', icon: Activity, hasHint: true }] : []),
    ...(isSuperadmin ? [{ to: paths.chips, name: 'chips', icon: Tags }] : []),
    ...(mayEditLetters ? [{ to: paths.gameAdmin, name: 'game-admin', icon: Shapes }] : []),
    ...(isSuperadmin
      ? [
          { to: paths.accounts, name: 'accounts', icon: Users },
          { to: paths.status, name: 'status', icon: HeartPulse },
        ]
      : []),
    // Last, since it comes later than the others.
    ...(hasComments && !isSuperadmin ? [COMMENTS] : []),
  ];
}

/** Returns the links to the pages of everybody. */
function listLinks(isSignedIn: boolean): TrayLink[] {
  return [
    { to: paths.home, name: 'home', icon: House },
    { to: paths.songs, name: 'songs', icon: Music2 },
    { to: paths.lists, name: 'lists', icon: ListMusic },
    ...(isSignedIn
      ? [
          { to: paths.liked, name: 'liked', icon: Heart },
          { to: paths.children, name: 'children', icon: Baby },
          { to: paths.profile, name: 'profile', icon: User },
        ]
      : [{ to: paths.you, name: 'you', icon: User }]),
    { to: paths.forParents, name: 'for-parents', icon: Info },
  ];
}

export function Tray({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const { isSuperadmin, mayUpload } = session;
  // Teachers of a site without comments have nothing to do there; superadmins are told how to turn them on.
  const hasComments = useModerationCounts(mayUpload).isSuccess || isSuperadmin;
  const staffLinks = listStaffLinks(session, hasComments);
  const t = useTexts();
  const links = listLinks(session.status === 'signed-in');
  return (
    <Modal
      className={classNames(styles.tray, menuStyles.menu, 'meadow')}
      label={t('tray.title')}
      onClose={onClose}
    >
      <div className="row">
        <Brand onClick={onClose} />
        <IconButton label={t('tray.close')} icon={X} onClick={onClose} />
      </div>
      <nav aria-label={t('tray.links')}>
        <TrayLinks links={links} onClose={onClose} />
        {staffLinks.length > 0 && (
          <>
            <hr />
            <TrayLinks links={staffLinks} onClose={onClose} />
          </>
        )}
      </nav>
    </Modal>
  );
}

function TrayLinks({ links, onClose }: { links: TrayLink[]; onClose: () => void }) {
  const t = useTexts();
  return (
    <ul>
      {links.map(({ to, name, icon: Icon, hasHint, counts }) => (
        <li key={to}>
          <NavLink
            to={to}
            end
            aria-description={hasHint ? t(`tray.${name}-hint`) : undefined}
            onClick={onClose}
          >
            <Icon className="icon" aria-hidden />
            <span>
              {t(`tray.${name}`)}
              {hasHint && (
                <small className={styles.hint} aria-hidden>
                  {t(`tray.${name}-hint`)}
                </small>
              )}
            </span>
            {counts === 'videos' && <WaitingVideos />}
            {counts === 'comments' && <WaitingComments />}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** How many videos wait for approval. */
function WaitingVideos() {
  const query = useCall(
    catalog.listApprovals,
    { query: { limit: 1 } },
    { staleTime: 0, retry: false, meta: UNAWAITED },
  );
  const t = useTexts();
  const count = query.data?.counts.waiting ?? 0;
  return <WaitingCount count={count} name={t('tray.waiting', { count })} />;
}

/** How many comments wait for a decision, those that were reported included. */
function WaitingComments() {
  const t = useTexts();
  const { counts } = useModerationCounts().data ?? {};
  const count = counts ? counts.waiting + counts.reported : 0;
  return <WaitingCount count={count} name={t('tray.comments-waiting', { count })} />;
}

function useModerationCounts(enabled = true) {
  return useCall(
    catalog.listModeration,
    { query: { limit: 1 } },
    { enabled, staleTime: 0, retry: false, meta: UNAWAITED },
  );
}

/** `name` is for screen readers. Nothing while it is not known how many wait, or none does. */
function WaitingCount({ count, name }: { count: number; name: string }) {
  if (count === 0) return null;
  return (
    <span className={classNames('badge note', styles.count)}>
      <span aria-hidden>{formatInteger(count)}</span>
      <span className="sr-only">{name}</span>
    </span>
  );
}
