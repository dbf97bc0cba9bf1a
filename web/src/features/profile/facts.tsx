import type { auth } from '@larksong/contracts';

import { formatDate } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { toGivenRole } from '../auth/given-role.ts';
import { Unverified } from './unverified.tsx';
import styles from './facts.module.css';

export function Facts({ user }: { user: auth.User }) {
  const t = useTexts();
  return (
    <div className="panel">
      <div className="uploader">
        <Avatar name={user.displayName ?? user.username} />
        <h1>{t('profile.title')}</h1>
      </div>
      <dl className={styles.facts}>
        <dt>{t('profile.username')}</dt>
        <dd dir="auto">{user.username}</dd>
        <dt>{t('profile.email')}</dt>
        <dd>{user.email}</dd>
        <dt>{t('profile.role')}</dt>
        <dd>{t(`role.${toGivenRole(user)}`)}</dd>
        <dt>{t('profile.member-since')}</dt>
        <dd>{formatDate(user.createdAt)}</dd>
      </dl>
      {!user.emailVerified && <Unverified email={user.email} />}
    </div>
  );
}
