import type { auth } from '@larksong/contracts';

import { useFreshUser } from '../features/auth/fresh-user.ts';
import { SignedInOnly } from '../features/auth/gate.tsx';
import { DeleteAccount } from '../features/profile/delete-account.tsx';
import { DisplayNameForm } from '../features/profile/display-name-form.tsx';
import { Facts } from '../features/profile/facts.tsx';
import { PasswordForm } from '../features/profile/password-form.tsx';
import { Sessions } from '../features/profile/sessions.tsx';
import { YourData } from '../features/profile/your-data.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';
import styles from './profile.module.css';

export function ProfilePage() {
  const t = useTexts();
  useDocumentTitle(t('profile.title'));
  return (
    <div className="page narrow">
      <SignedInOnly message={t('profile.sign-in-first')}>{(user) => <Profile user={user} />}</SignedInOnly>
    </div>
  );
}

function Profile({ user }: { user: auth.User }) {
  useFreshUser();
  return (
    <div className={styles.panels}>
      <div>
        <Facts user={user} />
        <DisplayNameForm user={user} />
        <YourData />
        <DeleteAccount user={user} />
      </div>
      <div>
        <PasswordForm />
        {/* The last on phones: it grows when the sessions arrive. */}
        <Sessions />
      </div>
    </div>
  );
}
