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
  /** Whether it shows how many videos wait for approval. */
  counts?: 'waiting';
}

/** Returns the links to the pages where the site is managed, as far as the user may. */
function listStaffLinks({ isSuperadmin, mayUpload, mayEditLetters }: Rights): TrayLink[] {
  return [
    ...(mayUpload ? [{ to: paths.upload, name: 'upload', icon: Upload }] : []),
    ...(isSuperadmin
      ? [{ to: paths.approvals, name: 'approvals', icon: BadgeCheck, counts: 'waiting' as const }]
      : []),
    ...(mayUpload ? [{ to: paths.transcoding, name: 'transcoding', icon: Activity, hasHint: true }] : []),
    ...(isSuperadmin ? [{ to: paths.chips, name: 'chips', icon: Tags }] : []),
    ...(mayEditLetters ? [{ to: paths.gameAdmin, name: 'game-admin', icon: Shapes }] : []),
    ...(isSuperadmin
      ? [
          { to: paths.accounts, name: 'accounts', icon: Users },
          { to: paths.status, name: 'status', icon: HeartPulse },
        ]
      : []),
  ];
}

export function Tray({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const staffLinks = listStaffLinks(session);
  const t = useTexts();
  const links: TrayLink[] = [
    { to: paths.home, name: 'home', icon: House },
    { to: paths.songs, name: 'songs', icon: Music2 },
    { to: paths.lists, name: 'lists', icon: ListMusic },
    ...(session.status === 'signed-in'
      ? [
          { to: paths.liked, name: 'liked', icon: Heart },
          { to: paths.children, name: 'children', icon: Baby },
          { to: paths.profile, name: 'profile', icon: User },
        ]
      : [{ to: paths.you, name: 'you', icon: User }]),
    { to: paths.forParents, name: 'for-parents', icon: Info },
  ];
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
            {counts && <WaitingCount />}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** How many videos wait for approval; nothing while that is not known, or none does. */
function WaitingCount() {
  const t = useTexts();
  const query = useCall(
    catalog.listApprovals,
    { query: { limit: 1 } },
    { staleTime: 0, retry: false, meta: UNAWAITED },
  );
  const count = query.data?.counts.waiting ?? 0;
  if (count === 0) return null;
  return (
    <span className={classNames('badge note', styles.count)}>
      <span aria-hidden>{formatInteger(count)}</span>
      <span className="sr-only">{t('tray.waiting', { count })}</span>
    </span>
  );
}
