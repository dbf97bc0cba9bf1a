import { LogIn, Music2, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { openSignIn } from '../../auth/sign-in.tsx';
import { isTag, toPersonalKind, type ListRequest, type PersonalKind } from './filters.ts';

interface PersonalText {
  title: string;
  hint: string;
  /** The title shown to visitors. */
  signIn: string;
}

const PERSONAL: Record<PersonalKind, PersonalText> = {
  favorites: {
    title: 'No favorites yet',
    hint: 'Videos you like will appear here.',
    signIn: 'Sign in to see your favorites.',
  },
  watched: {
    title: 'Nothing watched yet',
    hint: 'Videos you open will appear here.',
    signIn: 'Sign in to see what you have watched.',
  },
  unwatched: {
    title: 'Nothing new to you',
    hint: 'Songs you have not opened yet will appear here.',
    signIn: 'Sign in to see what is new to you.',
  },
};

/** Replaces a personal list while nobody is signed in. */
export function SignInFirst({ kind }: { kind: PersonalKind }) {
  const { signIn, hint } = PERSONAL[kind];
  return (
    <EmptyState
      meadow
      title={signIn}
      hint={hint}
      action={
        <Button data-grown-ups onClick={() => openSignIn()}>
          <LogIn className="icon" aria-hidden />
          Sign in
        </Button>
      }
    />
  );
}

interface NoVideosProps {
  request: ListRequest;
  onShowAll: () => void;
  onClearSearch: () => void;
  /** The way forward if there is no video at all. */
  emptyAction: ReactNode;
}

/** Explains why a list is empty, with a way forward. */
export function NoVideos({ request: { filter, q }, onShowAll, onClearSearch, emptyAction }: NoVideosProps) {
  const kind = toPersonalKind(filter);
  if (q !== '')
    return (
      <EmptyState
        icon={SearchX}
        title={`No videos for “${q}”`}
        hint={isTag(filter) ? `Only ${filter.value} was searched.` : 'Try fewer or different words.'}
        action={
          <div className="row">
            <Button onClick={onClearSearch}>Clear search</Button>
            {isTag(filter) && (
              <Button variant="plain" onClick={onShowAll}>
                Search all videos
              </Button>
            )}
          </div>
        }
      />
    );
  if (kind !== null)
    return (
      <EmptyState
        meadow
        title={PERSONAL[kind].title}
        hint={PERSONAL[kind].hint}
        action={<Button onClick={onShowAll}>Show all</Button>}
      />
    );
  if (isTag(filter))
    return (
      <EmptyState
        icon={Music2}
        title={`No videos for ${filter.value}`}
        hint={`No videos that you can watch have this ${filter.kind}.`}
        action={<Button onClick={onShowAll}>Show all</Button>}
      />
    );
  return <EmptyState meadow title="No videos yet" hint="New songs will appear here." action={emptyAction} />;
}
