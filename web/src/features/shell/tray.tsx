import {
  Activity,
  Heart,
  HeartPulse,
  House,
  Info,
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

import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSession } from '../auth/session.ts';
import { Brand } from './brand.tsx';
import styles from './tray.module.css';
import menuStyles from './menu.module.css';

interface TrayLink {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The same in everyday words. */
  hint?: string;
}

const SUPERADMIN_LINKS: TrayLink[] = [
  { to: paths.upload, label: 'Upload Video', icon: Upload },
  { to: paths.transcoding, label: 'Transcoding Status', icon: Activity, hint: 'Preparing videos' },
  { to: paths.chips, label: 'Grades and categories', icon: Tags },
  { to: paths.gameAdmin, label: 'Letters and words', icon: Shapes },
  { to: paths.accounts, label: 'Accounts', icon: Users },
  { to: paths.status, label: 'Status', icon: HeartPulse },
];

export function Tray({ onClose }: { onClose: () => void }) {
  const { status, isSuperadmin } = useSession();
  const links: TrayLink[] = [
    { to: paths.home, label: 'Home', icon: House },
    { to: paths.songs, label: 'Songs', icon: Music2 },
    ...(status === 'signed-in'
      ? [
          { to: paths.liked, label: 'Liked videos', icon: Heart },
          { to: paths.profile, label: 'Profile', icon: User },
        ]
      : [{ to: paths.you, label: 'You', icon: User }]),
    { to: paths.forParents, label: 'For parents', icon: Info },
  ];
  return (
    <Modal className={classNames(styles.tray, menuStyles.menu, 'meadow')} label="Menu" onClose={onClose}>
      <div className="row">
        <Brand onClick={onClose} />
        <IconButton label="Close" icon={X} onClick={onClose} />
      </div>
      <nav aria-label="Main">
        <TrayLinks links={links} onClose={onClose} />
        {isSuperadmin && (
          <>
            <hr />
            <TrayLinks links={SUPERADMIN_LINKS} onClose={onClose} />
          </>
        )}
      </nav>
    </Modal>
  );
}

function TrayLinks({ links, onClose }: { links: TrayLink[]; onClose: () => void }) {
  return (
    <ul>
      {links.map(({ to, label, icon: Icon, hint }) => (
        <li key={to}>
          <NavLink to={to} end aria-description={hint} onClick={onClose}>
            <Icon className="icon" aria-hidden />
            <span>
              {label}
              {hint !== undefined && (
                <small className={styles.hint} aria-hidden>
                  {hint}
                </small>
              )}
            </span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
