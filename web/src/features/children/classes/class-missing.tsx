import { SearchX } from 'lucide-react';

import { useTexts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Said of a class that was deleted, or that somebody else has. */
export function ClassMissing() {
  const t = useTexts();
  return (
    <EmptyState
      icon={SearchX}
      level={1}
      title={t('class.missing')}
      hint={t('class.missing-hint')}
      action={<ButtonLink to={paths.children}>{t('children.title')}</ButtonLink>}
    />
  );
}
