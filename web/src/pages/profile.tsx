import type { User } from '@larksong/contracts';

import { SignedInOnly } from '../features/auth/gate.tsx';
import { useSession } from '../features/auth/session.ts';
import { formatDate } from '../lib/format.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ProfilePage() {
  const { user } = useSession();
  useDocumentTitle('Profile');
  return (
    <div className="page">
      <SignedInOnly message="You need to sign in to view your profile.">
        {user && <Profile user={user} />}
      </SignedInOnly>
    </div>
  );
}

function Profile({ user }: { user: User }) {
  return (
    <div className="panel profile">
      <div className="uploader">
        <Avatar name={user.displayName ?? user.username} />
        <h1>Profile</h1>
      </div>
      <dl className="facts">
        <dt>Username</dt>
        <dd>{user.username}</dd>
        <dt>Email</dt>
        <dd>{user.email}</dd>
        <dt>Role</dt>
        <dd>{user.role || 'user'}</dd>
        <dt>Member since</dt>
        <dd>{formatDate(user.createdAt)}</dd>
      </dl>
    </div>
  );
}
