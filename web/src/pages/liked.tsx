import { SignedInOnly } from '../features/auth/gate.tsx';
import { useSession } from '../features/auth/session.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function LikedPage() {
  const { status } = useSession();
  useDocumentTitle('Liked videos');
  return (
    <div className="page">
      {status === 'signed-in' && <h1>Liked videos</h1>}
      <SignedInOnly message="Sign in to see your liked videos.">
        <EmptyState
          meadow
          title="No liked videos yet"
          hint="Videos you like will appear here."
          action={<ButtonLink to={paths.songs}>Songs</ButtonLink>}
        />
      </SignedInOnly>
    </div>
  );
}
