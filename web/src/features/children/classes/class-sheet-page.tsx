import { useTexts } from '../../../lib/texts.ts';
import { LoadFailed } from '../../../parts/load-failed.tsx';
import { Status } from '../../../ui/status.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { classOf } from '../addresses.ts';
import { SheetDesk } from '../cards/sheet-page.tsx';
import { toSheetCards } from '../cards/sheet.ts';
import { ClassMissing } from './class-missing.tsx';
import { useClass } from './use-class.ts';

/** The cards of a class and of its nests on paper, with an exact preview. */
export function ClassSheetPage({ id }: { id: string }) {
  const t = useTexts();
  const { full, isMissing, error, retry } = useClass(id);
  useDocumentTitle(t('sheet.title'));
  if (isMissing) return <ClassMissing />;
  if (!full && error) return <LoadFailed level={1} title={t('class.failed')} error={error} onRetry={retry} />;
  if (!full) return <Status className="muted">{t('class.loading')}</Status>;
  const { one, nests } = full;
  return (
    <SheetDesk
      back={{ to: classOf(id), name: one.name }}
      cards={toSheetCards(nests, { of: one, cards: one.cards })}
    />
  );
}
