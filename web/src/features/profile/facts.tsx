import type { auth } from '@larksong/contracts';

import { formatDate } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Unverified } from './unverified.tsx';
import styles from './facts.module.css';

export function Facts({ user }: { user: auth.User }) {
  return (
    <div className="panel">
      <div className="uploader">
        <Avatar name={user.displayName ?? user.username} />
        <h1>Profile</h1>
      </div>
      <dl className={styles.facts}>
        <dt>Username</dt>
        <dd dir="auto">{user.username}</dd>
        <dt>Email</dt>
        <dd>{user.email}</dd>
        <dt>Role</dt>
        <dd>{user.role || 'user'}</dd>
        <dt>Member since</dt>
        <dd>{formatDate(user.createdAt)}</dd>
      </dl>
      {!user.emailVerified && <Unverified email={user.email} />}
    </div>
  );
}
