import { LogIn, Music2, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { openSignIn } from '../../auth/sign-in.tsx';
import { isTag, toPersonalKind, type ListRequest, type PersonalKind } from './filters.ts';

/** Replaces a personal list while nobody is signed in. */
export function SignInFirst({ kind }: { kind: PersonalKind }) {
  const t = useTexts();
  return (
    <EmptyState
      meadow
      title={t(`no-videos.${kind}-sign-in`)}
      hint={t(`no-videos.${kind}-hint`)}
      action={
        <Button data-grown-ups onClick={() => openSignIn()}>
          <LogIn className="icon points" aria-hidden />
          {t('no-videos.sign-in')}
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
  const t = useTexts();
  const kind = toPersonalKind(filter);
  if (q !== '')
    return <NothingFound filter={filter} q={q} onShowAll={onShowAll} onClearSearch={onClearSearch} />;
  if (kind !== null)
    return (
      <EmptyState
        meadow
        title={t(`no-videos.${kind}`)}
        hint={t(`no-videos.${kind}-hint`)}
        action={<Button onClick={onShowAll}>{t('no-videos.show-all')}</Button>}
      />
    );
  if (isTag(filter))
    return (
      <EmptyState
        icon={Music2}
        title={t('no-videos.tag', { tag: filter.value })}
        hint={t(`no-videos.${filter.kind}-hint`)}
        action={<Button onClick={onShowAll}>{t('no-videos.show-all')}</Button>}
      />
    );
  return (
    <EmptyState meadow title={t('no-videos.none')} hint={t('no-videos.none-hint')} action={emptyAction} />
  );
}

type NothingFoundProps = ListRequest & Pick<NoVideosProps, 'onShowAll' | 'onClearSearch'>;

function NothingFound({ filter, q, onShowAll, onClearSearch }: NothingFoundProps) {
  const t = useTexts();
  return (
    <EmptyState
      icon={SearchX}
      title={t('no-videos.search', { q })}
      hint={isTag(filter) ? t('no-videos.search-in', { tag: filter.value }) : t('no-videos.search-hint')}
      action={
        <div className="row">
          <Button onClick={onClearSearch}>{t('no-videos.clear-search')}</Button>
          {isTag(filter) && (
            <Button variant="plain" onClick={onShowAll}>
              {t('no-videos.search-all')}
            </Button>
          )}
        </div>
      }
    />
  );
}
