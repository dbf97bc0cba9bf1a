import { SuperadminOnly } from '../features/auth/gate.tsx';
import { ImportPeople } from '../features/import-people/import-people.tsx';
import { useTexts } from '../lib/texts.ts';
import { ButtonLink } from '../parts/button-link.tsx';
import { paths } from '../paths.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function ImportPeoplePage() {
  const t = useTexts();
  useDocumentTitle(t('people.title'));
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <div className="row apart">
          <h1>{t('people.title')}</h1>
          <ButtonLink variant="plain" to={paths.accounts}>
            {t('people.back')}
          </ButtonLink>
        </div>
        <ImportPeople />
      </SuperadminOnly>
    </div>
  );
}
